//! Days by the clock of any time zone.

use jiff::Timestamp;
use jiff::tz::{Offset, TimeZone};
use minijinja::value::Value as Dynamic;
use minijinja::{Environment, Error, State};

use super::spots::local;
use super::time::date;
use super::weather::{day, hour};
use super::wrong;
use crate::simulator::scope::context;
use crate::simulator::value::{optional, record};
use crate::world::models::weather::Day;
use crate::world::zone;

pub(super) fn register(env: &mut Environment<'static>) {
    env.add_function("find_zone", |text: &str| optional(find(text).map(|(name, _)| Dynamic::from(name))));
    env.add_function("zone_today", zone_today);
    env.add_function("zone_day", zone_day);
    env.add_function("year_month", year_month);
}

/// Longest text that can be a zone.
const LONGEST: usize = 60;

/// The zone that a text names, and the name to show: an IANA name in any case, `UTC`, `GMT`, or an offset such as `+02:00`,
/// `UTC-5` or `GMT+1`.
fn find(text: &str) -> Option<(String, TimeZone)> {
    let text = text.trim();
    if text.len() > LONGEST || text.is_empty() {
        return None;
    }
    let upper = text.to_ascii_uppercase();
    if ["UTC", "GMT", "Z", "UTC+0", "GMT+0"].contains(&upper.as_str()) {
        return Some(("UTC".into(), TimeZone::UTC));
    }
    let rest = upper.strip_prefix("UTC").or_else(|| upper.strip_prefix("GMT")).unwrap_or(&upper);
    if let Some(offset) = offset(rest.trim()) {
        let name = format!("{}{:02}:{:02}", if offset < 0 { '-' } else { '+' }, offset.abs() / 60, offset.abs() % 60);
        return Some((name, TimeZone::fixed(Offset::from_seconds(offset * 60).ok()?)));
    }
    // The zone of a name that is not known is UTC without a name.
    let found = zone(text);
    let name = found.iana_name()?.to_owned();
    (name != "UTC" && name.contains('/')).then_some((name, found))
}

/// Minutes east of `+2`, `-05:30` or `+0530`; up to 14 hours.
fn offset(text: &str) -> Option<i32> {
    let (sign, digits) = match text.split_at_checked(1)? {
        ("+", rest) => (1, rest),
        ("-" | "−", rest) => (-1, rest),
        _ => return None,
    };
    let (hours, minutes) = match digits.split_once(':') {
        Some((hours, minutes)) if minutes.len() == 2 => (hours, minutes),
        None if digits.len() == 4 => digits.split_at_checked(2)?,
        None => (digits, "0"),
        _ => return None,
    };
    let plain = |text: &str| text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse::<i32>().ok()).flatten();
    let (hours, minutes) = (plain(hours)?, plain(minutes)?);
    (hours <= 14 && minutes < 60).then_some(sign * (hours * 60 + minutes))
}

fn known(text: &str) -> Result<TimeZone, Error> {
    find(text).map(|(_, zone)| zone).ok_or_else(|| wrong(format!("'{text}' is no time zone; ask find_zone first")))
}

/// The date by the clock of a zone that `find_zone` gave.
fn zone_today(state: &State<'_, '_>, name: &str) -> Result<String, Error> {
    Ok(context(state)?.clock.local(&known(name)?).date().to_string())
}

/// The weather at a spot on a day by the clock of a zone: `day`, `sunshine` in hours, and `hours` with `at` and `weather`.
fn zone_day(state: &State<'_, '_>, spot: Dynamic, on: &str, name: &str) -> Result<Dynamic, Error> {
    let (local, zone, on) = (local(&*context(state)?, &spot)?, known(name)?, date(on)?);
    let hours = local.hours_in(on, &zone);
    let row = |h: &crate::world::models::weather::Hour| {
        let at = Timestamp::from_second(h.unix_hour * 3600).map_err(|e| wrong(e.to_string()))?;
        let at = at.to_zoned_datetime(zone.clone()).strftime("%Y-%m-%dT%H:%M:%S%:z").to_string();
        Ok(record([("at", Dynamic::from(at)), ("weather", hour(h))]))
    };
    let rows = hours.iter().map(row).collect::<Result<Vec<_>, Error>>()?;
    Ok(record([
        ("day", day(&Day::of(on, &hours))),
        ("sunshine", Dynamic::from(local.sunshine(&hours))),
        ("hours", Dynamic::from(rows)),
    ]))
}

/// `YYYY-MM` of a number that is a year, a month `YYYYMM` or a day `YYYYMMDD`; a year stands for its first month, or its last
/// when `last`. `none` for other numbers.
fn year_month(number: i64, last: bool) -> Dynamic {
    let (year, month) = match number {
        1_000..=9_999 => (number, if last { 12 } else { 1 }),
        100_001..=999_912 => (number / 100, number % 100),
        10_000_101..=99_991_231 if (1..=31).contains(&(number % 100)) => (number / 10_000, number / 100 % 100),
        _ => return Dynamic::from(()),
    };
    optional((1..=12).contains(&month).then(|| Dynamic::from(format!("{year:04}-{month:02}"))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zones_are_known_by_name_and_by_offset() {
        let name = |text: &str| find(text).map(|(name, _)| name);
        for (text, expected) in [
            ("utc", "UTC"),
            ("GMT", "UTC"),
            ("Europe/Paris", "Europe/Paris"),
            ("america/new_york", "America/New_York"),
            ("+02:00", "+02:00"),
            ("UTC-5", "-05:00"),
            ("GMT+0530", "+05:30"),
        ] {
            assert_eq!(name(text).as_deref(), Some(expected), "{text}");
        }
        for text in ["", "Mars/Olympus", "+25:00", "noon", "🕰", "+2:5"] {
            assert_eq!(name(text), None, "{text}");
        }
    }

    #[test]
    fn numbers_are_read_as_months() {
        let read = |n, last| year_month(n, last).as_str().map(str::to_owned);
        assert_eq!(read(2024, false).as_deref(), Some("2024-01"));
        assert_eq!(read(2024, true).as_deref(), Some("2024-12"));
        assert_eq!(read(202_402, true).as_deref(), Some("2024-02"));
        assert_eq!(read(20_240_229, false).as_deref(), Some("2024-02"));
        assert_eq!((read(202_413, false), read(12, false), read(-2024, true)), (None, None, None));
    }
}
