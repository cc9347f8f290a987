//! Countries and their regions.

use super::fold::fold;
use super::listed;
use super::names::Names;

/// A country or territory with an ISO 3166 code.
#[derive(Clone, Debug, PartialEq)]
pub struct Country {
    /// ISO 3166-1 alpha-2 code, e.g. `NL`.
    pub iso2: String,
    /// ISO 3166-1 alpha-3 code, e.g. `NLD`.
    pub iso3: String,
    /// Everyday English name, e.g. `Netherlands`.
    pub name: String,
    /// Official English name, e.g. `Kingdom of the Netherlands`.
    pub official: String,
    /// The capital as the table of cities calls it; empty where there is none.
    pub capital: String,
    /// `Africa`, `Antarctica`, `Asia`, `Europe`, `North America`, `Oceania` or `South America`.
    pub continent: String,
    /// ISO 4217 code; empty for Antarctica.
    pub currency: String,
    /// ISO 639-1 codes, the most spoken first.
    pub languages: Vec<String>,
    /// Inhabitants.
    pub population: u32,
    /// Square kilometres.
    pub area: f64,
    /// International dialling prefix, e.g. `+31`; may be empty.
    pub phone: String,
    /// Other names, e.g. `Holland`.
    pub aliases: Vec<String>,
    /// The first-level regions in which places of the gazetteer lie, sorted by name.
    pub regions: Vec<Region>,
}

/// A first-level region of a country, e.g. a state or a province.
#[derive(Clone, Debug, PartialEq)]
pub struct Region {
    /// English name, as in [`Place::region`](crate::world::place::Place::region).
    pub name: String,
    /// Other names and the letters of its ISO 3166-2 code, e.g. `IL`.
    pub aliases: Vec<String>,
}

/// All countries, with indices of their names and of their regions' names.
#[derive(Debug)]
pub(super) struct Countries {
    /// Sorted by code.
    all: Vec<Country>,
    by_name: Names<u16>,
    by_region: Names<(u16, u16)>,
}

impl Countries {
    /// Takes the countries sorted by code.
    pub(super) fn new(all: Vec<Country>) -> Countries {
        Countries { by_name: index_names(&all), by_region: index_regions(&all), all }
    }

    /// The country with this alpha-2 code, in capitals.
    pub(super) fn with_code(&self, code: &str) -> Option<&Country> {
        self.all.binary_search_by(|c| c.iso2.as_str().cmp(code)).ok().map(|i| &self.all[i])
    }

    /// The country of this code, name or other name, as it is spelt or as lists of countries spell it.
    pub(super) fn find(&self, text: &str) -> Option<&Country> {
        let by = |name: &str| self.by_name.of(name).next().map(|&i| &self.all[usize::from(i)]);
        by(&fold(text)).or_else(|| listed::spellings(text).iter().find_map(|name| by(name)))
    }

    /// The regions, in any country, that are called so.
    pub(super) fn regions<'a>(&'a self, folded: &str) -> impl Iterator<Item = (&'a Country, &'a Region)> + use<'a> {
        self.by_region.of(folded).map(|&(c, r)| {
            let country = &self.all[usize::from(c)];
            (country, &country.regions[usize::from(r)])
        })
    }

    pub(super) fn iter(&self) -> std::slice::Iter<'_, Country> {
        self.all.iter()
    }
}

/// Codes first, then names, then other names, then all of them without articles: the first one listed wins where two are
/// spelt alike.
fn index_names(all: &[Country]) -> Names<u16> {
    let each = || all.iter().zip(0_u16..);
    let codes = each().flat_map(|(c, i)| [(c.iso2.as_str(), i), (c.iso3.as_str(), i)]);
    let names = each().map(|(c, i)| (c.name.as_str(), i));
    let official = each().map(|(c, i)| (c.official.as_str(), i));
    let others = each().flat_map(|(c, i)| c.aliases.iter().map(move |alias| (alias.as_str(), i)));
    let full: Vec<(&str, u16)> = codes.chain(names).chain(official).chain(others).collect();
    let bare: Vec<(String, u16)> =
        full.iter().filter_map(|(name, i)| Some((listed::without_articles(name)?, *i))).collect();
    let bare = bare.iter().map(|(name, i)| (name.as_str(), *i));
    Names::new(full.iter().copied().chain(bare))
}

fn index_regions(all: &[Country]) -> Names<(u16, u16)> {
    let regions =
        all.iter().zip(0_u16..).flat_map(|(c, i)| c.regions.iter().zip(0_u16..).map(move |(r, j)| (r, (i, j))));
    Names::new(regions.flat_map(|(r, at)| {
        let names = std::iter::once(&r.name).chain(&r.aliases);
        names.map(move |name| (name.as_str(), at))
    }))
}
