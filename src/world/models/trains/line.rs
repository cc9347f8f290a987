//! Lines: where their trains stop, when they leave, and how they are numbered.

use std::collections::BTreeMap;

use jiff::civil::{Date, Weekday};
use serde::Deserialize;

use super::run::Trip;
use super::seats::Coach;

/// Train numbers of a series start here, so that early and odd extra trains would still find room below.
const FIRST_NUMBER: u32 = 10;

/// A row of the table `train_lines`.
#[derive(Debug, Deserialize)]
pub(super) struct Row {
    series: u32,
    kind: String,
    name: String,
    stock: String,
    coaches: Vec<Coach>,
    forward: Vec<i32>,
    backward: Vec<i32>,
    weekday: Option<Service>,
    saturday: Option<Service>,
    sunday: Option<Service>,
    supplement: Option<(String, String, f64)>,
    stops: Vec<(String, i32, i32)>,
}

/// One line and its two directions.
#[derive(Clone, Debug)]
pub struct Line {
    /// First of its hundred train numbers, e.g. 3000.
    pub series: u32,
    /// `Intercity`, `Intercity direct`, `Sprinter` or `Stoptrein`.
    pub kind: String,
    /// Its two ends, e.g. `Den Helder – Nijmegen`.
    pub name: String,
    /// Type of train, e.g. `VIRM-6`.
    pub stock: String,
    /// Seats, front coach first.
    pub coaches: Vec<Coach>,
    /// What a ride past both ends of a stretch costs on top.
    pub supplement: Option<Supplement>,
    /// There and back.
    pub routes: [Route; 2],
    /// First and last hour in which trains leave: Monday to Friday, Saturday, Sunday.
    services: [Option<Service>; 3],
    /// The earliest of these hours, in which numbers start.
    first_hour: i32,
}

/// First and last hour in which trains leave their first station.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
pub struct Service(pub i32, pub i32);

/// A stretch that costs extra.
#[derive(Clone, Debug, PartialEq)]
pub struct Supplement {
    /// The stations at its ends.
    pub ends: [usize; 2],
    /// Euro cents a ride, in either class.
    pub cents: u32,
}

/// One direction of a line.
#[derive(Clone, Debug, PartialEq)]
pub struct Route {
    /// Minutes past the hour at which trains leave, ascending.
    pub minutes: Vec<i32>,
    /// Where they stop, in order.
    pub stops: Vec<Stop>,
}

/// A halt of a route. Times are minutes after the train left its first station.
#[derive(Clone, Debug, PartialEq)]
pub struct Stop {
    /// Index of the station.
    pub station: usize,
    /// Arrival.
    pub arrival: i32,
    /// Departure.
    pub departure: i32,
    /// Index in the station's platforms.
    pub platform: usize,
}

impl Line {
    pub(super) fn new(row: Row, codes: &BTreeMap<&str, usize>) -> Result<Self, String> {
        let wrong = |what: String| format!("train_lines: {}: {what}", row.series);
        let known = |code: &str| codes.get(code).copied().ok_or_else(|| wrong(format!("there is no station '{code}'")));
        let stops: Vec<(usize, i32, i32)> =
            row.stops.iter().map(|(code, run, halt)| Ok((known(code)?, *run, *halt))).collect::<Result<_, String>>()?;
        if stops.len() < 2 || stops.iter().skip(1).any(|s| s.1 < 1) || stops.iter().any(|s| s.2 < 0) {
            return Err(wrong("expected two stops or more, at least a minute apart".into()));
        }
        let hours = [row.weekday, row.saturday, row.sunday];
        let first_hour = hours.iter().flatten().map(|s| s.0).min();
        let first_hour = first_hour.ok_or_else(|| wrong("it runs on no day".into()))?;
        if hours.iter().flatten().any(|s| s.0 > s.1 || !(0..24).contains(&s.0) || s.1 > 23) {
            return Err(wrong("hours are from 0 to 23, the first before the last".into()));
        }
        let supplement = match &row.supplement {
            Some((a, b, euros)) => {
                Some(Supplement { ends: [known(a)?, known(b)?], cents: (euros * 100.0).round() as u32 })
            }
            None => None,
        };
        let routes = [Route::new(row.forward, forward(&stops)), Route::new(row.backward, forward(&reversed(&stops)))];
        let line = Self {
            series: row.series,
            kind: row.kind,
            name: row.name,
            stock: row.stock,
            coaches: row.coaches,
            supplement,
            routes,
            services: hours,
            first_hour,
        };
        line.checked()
    }

    fn checked(self) -> Result<Self, String> {
        let wrong = |what: &str| Err(format!("train_lines: {}: {what}", self.series));
        let last = self.services.iter().flatten().map(|s| s.1).max().unwrap_or(0);
        for route in &self.routes {
            let ascending = route.minutes.windows(2).all(|w| w[0] < w[1]);
            if route.minutes.is_empty() || !ascending || route.minutes.iter().any(|m| !(0..60).contains(m)) {
                return wrong("minutes past the hour are from 0 to 59, ascending");
            }
            let slots = (last - self.first_hour + 1) * route.minutes.len() as i32;
            if FIRST_NUMBER as i32 + 2 * slots > 100 {
                return wrong("a hundred numbers are not enough for it");
            }
        }
        match self.series % 100 {
            0 => Ok(self),
            _ => wrong("a series starts at a hundred"),
        }
    }

    /// The hours of service on a date.
    pub fn service(&self, date: Date) -> Option<Service> {
        match date.weekday() {
            Weekday::Saturday => self.services[1],
            Weekday::Sunday => self.services[2],
            _ => self.services[0],
        }
    }

    /// Days on which any of its trains run, e.g. `daily`.
    pub fn running_days(&self) -> &'static str {
        days_in_words(self.services.map(|s| s.is_some()))
    }

    /// Minutes after midnight at which the first and the last train leave the first station: from Monday to Friday, or on the
    /// first day of the week on which there are any.
    pub fn hours(&self) -> (i32, i32) {
        let minutes = &self.routes[0].minutes;
        // A line without any service is refused when it is read, and so is a pattern without minutes.
        let Service(first, last) = self.services.iter().flatten().copied().next().unwrap_or(Service(0, 0));
        (first * 60 + minutes[0], last * 60 + minutes[minutes.len() - 1])
    }

    /// Number of the train that leaves in a slot; odd numbers go forward.
    pub(super) fn number(&self, direction: usize, slot: i32) -> u32 {
        self.series + FIRST_NUMBER + 2 * slot.unsigned_abs() + u32::from(direction == 0)
    }

    /// Direction and slot of a number of this series that is run on some day.
    pub(super) fn slot(&self, number: u32) -> Option<(usize, i32)> {
        let offset = number.checked_sub(self.series + FIRST_NUMBER)?;
        let (direction, slot) = (usize::from(offset.is_multiple_of(2)), (offset / 2) as i32);
        self.services.iter().flatten().any(|s| self.in_service(*s, direction, slot)).then_some((direction, slot))
    }

    /// Minutes after midnight at which a slot leaves the first station.
    pub(super) fn leaves(&self, direction: usize, slot: i32) -> i32 {
        let minutes = &self.routes[direction].minutes;
        let n = minutes.len() as i32;
        // `rem_euclid` keeps the index within the pattern, which is never empty.
        (self.first_hour + slot.div_euclid(n)) * 60 + minutes[slot.rem_euclid(n) as usize]
    }

    /// Slots of a direction during hours of service, in order.
    pub(super) fn slots(&self, service: Service, direction: usize) -> std::ops::Range<i32> {
        let n = self.routes[direction].minutes.len() as i32;
        (service.0 - self.first_hour) * n..(service.1 - self.first_hour + 1) * n
    }

    pub(super) fn in_service(&self, service: Service, direction: usize, slot: i32) -> bool {
        self.slots(service, direction).contains(&slot)
    }

    /// The first slot that leaves at `minute` (after midnight) or later, were there service all day.
    pub(super) fn slot_from(&self, direction: usize, minute: i32) -> i32 {
        let minutes = &self.routes[direction].minutes;
        let within = minutes.iter().position(|m| *m >= minute.rem_euclid(60));
        let n = minutes.len() as i32;
        (minute.div_euclid(60) - self.first_hour) * n + within.map_or(n, |i| i as i32)
    }

    /// Whether a slot runs Monday to Friday, on Saturday, on Sunday.
    pub(super) fn days(&self, trip: Trip) -> [bool; 3] {
        self.services.map(|s| s.is_some_and(|s| self.in_service(s, trip.direction, trip.slot)))
    }
}

impl Route {
    fn new(minutes: Vec<i32>, stops: Vec<Stop>) -> Self {
        Self { minutes, stops }
    }

    /// Where the route calls at a station.
    pub fn position(&self, station: usize) -> Option<usize> {
        self.stops.iter().position(|s| s.station == station)
    }
}

/// Monday to Friday, Saturday, Sunday → words.
pub(super) fn days_in_words(days: [bool; 3]) -> &'static str {
    match days {
        [true, true, true] => "daily",
        [true, true, false] => "Monday to Saturday",
        [true, false, true] => "Sunday to Friday",
        [true, false, false] => "Monday to Friday",
        [false, true, true] => "Saturday and Sunday",
        [false, true, false] => "Saturday",
        [false, false, true] => "Sunday",
        [false, false, false] => "never",
    }
}

/// Series → line.
pub(super) fn index(lines: &[Line]) -> Result<BTreeMap<u32, usize>, String> {
    let mut series = BTreeMap::new();
    for (i, line) in lines.iter().enumerate() {
        if series.insert(line.series, i).is_some() {
            return Err(format!("train_lines: {} is there twice", line.series));
        }
    }
    Ok(series)
}

/// Station, minutes from the stop before, halt → stops with minutes since the start.
fn forward(stops: &[(usize, i32, i32)]) -> Vec<Stop> {
    let mut clock = 0;
    let mut timed = Vec::with_capacity(stops.len());
    for (i, (station, run, halt)) in stops.iter().enumerate() {
        let arrival = if i == 0 { 0 } else { clock + run };
        clock = arrival + if i + 1 == stops.len() { 0 } else { *halt };
        timed.push(Stop { station: *station, arrival, departure: clock, platform: 0 });
    }
    timed
}

/// The way back takes as long, stretch by stretch.
fn reversed(stops: &[(usize, i32, i32)]) -> Vec<(usize, i32, i32)> {
    let back = |i: usize| (stops[i].0, stops.get(i + 1).map_or(0, |next| next.1), stops[i].2);
    (0..stops.len()).rev().map(back).collect()
}
