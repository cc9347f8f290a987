//! The gazetteer: places and countries by name, id and position.

use super::country::{Countries, Country};
use super::fold::fold;
use super::names::Names;
use super::query::{Qualifier, coordinates, readings, respelt};
use super::tables::{Entry, read_cities, read_countries};
use crate::world::facts::Model;
use crate::world::place::Place;
use crate::world::sphere::{RADIUS_KM, closeness, direction, distance_km};

/// The longest text that is read, in bytes: about twice the longest name with region and country. Trying each reading
/// of a text takes time with the square of its length.
pub(super) const LONGEST: usize = 200;

/// How far from given coordinates a place may be to stand for them, in kilometres.
pub const REACH_KM: f64 = 100.0;

/// How many times as populous a place must be to take a name from the one that really bears it, so that `Canton` means
/// Guangzhou and not the one in Ohio.
const FAME: u64 = 8;

/// Every place and country of the world.
#[derive(Debug)]
pub struct Gazetteer {
    /// Sorted by id.
    pub(super) places: Vec<Place>,
    /// Where each place lies on the unit sphere.
    directions: Vec<[f64; 3]>,
    /// Names and other names of places.
    pub(super) names: Names<Named>,
    pub(super) countries: Countries,
}

/// That a place bears a name.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Named {
    /// Index of the place.
    pub(super) place: u32,
    /// Whether it is its own name, not another one.
    pub(super) own: bool,
}

/// A place that was looked for.
#[derive(Debug)]
pub struct Found<'a> {
    /// The likeliest one.
    pub place: &'a Place,
    /// The others that the text may mean, most populous first.
    pub others: Vec<&'a Place>,
}

impl Model for Gazetteer {
    const TABLES: &'static [&'static str] = &["cities", "countries"];

    fn build(tables: &[&[u8]]) -> Result<Self, String> {
        match tables {
            [cities, countries] => Self::from_tables(cities, countries),
            _ => Err("expected the tables cities and countries".into()),
        }
    }
}

impl Gazetteer {
    /// Reads the tables of cities and countries (`responses/world/cities.json`, `countries.json`).
    ///
    /// # Errors
    ///
    /// A sentence that says which table is wrong and why.
    pub fn from_tables(cities: &[u8], countries: &[u8]) -> Result<Gazetteer, String> {
        let entries = read_cities(cities)?;
        let countries = Countries::new(read_countries(countries)?);
        if let Some(lost) = entries.iter().find(|e| countries.with_code(&e.place.country).is_none()) {
            return Err(format!("cities: {} is in the unknown country {}", lost.place.name, lost.place.country));
        }
        let names = index(&entries);
        let places: Vec<Place> = entries.into_iter().map(|entry| entry.place).collect();
        let directions = places.iter().map(|p| direction(p.latitude, p.longitude)).collect();
        Ok(Gazetteer { places, directions, names, countries })
    }

    /// The place that a text means: a name in any spelling or language (`Den Haag`, `NYC`, `北京`), a name with its
    /// region or country (`Paris, Texas, USA`, `Springfield IL`), or coordinates (`51.5,-0.12`: the nearest place within
    /// 100 km).
    ///
    /// The most populous place of the name wins. A place that only bears it as another name comes after those whose own
    /// name it is, unless it is at least 8 times as populous. `others` are those the text may mean too, ties by id; a
    /// region or country in the text leaves only the places there. None when nothing fits, also when the qualifier does
    /// not.
    pub fn find(&self, text: &str) -> Option<Found<'_>> {
        if text.len() > LONGEST {
            return None;
        }
        if let Some((latitude, longitude)) = coordinates(text) {
            return self.at(latitude, longitude);
        }
        self.find_named(text, &[])
            .or_else(|| readings(text).into_iter().find_map(|(name, rest)| self.qualified(&name, &rest)))
    }

    /// The place nearest to the point (degrees north, degrees east), however far.
    pub fn nearest(&self, latitude: f64, longitude: f64) -> &Place {
        let here = direction(latitude, longitude);
        let mut best = (0, f64::NEG_INFINITY);
        for (i, there) in self.directions.iter().enumerate() {
            let close = closeness(here, *there);
            if close > best.1 {
                best = (i, close);
            }
        }
        &self.places[best.0]
    }

    /// The places within so many kilometres of the point (degrees north, degrees east), by id.
    pub fn within(&self, latitude: f64, longitude: f64, km: f64) -> impl Iterator<Item = &Place> {
        let here = direction(latitude, longitude);
        let least = libm::cos((km / RADIUS_KM).clamp(0.0, std::f64::consts::PI));
        let near = self.directions.iter().zip(&self.places).filter(move |(there, _)| closeness(here, **there) >= least);
        near.map(|(_, place)| place)
    }

    /// The place with this GeoNames id.
    pub fn by_id(&self, id: u32) -> Option<&Place> {
        self.places.binary_search_by_key(&id, |p| p.id).ok().map(|i| &self.places[i])
    }

    /// The country of this code (`NL`, `NLD`), name (`Netherlands`) or other name (`Holland`, `Nederland`, `荷兰`).
    pub fn country(&self, text: &str) -> Option<&Country> {
        self.countries.find(text)
    }

    /// Every place, by id.
    pub fn places(&self) -> impl Iterator<Item = &Place> {
        self.places.iter()
    }

    /// Every country, by code.
    pub fn countries(&self) -> impl Iterator<Item = &Country> {
        self.countries.iter()
    }

    fn at(&self, latitude: f64, longitude: f64) -> Option<Found<'_>> {
        let place = self.nearest(latitude, longitude);
        let distance = distance_km((latitude, longitude), (place.latitude, place.longitude));
        (distance <= REACH_KM).then(|| Found { place, others: Vec::new() })
    }

    fn qualified(&self, name: &str, rest: &[String]) -> Option<Found<'_>> {
        let qualifiers: Option<Vec<_>> = rest.iter().map(|part| Qualifier::new(&self.countries, part)).collect();
        self.find_named(name, &qualifiers?)
    }

    fn find_named(&self, name: &str, qualifiers: &[Qualifier<'_>]) -> Option<Found<'_>> {
        let spelt = |folded: &str| self.choose(folded, qualifiers);
        spelt(&fold(name)).or_else(|| respelt(name).iter().find_map(|other| spelt(other)))
    }

    fn choose(&self, folded: &str, qualifiers: &[Qualifier<'_>]) -> Option<Found<'_>> {
        let mut fitting: Vec<Named> = self.names.of(folded).copied().filter(|n| self.fits(n, qualifiers)).collect();
        fitting.sort_by_key(|n| (self.by_size(n), !n.own));
        // A place that lists its own name, or one other name in two spellings, is not its own rival.
        fitting.dedup_by_key(|n| n.place);
        let first = |own| fitting.iter().position(|n| n.own == own);
        let winner = match (first(true), first(false)) {
            (Some(own), Some(other)) if self.outshines(fitting[other], fitting[own]) => other,
            (Some(own), _) => own,
            (None, other) => other?,
        };
        let place = self.place(fitting.remove(winner));
        Some(Found { place, others: fitting.into_iter().map(|n| self.place(n)).collect() })
    }

    fn fits(&self, named: &Named, qualifiers: &[Qualifier<'_>]) -> bool {
        qualifiers.iter().all(|q| q.holds(self.place(*named)))
    }

    fn outshines(&self, other: Named, own: Named) -> bool {
        u64::from(self.place(other).population) >= FAME * u64::from(self.place(own).population)
    }

    /// Orders places from the most to the least populous, ties by id.
    pub(super) fn by_size(&self, named: &Named) -> (std::cmp::Reverse<u32>, u32) {
        let place = self.place(*named);
        (std::cmp::Reverse(place.population), place.id)
    }

    pub(super) fn place(&self, named: Named) -> &Place {
        &self.places[named.place as usize]
    }
}

fn index(entries: &[Entry<'_>]) -> Names<Named> {
    Names::new(entries.iter().zip(0_u32..).flat_map(|(entry, place)| {
        let own = std::iter::once((entry.place.name.as_str(), Named { place, own: true }));
        own.chain(entry.aliases.iter().map(move |alias| (*alias, Named { place, own: false })))
    }))
}
