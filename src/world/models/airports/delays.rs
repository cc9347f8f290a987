//! Delays: what weather, the wave of traffic and mishaps bring an airport in an hour.
//!
//! Everything follows from the hour: the weather there, the local time, the size of the airport, and for mishaps the seed.
//! As at the Federal Aviation Administration, less than fifteen minutes is on time.

use super::Airport;
use super::ceiling::{Rules, flight_rules};
use crate::world::Seed;
use crate::world::models::weather::{Condition, Fall, Hour, Local};
use crate::world::seed::Field;
use crate::world::zone;

/// Minutes that count as a delay.
const LEAST: f64 = 15.0;

/// What brings a delay.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum DelayKind {
    /// The weather at the airport.
    Weather,
    /// More flights than the runways take.
    Volume,
    /// A runway is closed or works are on.
    Runway,
    /// Radar, lights or computers are out of order.
    Equipment,
    /// Too few controllers.
    Staffing,
    /// A terminal or checkpoint had to be cleared.
    Security,
}

impl DelayKind {
    /// Every kind.
    pub const ALL: [DelayKind; 6] = [
        DelayKind::Weather,
        DelayKind::Volume,
        DelayKind::Runway,
        DelayKind::Equipment,
        DelayKind::Staffing,
        DelayKind::Security,
    ];

    /// E.g. `weather`.
    pub fn code(self) -> &'static str {
        ["weather", "volume", "runway", "equipment", "staffing", "security"][self as usize]
    }
}

/// A delay that holds in an hour.
#[derive(Clone, Debug, PartialEq)]
pub struct Delay {
    /// What brings it.
    pub kind: DelayKind,
    /// Why, in a few words, e.g. `low visibility`.
    pub reason: &'static str,
    /// `ground_stop`, `ground_delay`, `departure_delay` or `arrival_delay`.
    pub program: &'static str,
    /// Mean minutes, whole.
    pub minutes: i64,
    /// Mean minutes of the hour before.
    pub before: i64,
}

/// The delays at an airport in an hour, longest first; none when flights leave and land on time.
pub fn delays(seed: Seed, airport: &Airport, local: &Local, unix_hour: i64) -> Vec<Delay> {
    let mishaps = seed.field(&["airport delays", &airport.iata]);
    let (now, past) = (local.hour(unix_hour), local.hour(unix_hour - 1));
    let clock = |hour: i64| local_hour(airport, hour);
    let mut found: Vec<Delay> = DelayKind::ALL
        .into_iter()
        .filter_map(|kind| {
            let (minutes, reason) = minutes(kind, airport, mishaps, &now, clock(unix_hour))?;
            let before = minutes_of(kind, airport, mishaps, &past, clock(unix_hour - 1));
            Some(Delay { kind, reason, program: program(kind, minutes, &now), minutes: minutes.round() as i64, before })
        })
        .collect();
    found.sort_by_key(|delay| std::cmp::Reverse(delay.minutes));
    found
}

fn minutes_of(kind: DelayKind, airport: &Airport, mishaps: Field, hour: &Hour, clock: i64) -> i64 {
    minutes(kind, airport, mishaps, hour, clock).map_or(0, |(minutes, _)| minutes.round() as i64)
}

/// Minutes and reason of a kind, when they are worth telling.
fn minutes(kind: DelayKind, airport: &Airport, mishaps: Field, hour: &Hour, clock: i64) -> Option<(f64, &'static str)> {
    let busy = traffic(airport, clock);
    let (full, reason) = match kind {
        DelayKind::Weather => weather(hour)?,
        // What is scheduled beyond what the runways take waits; a hub is full twice a day.
        DelayKind::Volume => {
            let over = busy - 0.82 + 0.12 * mishaps.lattice(hour.unix_hour, 0, 1);
            (95.0 * over, "volume of traffic")
        }
        other => mishap(other, mishaps, hour.unix_hour)?,
    };
    let minutes = match kind {
        DelayKind::Volume => full,
        // At night there is hardly anyone to be late.
        _ => full * (0.45 + 0.65 * busy),
    };
    (minutes.round() >= LEAST).then_some((minutes.min(240.0), reason))
}

/// Minutes that weather costs a busy airport, by its worst trait.
fn weather(hour: &Hour) -> Option<(f64, &'static str)> {
    let snow = if matches!(hour.fall, Fall::Snow | Fall::Sleet) { 35.0 + 22.0 * hour.precipitation } else { 0.0 };
    let traits = [
        (
            if hour.condition == Condition::Thunderstorm { 70.0 + 2.5 * hour.precipitation } else { 0.0 },
            "thunderstorms",
        ),
        (snow, "snow and ice"),
        (
            match hour.visibility {
                v if v < 0.4 => 85.0,
                v if v < 0.8 => 60.0,
                v if v < 1.6 => 35.0,
                _ => 0.0,
            },
            "low visibility",
        ),
        (if hour.wind_gust >= 13.0 { 20.0 + 5.0 * (hour.wind_gust - 13.0) } else { 0.0 }, "wind"),
        (if flight_rules(hour) >= Rules::Ifr { 24.0 } else { 0.0 }, "low ceilings"),
        (if hour.precipitation > 7.6 { 26.0 } else { 0.0 }, "heavy rain"),
    ];
    traits.into_iter().fold(None, |worst: Option<(f64, &str)>, (minutes, reason)| match worst {
        Some(known) if known.0 >= minutes => Some(known),
        _ if minutes > 0.0 => Some((minutes, reason)),
        _ => worst,
    })
}

/// Things that go wrong for some hours now and then, whatever the weather.
fn mishap(kind: DelayKind, mishaps: Field, unix_hour: i64) -> Option<(f64, &'static str)> {
    let (lasts, rare, reason) = match kind {
        DelayKind::Runway => (8, 0.965, "runway construction"),
        DelayKind::Equipment => (4, 0.98, "equipment outage"),
        DelayKind::Staffing => (6, 0.97, "staffing"),
        _ => (2, 0.99, "security"),
    };
    let block = unix_hour.div_euclid(lasts);
    let drawn = (mishaps.lattice(block, kind as i64, 2) + 1.0) / 2.0;
    (drawn > rare).then_some((30.0 + 45.0 * (drawn - rare) / (1.0 - rare), reason))
}

/// How full the airport is at a local hour, from 0 at night to 1 in the peaks of a hub.
fn traffic(airport: &Airport, clock: i64) -> f64 {
    const WAVE: [f64; 24] = [
        0.12, 0.08, 0.06, 0.06, 0.12, 0.35, 0.7, 0.92, 1.0, 0.88, 0.78, 0.8, 0.84, 0.8, 0.78, 0.82, 0.92, 1.0, 0.98,
        0.86, 0.7, 0.55, 0.4, 0.22,
    ];
    let size = match airport.size {
        4 => 1.0,
        3 => 0.78,
        _ => 0.5,
    };
    WAVE[clock.rem_euclid(24) as usize] * size
}

fn local_hour(airport: &Airport, unix_hour: i64) -> i64 {
    let instant = jiff::Timestamp::from_second(unix_hour * 3600).unwrap_or(jiff::Timestamp::UNIX_EPOCH);
    i64::from(instant.to_zoned_datetime(zone(&airport.timezone)).hour())
}

/// What is done about it.
fn program(kind: DelayKind, minutes: f64, hour: &Hour) -> &'static str {
    let stops = matches!(hour.condition, Condition::Thunderstorm | Condition::HeavySnow);
    match kind {
        DelayKind::Weather if stops && minutes >= 75.0 => "ground_stop",
        DelayKind::Weather => "ground_delay",
        DelayKind::Security => "departure_delay",
        DelayKind::Volume if minutes < 30.0 => "departure_delay",
        DelayKind::Runway if minutes < 45.0 => "arrival_delay",
        _ => "ground_delay",
    }
}
