//! Points on the map, and weather and air of a place or a point.
//!
//! A spot is what `find_spot` and `spot_at` give, or a place as `find_place` gives it. Coordinates stand for the nearest
//! place within 100 km, as they do in `find_place`, so that all tools tell the same weather of one town; a point farther
//! out has weather of its own, and the clock of an airport that is as near.

use jiff::Timestamp;
use minijinja::value::Value as Dynamic;
use minijinja::{Environment, Error, State};

use super::places::{country_name, full_name};
use super::time::date;
use super::weather::{air_day, air_hour, dates, day, hour, this_hour};
use super::wrong;
use crate::simulator::scope::{Context, context};
use crate::simulator::value::{list, optional, record};
use crate::world::facts::Facts;
use crate::world::gazetteer::{Gazetteer, REACH_KM, coordinates};
use crate::world::models::air::Air;
use crate::world::models::airports::Airports;
use crate::world::models::weather::{Local, Sky};
use crate::world::sphere::distance_km;
use crate::world::{Place, Spot, zone};

pub(super) fn register(env: &mut Environment<'static>) {
    env.add_function("find_spot", find_spot);
    env.add_function("spot_at", spot_at);
    env.add_function("read_coordinates", read_coordinates);
    env.add_function("nearest_place", nearest_place);
    env.add_function("spot_now", spot_now);
    env.add_function("spot_hours", spot_hours);
    env.add_function("spot_days", spot_days);
    env.add_function("spot_air_now", spot_air_now);
    env.add_function("spot_air_days", spot_air_days);
    env.add_function("country_facts", country_facts);
    env.add_function("clock_in", clock_in);
    env.add_function("degrees_in", degrees_in);
    env.add_function("beaufort", beaufort);
}

/// The spot that coordinates or a name mean, or `none` for a name that is not known.
fn find_spot(state: &State<'_, '_>, text: &str) -> Result<Dynamic, Error> {
    let facts = &context(state)?.world.facts;
    let gazetteer = facts.model::<Gazetteer>();
    if let Some(point) = coordinates(text) {
        return Ok(describe(&gazetteer, &spot_of(facts, point), point, &[]));
    }
    Ok(optional(gazetteer.find(text).map(|found| {
        let spot = Spot { place: found.place.clone(), distance_km: 0.0, open: false };
        describe(&gazetteer, &spot, (found.place.latitude, found.place.longitude), &found.others)
    })))
}

/// The spot at coordinates in degrees.
fn spot_at(state: &State<'_, '_>, latitude: f64, longitude: f64) -> Result<Dynamic, Error> {
    let facts = &context(state)?.world.facts;
    let point = (latitude, longitude);
    Ok(describe(&facts.model::<Gazetteer>(), &spot_of(facts, point), point, &[]))
}

/// The spot at a point. Far from towns people go by the clock of the airport they fly to.
pub(super) fn spot_of(facts: &Facts, point: (f64, f64)) -> Spot {
    let mut spot = facts.model::<Gazetteer>().spot(point.0, point.1);
    if spot.open {
        let airports = facts.model::<Airports>();
        let zone = airports.zone_near(point, REACH_KM).map(str::to_owned);
        spot.place.timezone = zone.unwrap_or(spot.place.timezone);
    }
    spot
}

/// What `51.5,-0.12` says, in degrees, or `none` for a text that is no point on the globe.
fn read_coordinates(text: &str) -> Dynamic {
    optional(coordinates(text).map(|(latitude, longitude)| {
        record([("latitude", Dynamic::from(latitude)), ("longitude", Dynamic::from(longitude))])
    }))
}

/// The nearest place, however far.
fn nearest_place(state: &State<'_, '_>, latitude: f64, longitude: f64) -> Result<Dynamic, Error> {
    let gazetteer = context(state)?.world.facts.model::<Gazetteer>();
    let place = gazetteer.nearest(latitude, longitude);
    let distance = distance_km((latitude, longitude), (place.latitude, place.longitude));
    let spot = Spot { place: place.clone(), distance_km: (distance * 10.0).round() / 10.0, open: false };
    Ok(describe(&gazetteer, &spot, (latitude, longitude), &[]))
}

fn describe(gazetteer: &Gazetteer, spot: &Spot, asked: (f64, f64), others: &[&Place]) -> Dynamic {
    let place = &spot.place;
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
        ("others", list(others, |other| Dynamic::from(full_name(gazetteer, other)))),
        ("asked_latitude", Dynamic::from(asked.0)),
        ("asked_longitude", Dynamic::from(asked.1)),
        ("distance_km", Dynamic::from(spot.distance_km)),
        ("open", Dynamic::from(spot.open)),
    ])
}

/// The place of a spot, for `then` to look at.
///
/// # Errors
///
/// The value is no spot.
pub(super) fn with_spot<T>(context: &Context, spot: &Dynamic, then: impl FnOnce(&Place) -> T) -> Result<T, Error> {
    let number = |name: &str| -> Result<f64, Error> { f64::try_from(spot.get_attr(name)?) };
    let id = number("id").map_err(|_| wrong("expected a spot, as find_spot gives it"))? as u32;
    if id == 0 {
        let point = (number("latitude")?, number("longitude")?);
        return Ok(then(&spot_of(&context.world.facts, point).place));
    }
    let gazetteer = context.world.facts.model::<Gazetteer>();
    gazetteer.by_id(id).map(then).ok_or_else(|| wrong(format!("no place has the id {id}")))
}

/// The weather at a spot.
pub(super) fn local(context: &Context, spot: &Dynamic) -> Result<Local, Error> {
    with_spot(context, spot, |place| Local::new(&Sky::new(context.world.seed), place))
}

fn air(context: &Context, spot: &Dynamic) -> Result<Air, Error> {
    with_spot(context, spot, |place| Air::new(context.world.seed, place))
}

/// Weather of the current hour.
fn spot_now(state: &State<'_, '_>, spot: Dynamic) -> Result<Dynamic, Error> {
    let context = context(state)?;
    Ok(hour(&local(&context, &spot)?.hour(this_hour(&context))))
}

/// Weather of each hour of a local day: `at` is the beginning of the hour (RFC 3339 on the clock of the place), `time` the
/// same as `HH:MM`, `weather` as of `weather_now`.
fn spot_hours(state: &State<'_, '_>, spot: Dynamic, on: &str) -> Result<Dynamic, Error> {
    let context = context(state)?;
    let local = local(&context, &spot)?;
    let zone = zone(&with_spot(&context, &spot, |place| place.timezone.clone())?);
    let row = |unix_hour: i64| {
        let start = Timestamp::from_second(unix_hour * 3600).map_err(|e| wrong(e.to_string()))?;
        let at = start.to_zoned_datetime(zone.clone());
        Ok(record([
            ("at", Dynamic::from(at.strftime("%Y-%m-%dT%H:%M:%S%:z").to_string())),
            ("time", Dynamic::from(at.strftime("%H:%M").to_string())),
            ("weather", hour(&local.hour(unix_hour))),
        ]))
    };
    local.hours_of(date(on)?).map(row).collect::<Result<Vec<_>, Error>>().map(Dynamic::from)
}

/// Weather of each local day.
fn spot_days(state: &State<'_, '_>, spot: Dynamic, from: &str, to: &str) -> Result<Dynamic, Error> {
    let local = local(&*context(state)?, &spot)?;
    Ok(list(dates(from, to)?, |date| day(&local.day(date))))
}

/// Air of the current hour.
fn spot_air_now(state: &State<'_, '_>, spot: Dynamic) -> Result<Dynamic, Error> {
    let context = context(state)?;
    Ok(air_hour(&air(&context, &spot)?.hour(this_hour(&context))))
}

/// Air of each local day.
fn spot_air_days(state: &State<'_, '_>, spot: Dynamic, from: &str, to: &str) -> Result<Dynamic, Error> {
    let air = air(&*context(state)?, &spot)?;
    Ok(list(dates(from, to)?, |date| air_day(&air.day(date))))
}

/// A temperature in °C in the unit `C`, `F` or `K`, to 0.1.
fn degrees_in(celsius: f64, unit: &str) -> Result<f64, Error> {
    let value = match unit {
        "C" => celsius,
        "F" => celsius * 1.8 + 32.0,
        "K" => celsius + 273.15,
        other => return Err(wrong(format!("'{other}' is none of C, F, K"))),
    };
    Ok((value * 10.0).round() / 10.0 + 0.0)
}

/// The force of a wind in m/s on Beaufort's scale, 0 to 12.
fn beaufort(speed: f64) -> usize {
    const FROM: [f64; 12] = [0.3, 1.6, 3.4, 5.5, 8.0, 10.8, 13.9, 17.2, 20.8, 24.5, 28.5, 32.7];
    FROM.iter().take_while(|from| speed >= **from).count()
}

/// What is known of the country of an alpha-2 code, or `none`.
fn country_facts(state: &State<'_, '_>, code: &str) -> Result<Dynamic, Error> {
    let gazetteer = context(state)?.world.facts.model::<Gazetteer>();
    Ok(optional(gazetteer.country(code).map(|country| {
        record([
            ("name", Dynamic::from(country.name.as_str())),
            ("iso2", Dynamic::from(country.iso2.as_str())),
            ("iso3", Dynamic::from(country.iso3.as_str())),
            ("continent", Dynamic::from(country.continent.as_str())),
            ("capital", Dynamic::from(country.capital.as_str())),
            ("currency", Dynamic::from(country.currency.as_str())),
            ("languages", list(&country.languages, |code| Dynamic::from(code.as_str()))),
            ("phone", Dynamic::from(country.phone.as_str())),
        ])
    })))
}

/// The session's time on the clock of a zone, RFC 3339.
fn clock_in(state: &State<'_, '_>, timezone: &str) -> Result<String, Error> {
    let local = context(state)?.clock.local(&zone(timezone));
    Ok(local.strftime("%Y-%m-%dT%H:%M:%S%:z").to_string())
}
