//! Things to do.

use std::sync::Arc;

use jiff::civil::{Date, date};
use minijinja::value::{Kwargs, Value as Dynamic};
use minijinja::{Environment, Error, State};

use super::weather::with_place;
use super::wrong;
use crate::simulator::scope::{Context, context};
use crate::simulator::value::{list, optional, record};
use crate::world::gazetteer::Gazetteer;
use crate::world::models::activities::{Activities, Activity, Alike, Category, Level, Limits, Need, SEASONS, Wish};
use crate::world::models::exercises::{Exercises, Intensity, USUAL_KG};
use crate::world::models::rates::{Rates, decimal};
use crate::world::models::weather::{Day, Local, Sky};
use crate::world::{Place, zone};

/// Activities that are recommended at most.
const ALIKE: usize = 10;

/// Days that are looked at, and days before them that say whether snow lies.
const DAYS: i64 = 7;
const PAST: i64 = 5;

/// Day of the exchange rate of prices, so that a ticket does not change its price with the dollar.
const PRICED: Date = date(2026, 1, 1);

pub(super) fn register(env: &mut Environment<'static>) {
    env.add_function("activity_category", |text: &str| Category::named(text).map(Category::code));
    env.add_function("near_categories", near_categories);
    env.add_function("category_name", |code: &str| Category::named(code).map(Category::name));
    env.add_function("activities_of", activities_of);
    env.add_function("activities_within", activities_within);
    env.add_function("random_activity", random_activity);
    env.add_function("activity_meant", activity_meant);
    env.add_function("near_activities", near_activities);
    env.add_function("activities_alike", activities_alike);
    env.add_function("activity_energy", activity_energy);
    env.add_function("activity_days", activity_days);
    env.add_function("activity_cost", activity_cost);
    env.add_function("activity_season", activity_season);
    env.add_function("place_named_in", place_named_in);
}

fn model(state: &State<'_, '_>) -> Result<(Arc<Context>, Arc<Activities>), Error> {
    let context = context(state)?;
    let activities = context.world.facts.model::<Activities>();
    Ok((context, activities))
}

fn words(items: &[String]) -> Dynamic {
    list(items, |item| Dynamic::from(item.as_str()))
}

fn whole(value: f64) -> Dynamic {
    if value.fract() == 0.0 { Dynamic::from(value as i64) } else { Dynamic::from(value) }
}

fn describe(one: &Activity) -> Dynamic {
    let seasons = SEASONS.iter().filter(|(letter, _)| one.seasons.is_empty() || one.seasons.contains(*letter));
    record([
        ("id", Dynamic::from(one.id)),
        ("name", Dynamic::from(one.title.as_str())),
        ("description", Dynamic::from(one.about.as_str())),
        ("category", Dynamic::from(one.category.code())),
        ("participants", record([("min", Dynamic::from(one.least)), ("max", optional(one.most.map(Dynamic::from)))])),
        ("duration", Dynamic::from(one.minutes)),
        ("price", whole(one.price())),
        ("cost", whole(one.euros)),
        ("currency", Dynamic::from("EUR")),
        ("accessibility", whole(one.accessibility)),
        ("difficulty", whole(one.difficulty)),
        ("setting", Dynamic::from(one.setting.name())),
        ("places", words(&one.places)),
        ("seasons", list(seasons, |(_, name)| Dynamic::from(*name))),
        ("weather", Dynamic::from(one.need.name())),
        ("equipment", words(&one.equipment)),
        ("tags", words(&one.tags)),
    ])
}

/// The activity of an id that a function gave.
fn with_activity<T>(activities: &Activities, id: u32, then: impl FnOnce(&Activity) -> T) -> Result<T, Error> {
    activities.by_id(id).map(then).ok_or_else(|| wrong(format!("no activity has the id {id}")))
}

/// Up to three categories that look like a text, or all.
fn near_categories(text: &str) -> Vec<String> {
    let near = Category::near(text);
    if near.is_empty() { Category::all().map(|one| one.code().to_owned()).collect() } else { near }
}

/// All activities of a category, by title.
fn activities_of(state: &State<'_, '_>, code: &str) -> Result<Dynamic, Error> {
    let category = Category::named(code).ok_or_else(|| wrong(format!("'{code}' is no category")))?;
    Ok(list(model(state)?.1.of(category), describe))
}

/// `{activities, lifted}` within `type=` (`none` for all), `participants=`, `price=`, `accessibility=`, `difficulty=`; `lifted` says for each
/// limit how many there would be without it.
fn activities_within(state: &State<'_, '_>, options: Kwargs) -> Result<Dynamic, Error> {
    let kind: Option<String> = options.get("type")?;
    let limits = Limits {
        category: kind.and_then(|code| Category::named(&code)),
        participants: options.get("participants")?,
        price: options.get("price")?,
        accessibility: options.get("accessibility")?,
        difficulty: options.get("difficulty")?,
    };
    options.assert_all_used()?;
    let (_, activities) = model(state)?;
    let count = |limits: Limits| Dynamic::from(activities.within(&limits).len());
    let lifted = record([
        ("type", count(Limits { category: None, ..limits })),
        ("participants", count(Limits { participants: None, ..limits })),
        ("price", count(Limits { price: None, ..limits })),
        ("accessibility", count(Limits { accessibility: None, ..limits })),
        ("difficulty", count(Limits { difficulty: None, ..limits })),
    ]);
    Ok(record([("activities", list(activities.within(&limits), describe)), ("lifted", lifted)]))
}

/// The activity that chance gives in this minute of the session's clock.
fn random_activity(state: &State<'_, '_>) -> Result<Dynamic, Error> {
    let (context, activities) = model(state)?;
    let minute = context.clock.now().as_second().div_euclid(60);
    Ok(describe(activities.random(context.world.seed, minute)))
}

/// `{activity, exact, listing}` of what a name and a description mean, or `none`.
fn activity_meant(state: &State<'_, '_>, name: &str, desc: &str) -> Result<Dynamic, Error> {
    let (_, activities) = model(state)?;
    Ok(optional(activities.meant(name, desc).map(|one| {
        record([
            ("activity", describe(one)),
            ("exact", Dynamic::from(activities.named(name).is_some())),
            ("listing", optional(one.listing.as_deref().map(Dynamic::from))),
        ])
    })))
}

/// Up to three names of activities that look like a text.
fn near_activities(state: &State<'_, '_>, text: &str) -> Result<Vec<String>, Error> {
    Ok(model(state)?.1.near(text))
}

/// `{understood, total, activities}`: those like what a name and a description mean, within what a requirement (or `none`) asks for.
fn activities_alike(
    state: &State<'_, '_>,
    name: &str,
    desc: &str,
    requirement: Option<String>,
) -> Result<Dynamic, Error> {
    let (_, activities) = model(state)?;
    let wish = Wish::read(&requirement.unwrap_or_default());
    let found = activities.alike(name, desc, &wish);
    let row = |alike: &Alike<'_>| {
        record([("activity", describe(alike.activity)), ("score", whole(alike.score)), ("why", words(&alike.why))])
    };
    Ok(record([
        ("understood", words(&wish.said)),
        ("total", Dynamic::from(found.len())),
        ("activities", list(found.iter().take(ALIKE), row)),
    ]))
}

/// What an activity takes of a person of 70 kg, or `none` where nobody moves.
fn activity_energy(state: &State<'_, '_>, id: u32) -> Result<Dynamic, Error> {
    let (context, activities) = model(state)?;
    let exercises = context.world.facts.model::<Exercises>();
    let named = with_activity(&activities, id, |one| one.exercise.clone())?;
    let exercise = named.and_then(|name| exercises.all().iter().find(|one| one.name == name));
    Ok(optional(exercise.map(|one| {
        record([
            ("exercise", Dynamic::from(one.name.as_str())),
            ("met", whole(one.met(Intensity::Medium))),
            ("bodyWeight", whole(USUAL_KG)),
            ("kcalPerHour", whole(one.kcal(Intensity::Medium, USUAL_KG, 60.0))),
        ])
    })))
}

/// The next seven local days at a place, each with how well it suits an activity.
fn activity_days(state: &State<'_, '_>, id: u32, place: u32) -> Result<Dynamic, Error> {
    let (context, activities) = model(state)?;
    with_place(&context, place, |place| with_activity(&activities, id, |one| days(&context, one, place)))?
}

/// The next seven local days, each with how well it suits an activity, and why.
fn outlook(context: &Context, one: &Activity, place: &Place) -> Vec<(Day, Level, &'static str)> {
    let local = Local::new(&Sky::new(context.world.seed), place);
    let today = context.clock.local(&zone(&place.timezone)).date();
    let at = |n: i64| local.day(today.saturating_add(jiff::Span::new().days(n)));
    let all: Vec<Day> = (-PAST..DAYS).map(at).collect();
    let judged = |at: usize| {
        let (level, reason) = one.suits(&all[at], &all[at - PAST as usize..at], place.latitude);
        (all[at], level, reason)
    };
    (PAST as usize..all.len()).map(judged).collect()
}

fn days(context: &Context, one: &Activity, place: &Place) -> Dynamic {
    list(outlook(context, one, place), |(day, level, reason)| {
        record([
            ("date", Dynamic::from(day.date.to_string())),
            ("suitability", Dynamic::from(level.name())),
            ("reason", Dynamic::from(reason)),
            ("condition", Dynamic::from(day.condition.code())),
            ("temperatureMin", whole(day.low)),
            ("temperatureMax", whole(day.high)),
            ("precipitation", whole(day.precipitation)),
            ("windSpeedMax", whole(day.wind_max)),
        ])
    })
}

/// `{cost, currency}`: what an activity costs one person in the money of a place.
fn activity_cost(state: &State<'_, '_>, id: u32, place: u32) -> Result<Dynamic, Error> {
    let (context, activities) = model(state)?;
    let euros = with_activity(&activities, id, |one| one.euros)?;
    let facts = &context.world.facts;
    let (gazetteer, rates) = (facts.model::<Gazetteer>(), facts.model::<Rates>());
    let country = gazetteer.by_id(place).and_then(|place| gazetteer.country(&place.country));
    let own = country.and_then(|country| rates.find(&country.currency));
    let (cost, code) = match rates.find("EUR").zip(own) {
        Some((euro, own)) => {
            let rate = rates.rate(context.world.seed, euro, own, PRICED).value;
            (decimal::significant(euros * rate, 2), own.code.clone())
        }
        None => (euros, "EUR".to_owned()),
    };
    Ok(record([("cost", whole(if code == "EUR" { euros } else { cost })), ("currency", Dynamic::from(code))]))
}

/// Whether an activity is done at a place at this time of the year; what needs snow, where some lies within a week.
fn activity_season(state: &State<'_, '_>, id: u32, place: u32) -> Result<bool, Error> {
    let (context, activities) = model(state)?;
    with_place(&context, place, |place| {
        let today = context.clock.local(&zone(&place.timezone)).date();
        with_activity(&activities, id, |one| match one.need {
            Need::Snow => outlook(&context, one, place).iter().any(|(_, level, _)| *level != Level::Poor),
            _ => one.in_season(today, place.latitude),
        })
    })?
}

/// Words after which a text names a place, and words written large that are none.
const BEFORE: [&str; 8] = ["in", "near", "at", "around", "to", "from", "outside", "through"];
const NO_PLACES: [&str; 24] = [
    "i",
    "the",
    "my",
    "our",
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
    "spring",
    "summer",
    "autumn",
    "winter",
    "saturday",
    "sunday",
    "english",
    "french",
];

/// The first part of a text that names a place, such as `Utrecht` in `a picnic in Utrecht with friends`, or `none`.
fn place_named_in(state: &State<'_, '_>, text: &str) -> Result<Option<String>, Error> {
    let gazetteer = context(state)?.world.facts.model::<Gazetteer>();
    let words: Vec<&str> = text.split_whitespace().take(400).collect();
    for (at, word) in words.iter().enumerate() {
        if !BEFORE.contains(&word.to_lowercase().as_str()) {
            continue;
        }
        let large = words[at + 1..].iter().take(5).take_while(|word| word.starts_with(char::is_uppercase)).count();
        let first = words.get(at + 1).map_or("", |word| word.trim_matches(|c: char| !c.is_alphanumeric()));
        if NO_PLACES.contains(&first.to_lowercase().as_str()) {
            continue;
        }
        for length in (1..=large).rev() {
            let name = words[at + 1..at + 1 + length].join(" ");
            let name = name.trim_end_matches(|c: char| !c.is_alphanumeric());
            if gazetteer.find(name).is_some() {
                return Ok(Some(name.to_owned()));
            }
        }
    }
    Ok(None)
}
