//! What holidays are about, and how they are called in other languages.

use std::collections::BTreeMap;

use crate::world::facts::read_table;
use crate::world::gazetteer::fold;

/// What a holiday is about.
#[derive(Clone, Debug, PartialEq)]
pub struct Meaning {
    /// The names under which it goes, the commonest first.
    pub names: Vec<String>,
    /// `christian`, `islamic`, `jewish`, `hindu`, `buddhist`, `sikh`, `jain`, `cultural`, `national`, `memorial` or `civil`.
    pub category: String,
    /// One or two sentences.
    pub text: String,
}

/// All meanings, by country and name.
#[derive(Debug)]
pub(super) struct About {
    all: Vec<Meaning>,
    by_name: BTreeMap<(String, String), usize>,
}

impl About {
    /// Reads the table `holiday_about`.
    pub(super) fn from_table(bytes: &[u8]) -> Result<Self, String> {
        let rows: Vec<(String, Vec<String>, String, String)> = read_table("holiday_about", bytes)?;
        let mut about = Self { all: Vec::new(), by_name: BTreeMap::new() };
        for (country, names, category, text) in rows {
            for name in &names {
                about.by_name.insert((country.clone(), fold(name)), about.all.len());
            }
            about.all.push(Meaning { names, category, text });
        }
        Ok(about)
    }

    /// The meaning of a name in a country.
    pub(super) fn of(&self, country: &str, name: &str) -> Option<&Meaning> {
        let name = fold(name);
        let own = self.by_name.get(&(country.to_owned(), name.clone()));
        own.or_else(|| self.by_name.get(&(String::new(), name))).map(|&i| &self.all[i])
    }
}

/// Languages of the table `holiday_names`, in its order.
const LANGUAGES: [&str; 8] = ["ar", "de", "es", "fr", "it", "nl", "pt", "zh"];

/// Names in other languages.
#[derive(Debug)]
pub(super) struct Translations(BTreeMap<String, Vec<String>>);

impl Translations {
    /// Reads the table `holiday_names`.
    pub(super) fn from_table(bytes: &[u8]) -> Result<Self, String> {
        let rows: Vec<Vec<String>> = read_table("holiday_names", bytes)?;
        let mut names = BTreeMap::new();
        for mut row in rows {
            if row.len() != LANGUAGES.len() + 1 {
                return Err(format!("holiday_names: {} values for {} languages", row.len(), LANGUAGES.len()));
            }
            names.insert(row.remove(0), row);
        }
        Ok(Self(names))
    }

    /// How an English name is said in a language.
    pub(super) fn of(&self, name: &str, language: &str) -> Option<&str> {
        let at = LANGUAGES.iter().position(|l| *l == language)?;
        self.0.get(name).map(|row| row[at].as_str()).filter(|name| !name.is_empty())
    }

    /// The languages in which a holiday's name is known, with the name.
    pub(super) fn pairs(&self, name: &str) -> impl Iterator<Item = (&'static str, &str)> {
        let row = self.0.get(name).into_iter().flatten().map(String::as_str);
        LANGUAGES.into_iter().zip(row).filter(|(_, name)| !name.is_empty())
    }

    /// All names of an English name.
    pub(super) fn all(&self, name: &str) -> impl Iterator<Item = &str> {
        self.0.get(name).into_iter().flatten().map(String::as_str).filter(|name| !name.is_empty())
    }
}
