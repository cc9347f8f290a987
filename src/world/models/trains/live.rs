//! What is known of trains at a moment: how late they are and whether they run at all.
//!
//! Whether and how late a train is, is decided by the seed for all time; a moment only decides how much of it shows.

use jiff::civil::{Date, DateTime};

use super::Railway;
use super::day;
use super::run::Trip;
use crate::world::seed::{Field, Seed};

/// Minutes ahead that delays and sudden cancellations are known.
const HORIZON: i32 = 120;

/// Shares of trains that are taken out of the timetable weeks ahead, and of those that fail on the day.
const PLANNED: f64 = 0.002;
const SUDDEN: f64 = 0.007;

const PLANNED_REASONS: [&str; 3] =
    ["planned engineering work", "a temporary speed restriction after track renewal", "an event timetable"];

const LOST_HOUR: &str = "the change to summer time, when there is no hour from two to three";

const SUDDEN_REASONS: [&str; 8] = [
    "a broken-down train",
    "a signal failure",
    "a points failure",
    "a shortage of train crew",
    "an overhead line problem",
    "a level-crossing fault",
    "an emergency on the line",
    "a train that arrived too late for its return trip",
];

/// The railway as one looks at it from a moment of one seed's world.
#[derive(Clone, Copy, Debug)]
pub struct At<'a> {
    pub(super) railway: &'a Railway,
    pub(super) seed: Seed,
    pub(super) now: DateTime,
    cancellations: Field,
    delays: Field,
    pub(super) demand: Field,
}

/// Why a train does not run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cancellation {
    /// E.g. `a signal failure`.
    pub reason: &'static str,
    /// Whether it was known weeks ahead.
    pub planned: bool,
}

/// How late a train gets, and where.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Lateness {
    minutes: i32,
    from_stop: i32,
}

impl Lateness {
    /// Minutes late when it comes in at its `stop`th stop.
    pub(super) fn arriving(&self, stop: usize) -> i32 {
        if stop as i32 > self.from_stop { self.at(stop) } else { 0 }
    }

    /// Minutes late when it goes out.
    pub(super) fn leaving(&self, stop: usize) -> i32 {
        if stop as i32 >= self.from_stop { self.at(stop) } else { 0 }
    }

    /// A minute is made up on every other stretch.
    fn at(&self, stop: usize) -> i32 {
        (self.minutes - (stop as i32 - self.from_stop) / 2).max(0)
    }
}

impl<'a> At<'a> {
    pub(super) fn new(railway: &'a Railway, seed: Seed, now: DateTime) -> Self {
        let field = |name: &str| seed.field(&["trains", name]);
        let (cancellations, delays, demand) = (field("cancellations"), field("delays"), field("demand"));
        Self { railway, seed, now, cancellations, delays, demand }
    }

    /// Whether that many minutes after midnight of `date` are past, or near enough for a forecast.
    pub(super) fn is_known(&self, date: Date, minutes: i32) -> bool {
        minutes - self.now_on(date) <= HORIZON
    }

    /// Why a trip is cancelled on a date, if it is and that is known.
    pub(super) fn cancelled(&self, trip: Trip, date: Date) -> Option<Cancellation> {
        if self.meets_a_lost_hour(trip, date) {
            return Some(Cancellation { reason: LOST_HOUR, planned: true });
        }
        let luck = self.draw(self.cancellations, trip, date, 0);
        if luck >= PLANNED + SUDDEN {
            return None;
        }
        let planned = luck < PLANNED;
        let reasons: &[&str] = if planned { &PLANNED_REASONS } else { &SUDDEN_REASONS };
        let which = self.draw(self.cancellations, trip, date, 1) * reasons.len() as f64;
        let known = planned || self.is_known(date, self.railway.leaves(trip));
        known.then(|| Cancellation { reason: reasons[which as usize], planned })
    }

    /// Whether the trip is under way between two and three o'clock in the night that has no such hour.
    fn meets_a_lost_hour(&self, trip: Trip, date: Date) -> bool {
        let leaves = self.railway.leaves(trip);
        let ends = leaves + self.railway.route(trip).stops.last().map_or(0, |stop| stop.arrival);
        (0..=1).any(|days| {
            let two = days * day::DAY + 120;
            leaves < two + 60 && ends >= two && day::loses_an_hour(day::shift(date, days))
        })
    }

    pub(super) fn lateness(&self, trip: Trip, date: Date) -> Lateness {
        let draw = |n: i64| self.draw(self.delays, trip, date, n);
        if draw(0) > 0.22 {
            return Lateness::default();
        }
        let within = draw(2);
        let minutes = match draw(1) {
            x if x < 0.62 => 1.0 + 3.0 * within,
            x if x < 0.92 => 4.0 + 6.0 * within,
            _ => 10.0 + 25.0 * within,
        };
        let stops = self.railway.route(trip).stops.len() as f64;
        Lateness { minutes: minutes as i32, from_stop: (draw(3) * (stops - 1.0)) as i32 }
    }

    /// A number in `[0, 1)` that belongs to a trip on a date.
    pub(super) fn draw(&self, field: Field, trip: Trip, date: Date, n: i64) -> f64 {
        (field.lattice(i64::from(self.railway.number(trip)), day::number(date), n) + 1.0) / 2.0
    }
}
