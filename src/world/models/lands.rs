use std::collections::BTreeMap;

use crate::world::gazetteer::{Country, read_countries};

/// The countries of the table `countries` by their alpha-2 codes, for models that need their money or languages.
#[derive(Debug)]
pub(super) struct Lands(BTreeMap<String, Country>);

impl Lands {
    /// Reads the table.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub fn read(bytes: &[u8]) -> Result<Self, String> {
        Ok(Self(read_countries(bytes)?.into_iter().map(|country| (country.iso2.clone(), country)).collect()))
    }

    /// One country.
    pub fn get(&self, code: &str) -> Option<&Country> {
        self.0.get(code)
    }

    /// ISO 4217 code of the money of a country; nothing where it has none.
    pub fn currency(&self, code: &str) -> Option<&str> {
        self.get(code).map(|country| country.currency.as_str()).filter(|currency| !currency.is_empty())
    }

    /// ISO 639-1 codes of its languages, the most spoken first.
    pub fn languages(&self, code: &str) -> &[String] {
        self.get(code).map_or(&[], |country| &country.languages)
    }

    /// The first of its languages that is known here; English where none is.
    pub fn language(&self, code: &str, is_known: impl Fn(&str) -> bool) -> &str {
        self.languages(code).iter().map(String::as_str).find(|language| is_known(language)).unwrap_or("en")
    }
}
