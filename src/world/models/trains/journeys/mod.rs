//! Journeys from one station to another with up to two changes, or three where there is no other way.

mod search;

use jiff::civil::Date;

use self::search::{Found, Search};
use super::day::{DAY, Moment, number, shift};
use super::live::At;
use super::offer::Offer;
use super::station::Station;

/// A part of a journey: one train.
pub type Leg<'a> = Offer<'a>;

/// Minutes of departures that are looked through before the whole rest of the day is.
const FIRST_LOOK: i32 = 180;

/// Trains of one journey, at most; and where that leads nowhere.
const TRAINS: [usize; 2] = [3, 4];

/// Minutes by which a further change must beat a journey without it.
const WORTH_A_CHANGE: i32 = 5;

/// One way to travel.
#[derive(Clone, Debug)]
pub struct Journey<'a> {
    /// One train after the other; never empty.
    pub legs: Vec<Leg<'a>>,
}

impl Journey<'_> {
    /// When the first train is due out.
    pub fn departure(&self) -> Moment {
        self.legs[0].departure
    }

    /// When the last train is due in.
    pub fn arrival(&self) -> Moment {
        self.legs[self.legs.len() - 1].arrival
    }

    /// Minutes from departure to arrival.
    pub fn minutes(&self) -> i32 {
        let (out, into) = (self.departure(), self.arrival());
        (number(into.date) - number(out.date)) as i32 * DAY + into.minute - out.minute
    }

    /// Changes of trains.
    pub fn changes(&self) -> usize {
        self.legs.len() - 1
    }
}

impl<'a> At<'a> {
    /// Up to `most` journeys that leave on `date`, `after` minutes past midnight or later, by departure. Journeys that leave no
    /// later and arrive no earlier than another one without more changes are left out, and so are trains that are known to
    /// be cancelled. The way from a station to itself is no journey.
    pub fn journeys(&self, from: &Station, to: &Station, date: Date, after: i32, most: usize) -> Vec<Journey<'a>> {
        let stations = (self.railway.station_index(&from.code), self.railway.station_index(&to.code));
        let (Some(from), Some(to)) = stations else {
            return Vec::new();
        };
        let until = (after + FIRST_LOOK).min(DAY - 1);
        let mut found = self.search((from, to), date, (after, until));
        if found.len() < most && until < DAY - 1 {
            found = self.search((from, to), date, (after, DAY - 1));
        }
        found.truncate(most);
        found.into_iter().map(|f| self.journey(f, date)).collect()
    }

    fn search(&self, ends: (usize, usize), date: Date, leaving: (i32, i32)) -> Vec<Found> {
        if ends.0 == ends.1 || leaving.0 > leaving.1 {
            return Vec::new();
        }
        let with = |trains: usize| sensible(Search::new(self, date, ends, trains).run(leaving));
        let mut found = TRAINS.into_iter().map(with).find(|found| !found.is_empty()).unwrap_or_default();
        found.sort_by_key(|f| (f.departure, f.arrival, f.rides.len()));
        found
    }

    fn journey(&self, found: Found, date: Date) -> Journey<'a> {
        let leg = |(ride, days)| self.offer_of(ride, shift(date, days));
        Journey { legs: found.rides.into_iter().map(leg).collect() }
    }
}

/// Leaves out what no one would take.
fn sensible(found: Vec<Found>) -> Vec<Found> {
    let beaten = |f: &Found| found.iter().any(|other| beats(other, f));
    found.iter().filter(|f| !beaten(f)).cloned().collect()
}

fn beats(a: &Found, b: &Found) -> bool {
    let saved = b.rides.len() as i32 - a.rides.len() as i32;
    let slack = saved.max(0) * WORTH_A_CHANGE;
    let as_good = saved >= 0 && a.departure >= b.departure - slack && a.arrival <= b.arrival + slack;
    as_good && (saved > 0 || (a.departure, -a.arrival) > (b.departure, -b.arrival))
}
