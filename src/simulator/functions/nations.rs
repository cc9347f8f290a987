//! People, economy and public finance of countries. Countries go between functions by alpha-2 code.

use std::sync::Arc;

use jiff::civil::Date;
use minijinja::value::Value as Dynamic;
use minijinja::{Environment, Error, State};

use super::time::date;
use super::wrong;
use crate::simulator::scope::context;
use crate::simulator::value::{list, optional, record};
use crate::world::gazetteer::fold;
use crate::world::models::nations::{Basis, Finance, Nation, Nations, People, Point, Quarter, Sector};

pub(super) fn register(env: &mut Environment<'static>) {
    env.add_function("find_nation", find_nation);
    env.add_function("nation_people", nation_people);
    env.add_function("nation_indicators", nation_indicators);
    env.add_function("nation_quarters", nation_quarters);
    env.add_function("nation_year", nation_year);
    env.add_function("nation_finance", nation_finance);
    env.add_function("economic_sector", |text: &str| optional(sector_of(text).map(|s| Dynamic::from(s.code()))));
    env.add_function("economic_metric", |text: &str| optional(of_words(&METRICS, text).map(Dynamic::from)));
}

fn model(state: &State<'_, '_>) -> Result<Arc<Nations>, Error> {
    Ok(context(state)?.world.facts.model::<Nations>())
}

fn nation<'a>(nations: &'a Nations, code: &str) -> Result<&'a Nation, Error> {
    nations.get(code).ok_or_else(|| wrong(format!("there are no figures of '{code}'; ask find_nation first")))
}

/// The year that runs by the user's clock, and the date.
fn running(state: &State<'_, '_>) -> Result<(i64, Date), Error> {
    let today = context(state)?.clock.today();
    Ok((i64::from(today.year()), today))
}

/// What is known of a country, or `none` where nothing is.
fn find_nation(state: &State<'_, '_>, code: &str) -> Result<Dynamic, Error> {
    let describe = |nation: &Nation| {
        let words = |items: &[String]| list(items, |item| Dynamic::from(item.as_str()));
        record([
            ("code", Dynamic::from(nation.code.as_str())),
            ("economy", Dynamic::from(nation.has_economy())),
            ("finance", Dynamic::from(nation.has_finance())),
            ("crops", words(nation.crops())),
            ("industries", words(nation.industries())),
            ("exports", words(nation.exports())),
            ("fiscalYear", Dynamic::from(nation.fiscal_year())),
        ])
    };
    Ok(optional(model(state)?.get(code).map(describe)))
}

/// The people of a year, or `none` outside the series.
fn nation_people(state: &State<'_, '_>, code: &str, year: i64) -> Result<Dynamic, Error> {
    let (nations, (running, _)) = (model(state)?, running(state)?);
    Ok(optional(nation(&nations, code)?.people(year, running).map(|people| people_record(&people))))
}

fn people_record(p: &People) -> Dynamic {
    let share = |part: i64| (part as f64 * 1000.0 / p.total.max(1) as f64).round() / 10.0;
    let pair = |part: Option<i64>, [first, second]: [&'static str; 2], percent: &'static str| {
        optional(part.map(|part| {
            record([
                (first, Dynamic::from(part)),
                (second, Dynamic::from(p.total - part)),
                (percent, Dynamic::from(share(part))),
            ])
        }))
    };
    let groups = ["0-14", "15-64", "65+"];
    let ages = p.ages.map(|ages| {
        list(groups.iter().zip(ages), |(name, group)| {
            record([
                ("group", Dynamic::from(*name)),
                ("people", Dynamic::from(group.people)),
                ("percent", Dynamic::from(group.share)),
            ])
        })
    });
    record([
        ("total", Dynamic::from(p.total)),
        ("basis", Dynamic::from(p.basis.code())),
        ("growth", number(p.growth)),
        ("sex", pair(p.male, ["male", "female"], "malePercent")),
        ("residence", pair(p.urban, ["urban", "rural"], "urbanPercent")),
        ("ages", ages.unwrap_or_else(|| Dynamic::from(Vec::<Dynamic>::new()))),
        ("births", number(p.births)),
        ("deaths", number(p.deaths)),
        ("migration", number(p.migration)),
    ])
}

fn number(value: Option<f64>) -> Dynamic {
    optional(value.map(Dynamic::from))
}

/// Indicators with their group, words and units.
const INDICATORS: [(&str, &str, &str, &str); 14] = [
    ("lifeExpectancy", "health", "Life expectancy at birth", "years"),
    ("infantMortality", "health", "Infant mortality", "deaths per 1,000 live births"),
    ("physicians", "health", "Physicians", "per 1,000 people"),
    ("healthExpenditure", "health", "Health expenditure, public and private", "% of GDP"),
    ("fertilityRate", "social", "Total fertility rate", "children per woman"),
    ("medianAge", "social", "Median age", "years"),
    ("literacy", "social", "Adults who can read and write", "% of adults"),
    ("educationExpenditure", "social", "Public education expenditure", "% of GDP"),
    ("internetUsers", "social", "Internet users", "% of people"),
    ("electricityAccess", "social", "Access to electricity", "% of people"),
    ("drinkingWater", "environment", "Access to improved drinking water", "% of people"),
    ("carbonDioxide", "environment", "Carbon dioxide emissions from energy", "million tonnes a year"),
    ("forestArea", "environment", "Forest", "% of land"),
    ("agriculturalLand", "environment", "Agricultural land", "% of land"),
];

/// The indicators that are reported, each for the year nearest to the one asked for.
fn nation_indicators(state: &State<'_, '_>, code: &str, year: i64) -> Result<Dynamic, Error> {
    let nations = model(state)?;
    let known: Vec<(&str, Point)> = nation(&nations, code)?.indicators(year).collect();
    let rows = INDICATORS.iter().filter_map(|about| Some((about, known.iter().find(|(name, _)| *name == about.0)?.1)));
    Ok(list(rows, |((name, group, title, unit), Point(year, value))| {
        record([
            ("name", Dynamic::from(*name)),
            ("group", Dynamic::from(*group)),
            ("title", Dynamic::from(*title)),
            ("value", Dynamic::from(value)),
            ("unit", Dynamic::from(*unit)),
            ("year", Dynamic::from(year)),
        ])
    }))
}

/// Words that name a sector.
const SECTORS: [(&str, &str); 38] = [
    ("agri", "agriculture"),
    ("farm", "agriculture"),
    ("forest", "agriculture"),
    ("fish", "agriculture"),
    ("primary", "agriculture"),
    ("crop", "agriculture"),
    ("livestock", "agriculture"),
    ("industr", "industry"),
    ("manufactur", "industry"),
    ("mining", "industry"),
    ("construction", "industry"),
    ("energy", "industry"),
    ("secondary", "industry"),
    ("oil", "industry"),
    ("utilities", "industry"),
    ("service", "services"),
    ("tourism", "services"),
    ("retail", "services"),
    ("trade", "services"),
    ("commerce", "services"),
    ("financ", "services"),
    ("banking", "services"),
    ("transport", "services"),
    ("hospitality", "services"),
    ("education", "services"),
    ("health", "services"),
    ("technology", "services"),
    ("government", "services"),
    ("realestate", "services"),
    ("tertiary", "services"),
    ("allsectors", "all"),
    ("wholeeconomy", "all"),
    ("totaleconomy", "all"),
    ("overall", "all"),
    ("economy", "all"),
    ("total", "all"),
    ("gdp", "all"),
    ("national", "all"),
];

/// Words that name a metric.
const METRICS: [(&str, &str); 24] = [
    ("unemployment", "unemployment"),
    ("jobless", "unemployment"),
    ("shareofemployment", "employment_share"),
    ("employmentshare", "employment_share"),
    ("gdpgrowth", "growth"),
    ("growth", "growth"),
    ("productivity", "productivity"),
    ("outputperworker", "productivity"),
    ("shareofgdp", "share"),
    ("gdpshare", "share"),
    ("share", "share"),
    ("employ", "employment"),
    ("jobs", "employment"),
    ("workforce", "employment"),
    ("workers", "employment"),
    ("inflation", "inflation"),
    ("consumerprices", "inflation"),
    ("cpi", "inflation"),
    ("export", "exports"),
    ("import", "imports"),
    ("gdp", "gdp"),
    ("grossdomesticproduct", "gdp"),
    ("output", "gdp"),
    ("valueadded", "gdp"),
];

/// The code of the first word that a text holds.
fn of_words(words: &[(&str, &'static str)], text: &str) -> Option<&'static str> {
    let folded = fold(text);
    words.iter().find(|(word, _)| folded.contains(word)).map(|(_, code)| *code)
}

fn sector_of(text: &str) -> Option<Sector> {
    let code = if fold(text) == "all" { Some("all") } else { of_words(&SECTORS, text) };
    [Sector::Agriculture, Sector::Industry, Sector::Services, Sector::All].into_iter().find(|s| Some(s.code()) == code)
}

/// The quarters of a sector that end from one date to another.
fn nation_quarters(state: &State<'_, '_>, code: &str, sector: &str, from: &str, to: &str) -> Result<Dynamic, Error> {
    let (nations, (running, today)) = (model(state)?, running(state)?);
    let nation = nation(&nations, code)?;
    let sector = sector_of(sector).ok_or_else(|| wrong(format!("'{sector}' is no sector")))?;
    let quarters = nation.quarters(sector, date(from)?, date(to)?);
    Ok(list(quarters, |quarter| quarter_record(nation, &quarter, running, today)))
}

fn quarter_record(nation: &Nation, q: &Quarter, running: i64, today: Date) -> Dynamic {
    let percent = |part: i64, whole: i64| (part as f64 * 10_000.0 / whole.max(1) as f64).round() / 100.0;
    let growth = q.output_before.filter(|before| *before > 0).map(|before| percent(q.output - before, before));
    // Millions of dollars in a quarter, to dollars a year for each worker.
    let productivity = (q.workers > 0).then(|| (q.output as f64 * 4e6 / q.workers as f64).round() as i64);
    let basis = match nation.output_basis(q.year, running) {
        _ if q.last > today => Basis::Projection,
        Basis::Projection => Basis::Estimate,
        other => other,
    };
    record([
        ("year", Dynamic::from(q.year)),
        ("period", Dynamic::from(format!("{}-Q{}", q.year, q.number))),
        ("startDate", Dynamic::from(q.first.to_string())),
        ("endDate", Dynamic::from(q.last.to_string())),
        ("basis", Dynamic::from(basis.code())),
        ("gdp", Dynamic::from(q.output)),
        ("employment", Dynamic::from(q.workers)),
        ("growth", number(growth)),
        ("share", Dynamic::from(percent(q.output, q.economy))),
        ("employmentShare", Dynamic::from(percent(q.workers, q.all_workers))),
        ("productivity", optional(productivity.map(Dynamic::from))),
    ])
}

/// The whole economy of a year.
fn nation_year(state: &State<'_, '_>, code: &str, year: i64) -> Result<Dynamic, Error> {
    let (nations, (running, _)) = (model(state)?, running(state)?);
    let nation = nation(&nations, code)?;
    let [exports, imports] = nation.trade(year);
    let heads = nation.people(year, running).map_or(1, |people| people.total);
    let gdp = nation.gdp(year);
    let per_head = gdp.map(|gdp| (gdp as f64 * 1e6 / heads.max(1) as f64).round() as i64);
    let whole = |value: Option<i64>| optional(value.map(Dynamic::from));
    Ok(record([
        ("year", Dynamic::from(year)),
        ("basis", Dynamic::from(nation.output_basis(year, running).code())),
        ("gdp", whole(gdp)),
        ("gdpPerCapita", whole(per_head)),
        ("population", Dynamic::from(heads)),
        ("realGrowth", number(nation.growth(year))),
        ("inflation", number(nation.inflation(year))),
        ("unemployment", number(nation.unemployment(year))),
        ("exports", whole(exports)),
        ("imports", whole(imports)),
    ]))
}

/// Public finance of a fiscal year, or `none` outside the series.
fn nation_finance(state: &State<'_, '_>, code: &str, year: i64) -> Result<Dynamic, Error> {
    let (nations, (running, _)) = (model(state)?, running(state)?);
    Ok(optional(nation(&nations, code)?.finance(year, running).map(|finance| finance_record(&finance, year))))
}

fn finance_record(f: &Finance, year: i64) -> Dynamic {
    let percent = |amount: i64| (amount as f64 * 1000.0 / f.gdp.max(1) as f64).round() / 10.0 + 0.0;
    let debt = f.debt.map(|debt| {
        record([
            ("startOfYear", Dynamic::from(debt.before)),
            ("endOfYear", Dynamic::from(debt.end)),
            ("otherChanges", Dynamic::from(debt.adjustment)),
            ("percentOfGdp", Dynamic::from(percent(debt.end))),
            ("basis", Dynamic::from(debt.basis.code())),
        ])
    });
    let parts = |parts: &[(&'static str, i64)], whole: i64| {
        list(parts, |(name, amount)| {
            record([
                ("name", Dynamic::from(*name)),
                ("amount", Dynamic::from(*amount)),
                ("percent", Dynamic::from((*amount as f64 * 1000.0 / whole.max(1) as f64).round() / 10.0)),
            ])
        })
    };
    record([
        ("year", Dynamic::from(year)),
        ("basis", Dynamic::from(f.basis.code())),
        ("gdp", Dynamic::from(f.gdp)),
        ("revenue", Dynamic::from(f.revenue)),
        ("expenditure", Dynamic::from(f.expenditure)),
        ("balance", Dynamic::from(f.balance())),
        ("revenuePercent", Dynamic::from(percent(f.revenue))),
        ("expenditurePercent", Dynamic::from(percent(f.expenditure))),
        ("balancePercent", Dynamic::from(percent(f.balance()))),
        ("debt", optional(debt)),
        ("sources", parts(&f.sources, f.revenue)),
        ("purposes", parts(&f.purposes, f.expenditure)),
    ])
}

#[cfg(test)]
mod tests {
    use super::{METRICS, of_words, sector_of};

    #[test]
    fn plain_words_name_sectors_and_metrics() {
        for (text, code) in
            [("Agriculture", "agriculture"), ("manufacturing", "industry"), ("Tourism", "services"), ("all", "all")]
        {
            assert_eq!(sector_of(text).map(|s| s.code()), Some(code), "{text}");
        }
        assert_eq!(sector_of("small talk"), None);
        for (text, code) in [
            ("GDP", "gdp"),
            ("employment", "employment"),
            ("Unemployment rate", "unemployment"),
            ("GDP growth", "growth"),
            ("share of GDP", "share"),
        ] {
            assert_eq!(of_words(&METRICS, text), Some(code), "{text}");
        }
    }
}
