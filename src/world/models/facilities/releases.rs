//! Pounds that a plant releases in a year.

use super::{Chemical, Facilities, Facility, Kind};
use crate::world::Seed;

/// First year of the inventory.
pub const FIRST_YEAR: i64 = 2010;

/// What became of one chemical in one year, in whole pounds.
#[derive(Clone, Debug, PartialEq)]
pub struct Release<'a> {
    /// The chemical.
    pub chemical: &'a Chemical,
    /// Leaks and evaporation.
    pub fugitive_air: i64,
    /// Out of stacks.
    pub stack_air: i64,
    /// Into rivers and lakes.
    pub water: i64,
    /// On the plant's own land.
    pub land: i64,
    /// Sent elsewhere to be disposed of.
    pub off_site: i64,
}

impl Release<'_> {
    /// All of it.
    pub fn total(&self) -> i64 {
        self.fugitive_air + self.stack_air + self.water + self.land + self.off_site
    }
}

impl Kind {
    /// Shares of leaks, stacks, water, land and elsewhere.
    fn ways(self) -> [f64; 5] {
        match self {
            Kind::Acid => [0.05, 0.78, 0.11, 0.04, 0.02],
            Kind::Metal => [0.02, 0.06, 0.03, 0.26, 0.63],
            Kind::Monomer => [0.42, 0.52, 0.02, 0.00, 0.04],
            Kind::Organic => [0.20, 0.58, 0.11, 0.02, 0.09],
            Kind::Solvent => [0.30, 0.60, 0.01, 0.00, 0.09],
        }
    }
}

impl Facilities {
    /// What a plant released in a year, its main chemical first.
    pub fn releases(&self, seed: Seed, plant: &Facility, year: i64) -> Vec<Release<'_>> {
        let field = seed.field(&["facilities", "releases"]);
        let place = self.all.binary_search_by(|other| other.id.cmp(&plant.id)).unwrap_or(0) as i64;
        // Each further chemical is released in about half the amount; all have slowly become less.
        let mut usual = f64::from(plant.releases) * libm::pow(0.985, (year - 2015) as f64);
        let mut found = Vec::new();
        for index in &plant.chemicals {
            let chemical = &self.chemicals[*index];
            let level = 1.0 + 0.35 * field.lattice(place, *index as i64, year);
            let lasting = 1.0 + 0.4 * field.lattice(place, *index as i64, -1);
            let pounds = (usual * level * lasting).round() as i64;
            let part = |share: f64| (pounds as f64 * share).round() as i64;
            let [fugitive, stack, water, land, _] = chemical.kind.ways().map(part);
            let off_site = (pounds - fugitive - stack - water - land).max(0);
            found.push(Release { chemical, fugitive_air: fugitive, stack_air: stack, water, land, off_site });
            usual *= 0.52;
        }
        found
    }
}
