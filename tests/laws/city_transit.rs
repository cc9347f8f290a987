//! Laws of `city-transit`: one timetable behind stops, schedules, journeys and disruptions.

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::bench::{Bench, items};

const SET: &str = "city-transit";

const TOWNS: [(f64, f64); 8] = [
    (45.41117, -75.69812),
    (52.09083, 5.12222),
    (35.6895, 139.69171),
    (-33.86785, 151.20732),
    (51.50853, -0.12574),
    (-1.28333, 36.81667),
    (53.79648, -1.54785),
    (19.42847, -99.12766),
];

fn ok(bench: &mut Bench, tool: &str, arguments: Value) -> Value {
    bench.ok(&format!("{SET}/{tool}"), arguments)
}

fn refused(bench: &mut Bench, tool: &str, arguments: Value) -> (u16, String, Value) {
    bench.refused(&format!("{SET}/{tool}"), arguments)
}

fn num(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("{value} is no text"))
}

/// Minutes since midnight of `HH:MM`, which may stand behind a date.
fn minute(value: &Value) -> i32 {
    let (hour, minute) = text(value).rsplit('T').next().unwrap().split_once(':').unwrap();
    hour.parse::<i32>().unwrap() * 60 + minute.parse::<i32>().unwrap()
}

/// A town, and two points in its middle.
fn trips() -> impl Strategy<Value = ((f64, f64), (f64, f64))> {
    let off = || -0.015..0.015;
    (0..TOWNS.len(), off(), off(), off(), off()).prop_map(|(at, a, b, c, d)| {
        let five = |degrees: f64| (degrees * 1e5).round() / 1e5;
        let point = |north, east| (five(TOWNS[at].0 + north), five(TOWNS[at].1 + east));
        (point(a, b), point(c, d))
    })
}

/// Working days, weekends and a public holiday, at all hours.
fn clocks() -> impl Strategy<Value = String> {
    (prop::sample::select(&["2026-03-03", "2026-03-07", "2026-03-08", "2026-12-25"][..]), 0..24, 0..60)
        .prop_map(|(day, hour, minute)| format!("{day}T{hour:02}:{minute:02}:00Z"))
}

fn place((north, east): (f64, f64)) -> Value {
    json!({"latitude": north, "longitude": east})
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn stations_come_by_distance_and_a_wider_circle_begins_alike(point in trips(), radius in 100..2000) {
        let mut bench = Bench::new(1);
        let mut ask = |radius: i32| ok(&mut bench, "getNearbyStations", json!({"latitude": point.0.0, "longitude": point.0.1, "radius": radius}));
        let (narrow, wide) = (ask(radius), ask(radius + 700));
        let far: Vec<f64> = items(&narrow["stations"]).iter().map(|station| num(&station["distance"])).collect();
        prop_assert!(far.is_sorted() && far.iter().all(|metres| *metres <= f64::from(radius)));
        let same = items(&narrow["stations"]).len();
        prop_assert_eq!(&items(&wide["stations"])[..same], items(&narrow["stations"]));
        prop_assert!(num(&narrow["total"]) <= num(&wide["total"]));
    }

    #[test]
    fn every_line_of_a_station_has_a_timetable_that_calls_there(seed: u64, clock in clocks(), at in 0..TOWNS.len()) {
        let mut bench = Bench::new(seed).at(&clock, "UTC");
        let near = ok(&mut bench, "getNearbyStations", json!({"latitude": TOWNS[at].0, "longitude": TOWNS[at].1, "radius": 900}));
        for station in items(&near["stations"]).iter().take(2) {
            for route in items(&station["routes"]) {
                let there = ok(&mut bench, "getRealTimeSchedule", json!({"routeId": route["routeId"], "direction": route["directions"][0]["direction"]}));
                let back = ok(&mut bench, "getRealTimeSchedule", json!({"routeId": route["routeId"], "direction": route["directions"][1]["destination"]}));
                prop_assert_eq!(&there["destination"], &route["directions"][0]["destination"]);
                prop_assert_eq!(&back["direction"], &route["directions"][1]["direction"]);
                prop_assert_eq!(&there["route"]["routeId"], &route["routeId"]);
                let ids = |answer: &Value| items(&answer["stops"]).iter().map(|stop| text(&stop["stopId"]).to_owned()).collect::<Vec<_>>();
                let mut reversed = ids(&back);
                reversed.reverse();
                prop_assert_eq!(&ids(&there), &reversed);
                prop_assert!(reversed.contains(&text(&station["stopId"]).to_owned()));
            }
        }
    }

    #[test]
    fn a_schedule_fits_together(seed: u64, clock in clocks(), line in prop::sample::select(&["1", "2", "utrecht-1", "utrecht-2", "leeds-1", "tokyo-2"][..]), day in prop::sample::select(&["Weekday", "Saturday", "Sunday"][..])) {
        let mut bench = Bench::new(seed).at(&clock, "UTC");
        let told = ok(&mut bench, "getRealTimeSchedule", json!({"routeId": line, "dayOfWeek": day}));
        prop_assert_eq!(&told["dayOfWeek"], day);
        let minutes: Vec<i32> = items(&told["stops"]).iter().map(|stop| num(&stop["minutesFromStart"]) as i32).collect();
        prop_assert!(minutes.windows(2).all(|pair| pair[0] < pair[1]));
        for trip in items(&told["trips"]) {
            let leaves = minute(&trip["departure"]);
            let times: Vec<i32> = items(&trip["stopTimes"]).iter().map(|time| (minute(time) - leaves).rem_euclid(1440)).collect();
            prop_assert_eq!(&times, &minutes);
            prop_assert_eq!(&trip["arrival"], &trip["stopTimes"][minutes.len() - 1]);
            let late = trip["delayMinutes"].as_i64();
            let expected = late.map(|late| (leaves + late as i32).rem_euclid(1440));
            prop_assert_eq!(expected, trip["expectedDeparture"].as_str().map(|_| minute(&trip["expectedDeparture"])));
            let status = match late { _ if trip["status"] == "cancelled" => "cancelled", None => "scheduled", Some(0) => "on_time", Some(_) => "delayed" };
            prop_assert_eq!(text(&trip["status"]), status);
        }
    }

    #[test]
    fn disruptions_are_told_alike_and_show_in_the_schedule(seed: u64, clock in clocks(), line in prop::sample::select(&["1", "2", "utrecht-1", "utrecht-14", "leeds-2"][..])) {
        let mut bench = Bench::new(seed).at(&clock, "UTC");
        for day in ["Weekday", "Saturday", "Sunday"] {
            let schedule = ok(&mut bench, "getRealTimeSchedule", json!({"routeId": line, "dayOfWeek": day}));
            let told = ok(&mut bench, "getServiceDisruptions", json!({"routeId": line, "date": schedule["date"]}));
            prop_assert_eq!(&told["disruptions"], &schedule["disruptions"]);
            let all = ok(&mut bench, "getServiceDisruptions", json!({"routeId": told["city"], "date": schedule["date"]}));
            prop_assert!(items(&told["disruptions"]).iter().all(|one| items(&all["disruptions"]).contains(one)));
            for one in items(&told["disruptions"]) {
                let (from, to) = (text(&one["from"]), text(&one["to"]));
                for trip in items(&schedule["trips"]) {
                    let leaves = format!("{}T{}", text(&schedule["date"]), text(&trip["departure"]));
                    if one["effect"] == "suspended" && from <= leaves.as_str() && leaves.as_str() < to {
                        prop_assert_eq!(&trip["status"], "cancelled");
                    }
                    if let (Some(more), Some(late)) = (one["delayMinutes"].as_i64(), trip["delayMinutes"].as_i64()) {
                        let hit = from <= leaves.as_str() && leaves.as_str() < to;
                        prop_assert!(!hit || late >= more);
                    }
                }
                if one["effect"] == "stop_closed" {
                    let closed = items(&schedule["stops"]).iter().find(|stop| stop["stopId"] == one["closedStop"]["stopId"]);
                    prop_assert_eq!(&closed.unwrap()["closed"], true);
                }
            }
        }
    }

    #[test]
    fn a_journey_joins_up_and_keeps_to_the_timetable(seed: u64, clock in clocks(), (from, to) in trips(), few: bool, near: bool) {
        let mut bench = Bench::new(seed).at(&clock, "UTC");
        let plan = ok(&mut bench, "planTrip", json!({"startLocation": place(from), "endLocation": place(to), "preferences": {"leastTransfers": few, "leastWalking": near}}));
        let start = format!("{}T{}", text(&plan["date"]), text(&plan["departAfter"]));
        for journey in items(&plan["itineraries"]) {
            let legs = items(&journey["legs"]);
            prop_assert!(text(&journey["departure"]) >= start.as_str());
            prop_assert!(text(&journey["arrival"]) > text(&journey["departure"]));
            prop_assert_eq!((&legs[0]["departure"], &legs[legs.len() - 1]["arrival"]), (&journey["departure"], &journey["arrival"]));
            for pair in legs.windows(2) {
                prop_assert!(text(&pair[0]["arrival"]) <= text(&pair[1]["departure"]));
                prop_assert_eq!(&pair[0]["to"], &pair[1]["from"]);
            }
            let walked: f64 = legs.iter().filter(|leg| leg["mode"] == "walk").map(|leg| num(&leg["distanceMeters"])).sum();
            prop_assert_eq!(walked, num(&journey["walkingMeters"]));
            let rides: Vec<&Value> = legs.iter().filter(|leg| leg["mode"] != "walk").collect();
            prop_assert_eq!(rides.len().saturating_sub(1) as f64, num(&journey["transfers"]));
            for ride in rides {
                let late = ride["delayMinutes"].as_i64().unwrap_or(0) as i32;
                prop_assert_eq!(minute(&ride["departure"]), (minute(&ride["scheduledDeparture"]) + late).rem_euclid(1440));
                prop_assert_ne!(&ride["status"], "cancelled");
                for day in ["Weekday", "Saturday", "Sunday"] {
                    let told = ok(&mut bench, "getRealTimeSchedule", json!({"routeId": ride["route"]["routeId"], "direction": ride["direction"], "dayOfWeek": day}));
                    let place = |id: &Value| items(&told["stops"]).iter().position(|stop| stop["stopId"] == *id).unwrap();
                    let (board, leave) = (place(&ride["from"]["stopId"]), place(&ride["to"]["stopId"]));
                    prop_assert_eq!((leave - board) as f64, num(&ride["stops"]));
                    let Some(trip) = items(&told["trips"]).iter().find(|trip| trip["tripId"] == ride["tripId"]) else { continue };
                    prop_assert_eq!(&trip["stopTimes"][board], &ride["scheduledDeparture"]);
                    prop_assert_eq!(&trip["stopTimes"][leave], &ride["scheduledArrival"]);
                    prop_assert_eq!((&trip["status"], &trip["delayMinutes"]), (&ride["status"], &ride["delayMinutes"]));
                }
            }
        }
    }

    #[test]
    fn who_wants_fewer_changes_has_no_more_of_them(seed: u64, clock in clocks(), (from, to) in trips(), near: bool) {
        let mut bench = Bench::new(seed).at(&clock, "UTC");
        let mut best = |few: bool, near: bool| {
            let plan = ok(&mut bench, "planTrip", json!({"startLocation": place(from), "endLocation": place(to), "preferences": {"leastTransfers": few, "leastWalking": near}}));
            (num(&plan["itineraries"][0]["transfers"]), num(&plan["itineraries"][0]["walkingMeters"]))
        };
        prop_assert!(best(true, near).0 <= best(false, near).0);
        prop_assert!(best(near, true).1 <= best(near, false).1);
    }
}

#[test]
fn a_holiday_runs_as_a_sunday() {
    let mut bench = Bench::new(1).at("2026-12-25T15:00:00Z", "UTC");
    let told = ok(&mut bench, "getRealTimeSchedule", json!({"routeId": "1", "dayOfWeek": "Sunday"}));
    assert_eq!((&told["date"], &told["realTime"]), (&json!("2026-12-25"), &json!(true)));
    let other = ok(&mut bench, "getRealTimeSchedule", json!({"routeId": "1"}));
    assert_eq!(other["realTime"], false);
}

#[test]
fn a_stop_at_a_railway_station_is_known_to_the_trains() {
    let mut bench = Bench::new(1);
    let near = ok(&mut bench, "getNearbyStations", json!({"latitude": 52.0889, "longitude": 5.1103, "radius": 600}));
    let stop =
        items(&near["stations"]).iter().find(|stop| stop["trainStation"].is_string()).expect("a stop at the station");
    assert_eq!((&stop["name"], &stop["trainStation"]), (&json!("Utrecht Centraal"), &json!("ut")));
    bench.ok("train-booking/getRealTimeTrainSchedule", json!({"station": stop["trainStation"]}));
}

#[test]
fn a_time_that_is_past_means_tomorrow() {
    let mut bench = Bench::new(1).at("2026-03-03T15:00:00Z", "UTC");
    let mut ask = |time: &str| {
        let call =
            json!({"startLocation": place(TOWNS[0]), "endLocation": place((45.435, -75.67)), "departureTime": time});
        ok(&mut bench, "planTrip", call)["date"].clone()
    };
    // It is ten in the morning in Ottawa.
    assert_eq!(
        (ask("09:59"), ask("10:00"), ask("23:00")),
        (json!("2026-03-04"), json!("2026-03-03"), json!("2026-03-03"))
    );
}

#[test]
fn refusals_help() {
    let mut bench = Bench::new(1);
    let (status, code, body) = refused(&mut bench, "getRealTimeSchedule", json!({"routeId": "utrecht-9999"}));
    assert_eq!((status, code.as_str()), (404, "unknown_route"));
    ok(&mut bench, "getRealTimeSchedule", json!({"routeId": body["suggestions"][0]}));
    let (status, code, body) =
        refused(&mut bench, "getRealTimeSchedule", json!({"routeId": "1", "direction": "Eastbound"}));
    assert_eq!((status, code.as_str()), (422, "unknown_direction"));
    ok(&mut bench, "getRealTimeSchedule", json!({"routeId": "1", "direction": body["suggestions"][1]}));
    for odd in ["🚌", "باص", "Qqqqqq 3", "x"] {
        assert_eq!(refused(&mut bench, "getServiceDisruptions", json!({"routeId": odd})).1, "unknown_city", "{odd}");
    }
    let far = json!({"startLocation": place(TOWNS[1]), "endLocation": place((52.374, 4.8897))});
    assert_eq!(refused(&mut bench, "planTrip", far).1, "no_connection");
    let sea = json!({"startLocation": place((0.0, -30.0)), "endLocation": place(TOWNS[1])});
    assert_eq!(refused(&mut bench, "planTrip", sea).1, "no_stop_near");
    let half = json!({"startLocation": {"latitude": 1}, "endLocation": place(TOWNS[1])});
    assert_eq!(refused(&mut bench, "planTrip", half).1, "missing_coordinates");
    let none = ok(&mut bench, "getNearbyStations", json!({"latitude": 0, "longitude": -30}));
    assert_eq!((&none["total"], &none["stations"]), (&json!(0), &json!([])));
}
