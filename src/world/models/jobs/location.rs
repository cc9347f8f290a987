//! Where someone looks for work.

use super::tables::Jobs;
use crate::world::gazetteer::{Country, Gazetteer, fold};
use crate::world::sphere::distance_km;

/// Kilometres of a statute mile.
const MILE: f64 = 1.609_344;

/// How many times as many people a region must have as the town of its name for the region to be meant: `Utrecht` is the
/// town, `California` is not the one in Maryland.
const REGION: u64 = 20;

/// Words for everywhere.
const ANYWHERE: [&str; 9] =
    ["", "anywhere", "everywhere", "worldwide", "global", "international", "nationwide", "all", "anylocation"];

/// Parts of the world as the gazetteer calls them.
const CONTINENTS: [&str; 6] = ["Europe", "Asia", "Africa", "North America", "South America", "Oceania"];

/// Members of the European Union, ISO 3166-1 alpha-2.
const UNION: [&str; 27] = [
    "AT", "BE", "BG", "CY", "CZ", "DE", "DK", "EE", "ES", "FI", "FR", "GR", "HR", "HU", "IE", "IT", "LT", "LU", "LV",
    "MT", "NL", "PL", "PT", "RO", "SE", "SI", "SK",
];

/// A country or a part of the world.
#[derive(Clone, Debug, PartialEq)]
pub struct Spot {
    /// Its English name.
    pub name: String,
    /// ISO 3166-1 alpha-2 code; none for a part of the world.
    pub country: Option<String>,
    /// The part of the world.
    pub continent: String,
}

/// Where someone looks.
#[derive(Clone, Debug, PartialEq)]
pub enum Location {
    /// Everywhere.
    Anywhere,
    /// Remote jobs, perhaps only those that may be done from somewhere.
    Remote(Option<Spot>),
    /// A town and what is near it.
    Around {
        /// `Name, Country`.
        name: String,
        /// ISO 3166-1 alpha-2 code.
        country: String,
        /// Degrees north and east.
        position: (f64, f64),
        /// Miles.
        radius: f64,
        /// Other towns that the text may mean.
        others: Vec<String>,
    },
    /// A region of a country.
    Region {
        /// `Name, Country`.
        name: String,
        /// Name of the region.
        region: String,
        /// ISO 3166-1 alpha-2 code.
        country: String,
    },
    /// A country.
    Country(Spot),
    /// A part of the world.
    Continent(String),
    /// The European Union.
    Union,
}

impl Location {
    /// Reads a text; nothing when no place is called so. The radius, in miles, counts for towns.
    pub fn parse(text: &str, radius: f64, gazetteer: &Gazetteer) -> Option<Location> {
        let text = text.trim();
        let plain = fold(text);
        if ANYWHERE.contains(&plain.as_str()) && (plain.is_empty() == text.is_empty()) {
            return Some(Location::Anywhere);
        }
        if let Some(rest) = after_remote(text) {
            return match rest {
                "" => Some(Location::Remote(None)),
                rest => spot(rest, gazetteer).map(|spot| Location::Remote(Some(spot))),
            };
        }
        if ["eu", "europeanunion"].contains(&plain.as_str()) {
            return Some(Location::Union);
        }
        if let Some(continent) = CONTINENTS.iter().find(|name| fold(name) == plain) {
            return Some(Location::Continent((*continent).to_owned()));
        }
        if let Some(country) = gazetteer.country(text) {
            return Some(Location::Country(of_country(country)));
        }
        town_or_region(text, radius, gazetteer)
    }

    /// What kind of place it is.
    pub fn kind(&self) -> &'static str {
        match self {
            Location::Anywhere => "anywhere",
            Location::Remote(_) => "remote",
            Location::Around { .. } => "city",
            Location::Region { .. } => "region",
            Location::Country(_) => "country",
            Location::Continent(_) | Location::Union => "continent",
        }
    }

    /// What it is called.
    pub fn name(&self) -> String {
        match self {
            Location::Anywhere => "Anywhere".to_owned(),
            Location::Remote(None) => "Remote".to_owned(),
            Location::Remote(Some(spot)) => format!("Remote, {}", spot.name),
            Location::Around { name, .. } | Location::Region { name, .. } => name.clone(),
            Location::Country(spot) => spot.name.clone(),
            Location::Continent(name) => name.clone(),
            Location::Union => "European Union".to_owned(),
        }
    }

    /// ISO 3166-1 alpha-2 code, when it lies in one country.
    pub fn country(&self) -> Option<&str> {
        match self {
            Location::Around { country, .. } | Location::Region { country, .. } => Some(country),
            Location::Country(spot) | Location::Remote(Some(spot)) => spot.country.as_deref(),
            _ => None,
        }
    }

    /// Whether it lies in Europe, or asks for remote work.
    pub fn is_european_or_remote(&self, gazetteer: &Gazetteer) -> bool {
        match self {
            Location::Remote(_) | Location::Union => true,
            Location::Anywhere => false,
            Location::Continent(name) => name == "Europe",
            other => other.country().and_then(|code| gazetteer.country(code)).is_some_and(|c| c.continent == "Europe"),
        }
    }

    /// By index of the office, whether it lies there.
    pub(super) fn spots(&self, jobs: &Jobs) -> Vec<bool> {
        let near = |at: (f64, f64), position: (f64, f64), radius: f64| {
            // A degree of latitude is 69 miles; this spares most of the trigonometry.
            (at.0 - position.0).abs() * 68.0 <= radius + 1.0 && distance_km(at, position) <= radius * MILE + 1e-6
        };
        let lies = |office: &super::tables::Office| match self {
            Location::Anywhere | Location::Remote(_) => true,
            Location::Around { position, radius, .. } => near(office.position, *position, *radius),
            Location::Region { region, country, .. } => office.country == *country && office.region == *region,
            Location::Country(spot) => spot.country.as_deref() == Some(office.country.as_str()),
            Location::Continent(name) => office.continent == *name,
            Location::Union => UNION.contains(&office.country.as_str()),
        };
        jobs.offices.iter().map(lies).collect()
    }
}

/// `Germany` of `Remote, Germany`, `remote in Germany` or `Remote (Germany)`; empty for `Remote` alone.
fn after_remote(text: &str) -> Option<&str> {
    let head = text.get(..6).filter(|head| head.eq_ignore_ascii_case("remote"))?;
    let rest = &text[head.len()..];
    if rest.starts_with(char::is_alphanumeric) {
        return None;
    }
    let rest = rest.trim_matches(|c: char| !c.is_alphanumeric());
    let shorter = ["in ", "from ", "within "].iter().find_map(|word| rest.strip_prefix(word));
    let rest = shorter.unwrap_or(rest);
    Some(if ANYWHERE.contains(&fold(rest).as_str()) { "" } else { rest })
}

fn spot(text: &str, gazetteer: &Gazetteer) -> Option<Spot> {
    let plain = fold(text);
    if ["eu", "europeanunion"].contains(&plain.as_str()) {
        return Some(Spot { name: "Europe".to_owned(), country: None, continent: "Europe".to_owned() });
    }
    if let Some(name) = CONTINENTS.iter().find(|name| fold(name) == plain) {
        return Some(Spot { name: (*name).to_owned(), country: None, continent: (*name).to_owned() });
    }
    let country = gazetteer.country(text);
    let of_town = || gazetteer.find(text).and_then(|found| gazetteer.country(&found.place.country));
    country.or_else(of_town).map(of_country)
}

fn of_country(country: &Country) -> Spot {
    Spot { name: country.name.clone(), country: Some(country.iso2.clone()), continent: country.continent.clone() }
}

fn town_or_region(text: &str, radius: f64, gazetteer: &Gazetteer) -> Option<Location> {
    let town = gazetteer.find(text);
    let region = region(text, gazetteer);
    match (town, region) {
        (Some(found), Some((country, region)))
            if found.place.region != region
                && people(gazetteer, country, region) > REGION * u64::from(found.place.population) =>
        {
            Some(of_region(country, region))
        }
        (Some(found), _) => {
            let label = |place: &crate::world::Place| {
                let country = gazetteer.country(&place.country).map_or(place.country.as_str(), |c| c.name.as_str());
                format!("{}, {}, {country}", place.name, place.region).replace(", , ", ", ")
            };
            Some(Location::Around {
                name: label(found.place),
                country: found.place.country.clone(),
                position: (found.place.latitude, found.place.longitude),
                radius,
                others: found.others.iter().map(|place| label(place)).collect(),
            })
        }
        (None, region) => region.map(|(country, region)| of_region(country, region)),
    }
}

fn of_region(country: &Country, region: &str) -> Location {
    Location::Region {
        name: format!("{region}, {}", country.name),
        region: region.to_owned(),
        country: country.iso2.clone(),
    }
}

/// The region of a name, perhaps with its country after a comma; the most populous country's where several have one.
fn region<'g>(text: &str, gazetteer: &'g Gazetteer) -> Option<(&'g Country, &'g str)> {
    let (name, country) = match text.rsplit_once(',') {
        Some((name, country)) => (name, Some(gazetteer.country(country.trim())?)),
        None => (text, None),
    };
    let plain = fold(name);
    if plain.is_empty() {
        return None;
    }
    let inside = |c: &&Country| country.is_none_or(|wanted| wanted.iso2 == c.iso2);
    let called = |c: &'g Country| {
        let mut regions = c.regions.iter();
        regions
            .find(|region| {
                fold(&region.name) == plain
                    || (plain.len() > 2 || country.is_some()) && region.aliases.iter().any(|a| fold(a) == plain)
            })
            .map(|region| (c, region.name.as_str()))
    };
    gazetteer.countries().filter(inside).filter_map(called).max_by_key(|(c, _)| c.population)
}

fn people(gazetteer: &Gazetteer, country: &Country, region: &str) -> u64 {
    let inside = |place: &&crate::world::Place| place.country == country.iso2 && place.region == region;
    gazetteer.places().filter(inside).map(|place| u64::from(place.population)).sum()
}
