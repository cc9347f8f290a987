//! Public holidays. Countries go between functions by alpha-2 code, days as `YYYY-MM-DD`.

use std::collections::BTreeSet;
use std::sync::Arc;

use jiff::civil::Date;
use minijinja::value::Value as Dynamic;
use minijinja::{Environment, Error, State};

use super::time::date;
use crate::catalogue::nearest;
use crate::simulator::scope::context;
use crate::simulator::value::{list, optional, record};
use crate::world::gazetteer::Gazetteer;
use crate::world::models::holidays::{Day, FIRST_YEAR, Holiday, Holidays, Kept, LAST_YEAR};
use crate::world::models::words::Words;

pub(super) fn register(env: &mut Environment<'static>) {
    env.add_function("holidays_in", holidays_in);
    env.add_function("holidays_on", holidays_on);
    env.add_function("calendar_span", calendar_span);
    env.add_function("next_holiday", next_holiday);
    env.add_function("holiday_about", holiday_about);
    env.add_function("near_holidays", near_holidays);
    env.add_function("holiday_language", holiday_language);
    env.add_function("nationwide_dates", nationwide_dates);
    env.add_function("shared_holidays", shared_holidays);
    env.add_function("country_years", country_years);
}

/// How many other countries are named that keep a holiday.
const COUNTRIES: usize = 12;

fn model(state: &State<'_, '_>) -> Result<Arc<Holidays>, Error> {
    Ok(context(state)?.world.facts.model::<Holidays>())
}

/// All days of a year in a country, in order, with names in a language.
fn holidays_in(state: &State<'_, '_>, country: &str, year: i64, language: &str) -> Result<Dynamic, Error> {
    let model = model(state)?;
    let days = model.of_year(country, i16::try_from(year).unwrap_or(0));
    Ok(list(days, |holiday| describe(&model, country, &holiday, language)))
}

/// First and last year of which the holidays of a country are known.
fn calendar_span(state: &State<'_, '_>, country: &str) -> Result<Dynamic, Error> {
    let (first, last) = model(state)?.span(country);
    Ok(record([("first", first.into()), ("last", last.into())]))
}

/// What is kept in a country on a date.
fn holidays_on(state: &State<'_, '_>, country: &str, day: &str, language: &str) -> Result<Dynamic, Error> {
    let model = model(state)?;
    Ok(list(model.on(country, date(day)?), |holiday| describe(&model, country, &holiday, language)))
}

/// The first day after a date on which the whole country has off, or `none`.
fn next_holiday(state: &State<'_, '_>, country: &str, after: &str, language: &str) -> Result<Dynamic, Error> {
    let model = model(state)?;
    let next = model.next(country, date(after)?);
    Ok(optional(next.map(|holiday| describe(&model, country, &holiday, language))))
}

/// The code of the language that a text names: one of the fifteen, or the country's own; else `none`.
fn holiday_language(state: &State<'_, '_>, country: &str, text: &str) -> Result<Dynamic, Error> {
    let facts = &context(state)?.world.facts;
    let holidays = facts.model::<Holidays>();
    let own = holidays.local_language(country);
    let base = text.trim().split(['-', '_']).next().unwrap_or_default().to_lowercase();
    let known = facts.model::<Words>().language(text).map(Dynamic::from);
    Ok(optional(known.or_else(|| (base == own).then(|| Dynamic::from(own)))))
}

/// The dates of a year on which the whole country has off.
fn nationwide_dates(state: &State<'_, '_>, country: &str, year: i64) -> Result<Vec<String>, Error> {
    let dates = days_off(&*model(state)?, country, year);
    Ok(dates.iter().map(Date::to_string).collect())
}

/// The dates of some years on which all of some countries have off.
fn shared_holidays(state: &State<'_, '_>, countries: Vec<String>, years: Vec<i64>) -> Result<Vec<String>, Error> {
    let model = model(state)?;
    let common = |year: &i64| {
        let mut each = countries.iter().map(|country| days_off(&model, country, *year));
        let first = each.next().unwrap_or_default();
        each.fold(first, |all, more| &all & &more)
    };
    Ok(years.iter().flat_map(common).map(|date| date.to_string()).collect())
}

fn days_off(model: &Holidays, country: &str, year: i64) -> BTreeSet<Date> {
    let days = model.of_year(country, i16::try_from(year).unwrap_or(0));
    days.iter().filter(|holiday| holiday.is_national()).map(|holiday| holiday.day.date).collect()
}

/// Every pair of a country and a year, as lists of two.
fn country_years(countries: Vec<String>, years: Vec<i64>) -> Dynamic {
    let pair = |country: &String, year: i64| Dynamic::from(vec![Dynamic::from(country.as_str()), Dynamic::from(year)]);
    Dynamic::from(countries.iter().flat_map(|c| years.iter().map(move |y| pair(c, *y))).collect::<Vec<_>>())
}

/// Up to three names of holidays of a country and year that look like the text.
fn near_holidays(state: &State<'_, '_>, country: &str, year: i64, text: &str) -> Result<Vec<String>, Error> {
    let model = model(state)?;
    let names = model.names_in(country, i16::try_from(year).unwrap_or(0), text);
    let alike = nearest::few(text, names.iter().copied());
    Ok(if alike.is_empty() { names.into_iter().take(3).map(str::to_owned).collect() } else { alike })
}

/// What a holiday is about and when it is in a year, or `none`.
fn holiday_about(state: &State<'_, '_>, country: &str, year: i64, text: &str) -> Result<Dynamic, Error> {
    let context = context(state)?;
    let (model, gazetteer) = (context.world.facts.model::<Holidays>(), context.world.facts.model::<Gazetteer>());
    let rows = model.find(country, text);
    let Some(first) = rows.first().copied() else { return Ok(optional(None)) };
    let year = i16::try_from(year).unwrap_or(0);
    let meaning = model.meaning(country, &first.name);
    let elsewhere: Vec<&str> = model.countries_with(&first.name, year).filter(|code| *code != country).collect();
    let names = elsewhere.iter().take(COUNTRIES).filter_map(|code| gazetteer.country(code));
    let said = |(language, name): (&'static str, &str)| {
        record([("language", Dynamic::from(language)), ("name", Dynamic::from(name))])
    };
    Ok(record([
        ("name", Dynamic::from(first.name.as_str())),
        ("localName", Dynamic::from(first.local.as_str())),
        ("localLanguage", Dynamic::from(model.local_language(country))),
        ("namesElsewhere", list(model.translations(&first.name), said)),
        ("category", Dynamic::from(meaning.map_or("other", |m| m.category.as_str()))),
        ("description", meaning.map_or(Dynamic::from(()), |m| Dynamic::from(m.text.as_str()))),
        ("rule", first.rule.map_or(Dynamic::from(()), |rule| Dynamic::from(rule.words()))),
        ("days", list(of_year(&rows, year), |holiday| describe(&model, country, &holiday, "en"))),
        ("years", list(years(&rows), Dynamic::from)),
        ("previous", list(of_year(&rows, year - 1), |holiday| Dynamic::from(holiday.day.date.to_string()))),
        ("following", list(of_year(&rows, year + 1), |holiday| Dynamic::from(holiday.day.date.to_string()))),
        ("elsewhere", Dynamic::from(elsewhere.len())),
        ("countries", list(names, |country| Dynamic::from(country.name.as_str()))),
    ]))
}

/// The days of some rows in a year, in order.
fn of_year<'a>(rows: &[&'a Kept], year: i16) -> Vec<Holiday<'a>> {
    let days = |kept: &&'a Kept| {
        let kept = *kept;
        kept.in_year(year).map(move |day| Holiday { kept, day: *day })
    };
    let mut all: Vec<Holiday<'a>> = rows.iter().flat_map(days).collect();
    all.sort_by_key(|holiday| (holiday.day.date, holiday.is_regional()));
    all
}

fn years(rows: &[&Kept]) -> Vec<i16> {
    let has = |year: &i16| rows.iter().any(|kept| kept.in_year(*year).next().is_some());
    (FIRST_YEAR..=LAST_YEAR).filter(has).collect()
}

fn describe(model: &Holidays, country: &str, holiday: &Holiday<'_>, language: &str) -> Dynamic {
    let Holiday { kept, day } = holiday;
    let (name, spoken) = model.name(country, kept, language);
    let region = |code: &String| {
        record([
            ("code", Dynamic::from(format!("{country}-{code}"))),
            ("name", Dynamic::from(model.region(country, code))),
        ])
    };
    record([
        ("date", Dynamic::from(day.date.to_string())),
        ("weekday", Dynamic::from(weekday(day.date))),
        ("name", Dynamic::from(name)),
        ("nameLanguage", Dynamic::from(spoken)),
        ("localName", Dynamic::from(kept.local.as_str())),
        ("type", Dynamic::from(kept.kind.code())),
        ("nationwide", Dynamic::from(holiday.is_national())),
        ("regions", list(&kept.regions, region)),
        ("note", note(day)),
    ])
}

fn weekday(date: Date) -> String {
    date.strftime("%A").to_string()
}

/// What is special about the date, or `none`.
fn note(day: &Day) -> Dynamic {
    match day {
        Day { observed: true, estimated: true, .. } => Dynamic::from("observed, estimated"),
        Day { observed: true, .. } => Dynamic::from("observed"),
        Day { estimated: true, .. } => Dynamic::from("estimated"),
        Day { exchanged: true, .. } => Dynamic::from("exchanged"),
        _ => Dynamic::from(()),
    }
}
