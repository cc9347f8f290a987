//! Laws of `beer-venues`: one cellar of beers behind every venue and menu.
//!
//! Session tables: `beer_users` by user id: `user_id`, `name`, `favourite_styles` (types of beer); without a row every user id is
//! taken. `beer_menus` by menu id: `menu_id`, `user_id`, `beers` (ids, in order), `alcohol_content` or null, `flavor_profiles`,
//! `created_at`.

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::bench::{Bench, items};

const SET: &str = "beer-venues";

const POINTS: [&str; 10] = [
    "52.0908,5.1222",
    "53.3438,-6.2546",
    "48.2082,16.3738",
    "35.6812,139.7671",
    "-37.8136,144.9631",
    "40.7128,-74.0060",
    "51.0543,3.7174",
    "-33.4489,-70.6693",
    "64.1466,-21.9426",
    "1.2903,103.8519",
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

fn ids(answer: &Value) -> Vec<String> {
    items(&answer["venues"]).iter().map(|venue| venue["venue_id"].to_string()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10))]

    #[test]
    fn a_tap_pours_the_beer_that_its_number_describes(seed: u64, at in 0..POINTS.len(), radius in 1..20) {
        let mut bench = Bench::new(seed);
        let found = ok(&mut bench, "discoverLocalVenues", json!({"location": POINTS[at], "radius": radius}));
        for venue in items(&found["venues"]).iter().take(4) {
            for tap in items(&venue["beers"]) {
                let beer = ok(&mut bench, "getBeerInfo", json!({"beer_id": tap["beer_id"]}));
                for field in ["name", "style", "abv"] {
                    prop_assert_eq!(&tap[field], &beer[field]);
                }
                prop_assert_eq!(&tap["brewery"], &beer["brewery"]["name"]);
                prop_assert!(num(&tap["price"]) > 0.0);
            }
            prop_assert!(items(&venue["beers"]).len() as f64 <= num(&venue["matching_taps"]));
        }
    }

    #[test]
    fn nearer_comes_first_and_a_wider_circle_holds_the_narrower(seed: u64, at in 0..POINTS.len(), radius in 1..12) {
        let mut bench = Bench::new(seed);
        let ask = |bench: &mut Bench, radius: i32| ok(bench, "discoverLocalVenues", json!({"location": POINTS[at], "radius": radius}));
        let (narrow, wide) = (ask(&mut bench, radius), ask(&mut bench, radius + 5));
        let distances: Vec<f64> = items(&narrow["venues"]).iter().map(|venue| num(&venue["distance_km"])).collect();
        prop_assert!(distances.is_sorted() && distances.iter().all(|km| *km <= f64::from(radius)));
        prop_assert!(num(&narrow["total"]) <= num(&wide["total"]));
        // The nearest twenty of the wider circle begin with those of the narrower one.
        let (narrow, wide) = (ids(&narrow), ids(&wide));
        prop_assert_eq!(&wide[..narrow.len()], &narrow[..]);
    }

    #[test]
    fn preferences_only_leave_out(seed: u64, at in 0..POINTS.len(), kinds in prop::collection::vec(prop::sample::select(&["stout", "IPA", "sour", "pils", "wheat", "tripel", "rauchbier", "low"][..]), 1..3)) {
        let mut bench = Bench::new(seed);
        let ask = |bench: &mut Bench, kinds: &[&str]| ok(bench, "discoverLocalVenues", json!({"location": POINTS[at], "radius": 6, "preferences": kinds}));
        let (all, some, one) = (ask(&mut bench, &[]), ask(&mut bench, &kinds), ask(&mut bench, &kinds[..1]));
        prop_assert!(num(&one["total"]) <= num(&some["total"]) && num(&some["total"]) <= num(&all["total"]));
        prop_assert!(all["recommendation"].is_null());
        if let Some(most) = items(&some["venues"]).iter().map(|venue| num(&venue["matching_taps"]) as i64).max() {
            let best = items(&some["venues"]).iter().find(|venue| num(&venue["matching_taps"]) as i64 == most).unwrap();
            prop_assert_eq!(&some["recommendation"], &best["venue_id"]);
        }
        for venue in items(&one["venues"]) {
            for tap in items(&venue["beers"]) {
                let beer = ok(&mut bench, "getBeerInfo", json!({"beer_id": tap["beer_id"]}));
                let (style, family) = (beer["style"].as_str().unwrap(), beer["style_family"].as_str().unwrap());
                let fits = match kinds[0] {
                    "stout" => style.to_lowercase().ends_with("stout"),
                    "IPA" => family == "ipa",
                    "pils" => style == "Pilsner",
                    "tripel" => style == "Tripel",
                    "rauchbier" => style == "Rauchbier",
                    other => family == other,
                };
                prop_assert!(fits, "{style} is no {}", kinds[0]);
            }
        }
    }

    #[test]
    fn a_venue_is_the_same_from_wherever_it_is_looked_at(seed: u64, at in 0..POINTS.len()) {
        let mut bench = Bench::new(seed);
        let found = ok(&mut bench, "discoverLocalVenues", json!({"location": POINTS[at], "radius": 5}));
        for venue in items(&found["venues"]).iter().take(5) {
            let here = format!("{},{}", venue["latitude"], venue["longitude"]);
            let again = ok(&mut bench, "discoverLocalVenues", json!({"location": here, "radius": 1}));
            let mut same = items(&again["venues"]).iter().find(|other| other["venue_id"] == venue["venue_id"]).unwrap().clone();
            prop_assert_eq!(num(&same["distance_km"]), 0.0);
            same["distance_km"] = venue["distance_km"].clone();
            prop_assert_eq!(&same, venue);
        }
    }

    #[test]
    fn ratings_add_up_and_only_come_when_asked_for(seed: u64, id in 1001_i64..=1264) {
        let mut bench = Bench::new(seed);
        let plain = ok(&mut bench, "getBeerInfo", json!({"beer_id": id}));
        prop_assert!(plain.get("ratings").is_none());
        let mut rated = ok(&mut bench, "getBeerInfo", json!({"beer_id": id, "include_ratings": true}));
        let ratings = rated.as_object_mut().unwrap().remove("ratings").unwrap();
        prop_assert_eq!(&rated, &plain);
        let rows = items(&ratings["distribution"]);
        let count: f64 = rows.iter().map(|row| num(&row["count"])).sum();
        let points: f64 = rows.iter().map(|row| num(&row["count"]) * num(&row["stars"])).sum();
        prop_assert_eq!(num(&ratings["count"]), count);
        prop_assert!((num(&ratings["average"]) - points / count).abs() <= 0.005_001);
    }

    #[test]
    fn a_menu_keeps_to_its_wishes(seed: u64, user in 1_i64..500, abv in prop::option::of(20_u32..110), flavours in prop::collection::vec(prop::sample::select(&["citrus", "roasted", "smoky", "tart", "caramel", "banana", "herbal"][..]), 0..3)) {
        let mut bench = Bench::new(seed);
        let abv = abv.map(|tenths| f64::from(tenths) / 10.0);
        let mut wish = json!({"flavor_profiles": flavours});
        if let Some(abv) = abv {
            wish["alcohol_content"] = json!(abv);
        }
        let call = json!({"user_id": user, "menu_preferences": wish});
        let before = bench.state.digest();
        let outcome = bench.call("beer-venues/createBeerMenu", call.clone());
        if outcome.status == 409 {
            prop_assert_eq!(&outcome.body["code"], "no_beer_matches");
            prop_assert_eq!(bench.state.digest(), before);
            return Ok(());
        }
        let menu = outcome.body;
        let shared = |beer: &Value| items(&beer["flavors"]).iter().filter(|f| flavours.contains(&f.as_str().unwrap())).count();
        let counts: Vec<usize> = items(&menu["beers"]).iter().map(shared).collect();
        prop_assert!(counts.windows(2).all(|pair| pair[0] >= pair[1]));
        for beer in items(&menu["beers"]) {
            prop_assert!(abv.is_none_or(|abv| (num(&beer["abv"]) - abv).abs() < 1.0 + 1e-9));
            prop_assert!(flavours.is_empty() || shared(beer) > 0);
            let told = ok(&mut bench, "getBeerInfo", json!({"beer_id": beer["beer_id"], "include_ratings": true}));
            prop_assert_eq!(&told["menus"], &json!([menu["menu_id"]]));
            prop_assert_eq!((&told["ratings"]["average"], &told["flavors"]), (&beer["average_rating"], &beer["flavors"]));
        }
        let (status, code, body) = refused(&mut bench, "createBeerMenu", call);
        prop_assert_eq!((status, code.as_str()), (409, "menu_exists"));
        prop_assert!(body["detail"].as_str().unwrap().contains(menu["menu_id"].as_str().unwrap()));
    }
}

#[test]
fn a_menu_without_wishes_is_a_tour_of_styles() {
    let mut bench = Bench::new(5);
    let menu = ok(&mut bench, "createBeerMenu", json!({"user_id": 9}));
    let mut styles: Vec<String> = items(&menu["beers"]).iter().map(|beer| beer["style"].to_string()).collect();
    assert_eq!(styles.len(), 8);
    styles.sort_unstable();
    styles.dedup();
    assert_eq!(styles.len(), 8);
    let other = ok(&mut bench, "createBeerMenu", json!({"user_id": 10, "menu_preferences": {}}));
    assert_ne!(other["beers"], menu["beers"]);
}

#[test]
fn known_users_have_favourites_and_others_are_refused() {
    let mut bench = Bench::new(5);
    let user = json!({"user_id": 9, "name": "Bo Lind", "favourite_styles": ["stout"]});
    bench.state.insert("beer_users", "9", user.as_object().unwrap().clone()).unwrap();
    let menu = ok(&mut bench, "createBeerMenu", json!({"user_id": 9}));
    assert_eq!(menu["user_name"], "Bo Lind");
    for beer in &items(&menu["beers"])[..4] {
        assert!(beer["style"].as_str().unwrap().to_lowercase().contains("stout"), "{beer}");
    }
    let (status, code, body) = refused(&mut bench, "createBeerMenu", json!({"user_id": 10}));
    assert_eq!((status, code.as_str(), &body["suggestions"]), (404, "unknown_user", &json!(["9"])));
}

#[test]
fn opening_hours_follow_the_clock_of_the_place() {
    let ask = |clock: &str| {
        ok(&mut Bench::new(2).at(clock, "UTC"), "discoverLocalVenues", json!({"location": "Ghent", "radius": 5}))
    };
    let open = |answer: &Value| items(&answer["venues"]).iter().filter(|venue| venue["open_now"] == true).count();
    assert_eq!(open(&ask("2026-03-03T05:00:00Z")), 0);
    let evening = ask("2026-03-06T18:30:00Z");
    assert!(open(&evening) > items(&evening["venues"]).len() / 2);
    for venue in items(&evening["venues"]) {
        let friday = &venue["hours"][4];
        let (from, to) = (friday["opens"].as_str(), friday["closes"].as_str());
        let expected = from.zip(to).is_some_and(|(from, to)| from <= "19:30" && (to > "19:30" || to < from));
        assert_eq!(venue["open_now"], expected, "{venue}");
    }
}

#[test]
fn no_beer_is_poured_where_none_is_sold_or_nobody_lives() {
    let mut bench = Bench::new(2);
    for nowhere in ["Riyadh", "0,-150", "-85,10"] {
        let found = ok(&mut bench, "discoverLocalVenues", json!({"location": nowhere, "radius": 50}));
        assert_eq!((&found["total"], &found["venues"]), (&json!(0), &json!([])));
    }
}

#[test]
fn refusals_help() {
    let mut bench = Bench::new(2);
    let (status, code, body) = refused(&mut bench, "getBeerInfo", json!({"beer_id": 999}));
    assert_eq!((status, code.as_str()), (404, "unknown_beer"));
    let next: i64 = body["suggestions"][0].as_str().unwrap().parse().unwrap();
    ok(&mut bench, "getBeerInfo", json!({"beer_id": next}));
    let (_, code, body) = refused(&mut bench, "discoverLocalVenues", json!({"location": "Utrechtt"}));
    assert_eq!(code, "unknown_location");
    ok(&mut bench, "discoverLocalVenues", json!({"location": body["suggestions"][0]}));
    let (_, code, body) =
        refused(&mut bench, "discoverLocalVenues", json!({"location": "Ghent", "preferences": ["stouty"]}));
    assert_eq!(code, "unknown_beer_type");
    ok(&mut bench, "discoverLocalVenues", json!({"location": "Ghent", "preferences": [body["suggestions"][0]]}));
    let (_, code, body) = refused(
        &mut bench,
        "createBeerMenu",
        json!({"user_id": 1, "menu_preferences": {"flavor_profiles": ["choco"]}}),
    );
    assert_eq!(code, "unknown_flavor");
    ok(
        &mut bench,
        "createBeerMenu",
        json!({"user_id": 1, "menu_preferences": {"flavor_profiles": [body["suggestions"][0]]}}),
    );
    for odd in ["🍺", "بيرة", "91,0", "52.1"] {
        assert_eq!(refused(&mut bench, "discoverLocalVenues", json!({"location": odd})).1, "unknown_location", "{odd}");
    }
}
