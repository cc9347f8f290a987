//! Rules that give a day in every year.

use jiff::SignedDuration;
use jiff::civil::{Date, Weekday, date};

/// When a holiday falls, whatever the year.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// On the same day of the same month.
    Fixed(i8, i8),
    /// So many days after Easter of the western churches.
    Easter(i64),
    /// So many days after Easter of the orthodox churches.
    OrthodoxEaster(i64),
    /// On the n-th weekday of a month, the last one for -1.
    Weekday(i8, Weekday, i8),
}

/// Weekdays as rules write them.
const WEEKDAYS: [(&str, Weekday); 7] = [
    ("mon", Weekday::Monday),
    ("tue", Weekday::Tuesday),
    ("wed", Weekday::Wednesday),
    ("thu", Weekday::Thursday),
    ("fri", Weekday::Friday),
    ("sat", Weekday::Saturday),
    ("sun", Weekday::Sunday),
];

impl Rule {
    /// `12-25`, `E-2`, `O+1`, `11-thu4` or `05-mon-1`.
    pub(super) fn parse(word: &str) -> Option<Rule> {
        if let Some(offset) = word.strip_prefix('E') {
            return offset.parse().ok().map(Rule::Easter);
        }
        if let Some(offset) = word.strip_prefix('O') {
            return offset.parse().ok().map(Rule::OrthodoxEaster);
        }
        let (month, rest) = word.split_once('-')?;
        let month = month.parse().ok()?;
        match WEEKDAYS.iter().find_map(|(name, day)| Some((rest.strip_prefix(name)?, *day))) {
            Some((n, weekday)) => n.parse().ok().map(|n| Rule::Weekday(month, weekday, n)),
            None => rest.parse().ok().map(|day| Rule::Fixed(month, day)),
        }
    }

    /// The day of a year; none for a 29 February that is not.
    pub fn on(self, year: i16) -> Option<Date> {
        let from = |feast: Date, days: i64| Some(feast.saturating_add(SignedDuration::from_hours(24 * days)));
        match self {
            Rule::Fixed(month, day) => Date::new(year, month, day).ok(),
            Rule::Easter(days) => from(easter(year), days),
            Rule::OrthodoxEaster(days) => from(orthodox_easter(year), days),
            Rule::Weekday(month, weekday, n) => Date::new(year, month, 1).ok()?.nth_weekday_of_month(n, weekday).ok(),
        }
    }

    /// In words, e.g. `the fourth Thursday of November`.
    pub fn words(self) -> String {
        let month = |m: i8| Date::new(2024, m, 1).map(|d| d.strftime("%B").to_string()).unwrap_or_default();
        match self {
            Rule::Fixed(m, day) => format!("{day} {} every year", month(m)),
            Rule::Easter(days) => format!("{} of the western churches", from_easter(days)),
            Rule::OrthodoxEaster(days) => format!("{} of the orthodox churches", from_easter(days)),
            Rule::Weekday(m, weekday, n) => {
                let name = date(2024, 1, 1).nth_weekday(1, weekday).map(|d| d.strftime("%A").to_string());
                format!("the {} {} of {}", ordinal(n), name.unwrap_or_default(), month(m))
            }
        }
    }
}

fn from_easter(days: i64) -> String {
    match days {
        0 => "Easter Sunday".into(),
        -1 => "the day before Easter Sunday".into(),
        1 => "the day after Easter Sunday".into(),
        ..0 => format!("{} days before Easter Sunday", -days),
        _ => format!("{days} days after Easter Sunday"),
    }
}

fn ordinal(n: i8) -> &'static str {
    match n {
        1 => "first",
        2 => "second",
        3 => "third",
        4 => "fourth",
        _ => "last",
    }
}

/// Easter Sunday of the western churches (Meeus, Jones, Butcher).
pub(super) fn easter(year: i16) -> Date {
    let y = i32::from(year);
    let (a, b, c) = (y % 19, y / 100, y % 100);
    let (d, e) = (b / 4, b % 4);
    let g = (8 * b + 13) / 25;
    let h = (19 * a + b - d - g + 15) % 30;
    let (i, k) = (c / 4, c % 4);
    let l = (32 + 2 * e + 2 * i - h - k) % 7;
    let m = (a + 11 * h + 22 * l) / 451;
    let n = h + l - 7 * m + 114;
    date(year, (n / 31) as i8, (n % 31 + 1) as i8)
}

/// Easter Sunday of the orthodox churches as a Gregorian date, for 1900 to 2099 (Meeus).
pub(super) fn orthodox_easter(year: i16) -> Date {
    let y = i32::from(year);
    let (a, b, c) = (y % 4, y % 7, y % 19);
    let d = (19 * c + 15) % 30;
    let e = (2 * a + 4 * b - d + 34) % 7;
    let n = d + e + 114;
    let julian = date(year, (n / 31) as i8, (n % 31 + 1) as i8);
    julian.saturating_add(SignedDuration::from_hours(24 * 13))
}
