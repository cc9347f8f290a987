//! The forecast of an airport's weather, TAF: given out every six hours, valid for 24.

use super::Airport;
use super::ceiling::{Rules, ceiling, flight_rules};
use super::metar::{KNOT, sight_and_sky, stamp, wind};
use crate::world::models::weather::{Hour, Local};

/// Hours between two forecasts, and those that one covers.
const EVERY: i64 = 6;
const HOURS: i64 = 24;

/// A forecast.
#[derive(Clone, Debug, PartialEq)]
pub struct Taf {
    /// As it is sent.
    pub raw: String,
    /// The hour in which it was given out.
    pub issued: i64,
    /// Its first and the hour after its last, as hours since 1970.
    pub valid: (i64, i64),
    /// Its parts, in order and without gaps.
    pub parts: Vec<TafPart>,
}

/// A stretch of hours with much the same weather.
#[derive(Clone, Debug, PartialEq)]
pub struct TafPart {
    /// Its first hour.
    pub from: i64,
    /// The hour after its last.
    pub to: i64,
    /// The hour of its worst weather, for which the part stands.
    pub worst: Hour,
}

/// The forecast that stands in an hour.
pub fn taf(airport: &Airport, local: &Local, unix_hour: i64) -> Taf {
    let issued = unix_hour.div_euclid(EVERY) * EVERY;
    let valid = (issued, issued + HOURS);
    let hours: Vec<Hour> = (valid.0..valid.1).map(|h| local.hour(h)).collect();
    let parts = parts(&hours);
    let mut raw = format!(
        "TAF {} {} {}/{}",
        airport.icao,
        stamp(issued, "%d%H%MZ"),
        stamp(valid.0, "%d%H"),
        // The last hour of a day is its 24th and not the first of the next.
        match valid.1.rem_euclid(24) {
            0 => format!("{}24", stamp(valid.1 - 1, "%d")),
            _ => stamp(valid.1, "%d%H"),
        }
    );
    for (i, part) in parts.iter().enumerate() {
        if i > 0 {
            raw.push_str(&format!(" FM{}", stamp(part.from, "%d%H%M")));
        }
        raw.push_str(&format!(" {} {}", wind(airport, &part.worst), sight_and_sky(airport, &part.worst, true)));
    }
    Taf { raw, issued, valid, parts }
}

/// Blocks of three hours, joined while they look alike.
fn parts(hours: &[Hour]) -> Vec<TafPart> {
    let mut parts: Vec<TafPart> = Vec::new();
    for block in hours.chunks(3) {
        let Some(worst) = block.iter().max_by(|a, b| badness(a).total_cmp(&badness(b))) else { continue };
        let to = block[block.len() - 1].unix_hour + 1;
        match parts.last_mut() {
            Some(last) if alike(&last.worst, worst) => {
                last.to = to;
                if badness(worst) > badness(&last.worst) {
                    last.worst = *worst;
                }
            }
            _ => parts.push(TafPart { from: block[0].unix_hour, to, worst: *worst }),
        }
    }
    parts
}

/// What matters to a pilot, in one number: sight and ceiling, then what falls, then wind.
fn badness(hour: &Hour) -> f64 {
    let rules = f64::from(flight_rules(hour) as u8);
    rules * 100.0 + hour.condition as u8 as f64 * 3.0 + hour.wind_gust - hour.visibility / 10.0
}

fn alike(a: &Hour, b: &Hour) -> bool {
    let rules = |hour: &Hour| -> Rules { flight_rules(hour) };
    let turned = (a.wind_direction - b.wind_direction).abs();
    let veered = turned.min(360 - turned) > 60 && a.wind_speed.max(b.wind_speed) * KNOT >= 10.0;
    let base = |hour: &Hour| ceiling(hour).unwrap_or(12_000);
    rules(a) == rules(b)
        && a.condition.is_wet() == b.condition.is_wet()
        && !veered
        && (a.wind_gust - b.wind_gust).abs() * KNOT < 15.0
        && base(a).min(3_100) / 1_000 == base(b).min(3_100) / 1_000
}
