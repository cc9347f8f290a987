//! Public transport in towns: metro, trams and buses.
//!
//! `network` lays lines along the main streets of the map → `timetable` says when they run → `disruption` is what goes wrong →
//! `trip` is one run, with its delay → `plan` finds journeys from door to door.
//!
//! Lines, stops and timetables are facts, as streets are; delays and disruptions are made by the seed. A town with 15,000 people or
//! more has a network of its own, unless it lies within the reach of a larger one, whose lines then serve it.

mod disruption;
mod network;
mod plan;
#[cfg(test)]
mod tests;
mod timetable;
mod trip;

use std::sync::Arc;

pub use disruption::{Disruption, Effect};
pub use network::{DIRECTIONS, LEAST_PEOPLE, Line, Mode, Network, Stop};
pub use plan::{Journey, Leg, WALK, Wish};
pub use timetable::{DAY, DayKind, Frequency, clock, minute_of};
pub use trip::{Day, HORIZON, Live, Trip};

use crate::world::Place;
use crate::world::facts::Model;
use crate::world::gazetteer::Gazetteer;
use crate::world::memo::Memo;
use crate::world::models::maps::{Atlas, reach_km};
use crate::world::models::trains::Railway;
use crate::world::sphere::distance_km;

/// Networks that are remembered.
const REMEMBERED: usize = 48;

/// Kilometres from the middle of a town within which a railway station may be one of its own.
const STATION_KM: f64 = 15.0;

/// Networks that were asked for lately.
#[derive(Debug)]
pub struct Transit {
    towns: Memo<u32, Arc<Network>>,
}

impl Model for Transit {
    const TABLES: &'static [&'static str] = &[];

    fn build(_: &[&[u8]]) -> Result<Self, String> {
        Ok(Self { towns: Memo::new(REMEMBERED) })
    }
}

impl Transit {
    /// The network of a town; nothing where it has none of its own.
    pub fn network(&self, atlas: &Atlas<'_>, railway: &Railway, town: &Place) -> Option<Arc<Network>> {
        has_network(atlas.gazetteer, town).then(|| {
            self.towns.get(&town.id, || {
                let near = railway.stations().iter().filter(|station| {
                    distance_km((station.latitude, station.longitude), (town.latitude, town.longitude)) <= STATION_KM
                });
                let stations: Vec<_> = near
                    .map(|station| (station.code.clone(), station.name.clone(), (station.latitude, station.longitude)))
                    .collect();
                Arc::new(Network::of(atlas, town, &stations))
            })
        })
    }

    /// The town whose network serves a place: the place itself, or the larger one within whose reach it lies.
    pub fn server_of<'a>(gazetteer: &'a Gazetteer, place: &'a Place) -> Option<&'a Place> {
        if has_network(gazetteer, place) {
            return Some(place);
        }
        let larger = larger_around(gazetteer, place);
        larger
            .filter(|other| has_network(gazetteer, other))
            .max_by_key(|other| (other.population, std::cmp::Reverse(other.id)))
    }
}

/// Whether a town has lines of its own.
pub fn has_network(gazetteer: &Gazetteer, town: &Place) -> bool {
    town.population >= LEAST_PEOPLE && larger_around(gazetteer, town).next().is_none()
}

/// Larger towns within whose reach a place lies.
fn larger_around<'a>(gazetteer: &'a Gazetteer, town: &'a Place) -> impl Iterator<Item = &'a Place> {
    let near = gazetteer.within(town.latitude, town.longitude, 12.0);
    near.filter(|other| {
        let larger = (other.population, std::cmp::Reverse(other.id)) > (town.population, std::cmp::Reverse(town.id));
        larger && distance_km((other.latitude, other.longitude), (town.latitude, town.longitude)) <= reach_km(other)
    })
}
