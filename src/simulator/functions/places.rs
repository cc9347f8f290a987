//! Places by name.

use minijinja::value::Value as Dynamic;
use minijinja::{Environment, Error, State};

use crate::simulator::scope::context;
use crate::simulator::value::{list, optional, record};
use crate::world::Place;
use crate::world::gazetteer::{Found, Gazetteer};

pub(super) fn register(env: &mut Environment<'static>) {
    env.add_function("find_place", find_place);
    env.add_function("near_places", near_places);
    env.add_function("place", place);
}

/// The place that a text means, or `none`.
fn find_place(state: &State<'_, '_>, text: &str) -> Result<Dynamic, Error> {
    let gazetteer = context(state)?.world.facts.model::<Gazetteer>();
    Ok(optional(gazetteer.find(text).map(|found| describe(&gazetteer, &found))))
}

/// Up to three places that look like a text.
fn near_places(state: &State<'_, '_>, text: &str) -> Result<Vec<String>, Error> {
    Ok(context(state)?.world.facts.model::<Gazetteer>().near(text))
}

/// A place by its GeoNames id, or `none`.
fn place(state: &State<'_, '_>, id: u32) -> Result<Dynamic, Error> {
    let gazetteer = context(state)?.world.facts.model::<Gazetteer>();
    let found = gazetteer.by_id(id).map(|place| Found { place, others: Vec::new() });
    Ok(optional(found.map(|found| describe(&gazetteer, &found))))
}

fn describe(gazetteer: &Gazetteer, found: &Found<'_>) -> Dynamic {
    let place = found.place;
    record([
        ("id", Dynamic::from(place.id)),
        ("name", Dynamic::from(place.name.as_str())),
        ("region", Dynamic::from(place.region.as_str())),
        ("country", Dynamic::from(place.country.as_str())),
        ("country_name", Dynamic::from(country_name(gazetteer, place))),
        ("latitude", Dynamic::from(place.latitude)),
        ("longitude", Dynamic::from(place.longitude)),
        ("elevation", Dynamic::from(place.elevation)),
        ("population", Dynamic::from(place.population)),
        ("timezone", Dynamic::from(place.timezone.as_str())),
        ("others", list(&found.others, |other| Dynamic::from(full_name(gazetteer, other)))),
    ])
}

/// `Springfield, Illinois, United States`.
pub(super) fn full_name(gazetteer: &Gazetteer, place: &Place) -> String {
    let parts = [place.name.as_str(), place.region.as_str(), country_name(gazetteer, place)];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
}

pub(super) fn country_name<'a>(gazetteer: &'a Gazetteer, place: &'a Place) -> &'a str {
    gazetteer.country(&place.country).map_or(&place.country, |country| &country.name)
}
