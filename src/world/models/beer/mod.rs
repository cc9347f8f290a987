//! Beers, and the venues that pour them.
//!
//! `table` reads beers, breweries and styles → `taste` finds what people call a style or a flavour → `venue` makes the pubs of
//! a town → `ratings` says what drinkers think → `menu` picks beers for someone.

mod menu;
mod ratings;
mod table;
mod taste;
#[cfg(test)]
mod tests;
mod venue;

use std::collections::BTreeMap;
use std::sync::Arc;

pub use menu::{Taste, WITHIN};
pub use ratings::Ratings;
pub use table::{Beer, Brewery, Style};
pub use venue::{Hours, Kind, Tap, Venue};

use crate::world::facts::{Model, read_table};
use crate::world::memo::Memo;
use crate::world::models::lands::Lands;
use crate::world::seed::Seed;

/// Towns that are remembered.
const REMEMBERED: usize = 128;

/// Everything about beer that is the same in every world, and the words venues are named with.
#[derive(Debug)]
pub struct Beers {
    styles: Vec<Style>,
    breweries: Vec<Brewery>,
    beers: Vec<Beer>,
    flavours: Vec<String>,
    names: BTreeMap<(String, String), Vec<String>>,
    /// Languages and currency of each country, by code.
    lands: Lands,
    /// Towns that were asked for lately.
    towns: Memo<(Seed, u32), Arc<[Venue]>>,
}

impl Model for Beers {
    const TABLES: &'static [&'static str] = &["beer_styles", "breweries", "beers", "pub_names", "countries"];

    fn build(tables: &[&[u8]]) -> Result<Self, String> {
        let [styles, breweries, beers, names, countries] = tables else {
            return Err(format!("five tables are needed, not {}", tables.len()));
        };
        let styles: Vec<Style> = read_table("beer_styles", styles)?;
        let breweries: Vec<Brewery> = read_table("breweries", breweries)?;
        let beers = table::beers(beers, &styles, &breweries)?;
        let mut flavours: Vec<String> = beers.iter().flat_map(|beer| beer.flavours.clone()).collect();
        flavours.sort_unstable();
        flavours.dedup();
        let names: Vec<(String, String, Vec<String>)> = read_table("pub_names", names)?;
        let names = names.into_iter().map(|(language, part, values)| ((language, part), values)).collect();
        let lands = Lands::read(countries)?;
        Ok(Self { styles, breweries, beers, flavours, names, lands, towns: Memo::new(REMEMBERED) })
    }
}

impl Beers {
    /// All beers, by id.
    pub fn all(&self) -> &[Beer] {
        &self.beers
    }

    /// The beer with this id.
    pub fn beer(&self, id: i64) -> Option<&Beer> {
        self.beers.binary_search_by_key(&id, |beer| beer.id).ok().map(|at| &self.beers[at])
    }

    /// Who brews a beer.
    pub fn brewery(&self, beer: &Beer) -> &Brewery {
        &self.breweries[beer.brewery]
    }

    /// The style of a beer.
    pub fn style(&self, beer: &Beer) -> &Style {
        &self.styles[beer.style]
    }

    /// All styles.
    pub fn styles(&self) -> &[Style] {
        &self.styles
    }

    /// All flavours that beers have, by alphabet.
    pub fn flavours(&self) -> &[String] {
        &self.flavours
    }
}
