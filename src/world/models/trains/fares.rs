//! What a ride costs: by the shortest way over the rails, whatever train is taken.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use libm::{asin, cos, sin};

use super::Railway;
use super::run::Trip;
use super::seats::Class;
use super::station::Station;

/// Rails are this much longer than the straight line between neighbouring stations.
const BENDS: f64 = 1.06;

/// Shorter rides cost as much as this many kilometres, longer ones as much as that many.
const TARIFF_KM: (u32, u32) = (8, 200);

/// Tenths of a euro cent to start with.
const BASE: u32 = 1_300;

/// Up to how many kilometres, and tenths of a euro cent for each.
const STEPS: [(u32, u32); 5] = [(40, 205), (80, 190), (120, 130), (150, 90), (200, 60)];

/// First class costs this many tenths of second class.
const FIRST_CLASS: u32 = 17;

/// The price of one ride in one class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fare {
    /// Euro cents in all, a multiple of ten.
    pub cents: u32,
    /// Of which the supplement of the train.
    pub supplement_cents: u32,
    /// Tariff kilometres: the shortest way over the rails, rounded up.
    pub km: u32,
}

impl Fare {
    /// Euros.
    pub fn euros(self) -> f64 {
        f64::from(self.cents) / 100.0
    }
}

impl Railway {
    /// Full fare for a ride on a trip between two of its stops.
    pub(super) fn fare(&self, trip: Trip, from: usize, to: usize, class: Class) -> Fare {
        let stops = &self.route(trip).stops;
        let km = self.tariff_km(stops[from].station, stops[to].station);
        let supplement_cents = self.supplement(trip, from, to);
        Fare { cents: by_distance(km, class) + supplement_cents, supplement_cents, km }
    }

    fn supplement(&self, trip: Trip, from: usize, to: usize) -> u32 {
        let Some(extra) = &self.lines[trip.line].supplement else {
            return 0;
        };
        let route = self.route(trip);
        let within = |station: &usize| route.position(*station).is_some_and(|p| (from..=to).contains(&p));
        if extra.ends.iter().all(within) { extra.cents } else { 0 }
    }

    /// Kilometres of the shortest way over the rails, rounded up.
    pub(super) fn tariff_km(&self, from: usize, to: usize) -> u32 {
        let distances = self.distances.get_or_init(|| self.all_distances());
        u32::from(distances[from * self.stations.len() + to])
    }

    fn all_distances(&self) -> Vec<u16> {
        let n = self.stations.len();
        let rails = self.rails();
        let mut all = Vec::with_capacity(n * n);
        for from in 0..n {
            all.extend(
                shortest(&rails, from).into_iter().map(|metres| metres.div_ceil(1000).min(u32::from(u16::MAX)) as u16),
            );
        }
        all
    }

    /// Neighbours of every station with metres of rail between them.
    fn rails(&self) -> Vec<Vec<(usize, u32)>> {
        let mut rails = vec![Vec::new(); self.stations.len()];
        for pair in self.lines.iter().flat_map(|l| l.routes[0].stops.windows(2)) {
            let (a, b) = (pair[0].station, pair[1].station);
            let metres = (straight_km(&self.stations[a], &self.stations[b]) * BENDS * 1000.0).round() as u32;
            rails[a].push((b, metres));
            rails[b].push((a, metres));
        }
        rails
    }
}

/// Metres from one station to all (Dijkstra).
fn shortest(rails: &[Vec<(usize, u32)>], from: usize) -> Vec<u32> {
    let mut best = vec![u32::MAX; rails.len()];
    let mut queue = BinaryHeap::from([Reverse((0, from))]);
    best[from] = 0;
    while let Some(Reverse((metres, at))) = queue.pop() {
        if metres > best[at] {
            continue;
        }
        for (next, more) in &rails[at] {
            if metres + more < best[*next] {
                best[*next] = metres + more;
                queue.push(Reverse((metres + more, *next)));
            }
        }
    }
    best
}

/// Great-circle distance.
fn straight_km(a: &Station, b: &Station) -> f64 {
    let half = |x: f64, y: f64| sin((x - y).to_radians() / 2.0);
    let (up, across) = (half(a.latitude, b.latitude), half(a.longitude, b.longitude));
    let h = up * up + cos(a.latitude.to_radians()) * cos(b.latitude.to_radians()) * across * across;
    2.0 * 6371.0 * asin(h.sqrt())
}

fn by_distance(km: u32, class: Class) -> u32 {
    let km = km.clamp(TARIFF_KM.0, TARIFF_KM.1);
    let mut tenths = BASE;
    let mut done = 0;
    for (up_to, each) in STEPS {
        tenths += (km.min(up_to) - done) * each;
        done = km.min(up_to);
    }
    let second = dime(tenths);
    match class {
        Class::First => dime(second * FIRST_CLASS),
        Class::Second => second,
    }
}

/// Cents to the nearest ten, from tenths of a cent.
fn dime(tenths: u32) -> u32 {
    (tenths + 50) / 100 * 10
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fares_are_whole_dimes_that_rise_with_the_distance() {
        for class in Class::ALL {
            let fares: Vec<u32> = (0..260).map(|km| by_distance(km, class)).collect();
            assert!(fares.iter().all(|f| f % 10 == 0));
            assert!(fares.windows(2).all(|w| w[0] <= w[1]));
        }
        assert_eq!((by_distance(1, Class::Second), by_distance(38, Class::Second)), (290, 910));
        assert_eq!(by_distance(38, Class::First), 1550);
    }
}
