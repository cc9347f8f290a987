//! Stations, lines and numbers.

use std::collections::BTreeSet;

use jiff::civil::date;

use super::{MONDAY, morning, numbers, railway};
use crate::world::models::trains::*;
use crate::world::seed::Seed;

#[test]
fn the_network_has_its_size() {
    let railway = railway();
    assert!(railway.stations().len() >= 300 && railway.lines().len() >= 60);
    let runs = numbers(&railway).len();
    assert!((3500..6000).contains(&runs), "{runs} trains a day");
}

#[test]
fn stations_are_found_however_they_are_spelt() {
    let railway = railway();
    let code = |text: &str| railway.find_station(text).map(|s| s.code.as_str());
    for text in
        ["ut", "UT", "Utrecht Centraal", "utrecht", "Utrecht CS", " utrecht  centraal ", "Station Utrecht Centraal"]
    {
        assert_eq!(code(text), Some("ut"), "{text}");
    }
    assert_eq!(code("Den Haag CS"), Some("gvc"));
    assert_eq!(code("The Hague Central"), Some("gvc"));
    assert_eq!(code("Schiphol"), Some("shl"));
    assert_eq!(code("den bosch"), Some("ht"));
    assert_eq!(code("Feanwalden"), Some("fwd"));
    assert_eq!(code("Paris"), None);
    assert_eq!(code(""), None);
    assert_eq!(railway.near_stations("Utrect")[0], "Utrecht Centraal");
    assert_eq!(railway.near_stations("Rotterdm Central")[0], "Rotterdam Centraal");
}

#[test]
fn a_train_passes_its_stations_in_order_and_in_time() {
    let railway = railway();
    let at = railway.at(Seed(42), morning());
    for number in numbers(&railway) {
        let Some(run) = at.run(number, MONDAY) else { continue };
        assert_eq!(run.number, number);
        let (first, last) = (&run.calls[0], &run.calls[run.calls.len() - 1]);
        assert!(first.arrival.is_none() && last.departure.is_none());
        for pair in run.calls.windows(2) {
            let (out, into) = (pair[0].departure.unwrap(), pair[1].arrival.unwrap());
            assert!(into > out, "{number} arrives before it leaves");
            assert!(pair[1].departure.is_none_or(|d| d >= into), "{number} leaves before it arrives");
        }
    }
}

#[test]
fn a_number_is_one_train_of_the_network() {
    let railway = railway();
    let at = railway.at(Seed(42), morning());
    let mut seen = BTreeSet::new();
    for station in railway.stations() {
        for event in at.departures(station, MONDAY, 0, 1440) {
            if event.run_date == MONDAY {
                seen.insert((event.number, event.line.series));
            }
        }
    }
    let unique: BTreeSet<u32> = seen.iter().map(|s| s.0).collect();
    assert_eq!(unique.len(), seen.len());
    for n in [0, 99, 3000, 3009, 1, 999_999] {
        assert!(at.run(n, MONDAY).is_none(), "{n}");
    }
}

#[test]
fn trains_keep_to_their_days() {
    let railway = railway();
    let at = railway.at(Seed(42), morning());
    let extra = numbers(&railway).into_iter().find(|n| n / 100 == 51).unwrap();
    assert_eq!(railway.running_days(extra), Some("Monday to Friday"));
    assert!(at.run(extra, MONDAY).is_some());
    assert!(at.run(extra, date(2026, 3, 7)).is_none() && at.run(extra, date(2026, 3, 8)).is_none());
    assert_eq!(railway.running_days(3), None);
}

#[test]
fn there_are_as_many_trains_back_as_there() {
    let railway = railway();
    for line in railway.lines() {
        for day in [MONDAY, date(2026, 3, 7), date(2026, 3, 8)] {
            let Some(service) = line.service(day) else { continue };
            assert_eq!(line.slots(service, 0).len(), line.slots(service, 1).len());
        }
        let there: Vec<usize> = line.routes[0].stops.iter().map(|s| s.station).collect();
        let mut back: Vec<usize> = line.routes[1].stops.iter().map(|s| s.station).collect();
        back.reverse();
        assert_eq!(there, back, "{}", line.name);
    }
}

#[test]
fn most_trains_have_a_platform_to_themselves() {
    let railway = railway();
    let at = railway.at(Seed(42), morning());
    let (mut all, mut clashes) = (0, 0);
    for station in railway.stations().iter().filter(|s| s.size == Size::Hub) {
        let events = at.departures(station, MONDAY, 600, 60);
        all += events.len();
        for (i, a) in events.iter().enumerate() {
            clashes += events[..i].iter().filter(|b| b.platform == a.platform && b.due == a.due).count();
        }
    }
    assert!(clashes * 50 < all, "{clashes} of {all}");
}

/// Provinces are called what places call them, and a station lies in that of its town.
#[test]
fn a_station_lies_in_the_province_of_its_town() {
    use crate::world::gazetteer::Gazetteer;
    let facts = crate::world::Facts::load(&crate::assets::Assets::embedded().responses).unwrap();
    let (railway, gazetteer) = (railway(), facts.model::<Gazetteer>());
    let mut known = 0;
    for station in railway.stations() {
        assert!(gazetteer.region("NL", &station.province).is_some(), "{}: {}", station.name, station.province);
        let of_town = gazetteer.find(&format!("{}, {}, NL", station.city, station.province));
        let near = of_town.filter(|found| {
            crate::world::sphere::distance_km(
                (station.latitude, station.longitude),
                (found.place.latitude, found.place.longitude),
            ) < 15.0
        });
        known += usize::from(near.is_some());
    }
    assert!(known > 200, "{known} stations lie in a town that places know");
}
