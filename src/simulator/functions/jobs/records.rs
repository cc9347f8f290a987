//! What the job functions answer, as records.

use jiff::Timestamp;
use minijinja::value::Value as Dynamic;

use crate::simulator::scope::Context;
use crate::simulator::value::{list, optional, record};
use crate::world::gazetteer::Gazetteer;
use crate::world::models::jobs::{
    Application, Employer, Hit, Jobs, Level, Location, Money, Office, Pay, Posting, Ratings, Role,
};
use crate::world::zone;

/// Vacancies of an employer that its profile lists, at most.
const OPEN: usize = 10;

/// Roles with their pay that a profile lists, at most.
const ROLES: usize = 6;

/// One who applied.
pub(super) struct Person {
    pub name: String,
    pub email: String,
    pub resume: String,
}

pub(super) fn place(place: &Location, gazetteer: &Gazetteer) -> Dynamic {
    let (radius, others) = match place {
        Location::Around { radius, others, .. } => (Some(*radius as i64), others.as_slice()),
        _ => (None, &[][..]),
    };
    record([
        ("kind", text(place.kind())),
        ("name", text(&place.name())),
        ("country", optional(place.country().map(text))),
        ("radius", optional(radius.map(Dynamic::from))),
        ("others", list(others.iter().take(5), |other| text(other))),
        ("european", Dynamic::from(place.is_european_or_remote(gazetteer))),
    ])
}

/// A vacancy as a row of a list.
pub(super) fn row(jobs: &Jobs, hit: &Hit) -> Dynamic {
    let posting = &hit.posting;
    let (employer, office) = (jobs.employer_of(posting), jobs.office_of(posting));
    record([
        ("job_id", text(&posting.id())),
        ("title", text(jobs.title(posting))),
        ("company", text(&employer.name)),
        ("company_id", text(&employer.id)),
        ("city", text(&office.city)),
        ("country", text(&office.country_name)),
        ("country_code", text(&office.country)),
        ("distance_miles", optional(hit.miles.map(Dynamic::from))),
        ("workplace", text(posting.workplace.code())),
        ("remote_from", optional(jobs.remote_from(posting).map(text))),
        ("employment_type", text(posting.contract.code())),
        ("level", text(posting.level.code())),
        ("salary", salary(&jobs.pay(posting))),
        ("skills", list(jobs.skills(posting), text)),
        ("summary", text(&jobs.summary(posting))),
        ("posted_on", text(&posting.posted.to_string())),
        ("closes_on", text(&posting.closes.to_string())),
    ])
}

/// A vacancy in full.
pub(super) fn details(jobs: &Jobs, posting: &Posting, open: bool, applicants: usize) -> Dynamic {
    let (role, employer, office) = (jobs.role_of(posting), jobs.employer_of(posting), jobs.office_of(posting));
    record([
        ("job_id", text(&posting.id())),
        ("title", text(jobs.title(posting))),
        ("other_titles", list(&role.other_titles, |title| text(title))),
        ("field", text(&role.field)),
        ("company", text(&employer.name)),
        ("company_id", text(&employer.id)),
        ("industry", text(jobs.industry(employer))),
        ("city", text(&office.city)),
        ("region", text(&office.region)),
        ("country", text(&office.country_name)),
        ("country_code", text(&office.country)),
        ("workplace", text(posting.workplace.code())),
        ("remote_from", optional(jobs.remote_from(posting).map(text))),
        ("employment_type", text(posting.contract.code())),
        ("contract_months", optional(posting.months().map(Dynamic::from))),
        ("hours_per_week", number(jobs.hours(posting))),
        ("level", text(posting.level.code())),
        ("experience_years", Dynamic::from(posting.level.years())),
        ("salary", salary(&jobs.pay(posting))),
        ("salary_text", text(&jobs.pay_in_words(posting))),
        ("languages", list(jobs.languages(posting), text)),
        ("skills", list(jobs.skills(posting), text)),
        ("summary", text(&jobs.summary(posting))),
        ("responsibilities", list(jobs.duties(posting), text)),
        ("requirements", list(jobs.requirements(posting), text)),
        ("nice_to_have", list(jobs.extras(posting), text)),
        ("benefits", list(jobs.benefits(employer), text)),
        ("hiring_steps", list(jobs.steps(posting), text)),
        ("applicants", Dynamic::from(applicants)),
        ("open", Dynamic::from(open)),
        ("status", text(if open { "open" } else { "closed" })),
        ("posted_on", text(&posting.posted.to_string())),
        ("closes_on", text(&posting.closes.to_string())),
    ])
}

fn salary(pay: &Pay) -> Dynamic {
    let (low, high) = pay.yearly();
    record([
        ("minimum", money(pay.minimum)),
        ("maximum", money(pay.maximum)),
        ("currency", text(pay.currency())),
        ("period", text(pay.span.code())),
        ("yearly_minimum", Dynamic::from(low)),
        ("yearly_maximum", Dynamic::from(high)),
    ])
}

/// An employer in full.
pub(super) fn company(jobs: &Jobs, employer: &Employer, ratings: Ratings, open: &[Posting]) -> Dynamic {
    let seat = jobs.office(employer.offices[0]);
    let size = match employer.employees {
        0..50 => "small",
        50..250 => "medium",
        250..1000 => "large",
        _ => "very large",
    };
    record([
        ("company_id", text(&employer.id)),
        ("name", text(&employer.name)),
        ("industry", text(jobs.industry(employer))),
        ("about", text(&employer.about)),
        ("founded", Dynamic::from(employer.founded)),
        ("employees", Dynamic::from(employer.employees)),
        ("size", text(size)),
        ("headquarters", office(seat)),
        ("offices", list(&employer.offices, |index| office(jobs.office(*index)))),
        ("culture", list(jobs.culture(employer), text)),
        ("values", list(jobs.values(employer), text)),
        ("benefits", list(jobs.benefits(employer), text)),
        ("ratings", ratings_record(ratings)),
        ("salary_ranges", list(jobs.pay_scale(employer, ROLES), |(role, level, pay)| scale(role, level, &pay))),
        ("open_jobs", Dynamic::from(open.len())),
        ("jobs", list(open.iter().take(OPEN), |posting| brief(jobs, posting))),
    ])
}

fn office(office: &Office) -> Dynamic {
    record([("city", text(&office.city)), ("region", text(&office.region)), ("country", text(&office.country_name))])
}

fn ratings_record(ratings: Ratings) -> Dynamic {
    record([
        ("overall", Dynamic::from(ratings.overall)),
        ("work_life_balance", Dynamic::from(ratings.balance)),
        ("pay_and_benefits", Dynamic::from(ratings.pay)),
        ("management", Dynamic::from(ratings.management)),
        ("career", Dynamic::from(ratings.career)),
        ("reviews", Dynamic::from(ratings.reviews)),
        ("would_recommend_percent", Dynamic::from(ratings.recommend)),
    ])
}

fn scale(role: &Role, level: Level, pay: &Pay) -> Dynamic {
    let title = role.titles[level as usize].as_deref().unwrap_or_default();
    record([("title", text(title)), ("salary", salary(pay))])
}

fn brief(jobs: &Jobs, posting: &Posting) -> Dynamic {
    record([
        ("job_id", text(&posting.id())),
        ("title", text(jobs.title(posting))),
        ("city", text(&jobs.office_of(posting).city)),
        ("workplace", text(posting.workplace.code())),
        ("employment_type", text(posting.contract.code())),
        ("posted_on", text(&posting.posted.to_string())),
        ("closes_on", text(&posting.closes.to_string())),
    ])
}

/// An application and what has become of it.
pub(super) fn application(
    jobs: &Jobs,
    context: &Context,
    id: &str,
    posting: &Posting,
    person: &Person,
    story: &Application,
) -> Dynamic {
    let local = |at: Timestamp| local(context, at);
    let office = jobs.office_of(posting);
    let there = |at: Timestamp| {
        text(&at.to_zoned_datetime(zone(&office.timezone)).strftime("%Y-%m-%dT%H:%M:%S%:z").to_string())
    };
    let last = story.events.last().map(|event| local(event.at));
    record([
        ("application_id", text(id)),
        ("job_id", text(&posting.id())),
        ("title", text(jobs.title(posting))),
        ("company", text(&jobs.employer_of(posting).name)),
        ("company_id", text(&jobs.employer_of(posting).id)),
        ("name", text(&person.name)),
        ("email", text(&person.email)),
        ("resume", text(if person.resume.is_empty() { "None" } else { &person.resume })),
        ("status", text(story.stage().code())),
        ("applied_at", optional(story.events.first().map(|event| local(event.at)))),
        ("updated_at", optional(last)),
        ("interview_at", optional(story.interview.map(there))),
        (
            "events",
            list(&story.events, |event| {
                record([("at", local(event.at)), ("status", text(event.stage.code())), ("note", text(&event.note))])
            }),
        ),
    ])
}

/// A moment as the user would write it.
fn local(context: &Context, at: Timestamp) -> Dynamic {
    let zoned = at.to_zoned_datetime(zone(context.clock.zone_name()));
    text(&zoned.strftime("%Y-%m-%dT%H:%M:%S%:z").to_string())
}

fn money(money: Money) -> Dynamic {
    if money.0 % 100 == 0 { Dynamic::from(money.0 / 100) } else { Dynamic::from(money.0 as f64 / 100.0) }
}

/// Whole numbers are written without `.0`.
fn number(value: f64) -> Dynamic {
    if value.fract() == 0.0 { Dynamic::from(value as i64) } else { Dynamic::from(value) }
}

fn text(text: &str) -> Dynamic {
    Dynamic::from(text)
}
