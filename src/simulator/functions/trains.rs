//! Stations, trains, tickets. Stations go between functions by code, trains by number or train id, days as `YYYY-MM-DD`.

mod records;

use std::sync::Arc;

use jiff::civil::DateTime;
use minijinja::value::{Kwargs, Value as Dynamic};
use minijinja::{Environment, Error, State};

use super::time::date;
use super::wrong;
use crate::simulator::scope::{Context, context};
use crate::simulator::value::{list, optional, record};
use crate::world::models::trains::{At, Class, Offer, OfferError, Railway, Run, Seat, Station, Way, facility, minutes};
use crate::world::zone;

/// Where the timetable is at home.
const ZONE: &str = "Europe/Amsterdam";

/// The session's own bookings.
const BOOKINGS: &str = "train_bookings";

pub(super) fn register(env: &mut Environment<'static>) {
    env.add_function("find_station", find_station);
    env.add_function("near_stations", near_stations);
    env.add_function("station_facilities", station_facilities);
    env.add_function("station_lines", station_lines);
    env.add_function("train_departures", train_departures);
    env.add_function("train_arrivals", train_arrivals);
    env.add_function("train_journeys", train_journeys);
    env.add_function("find_train", find_train);
    env.add_function("near_trains", near_trains);
    env.add_function("train_days", train_days);
    env.add_function("train_run", train_run);
    env.add_function("train_offer", train_offer);
    env.add_function("train_fare", train_fare);
    env.add_function("train_seat", train_seat);
    env.add_function("train_alternatives", train_alternatives);
}

/// What a call needs: the model, and the moment from which it looks at it.
struct Counter {
    railway: Arc<Railway>,
    context: Arc<Context>,
    now: DateTime,
}

impl Counter {
    fn of(state: &State<'_, '_>) -> Result<Self, Error> {
        let context = context(state)?;
        let railway = context.world.facts.model::<Railway>();
        let now = context.clock.local(&zone(ZONE)).datetime();
        Ok(Self { railway, context, now })
    }

    fn at(&self) -> At<'_> {
        self.railway.at(self.context.world.seed, self.now)
    }

    /// The station with a code that `find_station` gave.
    fn station(&self, code: &str) -> Result<&Station, Error> {
        let found = self.railway.find_station(code);
        found.ok_or_else(|| wrong(format!("'{code}' is no station; find_station gives codes")))
    }

    /// The ride with an id that `train_offer` gave.
    fn offer(&self, id: &str, day: &str) -> Result<Offer<'_>, Error> {
        self.at().offer(id, date(day)?).map_err(|_| wrong(format!("'{id}' is no train id; train_offer checks them")))
    }

    /// Seats of a run that the session has booked.
    fn taken(&self, run: &Run<'_>) -> Vec<Seat> {
        let day = run.date.to_string();
        let number = |row: &crate::world::Row, column: &str| row.get(column).and_then(serde_json::Value::as_u64);
        let text = |row: &crate::world::Row, column: &str| row.get(column).and_then(|v| v.as_str().map(str::to_owned));
        let rows = self.context.state().rows(BOOKINGS).map(|(_, row)| row);
        let own = rows.filter(|row| {
            number(row, "train_number") == Some(u64::from(run.number))
                && text(row, "run_date").as_deref() == Some(&day)
                && text(row, "status").as_deref() == Some("confirmed")
        });
        let seat = |row: &Arc<crate::world::Row>| {
            let part = |column| number(row, column).and_then(|n| u32::try_from(n).ok());
            Some(Seat { coach: part("coach")?, number: part("seat")? })
        };
        own.filter_map(seat).collect()
    }
}

/// `none`, or code, name, place, platforms and what is known of its accessibility.
fn find_station(state: &State<'_, '_>, text: &str) -> Result<Dynamic, Error> {
    Ok(optional(Counter::of(state)?.railway.find_station(text).map(records::station)))
}

/// Up to three names that may have been meant.
fn near_stations(state: &State<'_, '_>, text: &str) -> Result<Vec<String>, Error> {
    Ok(Counter::of(state)?.railway.near_stations(text))
}

/// `{name, note, hours}` of every facility.
fn station_facilities(state: &State<'_, '_>, code: &str) -> Result<Dynamic, Error> {
    let counter = Counter::of(state)?;
    let station = counter.station(code)?;
    let found = station.facilities.iter().filter_map(|kind| facility(kind, station));
    Ok(list(found, records::facility))
}

/// `{train_type, line, series, trains_per_hour, days, first_train, last_train}` of every line that calls there.
fn station_lines(state: &State<'_, '_>, code: &str) -> Result<Dynamic, Error> {
    let counter = Counter::of(state)?;
    Ok(list(counter.railway.lines_at(counter.station(code)?), records::line))
}

/// `{trains, more}` of the departure board: `train_departures(code, day, time, before=5, window=65, most=20)` gives the trains
/// from `before` minutes before the time on, for `window` minutes, at most `most`; `more` says how many are left out.
fn train_departures(state: &State<'_, '_>, code: &str, day: &str, time: &str, range: Kwargs) -> Result<Dynamic, Error> {
    board(state, (Way::Departures, code), day, time, &range)
}

/// The same of the arrival board.
fn train_arrivals(state: &State<'_, '_>, code: &str, day: &str, time: &str, range: Kwargs) -> Result<Dynamic, Error> {
    board(state, (Way::Arrivals, code), day, time, &range)
}

fn board(
    state: &State<'_, '_>,
    (way, code): (Way, &str),
    day: &str,
    time: &str,
    range: &Kwargs,
) -> Result<Dynamic, Error> {
    let (before, window, most): (i32, i32, usize) = (range.get("before")?, range.get("window")?, range.get("most")?);
    range.assert_all_used()?;
    let counter = Counter::of(state)?;
    let from = minute(time)? - before;
    let events = counter.at().board(way, counter.station(code)?, date(day)?, from, window);
    let more = events.len().saturating_sub(most);
    Ok(record([("trains", list(events.iter().take(most), records::event)), ("more", Dynamic::from(more))]))
}

/// `train_journeys(from, to, day, after="HH:MM", most=6, on_sale_until=day)`: up to `most` journeys that leave on the day at
/// `after` or later, with legs, fares and whether they can be booked; tickets are sold for days up to `on_sale_until`.
fn train_journeys(state: &State<'_, '_>, from: &str, to: &str, day: &str, range: Kwargs) -> Result<Dynamic, Error> {
    let (after, most, until): (&str, usize, &str) =
        (range.get("after")?, range.get("most")?, range.get("on_sale_until")?);
    range.assert_all_used()?;
    let counter = Counter::of(state)?;
    let (from, to, day) = (counter.station(from)?, counter.station(to)?, date(day)?);
    let on_sale = day <= date(until)?;
    let at = counter.at();
    let journeys = at.journeys(from, to, day, minute(after)?, most);
    let seats = |offer: &Offer<'_>, class: Class| at.seats(&offer.run, class, &counter.taken(&offer.run));
    Ok(list(&journeys, |journey| records::journey(&at, journey, on_sale, &seats)))
}

/// `none`, or `{number, running_days, line, train_type, stock, origin, destination}` of a number that some train has.
fn find_train(state: &State<'_, '_>, number: u32) -> Result<Dynamic, Error> {
    let counter = Counter::of(state)?;
    let days = counter.railway.running_days(number);
    Ok(optional(days.and_then(|days| records::train(&counter.railway, number, days))))
}

/// Up to three train ids or numbers that may have been meant.
fn near_trains(state: &State<'_, '_>, id: &str) -> Result<Vec<String>, Error> {
    Ok(Counter::of(state)?.railway.near_ids(id))
}

/// Days on which the train of a train id runs, e.g. `Monday to Friday`.
fn train_days(state: &State<'_, '_>, id: &str) -> Result<&'static str, Error> {
    let number = id.split('-').next().and_then(|n| n.parse().ok());
    let days = number.and_then(|n| Counter::of(state).ok()?.railway.running_days(n));
    days.ok_or_else(|| wrong(format!("'{id}' is no train id; train_offer checks them")))
}

/// `none` when the number does not run on the day, else `{departed, cancelled, stops, classes}`.
fn train_run(state: &State<'_, '_>, number: u32, day: &str) -> Result<Dynamic, Error> {
    let counter = Counter::of(state)?;
    let at = counter.at();
    let Some(run) = at.run(number, date(day)?) else {
        return Ok(Dynamic::from(()));
    };
    let offer = counter.offer(&number.to_string(), day)?;
    let taken = counter.taken(&run);
    let seats = |class: Class| at.seats(&run, class, &taken);
    Ok(records::run(&run, offer.departed, &seats))
}

/// The ride that a train id names on a day: `known` and `running` say whether there is one; then follow the id in full,
/// train, stations, times, platforms, `departed` and `cancelled`.
fn train_offer(state: &State<'_, '_>, id: &str, day: &str) -> Result<Dynamic, Error> {
    let counter = Counter::of(state)?;
    Ok(match counter.at().offer(id, date(day)?) {
        Ok(offer) => records::offer(&offer),
        Err(fault) => {
            record([("known", Dynamic::from(fault == OfferError::NotRunning)), ("running", Dynamic::from(false))])
        }
    })
}

/// `{price, supplement, capacity, sold, available, occupancy}` of a class for a ride, or `none` when the train has no such
/// class.
fn train_fare(state: &State<'_, '_>, id: &str, day: &str, class: &str) -> Result<Dynamic, Error> {
    let counter = Counter::of(state)?;
    let (offer, class) = (counter.offer(id, day)?, class_named(class)?);
    let seats = counter.at().seats(&offer.run, class, &counter.taken(&offer.run));
    let fare = counter.at().price(&offer, class);
    Ok(optional((seats.capacity > 0).then(|| records::fare(class, fare, seats))))
}

/// `{coach, seat, position}` for a booking, or `none` when the class is sold out.
fn train_seat(state: &State<'_, '_>, id: &str, day: &str, class: &str, booking: &str) -> Result<Dynamic, Error> {
    let counter = Counter::of(state)?;
    let offer = counter.offer(id, day)?;
    let seat = counter.at().seat(&offer.run, class_named(class)?, booking, &counter.taken(&offer.run));
    Ok(optional(seat.map(records::seat)))
}

/// Ids of up to three later direct trains of the same day between the same stations that have a seat in the class.
fn train_alternatives(state: &State<'_, '_>, id: &str, day: &str, class: &str) -> Result<Vec<String>, Error> {
    let counter = Counter::of(state)?;
    let (offer, class, at) = (counter.offer(id, day)?, class_named(class)?, counter.at());
    let day = offer.departure.date;
    let passed = if counter.now.date() == day { i32::from(counter.now.hour()) * 60 } else { 0 };
    let journeys = at.journeys(offer.from, offer.to, day, offer.departure.minute.max(passed), 12);
    let free = |leg: &&Offer<'_>| {
        let seats = at.seats(&leg.run, class, &counter.taken(&leg.run));
        seats.available > 0 && !leg.departed && leg.id != offer.id
    };
    let direct = journeys.iter().filter(|j| j.changes() == 0).flat_map(|j| &j.legs);
    Ok(direct.filter(free).take(3).map(|leg| leg.id.clone()).collect())
}

fn class_named(name: &str) -> Result<Class, Error> {
    Class::named(name).ok_or_else(|| wrong(format!("'{name}' is no class; first_class and second_class are")))
}

fn minute(time: &str) -> Result<i32, Error> {
    minutes(time).ok_or_else(|| wrong(format!("'{time}' is no time of day")))
}
