//! Rows of the tables.

use serde::Deserialize;

use super::words::{Status, are_known};

/// One species.
#[derive(Debug, Deserialize)]
pub struct Species {
    /// Scientific name, e.g. `Panthera tigris`.
    pub scientific: String,
    /// Other scientific names.
    pub synonyms: Vec<String>,
    /// Its family.
    pub family: String,
    /// English names, the usual one first; never none.
    pub names: Vec<String>,
    /// Names in other languages: ISO 639-1 code and name.
    pub other_names: Vec<(String, String)>,
    /// Category of the Red List, of the whole species in the whole world.
    pub status: Status,
    /// The year of the assessment; nothing when it was not evaluated.
    pub year: Option<i16>,
    /// `increasing`, `decreasing`, `stable` or `unknown`.
    pub trend: String,
    /// Grown animals or plants in the wild, least and most; nothing when nobody knows.
    pub population: Option<(u64, u64)>,
    /// Countries where it lives or, when it is extinct, lived: ISO 3166-1 alpha-2 codes with spaces between.
    countries: String,
    /// Letters of habitats, the main one first.
    pub habitats: String,
    /// Letters of threats, the worst first.
    pub threats: String,
    /// Letters of conservation actions.
    pub actions: String,
    /// Appendix of CITES: `I`, `II`, `III`, or empty.
    pub cites: String,
    /// A sentence about it.
    pub about: String,
}

impl Species {
    /// The genus.
    pub fn genus(&self) -> &str {
        self.scientific.split(' ').next().unwrap_or_default()
    }

    /// The usual English name.
    pub fn name(&self) -> &str {
        self.names.first().unwrap_or(&self.scientific)
    }

    /// Codes of the countries where it lives, in their order.
    pub fn countries(&self) -> impl Iterator<Item = &str> {
        self.countries.split(' ')
    }

    /// Whether it lives in one of some countries.
    pub fn lives_in<S: AsRef<str>>(&self, countries: &[S]) -> bool {
        self.countries().any(|own| countries.iter().any(|code| code.as_ref() == own))
    }

    /// What is wrong with the row, if anything is.
    pub(super) fn fault(&self) -> Option<&'static str> {
        match self {
            row if row.names.is_empty() || row.countries.is_empty() => Some("a species has a name and a country"),
            row if row.year.is_none() != (row.status == Status::NotEvaluated) => Some("a category has a year"),
            row if row.population.is_some_and(|(least, most)| least > most) => Some("least is more than most"),
            row if !are_known(&row.habitats, &row.threats, &row.actions) => Some("a letter stands for nothing"),
            _ => None,
        }
    }
}

/// A taxon above genus, or a group that people ask for.
#[derive(Debug, Deserialize)]
pub struct Taxon {
    /// `kingdom`, `phylum`, `class`, `order`, `family` or `group`.
    pub rank: String,
    /// Scientific name, or the name of the group.
    pub name: String,
    /// The taxon that it belongs to; for a group the taxa that belong to it.
    pub within: Vec<String>,
    /// English names, the usual one first.
    pub names: Vec<String>,
}

/// A part of the world.
#[derive(Debug, Deserialize)]
pub struct Part {
    /// Name.
    pub name: String,
    /// Other names.
    pub names: Vec<String>,
    countries: String,
}

impl Part {
    /// Codes of its countries.
    pub fn countries(&self) -> Vec<String> {
        self.countries.split(' ').map(str::to_owned).collect()
    }
}
