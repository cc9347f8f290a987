//! Journeys and what they cost.

use jiff::civil::date;

use super::{MONDAY, morning, railway};
use crate::world::models::trains::*;
use crate::world::seed::Seed;

#[test]
fn journeys_hold_together() {
    let railway = railway();
    let at = railway.at(Seed(42), morning());
    let stations = railway.stations();
    for (i, from) in stations.iter().enumerate().step_by(61) {
        for to in stations.iter().skip(i % 7).step_by(29).filter(|to| to.code != from.code) {
            let journeys = at.journeys(from, to, MONDAY, 9 * 60, 5);
            assert!(journeys.len() <= 5);
            assert!(journeys.windows(2).all(|w| w[0].departure() <= w[1].departure()));
            for journey in &journeys {
                check_journey(&railway, &at, journey, from, to);
            }
        }
    }
}

fn check_journey(railway: &Railway, at: &At<'_>, journey: &Journey<'_>, from: &Station, to: &Station) {
    assert_eq!((&journey.legs[0].from.code, &journey.legs[journey.changes()].to.code), (&from.code, &to.code));
    assert!(journey.departure().date == MONDAY && journey.departure().minute >= 9 * 60);
    assert!(journey.changes() <= 3 && journey.arrival() > journey.departure());
    for leg in &journey.legs {
        assert!(leg.arrival > leg.departure && leg.run.cancelled.is_none());
        let again = at.offer(&leg.id, leg.departure.date).unwrap();
        assert_eq!((again.run.number, again.departure, again.arrival), (leg.run.number, leg.departure, leg.arrival));
        let (a, b) = (&leg.run.calls[leg.stops.0], &leg.run.calls[leg.stops.1]);
        assert_eq!((a.departure, b.arrival), (Some(leg.departure), Some(leg.arrival)));
        for class in Class::ALL {
            assert_eq!(at.price(leg, class), at.price(&again, class));
        }
    }
    for pair in journey.legs.windows(2) {
        assert_eq!(pair[0].to, pair[1].from);
        let ready = Moment::new(pair[0].arrival.date, pair[0].arrival.minute + pair[0].to.change_minutes());
        assert!(pair[1].departure >= ready, "a connection of too few minutes at {}", pair[0].to.name);
    }
    assert!(railway.knows(journey.legs[0].run.number));
}

#[test]
fn well_known_journeys_look_as_one_expects() {
    let railway = railway();
    let at = railway.at(Seed(42), morning());
    let station = |name: &str| railway.find_station(name).unwrap();
    let expected = [
        ("Utrecht", "Amsterdam", 26..30, 0),
        ("Rotterdam", "Groningen", 150..170, 0),
        ("Den Haag", "Eindhoven", 75..100, 0),
        ("Amsterdam", "Maastricht", 140..155, 0),
        ("Utrecht", "Schiphol", 28..40, 0),
        ("Leeuwarden", "Maastricht", 225..290, 1),
        ("Delft", "Zwolle", 90..125, 1),
        ("Enkhuizen", "Vlissingen", 190..250, 1),
    ];
    for (from, to, minutes, changes) in expected {
        let journeys = at.journeys(station(from), station(to), MONDAY, 9 * 60, 4);
        assert_eq!(journeys.len(), 4, "{from} to {to}");
        let took = |j: &Journey<'_>| j.arrival().minute - j.departure().minute;
        let fastest = journeys.iter().map(took).min().unwrap();
        assert!(minutes.contains(&fastest), "{from} to {to} takes {fastest} minutes");
        assert_eq!(journeys.iter().map(Journey::changes).min(), Some(changes), "{from} to {to}");
    }
}

#[test]
fn every_pair_of_hubs_is_connected_both_ways() {
    let railway = railway();
    let at = railway.at(Seed(42), date(2026, 2, 20).at(12, 0, 0, 0));
    let hubs: Vec<&Station> = railway.stations().iter().filter(|s| s.size == Size::Hub).collect();
    for a in hubs.iter().step_by(3) {
        for b in hubs.iter().filter(|b| b.code != a.code) {
            assert!(!at.journeys(a, b, MONDAY, 600, 3).is_empty(), "{} to {}", a.name, b.name);
        }
    }
}

#[test]
fn prices_are_by_distance_and_the_same_both_ways() {
    let railway = railway();
    let at = railway.at(Seed(42), morning());
    let station = |name: &str| railway.find_station(name).unwrap();
    let price = |from: &str, to: &str, class: Class| {
        let journeys = at.journeys(station(from), station(to), MONDAY, 600, 6);
        let direct = journeys.iter().find(|j| j.changes() == 0 && j.legs[0].run.line.kind == "Intercity").unwrap();
        at.price(&direct.legs[0], class).cents
    };
    for class in Class::ALL {
        assert_eq!(price("ut", "asd", class), price("asd", "ut", class));
        assert!(price("ut", "asd", class) < price("ut", "zl", class));
    }
    assert!(price("ut", "asd", Class::First) > price("ut", "asd", Class::Second));
    let fast = at.journeys(station("shl"), station("rtd"), MONDAY, 600, 6);
    let direct = fast.iter().find(|j| j.legs[0].run.line.kind == "Intercity direct").unwrap();
    assert_eq!(at.price(&direct.legs[0], Class::Second).supplement_cents, 300);
}
