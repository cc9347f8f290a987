//! Whether weather and season suit an activity.

use jiff::civil::Date;

use super::{Activity, Setting};
use crate::world::models::weather::Day;

/// The weather that an activity wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// Any.
    Any,
    /// No rain.
    Dry,
    /// No rain, and not cold.
    Mild,
    /// No rain, and warm.
    Warm,
    /// No rain, and a steady wind.
    Wind,
    /// Snow that lies.
    Snow,
    /// No clouds.
    Clear,
}

impl Need {
    /// Reads the table's word.
    pub(super) fn named(text: &str) -> Option<Self> {
        Some(match text {
            "" => Self::Any,
            "dry" => Self::Dry,
            "mild" => Self::Mild,
            "warm" => Self::Warm,
            "wind" => Self::Wind,
            "snow" => Self::Snow,
            "clear" => Self::Clear,
            _ => return None,
        })
    }

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Any => "any",
            Self::Dry => "dry",
            Self::Mild => "mild",
            Self::Warm => "warm",
            Self::Wind => "wind",
            Self::Snow => "snow",
            Self::Clear => "clear",
        }
    }
}

/// How well a day suits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Better not.
    Poor,
    /// It can be done.
    Fair,
    /// Just right.
    Good,
}

impl Level {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Poor => "poor",
            Self::Fair => "fair",
            Self::Good => "good",
        }
    }
}

/// Degrees north or south within which there are no seasons to speak of.
const TROPICS: f64 = 15.0;

/// Names of the seasons by their letter, in the order of the year in the north, from March.
pub const SEASONS: [(char, &str); 4] = [('p', "spring"), ('s', "summer"), ('a', "autumn"), ('w', "winter")];

/// The season's letter of a month at a latitude, or nothing in the tropics.
fn season(month: i8, latitude: f64) -> Option<char> {
    let shift = if latitude < 0.0 { 6 } else { 0 };
    let quarter = (i32::from(month) + 9 + shift) % 12 / 3;
    (latitude.abs() >= TROPICS).then(|| SEASONS[quarter as usize].0)
}

impl Activity {
    /// Whether it is done in the month of a date at a latitude. In the tropics everything is, but for what wants winter alone.
    pub fn in_season(&self, date: Date, latitude: f64) -> bool {
        match season(date.month(), latitude) {
            _ if self.seasons.is_empty() => true,
            Some(letter) => self.seasons.contains(letter),
            None => self.seasons.chars().any(|letter| letter != 'w'),
        }
    }

    /// How well a day suits it, and why. `past` are the days before, which say whether snow lies.
    pub fn suits(&self, day: &Day, past: &[Day], latitude: f64) -> (Level, &'static str) {
        if self.setting != Setting::Outdoors {
            return (Level::Good, "under a roof");
        }
        // Snow is its own season: it may lie in April, and not in January.
        if self.need != Need::Snow && !self.in_season(day.date, latitude) {
            return (Level::Poor, "out of season");
        }
        if day.wind_gust >= 21.0 {
            return (Level::Poor, "stormy");
        }
        match self.need {
            Need::Any => any(day),
            Need::Snow => snow(day, past),
            Need::Clear => least(sky(day), rain(day)),
            Need::Wind => least(wind(day), rain(day)),
            Need::Dry => least(rain(day), any(day)),
            Need::Mild => least(rain(day), warmth(day, 10.0)),
            Need::Warm => least(rain(day), warmth(day, 18.0)),
        }
    }
}

type Judged = (Level, &'static str);

/// The worse of two; the first of equals.
fn least(a: Judged, b: Judged) -> Judged {
    if b.0 < a.0 { b } else { a }
}

fn any(day: &Day) -> Judged {
    match (day.apparent_low, day.apparent_high) {
        (_, high) if high >= 38.0 => (Level::Poor, "very hot"),
        (_, high) if high <= -12.0 => (Level::Poor, "bitterly cold"),
        (_, high) if high >= 33.0 => (Level::Fair, "hot"),
        (_, high) if high <= 0.0 => (Level::Fair, "freezing"),
        _ => (Level::Good, "dry enough and neither hot nor freezing"),
    }
}

fn rain(day: &Day) -> Judged {
    match day.precipitation {
        mm if mm < 1.0 => (Level::Good, "dry"),
        mm if mm < 4.0 && day.wet_hours <= 5 => (Level::Fair, "a shower or two"),
        _ => (Level::Poor, "wet"),
    }
}

fn warmth(day: &Day, least: f64) -> Judged {
    match day.high {
        high if high >= 36.0 => (Level::Fair, "hot"),
        high if high >= least => (Level::Good, "dry and warm enough"),
        high if high >= least - 4.0 => (Level::Fair, "rather cool"),
        _ => (Level::Poor, "too cold"),
    }
}

fn wind(day: &Day) -> Judged {
    match day.wind_mean {
        speed if (4.0..=10.0).contains(&speed) => (Level::Good, "a steady wind"),
        speed if (2.5..4.0).contains(&speed) => (Level::Fair, "a light wind"),
        speed if speed > 10.0 => (Level::Fair, "a strong wind"),
        _ => (Level::Poor, "hardly any wind"),
    }
}

fn sky(day: &Day) -> Judged {
    match day.cloud {
        cloud if cloud <= 30 => (Level::Good, "a clear sky"),
        cloud if cloud <= 60 => (Level::Fair, "some clouds"),
        _ => (Level::Poor, "too many clouds"),
    }
}

/// Snow lies where it fell in the last days and did not melt.
fn snow(day: &Day, past: &[Day]) -> Judged {
    let fallen: f64 = past.iter().chain([day]).map(|one| one.snow).sum();
    let thawed = past.iter().chain([day]).any(|one| one.high > 5.0);
    match (fallen, day.mean) {
        (mm, mean) if mm >= 4.0 && mean <= 0.5 && !thawed => (Level::Good, "snow lies"),
        (mm, mean) if mm >= 2.0 && mean <= 2.0 => (Level::Fair, "little or wet snow"),
        _ => (Level::Poor, "no snow"),
    }
}
