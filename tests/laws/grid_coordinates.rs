//! Laws of `grid-coordinates`: the National Grid there and back, and what airports tell about one sky.
//!
//! The tools read no session tables.

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::bench::Bench;

const SET: &str = "grid-coordinates";

/// Airports of every size and many climates.
const AIRPORTS: [&str; 16] =
    ["JFK", "LAX", "DEN", "ORD", "MIA", "AMS", "LHR", "GRQ", "PEK", "DEL", "GRU", "SYD", "KEF", "ANC", "NBO", "LPB"];

const CLOCKS: [&str; 6] = [
    "2026-01-15T07:20:00+01:00",
    "2026-03-29T12:00:00+02:00",
    "2026-07-04T18:45:00+02:00",
    "2026-07-18T23:10:00+02:00",
    "2026-08-20T22:30:00+02:00",
    "2026-10-24T23:59:00+02:00",
];

fn ok(bench: &mut Bench, tool: &str, arguments: Value) -> Value {
    bench.ok(&format!("{SET}/{tool}"), arguments)
}

fn code(bench: &mut Bench, tool: &str, arguments: Value) -> (u16, String) {
    let outcome = bench.call(&format!("{SET}/{tool}"), arguments);
    (outcome.status, outcome.body["code"].as_str().unwrap_or("ok").to_owned())
}

fn at(seed: u64, clock: &str) -> Bench {
    Bench::new(seed).at(clock, "Europe/Amsterdam")
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn every_point_of_the_grid_comes_back(east in 0..700_000_i64, north in 0..1_300_000_i64) {
        let mut bench = Bench::new(0);
        let there = ok(&mut bench, "convertToWGS84", json!({"eastings": east, "northings": north}));
        let back = ok(&mut bench, "reverseGeocodeToOSGB36", json!({"latitude": there["latitude"], "longitude": there["longitude"]}));
        prop_assert_eq!((&back["eastings"], &back["northings"]), (&json!(east), &json!(north)));
        prop_assert_eq!(&back["gridReference"], &there["gridReference"]);
    }

    #[test]
    fn every_place_in_great_britain_comes_back(latitude in 50.1..60.5_f64, longitude in -6.5..1.5_f64) {
        let mut bench = Bench::new(0);
        let there = ok(&mut bench, "reverseGeocodeToOSGB36", json!({"latitude": latitude, "longitude": longitude}));
        let back = ok(&mut bench, "convertToWGS84", json!({"eastings": there["eastings"], "northings": there["northings"]}));
        // Whole metres: at most 0.71 m off, a degree of latitude being 111 km and one of longitude at least 54 km.
        prop_assert!((number(&back["latitude"]) - latitude).abs() < 1e-5, "{}", back);
        prop_assert!((number(&back["longitude"]) - longitude).abs() < 2e-5, "{}", back);
    }

    #[test]
    fn a_batch_is_its_points_one_by_one(points in prop::collection::vec((-50_000..800_000_i64, -50_000..1_400_000_i64), 1..12)) {
        let mut bench = Bench::new(0);
        let list: Vec<Value> = points.iter().map(|(e, n)| json!({"eastings": e, "northings": n})).collect();
        let batch = ok(&mut bench, "batchConvertToWGS84", json!({"coordinates": list}));
        let rows = batch["results"].as_array().unwrap();
        prop_assert_eq!(rows.len(), points.len());
        prop_assert_eq!(batch["converted"].as_u64().unwrap() + batch["outsideGrid"].as_u64().unwrap(), rows.len() as u64);
        for (row, point) in rows.iter().zip(list) {
            let single = bench.call(&format!("{SET}/convertToWGS84"), point.clone());
            prop_assert_eq!((&row["eastings"], &row["northings"]), (&point["eastings"], &point["northings"]));
            match row["status"].as_str().unwrap() {
                "converted" => for field in ["latitude", "longitude", "gridReference"] {
                    prop_assert_eq!(&row[field], &single.body[field]);
                },
                _ => {
                    prop_assert!(row["latitude"].is_null() && row["gridReference"].is_null());
                    prop_assert_eq!(&single.body["code"], "outside_grid");
                }
            }
        }
    }
}

#[test]
fn published_points_are_where_they_are() {
    let mut bench = Bench::new(0);
    // Caister water tower by OSTN15; the others by PROJ's seven-parameter transformation, which is good to five metres.
    for (latitude, longitude, east, north, metres) in [
        (52.658_007_8, 1.716_073_9, 651_409.8, 313_177.5, 1.0),
        (51.505_8, -0.127_1, 530_081.9, 180_203.4, 5.0),
        (55.953_3, -3.188_3, 325_897.2, 674_001.2, 5.0),
        (60.155, -1.145, 447_567.4, 1_141_475.6, 5.0),
    ] {
        let found = ok(&mut bench, "reverseGeocodeToOSGB36", json!({"latitude": latitude, "longitude": longitude}));
        let (e, n) = (number(&found["eastings"]) - east, number(&found["northings"]) - north);
        let off = (e * e + n * n).sqrt();
        assert!(off <= metres, "{found} is {off} m from {east} {north}");
    }
}

#[test]
fn what_lies_off_the_grid_is_refused_and_its_edge_is_not() {
    let mut bench = Bench::new(0);
    for (east, north, expected) in [
        (0, 0, "ok"),
        (699_999, 1_299_999, "ok"),
        (700_000, 0, "outside_grid"),
        (0, 1_300_000, "outside_grid"),
        (-1, 0, "outside_grid"),
        (9_999_999, -9_999_999, "outside_grid"),
        (10_000_000, 5, "invalid_arguments"),
    ] {
        assert_eq!(code(&mut bench, "convertToWGS84", json!({"eastings": east, "northings": north})).1, expected);
    }
    for (latitude, longitude) in [(48.85, 2.35), (0.0, 0.0), (53.27, -9.05), (90.0, 0.0), (-52.0, 178.0), (52.4, 4.9)] {
        let (status, code) =
            code(&mut bench, "reverseGeocodeToOSGB36", json!({"latitude": latitude, "longitude": longitude}));
        assert_eq!((status, code.as_str()), (422, "outside_grid"), "{latitude} {longitude}");
    }
}

#[test]
fn format_and_altitude_leave_the_rest_alone() {
    let mut bench = Bench::new(0);
    let point = json!({"eastings": 530_090, "northings": 180_240});
    let plain = bench.call(&format!("{SET}/convertToWGS84"), point.clone());
    let mut xml = point;
    xml["output_format"] = json!("xml");
    let xml = bench.call(&format!("{SET}/convertToWGS84"), xml);
    assert_eq!(xml.body, plain.body);
    let text = xml.rendered.unwrap().text;
    assert!(text.contains(&format!("<latitude>{}</latitude>", plain.body["latitude"])), "{text}");
    let bare = ok(&mut bench, "reverseGeocodeToOSGB36", json!({"latitude": 55.9533, "longitude": -3.1883}));
    let mut high = ok(
        &mut bench,
        "reverseGeocodeToOSGB36",
        json!({"latitude": 55.9533, "longitude": -3.1883, "include_altitude": true}),
    );
    let altitude = high.as_object_mut().unwrap().remove("altitude").unwrap();
    assert_eq!((high, altitude["takenFrom"].as_str()), (bare, Some("Edinburgh")));
}

#[test]
fn both_tool_sets_tell_the_same_of_an_airport() {
    for (seed, airport) in (0..).zip(AIRPORTS) {
        for clock in CLOCKS {
            let mut bench = at(seed, clock);
            for tool in ["getAirportWeather", "getAirportDelays"] {
                let arguments = json!({"airportCode": airport});
                let [one, other] =
                    [SET, "airport-weather"].map(|set| bench.ok(&format!("{set}/{tool}"), arguments.clone()));
                assert_eq!(one, other, "{tool} of {airport} at {clock}");
            }
        }
    }
}

#[test]
fn a_metar_says_what_the_numbers_say() {
    for (seed, airport) in (40..).zip(AIRPORTS) {
        for clock in CLOCKS {
            let body =
                ok(&mut at(seed, clock), "getAirportWeather", json!({"airportCode": airport, "includePIREP": true}));
            let (metar, current) = (body["metar"].as_str().unwrap(), &body["current"]);
            let utc: jiff::Timestamp = body["observedAtUtc"].as_str().unwrap().parse().unwrap();
            let stamp = utc.to_zoned_datetime(jiff::tz::TimeZone::UTC).strftime("%d%H00Z").to_string();
            assert!(metar.starts_with(&format!("METAR {} {stamp} ", body["airport"]["icao"].as_str().unwrap())));
            let celsius = (number(&current["temperature"]) + 0.5).floor().abs();
            let minus = if number(&current["temperature"]) < 0.0 { "M" } else { "" };
            assert!(metar.contains(&format!(" {minus}{celsius:02}/")), "{metar} {current}");
            assert_eq!(metar.contains(" FG "), current["condition"] == "fog", "{metar}");
            assert_eq!(metar.contains("TS"), current["condition"] == "thunderstorm", "{metar}");
            let ceiling = body["ceilingFeet"].as_i64();
            assert_eq!(
                ceiling.is_some(),
                metar.contains("BKN") || metar.contains("OVC") || number(&current["cloudCover"]) > 55.0
            );
            let sight = number(&current["visibility"]);
            assert!(sight >= 4.8 || body["flightRules"] != "VFR", "{body}");
            let (from, to) = (&body["taf"]["validFrom"], &body["taf"]["validTo"]);
            let periods = body["taf"]["periods"].as_array().unwrap();
            assert_eq!((&periods[0]["from"], &periods[periods.len() - 1]["to"]), (from, to));
            assert!(periods.windows(2).all(|pair| pair[0]["to"] == pair[1]["from"]));
            let now: jiff::Timestamp = clock.parse().unwrap();
            for pirep in body["pireps"].as_array().unwrap() {
                assert!(pirep["reportedAt"].as_str().unwrap().parse::<jiff::Timestamp>().unwrap() <= now);
            }
        }
    }
}

#[test]
fn pilots_reports_come_only_when_asked_for() {
    let mut bench = Bench::new(3);
    let bare = ok(&mut bench, "getAirportWeather", json!({"airportCode": "DEN"}));
    let mut full = ok(&mut bench, "getAirportWeather", json!({"airportCode": "DEN", "includePIREP": true}));
    assert!(full.as_object_mut().unwrap().remove("pireps").is_some());
    assert_eq!(full, bare);
}

#[test]
fn a_kind_of_delay_is_part_of_all_delays() {
    let mut seen = 0;
    for (seed, airport) in (0..).zip(AIRPORTS) {
        for clock in CLOCKS {
            let mut bench = at(seed, clock);
            let all = ok(&mut bench, "getAirportDelays", json!({"airportCode": airport}));
            let rows = all["delays"].as_array().unwrap();
            seen += rows.len();
            assert_eq!(all["status"] == "on_time", rows.is_empty());
            assert!(rows.is_sorted_by_key(|row| -row["averageMinutes"].as_i64().unwrap()));
            let mut parts = 0;
            for kind in ["weather", "volume", "runway", "equipment", "staffing", "security"] {
                let some = ok(&mut bench, "getAirportDelays", json!({"airportCode": airport, "delayType": kind}));
                let expected: Vec<&Value> = rows.iter().filter(|row| row["type"] == kind).collect();
                assert_eq!(some["delays"].as_array().unwrap().iter().collect::<Vec<_>>(), expected);
                parts += expected.len();
            }
            assert_eq!(parts, rows.len());
            for measure in ["ground_stop", "ground delay", "Departure", "arrival_delay"] {
                let some = ok(&mut bench, "getAirportDelays", json!({"airportCode": airport, "delayType": measure}));
                assert!(some["delays"].as_array().unwrap().iter().all(|row| rows.contains(row)));
            }
        }
    }
    assert!(seen > 10, "{seen} delays");
}

#[test]
fn delays_follow_the_weather() {
    let (mut stormy, mut calm) = (0, 0);
    for (seed, airport) in (0..).zip(AIRPORTS) {
        for hour in 0..48 {
            let clock = format!("2026-07-{:02}T{:02}:30:00Z", 10 + hour / 8, hour % 8 * 3);
            let body = ok(&mut at(seed, &clock), "getAirportDelays", json!({"airportCode": airport}));
            let weather = &body["weather"];
            let delay = body["delays"].as_array().unwrap().iter().find(|row| row["type"] == "weather");
            if weather["condition"] == "thunderstorm" {
                stormy += 1;
                assert!(delay.is_some_and(|row| row["reason"] == "thunderstorms"), "{body}");
            }
            if number(&weather["visibility"]) < 1.6 {
                assert!(delay.is_some(), "{body}");
            }
            if weather["flightRules"] == "VFR"
                && number(&weather["windGust"]) < 13.0
                && number(&weather["precipitation"]) == 0.0
            {
                calm += 1;
                assert!(delay.is_none(), "{body}");
            }
        }
    }
    assert!(stormy > 5 && calm > 100, "{stormy} stormy hours, {calm} calm ones");
}

#[test]
fn an_airport_goes_by_code_name_and_town() {
    let mut bench = Bench::new(1);
    let plain = ok(&mut bench, "getAirportWeather", json!({"airportCode": "AMS"}));
    for spelling in ["ams", "EHAM", " Schiphol ", "Amsterdam", "amsterdam airport schiphol"] {
        let other = ok(&mut bench, "getAirportWeather", json!({"airportCode": spelling}));
        assert_eq!((&other["airport"]["iata"], &other["metar"]), (&json!("AMS"), &plain["metar"]), "{spelling}");
    }
    let london = ok(&mut bench, "getAirportDelays", json!({"airportCode": "London"}));
    assert_eq!(london["airport"]["iata"], "LHR");
    for other in london["airport"]["otherMatches"].as_array().unwrap() {
        let found = ok(&mut bench, "getAirportDelays", json!({"airportCode": other}));
        assert!(other.as_str().unwrap().contains(found["airport"]["iata"].as_str().unwrap()), "{other}");
    }
    for nonsense in ["ZZZ", "🛫🛫🛫", "مطار", "no such airport anywhere"] {
        assert_eq!(
            code(&mut bench, "getAirportDelays", json!({"airportCode": nonsense})),
            (404, "unknown_airport".into())
        );
    }
    assert_eq!(code(&mut bench, "getAirportDelays", json!({"airportCode": "x".repeat(100_000)})).0, 422);
}

#[test]
fn a_town_of_many_namesakes_is_the_one_of_the_weather_tools() {
    let mut bench = Bench::new(1);
    let towns =
        ["Birmingham", "Georgetown", "Portland", "Portland, Maine", "Birmingham, Alabama", "Paris, France", "Valencia"];
    for town in towns {
        let airport = ok(&mut bench, "getAirportDelays", json!({"airportCode": town}))["airport"].clone();
        let there = bench.ok("city-weather/getRealtimeCity", json!({"city": town}));
        assert_eq!(airport["country"], there["country"], "{town}: {airport}");
        assert_eq!(airport["timezone"], there["timezone"], "{town}: {airport}");
    }
    for (town, nearest) in [("Utrecht", "AMS"), ("Paris, Texas", "DFW")] {
        let (_, _, refusal) = bench.refused(&format!("{SET}/getAirportDelays"), json!({"airportCode": town}));
        let hints: Vec<&str> = refusal["suggestions"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        assert!(hints.iter().any(|hint| hint.ends_with(&format!("({nearest})"))), "{town}: {hints:?}");
        ok(&mut bench, "getAirportDelays", json!({"airportCode": hints[0]}));
    }
}

#[test]
fn sigmets_and_airmets_are_all_there_is_and_warnings_of_the_public_too() {
    for (seed, clock) in (0..).zip(CLOCKS) {
        let mut bench = at(seed, clock);
        for region in ["CO", "Florida", "US-TX", "MIA", "US", "Chicago"] {
            let mut ask = |kind: &str| ok(&mut bench, "getWeatherAlerts", json!({"region": region, "alertType": kind}));
            let (all, severe, moderate) = (ask("all"), ask("SIGMET"), ask("airmet"));
            let count = |body: &Value| body["total"].as_u64().unwrap();
            assert_eq!(count(&all), count(&severe) + count(&moderate));
            assert!(severe["alerts"].as_array().unwrap().iter().all(|row| row["product"] == "SIGMET"));
            for alert in all["alerts"].as_array().unwrap() {
                let town = format!(
                    "{}, {}, United States",
                    alert["place"].as_str().unwrap(),
                    alert["region"].as_str().unwrap()
                );
                let public = bench.ok("airport-weather/getWeatherAlerts", json!({"region": town}));
                let same = public["alerts"].as_array().unwrap().iter().find(|row| row["id"] == alert["id"]);
                let same = same.unwrap_or_else(|| panic!("{} is not warned of in {town}: {public}", alert["id"]));
                for field in ["type", "level", "status", "date", "onset", "ends", "value", "unit"] {
                    assert_eq!(same[field], alert[field], "{field}");
                }
            }
        }
    }
}

#[test]
fn only_the_united_states_have_bulletins() {
    let mut bench = Bench::new(0);
    for region in ["Bavaria", "Utrecht", "JP", "nowhere at all", "🌩"] {
        assert_eq!(
            code(&mut bench, "getWeatherAlerts", json!({"region": region})),
            (404, "unknown_region".into()),
            "{region}"
        );
    }
    for region in ["Split", "Luxembourg", "Texs", "Pitsburgh", "Sprigfield, Illinois"] {
        let refusal = bench.refused(&format!("{SET}/getWeatherAlerts"), json!({"region": region}));
        for hint in refusal.2["suggestions"].as_array().into_iter().flatten() {
            ok(&mut bench, "getWeatherAlerts", json!({"region": hint}));
        }
    }
    let california = ok(&mut bench, "getWeatherAlerts", json!({"region": "CA"}));
    assert_eq!(california["region"]["name"], "California");
    for spelling in ["California", "US-CA", "us-ca"] {
        assert_eq!(ok(&mut bench, "getWeatherAlerts", json!({"region": spelling})), california, "{spelling}");
    }
}
