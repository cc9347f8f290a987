//! What pilots report from the air around an airport.

use jiff::Timestamp;

use super::Airport;
use super::ceiling::layers;
use super::metar::KNOT;
use crate::world::Seed;
use crate::world::models::weather::{Condition, Hour, Local};

/// How far back reports are kept, in hours.
const KEPT: i64 = 2;

/// One pilot's report.
#[derive(Clone, Debug, PartialEq)]
pub struct Pirep {
    /// As it is sent.
    pub raw: String,
    /// When it was made.
    pub at: Timestamp,
    /// Hundreds of feet above the sea.
    pub flight_level: i64,
    /// Type of aircraft, e.g. `A320`.
    pub aircraft: &'static str,
    /// °C at that height.
    pub temperature: i64,
    /// `none`, `light`, `moderate` or `severe`.
    pub turbulence: &'static str,
    /// The same for ice on the wings.
    pub icing: &'static str,
    /// Whether it is urgent.
    pub urgent: bool,
}

const AIRCRAFT: [&str; 12] =
    ["A320", "B738", "E190", "A321", "B739", "CRJ9", "A20N", "B38M", "B77W", "A333", "DH8D", "C172"];

/// Reports of the last two hours, the newest first.
pub fn pireps(seed: Seed, airport: &Airport, local: &Local, now: Timestamp) -> Vec<Pirep> {
    let this = now.as_second().div_euclid(3600);
    let mut found: Vec<Pirep> = (this - KEPT..=this)
        .flat_map(|unix_hour| of_hour(seed, airport, &local.hour(unix_hour)))
        .filter(|pirep| pirep.at <= now && now.as_second() - pirep.at.as_second() <= KEPT * 3600)
        .collect();
    found.sort_by_key(|pirep| std::cmp::Reverse(pirep.at));
    found
}

fn of_hour(seed: Seed, airport: &Airport, hour: &Hour) -> Vec<Pirep> {
    let mut dice = seed.stream(&["pirep", &airport.iata, &hour.unix_hour.to_string()]);
    let most = usize::from(airport.size) - 1;
    let count = dice.below(most + 1);
    (0..count)
        .filter_map(|_| {
            let second = hour.unix_hour * 3600 + 60 * dice.within(0, 59);
            let highest = if dice.chance(0.4) { 70 } else { 24 };
            let level = 5 * dice.within(4, highest);
            let aircraft = AIRCRAFT[dice.below(if airport.size > 2 { 11 } else { 12 })];
            // The standard atmosphere cools by 2 °C each thousand feet up to 36,000.
            let above = (level * 100) as f64 - f64::from(airport.elevation) * 3.281;
            let temperature = (hour.temperature - 1.98 * above.max(0.0) / 1000.0).max(-62.0).round() as i64;
            let at = Timestamp::from_second(second).ok()?;
            let (turbulence, icing) = (turbulence(hour, level), icing(hour, level, temperature));
            let urgent = turbulence == "severe" || icing == "severe";
            let ahead = dice.within(0, 35) * 10;
            let distance = 5 * dice.within(1, 8);
            let raw = format!(
                "{} {} /OV {}{:03}{:03} /TM {} /FL{:03} /TP {} /SK {} /WX {} /TA {} /WV {:03}{:02}KT /TB {} /IC {}",
                airport.icao,
                if urgent { "UUA" } else { "UA" },
                airport.iata,
                ahead,
                distance,
                at.to_zoned_datetime(jiff::tz::TimeZone::UTC).strftime("%H%M"),
                level,
                aircraft,
                sky(hour),
                present(hour),
                if temperature < 0 { format!("M{:02}", -temperature) } else { format!("{temperature:02}") },
                (hour.wind_direction + 20) % 360 / 10 * 10,
                (hour.wind_speed * KNOT * (1.5 + level as f64 / 150.0)).round(),
                short(turbulence),
                short(icing),
            );
            Some(Pirep { raw, at, flight_level: level, aircraft, temperature, turbulence, icing, urgent })
        })
        .collect()
}

fn sky(hour: &Hour) -> String {
    match layers(hour).as_slice() {
        [] => "CLR".to_owned(),
        some => some.iter().map(|(amount, base)| format!("{amount}{:03}", base / 100)).collect::<Vec<_>>().join(" "),
    }
}

fn present(hour: &Hour) -> &'static str {
    match hour.condition {
        Condition::Thunderstorm => "TSRA",
        Condition::Fog => "FV00SM FG",
        Condition::Mist => "BR",
        Condition::LightSnow | Condition::Snow | Condition::HeavySnow => "SN",
        Condition::LightSleet | Condition::Sleet => "RASN",
        c if c.is_wet() => "RA",
        _ => "NIL",
    }
}

/// Rough air comes with gusts near the ground and with thunder all the way up.
fn turbulence(hour: &Hour, level: i64) -> &'static str {
    let low = if level < 100 { hour.wind_gust } else { hour.wind_gust / 2.0 };
    match low + if hour.condition == Condition::Thunderstorm { 9.0 } else { 0.0 } {
        g if g >= 22.0 => "severe",
        g if g >= 14.0 => "moderate",
        g if g >= 8.0 => "light",
        _ => "none",
    }
}

/// Ice grows in clouds between 0 and -20 °C.
fn icing(hour: &Hour, level: i64, temperature: i64) -> &'static str {
    let cloudy = hour.cloud >= 60 && level < 200 && (-20..=0).contains(&temperature);
    match hour.precipitation {
        _ if !cloudy => "none",
        mm if mm >= 2.5 => "severe",
        mm if mm > 0.0 => "moderate",
        _ => "light",
    }
}

fn short(word: &str) -> &'static str {
    match word {
        "severe" => "SEV",
        "moderate" => "MOD",
        "light" => "LGT",
        _ => "NEG",
    }
}
