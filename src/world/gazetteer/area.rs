//! Countries and regions as the places in them.

use std::cmp::Reverse;

use super::country::{Country, Region};
use super::fold::fold;
use super::lookup::{Gazetteer, LONGEST};
use crate::world::place::Place;

impl Gazetteer {
    /// The first-level regions that a text means, e.g. `Bavaria` or `Georgia, USA`, with their countries: the country with
    /// the most people first.
    pub fn regions(&self, text: &str) -> Vec<(&Country, &Region)> {
        if text.len() > LONGEST {
            return Vec::new();
        }
        let mut found: Vec<_> = self.countries.regions(&fold(text)).collect();
        if let (true, Some((name, country))) = (found.is_empty(), text.rsplit_once([',', '，'])) {
            let within = self.country(country).map(|country| country.iso2.as_str());
            found = self.countries.regions(&fold(name)).filter(|(c, _)| Some(c.iso2.as_str()) == within).collect();
        }
        found.sort_by_key(|(country, region)| (Reverse(country.population), region.name.as_str()));
        found.dedup_by_key(|(country, region)| (country.iso2.as_str(), region.name.as_str()));
        found
    }

    /// A region of a country by its code and name.
    pub fn region(&self, country: &str, name: &str) -> Option<(&Country, &Region)> {
        let country = self.countries.with_code(country)?;
        country.regions.iter().find(|region| region.name == name).map(|region| (country, region))
    }

    /// Whether a text that is another name of a country means the region that is called so: `Scotland` to some is the whole
    /// country, but `UK` is no Uttarakhand, and `Zaire` no province of Angola. `region` is the first that it may mean.
    pub fn prefers_region(text: &str, country: &Country, region: Option<(&Country, &Region)>) -> bool {
        let called = fold(text);
        let own = |(of, region): (&Country, &Region)| of == country && fold(&region.name) == called;
        called != fold(&country.name) && region.is_some_and(own)
    }

    /// The places of a country (alpha-2 code), or of one region of it, the most populous first.
    pub fn places_in(&self, country: &str, region: Option<&str>) -> Vec<&Place> {
        let within = |place: &&Place| place.country == country && region.is_none_or(|region| place.region == region);
        let mut found: Vec<&Place> = self.places.iter().filter(within).collect();
        found.sort_by_key(|place| (Reverse(place.population), place.id));
        found
    }
}
