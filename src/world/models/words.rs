//! Weather, places and countries in fifteen languages. What is not known in a language is said in English.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::world::facts::{Model, read_table};
use crate::world::gazetteer::fold;

/// Codes of the languages, in the order of the tables' columns; the first is the one to fall back on.
pub const LANGUAGES: [&str; 15] =
    ["en", "zh", "es", "fr", "de", "ar", "nl", "it", "pt", "ru", "ja", "ko", "hi", "tr", "pl"];

/// The words of all languages.
#[derive(Debug)]
pub struct Words {
    /// Kind and code, joined by a slash → the word in each language.
    words: BTreeMap<String, Vec<String>>,
    /// Country's alpha-2 code → its name in each language.
    countries: BTreeMap<String, Vec<String>>,
    /// GeoNames id → language → name.
    places: BTreeMap<u32, BTreeMap<String, String>>,
    /// Folded code or name of a language → its index.
    languages: BTreeMap<String, usize>,
}

#[derive(Deserialize)]
struct Place(u32, BTreeMap<String, String>);

impl Model for Words {
    const TABLES: &'static [&'static str] = &["weather_words", "country_names", "place_names"];

    fn build(tables: &[&[u8]]) -> Result<Self, String> {
        let [words, countries, places] = tables else { return Err("expected three tables of words".into()) };
        let words = keyed("weather_words", words, 2)?;
        let places = read_table::<Place>("place_names", places)?.into_iter().map(|row| (row.0, row.1)).collect();
        Ok(Self { languages: languages(&words)?, words, countries: keyed("country_names", countries, 1)?, places })
    }
}

/// Rows by their first cells.
fn keyed(table: &str, bytes: &[u8], keys: usize) -> Result<BTreeMap<String, Vec<String>>, String> {
    let rows = read_table::<Vec<String>>(table, bytes)?;
    let keyed = |mut row: Vec<String>| match row.len() == keys + LANGUAGES.len() {
        true => {
            let rest = row.split_off(keys);
            Ok((row.join("/"), rest))
        }
        false => Err(format!("{table}: the row of {row:?} has not a word for each of {LANGUAGES:?}")),
    };
    rows.into_iter().map(keyed).collect()
}

/// Every name of every language; a name that two languages share is that of the earlier one.
fn languages(words: &BTreeMap<String, Vec<String>>) -> Result<BTreeMap<String, usize>, String> {
    let mut found = BTreeMap::new();
    for (i, code) in LANGUAGES.iter().enumerate() {
        let names =
            words.get(&format!("language/{code}")).ok_or_else(|| format!("weather_words: no language {code}"))?;
        for name in std::iter::once(*code).chain(names.iter().map(String::as_str)) {
            found.entry(fold(name)).or_insert(i);
        }
    }
    Ok(found)
}

impl Words {
    /// The code of the language that a text names: `es`, `es-MX`, `ES`, `Spanish`, `español`, `西班牙语`.
    pub fn language(&self, text: &str) -> Option<&'static str> {
        if text.len() > 60 {
            return None;
        }
        let named = |name: &str| self.languages.get(&fold(name)).map(|&i| LANGUAGES[i]);
        named(text).or_else(|| text.split(['-', '_']).next().filter(|base| base.trim().len() == 2).and_then(named))
    }

    /// A word, e.g. of the kind `condition` and the code `light_rain`; kinds are those of the table `weather_words`.
    pub fn word(&self, kind: &str, code: &str, language: &str) -> Option<&str> {
        let words = self.words.get(&format!("{kind}/{code}"))?;
        Some(&words[column(language)])
    }

    /// The name of a country, by its alpha-2 code.
    pub fn country(&self, iso2: &str, language: &str) -> Option<&str> {
        self.countries.get(iso2).map(|names| names[column(language)].as_str())
    }

    /// The name of a place in a language, where it is known and differs from the English one.
    pub fn place(&self, id: u32, language: &str) -> Option<&str> {
        self.places.get(&id)?.get(language).map(String::as_str)
    }
}

fn column(language: &str) -> usize {
    LANGUAGES.iter().position(|code| *code == language).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::models::weather::{Condition, compass};

    fn words() -> Words {
        Words::build(&[
            include_bytes!("../../../responses/world/weather_words.json"),
            include_bytes!("../../../responses/world/country_names.json"),
            include_bytes!("../../../responses/world/place_names.json"),
        ])
        .unwrap()
    }

    #[test]
    fn every_condition_and_direction_has_a_word_in_every_language() {
        let words = words();
        for language in LANGUAGES {
            for condition in Condition::ALL {
                let word = words.word("condition", condition.code(), language).unwrap();
                assert!(!word.is_empty());
                assert!(language != "en" || word == condition.text());
            }
            for degrees in (0..360).step_by(11) {
                assert!(words.word("compass", compass(degrees), language).is_some());
            }
        }
    }

    #[test]
    fn a_language_is_known_by_code_and_by_name() {
        let words = words();
        for (text, code) in [
            ("es", "es"),
            ("ES", "es"),
            ("es-MX", "es"),
            ("zh_CN", "zh"),
            ("zh-Hans", "zh"),
            ("Spanish", "es"),
            ("español", "es"),
            ("中文", "zh"),
            ("العربية", "ar"),
            ("Deutsch", "de"),
        ] {
            assert_eq!(words.language(text), Some(code), "{text}");
        }
        for text in ["", "xx", "Klingon", "🦀", "e"] {
            assert_eq!(words.language(text), None, "{text}");
        }
    }
}
