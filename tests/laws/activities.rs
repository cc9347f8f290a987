//! Laws of `activities`: one table behind chance, categories, limits and likeness, and the one weather behind its days. No
//! tool writes, so there are no rows. The tools that `nutrition-fitness` has too are held against these there.

use std::collections::BTreeSet;

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::bench::{Bench, items};

const SET: &str = "activities";

const CATEGORIES: [&str; 12] = [
    "education",
    "recreational",
    "social",
    "diy",
    "charity",
    "cooking",
    "relaxation",
    "music",
    "busywork",
    "sport",
    "nature",
    "culture",
];

/// Towns of both halves of the earth and of the tropics.
const TOWNS: [&str; 6] = ["Utrecht", "Oslo", "Sydney", "Singapore", "Portland, Oregon", "Innsbruck"];

fn ok(bench: &mut Bench, tool: &str, arguments: Value) -> Value {
    bench.ok(&format!("{SET}/{tool}"), arguments)
}

fn num(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

/// All activities, by category.
fn all(bench: &mut Bench) -> Vec<Value> {
    CATEGORIES.iter().flat_map(|c| items(&category(bench, c)["activities"]).to_vec()).collect()
}

fn category(bench: &mut Bench, code: &str) -> Value {
    ok(bench, "getActivitiesByCategory", json!({"category": code}))
}

fn takes(one: &Value, people: i64) -> bool {
    let (least, most) = (&one["participants"]["min"], &one["participants"]["max"]);
    least.as_i64().unwrap() <= people && most.as_i64().is_none_or(|most| people <= most)
}

#[test]
fn the_categories_are_the_whole_without_repeats_and_names_lead_back() {
    let mut bench = Bench::new(1);
    let every = all(&mut bench);
    let ids: BTreeSet<i64> = every.iter().map(|one| one["id"].as_i64().unwrap()).collect();
    assert!(ids.len() == every.len() && every.len() > 300);
    for code in CATEGORIES {
        let told = category(&mut bench, code);
        let rows = items(&told["activities"]);
        assert!(rows.iter().all(|one| one["category"] == code) && told["total"] == rows.len());
        assert!(rows.is_sorted_by_key(|one| one["name"].as_str().unwrap().to_owned()));
        let open = json!({"type": code, "price": 1.0, "accessibility": 1.0, "difficulty": 1.0, "participants": 2});
        let found = ok(&mut bench, "searchActivities", open);
        let two: BTreeSet<String> = rows.iter().filter(|one| takes(one, 2)).map(Value::to_string).collect();
        assert_eq!(items(&found["activities"]).iter().map(Value::to_string).collect::<BTreeSet<_>>(), two, "{code}");
    }
    for one in every.iter().step_by(7) {
        for name in [one["name"].as_str().unwrap().to_lowercase(), one["id"].to_string()] {
            let told = ok(&mut bench, "enrichActivities", json!({"name": name, "desc": ""}));
            assert_eq!((&told["activity"], &told["exact"]), (one, &json!(true)));
        }
    }
}

#[test]
fn chance_picks_one_of_them_and_keeps_to_it_for_a_minute() {
    let mut picked = BTreeSet::new();
    let every: BTreeSet<String> = all(&mut Bench::new(0)).iter().map(Value::to_string).collect();
    for minute in 0..60 {
        let at = |second: u32| {
            let clock = format!("2026-05-04T10:{minute:02}:{second:02}+02:00");
            ok(&mut Bench::new(3).at(&clock, "Europe/Amsterdam"), "getRandomActivity", json!({}))["activity"]
                .to_string()
        };
        let one = at(0);
        assert_eq!(one, at(59));
        assert!(every.contains(&one), "{one}");
        picked.insert(one);
    }
    assert!(picked.len() > 45, "{} of 60 differ", picked.len());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn a_search_keeps_its_limits_and_a_narrower_one_is_part_of_it(
        kind in prop::sample::select(CATEGORIES.to_vec()),
        people in 1..12_i64,
        limits in (0..=10_u32, 0..=10_u32, 0..=10_u32),
        looser in 0..=10_u32,
    ) {
        let mut bench = Bench::new(0);
        let tenth = |value: u32| f64::from(value) / 10.0;
        let (price, access, hard) = (tenth(limits.0), tenth(limits.1), tenth(limits.2));
        let call = |price: f64| json!({
            "type": kind, "participants": people, "price": price, "accessibility": access, "difficulty": hard,
        });
        let told = ok(&mut bench, "searchActivities", call(price));
        let rows = items(&told["activities"]);
        prop_assert_eq!(&told["total"], &json!(rows.len()));
        for one in rows {
            prop_assert!(one["category"] == kind && takes(one, people), "{}", one);
            prop_assert!(num(&one["price"]) <= price && num(&one["accessibility"]) <= access && num(&one["difficulty"]) <= hard);
        }
        let key = |one: &Value| (num(&one["accessibility"]), num(&one["cost"]));
        prop_assert!(rows.windows(2).all(|two| key(&two[0]) <= key(&two[1])));
        let wide = ok(&mut bench, "searchActivities", call(price.max(tenth(looser))));
        prop_assert!(rows.iter().all(|one| items(&wide["activities"]).contains(one)));
        let free = ok(&mut bench, "searchActivities", call(1.0));
        prop_assert_eq!(&told["without"]["price"], &free["total"]);
    }

    #[test]
    fn what_is_recommended_keeps_to_the_requirement(
        base in 0..330_usize, euros in 0..60_u32, hours in 1..6_u32, people in 1..9_u32,
        place in prop::sample::select(vec!["outdoors", "indoors", "at home", ""]),
    ) {
        let mut bench = Bench::new(0);
        let every = all(&mut bench);
        let base = &every[base];
        let requirement = format!("under {euros} euros, at most {hours} hours, for {people} people, {place}");
        let told = ok(&mut bench, "recommandActivities", json!({"name": base["name"], "desc": "", "requirement": requirement}));
        let rows = items(&told["recommendations"]);
        prop_assert!(told["based_on"]["id"] == base["id"] && rows.len() <= 10);
        prop_assert_eq!(rows.len() as u64, told["total"].as_u64().unwrap().min(10));
        prop_assert!(rows.windows(2).all(|two| num(&two[0]["score"]) >= num(&two[1]["score"])));
        for row in rows {
            let one = &row["activity"];
            prop_assert!(one["id"] != base["id"] && every.contains(one));
            prop_assert!(num(&one["cost"]) <= f64::from(euros) && num(&one["duration"]) <= f64::from(hours) * 60.0);
            prop_assert!(takes(one, i64::from(people)), "{}", one);
            let setting = one["setting"].as_str().unwrap();
            let fits = match place {
                "outdoors" => setting == "outdoors",
                "indoors" => setting != "outdoors",
                "at home" => ["home", "online"].contains(&setting),
                _ => true,
            };
            prop_assert!(fits, "{}", one);
        }
        let open = ok(&mut bench, "recommandActivities", json!({"name": base["name"], "desc": ""}));
        prop_assert!(open["total"].as_u64() >= told["total"].as_u64() && items(&open["understood"]).is_empty());
    }
}

#[test]
fn the_days_are_those_of_the_weather_tools() {
    for (seed, town) in (0..).zip(TOWNS) {
        for clock in ["2026-01-20T09:00:00+01:00", "2026-07-10T22:30:00+02:00"] {
            let mut bench = Bench::new(seed).at(clock, "Europe/Amsterdam");
            let told =
                ok(&mut bench, "enrichActivities", json!({"name": "Have a picnic", "desc": format!("in {town}")}));
            let place = &told["place"];
            let days = items(&place["days"]);
            let range = json!({"city": town, "startDate": days[0]["date"], "endDate": days[6]["date"]});
            let forecast = bench.ok("city-weather/getCityForecast", range);
            assert_eq!(forecast["timezone"], place["timezone"]);
            for (day, other) in days.iter().zip(items(&forecast["days"])) {
                for field in ["date", "condition"] {
                    assert_eq!(day[field], other[field], "{town}");
                }
                for field in ["temperatureMin", "temperatureMax", "precipitation"] {
                    assert_eq!(num(&day[field]), num(&other[field]), "{field} in {town}");
                }
                if day["suitability"] == "good" {
                    assert!(num(&day["precipitation"]) < 1.0 && num(&day["temperatureMax"]) >= 18.0, "{day}");
                }
            }
            let rank = |day: &Value| ["poor", "fair", "good"].iter().position(|level| day["suitability"] == *level);
            let best = days.iter().max_by_key(|day| rank(day)).unwrap();
            let expected =
                days.iter().find(|day| day["suitability"] == best["suitability"] && best["suitability"] != "poor");
            assert_eq!(place["best_day"], expected.map_or(Value::Null, |day| day["date"].clone()));
        }
    }
}

#[test]
fn shows_and_venues_resolve_in_their_own_tools() {
    let (mut shows, mut venues) = (0, 0);
    for (seed, town) in (0..).zip(["Utrecht", "Leeds", "Kyoto", "Lyon"]) {
        let mut bench = Bench::new(seed);
        for name in ["Go to a concert", "See a stand-up comedy show", "Go to the theatre"] {
            let told = ok(&mut bench, "enrichActivities", json!({"name": name, "desc": format!("in {town}")}));
            for show in items(&told["place"]["shows"]) {
                let detail = bench.ok("city-weather/getShowDetail", json!({"activity_id": show["activity_id"]}));
                assert!(detail.to_string().contains(show["title"].as_str().unwrap()), "{detail}");
                shows += 1;
            }
        }
        let told =
            ok(&mut bench, "enrichActivities", json!({"name": "Go to a beer tasting", "desc": format!("in {town}")}));
        let near = items(&told["place"]["venues"]);
        assert!(near.is_sorted_by_key(|venue| (num(&venue["distance_km"]) * 1000.0) as i64));
        venues += near.len();
        let none = ok(&mut bench, "enrichActivities", json!({"name": "Have a picnic", "desc": format!("in {town}")}));
        assert!(items(&none["place"]["venues"]).is_empty() && items(&none["place"]["shows"]).is_empty());
    }
    assert!(shows > 10 && venues > 10, "{shows} shows, {venues} venues");
}

#[test]
fn seasons_turn_with_the_half_of_the_earth() {
    for (clock, town, expected) in [
        ("2026-01-15T12:00:00Z", "Oslo", true),
        ("2026-01-15T12:00:00Z", "Sydney", false),
        ("2026-07-15T12:00:00Z", "Sydney", true),
        ("2026-07-15T12:00:00Z", "Oslo", false),
        ("2026-07-15T12:00:00Z", "Singapore", false),
    ] {
        let mut bench = Bench::new(5).at(clock, "UTC");
        let told = ok(&mut bench, "enrichActivities", json!({"name": "Go ice skating", "desc": format!("in {town}")}));
        assert_eq!(told["place"]["in_season"], expected, "{town} {clock}");
        if !expected {
            assert!(told["place"]["best_day"].is_null());
        }
    }
}

#[test]
fn snow_is_its_own_season() {
    let (mut with, mut without) = (0, 0);
    for clock in ["2026-01-15T12:00:00Z", "2026-04-10T12:00:00Z", "2026-07-15T12:00:00Z"] {
        for town in ["Oslo", "Rome", "Sydney", "Helsinki", "Moscow", "Innsbruck", "Singapore", "Montreal"] {
            let mut bench = Bench::new(5).at(clock, "UTC");
            let told = ok(&mut bench, "enrichActivities", json!({"name": "Go sledding", "desc": format!("in {town}")}));
            let lies = items(&told["place"]["days"]).iter().any(|day| day["suitability"] != "poor");
            assert_eq!(told["place"]["in_season"], lies, "{town} {clock}");
            assert!(lies || told["place"]["best_day"].is_null(), "{town} {clock}");
            *(if lies { &mut with } else { &mut without }) += 1;
        }
    }
    assert!(with > 3 && without > 10, "{with} with snow, {without} without");
}

#[test]
fn strange_input_is_answered_or_refused_and_never_breaks() {
    let mut bench = Bench::new(0);
    let huge = "picnic ".repeat(15_000);
    for text in ["🎲", "مرحبا", "'; DROP TABLE activities; --", "\u{202e}cinciP", "{{ args.name }}", "   "] {
        let told = ok(&mut bench, "recommandActivities", json!({"name": text, "desc": text, "requirement": text}));
        assert!(items(&told["recommendations"]).len() <= 10);
        for (tool, arguments) in [
            ("enrichActivities", json!({"name": text, "desc": text})),
            ("getActivitiesByCategory", json!({"category": text})),
        ] {
            let outcome = bench.call(&format!("{SET}/{tool}"), arguments);
            assert!(outcome.is_ok() || outcome.status == 404, "{tool} {text}: {}", outcome.body);
        }
    }
    assert_eq!(bench.call("activities/enrichActivities", json!({"name": huge, "desc": ""})).status, 422);
    assert_eq!(bench.call("activities/recommandActivities", json!({"name": "x", "desc": huge})).status, 422);
}
