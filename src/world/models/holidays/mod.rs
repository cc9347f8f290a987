//! Public holidays and other kept days of every country, 2020 to 2030. They are facts: no seed has a say in them.
//!
//! ```text
//! calendar  one country's days, and how a row of the tables becomes them
//! rules     rules that hold every year: fixed days, days from Easter, n-th weekdays
//! search    the holiday that somebody's words mean
//! about     what it is about, and how it is called in other languages
//! ```

mod about;
mod calendar;
mod rules;
mod search;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use jiff::civil::Date;

pub use self::about::Meaning;
use self::about::{About, Translations};
use self::calendar::{Calendar, read_calendars};
pub use self::calendar::{Day, Kept, Kind};
pub use self::rules::Rule;
use crate::world::facts::Model;

/// First year with holidays.
pub const FIRST_YEAR: i16 = 2020;

/// Last year with holidays.
pub const LAST_YEAR: i16 = 2030;

/// One day of a holiday.
#[derive(Clone, Copy, Debug)]
pub struct Holiday<'a> {
    /// What is kept.
    pub kept: &'a Kept,
    /// When.
    pub day: Day,
}

impl Holiday<'_> {
    /// Whether the whole country has the day off.
    pub fn is_national(&self) -> bool {
        self.kept.kind == Kind::Public && self.kept.regions.is_empty()
    }

    /// Whether a part of the country has the day off.
    pub fn is_regional(&self) -> bool {
        self.kept.kind == Kind::Public && !self.kept.regions.is_empty()
    }
}

/// The holidays of all countries.
#[derive(Debug)]
pub struct Holidays {
    calendars: BTreeMap<String, Calendar>,
    about: About,
    translations: Translations,
}

impl Model for Holidays {
    const TABLES: &'static [&'static str] =
        &["holidays", "holidays_other", "holiday_calendars", "holiday_about", "holiday_names"];

    fn build(tables: &[&[u8]]) -> Result<Self, String> {
        match tables {
            [common, other, calendars, about, names] => Ok(Self {
                calendars: read_calendars(common, other, calendars)?,
                about: About::from_table(about)?,
                translations: Translations::from_table(names)?,
            }),
            _ => Err(format!("five tables are needed, not {}", tables.len())),
        }
    }
}

impl Holidays {
    /// All days of a year in a country (alpha-2 code), in order of date, national ones first.
    pub fn of_year(&self, country: &str, year: i16) -> Vec<Holiday<'_>> {
        self.between(country, jiff::civil::date(year, 1, 1), jiff::civil::date(year, 12, 31))
    }

    /// What is kept on a day in a country.
    pub fn on(&self, country: &str, date: Date) -> Vec<Holiday<'_>> {
        self.between(country, date, date)
    }

    /// First and last year of which the holidays of a country are known. Some calendars are only set a year ahead.
    pub fn span(&self, country: &str) -> (i16, i16) {
        let kept = self.calendars.get(country).into_iter().flat_map(|calendar| &calendar.kept);
        let years = kept.flat_map(|kept| &kept.days).map(|day| day.date.year());
        let (first, last) = (years.clone().min(), years.max());
        (first.unwrap_or(FIRST_YEAR), last.unwrap_or(LAST_YEAR))
    }

    fn between(&self, country: &str, from: Date, to: Date) -> Vec<Holiday<'_>> {
        let kept = self.calendars.get(country).into_iter().flat_map(|calendar| &calendar.kept);
        let mut found: Vec<Holiday<'_>> =
            kept.flat_map(|kept| kept.between(from, to).map(|day| Holiday { kept, day: *day })).collect();
        found.sort_by(|a, b| a.order().cmp(&b.order()));
        found
    }

    /// The first day after a date on which the whole country has off.
    pub fn next(&self, country: &str, after: Date) -> Option<Holiday<'_>> {
        let kept = self.calendars.get(country).into_iter().flat_map(|calendar| &calendar.kept);
        let first = |kept| Some(Holiday { kept, day: *Kept::after(kept, after)? });
        kept.filter_map(first).filter(Holiday::is_national).min_by(|a, b| a.order().cmp(&b.order()))
    }

    /// Name of a part of a country by the code in [`Kept::regions`]; the code itself when it has none.
    pub fn region<'a>(&'a self, country: &str, code: &'a str) -> &'a str {
        self.calendars.get(country).and_then(|calendar| calendar.regions.get(code)).map_or(code, String::as_str)
    }

    /// ISO 639-1 code of the local names of a country.
    pub fn local_language(&self, country: &str) -> &str {
        self.calendars.get(country).map_or("en", |calendar| &calendar.language)
    }

    /// The name of a holiday in a language (ISO 639-1), and the language that it is in: English when there is no other.
    pub fn name<'a>(&'a self, country: &'a str, kept: &'a Kept, language: &'a str) -> (&'a str, &'a str) {
        if language == "en" {
            return (&kept.name, language);
        }
        if language == self.local_language(country) {
            return (&kept.local, language);
        }
        match self.translations.of(&kept.name, language) {
            Some(name) => (name, language),
            None => (&kept.name, "en"),
        }
    }

    /// How a holiday of this English name is called in other languages (ISO 639-1), where that is known.
    pub fn translations(&self, name: &str) -> impl Iterator<Item = (&'static str, &str)> {
        self.translations.pairs(name)
    }

    /// What a holiday is about, where that is known.
    pub fn meaning(&self, country: &str, name: &str) -> Option<&Meaning> {
        self.about.of(country, name)
    }

    /// Countries in which the whole country has off for a holiday of this English name in a year, by code.
    pub fn countries_with(&self, name: &str, year: i16) -> impl Iterator<Item = &str> {
        let has = move |kept: &Kept| {
            kept.name == name
                && kept.kind == Kind::Public
                && kept.regions.is_empty()
                && kept.in_year(year).next().is_some()
        };
        self.calendars.iter().filter(move |(_, calendar)| calendar.kept.iter().any(has)).map(|(code, _)| code.as_str())
    }
}

impl<'a> Holiday<'a> {
    fn order(&self) -> (Date, bool, bool, &'a str, &'a [String]) {
        let kept = self.kept;
        (self.day.date, kept.kind != Kind::Public, !kept.regions.is_empty(), &kept.name, &kept.regions)
    }
}
