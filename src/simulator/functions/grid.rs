//! The British National Grid.

use minijinja::value::Value as Dynamic;
use minijinja::{Environment, Error, State};

use crate::simulator::scope::context;
use crate::simulator::value::{optional, record};
use crate::world::models::grid::{Grid, parse_reference, reference};

pub(super) fn register(env: &mut Environment<'static>) {
    env.add_function("osgb_to_wgs84", osgb_to_wgs84);
    env.add_function("wgs84_to_osgb", wgs84_to_osgb);
    env.add_function("osgb_reference", osgb_reference);
}

/// Degrees (seven decimals, a centimetre) of a point on the grid in metres, or `none` outside it.
fn osgb_to_wgs84(state: &State<'_, '_>, eastings: f64, northings: f64) -> Result<Dynamic, Error> {
    let found = context(state)?.world.facts.model::<Grid>().to_wgs84(eastings, northings);
    Ok(optional(found.map(|(latitude, longitude)| {
        record([
            ("latitude", Dynamic::from(degrees(latitude))),
            ("longitude", Dynamic::from(degrees(longitude))),
            ("grid_reference", Dynamic::from(reference(eastings.floor() as i64, northings.floor() as i64))),
        ])
    })))
}

/// Whole metres on the grid of a point in degrees, or `none` outside it.
fn wgs84_to_osgb(state: &State<'_, '_>, latitude: f64, longitude: f64) -> Result<Dynamic, Error> {
    let found = context(state)?.world.facts.model::<Grid>().to_grid(latitude, longitude);
    // Within half a metre of its northern and eastern edge a point would be rounded off the grid.
    let whole = found.map(|(east, north)| ((east.round() as i64).min(699_999), (north.round() as i64).min(1_299_999)));
    Ok(optional(whole.map(|(east, north)| {
        record([
            ("eastings", Dynamic::from(east)),
            ("northings", Dynamic::from(north)),
            ("grid_reference", Dynamic::from(reference(east, north))),
        ])
    })))
}

/// Metres of the south-west corner of what a grid reference such as `TQ 300 802` names, or `none`.
fn osgb_reference(text: &str) -> Dynamic {
    optional(parse_reference(text).map(|(eastings, northings)| {
        record([("eastings", Dynamic::from(eastings)), ("northings", Dynamic::from(northings))])
    }))
}

fn degrees(value: f64) -> f64 {
    (value * 1e7).round() / 1e7 + 0.0
}
