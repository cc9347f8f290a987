//! Kinds and levels of warnings, and when a day calls for one.

use crate::world::Place;
use crate::world::models::weather::{Condition, Day, Fall, Hour};

/// What is warned of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Storm and flooding rain in the waters and the season of tropical cyclones.
    Typhoon,
    /// Much rain in a day.
    Rainstorm,
    /// Heat.
    HighTemperature,
    /// Frost.
    Cold,
    /// Gusts.
    Wind,
    /// Much snow in a day.
    Snow,
    /// Thunder.
    Thunderstorm,
    /// Fog in which one sees less than half a kilometre.
    Fog,
}

/// How grave it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Minor.
    Blue,
    /// Moderate.
    Yellow,
    /// Severe.
    Orange,
    /// Extreme.
    Red,
}

impl Level {
    /// A colour, e.g. `orange`.
    pub fn code(self) -> &'static str {
        ["blue", "yellow", "orange", "red"][self as usize]
    }

    /// The severity of the Common Alerting Protocol, e.g. `severe`.
    pub fn severity(self) -> &'static str {
        ["minor", "moderate", "severe", "extreme"][self as usize]
    }

    /// The highest level whose threshold the value reaches; thresholds that no value reaches stand for levels that the
    /// kind has not.
    fn reached(value: f64, thresholds: [f64; 4]) -> Option<Level> {
        let levels = [Level::Red, Level::Orange, Level::Yellow, Level::Blue];
        levels.into_iter().find(|level| value >= thresholds[*level as usize])
    }
}

/// A level that a kind has not.
const NEVER: f64 = f64::INFINITY;

/// Thresholds from blue to red.
const HEAT: [f64; 4] = [NEVER, 35.0, 37.0, 40.0];
const FROST: [f64; 4] = [NEVER, 15.0, 25.0, 35.0];
const GUST: [f64; 4] = [13.9, 17.2, 20.8, 24.5];
const RAIN: [f64; 4] = [30.0, 50.0, 80.0, 120.0];
const SNOW: [f64; 4] = [5.0, 10.0, 15.0, 20.0];
/// Of a tropical storm: gusts and the rain that must come with them.
const STORM: [(f64, f64); 4] = [(10.8, 50.0), (13.9, 60.0), (17.2, 80.0), (20.8, 100.0)];

/// What a day is warned of: the value that decides, and the hours that are concerned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Warning {
    /// What is warned of.
    pub kind: Kind,
    /// How grave it is.
    pub level: Level,
    /// The value of the day that decides, in the unit of the kind.
    pub value: f64,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Kind; 8] = [
        Kind::Typhoon,
        Kind::Rainstorm,
        Kind::HighTemperature,
        Kind::Cold,
        Kind::Wind,
        Kind::Snow,
        Kind::Thunderstorm,
        Kind::Fog,
    ];

    /// A code that never changes, e.g. `highTemperature`.
    pub fn code(self) -> &'static str {
        match self {
            Kind::Typhoon => "typhoon",
            Kind::Rainstorm => "rainstorm",
            Kind::HighTemperature => "highTemperature",
            Kind::Cold => "cold",
            Kind::Wind => "wind",
            Kind::Snow => "snow",
            Kind::Thunderstorm => "thunderstorm",
            Kind::Fog => "fog",
        }
    }

    /// What `value` of a warning counts: the field of the day's weather and its unit.
    pub fn measure(self) -> (&'static str, &'static str) {
        match self {
            Kind::Typhoon | Kind::Wind => ("windGustMax", "m/s"),
            Kind::Rainstorm => ("rain", "mm"),
            Kind::HighTemperature => ("temperatureMax", "°C"),
            Kind::Cold => ("temperatureMin", "°C"),
            Kind::Snow => ("snow", "mm"),
            Kind::Thunderstorm => ("precipitationOfWettestThunderHour", "mm"),
            Kind::Fog => ("visibilityMin", "km"),
        }
    }

    /// What to do about it, in a sentence.
    pub fn advice(self) -> &'static str {
        match self {
            Kind::Typhoon => "Stay indoors and away from the shore; expect flooding and flying debris.",
            Kind::Rainstorm => "Avoid underpasses, river banks and flooded roads; allow more time for journeys.",
            Kind::HighTemperature => "Drink often, stay in the shade around noon and look in on older neighbours.",
            Kind::Cold => "Cover skin outdoors, keep pipes from freezing and do not let pets stay out.",
            Kind::Wind => "Secure loose things outdoors and keep away from trees and scaffolding.",
            Kind::Snow => "Leave the car at home if you can; expect slippery roads and delays.",
            Kind::Thunderstorm => "Go indoors when you hear thunder; keep off open ground, water and lone trees.",
            Kind::Fog => "Slow down, use fog lights and keep a greater distance.",
        }
    }

    /// Whether an hour is one of those that the warning is about, on a day that has it.
    pub(super) fn concerns(self, hour: &Hour) -> bool {
        match self {
            Kind::Typhoon => hour.wind_gust >= STORM[0].0 || hour.precipitation > 0.0,
            Kind::Rainstorm => hour.fall == Fall::Rain,
            Kind::HighTemperature => hour.temperature >= HEAT[1],
            Kind::Cold => -hour.temperature >= FROST[1],
            Kind::Wind => hour.wind_gust >= GUST[0],
            Kind::Snow => matches!(hour.fall, Fall::Snow | Fall::Sleet),
            Kind::Thunderstorm => hour.condition == Condition::Thunderstorm,
            Kind::Fog => hour.visibility < 0.5,
        }
    }

    /// Whether a day may call for it, before its hours are looked at.
    pub(super) fn may_be(self, place: &Place, day: &Day) -> bool {
        match self {
            Kind::Thunderstorm => day.condition == Condition::Thunderstorm,
            kind => kind.warning(place, day, &[]).is_some(),
        }
    }

    /// What a day calls for, from the values that every weather tool tells of it.
    pub(super) fn warning(self, place: &Place, day: &Day, hours: &[Hour]) -> Option<Warning> {
        let by = |value: f64, thresholds| Level::reached(value, thresholds).map(|level| (level, value));
        let (level, value) = match self {
            Kind::Typhoon => {
                let fits = |level: &Level| {
                    let (gust, rain) = STORM[*level as usize];
                    day.wind_gust >= gust && day.precipitation >= rain
                };
                let levels = [Level::Red, Level::Orange, Level::Yellow, Level::Blue];
                let level = levels.into_iter().find(fits).filter(|_| has_cyclones(place, day.date.month()))?;
                (level, day.wind_gust)
            }
            Kind::Rainstorm => by(super::tenth(day.precipitation - day.snow), RAIN)?,
            Kind::HighTemperature => by(day.high, HEAT)?,
            Kind::Cold => by(-day.low, FROST).map(|(level, value)| (level, -value))?,
            Kind::Wind => by(day.wind_gust, GUST)?,
            Kind::Snow => by(day.snow, SNOW)?,
            Kind::Thunderstorm => thunder(hours)?,
            Kind::Fog if day.visibility < 0.2 => (Level::Orange, day.visibility),
            Kind::Fog if day.visibility < 0.5 => (Level::Yellow, day.visibility),
            Kind::Fog => return None,
        };
        Some(Warning { kind: self, level, value })
    }
}

/// Thunder is yellow, with 10 mm in an hour orange, with 20 mm red.
fn thunder(hours: &[Hour]) -> Option<(Level, f64)> {
    let wettest = hours.iter().filter(|h| Kind::Thunderstorm.concerns(h)).map(|h| h.precipitation).reduce(f64::max)?;
    Level::reached(wettest, [NEVER, 0.0, 10.0, 20.0]).map(|level| (level, wettest))
}

/// Whether tropical cyclones come to a place in a month: four basins, each with its season.
fn has_cyclones(place: &Place, month: i8) -> bool {
    const BASINS: [(f64, f64, f64, f64); 4] =
        [(5.0, 40.0, 100.0, 160.0), (8.0, 36.0, -120.0, -50.0), (8.0, 25.0, 60.0, 100.0), (-30.0, -8.0, 30.0, 180.0)];
    let season = if place.latitude > 0.0 { (5..=11).contains(&month) } else { !(5..=10).contains(&month) };
    let within = |&(south, north, west, east): &(f64, f64, f64, f64)| {
        (south..=north).contains(&place.latitude) && (west..=east).contains(&place.longitude)
    };
    season && BASINS.iter().any(within)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_level_reached_counts() {
        assert_eq!(Level::reached(34.9, HEAT), None);
        assert_eq!(Level::reached(35.0, HEAT), Some(Level::Yellow));
        assert_eq!(Level::reached(41.0, HEAT), Some(Level::Red));
        assert_eq!(Level::reached(14.0, GUST), Some(Level::Blue));
    }
}
