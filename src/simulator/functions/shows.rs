//! What is on in town.

use jiff::civil::DateTime;
use minijinja::value::Value as Dynamic;
use minijinja::{Environment, Error, State};

use super::weather::{dates, with_place};
use crate::simulator::scope::{Context, context};
use crate::simulator::value::{list, optional, record};
use crate::world::gazetteer::Gazetteer;
use crate::world::models::shows::{Show, Shows};
use crate::world::{Place, zone};

pub(super) fn register(env: &mut Environment<'static>) {
    env.add_function("shows_on", shows_on);
    env.add_function("find_show", find_show);
}

/// How many other performances of a run are told.
const OTHERS: usize = 20;

/// All performances at the place of this id from one local date to another, in order of time.
fn shows_on(state: &State<'_, '_>, place: u32, from: &str, to: &str) -> Result<Dynamic, Error> {
    let context = context(state)?;
    let shows = context.world.facts.model::<Shows>();
    let dates = dates(from, to)?;
    with_place(&context, place, |place| {
        let now = local_now(&context, place);
        let all = dates.into_iter().flat_map(|date| shows.on(context.world.seed, place, date));
        list(all, |show| brief(&show, now))
    })
}

/// The performance of an activity id with its place's id and its other dates, or `none`.
fn find_show(state: &State<'_, '_>, id: &str) -> Result<Dynamic, Error> {
    let context = context(state)?;
    let shows = context.world.facts.model::<Shows>();
    let gazetteer = context.world.facts.model::<Gazetteer>();
    let Some(show) = shows.by_id(context.world.seed, id, |place| gazetteer.by_id(place)) else {
        return Ok(optional(None));
    };
    with_place(&context, show.place, |place| {
        let run = shows.run(context.world.seed, place, &show);
        full(&show, &run, place, local_now(&context, place))
    })
}

fn local_now(context: &Context, place: &Place) -> DateTime {
    context.clock.local(&zone(&place.timezone)).datetime()
}

fn clock(at: DateTime) -> Dynamic {
    Dynamic::from(at.strftime("%H:%M").to_string())
}

fn brief(show: &Show<'_>, now: DateTime) -> Dynamic {
    record([
        ("activity_id", Dynamic::from(&*show.id)),
        ("title", Dynamic::from(&*show.act.title)),
        ("performer", Dynamic::from(&*show.act.performer)),
        ("genre", Dynamic::from(show.act.genre.code())),
        ("venue", Dynamic::from(&*show.venue.name)),
        ("date", Dynamic::from(show.start.date().to_string())),
        ("startTime", clock(show.start)),
        ("priceFrom", Dynamic::from(show.price.from)),
        ("priceTo", Dynamic::from(show.price.to)),
        ("currency", Dynamic::from(&*show.price.currency)),
        ("minimumAge", Dynamic::from(show.act.age)),
        ("availability", Dynamic::from(show.seats(now).code())),
    ])
}

fn full(show: &Show<'_>, run: &[Show<'_>], place: &Place, now: DateTime) -> Dynamic {
    let starts = show.start.to_zoned_datetime(zone(&place.timezone));
    let offset = starts.map(|z| z.strftime("%Y-%m-%dT%H:%M:%S%:z").to_string()).unwrap_or_default();
    let first_and_last = [run.first(), run.last()].map(|s| s.unwrap_or(show).start.date().to_string());
    let [first, last] = first_and_last.map(Dynamic::from);
    let others = run.iter().filter(|other| other.id != show.id && !other.is_past(now)).take(OTHERS);
    record([
        ("place", Dynamic::from(show.place)),
        ("activity_id", Dynamic::from(&*show.id)),
        ("title", Dynamic::from(&*show.act.title)),
        ("performer", Dynamic::from(&*show.act.performer)),
        ("genre", Dynamic::from(show.act.genre.code())),
        ("description", Dynamic::from(&*show.act.summary)),
        ("language", Dynamic::from(&*show.act.language)),
        ("venue", Dynamic::from(&*show.venue.name)),
        ("venueType", Dynamic::from(show.venue.kind.code())),
        ("capacity", Dynamic::from(show.venue.capacity)),
        ("date", Dynamic::from(show.start.date().to_string())),
        ("startTime", clock(show.start)),
        ("endTime", clock(show.end)),
        ("startsAt", Dynamic::from(offset)),
        ("durationMinutes", Dynamic::from(show.act.minutes)),
        ("hasInterval", Dynamic::from(show.act.interval)),
        ("minimumAge", Dynamic::from(show.act.age)),
        ("priceFrom", Dynamic::from(show.price.from)),
        ("priceTo", Dynamic::from(show.price.to)),
        ("currency", Dynamic::from(&*show.price.currency)),
        ("availability", Dynamic::from(show.seats(now).code())),
        ("seatsLeft", Dynamic::from(show.seats_left(now))),
        ("runFrom", first),
        ("runTo", last),
        ("otherPerformances", list(others, |other| another(other, now))),
    ])
}

fn another(show: &Show<'_>, now: DateTime) -> Dynamic {
    record([
        ("activity_id", Dynamic::from(&*show.id)),
        ("date", Dynamic::from(show.start.date().to_string())),
        ("startTime", clock(show.start)),
        ("availability", Dynamic::from(show.seats(now).code())),
    ])
}
