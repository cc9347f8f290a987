//! Reports and delays against the weather they are made from.

use super::*;
use crate::world::facts::Model;
use crate::world::models::weather::{Condition, Local, Sky};
use crate::world::{Place, Seed};

fn airports() -> Airports {
    Airports::build(&[include_bytes!("../../../../responses/world/airports.json")]).unwrap()
}

fn local(seed: u64, airport: &Airport) -> Local {
    let place = Place {
        id: 1,
        name: String::new(),
        country: airport.country.clone(),
        region: String::new(),
        latitude: airport.latitude,
        longitude: airport.longitude,
        elevation: airport.elevation,
        population: 1,
        timezone: airport.timezone.clone(),
    };
    Local::new(&Sky::new(Seed(seed)), &place)
}

#[test]
fn an_airport_is_found_by_code_name_and_town() {
    let airports = airports();
    for (text, iata) in [
        ("AMS", "AMS"),
        ("ams", "AMS"),
        ("EHAM", "AMS"),
        ("Schiphol", "AMS"),
        ("Amsterdam Airport Schiphol", "AMS"),
        ("Heathrow", "LHR"),
        ("heathrow airport", "LHR"),
        ("London Heathrow (LHR)", "LHR"),
        ("JFK", "JFK"),
        ("John F. Kennedy International Airport", "JFK"),
        ("Los Angeles", "LAX"),
        ("KORD", "ORD"),
        ("O'Hare", "ORD"),
        ("Frankfurt", "FRA"),
        ("Charles de Gaulle", "CDG"),
    ] {
        let found = airports.find(text).map(|found| found.airport.iata.as_str());
        assert_eq!(found, Some(iata), "{text}");
    }
    assert!(airports.find("London").unwrap().others.iter().any(|a| a.iata == "LGW"));
    for text in ["", "ZZZ", "QQQQ", "airport", "🦀", "international airport"] {
        assert!(airports.find(text).is_none(), "{text}");
    }
    assert!(airports.all().count() > 3000);
}

#[test]
fn reports_look_like_reports() {
    let airports = airports();
    for code in ["AMS", "JFK", "PEK", "YYZ", "DEL", "SVO"] {
        let airport = airports.find(code).unwrap().airport;
        let local = local(9, airport);
        for unix_hour in (492_000..492_700).step_by(7) {
            let hour = local.hour(unix_hour);
            let report = metar(airport, &hour);
            assert!(report.starts_with(&format!("METAR {} ", airport.icao)) && report.is_ascii(), "{report}");
            assert!(report.contains(" CAVOK ") || report.contains("SM ") || !airport.is_american(), "{report}");
            let fog = report.contains(" FG ");
            assert_eq!(fog, hour.condition == Condition::Fog, "{report}");
            assert_eq!(report.contains("TSRA") || report.contains("TSSN"), hour.condition == Condition::Thunderstorm);
            let taf = taf(airport, &local, unix_hour);
            assert!(taf.valid.0 <= unix_hour && unix_hour < taf.valid.0 + 6);
            assert_eq!((taf.parts[0].from, taf.parts[taf.parts.len() - 1].to), taf.valid);
            assert!(taf.parts.windows(2).all(|pair| pair[0].to == pair[1].from), "{}", taf.raw);
        }
    }
}

#[test]
fn bad_weather_brings_delays_and_good_weather_none() {
    let airports = airports();
    let airport = airports.find("ORD").unwrap().airport;
    let local = local(4, airport);
    let (mut bad, mut volume, mut calm) = (0, 0, 0);
    for unix_hour in 488_000..496_000 {
        let hour = local.hour(unix_hour);
        let found = delays(Seed(4), airport, &local, unix_hour);
        let weather = found.iter().find(|d| d.kind == DelayKind::Weather);
        assert!(found.iter().all(|d| d.minutes >= 15 && d.minutes <= 240));
        if hour.condition == Condition::Thunderstorm {
            bad += 1;
            assert_eq!(weather.map(|d| d.reason), Some("thunderstorms"), "{hour:?}");
        }
        let fine =
            hour.precipitation == 0.0 && hour.visibility > 8.0 && hour.wind_gust < 10.0 && ceiling(&hour).is_none();
        assert!(!(fine && weather.is_some()), "{hour:?} {weather:?}");
        volume += usize::from(found.iter().any(|d| d.kind == DelayKind::Volume));
        calm += usize::from(found.is_empty());
    }
    assert!(bad > 10 && volume > 300 && calm > 4000, "{bad} with thunder, {volume} full, {calm} on time");
}

#[test]
fn pilots_have_reported_what_they_report() {
    let airports = airports();
    let airport = airports.find("DEN").unwrap().airport;
    let local = local(2, airport);
    let mut seen = 0;
    for minute in (0..6000).step_by(37) {
        let now = jiff::Timestamp::from_second(1_772_438_400 + minute * 60).unwrap();
        for pirep in pireps(Seed(2), airport, &local, now) {
            assert!(pirep.at <= now && now.as_second() - pirep.at.as_second() <= 7200);
            assert!(pirep.raw.contains(&format!("/FL{:03}", pirep.flight_level)));
            seen += 1;
        }
    }
    assert!(seen > 100);
}
