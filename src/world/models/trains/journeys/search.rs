//! Round-based search for journeys (RAPTOR, Delling, Pajor and Werneck 2012), for all departures of a range at once.
//!
//! Departures are tried from the latest to the earliest and labels are kept, so that an earlier departure only follows up
//! what it improves: what comes out is every journey that no later, earlier-arriving or simpler one beats.

use jiff::civil::Date;

use crate::world::models::trains::Passing;
use crate::world::models::trains::day::{DAY, shift};
use crate::world::models::trains::live::At;
use crate::world::models::trains::offer::Ride;
use crate::world::models::trains::run::Trip;

/// Minutes that one waits for a connection, at most.
const LONGEST_WAIT: i32 = 75;

/// Minutes that a journey takes at most: this much, and so many tenths of a minute a kilometre. Whoever misses the last
/// train is not sent around the country by night.
const LONGEST: (i32, i32) = (90, 12);

/// No way there is this long.
const NEVER: i32 = i32::MAX / 2;

/// A journey: minutes after midnight of the date of the search, and rides with the days from that date to the run's.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Found {
    pub(super) departure: i32,
    pub(super) arrival: i32,
    pub(super) rides: Vec<(Ride, i32)>,
}

/// The state of one search.
pub(super) struct Search<'s, 'a> {
    at: &'s At<'a>,
    dates: [Date; 3],
    from: usize,
    to: usize,
    longest: i32,
    /// Trains used → station → earliest arrival.
    arrivals: Vec<Vec<i32>>,
    /// Trains used → station → how one gets there.
    last_rides: Vec<Vec<Option<(Ride, i32)>>>,
}

/// A train one sits in during a scan.
#[derive(Clone, Copy)]
struct Aboard {
    trip: Trip,
    days: i32,
    boarded: usize,
    /// Minutes after midnight of the date of the search at which it leaves its first station.
    leaves: i32,
}

impl<'s, 'a> Search<'s, 'a> {
    /// A search for journeys of up to `trains` trains.
    pub(super) fn new(at: &'s At<'a>, date: Date, (from, to): (usize, usize), trains: usize) -> Self {
        let stations = at.railway.stations.len();
        Self {
            at,
            dates: [-1, 0, 1].map(|days| shift(date, days)),
            from,
            to,
            longest: LONGEST.0 + at.railway.tariff_km(from, to) as i32 * LONGEST.1 / 10,
            arrivals: vec![vec![NEVER; stations]; trains + 1],
            last_rides: vec![vec![None; stations]; trains + 1],
        }
    }

    /// All journeys that leave within the range of minutes (both ends included).
    pub(super) fn run(mut self, leaving: (i32, i32)) -> Vec<Found> {
        let mut found = Vec::new();
        for group in self.departures(leaving).chunk_by(|a, b| a.0 == b.0) {
            self.arrivals[0][self.from] = group[0].0;
            let mut improved = self.round(1, group.iter().map(|(_, p)| (p.line, p.direction, p.stop)));
            for trains in 1..self.arrivals.len() {
                if trains > 1 {
                    improved = self.round(trains, self.routes_through(&improved));
                }
                if improved.contains(&self.to) {
                    found.push(self.found(trains));
                }
            }
        }
        found
    }

    /// All trains that leave, latest first.
    fn departures(&self, leaving: (i32, i32)) -> Vec<(i32, Passing)> {
        let railway = self.at.railway;
        let mut departures = Vec::new();
        for p in &railway.passing[self.from] {
            let line = &railway.lines[p.line];
            let after = line.routes[p.direction].stops[p.stop].departure;
            for (days, date) in (-1..).zip(self.dates) {
                let Some(service) = line.service(date) else { continue };
                let due = |slot| days * DAY + line.leaves(p.direction, slot) + after;
                let within =
                    line.slots(service, p.direction).map(due).filter(|due| (leaving.0..=leaving.1).contains(due));
                departures.extend(within.map(|due| (due, *p)));
            }
        }
        departures.sort_unstable_by_key(|(due, p)| (-due, p.line, p.direction));
        departures
    }

    /// Takes one more train on each of the routes; gives the stations that are reached earlier now.
    fn round(&mut self, trains: usize, routes: impl IntoIterator<Item = (usize, usize, usize)>) -> Vec<usize> {
        let mut reached = Vec::new();
        for (line, direction, from_stop) in routes {
            self.scan(trains, (line, direction), from_stop, &mut reached);
        }
        reached.sort_unstable();
        reached.dedup();
        reached
    }

    /// Lines and directions with the first of their stops that is among the stations, in a fixed order.
    fn routes_through(&self, stations: &[usize]) -> Vec<(usize, usize, usize)> {
        let through = |station: &usize| self.at.railway.passing[*station].iter().map(|p| (p.line, p.direction, p.stop));
        let mut routes: Vec<_> = stations.iter().flat_map(through).collect();
        routes.sort_unstable();
        routes.dedup_by_key(|route| (route.0, route.1));
        routes
    }

    fn scan(&mut self, trains: usize, (line, direction): (usize, usize), from_stop: usize, reached: &mut Vec<usize>) {
        let stops = &self.at.railway.lines[line].routes[direction].stops;
        let mut aboard: Option<Aboard> = None;
        for (i, stop) in stops.iter().enumerate().skip(from_stop) {
            if let Some(train) = aboard
                && self.improves(trains, stop.station, train.leaves + stop.arrival)
            {
                let ride = Ride { trip: train.trip, from: train.boarded, to: i };
                self.arrivals[trains][stop.station] = train.leaves + stop.arrival;
                self.last_rides[trains][stop.station] = Some((ride, train.days));
                reached.push(stop.station);
            }
            let ready = self.ready(trains, stop.station);
            if ready < NEVER && aboard.is_none_or(|train| ready <= train.leaves + stop.departure) {
                let wait = if trains == 1 { 0 } else { LONGEST_WAIT };
                let next =
                    self.next_train((line, direction), i, ready).filter(|n| n.leaves + stop.departure <= ready + wait);
                if next.is_some_and(|n| aboard.is_none_or(|train| n.leaves < train.leaves)) {
                    aboard = next;
                }
            }
        }
    }

    fn improves(&self, trains: usize, station: usize, arrival: i32) -> bool {
        arrival <= self.arrivals[0][self.from] + self.longest
            && (0..=trains).all(|n| arrival < self.arrivals[n][station] && arrival < self.arrivals[n][self.to])
    }

    /// When one can board the `trains`th train at a station.
    fn ready(&self, trains: usize, station: usize) -> i32 {
        let change = if trains == 1 { 0 } else { self.at.railway.stations[station].change_minutes() };
        self.arrivals[trains - 1][station].saturating_add(change).min(NEVER)
    }

    /// The first train of a route that leaves its `stop`th stop at `ready` or later and is not known to be cancelled.
    fn next_train(&self, (line, direction): (usize, usize), stop: usize, ready: i32) -> Option<Aboard> {
        let l = &self.at.railway.lines[line];
        let after = l.routes[direction].stops[stop].departure;
        for (days, date) in (-1..).zip(self.dates) {
            let Some(service) = l.service(date) else { continue };
            let slots = l.slots(service, direction);
            let first = l.slot_from(direction, ready - after - days * DAY).max(slots.start);
            let trips = (first..slots.end).map(|slot| Trip { line, direction, slot });
            if let Some(trip) = trips.into_iter().find(|trip| self.at.cancelled(*trip, date).is_none()) {
                return Some(Aboard { trip, days, boarded: stop, leaves: days * DAY + l.leaves(direction, trip.slot) });
            }
        }
        None
    }

    /// The journey that has just reached its end.
    fn found(&self, trains: usize) -> Found {
        let mut rides = Vec::with_capacity(trains);
        let mut station = self.to;
        for n in (1..=trains).rev() {
            // Every station that is reached with n trains is reached by the nth.
            let Some((ride, days)) = self.last_rides[n][station] else {
                break;
            };
            station = self.at.railway.route(ride.trip).stops[ride.from].station;
            rides.push((ride, days));
        }
        rides.reverse();
        let departure = rides.first().map_or(0, |(ride, days)| {
            days * DAY + self.at.railway.leaves(ride.trip) + self.at.railway.route(ride.trip).stops[ride.from].departure
        });
        Found { departure, arrival: self.arrivals[trains][self.to], rides }
    }
}
