//! The railways of the Netherlands: stations, a clock-face timetable, delays, seats, fares and journeys.
//!
//! [`Railway`] holds what the tables say and never changes. [`Railway::at`] looks at it from one moment of one seed's
//! world: only then are delays, cancellations and sold seats defined, since they depend on how much is known and sold by
//! that moment. All of it is a function of seed, tables, date and moment, never of what was asked before.
//!
//! Times are minutes of local (Amsterdam) wall-clock time since midnight of a date; they pass 1440 when a train runs into
//! the next day. A train run is a number and the date on which it leaves its first station.

mod board;
mod day;
mod facilities;
mod fares;
mod journeys;
mod line;
mod live;
mod offer;
mod platforms;
mod run;
mod seats;
mod station;

use std::collections::BTreeMap;
use std::sync::OnceLock;

use jiff::civil::DateTime;

pub use board::{Event, Way};
pub use day::{Moment, clock, minutes};
pub use facilities::{Facility, facility};
pub use fares::Fare;
pub use journeys::{Journey, Leg};
pub use line::{Line, Route, Service, Stop};
pub use live::{At, Cancellation};
pub use offer::{Offer, OfferError};
pub use run::{Call, Run, Trip};
pub use seats::{Class, Level, Seat, Seats};
pub use station::{Size, Station, StepFree};

use crate::world::facts::{Model, read_table};
use crate::world::seed::Seed;

/// All stations and lines, indexed.
#[derive(Debug)]
pub struct Railway {
    stations: Vec<Station>,
    lines: Vec<Line>,
    /// Folded code, name or alias → station.
    names: BTreeMap<String, usize>,
    /// Series → line.
    series: BTreeMap<u32, usize>,
    /// Station → everything that calls there.
    passing: Vec<Vec<Passing>>,
    /// Tariff kilometres between all stations, worked out when the first fare is asked for.
    distances: OnceLock<Vec<u16>>,
}

/// One direction of one line at one of its stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Passing {
    line: usize,
    direction: usize,
    stop: usize,
}

impl Railway {
    /// Reads `responses/world/stations.json` and `responses/world/train_lines.json`.
    ///
    /// # Errors
    ///
    /// A row is not of its shape, two stations share a spelling, two lines share train numbers, a line names a station that
    /// does not exist, or a station has no trains.
    pub fn from_tables(stations: &[u8], lines: &[u8]) -> Result<Self, String> {
        let stations: Vec<Station> = read_table("stations", stations)?;
        for station in &stations {
            if let Some(kind) = station.facilities.iter().find(|kind| facility(kind, station).is_none()) {
                return Err(format!("stations: {}: there is no kind of facility '{kind}'", station.code));
            }
        }
        let names = station::index(&stations)?;
        let codes: BTreeMap<&str, usize> = stations.iter().enumerate().map(|(i, s)| (s.code.as_str(), i)).collect();
        let rows: Vec<line::Row> = read_table("train_lines", lines)?;
        let mut lines = rows.into_iter().map(|row| line::Line::new(row, &codes)).collect::<Result<Vec<_>, _>>()?;
        let series = line::index(&lines)?;
        let passing = passing(&lines, stations.len());
        if let Some(lonely) = passing.iter().position(Vec::is_empty) {
            return Err(format!("stations: no line calls at '{}'", stations[lonely].code));
        }
        platforms::assign(&mut lines, &stations, &passing);
        Ok(Self { stations, lines, names, series, passing, distances: OnceLock::new() })
    }

    /// The railway as it is known at a moment (Amsterdam wall clock) of one seed's world.
    pub fn at(&self, seed: Seed, now: DateTime) -> At<'_> {
        At::new(self, seed, now)
    }

    /// All stations, by code.
    pub fn stations(&self) -> &[Station] {
        &self.stations
    }

    /// All lines, by series.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }
}

impl Model for Railway {
    const TABLES: &'static [&'static str] = &["stations", "train_lines"];

    fn build(tables: &[&[u8]]) -> Result<Self, String> {
        match tables {
            [stations, lines] => Self::from_tables(stations, lines),
            _ => Err("the railway is built from two tables".into()),
        }
    }
}

fn passing(lines: &[Line], stations: usize) -> Vec<Vec<Passing>> {
    let mut at = vec![Vec::new(); stations];
    for (line, l) in lines.iter().enumerate() {
        for (direction, route) in l.routes.iter().enumerate() {
            for (stop, s) in route.stops.iter().enumerate() {
                at[s.station].push(Passing { line, direction, stop });
            }
        }
    }
    at
}

#[cfg(test)]
mod tests;
