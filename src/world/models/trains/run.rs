//! Train numbers and the runs they name.

use jiff::civil::Date;

use super::Railway;
use super::day::{self, Moment};
use super::line::{Line, Route, days_in_words};
use super::live::{At, Cancellation};
use super::station::Station;

/// What a train number means: a line, a direction of it, and when in the day the train leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Trip {
    pub(super) line: usize,
    pub(super) direction: usize,
    pub(super) slot: i32,
}

/// A train on a day.
#[derive(Clone, Debug)]
pub struct Run<'a> {
    /// Train number.
    pub number: u32,
    /// The date on which it leaves its first station.
    pub date: Date,
    /// Its line.
    pub line: &'a Line,
    /// Where it stops, in order.
    pub calls: Vec<Call<'a>>,
    /// Why it does not run, as far as that is known.
    pub cancelled: Option<Cancellation>,
    pub(super) trip: Trip,
}

/// A halt of a train on a day.
#[derive(Clone, Debug, PartialEq)]
pub struct Call<'a> {
    /// Where.
    pub station: &'a Station,
    /// When it is due in; nothing at the first station.
    pub arrival: Option<Moment>,
    /// When it is due out; nothing at the last station.
    pub departure: Option<Moment>,
    /// At which platform.
    pub platform: &'a str,
    /// Minutes late in; nothing when it is not known (yet), or the train does not run.
    pub arrival_delay: Option<i32>,
    /// Minutes late out.
    pub departure_delay: Option<i32>,
}

impl Railway {
    /// What a number means, on whatever days it runs.
    pub(super) fn trip(&self, number: u32) -> Option<Trip> {
        let line = *self.series.get(&(number / 100 * 100))?;
        let (direction, slot) = self.lines[line].slot(number)?;
        Some(Trip { line, direction, slot })
    }

    pub(super) fn runs_on(&self, trip: Trip, date: Date) -> bool {
        let line = &self.lines[trip.line];
        line.service(date).is_some_and(|s| line.in_service(s, trip.direction, trip.slot))
    }

    pub(super) fn route(&self, trip: Trip) -> &Route {
        &self.lines[trip.line].routes[trip.direction]
    }

    pub(super) fn number(&self, trip: Trip) -> u32 {
        self.lines[trip.line].number(trip.direction, trip.slot)
    }

    /// Minutes after midnight at which the trip leaves its first station.
    pub(super) fn leaves(&self, trip: Trip) -> i32 {
        self.lines[trip.line].leaves(trip.direction, trip.slot)
    }

    pub(super) fn platform(&self, trip: Trip, stop: usize) -> &str {
        let stop = &self.route(trip).stops[stop];
        self.stations[stop.station].platforms.get(stop.platform).map_or("", String::as_str)
    }

    /// Whether any train has this number, whatever the day.
    pub fn knows(&self, number: u32) -> bool {
        self.trip(number).is_some()
    }

    /// Line, first and last station of a number.
    pub fn train(&self, number: u32) -> Option<(&Line, &Station, &Station)> {
        let trip = self.trip(number)?;
        let stops = &self.route(trip).stops;
        let station = |stop: usize| &self.stations[stops[stop].station];
        Some((&self.lines[trip.line], station(0), station(stops.len() - 1)))
    }

    /// Days on which a number runs, e.g. `Monday to Friday and Saturday`; nothing for an unknown number.
    pub fn running_days(&self, number: u32) -> Option<&'static str> {
        let trip = self.trip(number)?;
        Some(days_in_words(self.lines[trip.line].days(trip)))
    }

    /// Up to three train numbers that exist, nearest to one that does not; of the same series when there is such a series.
    pub fn near_numbers(&self, number: u32) -> Vec<u32> {
        let of_line = |line: usize| {
            let line = &self.lines[line];
            (line.series..line.series + 100).filter(|n| line.slot(*n).is_some())
        };
        let mut known: Vec<u32> = match self.series.get(&(number / 100 * 100)) {
            Some(line) => of_line(*line).collect(),
            None => (0..self.lines.len()).flat_map(of_line).collect(),
        };
        known.sort_by_key(|n| (n.abs_diff(number), *n));
        known.truncate(3);
        known
    }
}

impl<'a> At<'a> {
    /// The run of a number on a date, or nothing when it does not run on that day.
    pub fn run(&self, number: u32, date: Date) -> Option<Run<'a>> {
        let trip = self.railway.trip(number)?;
        self.railway.runs_on(trip, date).then(|| self.run_of(trip, date))
    }

    pub(super) fn run_of(&self, trip: Trip, date: Date) -> Run<'a> {
        let cancelled = self.cancelled(trip, date);
        let late = if cancelled.is_some() { None } else { Some(self.lateness(trip, date)) };
        let leaves = self.railway.leaves(trip);
        let stops = &self.railway.route(trip).stops;
        let last = stops.len() - 1;
        let call = |i: usize| {
            let stop = &stops[i];
            let (arrival, departure) = (leaves + stop.arrival, leaves + stop.departure);
            let (comes, goes) = (i > 0, i < last);
            let known = |at: i32, minutes: fn(&super::live::Lateness, usize) -> i32| {
                late.as_ref().filter(|_| self.is_known(date, at)).map(|l| minutes(l, i))
            };
            Call {
                station: &self.railway.stations[stop.station],
                arrival: comes.then(|| Moment::new(date, arrival)),
                departure: goes.then(|| Moment::new(date, departure)),
                platform: self.railway.platform(trip, i),
                arrival_delay: known(arrival, super::live::Lateness::arriving).filter(|_| comes),
                departure_delay: known(departure, super::live::Lateness::leaving).filter(|_| goes),
            }
        };
        let (number, line) = (self.railway.number(trip), &self.railway.lines[trip.line]);
        Run { number, date, line, calls: (0..=last).map(call).collect(), cancelled, trip }
    }

    /// Minutes from midnight of `date` to now.
    pub(super) fn now_on(&self, date: Date) -> i32 {
        day::since(date, self.now)
    }
}
