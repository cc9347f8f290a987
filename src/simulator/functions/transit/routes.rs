//! Lines by what people call them, their timetables and disruptions.

use jiff::ToSpan;
use jiff::civil::{Date, DateTime};
use minijinja::value::Value as Dynamic;
use minijinja::{Error, State};

use super::{Desk, HOME};
use crate::catalogue::nearest::fold;
use crate::simulator::functions::time::date;
use crate::simulator::functions::wrong;
use crate::simulator::value::{list, optional, record};
use crate::world::Place;
use crate::world::models::transit::{DAY, DayKind, Disruption, Effect, Frequency, Live, Network, Transit, Trip, clock};

/// Rows of one answer on trips.
const TRIPS: usize = 20;

/// The longest text that is read, in bytes.
const LONGEST: usize = 120;

/// Words that say that something is a line.
const LABELS: [&str; 14] =
    ["bus", "tram", "metro", "subway", "line", "route", "train", "no", "number", "in", "the", "of", "streetcar", "o"];

/// What a text says: a town, and the number of a line in it.
fn read(text: &str) -> (String, Option<String>) {
    let apart = |c: char| c.is_whitespace() || matches!(c, ',' | ':' | '@' | '-' | '#' | '/' | '.');
    let words: Vec<&str> = text.split(apart).filter(|word| !word.is_empty()).collect();
    let digits = |word: &&str| word.chars().all(|c| c.is_ascii_digit());
    let number = words.iter().find(|word| digits(word) && word.len() <= 4).map(|word| (*word).to_owned());
    let rest = words.iter().filter(|word| !(digits(word) && word.len() <= 4));
    let rest: Vec<&str> = rest.copied().filter(|word| !LABELS.contains(&word.to_lowercase().as_str())).collect();
    (rest.join(" "), number)
}

impl Desk {
    fn town(&self, name: &str) -> Option<&Place> {
        let place = match name.parse::<u32>() {
            Ok(id) => self.gazetteer.by_id(id),
            Err(_) => self.gazetteer.find(if name.is_empty() { HOME } else { name }).map(|found| found.place),
        };
        Transit::server_of(&self.gazetteer, place?)
    }

    /// A line in few words.
    pub(super) fn route(&self, network: &Network, line: usize) -> Dynamic {
        let of = &network.lines[line];
        let end = |stop: Option<&usize>| stop.map_or("", |stop| network.stops[*stop].name.as_str());
        let (first, last) = (end(of.stops.first()), end(of.stops.last()));
        record([
            ("route_id", Dynamic::from(self.route_id(&network.town, &of.number))),
            ("number", Dynamic::from(of.number.as_str())),
            ("name", Dynamic::from(format!("{} {}", capital(of.mode.name()), of.number))),
            ("mode", Dynamic::from(of.mode.name())),
            ("city", Dynamic::from(network.town.name.as_str())),
            ("town", Dynamic::from(network.town.id)),
            ("line", Dynamic::from(line)),
            ("directions", Dynamic::from(of.directions().map(Dynamic::from).to_vec())),
            ("ends", Dynamic::from(vec![Dynamic::from(last), Dynamic::from(first)])),
        ])
    }
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// `{town, city, timezone, today, route, near}` of a text for a line or for all lines of a town: `route` is `none` where no line is
/// meant or it is not known, `asked` tells whether one was; `near` are ids that there are. `none` where the text names no town with lines.
pub(super) fn transit_route(state: &State<'_, '_>, text: &str) -> Result<Dynamic, Error> {
    let desk = Desk::of(state)?;
    let (name, number) = if text.len() > LONGEST { ("?".to_owned(), None) } else { read(text) };
    let network = desk.town(&name).and_then(|town| desk.network(town));
    Ok(optional(network.map(|network| {
        let town = &network.town;
        let line = number.as_ref().and_then(|number| network.line(number));
        let wanted: i64 = number.as_ref().and_then(|number| number.parse().ok()).unwrap_or(0);
        let mut near: Vec<&str> = network.lines.iter().map(|line| line.number.as_str()).collect();
        near.sort_by_key(|number| (number.parse::<i64>().unwrap_or(0).abs_diff(wanted), (*number).to_owned()));
        record([
            ("town", Dynamic::from(town.id)),
            ("city", Dynamic::from(town.name.as_str())),
            ("timezone", Dynamic::from(town.timezone.as_str())),
            ("today", Dynamic::from(desk.now(town).date().to_string())),
            ("asked", Dynamic::from(number.is_some())),
            ("route", optional(line.map(|line| desk.route(&network, line)))),
            ("near", list(near.iter().take(3), |number| Dynamic::from(desk.route_id(town, number)))),
        ])
    })))
}

fn network_of(desk: &Desk, route: &Dynamic) -> Result<(std::sync::Arc<Network>, usize), Error> {
    let town = u32::try_from(route.get_attr("town")?)?;
    let network = desk.gazetteer.by_id(town).and_then(|town| desk.network(town));
    let network = network.ok_or_else(|| wrong("expected a route, as transit_route gives it"))?;
    let line = usize::try_from(route.get_attr("line")?)?;
    Ok((network, line))
}

/// 0 or 1 for the direction of a line that a text means: a compass point or the last stop; the first one for `none`. `none` where it
/// means neither.
pub(super) fn transit_direction(state: &State<'_, '_>, route: Dynamic, text: Option<&str>) -> Result<Dynamic, Error> {
    let Some(text) = text else { return Ok(Dynamic::from(0)) };
    let desk = Desk::of(state)?;
    let (network, line) = network_of(&desk, &route)?;
    let of = &network.lines[line];
    let wanted = fold(text);
    let means = |back: bool| {
        let name = fold(of.directions()[usize::from(back)]);
        let short = name.trim_end_matches("bound");
        let last = of.stops_towards(back).last().map(|stop| fold(&network.stops[*stop].name)).unwrap_or_default();
        wanted == name
            || wanted == short
            || wanted == short[..1]
            || wanted == last
            || wanted.strip_prefix("to") == Some(&last)
    };
    Ok(optional([false, true].into_iter().find(|back| means(*back)).map(|back| Dynamic::from(i64::from(back)))))
}

/// The timetable of a line in a direction on the next day of a kind, from today on: `{date, live, stops, frequencies, first, last, total, trips}`.
pub(super) fn transit_schedule(
    state: &State<'_, '_>,
    route: Dynamic,
    direction: i64,
    kind: &str,
) -> Result<Dynamic, Error> {
    let desk = Desk::of(state)?;
    let (network, line) = network_of(&desk, &route)?;
    let kind = DayKind::ALL.into_iter().find(|known| known.name() == kind);
    let kind = kind.ok_or_else(|| wrong("expected Weekday, Saturday or Sunday"))?;
    let today = desk.now(&network.town).date();
    let dates = (0..30_i64).map(|days| today.saturating_add(days.days()));
    let on = dates.into_iter().find(|date| desk.kind(&network.town, *date) == kind).unwrap_or(today);
    Ok(desk.live(&network, |live| schedule(&desk, live, line, direction == 1, on)))
}

fn schedule(desk: &Desk, live: &Live<'_>, line: usize, back: bool, on: Date) -> Dynamic {
    let network = live.network;
    let of = &network.lines[line];
    let (day, now) = (live.day(line, on), live.minute_on(on));
    let departures = live.departures(&day, back);
    let trips: Vec<Trip> = departures.iter().enumerate().map(|(n, at)| live.trip(&day, back, *at, n)).collect();
    // Those that have arrived are no longer of interest.
    let ahead: Vec<&Trip> =
        trips.iter().filter(|trip| trip.leaves + of.run() + trip.late.unwrap_or(0) >= now).collect();
    let stops = of.stops_towards(back);
    let stop_row = |(n, stop): (usize, &usize)| {
        record([
            ("stop", desk.stop(network, &network.stops[*stop])),
            ("minutes", Dynamic::from(of.minutes_to(back, n))),
            ("closed", Dynamic::from(day.disruptions.iter().any(|d| d.effect == Effect::StopClosed(*stop)))),
        ])
    };
    let frequency = |part: &Frequency| {
        record([
            ("from", Dynamic::from(clock(part.from))),
            ("to", Dynamic::from(clock(part.to))),
            ("every", Dynamic::from(part.every)),
        ])
    };
    let end = |at: Option<&i32>| optional(at.map(|at| Dynamic::from(clock(*at))));
    record([
        ("date", Dynamic::from(on.to_string())),
        ("live", Dynamic::from(on == live.now.date())),
        ("kind", Dynamic::from(day.kind.name())),
        ("stops", list(stops.iter().enumerate(), stop_row)),
        ("frequencies", list(&of.frequencies(day.kind), frequency)),
        ("first", end(departures.first())),
        ("last", end(departures.last())),
        ("total", Dynamic::from(ahead.len())),
        ("trips", list(ahead.iter().take(TRIPS), |trip| trip_record(network, trip, now))),
        ("disruptions", list(&day.disruptions, |d| disruption_record(desk, network, d, live.now))),
    ])
}

/// `scheduled`, `on_time`, `delayed` or `cancelled`.
pub(super) fn status(trip: &Trip) -> &'static str {
    match (trip.cancelled, trip.late) {
        (true, _) => "cancelled",
        (_, None) => "scheduled",
        (_, Some(0)) => "on_time",
        _ => "delayed",
    }
}

fn trip_record(network: &Network, trip: &Trip, now: i32) -> Dynamic {
    let of = &network.lines[trip.line];
    let count = of.stops.len();
    let expected = |minute: i32| optional(trip.late.map(|late| Dynamic::from(clock(minute + late))));
    let times = (0..count).map(|n| Dynamic::from(clock(trip.leaves + of.minutes_to(trip.back, n))));
    let late = trip.late.unwrap_or(0);
    let stops = of.stops_towards(trip.back);
    let next = (0..count).find(|n| trip.leaves + of.minutes_to(trip.back, *n) + late >= now);
    let under_way = !trip.cancelled && trip.leaves + late < now;
    record([
        ("trip_id", Dynamic::from(trip.id(network))),
        ("departure", Dynamic::from(clock(trip.leaves))),
        ("expected_departure", expected(trip.leaves)),
        ("arrival", Dynamic::from(clock(trip.leaves + of.run()))),
        ("expected_arrival", expected(trip.leaves + of.run())),
        ("late", optional(trip.late.map(Dynamic::from))),
        ("status", Dynamic::from(status(trip))),
        (
            "next_stop",
            optional(next.filter(|_| under_way).map(|n| Dynamic::from(network.stops[stops[n]].name.as_str()))),
        ),
        ("times", Dynamic::from(times.collect::<Vec<_>>())),
    ])
}

/// What is known of disruptions on a date (`YYYY-MM-DD`) of one line (its index) or of all (`none`), by line.
pub(super) fn transit_disruptions(
    state: &State<'_, '_>,
    town: u32,
    line: Option<usize>,
    on: &str,
) -> Result<Dynamic, Error> {
    let desk = Desk::of(state)?;
    let network = desk.gazetteer.by_id(town).and_then(|town| desk.network(town));
    let network = network.ok_or_else(|| wrong(format!("{town} has no lines")))?;
    let (seed, now, on) = (desk.context.world.seed, desk.now(&network.town), date(on)?);
    let lines = (0..network.lines.len()).filter(|at| line.is_none_or(|line| line == *at));
    let found: Vec<Disruption> = lines.flat_map(|line| network.disruptions(seed, line, on, now)).collect();
    Ok(list(&found, |disruption| disruption_record(&desk, &network, disruption, now)))
}

fn disruption_record(desk: &Desk, network: &Network, disruption: &Disruption, now: DateTime) -> Dynamic {
    let line = &network.lines[disruption.line];
    let name = format!("{} {}", capital(line.mode.name()), line.number);
    let stop = if let Effect::StopClosed(stop) = disruption.effect { Some(&network.stops[stop]) } else { None };
    let (from, to) = (instant(disruption.date, disruption.from), instant(disruption.date, disruption.to));
    let what = match (&disruption.effect, stop) {
        (Effect::Suspended, _) => "does not run".to_owned(),
        (Effect::Reduced, _) => "runs half as often".to_owned(),
        (Effect::Delays(minutes), _) => format!("runs {minutes} minutes late"),
        (Effect::StopClosed(_), stop) => format!("does not stop at {}", stop.map_or("", |stop| stop.name.as_str())),
    };
    let state = if now < from {
        "upcoming"
    } else if now < to {
        "active"
    } else {
        "over"
    };
    let text = |at: DateTime| Dynamic::from(at.strftime("%Y-%m-%dT%H:%M").to_string());
    let minutes = if let Effect::Delays(minutes) = disruption.effect { Some(Dynamic::from(minutes)) } else { None };
    record([
        ("id", Dynamic::from(disruption.id.as_str())),
        ("route", desk.route(network, disruption.line)),
        ("effect", Dynamic::from(disruption.effect.name())),
        ("severity", Dynamic::from(disruption.effect.severity())),
        ("planned", Dynamic::from(disruption.planned)),
        ("state", Dynamic::from(state)),
        ("cause", Dynamic::from(disruption.cause)),
        ("text", Dynamic::from(format!("{name} {what} because of {}.", disruption.cause))),
        ("from", text(from)),
        ("to", text(to)),
        ("announced", text(disruption.announced())),
        ("minutes", optional(minutes)),
        ("stop", optional(stop.map(|stop| desk.stop(network, stop)))),
    ])
}

fn instant(date: Date, minute: i32) -> DateTime {
    date.saturating_add(i64::from(minute.div_euclid(DAY)).days())
        .at(0, 0, 0, 0)
        .saturating_add(i64::from(minute.rem_euclid(DAY)).minutes())
}
