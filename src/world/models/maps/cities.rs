//! Main roads between towns.
//!
//! Two towns have a road between them when no third one lies in the circle whose diameter they are (a Gabriel graph), so that a
//! road leads from town to town and never past one. Roads stay within a country or lead to one that can be driven to; a car
//! ferry counts as a road.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::sync::{Arc, OnceLock};

use crate::world::Place;
use crate::world::gazetteer::Gazetteer;
use crate::world::seed::{Field, Seed};
use crate::world::sphere::distance_km;

/// Kilometres that a road between two towns may be long: within a country, and from one to another.
const LONGEST: (f64, f64) = (700.0, 300.0);

/// Kilometres of road for a kilometre of air between two towns.
pub const DETOUR: f64 = 1.12;

/// Towns by id, with kilometres of air.
type Neighbours = Arc<[(u32, f64)]>;

/// The roads, worked out town by town when they are first needed.
#[derive(Debug, Default)]
pub(super) struct Roads {
    /// Pairs of countries, the lesser code first.
    borders: Vec<(String, String)>,
    towns: OnceLock<BTreeMap<u32, OnceLock<Neighbours>>>,
}

impl Roads {
    pub(super) fn new(rows: Vec<(String, Vec<String>)>) -> Self {
        let pairs =
            |(first, others): (String, Vec<String>)| others.into_iter().map(move |other| (first.clone(), other));
        let mut borders: Vec<_> = rows.into_iter().flat_map(pairs).collect();
        borders.sort_unstable();
        Self { borders, towns: OnceLock::new() }
    }

    fn may_drive(&self, a: &Place, b: &Place, km: f64) -> bool {
        if a.country == b.country {
            return km <= LONGEST.0;
        }
        let (low, high) = if a.country < b.country { (a, b) } else { (b, a) };
        let pair = (low.country.as_str(), high.country.as_str());
        km <= LONGEST.1 && self.borders.binary_search_by(|(x, y)| (x.as_str(), y.as_str()).cmp(&pair)).is_ok()
    }

    /// Towns with a road to this one, with the kilometres of air between them.
    fn from(&self, gazetteer: &Gazetteer, place: &Place) -> Neighbours {
        let towns = self.towns.get_or_init(|| gazetteer.places().map(|place| (place.id, OnceLock::new())).collect());
        let Some(known) = towns.get(&place.id) else { return Arc::from([]) };
        known.get_or_init(|| self.neighbours(gazetteer, place)).clone()
    }

    fn neighbours(&self, gazetteer: &Gazetteer, place: &Place) -> Neighbours {
        let point = |place: &Place| (place.latitude, place.longitude);
        let mut near: Vec<(f64, &Place)> = gazetteer
            .within(place.latitude, place.longitude, sight_km(gazetteer, place))
            .filter(|other| other.id != place.id)
            .map(|other| (distance_km(point(place), point(other)), other))
            .filter(|(km, other)| self.may_drive(place, other, *km))
            .collect();
        near.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.id.cmp(&b.1.id)));
        let free = |at: usize| {
            let (km, other) = near[at];
            near[..at].iter().all(|(first, between)| {
                let second = || distance_km(point(between), point(other));
                // Only who can be driven to from both ends stands in the way; else a town abroad would cut a road.
                first * first >= km * km || {
                    let second = second();
                    first * first + second * second >= km * km || !self.may_drive(between, other, second)
                }
            })
        };
        (0..near.len()).filter(|at| free(*at)).map(|at| (near[at].1.id, near[at].0)).collect()
    }
}

/// Kilometres within which all towns lie that may have a road to one. Where each eighth of the compass has a town of the same
/// country near, that one lies in the circle of every town half as far again behind it.
fn sight_km(gazetteer: &Gazetteer, place: &Place) -> f64 {
    let narrowing = libm::cos(place.latitude.to_radians());
    let full = |km: &f64| {
        let mut eighths = [false; 8];
        for other in gazetteer.within(place.latitude, place.longitude, *km) {
            let (north, east) = (other.latitude - place.latitude, (other.longitude - place.longitude) * narrowing);
            if other.country == place.country && other.id != place.id {
                eighths[usize::from(north < 0.0) * 4
                    + usize::from(east < 0.0) * 2
                    + usize::from(north.abs() < east.abs())] = true;
            }
        }
        eighths == [true; 8]
    };
    [30.0, 60.0, 120.0, 240.0].into_iter().find(full).map_or(LONGEST.0, |km| km * 1.5)
}

/// A way along main roads.
#[derive(Clone, Debug, PartialEq)]
pub struct Journey {
    /// Towns on the way by id, the first and the last one included.
    pub towns: Vec<u32>,
}

/// The quickest way by main roads from one of some towns to one of others. Each has a cost of its own: the seconds that it
/// takes to get there. Nothing where no road leads.
pub(super) fn journey(
    roads: &Roads,
    gazetteer: &Gazetteer,
    from: &[(u32, f64)],
    to: &[(u32, f64)],
    seconds: impl Fn(f64) -> f64,
    fastest: f64,
) -> Option<Journey> {
    let goal = gazetteer.by_id(to.first()?.0)?;
    let slack = to.iter().filter_map(|(id, _)| gazetteer.by_id(*id)).map(|town| air(town, goal)).fold(0.0, f64::max);
    let millis = |seconds: f64| libm::round(seconds * 1000.0) as u64;
    // Towns at the end lie a little apart from the one that is aimed at, so that much less may be left.
    let least = |place: &Place| millis(((air(place, goal) - slack).max(0.0)) / fastest * 3600.0);
    let mut best: BTreeMap<u32, (u64, Option<u32>)> = BTreeMap::new();
    let mut queue = BinaryHeap::new();
    for (id, cost) in from {
        let place = gazetteer.by_id(*id)?;
        best.insert(*id, (millis(*cost), None));
        queue.push(Reverse((millis(*cost) + least(place), *id)));
    }
    let mut end: Option<(u64, u32)> = None;
    while let Some(Reverse((bound, id))) = queue.pop() {
        if end.is_some_and(|(cost, _)| cost <= bound) {
            break;
        }
        let (Some(place), Some((cost, _))) = (gazetteer.by_id(id), best.get(&id).copied()) else { continue };
        if bound > cost + least(place) {
            continue;
        }
        for (_, more) in to.iter().filter(|(goal, _)| *goal == id) {
            let all = (cost + millis(*more), id);
            end = Some(end.map_or(all, |known| known.min(all)));
        }
        for (next, km) in roads.from(gazetteer, place).iter() {
            let cost = cost + millis(seconds(km * DETOUR));
            if best.get(next).is_none_or(|(known, _)| cost < *known) {
                best.insert(*next, (cost, Some(id)));
                let left = gazetteer.by_id(*next).map_or(0, least);
                queue.push(Reverse((cost + left, *next)));
            }
        }
    }
    let mut towns = vec![end?.1];
    while let Some((_, Some(before))) = towns.last().and_then(|id| best.get(id)) {
        towns.push(*before);
    }
    towns.reverse();
    Some(Journey { towns })
}

/// Kilometres of air between two towns.
pub(super) fn air(a: &Place, b: &Place) -> f64 {
    distance_km((a.latitude, a.longitude), (b.latitude, b.longitude))
}

/// The number of the road between two towns, the same in both directions: motorways between large towns, else main roads.
pub fn road_number(a: &Place, b: &Place) -> String {
    let field: Field = Seed(0).field(&["maps", "roads"]);
    let (low, high) = (a.id.min(b.id), a.id.max(b.id));
    let dice = (field.lattice(i64::from(low), i64::from(high), 0) + 1.0) / 2.0;
    let large = a.population.min(b.population) >= 100_000;
    let (letter, count) = match (a.country.as_str(), large) {
        ("US", true) => ("I-", 98.0),
        ("US", false) => ("US-", 398.0),
        ("GB", true) => ("M", 90.0),
        ("GB", false) => ("A", 900.0),
        ("CA", _) => ("Highway ", 400.0),
        ("CN", true) => ("G", 99.0),
        ("CN", false) => ("S", 300.0),
        (_, true) => ("A", 99.0),
        (_, false) => ("N", 900.0),
    };
    format!("{letter}{}", 1 + (dice * count) as i32)
}
