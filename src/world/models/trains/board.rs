//! Departure and arrival boards.

use jiff::civil::Date;

use super::day::{Moment, shift};
use super::line::Line;
use super::live::{At, Cancellation};
use super::run::Trip;
use super::station::Station;

/// Which board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Trains that come in.
    Arrivals,
    /// Trains that go out.
    Departures,
}

/// A line of a board.
#[derive(Clone, Debug)]
pub struct Event<'a> {
    /// Train number.
    pub number: u32,
    /// The date on which the train leaves its first station.
    pub run_date: Date,
    /// Its line.
    pub line: &'a Line,
    /// First station of the train.
    pub origin: &'a Station,
    /// Last station of the train.
    pub destination: &'a Station,
    /// Stations between here and the end it goes to (or comes from), in the order of travel.
    pub via: Vec<&'a Station>,
    /// When it is due.
    pub due: Moment,
    /// Minutes late; nothing when it is not known (yet), or the train does not run.
    pub delay: Option<i32>,
    /// Platform.
    pub platform: &'a str,
    /// Why it does not run, as far as that is known.
    pub cancelled: Option<Cancellation>,
}

impl<'a> At<'a> {
    /// Trains that leave a station within `window` minutes from `from` (minutes after midnight of `date`), by time.
    pub fn departures(&self, station: &Station, date: Date, from: i32, window: i32) -> Vec<Event<'a>> {
        self.board(Way::Departures, station, date, from, window)
    }

    /// Trains that reach a station within `window` minutes from `from` (minutes after midnight of `date`), by time.
    pub fn arrivals(&self, station: &Station, date: Date, from: i32, window: i32) -> Vec<Event<'a>> {
        self.board(Way::Arrivals, station, date, from, window)
    }

    /// Either board.
    pub fn board(&self, way: Way, station: &Station, date: Date, from: i32, window: i32) -> Vec<Event<'a>> {
        let Some(at) = self.railway.station_index(&station.code) else {
            return Vec::new();
        };
        let mut found: Vec<(i32, u32, Date, Trip, usize)> = Vec::new();
        for p in &self.railway.passing[at] {
            let line = &self.railway.lines[p.line];
            let stops = &line.routes[p.direction].stops;
            let (stop, ends) = (&stops[p.stop], if way == Way::Departures { stops.len() - 1 } else { 0 });
            if p.stop == ends {
                continue;
            }
            let after = if way == Way::Departures { stop.departure } else { stop.arrival };
            for days in -1..=1 {
                let (run_date, offset) = (shift(date, days), days * 1440 + after);
                let Some(service) = line.service(run_date) else {
                    continue;
                };
                let slots = line.slots(service, p.direction);
                let first = line.slot_from(p.direction, from - offset).max(slots.start);
                let due = |slot: i32| offset + line.leaves(p.direction, slot);
                for slot in (first..slots.end).take_while(|slot| due(*slot) < from + window) {
                    let trip = Trip { line: p.line, direction: p.direction, slot };
                    found.push((due(slot), self.railway.number(trip), run_date, trip, p.stop));
                }
            }
        }
        found.sort();
        found
            .into_iter()
            .map(|(due, _, run_date, trip, stop)| self.event(way, trip, run_date, stop, Moment::new(date, due)))
            .collect()
    }

    fn event(&self, way: Way, trip: Trip, run_date: Date, stop: usize, due: Moment) -> Event<'a> {
        let stops = &self.railway.route(trip).stops;
        let last = stops.len() - 1;
        let via = match way {
            Way::Departures => stop + 1..last,
            Way::Arrivals => 1..stop,
        };
        let station = |i: usize| &self.railway.stations[stops[i].station];
        let cancelled = self.cancelled(trip, run_date);
        let late = self.lateness(trip, run_date);
        let minutes = if way == Way::Departures { late.leaving(stop) } else { late.arriving(stop) };
        let known = cancelled.is_none() && self.is_known(due.date, due.minute);
        Event {
            number: self.railway.number(trip),
            run_date,
            line: &self.railway.lines[trip.line],
            origin: station(0),
            destination: station(last),
            via: via.map(station).collect(),
            due,
            delay: known.then_some(minutes),
            platform: self.railway.platform(trip, stop),
            cancelled,
        }
    }
}
