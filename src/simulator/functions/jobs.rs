//! The labour market. Vacancies, employers and applications go between functions by id, places as people write them.

mod records;

use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::civil::Date;
use jiff::tz::TimeZone;
use minijinja::value::{Kwargs, Value as Dynamic};
use minijinja::{Environment, Error, State};
use serde_json::Value;

use super::wrong;
use crate::catalogue::nearest;
use crate::simulator::scope::{Context, context};
use crate::simulator::value::{list, optional, record};
use crate::world::gazetteer::Gazetteer;
use crate::world::models::jobs::{
    Asked, Contract, Fate, Hit, Jobs, Location, Pay, Posting, Query, Wanted, sample_month, types_named,
};
use crate::world::models::rates::Rates;
use crate::world::{Row, Seed};

/// Vacancies on a page of the European list, and pages that there are at most.
const PAGE: usize = 25;
const PAGES: usize = 5;

/// Miles around a town in the lists that have no radius.
const NEAR: f64 = 25.0;

/// The session's own applications.
const APPLICATIONS: &str = "job_applications";

pub(super) fn register(env: &mut Environment<'static>) {
    env.add_function("job_place", job_place);
    env.add_function("job_types", job_types);
    env.add_function("job_salary", job_salary);
    env.add_function("find_jobs", find_jobs);
    env.add_function("find_jobs_in_europe", find_jobs_in_europe);
    env.add_function("job", job);
    env.add_function("job_company", job_company);
    env.add_function("near_job_companies", near_job_companies);
    env.add_function("job_application", job_application);
}

/// What a call needs: the model, its seed and the date in UTC.
struct Market {
    jobs: Arc<Jobs>,
    gazetteer: Arc<Gazetteer>,
    context: Arc<Context>,
    seed: Seed,
    day: Date,
}

impl Market {
    fn of(state: &State<'_, '_>) -> Result<Self, Error> {
        let context = context(state)?;
        let (jobs, gazetteer) = (context.world.facts.model::<Jobs>(), context.world.facts.model::<Gazetteer>());
        let day = context.clock.local(&TimeZone::UTC).date();
        Ok(Self { jobs, gazetteer, seed: context.world.seed, day, context })
    }

    /// The place that `job_place` has found.
    fn place(&self, text: &str, radius: f64) -> Result<Location, Error> {
        let place = Location::parse(text, radius, &self.gazetteer);
        place.ok_or_else(|| wrong(format!("'{text}' is no place; job_place says so")))
    }

    fn found(&self, query: &Query, place: &Location, more: &Filters<'_>) -> Vec<Hit> {
        let wanted = Wanted {
            query,
            title: more.title,
            location: place,
            contracts: &more.contracts,
            pays: more.pays,
            scope: more.scope,
        };
        self.jobs.search(self.seed, self.day, &wanted)
    }

    /// People of the session who applied.
    fn own_applicants(&self, posting: &Posting) -> usize {
        let id = posting.id();
        let of_job = |(_, row): &(&str, &Arc<Row>)| row.get("job_id").and_then(Value::as_str) == Some(id.as_str());
        self.context.state().rows(APPLICATIONS).filter(of_job).count()
    }
}

/// What is asked besides words and place.
struct Filters<'a> {
    title: Option<&'a Query>,
    contracts: Vec<Contract>,
    pays: &'a dyn Fn(&Posting) -> bool,
    scope: &'a dyn Fn(&Posting) -> bool,
}

/// `none` when no place is called so, else `{kind, name, country, radius, others, european}`; the radius is in miles, and
/// none for all but towns.
fn job_place(state: &State<'_, '_>, text: &str, radius: f64) -> Result<Dynamic, Error> {
    let market = Market::of(state)?;
    let place = Location::parse(text, radius, &market.gazetteer);
    Ok(optional(place.map(|place| records::place(&place, &market.gazetteer))))
}

/// `none` when a word of the text is no kind of employment, else their codes; an empty list stands for all.
fn job_types(text: &str) -> Dynamic {
    optional(types_named(text).map(|kinds| list(kinds, |kind| Dynamic::from(kind.code()))))
}

/// `none` when the text is no range of pay, else `{minimum, maximum, currency, any, reversed}` for a year. Money that is
/// not named is that of the country of the place, or US dollars.
fn job_salary(state: &State<'_, '_>, text: &str, place: &str) -> Result<Dynamic, Error> {
    let market = Market::of(state)?;
    let Some(asked) = Asked::parse(text) else { return Ok(Dynamic::from(())) };
    let place = market.place(place, NEAR)?;
    let home = place.country().and_then(|code| market.gazetteer.country(code)).map(|country| country.currency.clone());
    let Some(currency) = currency(&market, asked.currency.as_deref(), home) else { return Ok(Dynamic::from(())) };
    let number = |amount: Option<f64>| optional(amount.map(|a| Dynamic::from(a.round() as i64)));
    let reversed = matches!((asked.minimum, asked.maximum), (Some(low), Some(high)) if low > high);
    Ok(record([
        ("minimum", number(asked.minimum)),
        ("maximum", number(asked.maximum)),
        ("currency", Dynamic::from(currency)),
        ("any", Dynamic::from(asked.minimum.is_none() && asked.maximum.is_none())),
        ("reversed", Dynamic::from(reversed)),
    ]))
}

/// Dollars are those of the place where it has dollars.
fn currency(market: &Market, named: Option<&str>, home: Option<String>) -> Option<String> {
    let home = home.filter(|code| !code.is_empty());
    match named {
        None => Some(home.unwrap_or_else(|| "USD".to_owned())),
        Some("$") => Some(home.filter(|code| code.ends_with('D') && code != "AED").unwrap_or_else(|| "USD".to_owned())),
        Some(name) => market.context.world.facts.model::<Rates>().find(name).map(|found| found.code.clone()),
    }
}

/// `{total, more, jobs}`: the best of those that fit within a radius of miles, at most `most`. Types are codes of
/// `job_types`, the salary is a record of `job_salary` or `none`.
fn find_jobs(state: &State<'_, '_>, keywords: &str, place: &str, how: Kwargs) -> Result<Dynamic, Error> {
    let (radius, types, salary): (f64, Dynamic, Dynamic) = (how.get("radius")?, how.get("types")?, how.get("salary")?);
    let most: usize = how.get("most")?;
    how.assert_all_used()?;
    let market = Market::of(state)?;
    let place = market.place(place, radius)?;
    let mut contracts = Vec::new();
    for code in types.try_iter()? {
        contracts.extend(types_named(code.as_str().unwrap_or_default()).unwrap_or_default());
    }
    let wage = Wage::of(&market, &salary)?;
    let pays = |posting: &Posting| wage.as_ref().is_none_or(|wage| wage.is_met(&market.jobs.pay(posting)));
    let filters = Filters { title: None, contracts, pays: &pays, scope: &|_| true };
    let hits = market.found(&market.jobs.query(keywords), &place, &filters);
    Ok(record([
        ("total", Dynamic::from(hits.len())),
        ("more", Dynamic::from(hits.len().saturating_sub(most))),
        ("jobs", list(hits.iter().take(most), |hit| records::row(&market.jobs, hit))),
    ]))
}

/// `{total, pages, beyond, jobs}` of one page of the vacancies in Europe and of remote ones.
fn find_jobs_in_europe(
    state: &State<'_, '_>,
    place: &str,
    title: &str,
    keywords: Dynamic,
    page: usize,
) -> Result<Dynamic, Error> {
    let market = Market::of(state)?;
    let place = market.place(place, NEAR)?;
    let mut all = String::new();
    for words in keywords.try_iter()? {
        all.push_str(words.as_str().unwrap_or_default());
        all.push(' ');
    }
    let (query, title) = (market.jobs.query(&all), market.jobs.query(title));
    let european = |posting: &Posting| {
        market.jobs.office_of(posting).continent == "Europe" || market.jobs.remote_from(posting).is_some()
    };
    let filters = Filters { title: Some(&title), contracts: Vec::new(), pays: &|_| true, scope: &european };
    let hits = market.found(&query, &place, &filters);
    let shown = hits.iter().skip(page.saturating_sub(1) * PAGE).take(PAGE);
    Ok(record([
        ("total", Dynamic::from(hits.len())),
        ("pages", Dynamic::from(hits.len().div_ceil(PAGE).min(PAGES))),
        ("beyond", Dynamic::from(hits.len().saturating_sub(PAGE * PAGES))),
        ("jobs", list(shown, |hit| records::row(&market.jobs, hit))),
    ]))
}

/// Everything about a vacancy that has been posted, or `none`.
fn job(state: &State<'_, '_>, id: &str) -> Result<Dynamic, Error> {
    let market = Market::of(state)?;
    let Some(posting) = market.jobs.posting(market.seed, id, market.day) else { return Ok(Dynamic::from(())) };
    let others = market.jobs.applicants(&posting, market.day) as usize;
    let applicants = others + market.own_applicants(&posting);
    Ok(records::details(&market.jobs, &posting, posting.is_open(market.day), applicants))
}

/// Everything about an employer of this id or name, or `none`.
fn job_company(state: &State<'_, '_>, text: &str) -> Result<Dynamic, Error> {
    let market = Market::of(state)?;
    let Some(employer) = market.jobs.employer(text) else { return Ok(Dynamic::from(())) };
    let of_employer = |posting: &Posting| market.jobs.employer_of(posting).id == employer.id;
    let all = market.jobs.open(market.seed, market.day);
    let mut open: Vec<Posting> = all.iter().filter(|posting| of_employer(posting)).copied().collect();
    open.sort_by(|a, b| b.posted.cmp(&a.posted).then_with(|| a.id().cmp(&b.id())));
    Ok(records::company(&market.jobs, employer, market.jobs.ratings(market.seed, employer), &open))
}

/// Up to three ids of employers whose id or name looks like the text.
fn near_job_companies(state: &State<'_, '_>, text: &str) -> Result<Vec<String>, Error> {
    let market = Market::of(state)?;
    let ids = market.jobs.employers().iter().map(|employer| employer.id.as_str());
    Ok(nearest::few(text, ids))
}

/// What has become of an application of the session, or of a sample; `none` when there is none, or not yet.
fn job_application(state: &State<'_, '_>, id: &str) -> Result<Dynamic, Error> {
    let market = Market::of(state)?;
    let (key, now) = (id.trim().to_uppercase(), market.context.clock.now());
    let text = |row: &Row, column: &str| row.get(column).and_then(Value::as_str).map(str::to_owned);
    let sent = match market.context.state().row(APPLICATIONS, &key) {
        Some(row) => {
            let at = text(row, "applied_at").and_then(|at| at.parse().ok());
            let posting = text(row, "job_id").and_then(|job| market.jobs.posting(market.seed, &job, market.day));
            let (Some(at), Some(posting)) = (at, posting) else { return Ok(Dynamic::from(())) };
            let named = |column: &str| text(row, column).unwrap_or_default();
            let person = records::Person { name: named("name"), email: named("email"), resume: named("resume") };
            Some((at, posting, person, text(row, "outcome").and_then(|fate| Fate::named(&fate))))
        }
        None => sample(&market, &key).map(|(at, posting, person)| (at, posting, person, None)),
    };
    let Some((at, posting, person, fate)) = sent.filter(|(at, ..)| *at <= now) else { return Ok(Dynamic::from(())) };
    let story = market.jobs.application(market.seed, &key, &posting, at, fate, now);
    Ok(records::application(&market.jobs, &market.context, &key, &posting, &person, &story))
}

/// The sample application of a month: someone applied on the tenth to a vacancy that was open.
fn sample(market: &Market, id: &str) -> Option<(jiff::Timestamp, Posting, records::Person)> {
    let at = sample_month(id)?;
    let open = market.jobs.open(market.seed, at.to_zoned_datetime(TimeZone::UTC).date());
    let posting = *market.seed.stream(&["jobs", "sample", id]).pick(&open)?;
    let person = records::Person {
        name: "Sam Example".to_owned(),
        email: "sam@sample.example".to_owned(),
        resume: "https://sample.example/cv.pdf".to_owned(),
    };
    Some((at, posting, person))
}

/// A wanted range of pay for a year, and what one unit of other money is in it.
struct Wage {
    least: f64,
    most: f64,
    rates: BTreeMap<String, f64>,
}

impl Wage {
    /// Of a record of `job_salary`; nothing when any pay will do.
    fn of(market: &Market, salary: &Dynamic) -> Result<Option<Wage>, Error> {
        if salary.is_none() || salary.get_attr("any")?.is_true() {
            return Ok(None);
        }
        let amount = |name: &str| salary.get_attr(name).map(|v| i64::try_from(v).ok().map(|n| n as f64));
        let (least, most) = (amount("minimum")?.unwrap_or(0.0), amount("maximum")?.unwrap_or(f64::INFINITY));
        let code = salary.get_attr("currency")?.as_str().unwrap_or_default().to_owned();
        let rates = market.context.world.facts.model::<Rates>();
        let target = rates.find(&code).ok_or_else(|| wrong(format!("'{code}' is no currency")))?;
        let today = market.context.clock.today();
        let mut per = BTreeMap::new();
        for office in market.jobs.offices() {
            if let Some(base) = rates.find(&office.currency).filter(|base| !per.contains_key(&base.code)) {
                per.insert(base.code.clone(), rates.rate(market.seed, base, target, today).value);
            }
        }
        Ok(Some(Wage { least, most, rates: per }))
    }

    /// Whether the two ranges have an amount in common.
    fn is_met(&self, pay: &Pay) -> bool {
        let Some(rate) = self.rates.get(pay.currency()) else { return false };
        let (low, high) = pay.yearly();
        low as f64 * rate <= self.most && high as f64 * rate >= self.least
    }
}
