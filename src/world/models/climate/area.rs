//! Areas, and the places that stand for them.

use std::collections::BTreeMap;

use crate::world::Place;
use crate::world::facts::{Model, read_table};
use crate::world::gazetteer::{Country, Gazetteer, Region, fold};
use crate::world::sphere::distance_km;

/// How many places stand for a country or a region.
const STATIONS: usize = 3;

/// How far apart they are at least, in km, where the area is wide enough.
const APART: f64 = 100.0;

/// What an area is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AreaKind {
    /// One place.
    City,
    /// A first-level region of a country.
    Region,
    /// A country.
    Country,
    /// Several countries, or a part of one that is no region of its own, such as the Sahel.
    Part,
}

impl AreaKind {
    /// A code that never changes.
    pub fn code(self) -> &'static str {
        match self {
            AreaKind::City => "city",
            AreaKind::Region => "region",
            AreaKind::Country => "country",
            AreaKind::Part => "part_of_the_world",
        }
    }
}

/// An area, and the places whose weather is told for it.
#[derive(Debug)]
pub struct Area<'a> {
    /// English name.
    pub name: String,
    /// What it is.
    pub kind: AreaKind,
    /// The country it lies in, where that is one.
    pub country: Option<&'a Country>,
    /// The places, the main one first; never none.
    pub stations: Vec<&'a Place>,
    /// Other things that the text may mean, as one may ask for them.
    pub others: Vec<String>,
}

/// Parts of the world that are neither countries nor regions.
#[derive(Debug)]
pub struct Climate {
    parts: Vec<(String, Vec<u32>)>,
    by_name: BTreeMap<String, usize>,
}

impl Model for Climate {
    const TABLES: &'static [&'static str] = &["climate_regions"];

    fn build(tables: &[&[u8]]) -> Result<Self, String> {
        let [bytes] = tables else { return Err("expected the table climate_regions".into()) };
        let rows: Vec<(String, Vec<String>, Vec<u32>)> = read_table("climate_regions", bytes)?;
        let mut climate = Self { parts: Vec::new(), by_name: BTreeMap::new() };
        for (name, aliases, places) in rows {
            for spelling in aliases.iter().chain([&name]) {
                let index = climate.parts.len();
                if climate.by_name.insert(fold(spelling), index).is_some_and(|other| other != index) {
                    return Err(format!("climate_regions: two parts are called '{spelling}'"));
                }
            }
            climate.parts.push((name, places));
        }
        Ok(climate)
    }
}

impl Climate {
    /// The area that a text means: a part of the world (`North China`), a country, a first-level region (`Bavaria`,
    /// `Georgia, USA`) or a city, in this order. A region by whose name its whole country is known (`Scotland`) is the
    /// region.
    pub fn find<'a>(&self, gazetteer: &'a Gazetteer, text: &str) -> Option<Area<'a>> {
        let mut readings = self.part(gazetteer, text).into_iter().collect::<Vec<_>>();
        let regions = gazetteer.regions(text);
        match gazetteer.country(text) {
            None => readings.extend(regions.into_iter().filter_map(|found| region_area(gazetteer, found))),
            Some(country) => {
                let own = Gazetteer::prefers_region(text, country, regions.first().copied());
                // A country where nobody lives does not lend its name to a region of another.
                let area = self.country(gazetteer, text);
                let regions = regions.into_iter().filter(|(of, _)| area.is_some() || *of == country);
                let mut regions: Vec<Area<'_>> = regions.filter_map(|found| region_area(gazetteer, found)).collect();
                let before = usize::from(own).min(regions.len());
                regions.splice(before..before, area);
                readings.extend(regions);
            }
        }
        readings.extend(city(gazetteer, text));
        let others = readings.iter().skip(1).map(Area::label).collect();
        let mut first = readings.into_iter().next()?;
        first.others = others;
        Some(first)
    }

    /// A country (code or name) as an area.
    pub fn country<'a>(&self, gazetteer: &'a Gazetteer, text: &str) -> Option<Area<'a>> {
        let country = gazetteer.country(text)?;
        let stations = spread(gazetteer.places_in(&country.iso2, None), Some(&country.capital));
        let name = country.name.clone();
        (!stations.is_empty()).then_some(Area {
            name,
            kind: AreaKind::Country,
            country: Some(country),
            stations,
            others: Vec::new(),
        })
    }

    fn part<'a>(&self, gazetteer: &'a Gazetteer, text: &str) -> Option<Area<'a>> {
        let (name, ids) = &self.parts[*self.by_name.get(&fold(text))?];
        let stations: Vec<&Place> = ids.iter().filter_map(|id| gazetteer.by_id(*id)).collect();
        (!stations.is_empty()).then(|| Area {
            name: name.clone(),
            kind: AreaKind::Part,
            country: None,
            stations,
            others: Vec::new(),
        })
    }

    /// Names of all parts of the world.
    pub fn parts(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().map(|(name, _)| name.as_str())
    }
}

impl Area<'_> {
    /// How one may ask for it, e.g. `Utrecht, Netherlands (city)`.
    pub fn label(&self) -> String {
        match self.country {
            Some(country) if self.kind != AreaKind::Country => {
                format!("{}, {} ({})", self.name, country.name, self.kind.code())
            }
            _ => format!("{} ({})", self.name, self.kind.code()),
        }
    }
}

fn region_area<'a>(gazetteer: &'a Gazetteer, (country, region): (&'a Country, &'a Region)) -> Option<Area<'a>> {
    let stations = spread(gazetteer.places_in(&country.iso2, Some(&region.name)), None);
    let (name, kind) = (region.name.clone(), AreaKind::Region);
    (!stations.is_empty()).then_some(Area { name, kind, country: Some(country), stations, others: Vec::new() })
}

fn city<'a>(gazetteer: &'a Gazetteer, text: &str) -> Option<Area<'a>> {
    let place = gazetteer.find(text)?.place;
    let country = gazetteer.country(&place.country);
    Some(Area { name: place.name.clone(), kind: AreaKind::City, country, stations: vec![place], others: Vec::new() })
}

/// The capital, and then the most populous places that are not next to one another.
fn spread<'a>(places: Vec<&'a Place>, capital: Option<&str>) -> Vec<&'a Place> {
    let main = capital.and_then(|name| places.iter().find(|place| place.name == name)).or(places.first());
    let mut chosen: Vec<&Place> = main.copied().into_iter().collect();
    for place in places {
        let near =
            |other: &&Place| distance_km((place.latitude, place.longitude), (other.latitude, other.longitude)) < APART;
        if chosen.len() < STATIONS && !chosen.iter().any(near) {
            chosen.push(place);
        }
    }
    chosen
}
