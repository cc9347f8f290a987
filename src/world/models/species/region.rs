//! Where species are asked for.

use super::list::RedList;
use super::table::{Part, Species};
use crate::world::gazetteer::{Country, Gazetteer};
use crate::world::models::titles::key;

/// Longer texts name no region.
const LONGEST: usize = 200;

/// What a text names.
#[derive(Debug)]
pub enum Region<'a> {
    /// The whole world.
    Global,
    /// Several countries.
    Part(&'a Part),
    /// A country, and what was said behind its name, which the list cannot tell apart.
    Country(&'a Country, Option<String>),
}

impl<'a> Region<'a> {
    /// Reads `Global`, a part of the world, or a text that begins with the name of a country.
    pub fn read(list: &'a RedList, gazetteer: &'a Gazetteer, text: &str) -> Option<Self> {
        let text = text.trim();
        if text.len() > LONGEST {
            return None;
        }
        if ["global", "world", "world wide", "worldwide", "whole world", "earth", "all", "all regions"]
            .contains(&key(text).as_str())
        {
            return Some(Self::Global);
        }
        let country = gazetteer.country(text).map(|country| Self::Country(country, None));
        country.or_else(|| list.part(text).map(Self::Part)).or_else(|| Self::behind(gazetteer, text))
    }

    /// The country with whose name a text begins, by its longest beginning.
    fn behind(gazetteer: &'a Gazetteer, text: &str) -> Option<Self> {
        let ends = text.char_indices().rev().filter(|(_, c)| !c.is_alphanumeric()).map(|(at, _)| at);
        ends.filter_map(|at| {
            let name = text[..at].trim();
            // Two letters could be a word, such as `in`, and not a code.
            let country =
                Some(name).filter(|name| name.chars().count() > 3).and_then(|name| gazetteer.country(name))?;
            let rest = text[at..].trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
            Some(Self::Country(country, Some(rest).filter(|rest| !rest.is_empty())))
        })
        .next()
    }

    /// A code that never changes.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Global => "global",
            Self::Part(_) => "part_of_the_world",
            Self::Country(..) => "country",
        }
    }

    /// Its name.
    pub fn name(&self) -> &'a str {
        match self {
            Self::Global => "Global",
            Self::Part(part) => &part.name,
            Self::Country(country, _) => &country.name,
        }
    }

    /// The country's ISO 3166-1 alpha-2 code.
    pub fn code(&self) -> Option<&'a str> {
        match self {
            Self::Country(country, _) => Some(&country.iso2),
            _ => None,
        }
    }

    /// What was said behind the country's name.
    pub fn ignored(&self) -> Option<&str> {
        match self {
            Self::Country(_, rest) => rest.as_deref(),
            _ => None,
        }
    }

    /// Whether a species lives there.
    pub fn holds(&self, species: &Species) -> bool {
        match self {
            Self::Global => true,
            Self::Part(part) => species.lives_in(&part.countries()),
            Self::Country(country, _) => species.lives_in(&[&country.iso2]),
        }
    }
}
