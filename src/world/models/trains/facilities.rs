//! What the facilities of stations are called and when they are open.

use super::station::{Size, Station};

/// A facility of a station.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facility {
    /// Name for people.
    pub name: &'static str,
    /// What there is to know about it.
    pub note: &'static str,
    /// Opening hours, e.g. `06:30-22:00` or `always`.
    pub hours: &'static str,
}

/// When something is open, by size of station.
#[derive(Clone, Copy)]
enum Open {
    /// Day and night.
    Always,
    /// As long as trains run.
    Trains,
    /// Shop hours.
    Shop,
    /// Hours of the counter.
    Desk,
    /// From the first rush hour on.
    Breakfast,
}

const KINDS: [(&str, &str, &str, Open); 25] = [
    (
        "ticket_machine",
        "Ticket machines",
        "contactless cards and phones; coins only at the larger stations",
        Open::Always,
    ),
    ("aed", "Defibrillator (AED)", "on the wall by the main entrance", Open::Always),
    ("waiting_room", "Waiting room", "heated, with seats", Open::Trains),
    ("platform_shelter", "Shelter", "on the platform, with seats", Open::Always),
    ("coffee", "Coffee bar", "coffee, sandwiches and pastries to take away", Open::Breakfast),
    ("toilet", "Toilet", "0.80 EUR, card only; one cubicle is wheelchair accessible", Open::Trains),
    ("service_desk", "Ticket and service desk", "tickets, refunds and travel advice from staff", Open::Desk),
    ("supermarket", "Small supermarket", "groceries and ready meals", Open::Shop),
    ("restaurant", "Restaurant", "table service on the concourse", Open::Shop),
    ("luggage_lockers", "Luggage lockers", "from 8 EUR a day, card only; luggage is kept up to 72 hours", Open::Trains),
    ("pharmacy", "Chemist's shop", "on the concourse", Open::Shop),
    ("bookshop", "Bookshop", "books, papers and magazines", Open::Shop),
    ("meeting_rooms", "Meeting rooms and workplaces", "by the hour, without booking", Open::Shop),
    ("florist", "Florist", "on the concourse", Open::Shop),
    ("wifi", "Wi-Fi", "free of charge on concourse and platforms", Open::Always),
    ("guarded_bicycle_parking", "Guarded bicycle parking", "first 24 hours free, then 1.50 EUR a day", Open::Trains),
    ("bicycle_racks", "Bicycle racks", "free of charge, unguarded", Open::Always),
    ("rental_bicycles", "Rental bicycles", "4.75 EUR for 24 hours with a travel card", Open::Trains),
    ("park_and_ride", "Park and ride", "car park by the station; 6 EUR a day with a train ticket", Open::Always),
    ("taxi_rank", "Taxi rank", "in front of the main entrance", Open::Always),
    ("bus_stop", "Bus stop", "local buses in front of the station", Open::Always),
    ("bus_station", "Bus station", "local and regional buses", Open::Always),
    ("tram_stop", "Tram stop", "trams in front of the station", Open::Always),
    ("metro_station", "Metro station", "reached from the concourse or platforms", Open::Always),
    (
        "airport_terminal",
        "Airport terminal",
        "lifts and escalators lead from the platforms into the arrivals hall",
        Open::Always,
    ),
];

/// The facility of that kind at a station, or nothing for a kind that is not known.
pub fn facility(kind: &str, station: &Station) -> Option<Facility> {
    let (_, name, note, open) = KINDS.iter().find(|k| k.0 == kind)?;
    Some(Facility { name, note, hours: hours(*open, station.size) })
}

fn hours(open: Open, size: Size) -> &'static str {
    match (open, size) {
        (Open::Always, _) => "always",
        (Open::Trains, Size::Hub) => "05:00-01:30",
        (Open::Trains, Size::Intercity) => "05:30-00:30",
        (Open::Trains, Size::Local) => "06:00-23:00",
        (Open::Shop, Size::Hub) => "07:00-22:00",
        (Open::Shop, _) => "07:00-20:00",
        (Open::Desk, Size::Hub) => "06:30-22:00",
        (Open::Desk, _) => "07:00-19:00",
        (Open::Breakfast, Size::Hub) => "06:00-21:00",
        (Open::Breakfast, Size::Intercity) => "06:00-19:00",
        (Open::Breakfast, Size::Local) => "06:30-14:00",
    }
}
