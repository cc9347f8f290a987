//! Dates and times. Dates are strings `YYYY-MM-DD`, so that `<` compares them.

use jiff::ToSpan;
use jiff::civil::Date;
use minijinja::value::Value as Dynamic;
use minijinja::{Environment, Error, State};

use super::wrong;
use crate::simulator::scope::context;
use crate::world::zone;

/// Days that one call of `days` may give.
const MAX_DAYS: i64 = 4_000;

pub(super) fn register(env: &mut Environment<'static>) {
    env.add_function("today_in", today_in);
    env.add_function("time_in", time_in);
    env.add_function("add_days", add_days);
    env.add_function("days", days);
    env.add_function("days_between", days_between);
    env.add_function("weekday", weekday);
}

/// A date that an expression holds.
///
/// # Errors
///
/// The text is no date.
pub fn date(text: &str) -> Result<Date, Error> {
    text.parse().map_err(|e| wrong(format!("'{text}' is not a date: {e}")))
}

fn today_in(state: &State<'_, '_>, timezone: &str) -> Result<String, Error> {
    Ok(context(state)?.clock.local(&zone(timezone)).date().to_string())
}

fn time_in(state: &State<'_, '_>, timezone: &str) -> Result<String, Error> {
    let local = context(state)?.clock.local(&zone(timezone));
    Ok(format!("{:02}:{:02}", local.hour(), local.minute()))
}

fn add_days(from: &str, n: i64) -> Result<String, Error> {
    let moved = date(from)?.checked_add(n.days()).map_err(|e| wrong(e.to_string()))?;
    Ok(moved.to_string())
}

fn days_between(from: &str, to: &str) -> Result<i64, Error> {
    let span = date(from)?.until(date(to)?).map_err(|e| wrong(e.to_string()))?;
    Ok(i64::from(span.get_days()))
}

fn days(from: &str, to: &str) -> Result<Dynamic, Error> {
    let count = days_between(from, to)? + 1;
    if count > MAX_DAYS {
        return Err(wrong(format!("{count} days; at most {MAX_DAYS} are given")));
    }
    let first = date(from)?;
    let day =
        |n: i64| first.checked_add(n.days()).map(|d| Dynamic::from(d.to_string())).map_err(|e| wrong(e.to_string()));
    (0..count.max(0)).map(day).collect::<Result<Vec<_>, _>>().map(Dynamic::from)
}

/// `Monday` and so on.
fn weekday(day: &str) -> Result<String, Error> {
    Ok(date(day)?.strftime("%A").to_string())
}
