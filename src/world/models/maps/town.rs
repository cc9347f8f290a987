//! Which town a street belongs to, and how large towns are.

use super::lattice::{Piece, Plane};
use crate::world::Place;
use crate::world::gazetteer::Gazetteer;

/// Kilometres from the built-up area of a town within which there are roads.
const AROUND_KM: f64 = 6.0;

/// Kilometres from the middle of the largest town to its last street.
const LARGEST_KM: f64 = 11.0;

/// Farthest from its middle that roads of a town lie.
pub const FARTHEST_KM: f64 = LARGEST_KM + AROUND_KM;

/// Kilometres from the middle of a town to its last street.
pub fn reach_km(place: &Place) -> f64 {
    (0.7 + libm::sqrt(f64::from(place.population)) / 200.0).min(LARGEST_KM)
}

/// What kind of road a piece of a street is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// A street of a town.
    Street,
    /// A main street of a town.
    Main,
    /// A road between towns.
    Road,
    /// A track through fields; it has no name and no houses.
    Track,
}

/// The towns around a point or between points, for many questions about streets there.
#[derive(Debug)]
pub struct Area<'a> {
    towns: Vec<(&'a Place, Plane, f64)>,
}

/// Whose a piece of a street is, and of what kind.
#[derive(Clone, Copy, Debug)]
pub struct Owned<'a> {
    /// The town.
    pub town: &'a Place,
    /// The kind.
    pub class: Class,
}

impl<'a> Area<'a> {
    /// The towns whose roads may reach within so many kilometres of a point.
    pub fn new(gazetteer: &'a Gazetteer, (latitude, longitude): (f64, f64), km: f64) -> Self {
        let near = gazetteer.within(latitude, longitude, km + FARTHEST_KM);
        Self {
            towns: near.map(|place| (place, Plane::at((place.latitude, place.longitude)), reach_km(place))).collect(),
        }
    }

    /// The town that a point belongs to, and how far out it is: up to 1 in town. Nothing where no road is.
    pub fn owner(&self, point: (f64, f64)) -> Option<(&'a Place, f64)> {
        let mut best: Option<(&'a Place, f64)> = None;
        for (place, plane, reach) in &self.towns {
            let (east, north) = plane.flat(point);
            let km = (east * east + north * north).sqrt() / 1000.0;
            let out = km / reach;
            if km <= reach + AROUND_KM && best.is_none_or(|(_, least)| out < least) {
                best = Some((place, out));
            }
        }
        best
    }

    /// Whose a piece is; nothing where no road is.
    pub fn piece(&self, piece: Piece) -> Option<Owned<'a>> {
        let (town, out) = self.owner(piece.middle())?;
        let class = match (out <= 1.0, piece.rank()) {
            (true, 1) => Class::Street,
            (true, _) => Class::Main,
            (false, 8) => Class::Road,
            (false, _) => Class::Track,
        };
        Some(Owned { town, class })
    }
}
