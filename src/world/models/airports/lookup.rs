//! Airports by code, name or town.

use std::collections::BTreeMap;

use super::Airport;
use crate::world::facts::{Model, read_table};
use crate::world::gazetteer::fold;
use crate::world::sphere::distance_km;

/// The longest text that is read, in bytes.
const LONGEST: usize = 200;

/// Words that say no more than that something is an airport.
const EMPTY_WORDS: [&str; 14] = [
    "airport",
    "airfield",
    "aerodrome",
    "aeroport",
    "aeropuerto",
    "flughafen",
    "international",
    "intl",
    "regional",
    "municipal",
    "county",
    "the",
    "field",
    "of",
];

/// All airports.
#[derive(Debug)]
pub struct Airports {
    /// Sorted by IATA code.
    all: Vec<Airport>,
    /// ICAO code → index.
    icao: BTreeMap<String, usize>,
    /// Folded name, with and without its empty words, and folded town → indices, the largest airport first.
    names: BTreeMap<String, Vec<usize>>,
    /// Folded words of name and town of each airport.
    words: Vec<Vec<String>>,
}

/// An airport that was looked for.
#[derive(Debug)]
pub struct FoundAirport<'a> {
    /// The likeliest.
    pub airport: &'a Airport,
    /// The others that the text may mean, the largest first.
    pub others: Vec<&'a Airport>,
}

type Row = (String, String, String, String, String, f64, f64, i32, String, u8, u8);

impl Model for Airports {
    const TABLES: &'static [&'static str] = &["airports"];

    fn build(tables: &[&[u8]]) -> Result<Self, String> {
        let [bytes] = tables else { return Err("expected the table airports".into()) };
        let all: Vec<Airport> = read_table::<Row>("airports", bytes)?.into_iter().map(airport).collect();
        if let Some(pair) = all.windows(2).find(|pair| pair[0].iata >= pair[1].iata) {
            return Err(format!("airports: {} comes after {}", pair[1].iata, pair[0].iata));
        }
        let icao = all.iter().enumerate().map(|(i, a)| (a.icao.clone(), i)).collect();
        let words = all.iter().map(|a| words(&format!("{} {}", a.name, a.city)).collect()).collect();
        Ok(Self { names: names(&all), icao, words, all })
    }
}

fn airport(row: Row) -> Airport {
    let (iata, icao, name, city, country, latitude, longitude, elevation, timezone, size, rank) = row;
    Airport { iata, icao, name, city, country, latitude, longitude, elevation, timezone, size, rank }
}

fn names(all: &[Airport]) -> BTreeMap<String, Vec<usize>> {
    let mut order: Vec<usize> = (0..all.len()).collect();
    order.sort_by_key(|&i| all[i].order());
    let mut names: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for i in order {
        let mut mine = vec![fold(&all[i].name), bare(&all[i].name), fold(&all[i].city)];
        mine.sort_unstable();
        mine.dedup();
        for name in mine.into_iter().filter(|name| !name.is_empty()) {
            names.entry(name).or_default().push(i);
        }
    }
    names
}

/// Folded words that say something.
fn words(text: &str) -> impl Iterator<Item = String> {
    let parts = text.split(|c: char| !c.is_alphanumeric()).map(fold);
    parts.filter(|word| !word.is_empty() && !EMPTY_WORDS.contains(&word.as_str()))
}

fn bare(name: &str) -> String {
    words(name).collect()
}

impl Airports {
    /// The airport that a text means: an IATA code (`AMS`), an ICAO code (`EHAM`), a name with or without "airport"
    /// (`Heathrow`, `John F Kennedy`), or the town it serves (`Paris`: the largest of them, the others beside it). Codes
    /// come in any case.
    pub fn find(&self, text: &str) -> Option<FoundAirport<'_>> {
        let text = text.trim();
        if text.len() > LONGEST {
            return None;
        }
        self.by_code(text).map(|airport| FoundAirport { airport, others: Vec::new() }).or_else(|| self.by_name(text))
    }

    fn by_code(&self, text: &str) -> Option<&Airport> {
        let code = text.to_ascii_uppercase();
        match code.len() {
            3 => self.all.binary_search_by(|a| a.iata.as_str().cmp(&code)).ok().map(|i| &self.all[i]),
            4 => self.icao.get(&code).map(|&i| &self.all[i]),
            _ => None,
        }
    }

    fn by_name(&self, text: &str) -> Option<FoundAirport<'_>> {
        // `Paris, France` and `London Heathrow (LHR)` say the same twice.
        let code = text.rsplit_once('(').and_then(|(_, code)| self.by_code(code.trim_end_matches(')').trim()));
        if let Some(airport) = code {
            return Some(FoundAirport { airport, others: Vec::new() });
        }
        let named = self.names.get(&fold(text)).or_else(|| self.names.get(&bare(text))).cloned();
        let found = named.unwrap_or_else(|| self.with_words(text));
        let (first, others) = found.split_first()?;
        Some(FoundAirport { airport: &self.all[*first], others: others.iter().map(|&i| &self.all[i]).collect() })
    }

    /// Those whose name and town have every word of the text, the largest first.
    fn with_words(&self, text: &str) -> Vec<usize> {
        let wanted: Vec<String> = words(text).collect();
        if wanted.iter().map(String::len).sum::<usize>() < 3 {
            return Vec::new();
        }
        let fits = |&i: &usize| wanted.iter().all(|word| self.words[i].contains(word));
        let mut found: Vec<usize> = (0..self.all.len()).filter(fits).collect();
        found.sort_by_key(|&i| self.all[i].order());
        found.truncate(10);
        found
    }

    /// The time zone of the nearest airport within so many km of a point.
    pub fn zone_near(&self, point: (f64, f64), km: f64) -> Option<&str> {
        let away = |airport: &Airport| distance_km(point, (airport.latitude, airport.longitude));
        let nearest = self.all.iter().map(|airport| (away(airport), airport)).min_by(|a, b| a.0.total_cmp(&b.0))?;
        (nearest.0 <= km).then_some(nearest.1.timezone.as_str())
    }

    /// Every airport, by IATA code.
    pub fn all(&self) -> impl Iterator<Item = &Airport> {
        self.all.iter()
    }
}
