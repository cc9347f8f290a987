//! Train ids: `2123` is the whole run of a train, `2123-ut-asd` a part of it.

use jiff::civil::Date;

use super::Railway;
use super::day::{DAY, Moment, shift};
use super::fares::Fare;
use super::live::At;
use super::run::{Run, Trip};
use super::seats::Class;
use super::station::Station;

/// A ride that can be booked.
#[derive(Clone, Debug)]
pub struct Offer<'a> {
    /// The id in full, e.g. `2123-ut-asd`.
    pub id: String,
    /// The train on that day.
    pub run: Run<'a>,
    /// Index of the stop where one gets in, and of the one where one gets out.
    pub stops: (usize, usize),
    /// Where one gets in.
    pub from: &'a Station,
    /// Where one gets out.
    pub to: &'a Station,
    /// When the train is due out of `from`; its date is the date of the offer.
    pub departure: Moment,
    /// When it is due in at `to`.
    pub arrival: Moment,
    /// Whether it has left, delays included.
    pub departed: bool,
}

/// Why an id gives no offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OfferError {
    /// It is not of the form, no train has that number, or the train does not call at these stations in this order.
    Unknown,
    /// The train does not run on that date.
    NotRunning,
}

/// A trip and the stops between which one rides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ride {
    pub(super) trip: Trip,
    pub(super) from: usize,
    pub(super) to: usize,
}

impl Railway {
    /// What a train id means.
    pub(super) fn ride(&self, id: &str) -> Option<Ride> {
        let mut parts = id.trim().split('-');
        let number = parts.next().filter(|n| n.len() <= 6 && n.bytes().all(|b| b.is_ascii_digit()))?;
        let trip = self.trip(number.parse().ok()?)?;
        let route = self.route(trip);
        let (from, to) = match (parts.next(), parts.next(), parts.next()) {
            (None, ..) => (0, route.stops.len() - 1),
            (Some(from), Some(to), None) => {
                (route.position(self.station_index(from)?)?, route.position(self.station_index(to)?)?)
            }
            _ => return None,
        };
        (from < to).then_some(Ride { trip, from, to })
    }

    /// The id of a ride.
    pub(super) fn ride_id(&self, ride: Ride) -> String {
        let stops = &self.route(ride.trip).stops;
        let code = |stop: usize| &self.stations[stops[stop].station].code;
        format!("{}-{}-{}", self.number(ride.trip), code(ride.from), code(ride.to))
    }

    /// Up to three train ids that exist and look like one that does not.
    pub fn near_ids(&self, id: &str) -> Vec<String> {
        let digits: String = id.trim().chars().take_while(char::is_ascii_digit).take(6).collect();
        let Ok(number) = digits.parse() else { return Vec::new() };
        match self.trip(number) {
            Some(trip) => vec![self.ride_id(Ride { trip, from: 0, to: self.route(trip).stops.len() - 1 })],
            None => self.near_numbers(number).iter().map(u32::to_string).collect(),
        }
    }
}

impl<'a> At<'a> {
    /// The ride that a train id names on the date on which one gets in.
    ///
    /// # Errors
    ///
    /// The id means nothing, or the train does not run on that date.
    pub fn offer(&self, id: &str, date: Date) -> Result<Offer<'a>, OfferError> {
        let ride = self.railway.ride(id).ok_or(OfferError::Unknown)?;
        let due = self.railway.leaves(ride.trip) + self.railway.route(ride.trip).stops[ride.from].departure;
        let run_date = shift(date, -due.div_euclid(DAY));
        match self.railway.runs_on(ride.trip, run_date) {
            true => Ok(self.offer_of(ride, run_date)),
            false => Err(OfferError::NotRunning),
        }
    }

    pub(super) fn offer_of(&self, ride: Ride, run_date: Date) -> Offer<'a> {
        let stops = &self.railway.route(ride.trip).stops;
        let leaves = self.railway.leaves(ride.trip);
        let station = |stop: usize| &self.railway.stations[stops[stop].station];
        let due = leaves + stops[ride.from].departure;
        let run = self.run_of(ride.trip, run_date);
        let late = run.calls[ride.from].departure_delay.unwrap_or(0);
        Offer {
            id: self.railway.ride_id(ride),
            stops: (ride.from, ride.to),
            from: station(ride.from),
            to: station(ride.to),
            departure: Moment::new(run_date, due),
            arrival: Moment::new(run_date, leaves + stops[ride.to].arrival),
            departed: due + late < self.now_on(run_date),
            run,
        }
    }

    /// What an offer costs in a class.
    pub fn price(&self, offer: &Offer<'_>, class: Class) -> Fare {
        self.railway.fare(offer.run.trip, offer.stops.0, offer.stops.1, class)
    }
}
