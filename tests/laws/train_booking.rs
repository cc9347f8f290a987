//! Laws of `train-booking`: one timetable and one set of seats, seen through six tools.

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::bench::{Bench, items, word};

const SET: &str = "train-booking";

/// Codes of stations of every size and corner of the network.
const STATIONS: [&str; 24] = [
    "ut", "asd", "rtd", "gvc", "ehv", "shl", "gn", "mt", "zl", "ah", "bd", "hlm", "es", "lw", "vs", "hdr", "dt", "gd",
    "brn", "ww", "stv", "co", "tl", "ekz",
];

fn ok(bench: &mut Bench, tool: &str, arguments: Value) -> Value {
    bench.ok(&format!("{SET}/{tool}"), arguments)
}

fn refused(bench: &mut Bench, tool: &str, arguments: Value) -> (u16, String, Value) {
    bench.refused(&format!("{SET}/{tool}"), arguments)
}

fn int(value: &Value) -> i64 {
    value.as_i64().expect("an integer")
}

/// Minutes since midnight.
fn minutes(time: &Value) -> i64 {
    let (hour, minute) = word(time).split_once(':').expect("a time");
    hour.parse::<i64>().unwrap() * 60 + minute.parse::<i64>().unwrap()
}

fn in_amsterdam(seed: u64, day: &str, time: &str) -> Bench {
    let offset = if ("2026-03-29".."2026-10-25").contains(&day) { "+02:00" } else { "+01:00" };
    Bench::new(seed).at(&format!("{day}T{time}:00{offset}"), "Europe/Amsterdam")
}

fn tickets(bench: &mut Bench, from: &str, to: &str, day: &str, time: &str) -> Value {
    let asked = json!({"starting_station": from, "destination_station": to, "date": day, "time": time});
    ok(bench, "getTrainTickets", asked)
}

/// The first journey without a change that can be booked.
fn direct_leg(bench: &mut Bench, from: &str, to: &str, day: &str, time: &str) -> Value {
    let found = tickets(bench, from, to, day, time);
    let mut open = items(&found["journeys"]).iter().filter(|j| j["changes"] == 0 && j["bookable"] == true);
    open.next().expect("a direct train").clone()["legs"][0].clone()
}

fn of_class<'v>(rows: &'v Value, class: &str) -> &'v Value {
    items(rows).iter().find(|row| row["seat_level"] == class).expect("the class")
}

fn station() -> impl Strategy<Value = &'static str> {
    prop::sample::select(&STATIONS[..])
}

/// Days that the timetable of 2 March 2026 covers and on which tickets are sold.
fn day() -> impl Strategy<Value = String> {
    (1..=28_u32).prop_map(|day| format!("2026-03-{day:02}")).prop_filter("not over yet", |d| d.as_str() >= "2026-03-02")
}

fn time() -> impl Strategy<Value = String> {
    (5..=22, 0..=59).prop_map(|(hour, minute)| format!("{hour:02}:{minute:02}"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn journeys_lead_where_they_should(seed: u64, from in station(), to in station(), day in day(), time in time()) {
        prop_assume!(from != to);
        let mut bench = in_amsterdam(seed, "2026-03-02", "00:00");
        let answer = tickets(&mut bench, from, to, &day, &time);
        let journeys = items(&answer["journeys"]);
        for journey in journeys {
            let legs = items(&journey["legs"]);
            prop_assert_eq!(&legs[0]["from"], &answer["from"]["name"]);
            prop_assert_eq!(&legs[legs.len() - 1]["to"], &answer["to"]["name"]);
            prop_assert_eq!(int(&journey["changes"]), legs.len() as i64 - 1);
            prop_assert!(word(&journey["departure"]) >= time.as_str() && journey["departure_date"] == day.as_str());
            prop_assert!(int(&journey["duration_minutes"]) < 420);
            for pair in legs.windows(2) {
                prop_assert_eq!(&pair[0]["to"], &pair[1]["from"]);
                let wait = (minutes(&pair[1]["departure"]) - minutes(&pair[0]["arrival"])).rem_euclid(1440);
                let about = ok(&mut bench, "getStationInformation", json!({"station": pair[0]["to"]}));
                prop_assert!(wait >= int(&about["minimum_change_minutes"]) && wait <= 90, "{} minutes to change", wait);
            }
            for fare in items(&journey["fares"]) {
                let class = word(&fare["seat_level"]);
                let sum: f64 = legs.iter().map(|leg| of_class(&leg["fares"], class)["price"].as_f64().unwrap()).sum();
                prop_assert!((sum - fare["price"].as_f64().unwrap()).abs() < 1e-9);
            }
        }
        let times: Vec<&str> = journeys.iter().map(|j| word(&j["departure"])).collect();
        prop_assert!(times.is_sorted());
    }

    #[test]
    fn a_leg_is_the_same_train_in_every_view(seed: u64, from in station(), to in station(), day in day(), time in time()) {
        prop_assume!(from != to);
        let mut bench = in_amsterdam(seed, "2026-03-02", "00:00");
        for journey in items(&tickets(&mut bench, from, to, &day, &time)["journeys"]).iter().take(2) {
            for leg in items(&journey["legs"]) {
                let (at, on) = (&leg["departure"], &leg["departure_date"]);
                let board = ok(&mut bench, "getRealTimeTrainSchedule", json!({"station": leg["from"], "date": on, "time": at}));
                let row = items(&board["departures"]).iter().find(|row| row["train_number"] == leg["train_number"]);
                let row = row.expect("the train is on the board");
                prop_assert_eq!((&row["scheduled"], &row["platform"]), (at, &leg["departure_platform"]));
                prop_assert_eq!((&row["destination"], &row["run_date"]), (&leg["direction"], &leg["run_date"]));
                prop_assert_eq!(&row["delay_minutes"], &leg["delay_minutes"]);
                let run = ok(&mut bench, "checkTrainAvailability", json!({"train_number": leg["train_number"], "date": leg["run_date"]}));
                let stop = items(&run["stops"]).iter().find(|stop| stop["station"] == leg["from"]).expect("it stops there");
                prop_assert_eq!((&stop["departure"], &stop["platform"]), (at, &leg["departure_platform"]));
                let (mut free, mut shown) = (Vec::new(), Vec::new());
                for (class, fare) in items(&run["classes"]).iter().zip(items(&leg["fares"])) {
                    prop_assert_eq!(int(&class["sold"]) + int(&class["available"]), int(&class["capacity"]));
                    free.push((&class["seat_level"], &class["available"], &class["occupancy"]));
                    shown.push((&fare["seat_level"], &fare["available"], &fare["occupancy"]));
                }
                prop_assert_eq!(free, shown);
            }
        }
    }

    #[test]
    fn a_booking_takes_the_seat_that_was_offered(seed: u64, hour in 6..20, first in any::<bool>()) {
        let class = if first { "first_class" } else { "second_class" };
        let mut bench = in_amsterdam(seed, "2026-03-02", "05:00");
        let leg = direct_leg(&mut bench, "ut", "zl", "2026-03-11", &format!("{hour:02}:00"));
        let booked = ok(&mut bench, "bookTrainTickets", json!({"train_id": leg["train_id"], "date": "2026-03-11", "seat_level": class}));
        for (ours, theirs) in [("train_id", "train_id"), ("departure", "departure"), ("arrival", "arrival"), ("departure_platform", "departure_platform")] {
            prop_assert_eq!(&booked[ours], &leg[theirs]);
        }
        prop_assert_eq!(&booked["price"], &of_class(&leg["fares"], class)["price"]);
        let after = direct_leg(&mut bench, "ut", "zl", "2026-03-11", &format!("{hour:02}:00"));
        for other in ["first_class", "second_class"] {
            let (before, now) = (of_class(&leg["fares"], other), of_class(&after["fares"], other));
            prop_assert_eq!(int(&before["available"]) - int(&now["available"]), i64::from(other == class));
        }
        let run = ok(&mut bench, "checkTrainAvailability", json!({"train_number": leg["train_number"], "date": "2026-03-11"}));
        prop_assert_eq!(&of_class(&run["classes"], class)["available"], &of_class(&after["fares"], class)["available"]);
    }

    #[test]
    fn independent_bookings_may_come_in_either_order(seed: u64, hour in 6..20) {
        let mut start = in_amsterdam(seed, "2026-03-02", "05:00");
        let time = format!("{hour:02}:00");
        let (a, b) = (direct_leg(&mut start, "ut", "ehv", "2026-03-12", &time), direct_leg(&mut start, "asd", "rtd", "2026-03-12", &time));
        let call = |leg: &Value| json!({"train_id": leg["train_id"], "date": "2026-03-12", "seat_level": "second_class"});
        let (mut one, mut two) = (start.clone(), start);
        let first = (ok(&mut one, "bookTrainTickets", call(&a)), ok(&mut one, "bookTrainTickets", call(&b)));
        let b_first = ok(&mut two, "bookTrainTickets", call(&b));
        let second = (ok(&mut two, "bookTrainTickets", call(&a)), b_first);
        prop_assert_eq!(first, second);
        prop_assert_eq!(one.state.digest(), two.state.digest());
    }

    #[test]
    fn platforms_of_the_next_hour_are_those_of_the_board(seed: u64, at in station(), day in day(), time in time()) {
        let mut bench = in_amsterdam(seed, &day, &time);
        let board = ok(&mut bench, "getRealTimeTrainSchedule", json!({"station": at}));
        prop_assert_eq!((&board["date"], &board["time"]), (&json!(day), &json!(time)));
        for direction in ["arrivals", "departures"] {
            let next = ok(&mut bench, "getPlatformNumbers", json!({"station": at, "direction": direction}));
            let coming: Vec<_> = items(&board[direction]).iter().filter(|row| word(&row["scheduled"]) >= time.as_str()).collect();
            for (row, other) in coming.iter().zip(items(&next["trains"])) {
                for field in ["train_number", "scheduled", "expected", "delay_minutes", "platform", "status"] {
                    prop_assert_eq!(&row[field], &other[field]);
                }
            }
        }
    }

    #[test]
    fn a_forecast_comes_true_and_the_timetable_does_not_move(seed: u64, at in station(), time in time()) {
        let asked = json!({"station": at, "date": "2026-03-04", "time": time});
        let look = |day: &str, now: &str| ok(&mut in_amsterdam(seed, day, now), "getRealTimeTrainSchedule", asked.clone());
        let (before, during, after) = (look("2026-02-20", "12:00"), look("2026-03-04", &time), look("2026-03-20", "12:00"));
        let rows = |board: &Value, fields: &[&str]| -> Vec<Value> {
            items(&board["departures"]).iter().map(|row| fields.iter().map(|f| row[f].clone()).collect()).collect()
        };
        let planned = ["train_number", "scheduled", "platform", "destination"];
        prop_assert_eq!(rows(&before, &planned), rows(&after, &planned));
        let live = ["train_number", "expected", "delay_minutes", "status", "reason"];
        prop_assert_eq!(rows(&during, &live), rows(&after, &live));
        prop_assert!(items(&before["departures"]).iter().all(|row| row["delay_minutes"].is_null()));
    }
}

#[test]
fn names_and_aliases_mean_their_station() {
    let mut bench = Bench::new(1);
    let pairs =
        [("The Hague Central", "gvc"), ("UTRECHT", "Utrecht Centraal"), ("den bosch", "ht"), ("Schiphol", "shl")];
    for (alias, code) in pairs {
        let [a, b] = [alias, code].map(|name| ok(&mut bench, "getRealTimeTrainSchedule", json!({"station": name})));
        assert_eq!(a, b);
    }
}

#[test]
fn the_same_call_again_is_another_booking_with_another_seat() {
    let mut bench = Bench::new(5);
    let leg = direct_leg(&mut bench, "ut", "asd", "2026-03-10", "11:00");
    let call = json!({"train_id": leg["train_id"], "date": "2026-03-10", "seat_level": "first_class"});
    let mut seen = Vec::new();
    for _ in 0..20 {
        let booked = ok(&mut bench, "bookTrainTickets", call.clone());
        assert!(!seen.contains(&(booked["booking_id"].clone(), booked["seat"].clone())));
        assert!(seen.iter().all(|(_, seat)| *seat != booked["seat"]));
        seen.push((booked["booking_id"].clone(), booked["seat"].clone()));
    }
    assert_eq!(bench.state.rows("train_bookings").count(), 20);
}

#[test]
fn a_class_sells_out_and_the_other_does_not() {
    let mut bench = Bench::new(5);
    let leg = direct_leg(&mut bench, "ut", "rhn", "2026-03-10", "11:00");
    let call = |class: &str| json!({"train_id": leg["train_id"], "date": "2026-03-10", "seat_level": class});
    for _ in 0..int(&of_class(&leg["fares"], "first_class")["available"]) {
        ok(&mut bench, "bookTrainTickets", call("first_class"));
    }
    let before = bench.state.digest();
    let (status, code, body) = refused(&mut bench, "bookTrainTickets", call("first_class"));
    assert_eq!((status, code.as_str()), (409, "sold_out"));
    assert_eq!(bench.state.digest(), before, "a refusal changes nothing");
    let next = word(&body["suggestions"][0]);
    ok(&mut bench, "bookTrainTickets", json!({"train_id": next, "date": "2026-03-10", "seat_level": "first_class"}));
    ok(&mut bench, "bookTrainTickets", call("second_class"));
    let run =
        ok(&mut bench, "checkTrainAvailability", json!({"train_number": leg["train_number"], "date": "2026-03-10"}));
    assert_eq!(of_class(&run["classes"], "first_class")["occupancy"], "full");
}

#[test]
fn a_cancelled_train_is_on_no_journey_and_cannot_be_booked() {
    let mut bench = in_amsterdam(11, "2026-03-02", "23:00");
    let mut cancelled = Vec::new();
    for hour in 6..23 {
        for station in ["ut", "asd", "rtd", "zl"] {
            let asked = json!({"station": station, "time": format!("{hour:02}:00")});
            let board = ok(&mut bench, "getRealTimeTrainSchedule", asked);
            cancelled.extend(items(&board["departures"]).iter().filter(|r| r["status"] == "cancelled").cloned());
        }
    }
    assert!(cancelled.len() >= 3, "{} cancelled", cancelled.len());
    for row in cancelled.iter().take(6) {
        assert!(row["reason"].is_string() && row["expected"].is_null());
        let number = &row["train_number"];
        let run = ok(&mut bench, "checkTrainAvailability", json!({"train_number": number}));
        assert_eq!((&run["status"], &run["reason"]), (&json!("cancelled"), &row["reason"]));
        let found = tickets(&mut bench, word(&row["origin"]), word(&row["destination"]), "2026-03-02", "05:00");
        let legs = items(&found["journeys"]).iter().flat_map(|j| items(&j["legs"]));
        assert!(legs.into_iter().all(|leg| leg["train_number"] != *number));
        let call = json!({"train_id": number.to_string(), "date": "2026-03-02", "seat_level": "second_class"});
        assert_eq!(refused(&mut bench, "bookTrainTickets", call).1, "train_cancelled");
    }
}

#[test]
fn no_train_runs_in_the_hour_that_summer_time_leaves_out() {
    let mut bench = in_amsterdam(12, "2026-03-02", "12:00");
    for station in ["ut", "rtd", "asd", "shl"] {
        let asked = json!({"station": station, "date": "2026-03-29", "time": "02:00"});
        let board = ok(&mut bench, "getRealTimeTrainSchedule", asked);
        let rows = items(&board["arrivals"]).iter().chain(items(&board["departures"]));
        for row in rows.filter(|row| word(&row["scheduled"]).starts_with("02")) {
            assert_eq!(row["status"], "cancelled", "{row}");
        }
    }
    let found = tickets(&mut bench, "rtd", "ut", "2026-03-29", "00:00");
    let legs: Vec<&Value> = items(&found["journeys"]).iter().flat_map(|j| items(&j["legs"])).collect();
    let within = |time: &Value| word(time).starts_with("02");
    assert!(!legs.is_empty() && legs.iter().all(|leg| !within(&leg["departure"]) && !within(&leg["arrival"])));
    let week_before = tickets(&mut bench, "rtd", "ut", "2026-03-22", "00:00");
    let legs = items(&week_before["journeys"]).iter().flat_map(|j| items(&j["legs"]));
    assert!(legs.into_iter().any(|leg| within(&leg["departure"])), "{week_before}");
}

#[test]
fn trains_past_midnight_are_booked_for_the_day_one_gets_in() {
    let mut bench = in_amsterdam(3, "2026-03-02", "12:00");
    let board =
        ok(&mut bench, "getRealTimeTrainSchedule", json!({"station": "ut", "date": "2026-03-05", "time": "23:50"}));
    let late = items(&board["departures"])
        .iter()
        .find(|row| row["date"] == "2026-03-06" && row["origin"] != "Utrecht Centraal");
    let late = late.expect("a train that was on its way at midnight");
    let end = ok(&mut bench, "getStationInformation", json!({"station": late["destination"]}));
    let id = format!("{}-ut-{}", late["train_number"], word(&end["code"]));
    let call = |date: &str| json!({"train_id": id, "date": date, "seat_level": "second_class"});
    let booked = ok(&mut bench, "bookTrainTickets", call("2026-03-06"));
    assert_eq!((&booked["date"], &booked["departure"]), (&json!("2026-03-06"), &late["scheduled"]));
    let run = json!({"train_number": late["train_number"], "date": "2026-03-05"});
    let origin = ok(&mut bench, "checkTrainAvailability", run);
    assert!(word(&origin["stops"][0]["departure"]) > "20:00", "it left on the evening before");
}

#[test]
fn dates_are_the_dutch_ones_wherever_the_user_is() {
    let mut bench = Bench::new(1).at("2026-03-02T18:30:00-06:00", "America/Chicago");
    let board = ok(&mut bench, "getRealTimeTrainSchedule", json!({"station": "asd"}));
    assert_eq!((&board["date"], &board["time"]), (&json!("2026-03-03"), &json!("01:30")));
    let (_, code, _) = refused(
        &mut bench,
        "bookTrainTickets",
        json!({"train_id": "3045-ut-ah", "date": "2026-03-02", "seat_level": "second_class"}),
    );
    assert_eq!(code, "date_out_of_range");
}

#[test]
fn the_ends_of_timetable_and_sale_are_where_they_are_said_to_be() {
    let mut bench = in_amsterdam(1, "2026-03-02", "12:00");
    for (date, known, on_sale) in [
        ("2026-01-30", false, false),
        ("2026-01-31", true, false),
        ("2026-03-01", true, false),
        ("2026-03-02", true, true),
        ("2026-05-01", true, true),
        ("2026-05-02", true, false),
        ("2026-05-31", true, false),
        ("2026-06-01", false, false),
    ] {
        let board = bench.call("train-booking/getRealTimeTrainSchedule", json!({"station": "ut", "date": date}));
        assert_eq!(board.is_ok(), known, "{date}");
        let call = json!({"train_id": "3049-ut-ah", "date": date, "seat_level": "second_class"});
        assert_eq!(bench.call("train-booking/bookTrainTickets", call).is_ok(), on_sale, "{date}");
        if known {
            let found = tickets(&mut bench, "ut", "ah", date, "15:00");
            assert!(items(&found["journeys"]).iter().all(|j| j["bookable"] == on_sale), "{date}");
        }
    }
}
