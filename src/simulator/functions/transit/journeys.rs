//! Journeys from door to door as values for expressions.

use std::sync::Arc;

use jiff::ToSpan;
use jiff::civil::Date;
use minijinja::value::Value as Dynamic;
use minijinja::{Error, State};

use super::routes::status;
use super::{Desk, distance_km};
use crate::simulator::functions::wrong;
use crate::simulator::value::{list, optional, record};
use crate::world::models::transit::{DAY, Journey, Leg, Network, WALK, Wish, clock, minute_of};

/// `{fault}` (`no_stop_start`, `no_stop_end`, `not_connected`), or `{date, timezone, city, journeys}`: up to three journeys between two points,
/// the best first. `time` is `HH:MM` or `none` for now; one that is past means tomorrow. `wish` is whether
/// changes and whether walking are to be few.
pub(super) fn transit_journeys(
    state: &State<'_, '_>,
    from: Vec<f64>,
    to: Vec<f64>,
    time: Option<&str>,
    wish: Vec<bool>,
) -> Result<Dynamic, Error> {
    let desk = Desk::of(state)?;
    let pair = |point: Vec<f64>| -> Result<(f64, f64), Error> {
        let [a, b] = point.try_into().map_err(|_| wrong("expected [latitude, longitude]"))?;
        Ok((a, b))
    };
    let (from, to) = (pair(from)?, pair(to)?);
    let fault = |code: &'static str| Ok(record([("fault", Dynamic::from(code))]));
    let network = match common(&desk, from, to) {
        Ok(network) => network,
        Err(code) => return fault(code),
    };
    let [few_changes, little_walking] = wish.try_into().map_err(|_| wrong("expected [few changes, little walking]"))?;
    let wish = Wish { few_changes, little_walking };
    let now = desk.now(&network.town);
    let minute_now = i32::from(now.hour()) * 60 + i32::from(now.minute());
    let wanted = time.and_then(minute_of).unwrap_or(minute_now);
    let date = if wanted < minute_now { now.date().saturating_add(1.days()) } else { now.date() };
    let journeys = desk.live(&network, |live| {
        let found = live.plan(from, to, date, wanted, wish);
        found.iter().map(|journey| journey_record(&desk, &network, date, journey)).collect::<Vec<_>>()
    });
    if journeys.is_empty() {
        return fault("not_connected");
    }
    Ok(record([
        ("fault", optional(None)),
        ("date", Dynamic::from(date.to_string())),
        ("time", Dynamic::from(clock(wanted))),
        ("timezone", Dynamic::from(network.town.timezone.as_str())),
        ("city", Dynamic::from(network.town.name.as_str())),
        ("journeys", Dynamic::from(journeys)),
    ]))
}

/// The network of the largest town that has stops near both points.
fn common(desk: &Desk, from: (f64, f64), to: (f64, f64)) -> Result<Arc<Network>, &'static str> {
    let near = |point: (f64, f64)| -> Vec<Arc<Network>> {
        let reached = |network: &Arc<Network>| network.nearest_stop(point).is_some_and(|metres| metres <= WALK);
        desk.networks_near(point, WALK).into_iter().filter(reached).collect()
    };
    let (starts, ends) = (near(from), near(to));
    let both = starts.iter().find(|one| ends.iter().any(|other| other.town.id == one.town.id));
    match (both, starts.first(), ends.is_empty()) {
        (Some(network), ..) => Ok(network.clone()),
        (None, None, _) => Err("no_stop_start"),
        (None, _, true) => Err("no_stop_end"),
        // Neighbouring towns: whoever is near enough walks over.
        (None, Some(network), false) if distance_km(from, to) <= 3.0 => Ok(network.clone()),
        _ => Err("not_connected"),
    }
}

fn journey_record(desk: &Desk, network: &Network, date: Date, journey: &Journey) -> Dynamic {
    record([
        ("departure", moment(date, journey.leaves())),
        ("arrival", moment(date, journey.arrives())),
        ("minutes", Dynamic::from(journey.arrives() - journey.leaves())),
        ("transfers", Dynamic::from(journey.changes())),
        ("walking", Dynamic::from(journey.walking())),
        ("legs", list(journey.legs.iter().enumerate(), |(at, leg)| leg_record(desk, network, date, at == 0, leg))),
    ])
}

fn moment(date: Date, minute: i32) -> Dynamic {
    let date = date.saturating_add(i64::from(minute.div_euclid(DAY)).days());
    Dynamic::from(format!("{date}T{}", clock(minute)))
}

fn leg_record(desk: &Desk, network: &Network, date: Date, first: bool, leg: &Leg) -> Dynamic {
    let ends = (moment(date, leg.leaves()), moment(date, leg.arrives()));
    let minutes = leg.arrives() - leg.leaves();
    match leg {
        Leg::Walk { metres, stop, .. } => {
            let stop = stop.map(|stop| desk.stop(network, &network.stops[stop]));
            let (from, to) = if first { (None, stop) } else { (stop, None) };
            record([
                ("mode", Dynamic::from("walk")),
                ("from", optional(from)),
                ("to", optional(to)),
                ("departure", ends.0),
                ("arrival", ends.1),
                ("minutes", Dynamic::from(minutes)),
                ("metres", Dynamic::from(*metres)),
                ("route", optional(None)),
                ("direction", optional(None)),
                ("trip_id", optional(None)),
                ("scheduled_departure", optional(None)),
                ("scheduled_arrival", optional(None)),
                ("late", optional(None)),
                ("status", optional(None)),
                ("service_date", optional(None)),
                ("stops", optional(None)),
            ])
        }
        Leg::Ride { trip, from, to, leaves, arrives } => {
            let of = &network.lines[trip.line];
            let stops = of.stops_towards(trip.back);
            let stop = |n: usize| desk.stop(network, &network.stops[stops[n]]);
            let late = trip.late.unwrap_or(0);
            let air = |pair: &[usize]| distance_km(network.stops[pair[0]].point, network.stops[pair[1]].point);
            let metres: f64 = stops[*from..=*to].windows(2).map(|pair| air(pair) * 1000.0).sum();
            record([
                ("mode", Dynamic::from(of.mode.name())),
                ("from", stop(*from)),
                ("to", stop(*to)),
                ("departure", ends.0),
                ("arrival", ends.1),
                ("minutes", Dynamic::from(minutes)),
                ("metres", Dynamic::from(libm::round(metres) as i64)),
                ("route", desk.route(network, trip.line)),
                ("direction", Dynamic::from(of.directions()[usize::from(trip.back)])),
                ("trip_id", Dynamic::from(trip.id(network))),
                ("scheduled_departure", Dynamic::from(clock(leaves - late))),
                ("scheduled_arrival", Dynamic::from(clock(arrives - late))),
                ("late", optional(trip.late.map(Dynamic::from))),
                ("status", Dynamic::from(status(trip))),
                ("service_date", Dynamic::from(trip.date.to_string())),
                ("stops", Dynamic::from(to - from)),
            ])
        }
    }
}
