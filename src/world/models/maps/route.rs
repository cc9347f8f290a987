//! Routes from point to point.
//!
//! Up to 12 km of air a route goes through streets all the way; farther it takes streets to a town, main roads from there, and
//! streets again. It is worked out from the southern point to the northern one, so that the way back is as long.

use super::cities::{DETOUR, air, journey, road_number};
use super::lattice::{Corner, Piece};
use super::local::{Block, Snap, Streetwise, Vehicle};
use super::town::{Area, Class, Owned};
use super::traffic::Traffic;
use super::{Atlas, lots};
use crate::world::Place;
use crate::world::sphere::distance_km;

/// Kilometres of air up to which a route keeps to streets.
const STREETS_KM: f64 = 12.0;

/// Towns with at least so many people part one stretch of main road from the next.
const LARGE: u32 = 200_000;

/// A part of a route along one street or road.
#[derive(Clone, Debug, PartialEq)]
pub struct Stretch {
    /// Street, or number of the road; nothing for a track.
    pub street: Option<String>,
    /// The town that a main road leads to.
    pub towards: Option<String>,
    /// The town that it comes from.
    pub from: Option<String>,
    /// What kind of road it is; nothing for a main road between towns.
    pub class: Option<Class>,
    /// Points on the way, the first and the last one included, to five decimals.
    pub points: Vec<(f64, f64)>,
    /// Its length, to 0.1.
    pub metres: f64,
    /// How long it takes.
    pub milliseconds: i64,
}

/// A route.
#[derive(Clone, Debug, PartialEq)]
pub struct Route {
    /// Where it begins and ends on roads, to five decimals.
    pub ends: [(f64, f64); 2],
    /// Metres from the points that were asked for to there.
    pub off: [f64; 2],
    /// Its parts in order; none where it ends where it begins.
    pub stretches: Vec<Stretch>,
}

/// Why there is no route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoRoute {
    /// No road is within a kilometre of the first point (0) or the second one (1).
    NoRoad(usize),
    /// No roads connect the points.
    NotConnected,
}

/// A part of a route before it is measured.
struct Raw {
    street: Option<String>,
    towards: Option<String>,
    from: Option<String>,
    class: Option<Class>,
    points: Vec<(f64, f64)>,
    seconds: f64,
    /// Metres of road for a metre of air.
    winding: f64,
}

/// A search for one route.
struct Planner<'a> {
    atlas: &'a Atlas<'a>,
    vehicle: Vehicle,
    traffic: &'a dyn Fn(&Place) -> Traffic,
}

impl Atlas<'_> {
    /// The quickest route; `traffic` says how roads of a town are, which matters to cars.
    ///
    /// # Errors
    ///
    /// There is none.
    pub fn route(
        &self,
        from: (f64, f64),
        to: (f64, f64),
        vehicle: Vehicle,
        traffic: &dyn Fn(&Place) -> Traffic,
    ) -> Result<Route, NoRoute> {
        let planner = Planner { atlas: self, vehicle, traffic };
        let turned = (to.0, to.1) < (from.0, from.1);
        let (low, high) = if turned { (to, from) } else { (from, to) };
        let swap = |fault: NoRoute| match fault {
            NoRoute::NoRoad(end) if turned => NoRoute::NoRoad(1 - end),
            other => other,
        };
        let mut route = planner.plan(low, high).map_err(swap)?;
        if turned {
            route.turn();
        }
        Ok(route)
    }
}

impl Route {
    fn turn(&mut self) {
        self.ends.reverse();
        self.off.reverse();
        self.stretches.reverse();
        for stretch in &mut self.stretches {
            stretch.points.reverse();
            std::mem::swap(&mut stretch.towards, &mut stretch.from);
        }
    }
}

impl Planner<'_> {
    fn plan(&self, from: (f64, f64), to: (f64, f64)) -> Result<Route, NoRoute> {
        let gazetteer = self.atlas.gazetteer;
        let areas = [from, to].map(|point| Area::new(gazetteer, point, 2.0));
        let snap = |end: usize, point: (f64, f64)| Snap::new(&areas[end], point).ok_or(NoRoute::NoRoad(end));
        let (first, last) = (snap(0, from)?, snap(1, to)?);
        let close = distance_km(from, to) <= STREETS_KM;
        let local = if close { self.streets(&first, &last) } else { None };
        let raw = match local {
            Some(raw) => raw,
            None => self.far(&areas, &first, &last).ok_or(NoRoute::NotConnected)?,
        };
        let stretches = raw.into_iter().filter_map(measured).collect();
        Ok(Route {
            ends: [lots::five(first.point), lots::five(last.point)],
            off: [first.metres, last.metres],
            stretches,
        })
    }

    /// Through streets all the way.
    fn streets(&self, from: &Snap, to: &Snap) -> Option<Vec<Raw>> {
        let middle = ((from.point.0 + to.point.0) / 2.0, from.point.1);
        let area = Area::new(self.atlas.gazetteer, middle, distance_km(from.point, to.point) + 6.0);
        let traffic = TrafficBook::new(self.traffic);
        let speed = |piece: Piece, owned: Owned<'_>| self.speed(&traffic, piece, owned);
        let way = Streetwise::new(&area, self.vehicle.fastest(), speed).way(from, to)?;
        Some(self.named(&area, &traffic, &way))
    }

    /// Metres a second.
    fn speed(&self, traffic: &TrafficBook<'_>, piece: Piece, owned: Owned<'_>) -> f64 {
        let free = self.vehicle.free_speed(owned.class) / 3.6;
        if self.vehicle == Vehicle::Car { free * traffic.factor(piece, owned) } else { free }
    }

    /// Blocks of one street in a row become one part.
    fn named(&self, area: &Area<'_>, traffic: &TrafficBook<'_>, way: &[Block]) -> Vec<Raw> {
        let mut parts: Vec<Raw> = Vec::new();
        let mut last: Option<Piece> = None;
        for block in way {
            let Some(owned) = area.piece(block.piece) else { continue };
            let seconds = distance_km(block.from, block.to) * 1000.0 / self.speed(traffic, block.piece, owned);
            let track = owned.class == Class::Track;
            let same = last == Some(block.piece) || (track && parts.last().is_some_and(|part| part.street.is_none()));
            last = Some(block.piece);
            match parts.last_mut().filter(|_| same) {
                Some(part) => {
                    part.points.push(block.to);
                    part.seconds += seconds;
                }
                None => parts.push(Raw {
                    street: self.atlas.street(owned.town, block.piece),
                    towards: None,
                    from: None,
                    class: Some(owned.class),
                    points: vec![block.from, block.to],
                    seconds,
                    winding: 1.0,
                }),
            }
        }
        parts
    }

    /// By streets to a town, by main roads to another one, and by streets again.
    fn far(&self, areas: &[Area<'_>; 2], first: &Snap, last: &Snap) -> Option<Vec<Raw>> {
        let doors = [self.doors(&areas[0], first), self.doors(&areas[1], last)];
        let gazetteer = self.atlas.gazetteer;
        let seconds = |km: f64| km / self.vehicle.distance_speed(km) * 3600.0;
        let fastest = self.vehicle.distance_speed(1e9);
        let found = journey(&self.atlas.maps.roads, gazetteer, &doors[0], &doors[1], seconds, fastest)?;
        let towns: Vec<&Place> = found.towns.iter().filter_map(|id| gazetteer.by_id(*id)).collect();
        let (enter, leave) = (middle_of(towns.first()?), middle_of(towns.last()?));
        let mut parts = self.streets(first, &enter)?;
        parts.extend(self.main_roads(&towns));
        parts.extend(self.streets(&leave, last)?);
        Some(parts)
    }

    /// The towns at which one may get onto main roads: the one whose streets these are, and others that are near. Each with the
    /// seconds that it takes to get there, about.
    fn doors(&self, area: &Area<'_>, snap: &Snap) -> Vec<(u32, f64)> {
        let Some((own, _)) = area.owner(snap.point) else { return Vec::new() };
        let cost = |place: &Place| {
            let km = distance_km(snap.point, (place.latitude, place.longitude)) * 1.3;
            km / self.vehicle.free_speed(Class::Main) * 3600.0
        };
        let near = self.atlas.gazetteer.within(snap.point.0, snap.point.1, STREETS_KM / 2.0);
        let others = near.filter(|place| place.id != own.id).map(|place| (place.id, cost(place)));
        std::iter::once((own.id, cost(own))).chain(others).collect()
    }

    /// One part from each large town to the next.
    fn main_roads(&self, towns: &[&Place]) -> Vec<Raw> {
        let mut parts: Vec<Raw> = Vec::new();
        let mut fresh = true;
        for pair in towns.windows(2) {
            let (a, b) = (pair[0], pair[1]);
            let km = air(a, b) * DETOUR;
            let seconds = km / self.vehicle.distance_speed(km) * 3600.0;
            let points = [middle_of(a).point, middle_of(b).point];
            match parts.last_mut().filter(|_| !fresh) {
                Some(part) => {
                    part.points.push(points[1]);
                    part.seconds += seconds;
                }
                None => parts.push(Raw {
                    street: None,
                    towards: None,
                    from: Some(a.name.clone()),
                    class: None,
                    points: points.to_vec(),
                    seconds,
                    winding: DETOUR,
                }),
            }
            if let Some(part) = parts.last_mut() {
                part.towards = Some(b.name.clone());
            }
            fresh = b.population >= LARGE;
        }
        self.numbered(parts, towns)
    }

    /// A part has the number of the road between its first and its last town.
    fn numbered(&self, mut parts: Vec<Raw>, towns: &[&Place]) -> Vec<Raw> {
        let mut at = 0;
        for part in &mut parts {
            let end = at + part.points.len() - 1;
            part.street = towns.get(at).zip(towns.get(end)).map(|(a, b)| road_number(a, b));
            at = end;
        }
        parts
    }
}

/// Where main roads meet in a town.
fn middle_of(place: &Place) -> Snap {
    Snap::corner(Corner::near(place.latitude, place.longitude))
}

/// Lengths are taken on the globe, along the points that are told. Nothing for a part without length.
fn measured(raw: Raw) -> Option<Stretch> {
    let mut points: Vec<(f64, f64)> = raw.points.into_iter().map(lots::five).collect();
    points.dedup();
    let km: f64 = points.windows(2).map(|pair| distance_km(pair[0], pair[1])).sum();
    let metres = libm::round(km * raw.winding * 10_000.0) / 10.0;
    (metres > 0.0).then(|| Stretch {
        street: raw.street,
        towards: raw.towards,
        from: raw.from,
        class: raw.class,
        points,
        metres,
        milliseconds: (libm::round(raw.seconds * 1000.0) as i64).max(1),
    })
}

/// The traffic of towns, asked for once each.
struct TrafficBook<'a> {
    ask: &'a dyn Fn(&Place) -> Traffic,
    known: std::cell::RefCell<std::collections::BTreeMap<u32, Traffic>>,
}

impl<'a> TrafficBook<'a> {
    fn new(ask: &'a dyn Fn(&Place) -> Traffic) -> Self {
        Self { ask, known: std::cell::RefCell::default() }
    }

    fn factor(&self, piece: Piece, owned: Owned<'_>) -> f64 {
        let traffic = *self.known.borrow_mut().entry(owned.town.id).or_insert_with(|| (self.ask)(owned.town));
        traffic.factor(piece, owned.class)
    }
}
