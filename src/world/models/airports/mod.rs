//! Airports: codes and names, reports of their weather as pilots read them, and the delays that weather and traffic bring.
//!
//! ```text
//! lookup   airports by code, name or town
//! ceiling  height of the clouds, flight rules
//! metar    the report of an hour
//! taf      the forecast
//! pirep    what pilots say aloft
//! delays   ground delays: weather, volume of traffic, and what else happens
//! ```
//!
//! The weather is that of [`super::weather`] at the airport's spot; nothing here has weather of its own.

mod ceiling;
mod delays;
mod lookup;
mod metar;
mod pirep;
mod taf;
#[cfg(test)]
mod tests;

use serde::Deserialize;

pub use ceiling::{Rules, ceiling, flight_rules, layers};
pub use delays::{Delay, DelayKind, delays};
pub use lookup::{Airports, FoundAirport};
pub use metar::metar;
pub use pirep::{Pirep, pireps};
pub use taf::{Taf, TafPart, taf};

/// An airport with scheduled flights.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Airport {
    /// IATA code, three letters.
    pub iata: String,
    /// ICAO code, four letters.
    pub icao: String,
    /// English name.
    pub name: String,
    /// The town it serves.
    pub city: String,
    /// ISO 3166-1 alpha-2 code.
    pub country: String,
    /// Degrees north.
    pub latitude: f64,
    /// Degrees east.
    pub longitude: f64,
    /// Metres above the sea.
    pub elevation: i32,
    /// IANA time zone.
    pub timezone: String,
    /// 2 medium, 3 large, 4 hub.
    pub size: u8,
    /// Among the hubs, the busiest first; 0 for others.
    pub rank: u8,
}

impl Airport {
    /// `medium`, `large` or `hub`.
    pub fn size_name(&self) -> &'static str {
        match self.size {
            4 => "hub",
            3 => "large",
            _ => "medium",
        }
    }

    /// Sorts airports from the busiest to the least busy.
    pub(super) fn order(&self) -> (std::cmp::Reverse<u8>, u8) {
        (std::cmp::Reverse(self.size), self.rank)
    }

    /// Whether visibility is told in statute miles and pressure in inches there.
    pub(super) fn is_american(&self) -> bool {
        matches!(self.country.as_str(), "US" | "CA" | "PR" | "VI" | "GU" | "AS" | "MP" | "MH" | "FM" | "PW")
    }

    /// Whether wind is told in metres a second there.
    pub(super) fn counts_metres(&self) -> bool {
        const METRIC: [&str; 11] = ["BY", "CN", "KG", "KP", "KZ", "MN", "RU", "TJ", "TM", "UA", "UZ"];
        METRIC.contains(&self.country.as_str())
    }
}
