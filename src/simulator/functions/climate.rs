//! Climate of areas: months, years and their averages.

use std::sync::Arc;

use minijinja::value::Value as Dynamic;
use minijinja::{Environment, Error, State};

use super::wrong;
use crate::catalogue::nearest;
use crate::simulator::scope::{Context, context};
use crate::simulator::value::{list, optional, record};
use crate::world::Place;
use crate::world::gazetteer::Gazetteer;
use crate::world::models::climate::{Area, Average, Climate, Month, average, classify, year};

pub(super) fn register(env: &mut Environment<'static>) {
    env.add_function("climate_area", climate_area);
    env.add_function("country_area", country_area);
    env.add_function("near_climate_areas", near_climate_areas);
    env.add_function("climate_normals", climate_normals);
    env.add_function("climate_months", climate_months);
}

/// Years that one call may cover.
const MAX_YEARS: i64 = 11;

/// A part of the world, country, region or city, or `none`.
fn climate_area(state: &State<'_, '_>, text: &str) -> Result<Dynamic, Error> {
    let facts = &context(state)?.world.facts;
    let gazetteer = facts.model::<Gazetteer>();
    Ok(optional(facts.model::<Climate>().find(&gazetteer, text).map(|area| describe(&area))))
}

/// A country as an area, or `none` where no town of it is known.
fn country_area(state: &State<'_, '_>, code: &str) -> Result<Dynamic, Error> {
    let facts = &context(state)?.world.facts;
    let gazetteer = facts.model::<Gazetteer>();
    Ok(optional(facts.model::<Climate>().country(&gazetteer, code).map(|area| describe(&area))))
}

/// Up to three areas that look like the text: parts of the world and countries, then places.
fn near_climate_areas(state: &State<'_, '_>, text: &str) -> Result<Vec<String>, Error> {
    let facts = &context(state)?.world.facts;
    let (climate, gazetteer) = (facts.model::<Climate>(), facts.model::<Gazetteer>());
    let countries = gazetteer.countries().map(|country| country.name.as_str());
    let regions = gazetteer.countries().flat_map(|country| &country.regions).map(|region| region.name.as_str());
    let mut found = nearest::few(text, climate.parts().chain(countries).chain(regions));
    if found.is_empty() {
        found = gazetteer.near(text);
    }
    Ok(found)
}

fn describe(area: &Area<'_>) -> Dynamic {
    let station = |place: &&Place| {
        record([
            ("id", Dynamic::from(place.id)),
            ("name", Dynamic::from(place.name.as_str())),
            ("country", Dynamic::from(place.country.as_str())),
            ("latitude", Dynamic::from(place.latitude)),
            ("longitude", Dynamic::from(place.longitude)),
            ("elevation", Dynamic::from(place.elevation)),
            ("timezone", Dynamic::from(place.timezone.as_str())),
        ])
    };
    record([
        ("name", Dynamic::from(area.name.as_str())),
        ("kind", Dynamic::from(area.kind.code())),
        ("country", area.country.map_or(Dynamic::from(()), |c| Dynamic::from(c.name.as_str()))),
        ("stations", list(&area.stations, station)),
        ("others", list(&area.others, |other| Dynamic::from(other.as_str()))),
    ])
}

/// The stations of an area, and the years of each of them from one month to another, months counted from year 0.
struct Record {
    years: Vec<Vec<Arc<[Month; 12]>>>,
    first_year: i64,
    first: i64,
    last: i64,
    southern: bool,
}

impl Record {
    fn of(context: &Context, area: &Dynamic, from: &str, to: &str) -> Result<Self, Error> {
        let (first, last) = (month_number(from)?, month_number(to)?);
        let (first_year, last_year) = (first.div_euclid(12), last.div_euclid(12));
        if last < first || last_year - first_year >= MAX_YEARS {
            return Err(wrong(format!("{from} to {to} is not 1 to {MAX_YEARS} years")));
        }
        let gazetteer = context.world.facts.model::<Gazetteer>();
        let ids = area.get_attr("stations")?.try_iter()?.map(|s| u32::try_from(s.get_attr("id")?));
        let ids = ids.collect::<Result<Vec<u32>, Error>>()?;
        let places: Vec<&Place> = ids.iter().filter_map(|id| gazetteer.by_id(*id)).collect();
        let of = |place: &&Place| (first_year..=last_year).map(|y| year(context.world.seed, place, y as i16)).collect();
        let southern = places.first().is_some_and(|place| place.latitude < 0.0);
        Ok(Self { years: places.iter().map(of).collect(), first_year, first, last, southern })
    }

    /// The months of all stations that a test lets pass; it is given their number.
    fn months(&self, wanted: impl Fn(i64) -> bool) -> Vec<Month> {
        let numbers: Vec<i64> = (self.first..=self.last).filter(|n| wanted(*n)).collect();
        let at = |years: &Vec<Arc<[Month; 12]>>, n: i64| {
            years[(n.div_euclid(12) - self.first_year) as usize][n.rem_euclid(12) as usize]
        };
        self.years.iter().flat_map(|years| numbers.iter().map(move |n| at(years, *n))).collect()
    }
}

/// Months since year 0 of `YYYY-MM`.
fn month_number(text: &str) -> Result<i64, Error> {
    let parsed = text.split_once('-').and_then(|(y, m)| Some((y.parse::<i64>().ok()?, m.parse::<i64>().ok()?)));
    let (year, month) = parsed.ok_or_else(|| wrong(format!("'{text}' is not YYYY-MM")))?;
    Ok(year * 12 + month - 1)
}

/// Averages of an area from one month (`YYYY-MM`) to another: `months` by the month of the year, `years`, `annual`, `koppen`.
fn climate_normals(state: &State<'_, '_>, area: Dynamic, from: &str, to: &str) -> Result<Dynamic, Error> {
    let record_of = Record::of(&*context(state)?, &area, from, to)?;
    let by_month: Vec<(i64, Vec<Month>)> = (0..12)
        .map(|m| (m, record_of.months(|n| n.rem_euclid(12) == m)))
        .filter(|(_, months)| !months.is_empty())
        .collect();
    let averages: Vec<(i64, Average)> = by_month.iter().map(|(m, months)| (*m, average(months))).collect();
    let years = record_of.first.div_euclid(12)..=record_of.last.div_euclid(12);
    let whole: Vec<(i64, Vec<Month>)> = years
        .map(|y| (y, record_of.months(|n| n.div_euclid(12) == y)))
        .filter(|(_, months)| months.len() == 12 * record_of.years.len())
        .collect();
    let stations = record_of.years.len() as f64;
    Ok(record([
        ("months", list(&averages, |(m, a)| month_record(*m, a))),
        ("years", list(&whole, |(y, months)| year_record(*y, months, stations))),
        ("annual", if averages.len() == 12 { annual(&averages) } else { Dynamic::from(()) }),
        ("koppen", if averages.len() == 12 { koppen(&averages, record_of.southern) } else { Dynamic::from(()) }),
    ]))
}

/// Each month of an area from one (`YYYY-MM`) to another.
fn climate_months(state: &State<'_, '_>, area: Dynamic, from: &str, to: &str) -> Result<Dynamic, Error> {
    let record_of = Record::of(&*context(state)?, &area, from, to)?;
    let row = |n: i64| {
        let a = average(&record_of.months(|other| other == n));
        let month = format!("{:04}-{:02}", n.div_euclid(12), n.rem_euclid(12) + 1);
        record([("month", Dynamic::from(month)), ("values", month_record(n.rem_euclid(12), &a))])
    };
    Ok(list(record_of.first..=record_of.last, row))
}

/// English names of the months.
const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

fn month_record(month: i64, a: &Average) -> Dynamic {
    record([
        ("month", Dynamic::from(month + 1)),
        ("name", Dynamic::from(MONTHS[month as usize])),
        ("meanTemperature", Dynamic::from(a.mean)),
        ("meanHigh", Dynamic::from(a.high)),
        ("meanLow", Dynamic::from(a.low)),
        ("highest", Dynamic::from(a.highest)),
        ("lowest", Dynamic::from(a.lowest)),
        ("precipitation", Dynamic::from(a.precipitation)),
        ("snow", Dynamic::from(a.snow)),
        ("wetDays", Dynamic::from(a.wet_days)),
        ("frostDays", Dynamic::from(a.frost_days)),
        ("sunshineHours", Dynamic::from(a.sunshine)),
        ("humidity", Dynamic::from(a.humidity)),
        ("windSpeed", Dynamic::from(a.wind)),
    ])
}

/// One whole year: temperatures over its days, amounts for the year at the mean station.
fn year_record(year: i64, months: &[Month], stations: f64) -> Dynamic {
    let a = average(months);
    let amount = |of: fn(&Month) -> f64| (months.iter().map(of).sum::<f64>() / stations * 10.0).round() / 10.0;
    record([
        ("year", Dynamic::from(year)),
        ("meanTemperature", Dynamic::from(a.mean)),
        ("highest", Dynamic::from(a.highest)),
        ("lowest", Dynamic::from(a.lowest)),
        ("precipitation", Dynamic::from(amount(|m| m.precipitation))),
        ("wetDays", Dynamic::from(amount(|m| f64::from(m.wet_days)))),
        ("sunshineHours", Dynamic::from(amount(|m| m.sunshine))),
    ])
}

/// What the twelve average months come to.
fn annual(months: &[(i64, Average)]) -> Dynamic {
    let tenth = |value: f64| (value * 10.0).round() / 10.0;
    let sum = |of: fn(&Average) -> f64| tenth(months.iter().map(|(_, a)| of(a)).sum());
    let best = |of: fn(&Average) -> f64| {
        let first = months.iter().fold(None, |best: Option<&(i64, Average)>, row| match best {
            Some(b) if of(&b.1) >= of(&row.1) => Some(b),
            _ => Some(row),
        });
        Dynamic::from(first.map_or("", |(m, _)| MONTHS[*m as usize]))
    };
    record([
        ("meanTemperature", Dynamic::from(tenth(sum(|a| a.mean) / 12.0))),
        ("precipitation", Dynamic::from(sum(|a| a.precipitation))),
        ("wetDays", Dynamic::from(sum(|a| a.wet_days))),
        ("frostDays", Dynamic::from(sum(|a| a.frost_days))),
        ("sunshineHours", Dynamic::from(sum(|a| a.sunshine))),
        ("warmestMonth", best(|a| a.mean)),
        ("coldestMonth", best(|a| -a.mean)),
        ("wettestMonth", best(|a| a.precipitation)),
        ("driestMonth", best(|a| -a.precipitation)),
        ("sunniestMonth", best(|a| a.sunshine)),
    ])
}

fn koppen(months: &[(i64, Average)], southern: bool) -> Dynamic {
    let column = |of: fn(&Average) -> f64| std::array::from_fn(|m| months.get(m).map_or(0.0, |(_, a)| of(a)));
    let class = classify(&column(|a| a.mean), &column(|a| a.precipitation), southern);
    record([("code", Dynamic::from(class.code)), ("name", Dynamic::from(class.name))])
}
