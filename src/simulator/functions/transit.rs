//! Metro, trams and buses. Lines go between functions as `route` records, as `transit_route` gives them.

mod journeys;
mod routes;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;
use minijinja::value::Value as Dynamic;
use minijinja::{Environment, Error, State};

use crate::simulator::scope::{Context, context};
use crate::simulator::value::{list, optional, record};
use crate::world::gazetteer::Gazetteer;
use crate::world::models::holidays::Holidays;
use crate::world::models::maps::{Maps, Traffic, reach_km};
use crate::world::models::trains::Railway;
use crate::world::models::transit::{DayKind, Live, Network, Stop, Transit, has_network};
use crate::world::sphere::distance_km;
use crate::world::{Place, zone};

pub(super) fn register(env: &mut Environment<'static>) {
    env.add_function("transit_route", routes::transit_route);
    env.add_function("transit_direction", routes::transit_direction);
    env.add_function("transit_schedule", routes::transit_schedule);
    env.add_function("transit_disruptions", routes::transit_disruptions);
    env.add_function("transit_stops", transit_stops);
    env.add_function("transit_journeys", journeys::transit_journeys);
}

/// Whose lines go by their number alone.
const HOME: &str = "Ottawa";

/// Rows of one answer on stops.
const STOPS: usize = 50;

/// Farthest from its middle that a network reaches, in kilometres.
const FARTHEST_KM: f64 = 12.0;

/// What a call needs.
struct Desk {
    context: Arc<Context>,
    gazetteer: Arc<Gazetteer>,
    maps: Arc<Maps>,
    railway: Arc<Railway>,
    transit: Arc<Transit>,
    holidays: Arc<Holidays>,
}

impl Desk {
    fn of(state: &State<'_, '_>) -> Result<Self, Error> {
        let context = context(state)?;
        let facts = &context.world.facts;
        Ok(Self {
            gazetteer: facts.model(),
            maps: facts.model(),
            railway: facts.model(),
            transit: facts.model(),
            holidays: facts.model(),
            context: context.clone(),
        })
    }

    fn network(&self, town: &Place) -> Option<Arc<Network>> {
        self.transit.network(&self.maps.over(&self.gazetteer), &self.railway, town)
    }

    /// Networks that may have stops within so many metres of a point, that of the most populous town first.
    fn networks_near(&self, point: (f64, f64), metres: f64) -> Vec<Arc<Network>> {
        let km = metres / 1000.0;
        let near = self.gazetteer.within(point.0, point.1, km + FARTHEST_KM);
        let reached = near.filter(|town| {
            distance_km(point, (town.latitude, town.longitude)) <= km + reach_km(town)
                && has_network(&self.gazetteer, town)
        });
        let mut towns: Vec<&Place> = reached.collect();
        towns.sort_by_key(|town| (std::cmp::Reverse(town.population), town.id));
        towns.into_iter().filter_map(|town| self.network(town)).collect()
    }

    fn now(&self, town: &Place) -> DateTime {
        self.context.clock.local(&zone(&town.timezone)).datetime()
    }

    /// The kind of a day in a town: public holidays of the whole country are Sundays.
    fn kind(&self, town: &Place, date: Date) -> DayKind {
        DayKind::of(date, self.holidays.on(&town.country, date).iter().any(|holiday| holiday.is_national()))
    }

    /// Lets `then` look at a network as one sees it now.
    fn live<T>(&self, network: &Network, then: impl FnOnce(&Live<'_>) -> T) -> T {
        let (town, seed) = (&network.town, self.context.world.seed);
        let zone: TimeZone = zone(&town.timezone);
        let kinds = RefCell::new(BTreeMap::new());
        let kind = |date: Date| *kinds.borrow_mut().entry(date).or_insert_with(|| self.kind(town, date));
        let hours = RefCell::new(BTreeMap::new());
        let slow = |date: Date, minute: i32| {
            let at = date.at(0, 0, 0, 0).saturating_add(jiff::SignedDuration::from_mins(i64::from(minute)));
            // A local time that does not exist is taken for the one an hour later.
            let hour = zone.to_timestamp(at).map_or(0, |at| at.as_second().div_euclid(3600));
            *hours.borrow_mut().entry(hour).or_insert_with(|| Traffic::of(&self.context.world, town, hour).lost())
        };
        then(&Live::new(network, seed, self.now(town), &kind, &slow))
    }

    /// The id of a line: its number in Ottawa, else with the town before it, so that it leads back to the same line.
    fn route_id(&self, town: &Place, number: &str) -> String {
        let found = |text: &str| self.gazetteer.find(text).map(|found| found.place.id);
        if found(HOME) == Some(town.id) {
            return number.to_owned();
        }
        let words: Vec<&str> =
            town.name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
        let slug = words.join("-").to_lowercase();
        let plain = !slug.chars().any(|c| c.is_ascii_digit());
        let town = if plain && found(&slug.replace('-', " ")) == Some(town.id) { slug } else { town.id.to_string() };
        format!("{town}-{number}")
    }

    fn stop(&self, network: &Network, stop: &Stop) -> Dynamic {
        record([
            ("stop_id", Dynamic::from(stop.id.as_str())),
            ("name", Dynamic::from(stop.name.as_str())),
            ("station", optional(stop.station.as_deref().map(Dynamic::from))),
            ("city", Dynamic::from(network.town.name.as_str())),
            ("latitude", Dynamic::from(stop.point.0)),
            ("longitude", Dynamic::from(stop.point.1)),
        ])
    }
}

/// `{total, stops}` within so many metres of a point, the nearest 50, nearest first, each with its lines.
fn transit_stops(state: &State<'_, '_>, latitude: f64, longitude: f64, radius: f64) -> Result<Dynamic, Error> {
    let desk = Desk::of(state)?;
    let point = (latitude, longitude);
    let networks = desk.networks_near(point, radius);
    let mut found: Vec<(i64, &Network, &Stop)> = Vec::new();
    for network in &networks {
        for stop in &network.stops {
            let metres = distance_km(point, stop.point) * 1000.0;
            if metres <= radius {
                found.push((libm::round(metres) as i64, network, stop));
            }
        }
    }
    found.sort_by(|a, b| a.0.cmp(&b.0).then_with(|| a.2.id.cmp(&b.2.id)));
    let row = |(metres, network, stop): &(i64, &Network, &Stop)| {
        record([
            ("metres", Dynamic::from(*metres)),
            ("stop", desk.stop(network, stop)),
            ("routes", list(&stop.lines, |(line, _)| desk.route(network, *line))),
        ])
    };
    Ok(record([("total", Dynamic::from(found.len())), ("stops", list(found.iter().take(STOPS), row))]))
}
