//! Performers and productions, and which of them a town would see.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::world::facts::{Model, read_table};
use crate::world::models::lands::Lands;

use super::venue::VenueKind;

/// What kind of performance it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Genre {
    /// Music of any kind.
    Concert,
    /// Plays.
    Theatre,
    /// Opera, operetta and zarzuela.
    Opera,
    /// Dance of any kind.
    Ballet,
    /// Stand-up, cabaret, improvisation.
    Comedy,
    /// Musicals.
    Musical,
    /// Exhibitions with an entrance for each day.
    Exhibition,
    /// For children and those who come with them.
    Family,
    /// Open-air festivals.
    Festival,
}

impl Genre {
    /// A code that never changes, e.g. `concert`.
    pub fn code(self) -> &'static str {
        match self {
            Genre::Concert => "concert",
            Genre::Theatre => "theatre",
            Genre::Opera => "opera",
            Genre::Ballet => "ballet",
            Genre::Comedy => "comedy",
            Genre::Musical => "musical",
            Genre::Exhibition => "exhibition",
            Genre::Family => "family",
            Genre::Festival => "festival",
        }
    }
}

/// A row of the table `acts`.
#[derive(Clone, Debug, Deserialize)]
pub struct Act {
    /// Name of the tour, work or exhibition.
    pub title: String,
    /// Who performs, or whose works are shown.
    pub performer: String,
    /// Its kind.
    pub genre: Genre,
    /// ISO 639-1 code of what is spoken or sung, or `none`.
    pub language: String,
    /// 0 free, 1 cheap to 4 dear.
    pub price_level: u8,
    /// Running time with the interval; for an exhibition, how long most people stay.
    pub minutes: i64,
    /// Whether there is an interval.
    pub interval: bool,
    /// Least recommended age in years.
    pub age: i64,
    /// What it is, in a sentence or two.
    pub summary: String,
}

/// What a country brings to its programmes.
#[derive(Clone, Debug, Default)]
pub(super) struct Country {
    /// ISO 4217 code.
    pub currency: String,
    /// ISO 639-1 codes, the most spoken first.
    pub languages: Vec<String>,
}

/// Language and kind of venue (nothing for the words) → patterns or words.
type Names = BTreeMap<(String, Option<VenueKind>), Vec<String>>;

/// Acts, names of venues, and the money and languages of countries.
#[derive(Debug)]
pub struct Shows {
    pub(super) acts: Vec<Act>,
    by_genre: BTreeMap<Genre, Vec<usize>>,
    names: Names,
    lands: Lands,
    /// Units of money per US dollar.
    rates: BTreeMap<String, f64>,
}

impl Shows {
    /// The acts of a genre that people of a country would come to: in one of its languages, or without words. A genre that
    /// has none in its languages is played in English.
    pub(super) fn choice(&self, genre: Genre, country: &str) -> Vec<usize> {
        let of_genre = self.by_genre.get(&genre).map_or(&[][..], Vec::as_slice);
        let languages = self.lands.languages(country);
        let speaks = |act: &Act| act.language == "none" || languages.contains(&act.language);
        // Singers tour in English and Latin wherever they go.
        let tours = |act: &Act| genre == Genre::Concert && matches!(&*act.language, "en" | "la");
        let fits = |i: &usize| speaks(&self.acts[*i]) || tours(&self.acts[*i]);
        let chosen: Vec<usize> = of_genre.iter().copied().filter(fits).collect();
        let spoken = chosen.iter().any(|i| self.acts[*i].language != "none");
        if spoken || matches!(genre, Genre::Ballet | Genre::Exhibition | Genre::Festival) {
            return chosen;
        }
        let english = of_genre.iter().copied().filter(|i| self.acts[*i].language == "en");
        chosen.into_iter().chain(english).collect()
    }

    pub(super) fn country(&self, code: &str) -> Country {
        let currency = self.lands.currency(code).unwrap_or("USD").to_owned();
        let languages = self.lands.get(code).map_or_else(|| vec!["en".to_owned()], |land| land.languages.clone());
        Country { currency, languages }
    }

    /// Units of a currency for one euro, as of early 2026.
    pub(super) fn per_euro(&self, currency: &str) -> f64 {
        let per_dollar = |code: &str| self.rates.get(code).copied().filter(|rate| *rate > 0.0).unwrap_or(1.0);
        per_dollar(currency) / per_dollar("EUR")
    }

    /// The patterns of a kind of venue and the words to fill in, in the first language of the country that has some.
    pub(super) fn venue_names(&self, country: &str, kind: VenueKind) -> (&[String], &[String]) {
        let country = self.country(country);
        let english = "en".to_owned();
        let languages = country.languages.iter().chain([&english]);
        let found = languages.filter_map(|language| {
            let patterns = self.names.get(&(language.clone(), Some(kind)))?;
            let words = self.names.get(&(language.clone(), None))?;
            Some((patterns.as_slice(), words.as_slice()))
        });
        found.into_iter().next().unwrap_or((&[], &[]))
    }
}

/// `currencies` has more columns than are read here: code, kind, …, anchor in the ninth place.
type CurrencyRow = (
    String,
    String,
    IgnoredAny,
    IgnoredAny,
    IgnoredAny,
    IgnoredAny,
    IgnoredAny,
    IgnoredAny,
    f64,
    IgnoredAny,
    IgnoredAny,
    IgnoredAny,
    IgnoredAny,
    IgnoredAny,
    IgnoredAny,
    IgnoredAny,
);

impl Model for Shows {
    const TABLES: &'static [&'static str] = &["acts", "venue_names", "countries", "currencies"];

    fn build(tables: &[&[u8]]) -> Result<Self, String> {
        let [acts, names, countries, currencies] = tables else {
            return Err("shows are built from four tables".into());
        };
        let acts: Vec<Act> = read_table("acts", acts)?;
        let mut by_genre: BTreeMap<Genre, Vec<usize>> = BTreeMap::new();
        for (i, act) in acts.iter().enumerate() {
            by_genre.entry(act.genre).or_default().push(i);
        }
        Ok(Self {
            acts,
            by_genre,
            names: read_names(names)?,
            lands: Lands::read(countries)?,
            rates: read_rates(currencies)?,
        })
    }
}

fn read_names(bytes: &[u8]) -> Result<Names, String> {
    let rows: Vec<(String, String, Vec<String>)> = read_table("venue_names", bytes)?;
    let mut names = BTreeMap::new();
    for (language, part, values) in rows {
        let kind = match &*part {
            "word" => None,
            kind => Some(VenueKind::named(kind).ok_or_else(|| format!("venue_names: '{kind}' is no part of a name"))?),
        };
        if values.is_empty() {
            return Err(format!("venue_names: {language} {part} has no values"));
        }
        names.insert((language, kind), values);
    }
    Ok(names)
}

fn read_rates(bytes: &[u8]) -> Result<BTreeMap<String, f64>, String> {
    let rows: Vec<CurrencyRow> = read_table("currencies", bytes)?;
    // Crypto assets are quoted the other way round, and no box office takes them.
    Ok(rows.into_iter().filter(|row| row.1 == "fiat").map(|row| (row.0, row.8)).collect())
}
