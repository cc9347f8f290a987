//! What the train functions answer, as records.

use minijinja::value::Value as Dynamic;

use crate::simulator::value::{list, optional, record};
use crate::world::models::trains::{
    At, Call, Cancellation, Class, Event, Facility, Fare, Journey, Line, Moment, Offer, Railway, Run, Seat, Seats,
    Size, Station, StepFree, clock,
};

/// Larger stations that are named on the way, at most.
const VIA: usize = 4;

pub(super) fn station(station: &Station) -> Dynamic {
    record([
        ("code", text(&station.code)),
        ("name", text(&station.name)),
        ("city", text(&station.city)),
        ("province", text(&station.province)),
        ("latitude", Dynamic::from(station.latitude)),
        ("longitude", Dynamic::from(station.longitude)),
        ("size", text(station.size.name())),
        ("platforms", list(&station.platforms, |p| text(p))),
        ("change_minutes", Dynamic::from(station.change_minutes())),
        ("aliases", list(&station.aliases, |a| text(a))),
        ("accessible_toilet", Dynamic::from(station.facilities.iter().any(|f| f == "toilet"))),
        ("lifts", Dynamic::from(station.lifts)),
        ("ramps", Dynamic::from(station.ramps)),
        ("tactile_guidance", Dynamic::from(station.tactile_guidance)),
        ("assistance", Dynamic::from(station.assistance)),
        ("step_free", text(if station.step_free == StepFree::All { "all_platforms" } else { "some_platforms" })),
    ])
}

pub(super) fn facility(facility: Facility) -> Dynamic {
    record([("name", text(facility.name)), ("note", text(facility.note)), ("hours", text(facility.hours))])
}

pub(super) fn line(line: &Line) -> Dynamic {
    record([
        ("train_type", text(&line.kind)),
        ("line", text(&line.name)),
        ("series", Dynamic::from(line.series)),
        ("trains_per_hour", Dynamic::from(line.routes[0].minutes.len())),
        ("days", text(line.running_days())),
        ("first_train", text(&clock(line.hours().0))),
        ("last_train", text(&clock(line.hours().1))),
    ])
}

pub(super) fn event(event: &Event<'_>) -> Dynamic {
    let expected = event.delay.map(|late| Moment::new(event.due.date, event.due.minute + late).time());
    record([
        ("train_number", Dynamic::from(event.number)),
        ("train_type", text(&event.line.kind)),
        ("origin", text(&event.origin.name)),
        ("destination", text(&event.destination.name)),
        ("via", via(&event.via)),
        ("date", text(&event.due.date.to_string())),
        ("run_date", text(&event.run_date.to_string())),
        ("scheduled", text(&event.due.time())),
        ("expected", optional(expected.map(Dynamic::from))),
        ("delay_minutes", optional(event.delay.map(Dynamic::from))),
        ("platform", text(event.platform)),
        ("status", text(status(event.delay, event.cancelled))),
        ("reason", reason(event.cancelled)),
    ])
}

/// The larger stations, or the first ones where there are only small ones.
fn via(stations: &[&Station]) -> Dynamic {
    let larger: Vec<&&Station> = stations.iter().filter(|s| s.size != Size::Local).collect();
    let named = if larger.is_empty() { stations.iter().collect() } else { larger };
    list(named.into_iter().take(VIA), |s| text(&s.name))
}

fn status(delay: Option<i32>, cancelled: Option<Cancellation>) -> &'static str {
    match (cancelled, delay) {
        (Some(_), _) => "cancelled",
        (None, None) => "no_forecast",
        (None, Some(0)) => "on_time",
        (None, Some(_)) => "delayed",
    }
}

pub(super) fn train(railway: &Railway, number: u32, days: &'static str) -> Option<Dynamic> {
    let (line, origin, destination) = railway.train(number)?;
    Some(record([
        ("number", Dynamic::from(number)),
        ("running_days", text(days)),
        ("train_type", text(&line.kind)),
        ("line", text(&line.name)),
        ("stock", text(&line.stock)),
        ("origin", text(&origin.name)),
        ("destination", text(&destination.name)),
    ]))
}

pub(super) fn run(run: &Run<'_>, departed: bool, seats: &dyn Fn(Class) -> Seats) -> Dynamic {
    let classes = Class::ALL.into_iter().map(|class| (class, seats(class))).filter(|(_, s)| s.capacity > 0);
    record([
        ("departed", Dynamic::from(departed)),
        ("cancelled", Dynamic::from(run.cancelled.is_some())),
        ("reason", reason(run.cancelled)),
        ("stops", list(&run.calls, call)),
        ("classes", list(classes, |(class, seats)| occupancy(class, seats))),
    ])
}

fn call(call: &Call<'_>) -> Dynamic {
    let time = |moment: Option<Moment>| optional(moment.map(|m| Dynamic::from(m.time())));
    let delay = call.departure_delay.or(call.arrival_delay);
    record([
        ("code", text(&call.station.code)),
        ("station", text(&call.station.name)),
        ("arrival", time(call.arrival)),
        ("departure", time(call.departure)),
        ("platform", text(call.platform)),
        ("delay_minutes", optional(delay.map(Dynamic::from))),
    ])
}

fn occupancy(class: Class, seats: Seats) -> Dynamic {
    record([
        ("seat_level", text(class.name())),
        ("capacity", Dynamic::from(seats.capacity)),
        ("sold", Dynamic::from(seats.sold)),
        ("available", Dynamic::from(seats.available)),
        ("occupancy", level(seats)),
    ])
}

pub(super) fn offer(offer: &Offer<'_>) -> Dynamic {
    record([
        ("known", Dynamic::from(true)),
        ("running", Dynamic::from(true)),
        ("train_id", text(&offer.id)),
        ("train_number", Dynamic::from(offer.run.number)),
        ("train_type", text(&offer.run.line.kind)),
        ("run_date", text(&offer.run.date.to_string())),
        ("from", text(&offer.from.code)),
        ("from_name", text(&offer.from.name)),
        ("to", text(&offer.to.code)),
        ("to_name", text(&offer.to.name)),
        ("date", text(&offer.departure.date.to_string())),
        ("departure", text(&offer.departure.time())),
        ("arrival", text(&offer.arrival.time())),
        ("arrival_date", text(&offer.arrival.date.to_string())),
        ("platform", text(offer.run.calls[offer.stops.0].platform)),
        ("departed", Dynamic::from(offer.departed)),
        ("cancelled", Dynamic::from(offer.run.cancelled.is_some())),
        ("reason", reason(offer.run.cancelled)),
    ])
}

pub(super) fn fare(class: Class, fare: Fare, seats: Seats) -> Dynamic {
    record([
        ("seat_level", text(class.name())),
        ("price", euros(fare.cents)),
        ("supplement", euros(fare.supplement_cents)),
        ("available", Dynamic::from(seats.available)),
        ("occupancy", level(seats)),
    ])
}

pub(super) fn seat(seat: Seat) -> Dynamic {
    record([
        ("coach", Dynamic::from(seat.coach)),
        ("seat", Dynamic::from(seat.number)),
        ("position", text(seat.position())),
    ])
}

type SeatsOf<'s> = dyn Fn(&Offer<'_>, Class) -> Seats + 's;

pub(super) fn journey(at: &At<'_>, journey: &Journey<'_>, on_sale: bool, seats: &SeatsOf<'_>) -> Dynamic {
    let legs: Vec<Vec<(Class, Fare, Seats)>> = journey.legs.iter().map(|leg| fares(at, leg, seats)).collect();
    let whole: Vec<(Class, u32, u32)> = Class::ALL.into_iter().filter_map(|class| through(class, &legs)).collect();
    let open = on_sale && !journey.legs[0].departed && whole.iter().any(|(_, _, available)| *available > 0);
    record([
        ("departure_date", text(&journey.departure().date.to_string())),
        ("departure", text(&journey.departure().time())),
        ("arrival_date", text(&journey.arrival().date.to_string())),
        ("arrival", text(&journey.arrival().time())),
        ("duration_minutes", Dynamic::from(journey.minutes())),
        ("changes", Dynamic::from(journey.changes())),
        ("bookable", Dynamic::from(open)),
        ("fares", list(whole, |(class, cents, available)| total(class, cents, available))),
        ("legs", list(journey.legs.iter().zip(legs), |(offer, fares)| leg(offer, fares))),
    ])
}

/// Fares and seats of the classes that a train has.
fn fares(at: &At<'_>, leg: &Offer<'_>, seats: &SeatsOf<'_>) -> Vec<(Class, Fare, Seats)> {
    let of = |class: Class| (class, at.price(leg, class), seats(leg, class));
    Class::ALL.into_iter().map(of).filter(|(_, _, seats)| seats.capacity > 0).collect()
}

/// Price and seats of a class all the way; nothing when one of the trains does not have it.
fn through(class: Class, legs: &[Vec<(Class, Fare, Seats)>]) -> Option<(Class, u32, u32)> {
    let of = |leg: &Vec<(Class, Fare, Seats)>| {
        leg.iter().find(|(c, ..)| *c == class).map(|(_, f, s)| (f.cents, s.available))
    };
    let all: Vec<(u32, u32)> = legs.iter().map(of).collect::<Option<_>>()?;
    let available = all.iter().map(|(_, available)| *available).min()?;
    Some((class, all.iter().map(|(cents, _)| cents).sum(), available))
}

fn total(class: Class, cents: u32, available: u32) -> Dynamic {
    record([("seat_level", text(class.name())), ("price", euros(cents)), ("available", Dynamic::from(available))])
}

fn leg(offer: &Offer<'_>, fares: Vec<(Class, Fare, Seats)>) -> Dynamic {
    let (out, into) = (&offer.run.calls[offer.stops.0], &offer.run.calls[offer.stops.1]);
    record([
        ("train_id", text(&offer.id)),
        ("train_number", Dynamic::from(offer.run.number)),
        ("train_type", text(&offer.run.line.kind)),
        ("direction", text(&offer.run.calls[offer.run.calls.len() - 1].station.name)),
        ("from", text(&offer.from.name)),
        ("to", text(&offer.to.name)),
        ("run_date", text(&offer.run.date.to_string())),
        ("departure_date", text(&offer.departure.date.to_string())),
        ("departure", text(&offer.departure.time())),
        ("departure_platform", text(out.platform)),
        ("arrival", text(&offer.arrival.time())),
        ("arrival_platform", text(into.platform)),
        ("delay_minutes", optional(out.departure_delay.map(Dynamic::from))),
        ("fares", list(fares, |(class, price, seats)| fare(class, price, seats))),
    ])
}

fn reason(cancelled: Option<Cancellation>) -> Dynamic {
    optional(cancelled.map(|c| text(c.reason)))
}

fn level(seats: Seats) -> Dynamic {
    optional(seats.level().map(|l| text(l.name())))
}

fn text(text: &str) -> Dynamic {
    Dynamic::from(text)
}

/// Whole euros are written without `.0`.
fn euros(cents: u32) -> Dynamic {
    if cents.is_multiple_of(100) { Dynamic::from(cents / 100) } else { Dynamic::from(f64::from(cents) / 100.0) }
}
