//! The days of one country.

use std::collections::BTreeMap;

use jiff::civil::Date;
use serde::Deserialize;

use super::rules::Rule;
use super::{FIRST_YEAR, LAST_YEAR};
use crate::world::facts::read_table;

/// How a day is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// By law a day off.
    Public,
    /// Banks are closed.
    Bank,
    /// Public offices are closed.
    Government,
    /// An employee may take it off, or an employer give it.
    Optional,
    /// Half a day off.
    HalfDay,
    /// Kept, but a day like others for work.
    Observance,
}

impl Kind {
    /// A code that never changes, e.g. `half_day`.
    pub fn code(self) -> &'static str {
        match self {
            Kind::Public => "public",
            Kind::Bank => "bank",
            Kind::Government => "government",
            Kind::Optional => "optional",
            Kind::HalfDay => "half_day",
            Kind::Observance => "observance",
        }
    }
}

/// One day on which a holiday is kept.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Day {
    /// The date.
    pub date: Date,
    /// It is the day off for a holiday that falls on another day, such as a Sunday.
    pub observed: bool,
    /// The date is reckoned and may move by a day when the moon is seen.
    pub estimated: bool,
    /// A working day elsewhere in the year was exchanged for it.
    pub exchanged: bool,
}

/// A holiday of a country over the years.
#[derive(Clone, Debug, PartialEq)]
pub struct Kept {
    /// English name.
    pub name: String,
    /// Name in the country's own language; the English one where that is English.
    pub local: String,
    /// How it is kept.
    pub kind: Kind,
    /// Codes of the parts of the country that keep it; empty when the whole country does.
    pub regions: Vec<String>,
    /// The rule it follows in every year, when there is one.
    pub rule: Option<Rule>,
    /// The days, in order.
    pub(super) days: Vec<Day>,
}

impl Kept {
    /// Its days from one date to another, both included.
    pub(super) fn between(&self, from: Date, to: Date) -> impl Iterator<Item = &Day> {
        self.days.iter().filter(move |day| from <= day.date && day.date <= to)
    }

    /// Its days in a year.
    pub fn in_year(&self, year: i16) -> impl Iterator<Item = &Day> {
        self.days.iter().filter(move |day| day.date.year() == year)
    }

    /// Its first day after a date.
    pub(super) fn after(&self, date: Date) -> Option<&Day> {
        self.days.iter().find(|day| day.date > date)
    }
}

/// The calendar of one country.
#[derive(Debug)]
pub(super) struct Calendar {
    /// ISO 639-1 code of the local names.
    pub language: String,
    /// Names of the parts by code.
    pub regions: BTreeMap<String, String>,
    /// What is kept.
    pub kept: Vec<Kept>,
}

type Common = (String, String, String, String);
type Other = (String, String, String, Kind, String, String);
type About = (String, String, Vec<(String, String)>);

/// Reads the tables `holidays`, `holidays_other` and `holiday_calendars`.
///
/// # Errors
///
/// Which table is wrong, and how.
pub(super) fn read_calendars(
    common: &[u8],
    other: &[u8],
    calendars: &[u8],
) -> Result<BTreeMap<String, Calendar>, String> {
    let about: Vec<About> = read_table("holiday_calendars", calendars)?;
    let empty = |(code, language, regions): About| {
        (code, Calendar { language, regions: regions.into_iter().collect(), kept: Vec::new() })
    };
    let mut all: BTreeMap<String, Calendar> = about.into_iter().map(empty).collect();
    let common: Vec<Common> = read_table("holidays", common)?;
    let common = common.into_iter().map(|(c, name, local, days)| (c, name, local, Kind::Public, String::new(), days));
    let other: Vec<Other> = read_table("holidays_other", other)?;
    for (code, name, local, kind, regions, days) in common.chain(other) {
        let calendar = all.get_mut(&code).ok_or_else(|| format!("holidays: {code} is not in holiday_calendars"))?;
        let (rule, days) = read_days(&days).ok_or_else(|| format!("holidays: {code} {name}: '{days}' are no days"))?;
        let local = if local.is_empty() { name.clone() } else { local };
        let regions = regions.split(',').filter(|r| !r.is_empty()).map(str::to_owned).collect();
        calendar.kept.push(Kept { name, local, kind, regions, rule, days });
    }
    Ok(all)
}

/// Days out of rules and single days, e.g. `01-01 220103o`; and the rule when it is the only one.
fn read_days(text: &str) -> Option<(Option<Rule>, Vec<Day>)> {
    let (mut rules, mut days) = (Vec::new(), Vec::new());
    for word in text.split(' ') {
        if let Some(day) = single(word) {
            days.push(day);
            continue;
        }
        let rule = Rule::parse(word)?;
        days.extend((FIRST_YEAR..=LAST_YEAR).filter_map(|year| rule.on(year)).map(plain));
        rules.push(rule);
    }
    days.sort_by_key(|day| day.date);
    Some((rules.pop().filter(|_| rules.is_empty()), days))
}

fn plain(date: Date) -> Day {
    Day { date, observed: false, estimated: false, exchanged: false }
}

/// `YYMMDD` and flags.
fn single(word: &str) -> Option<Day> {
    let (digits, flags) = word.split_at_checked(6)?;
    let number = |at: std::ops::Range<usize>| digits[at].parse::<i8>().ok();
    if !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let date = Date::new(2000 + i16::from(number(0..2)?), number(2..4)?, number(4..6)?).ok()?;
    let has = |flag| flags.contains(flag);
    Some(Day { date, observed: has('o'), estimated: has('e'), exchanged: has('s') })
}
