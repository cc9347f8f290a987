//! The holiday that somebody's words mean.

use super::calendar::Kept;
use super::{Holidays, Kind};
use crate::world::gazetteer::fold;

/// Everyday names that no table has: country (empty for all), what people say, what it is called.
const NICKNAMES: [(&str, &str, &str); 20] = [
    ("", "Pinksteren", "Pentecost"),
    ("", "Pasen", "Easter Sunday"),
    ("", "Kerst", "Christmas Day"),
    ("", "Kerstmis", "Christmas Day"),
    ("", "Weihnachten", "Christmas Day"),
    ("", "Ostern", "Easter Sunday"),
    ("", "Pfingsten", "Pentecost"),
    ("", "Silvester", "New Year's Eve"),
    ("US", "4th of July", "Independence Day"),
    ("US", "Fourth of July", "Independence Day"),
    ("US", "Juneteenth", "Juneteenth National Independence Day"),
    ("US", "MLK Day", "Martin Luther King Jr. Day"),
    ("US", "Presidents Day", "Washington's Birthday"),
    ("US", "Indigenous Peoples' Day", "Columbus Day"),
    ("FR", "Bastille Day", "National Day"),
    ("NL", "Queen's Day", "King's Day"),
    ("GB", "Early May Bank Holiday", "May Day"),
    ("GB", "August Bank Holiday", "Late Summer Bank Holiday"),
    ("", "Xmas", "Christmas Day"),
    ("", "Eid", "Eid al-Fitr"),
];

/// Longest text, in bytes, that is compared.
const LONGEST: usize = 200;

impl Holidays {
    /// The rows of the one holiday of a country that a text means: its English or local name, a translation, an everyday
    /// name, or the beginning or a part of a name when only one holiday has it.
    pub fn find(&self, country: &str, text: &str) -> Vec<&Kept> {
        let wanted = fold(text);
        if wanted.is_empty() || text.len() > LONGEST {
            return Vec::new();
        }
        let name = self
            .named(country, &wanted)
            .or_else(|| self.nicknamed(country, &wanted))
            .or_else(|| self.another_name(country, text))
            .or_else(|| self.only_one(country, |name| name.starts_with(&wanted)))
            .or_else(|| self.only_one(country, |name| wanted.len() > 3 && name.contains(&wanted)));
        let same = |kept: &&Kept| name.is_some_and(|name| kept.name == name);
        self.kept(country).iter().filter(same).collect()
    }

    fn kept(&self, country: &str) -> &[Kept] {
        self.calendars.get(country).map_or(&[], |calendar| &calendar.kept)
    }

    /// All names that lead to a row.
    fn names_of<'a>(&'a self, kept: &'a Kept) -> impl Iterator<Item = &'a str> {
        [kept.name.as_str(), kept.local.as_str()].into_iter().chain(self.translations.all(&kept.name))
    }

    fn named(&self, country: &str, wanted: &str) -> Option<&str> {
        let of = |kept: &&Kept| self.names_of(kept).any(|name| fold(name) == wanted);
        self.kept(country).iter().find(of).map(|kept| kept.name.as_str())
    }

    fn nicknamed(&self, country: &str, wanted: &str) -> Option<&str> {
        let fits =
            |(place, said, _): &&(&str, &str, &str)| (place.is_empty() || *place == country) && fold(said) == wanted;
        let (_, _, name) = NICKNAMES.iter().find(fits)?;
        self.named(country, &fold(name))
    }

    /// The holiday that goes by another name of the same meaning, as `Whit Monday` and `Pentecost Monday`.
    fn another_name(&self, country: &str, text: &str) -> Option<&str> {
        let meaning = self.meaning(country, text)?;
        meaning.names.iter().find_map(|name| self.named(country, &fold(name)))
    }

    fn only_one(&self, country: &str, fits: impl Fn(&str) -> bool) -> Option<&str> {
        let of = |kept: &&Kept| self.names_of(kept).any(|name| fits(&fold(name)));
        let mut names: Vec<&str> = self.kept(country).iter().filter(of).map(|kept| kept.name.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        match names[..] {
            [one] => Some(one),
            _ => None,
        }
    }

    /// English names of the holidays of a country in a year, the public ones first, to suggest; those with the text in them
    /// when there are such.
    pub fn names_in(&self, country: &str, year: i16, text: &str) -> Vec<&str> {
        let wanted = fold(text);
        let all = self.all_names_in(country, year);
        let with: Vec<&str> =
            all.iter().copied().filter(|name| wanted.len() > 2 && fold(name).contains(&wanted)).collect();
        if with.is_empty() { all } else { with }
    }

    fn all_names_in(&self, country: &str, year: i16) -> Vec<&str> {
        let mut kept: Vec<&Kept> =
            self.kept(country).iter().filter(|kept| kept.in_year(year).next().is_some()).collect();
        kept.sort_by_key(|kept| (kept.kind != Kind::Public, !kept.regions.is_empty()));
        let mut names: Vec<&str> = Vec::new();
        for kept in kept {
            for name in [kept.name.as_str(), kept.local.as_str()] {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
        }
        names
    }
}
