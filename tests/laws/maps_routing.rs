//! Laws of `maps-routing`: one map behind addresses, routes and traffic, with what other sets put on it.

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::bench::{Bench, items};

const SET: &str = "maps-routing";

const TOWNS: [(f64, f64); 12] = [
    (52.09083, 5.12222),
    (45.41117, -75.69812),
    (35.6895, 139.69171),
    (-0.22985, -78.52495),
    (-33.86785, 151.20732),
    (64.13548, -21.89541),
    (40.71427, -74.00597),
    (44.84044, -0.5805),
    (51.50853, -0.12574),
    (-1.28333, 36.81667),
    (60.39299, 5.32415),
    (19.42847, -99.12766),
];

fn ok(bench: &mut Bench, tool: &str, arguments: Value) -> Value {
    bench.ok(&format!("{SET}/{tool}"), arguments)
}

fn refused(bench: &mut Bench, tool: &str, arguments: Value) -> (u16, String) {
    let (status, code, _) = bench.refused(&format!("{SET}/{tool}"), arguments);
    (status, code)
}

fn num(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("{value} is no text"))
}

/// A point in or around a town.
fn points() -> impl Strategy<Value = (f64, f64)> {
    (0..TOWNS.len(), -0.06..0.06, -0.06..0.06).prop_map(|(at, north, east)| shifted(TOWNS[at], north, east))
}

fn at((north, east): (f64, f64)) -> String {
    format!("{north},{east}")
}

/// A point so many degrees farther north and east, to five decimals.
fn shifted(point: (f64, f64), north: f64, east: f64) -> (f64, f64) {
    let five = |degrees: f64| (degrees * 1e5).round() / 1e5;
    (five(point.0 + north), five(point.1 + east))
}

/// Metres on a sphere, worked out apart from the model.
fn metres(a: (f64, f64), b: (f64, f64)) -> f64 {
    let vector = |(north, east): (f64, f64)| {
        let (north, east) = (north.to_radians(), east.to_radians());
        [libm::cos(north) * libm::cos(east), libm::cos(north) * libm::sin(east), libm::sin(north)]
    };
    let (a, b) = (vector(a), vector(b));
    let chord: f64 = (0..3).map(|i| (a[i] - b[i]) * (a[i] - b[i])).sum::<f64>().sqrt();
    2.0 * libm::asin(chord / 2.0) * 6_371_008.8
}

/// Google's algorithm, the other way round.
fn decoded(line: &str) -> Vec<(f64, f64)> {
    let (mut values, mut bits, mut shift) = (Vec::new(), 0_i64, 0);
    for byte in line.bytes().map(|byte| i64::from(byte) - 63) {
        bits |= (byte & 0x1F) << shift;
        shift += 5;
        if byte < 0x20 {
            values.push(if bits & 1 == 1 { !(bits >> 1) } else { bits >> 1 });
            (bits, shift) = (0, 0);
        }
    }
    let (mut north, mut east) = (0, 0);
    let next = |pair: &[i64]| {
        (north, east) = (north + pair[0], east + pair[1]);
        (north as f64 / 1e5, east as f64 / 1e5)
    };
    values.chunks(2).map(next).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn an_address_leads_back_to_its_house(point in points()) {
        let mut bench = Bench::new(3);
        let found = ok(&mut bench, "reverseGeocode", json!({"location": at(point), "radius": 5000}));
        let house = &found["address"];
        prop_assert!(house.is_object(), "{found}");
        let there = (num(&house["latitude"]), num(&house["longitude"]));
        prop_assert!((metres(point, there) - num(&house["distance"])).abs() <= 5.0 + 0.01 * num(&house["distance"]));
        let again = ok(&mut bench, "geocode", json!({"address": house["formattedAddress"], "limit": 1}));
        let mut same = house.clone();
        same.as_object_mut().unwrap().remove("distance");
        prop_assert_eq!(&again["results"][0], &same);
        let back = ok(&mut bench, "reverseGeocode", json!({"location": at(there), "radius": 1}));
        prop_assert_eq!((&back["address"]["formattedAddress"], &back["address"]["distance"]), (&house["formattedAddress"], &json!(0)));
    }

    #[test]
    fn no_house_in_the_neighbourhood_is_nearer_than_the_nearest(point in points(), north in -0.001..0.001, east in -0.001..0.001) {
        let mut bench = Bench::new(3);
        let ask = |bench: &mut Bench, point: (f64, f64)| ok(bench, "reverseGeocode", json!({"location": at(point), "radius": 5000}))["address"].clone();
        let nearest = ask(&mut bench, point);
        let other = ask(&mut bench, shifted(point, north, east));
        let there = (num(&other["latitude"]), num(&other["longitude"]));
        prop_assert!(metres(point, there) >= num(&nearest["distance"]) - 1.5, "{nearest} {other}");
    }

    #[test]
    fn a_smaller_radius_finds_the_same_house_or_none(point in points(), radius in 1..2000) {
        let mut bench = Bench::new(3);
        let ask = |bench: &mut Bench, radius: i32| ok(bench, "reverseGeocode", json!({"location": at(point), "radius": radius}))["address"].clone();
        let (wide, narrow) = (ask(&mut bench, 5000), ask(&mut bench, radius));
        if narrow.is_null() {
            prop_assert!(num(&wide["distance"]) >= f64::from(radius) - 0.51);
        } else {
            prop_assert_eq!(&narrow, &wide);
            prop_assert!(num(&narrow["distance"]) <= f64::from(radius));
        }
    }

    #[test]
    fn a_route_joins_up_and_is_no_shorter_than_the_air(from in points(), north in -0.05..0.05, east in -0.05..0.05, vehicle in prop::sample::select(&["car", "bike", "foot"][..])) {
        let mut bench = Bench::new(3);
        let to = shifted(from, north, east);
        let ask = |bench: &mut Bench, from, to, encoded: bool| ok(bench, "getRoute", json!({"start": at(from), "end": at(to), "vehicle": vehicle, "points_encoded": encoded}))["paths"][0].clone();
        let there = json!({"start": at(from), "end": at(to), "vehicle": vehicle});
        let first = bench.call("maps-routing/getRoute", there);
        if !first.is_ok() {
            // An end may lie in open country: then no route begins there either.
            prop_assert_eq!(&first.body["code"], "no_road_near");
            let mut lost = |point| {
                let same = json!({"start": at(point), "end": at(point), "vehicle": vehicle});
                bench.call("maps-routing/getRoute", same).body["code"] == "no_road_near"
            };
            prop_assert!(lost(from) || lost(to), "{}", first.body);
            return Ok(());
        }
        let path = ask(&mut bench, from, to, false);
        let steps = items(&path["instructions"]);
        let line: Vec<(f64, f64)> = items(&path["points"]).iter().map(|point| (num(&point[1]), num(&point[0]))).collect();
        // The sums of the steps are the whole, and each step begins where the last one ended.
        let tenths: f64 = steps.iter().map(|step| (num(&step["distance"]) * 10.0).round()).sum();
        prop_assert_eq!(tenths, (num(&path["distance"]) * 10.0).round());
        prop_assert_eq!(steps.iter().map(|step| num(&step["time"])).sum::<f64>(), num(&path["time"]));
        prop_assert!(steps.windows(2).all(|pair| pair[0]["interval"][1] == pair[1]["interval"][0]));
        prop_assert_eq!(&steps[0]["interval"][0], &json!(0));
        prop_assert_eq!(&steps[steps.len() - 1]["interval"], &json!([line.len() - 1, line.len() - 1]));
        // The line is as long as is said, unless main roads wind.
        let along: f64 = line.windows(2).map(|pair| metres(pair[0], pair[1])).sum();
        prop_assert!(num(&path["distance"]) >= along - 2.0);
        let off: f64 = items(&path["access_distance"]).iter().map(num).sum();
        prop_assert!(num(&path["distance"]) + off + 2.0 >= metres(from, to));
        for (end, point) in [(0, line[0]), (1, line[line.len() - 1])] {
            prop_assert_eq!(&path["snapped_waypoints"][end], &json!([point.1, point.0]));
        }
        let encoded = ask(&mut bench, from, to, true);
        let same = decoded(text(&encoded["points"]));
        prop_assert!(same.len() == line.len() && same.iter().zip(&line).all(|(a, b)| metres(*a, *b) < 0.01));
        let back = ask(&mut bench, to, from, true);
        prop_assert_eq!((&back["distance"], &back["time"]), (&path["distance"], &path["time"]));
    }

    #[test]
    fn nobody_is_slower_than_on_foot(from in points(), north in -0.2..0.2, east in -0.2..0.2) {
        let mut bench = Bench::new(3);
        let to = shifted(from, north, east);
        let mut ask = |vehicle: &str| {
            let outcome = bench.call("maps-routing/getRoute", json!({"start": at(from), "end": at(to), "vehicle": vehicle}));
            outcome.is_ok().then(|| num(&outcome.body["paths"][0]["time"]))
        };
        let (car, bike, foot) = (ask("car"), ask("bike"), ask("foot"));
        prop_assert_eq!(car.is_some(), foot.is_some());
        if let (Some(car), Some(bike), Some(foot)) = (car, bike, foot) {
            prop_assert!(car <= foot + 50.0 && bike <= foot + 50.0, "{car} {bike} {foot}");
        }
    }

    #[test]
    fn traffic_sensors_show_what_the_city_shows(seed: u64, town in prop::sample::select(&["Utrecht", "Ottawa", "Leeds", "Nairobi"][..]), hour in 0..24) {
        let clock = format!("2026-03-04T{hour:02}:20:00Z");
        let mut bench = Bench::new(seed).at(&clock, "UTC");
        let city = bench.ok("urban-environment/accessCityDataFromAnywhere", json!({"apiKey": "DEMO-KEY", "city": town, "dataType": "traffic"}));
        for reading in items(&city["readings"]) {
            let (north, east) = (num(&reading["latitude"]), num(&reading["longitude"]));
            let bbox = format!("{},{},{},{}", north - 0.001, east - 0.001, north + 0.001, east + 0.001);
            let seen = ok(&mut bench, "getTrafficInfo", json!({"bbox": bbox, "time_interval": 900}));
            let same = items(&seen["sensors"]).iter().find(|sensor| sensor["sensorId"] == reading["sensorId"]);
            let same = same.unwrap_or_else(|| panic!("{reading} is not in {seen}"));
            prop_assert_eq!(same["vehiclesPerHour"].as_f64(), reading["value"].as_f64());
            if let Some(count) = same["vehicles"].as_f64() {
                prop_assert!((count - num(&reading["value"]) / 4.0).abs() <= 0.51);
            }
        }
    }

    #[test]
    fn a_box_holds_what_boxes_in_it_hold_and_speeds_fit_together(seed: u64, point in points(), hour in 0..24, size in 0.01..0.03) {
        let clock = format!("2026-03-04T{hour:02}:20:00Z");
        let mut bench = Bench::new(seed).at(&clock, "UTC");
        let mut ask = |size: f64| ok(&mut bench, "getTrafficInfo", json!({"bbox": format!("{},{},{},{}", point.0 - size, point.1 - size, point.0 + size, point.1 + size)}));
        let (small, large) = (ask(size), ask(size * 2.0));
        prop_assert!(num(&small["totalSegments"]) <= num(&large["totalSegments"]));
        if num(&large["totalSegments"]) <= 50.0 {
            prop_assert!(items(&small["segments"]).iter().all(|segment| items(&large["segments"]).contains(segment)));
        }
        let listed = items(&small["segments"]);
        prop_assert_eq!(listed.len() as f64, num(&small["totalSegments"]).min(50.0));
        let share = |segment: &Value| num(&segment["currentSpeed"]) / num(&segment["freeFlowSpeed"]);
        prop_assert!(listed.windows(2).all(|pair| share(&pair[0]) <= share(&pair[1]) + 0.003));
        for segment in listed {
            prop_assert!(share(segment) <= 1.0 && num(&segment["currentSpeed"]) > 5.0);
            let seconds = num(&segment["length"]) / num(&segment["currentSpeed"]) * 3.6;
            prop_assert!((num(&segment["travelTime"]) - seconds).abs() <= 2.0);
        }
    }

    #[test]
    fn both_ways_to_ask_for_an_address_agree(point in points(), radius in 1..1500) {
        let mut bench = Bench::new(3);
        let one = ok(&mut bench, "reverseGeocode", json!({"location": at(point), "radius": radius}));
        let turned = format!("{},{}", point.1, point.0);
        let other = ok(&mut bench, "LatLonToLocation", json!({"location": turned, "radius": radius, "language": "en"}));
        prop_assert_eq!(&one["address"], &other["address"]);
        if one["address"].is_object() {
            prop_assert_eq!(&one["address"]["city"], &other["town"]["nameEnglish"]);
            prop_assert_eq!(&one["address"]["country"], &other["town"]["country"]);
        }
    }

    #[test]
    fn places_of_interest_are_found_by_their_address_and_by_their_own_tools(seed: u64, at_town in 0..TOWNS.len()) {
        let mut bench = Bench::new(seed);
        let (north, east) = TOWNS[at_town];
        let around = ok(&mut bench, "LatLonToLocation", json!({"location": format!("{east},{north}"), "radius": 1500, "language": "en"}));
        let sites = items(&around["placesOfInterest"]);
        let far: Vec<f64> = sites.iter().map(|site| num(&site["distance"])).collect();
        prop_assert!(far.is_sorted() && far.iter().all(|metres| *metres <= 1500.0));
        for site in sites.iter().take(6) {
            let found = ok(&mut bench, "geocode", json!({"address": site["address"]}));
            let same = items(&found["results"]).iter().find(|row| row["id"] == site["id"]);
            prop_assert!(same.is_some(), "{site} {found}");
        }
        let pubs = bench.ok("beer-venues/discoverLocalVenues", json!({"location": at((north, east)), "radius": 1}));
        for venue in items(&pubs["venues"]).iter().take(3) {
            let here = at((num(&venue["latitude"]), num(&venue["longitude"])));
            let house = ok(&mut bench, "reverseGeocode", json!({"location": here, "radius": 5}));
            prop_assert!(text(&house["address"]["formattedAddress"]).starts_with(text(&venue["address"])), "{venue} {house}");
        }
    }
}

#[test]
fn every_town_is_where_the_gazetteer_has_it_and_limits_only_cut() {
    let mut bench = Bench::new(1);
    for town in ["Utrecht", "Springfield", "Tokyo", "北京", "Paris, Texas", "São Paulo"] {
        let all = ok(&mut bench, "geocode", json!({"address": town, "limit": 50}));
        let one = ok(&mut bench, "geocode", json!({"address": town, "limit": 1}));
        assert_eq!(items(&all["results"])[..1], items(&one["results"])[..], "{town}");
        for row in items(&all["results"]) {
            let again = ok(&mut bench, "geocode", json!({"address": row["formattedAddress"], "limit": 1}));
            assert_eq!(&again["results"][0], row, "{town}");
        }
    }
}

#[test]
fn stations_and_airports_stand_where_their_own_tools_put_them() {
    let mut bench = Bench::new(1);
    for (name, kind, id) in
        [("Utrecht Centraal", "train_station", "ut"), ("AMS", "airport", "AMS"), ("YOW", "airport", "YOW")]
    {
        let found = ok(&mut bench, "geocode", json!({"address": name}));
        assert_eq!((&found["results"][0]["type"], &found["results"][0]["id"]), (&json!(kind), &json!(id)), "{found}");
    }
}

#[test]
fn what_is_not_there_is_empty_and_what_is_misspelt_is_suggested() {
    let mut bench = Bench::new(1);
    let long = "x".repeat(300);
    for odd in ["🍎", "شارع", "Qqqqqq 12, Zzzzzz", long.as_str(), "91,0", ","] {
        let found = ok(&mut bench, "geocode", json!({"address": odd}));
        assert_eq!(found["results"], json!([]), "{odd}");
    }
    let house = ok(&mut bench, "reverseGeocode", json!({"location": "52.0908,5.1222"}))["address"].clone();
    let misspelt = format!("{}x 3, Utrecht", text(&house["street"]));
    let found = ok(&mut bench, "geocode", json!({"address": misspelt}));
    let hint = items(&found["suggestions"])[0].clone();
    let right = ok(&mut bench, "geocode", json!({"address": hint}));
    assert_eq!(right["results"][0]["street"], house["street"]);
    assert_eq!(right["results"][0]["houseNumber"], "3");
    let sea = ok(&mut bench, "LatLonToLocation", json!({"location": "-30,0"}));
    assert_eq!((&sea["town"], &sea["address"], &sea["placesOfInterest"]), (&Value::Null, &Value::Null, &json!([])));
}

#[test]
fn impossible_routes_and_boxes_are_refused() {
    let mut bench = Bench::new(1);
    for (start, end, status, code) in [
        ("95,5", "52,5", 422, "bad_coordinates"),
        ("0,-30", "52.09,5.12", 404, "no_road_near"),
        ("52.09,5.12", "0,-30", 404, "no_road_near"),
        ("21.3069,-157.8583", "34.0522,-118.2437", 404, "no_route"),
    ] {
        assert_eq!(refused(&mut bench, "getRoute", json!({"start": start, "end": end})), (status, code.to_owned()));
    }
    for (bbox, code) in [("52.1,5,52,5.1", "bad_bbox"), ("-91,5,52,5.1", "bad_bbox"), ("51,4,53,6", "area_too_large")] {
        assert_eq!(refused(&mut bench, "getTrafficInfo", json!({"bbox": bbox})), (422, code.to_owned()));
    }
}

#[test]
fn a_long_drive_leads_over_main_roads_and_instructions_speak_four_languages() {
    let mut bench = Bench::new(1);
    let ask = |bench: &mut Bench, locale: &str| {
        ok(bench, "getRoute", json!({"start": "52.0908,5.1222", "end": "41.3888,2.159", "locale": locale}))
    };
    let english = ask(&mut bench, "en");
    let path = &english["paths"][0];
    let km = num(&path["distance"]) / 1000.0;
    assert!((1250.0..1750.0).contains(&km), "{km} km from Utrecht to Barcelona");
    assert!((11.0..24.0).contains(&(num(&path["time"]) / 3.6e6)));
    // The first main road leads away from the start, and on the way back the last one leads to it.
    let towards = |path: &Value| -> Vec<String> {
        let texts = items(&path["instructions"]).iter().map(|step| text(&step["text"]).to_owned());
        texts.filter_map(|text| text.split_once(" towards ").map(|(_, town)| town.to_owned())).collect()
    };
    let back = ok(&mut bench, "getRoute", json!({"start": "41.3888,2.159", "end": "52.0908,5.1222"}));
    let (there, back) = (towards(path), towards(&back["paths"][0]));
    assert!(there.first().is_some_and(|town| town != "Utrecht") && back.last().is_some_and(|town| town == "Utrecht"));
    for (locale, last) in [("de", "Ziel erreicht"), ("fr", "Arrivée à destination"), ("zh", "到达目的地")] {
        let other = ask(&mut bench, locale);
        let (path, steps) = (&other["paths"][0], items(&other["paths"][0]["instructions"]));
        assert_eq!(
            (&path["distance"], &path["time"]),
            (&english["paths"][0]["distance"], &english["paths"][0]["time"])
        );
        assert_eq!(steps[steps.len() - 1]["text"], last);
    }
}
