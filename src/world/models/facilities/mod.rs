//! Industrial plants of the United States, what they release, and how they keep the rules. Plants and figures are made up;
//! chemicals, towns and ZIP codes are real.
//!
//! ```text
//! releases    pounds of each chemical in a year
//! compliance  inspections, violations and penalties
//! ```

mod compliance;
mod releases;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use serde::Deserialize;

pub use compliance::{Inspection, Program, Violation};
pub use releases::{FIRST_YEAR, Release};

use crate::catalogue::nearest;
use crate::world::facts::{Model, read_table};
use crate::world::gazetteer::fold;

/// A chemical of the inventory.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Chemical {
    /// Name in the inventory.
    pub name: String,
    /// CAS registry number.
    pub cas: String,
    /// Other names.
    pub aliases: Vec<String>,
    /// Whether it counts among the carcinogens.
    pub carcinogen: bool,
    /// What it is.
    pub kind: Kind,
}

/// What a chemical is, which decides where it goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Acids and other gases that dissolve in water.
    Acid,
    /// Metals.
    Metal,
    /// What plastics are made of.
    Monomer,
    /// Other carbon compounds.
    Organic,
    /// What evaporates.
    Solvent,
}

/// A plant.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Facility {
    /// Identifier of 13 to 14 letters and digits that begins with the ZIP code.
    pub id: String,
    /// Name.
    pub name: String,
    /// Street and number.
    pub street: String,
    /// City.
    pub city: String,
    /// State, two letters.
    pub state: String,
    /// ZIP code.
    pub zip: String,
    /// Degrees north.
    pub latitude: f64,
    /// Degrees east.
    pub longitude: f64,
    /// What it makes.
    pub sector: String,
    /// Code of that in the North American Industry Classification System.
    pub naics: String,
    /// Usual pounds a year of its main chemical.
    releases: u32,
    /// Indices of its chemicals.
    chemicals: Vec<usize>,
}

/// All plants.
#[derive(Debug)]
pub struct Facilities {
    all: Vec<Facility>,
    chemicals: Vec<Chemical>,
    by_name: BTreeMap<String, usize>,
}

impl Model for Facilities {
    const TABLES: &'static [&'static str] = &["us_facilities", "toxic_chemicals"];

    fn build(tables: &[&[u8]]) -> Result<Self, String> {
        let [facilities, chemicals] = tables else { return Err("expected the tables of plants and chemicals".into()) };
        let chemicals: Vec<Chemical> = read_table("toxic_chemicals", chemicals)?;
        let all: Vec<Facility> = read_table("us_facilities", facilities)?;
        if let Some(lost) = all.iter().find(|plant| plant.chemicals.iter().any(|c| *c >= chemicals.len())) {
            return Err(format!("us_facilities: {} has a chemical that is not there", lost.id));
        }
        if !all.is_sorted_by(|a, b| a.id < b.id) {
            return Err("us_facilities: rows are not sorted by id".into());
        }
        let names = chemicals.iter().enumerate().flat_map(|(i, chemical)| {
            let names = [&chemical.name, &chemical.cas].into_iter().chain(&chemical.aliases);
            names.map(move |name| (fold(name), i))
        });
        Ok(Self { by_name: names.collect(), all, chemicals })
    }
}

impl Facilities {
    /// Every plant, by id.
    pub fn all(&self) -> impl Iterator<Item = &Facility> {
        self.all.iter()
    }

    /// The plant of an id, in any case.
    pub fn by_id(&self, id: &str) -> Option<&Facility> {
        let id = id.trim().to_ascii_uppercase();
        self.all.binary_search_by(|plant| plant.id.as_str().cmp(&id)).ok().map(|i| &self.all[i])
    }

    /// Up to three ids that look like a text, or those of plants whose names do.
    pub fn near(&self, text: &str) -> Vec<String> {
        let by_name = |name: &String| self.all.iter().find(|plant| plant.name == *name).map(|plant| plant.id.clone());
        let names = nearest::few(text, self.all.iter().map(|plant| plant.name.as_str()));
        match nearest::few(text, self.all.iter().map(|plant| plant.id.as_str())) {
            ids if ids.is_empty() => names.iter().filter_map(by_name).collect(),
            ids => ids,
        }
    }

    /// The chemical of a name, another name or a CAS number.
    pub fn chemical(&self, text: &str) -> Option<&Chemical> {
        self.by_name.get(&fold(text)).map(|i| &self.chemicals[*i])
    }

    /// Up to three names of chemicals that look like a text.
    pub fn near_chemicals(&self, text: &str) -> Vec<String> {
        nearest::few(text, self.chemicals.iter().map(|chemical| chemical.name.as_str()))
    }
}
