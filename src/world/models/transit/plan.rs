//! Journeys from door to door.

use super::network::Network;
use super::timetable::DAY;
use super::trip::{Live, Trip};
use crate::world::sphere::distance_km;
use jiff::ToSpan;
use jiff::civil::Date;

/// Metres that one walks to a stop or from it, as the crow flies.
pub const WALK: f64 = 1200.0;

/// Metres on foot for a metre of air, and metres a minute.
const WINDING: f64 = 1.25;
const PACE: f64 = 78.0;

/// Metres of air up to which one may walk all the way.
const ALL_ON_FOOT: f64 = 3000.0;

/// Minutes to change from one line to another at a stop.
const CHANGE: i32 = 2;

/// Stops near a door of each line that are tried.
const TRIED: usize = 2;

/// Minutes of a day after which it is not worth waiting for.
const PATIENCE: i32 = 20 * 60;

/// Minutes by which another journey may arrive later and still be told.
const LATER: i32 = 90;

/// A part of a journey.
#[derive(Clone, Debug, PartialEq)]
pub enum Leg {
    /// On foot.
    Walk {
        /// Metres.
        metres: i32,
        /// The stop that one walks to or from; nothing from door to door.
        stop: Option<usize>,
        /// Minute at which one leaves.
        leaves: i32,
        /// Minute at which one arrives.
        arrives: i32,
    },
    /// On a line.
    Ride {
        /// The trip.
        trip: Trip,
        /// Place of the first stop on the line in the direction of the trip.
        from: usize,
        /// Place of the last one.
        to: usize,
        /// Minute at which it leaves, delay included.
        leaves: i32,
        /// Minute at which it arrives.
        arrives: i32,
    },
}

impl Leg {
    /// Minute at which it begins.
    pub fn leaves(&self) -> i32 {
        match self {
            Self::Walk { leaves, .. } | Self::Ride { leaves, .. } => *leaves,
        }
    }

    /// Minute at which it ends.
    pub fn arrives(&self) -> i32 {
        match self {
            Self::Walk { arrives, .. } | Self::Ride { arrives, .. } => *arrives,
        }
    }
}

/// A journey; minutes count from midnight of the day that was asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Journey {
    /// Its parts in order.
    pub legs: Vec<Leg>,
}

/// What one would rather do without.
#[derive(Clone, Copy, Debug)]
pub struct Wish {
    /// Changes.
    pub few_changes: bool,
    /// Walking.
    pub little_walking: bool,
}

impl Journey {
    /// Minute at which one has to leave.
    pub fn leaves(&self) -> i32 {
        self.legs.first().map_or(0, Leg::leaves)
    }

    /// Minute at which one arrives.
    pub fn arrives(&self) -> i32 {
        self.legs.last().map_or(0, Leg::arrives)
    }

    /// Changes from line to line.
    pub fn changes(&self) -> usize {
        self.rides().saturating_sub(1)
    }

    /// Metres on foot.
    pub fn walking(&self) -> i32 {
        self.legs.iter().map(|leg| if let Leg::Walk { metres, .. } = leg { *metres } else { 0 }).sum()
    }

    fn rides(&self) -> usize {
        self.legs.iter().filter(|leg| matches!(leg, Leg::Ride { .. })).count()
    }

    fn is_no_better_than(&self, other: &Self) -> bool {
        other.arrives() <= self.arrives() && other.changes() <= self.changes() && other.walking() <= self.walking()
    }

    /// What it costs, in minutes and what a change or a walk is worth.
    fn cost(&self, wish: Wish) -> i64 {
        let change = if wish.few_changes { 12 } else { 1 };
        let walk = if wish.little_walking { 15 } else { 2 };
        let minutes = i64::from(self.arrives()) + change * self.changes() as i64;
        minutes * 1000 + walk * i64::from(self.walking())
    }
}

/// A stop near a door.
#[derive(Clone, Copy)]
struct Door {
    stop: usize,
    metres: i32,
    minutes: i32,
}

fn on_foot(air: f64) -> (i32, i32) {
    let metres = libm::round(air * WINDING) as i32;
    (metres, (libm::ceil(f64::from(metres) / PACE) as i32).max(1))
}

/// Stops near a point, for each line the nearest ones.
fn doors(network: &Network, point: (f64, f64)) -> Vec<Door> {
    let mut near: Vec<(i64, usize)> = (0..network.stops.len())
        .map(|stop| (libm::round(distance_km(point, network.stops[stop].point) * 1000.0) as i64, stop))
        .filter(|(metres, _)| *metres as f64 <= WALK)
        .collect();
    near.sort_unstable();
    let mut tried = vec![0; network.lines.len()];
    let mut doors = Vec::new();
    for (air, stop) in near {
        let fresh = network.stops[stop].lines.iter().any(|(line, _)| tried[*line] < TRIED);
        for (line, _) in &network.stops[stop].lines {
            tried[*line] += 1;
        }
        if fresh {
            let (metres, minutes) = on_foot(air as f64);
            doors.push(Door { stop, metres, minutes });
        }
    }
    doors
}

impl Network {
    /// Metres to the stop that is nearest to a point.
    pub fn nearest_stop(&self, point: (f64, f64)) -> Option<f64> {
        let far = self.stops.iter().map(|stop| distance_km(point, stop.point) * 1000.0);
        far.min_by(f64::total_cmp)
    }
}

impl Live<'_> {
    /// Up to three journeys from one point to another that leave from a minute of a day on, the best one first.
    pub fn plan(&self, from: (f64, f64), to: (f64, f64), date: Date, minute: i32, wish: Wish) -> Vec<Journey> {
        let (starts, ends) = (doors(self.network, from), doors(self.network, to));
        let mut found: Vec<Journey> = Vec::new();
        let air = distance_km(from, to) * 1000.0;
        if air <= ALL_ON_FOOT {
            let (metres, minutes) = on_foot(air);
            found.push(Journey {
                legs: vec![Leg::Walk { metres, stop: None, leaves: minute, arrives: minute + minutes }],
            });
        }
        for start in &starts {
            for end in &ends {
                self.between(*start, *end, date, minute, &mut found);
            }
        }
        found.sort_by_cached_key(|journey| {
            let rides: Vec<(usize, i32)> = journey
                .legs
                .iter()
                .filter_map(|l| if let Leg::Ride { trip, leaves, .. } = l { Some((trip.line, *leaves)) } else { None })
                .collect();
            (journey.cost(wish), journey.changes(), journey.walking(), rides)
        });
        // Of journeys by the same lines the best one is enough.
        let lines = |journey: &Journey| -> Vec<usize> {
            journey
                .legs
                .iter()
                .filter_map(|l| if let Leg::Ride { trip, .. } = l { Some(trip.line) } else { None })
                .collect()
        };
        let mut told: Vec<Vec<usize>> = Vec::new();
        found.retain(|journey| {
            let own = lines(journey);
            let fresh = !told.contains(&own);
            told.push(own);
            fresh
        });
        let mut kept: Vec<Journey> = Vec::new();
        for journey in found {
            // Nobody takes a way that is later, with more changes and on foot longer, or waits half the night for a change.
            let vain = kept
                .iter()
                .any(|other| journey.is_no_better_than(other) || journey.arrives() > other.arrives() + LATER);
            if !vain && kept.len() < 3 {
                kept.push(journey);
            }
        }
        kept
    }

    /// Journeys from a stop to another, without a change or with one.
    fn between(&self, start: Door, end: Door, date: Date, minute: i32, found: &mut Vec<Journey>) {
        let network = self.network;
        if start.stop == end.stop {
            return;
        }
        let ready = minute + start.minutes;
        for (line, place) in &network.stops[start.stop].lines {
            if let Some((_, goal)) = network.stops[end.stop].lines.iter().find(|(other, _)| other == line) {
                let ride = self.ride(*line, *place, *goal, date, ready);
                found.extend(ride.map(|ride| walked(start, vec![ride], end)));
                continue;
            }
            for (second, goal) in &network.stops[end.stop].lines {
                let (a, b) = (&network.lines[*line], &network.lines[*second]);
                let crossing = a
                    .stops
                    .iter()
                    .enumerate()
                    .find_map(|(at, stop)| b.stops.iter().position(|other| other == stop).map(|other| (at, other)));
                let Some((leave, board)) = crossing.filter(|(at, other)| at != place && other != goal) else {
                    continue;
                };
                let Some(first) = self.ride(*line, *place, leave, date, ready) else { continue };
                let ride = self.ride(*second, board, *goal, date, first.arrives() + CHANGE);
                found.extend(ride.map(|ride| walked(start, vec![first.clone(), ride], end)));
            }
        }
    }

    /// The first trip of a line from one of its stops to another, from a minute on.
    fn ride(&self, line: usize, from: usize, to: usize, date: Date, ready: i32) -> Option<Leg> {
        let network = self.network;
        let of = &network.lines[line];
        let back = to < from;
        let place = |n: usize| if back { of.stops.len() - 1 - n } else { n };
        let (from, to) = (place(from), place(to));
        let (off, ends) = (of.minutes_to(back, from), of.minutes_to(back, to));
        let stops = of.stops_towards(back);
        let mut best: Option<Leg> = None;
        for days in -1..=1 {
            let day = self.day(line, date.saturating_add(days.days()));
            for (n, departs) in self.departures(&day, back).into_iter().enumerate() {
                let at = departs + off + days * DAY;
                // No trip is as late as an hour and a half.
                if at < ready - 90 || at > ready + PATIENCE || best.as_ref().is_some_and(|leg| at >= leg.leaves()) {
                    continue;
                }
                let trip = self.trip(&day, back, departs, n);
                let late = trip.late.unwrap_or(0);
                let closed = self.is_closed(&day, stops[from], departs) || self.is_closed(&day, stops[to], departs);
                if trip.cancelled || closed || at + late < ready {
                    continue;
                }
                let (leaves, arrives) = (at + late, departs + ends + days * DAY + late);
                if best.as_ref().is_none_or(|leg| leaves < leg.leaves()) {
                    best = Some(Leg::Ride { trip, from, to, leaves, arrives });
                }
            }
        }
        best
    }
}

/// Rides with the walks before and after. One leaves the door so that one is at the stop in time; who stands at the stop
/// need not walk to it.
fn walked(start: Door, rides: Vec<Leg>, end: Door) -> Journey {
    let (first, last) = (rides.first().map_or(0, Leg::leaves), rides.last().map_or(0, Leg::arrives));
    let to = Leg::Walk { metres: start.metres, stop: Some(start.stop), leaves: first - start.minutes, arrives: first };
    let off = Leg::Walk { metres: end.metres, stop: Some(end.stop), leaves: last, arrives: last + end.minutes };
    let walks = |leg: &Leg| !matches!(leg, Leg::Walk { metres: 0, .. });
    Journey { legs: std::iter::once(to).chain(rides).chain(std::iter::once(off)).filter(walks).collect() }
}
