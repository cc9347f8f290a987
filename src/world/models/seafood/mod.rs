//! Fish and shellfish: what they are, what they hold, and how their stocks are.
//!
//! Names, sizes, nutrients and the state of a stock are those of the tables and the same in every world; the figures of an
//! assessment follow from seed and year, within what the state allows. The category of the Red List is that of the
//! [`species`](super::species) table wherever the species stands there.
//!
//! ```text
//! table      rows, and how a text finds them
//! words      what the letters of the rows mean
//! nutrition  what the flesh holds
//! stock      assessments and ratings
//! ```

pub mod nutrition;
pub mod stock;
mod table;
pub mod words;

use std::collections::BTreeMap;

use super::titles::{Match, Names, key};
use crate::world::facts::{Model, read_table};
pub use table::{Fish, Region, Stock};

/// Longer texts name nothing.
const LONGEST: usize = 200;

/// All of it.
#[derive(Debug)]
pub struct Seafood {
    /// By importance within their kind.
    pub fish: Vec<Fish>,
    /// Waters.
    pub regions: Vec<Region>,
    names: Names,
    waters: BTreeMap<String, Vec<usize>>,
}

impl Model for Seafood {
    const TABLES: &'static [&'static str] = &["seafood", "seafood_regions"];

    fn build(tables: &[&[u8]]) -> Result<Self, String> {
        let [fish, regions] = tables else { return Err("seafood is built from two tables".into()) };
        let (fish, regions): (Vec<Fish>, Vec<Region>) =
            (read_table("seafood", fish)?, read_table("seafood_regions", regions)?);
        let (mut names, mut waters) = (Names::default(), BTreeMap::<String, Vec<usize>>::new());
        for (place, row) in fish.iter().enumerate() {
            row.fault(&regions).map_or(Ok(()), |fault| Err(format!("seafood: {}: {fault}", row.scientific)))?;
            names.add(&row.scientific, place, true);
            row.names.iter().for_each(|name| names.add(name, place, true));
        }
        for (place, region) in regions.iter().enumerate() {
            let all = [&region.code, &region.name].into_iter().chain(&region.others);
            all.for_each(|name| waters.entry(key(name)).or_default().push(place));
        }
        Ok(Self { fish, regions, names, waters })
    }
}

impl Seafood {
    /// The fish that a text names, and others that may have been meant: an exact name first, else the first of those with all
    /// its words in a name. `red snappers` is `red snapper`.
    pub fn find(&self, text: &str) -> Option<(usize, Vec<usize>)> {
        if text.len() > LONGEST {
            return None;
        }
        let asked = key(text);
        let alone = |text: &str| match self.names.find(text) {
            Match::One(place) => Some(place),
            Match::Several(places) => places.into_iter().min(),
            Match::None => None,
        };
        let singular = |asked: &str| asked.strip_suffix("es").or(asked.strip_suffix('s')).and_then(alone);
        let short = |asked: &str| asked.strip_suffix('s').and_then(alone);
        let fish = |asked: &str| asked.strip_suffix(" fish").and_then(alone);
        let exact = alone(text).or_else(|| short(&asked)).or_else(|| singular(&asked)).or_else(|| fish(&asked));
        let holding = self.holding(&asked);
        let first = exact.or_else(|| holding.first().copied())?;
        Some((first, holding.into_iter().filter(|place| *place != first).collect()))
    }

    /// Fish with all words of a text in one of their names, in the order of the table.
    fn holding(&self, asked: &str) -> Vec<usize> {
        let singular = |word: &str| word.strip_suffix('s').unwrap_or(word).to_owned();
        let wanted: Vec<String> = asked.split(' ').filter(|word| !word.is_empty()).map(singular).collect();
        let holds = |name: &String| {
            let own: Vec<String> = key(name).split(' ').map(singular).collect();
            wanted.iter().all(|word| own.contains(word))
        };
        let fits = |fish: &&Fish| fish.names.iter().chain([&fish.scientific]).any(holds);
        let found = self.fish.iter().enumerate().filter(|(_, fish)| !wanted.is_empty() && fits(fish));
        found.map(|(place, _)| place).collect()
    }

    /// The fish that has exactly this name; the most important where several do.
    pub fn named(&self, text: &str) -> Option<usize> {
        let asked = key(text);
        self.fish.iter().position(|fish| fish.names.iter().any(|name| key(name) == asked))
    }

    /// The fish with a scientific name.
    pub fn of_species(&self, scientific: &str) -> Option<usize> {
        self.fish.iter().position(|fish| fish.scientific == scientific)
    }

    /// Up to three names that look like a text.
    pub fn near(&self, text: &str) -> Vec<String> {
        self.names.near(text)
    }

    /// Waters that a text names: by code, name, part, ocean or continent. All of them for `global` and the like.
    pub fn waters(&self, text: &str) -> Option<Vec<usize>> {
        let mut asked = key(text);
        asked = asked.strip_prefix("the ").map_or(asked.clone(), str::to_owned);
        for (long, short) in [
            ("north east", "northeast"),
            ("north west", "northwest"),
            ("south east", "southeast"),
            ("south west", "southwest"),
        ] {
            asked = asked.replacen(long, short, 1);
        }
        if ["global", "world", "worldwide", "all", "everywhere", "globally"].contains(&asked.as_str()) {
            return Some((0..self.regions.len()).collect());
        }
        let without = asked.strip_suffix(" ocean").or(asked.strip_suffix(" sea"));
        let exact = self.waters.get(&asked).or_else(|| self.waters.get(without?));
        exact.cloned()
    }

    /// Waters of a country.
    pub fn waters_of(&self, country: &str) -> Vec<usize> {
        let of = |region: &Region| region.countries.iter().any(|code| code == country);
        (0..self.regions.len()).filter(|place| of(&self.regions[*place])).collect()
    }

    /// Up to three names of waters that look like a text.
    pub fn near_waters(&self, text: &str) -> Vec<String> {
        let names = self.regions.iter().flat_map(|r| std::iter::once(&r.name).chain(&r.others));
        crate::catalogue::nearest::few(text, names.map(String::as_str))
    }

    /// The water with a code.
    pub fn region(&self, code: &str) -> Option<&Region> {
        self.regions.iter().find(|region| region.code == code)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assets::Assets;
    use crate::world::facts::Facts;
    use crate::world::models::species::RedList;

    fn seafood() -> std::sync::Arc<Seafood> {
        Facts::load(&Assets::embedded().responses).unwrap().model::<Seafood>()
    }

    #[test]
    fn fish_are_found_as_people_call_them() {
        let seafood = seafood();
        for (text, wanted) in [
            ("cod", "Gadus morhua"),
            ("Salmon", "Salmo salar"),
            ("king prawns", "Penaeus vannamei"),
            ("Gadus morhua", "Gadus morhua"),
            ("sea bass", "Dicentrarchus labrax"),
            ("Chilean Sea Bass", "Dissostichus eleginoides"),
            ("lobsters", "Homarus americanus"),
            ("tuna fish", "Thunnus albacares"),
            ("snapper", "Lutjanus campechanus"),
            ("anchovies", "Engraulis encrasicolus"),
        ] {
            let found = seafood.find(text).map(|(place, _)| seafood.fish[place].scientific.as_str());
            assert_eq!(found, Some(wanted), "{text}");
        }
        assert!(seafood.find("unicorn").is_none() && seafood.find("").is_none() && seafood.find("🐟").is_none());
        let (_, others) = seafood.find("tuna").unwrap();
        assert!(others.len() > 4);
    }

    #[test]
    fn waters_are_found_by_their_parts() {
        let seafood = seafood();
        for (text, count) in
            [("North Sea", 1), ("north-east atlantic", 1), ("Pacific Ocean", 6), ("Europe", 4), ("global", 21)]
        {
            assert_eq!(seafood.waters(text).map(|w| w.len()), Some(count), "{text}");
        }
        assert!(seafood.waters("Atlantis").is_none());
        assert!(seafood.waters_of("NZ").len() == 1 && seafood.waters_of("XX").is_empty());
    }

    #[test]
    fn the_red_list_is_said_once() {
        let facts = Facts::load(&Assets::embedded().responses).unwrap();
        let (seafood, list) = (facts.model::<Seafood>(), facts.model::<RedList>());
        for fish in &seafood.fish {
            let listed = list.species.iter().any(|s| s.scientific == fish.scientific);
            assert_eq!(listed, fish.red_list.is_empty(), "{}: its category stands in one table", fish.scientific);
        }
    }
}
