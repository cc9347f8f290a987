//! Which platform a line uses where: fixed by the tables, so every view of a train says the same.
//!
//! Trains that head the same way share a side of the station, and two trains do not stand at one platform in the same
//! minute of the hour as long as there are platforms enough.

use super::Passing;
use super::line::{Line, Stop};
use super::station::Station;

/// Minutes that a platform is kept free before a train and after it.
const MARGIN: i32 = 1;

/// Minutes that a train stands at its first and last station.
const TURN: i32 = 4;

/// Gives every stop of every route a platform.
pub(super) fn assign(lines: &mut [Line], stations: &[Station], passing: &[Vec<Passing>]) {
    for (at, station) in passing.iter().zip(stations) {
        let platforms = station.platforms.len().max(1);
        let mut taken = vec![[0_u16; 60]; platforms];
        for p in at {
            let route = &lines[p.line].routes[p.direction];
            let minutes = occupied(&route.stops, p.stop, &route.minutes);
            let side = usize::from(heads_north_east(&route.stops, p.stop, stations));
            let chosen = least_crowded(&taken, &minutes, side * platforms / 2);
            minutes.iter().for_each(|m| taken[chosen][*m] += 1);
            lines[p.line].routes[p.direction].stops[p.stop].platform = chosen;
        }
    }
}

/// The first platform, counted on from `from`, on which the fewest minutes are taken.
fn least_crowded(taken: &[[u16; 60]], minutes: &[usize], from: usize) -> usize {
    let crowd = |platform: usize| -> u32 { minutes.iter().map(|m| u32::from(taken[platform][*m])).sum() };
    let order = (0..taken.len()).map(|i| (from + i) % taken.len());
    order.min_by_key(|platform| crowd(*platform)).unwrap_or(0)
}

/// Minutes of the hour in which trains of a route stand at one of its stops.
fn occupied(stops: &[Stop], stop: usize, pattern: &[i32]) -> Vec<usize> {
    let (mut from, mut to) = (stops[stop].arrival - MARGIN, stops[stop].departure + MARGIN);
    if stop == 0 {
        from -= TURN;
    }
    if stop + 1 == stops.len() {
        to += TURN;
    }
    let mut minutes: Vec<usize> =
        pattern.iter().flat_map(|p| (from..=to).map(move |m| (p + m).rem_euclid(60) as usize)).collect();
    minutes.sort_unstable();
    minutes.dedup();
    minutes
}

/// Whether a train comes out of (or, at the end, came from the opposite of) the north-eastern half of the compass.
fn heads_north_east(stops: &[Stop], stop: usize, stations: &[Station]) -> bool {
    let (from, to) = match stops.get(stop + 1) {
        Some(next) => (stops[stop].station, next.station),
        None => (stops[stop - 1].station, stops[stop].station),
    };
    let (a, b) = (&stations[from], &stations[to]);
    (b.latitude - a.latitude) + (b.longitude - a.longitude) * 0.6 > 0.0
}
