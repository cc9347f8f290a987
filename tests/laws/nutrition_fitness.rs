//! Laws of `nutrition-fitness`: one list of foods behind search, sums, menus and the grocery shop; energy that adds up; and the tools
//! that other sets have too.
//!
//! Session tables: `nutrition_calculators` and `physical_activities`, which the tools write, by their ids; `fitness_profiles`, of which
//! the row `me` may have a `weight_kg`.

use std::collections::BTreeSet;

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::bench::{Bench, items};

const SET: &str = "nutrition-fitness";

const RESTAURANTS: [&str; 12] = [
    "harbour-noodle",
    "tolhuis-pancakes",
    "copper-pan",
    "salt-and-sleeper",
    "casa-limon",
    "brick-and-basil",
    "green-tram",
    "iron-grill",
    "spice-wharf",
    "dockside-salads",
    "petit-quai",
    "night-tram-kebab",
];

const FOODS: [&str; 12] = [
    "oats",
    "milk",
    "banana",
    "red wine",
    "salmon",
    "olive oil",
    "white rice, cooked",
    "cheddar",
    "egg",
    "lettuce",
    "dark chocolate",
    "gin",
];

const NUTRIENTS: [&str; 9] =
    ["kcal", "protein", "fat", "saturated_fat", "carbohydrates", "sugars", "fiber", "salt", "alcohol"];

fn ok(bench: &mut Bench, tool: &str, arguments: Value) -> Value {
    bench.ok(&format!("{SET}/{tool}"), arguments)
}

fn refused(bench: &mut Bench, tool: &str, arguments: Value) -> (u16, String, Value) {
    bench.refused(&format!("{SET}/{tool}"), arguments)
}

fn num(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

fn near(a: f64, b: f64, slack: f64) -> bool {
    (a - b).abs() <= slack
}

#[test]
fn tools_of_other_sets_answer_the_same_here() {
    let activities = [
        ("getRandomActivity", json!({})),
        ("getActivitiesByCategory", json!({"category": "sports"})),
        ("getActivitiesByCategory", json!({"category": "nothing of the kind"})),
        ("searchActivities", json!({"type": "social", "participants": 4, "price": 0.4, "accessibility": 0.5})),
        ("searchActivities", json!({})),
    ];
    let grid = [
        ("convertToWGS84", json!({"eastings": 530_090, "northings": 180_240, "output_format": "xml"})),
        ("convertToWGS84", json!({"eastings": 900_000, "northings": 180_240})),
        ("reverseGeocodeToOSGB36", json!({"latitude": 55.9533, "longitude": -3.1883, "include_altitude": true})),
        (
            "batchConvertToWGS84",
            json!({"coordinates": [{"eastings": 325_900, "northings": 673_900}, {"eastings": -1, "northings": 0}]}),
        ),
        ("batchConvertToWGS84", json!({"coordinates": [{"eastings": 325_900}]})),
    ];
    let calls =
        activities.map(|call| ("activities", call)).into_iter().chain(grid.map(|call| ("grid-coordinates", call)));
    for (other, (tool, arguments)) in calls {
        for seed in [0, 7] {
            let mut bench = Bench::new(seed).at("2026-06-03T18:20:00+02:00", "Europe/Amsterdam");
            let [here, there] = [SET, other].map(|set| bench.call(&format!("{set}/{tool}"), arguments.clone()));
            assert_eq!((here.status, &here.body), (there.status, &there.body), "{tool} {arguments}");
            assert_eq!(here.rendered.map(|r| r.text), there.rendered.map(|r| r.text), "{tool} {arguments}");
        }
    }
}

#[test]
fn a_food_has_what_the_products_made_of_it_have() {
    let mut bench = Bench::new(1);
    let mut products = 0;
    for query in ["cheese", "fruit", "bread", "pasta", "drinks", "yoghurt", "nuts"] {
        let found = ok(&mut bench, "searchFoodItems", json!({"query": [query], "pageSize": 100}));
        for food in items(&found["foods"]) {
            for upc in items(&food["upcs"]).iter().take(2) {
                let shelf = bench.ok("grocery-recipes/searchProducts", json!({"query": ["anything"], "upc": upc}));
                let product = &shelf["products"][0];
                for nutrient in &NUTRIENTS[..8] {
                    assert_eq!(
                        num(&product["nutrients"][nutrient]),
                        num(&food["per_100g"][nutrient]),
                        "{upc} {nutrient}"
                    );
                }
                assert_eq!(product["allergens"], food["allergens"]);
                products += 1;
            }
        }
    }
    assert!(products > 60, "{products} products");
}

#[test]
fn a_dish_is_the_sum_of_its_ingredients() {
    let mut bench = Bench::new(2);
    let mut ids = BTreeSet::new();
    for restaurant in RESTAURANTS {
        let menu = ok(&mut bench, "retrieveMenuItems", json!({"restaurantId": restaurant}));
        assert!(menu["total"] == items(&menu["items"]).len() && menu["restaurant"]["id"] == restaurant);
        for item in items(&menu["items"]) {
            assert!(ids.insert(item["item_id"].to_string()));
            let sum = ok(&mut bench, "createNutritionCalculator", json!({"ingredients": item["ingredients"]}));
            assert_eq!(
                (&sum["total"], &sum["allergens"]),
                (&item["nutrients"], &item["allergens"]),
                "{}",
                item["name"]
            );
            assert_eq!(num(&sum["grams"]), num(&item["grams"]));
        }
        let by_name = ok(&mut bench, "retrieveMenuItems", json!({"restaurantId": menu["restaurant"]["name"]}));
        assert_eq!(by_name, menu);
        let card = ok(&mut bench, "retrieveMenuItems", json!({"restaurantId": restaurant, "includeNutrition": false}));
        for (short, long) in items(&card["items"]).iter().zip(items(&menu["items"])) {
            assert!(short.as_object().unwrap().iter().all(|(field, value)| long[field] == *value));
            assert!(short["nutrients"].is_null() && short["ingredients"].is_null());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn a_sum_adds_up_and_its_order_does_not_matter(
        picked in prop::collection::vec((0..FOODS.len(), 1..800_u32), 1..7), share in 1..=100_u32,
    ) {
        let mut bench = Bench::new(3);
        let ingredients: Vec<Value> =
            picked.iter().map(|(at, grams)| json!({"name": FOODS[*at], "quantity": grams})).collect();
        let size = f64::from(share) / 100.0;
        let told = ok(&mut bench, "createNutritionCalculator", json!({"ingredients": ingredients, "servingSize": size}));
        let grams: f64 = picked.iter().map(|(_, grams)| f64::from(*grams)).sum();
        prop_assert!(near(num(&told["grams"]), grams, 1e-9) && near(num(&told["serving"]["grams"]), grams * size, 0.051));
        for nutrient in NUTRIENTS {
            let whole = num(&told["total"][nutrient]);
            let parts: f64 = items(&told["ingredients"]).iter().map(|part| num(&part["nutrients"][nutrient])).sum();
            let slack = 0.06 * picked.len() as f64 + 0.06;
            prop_assert!(near(whole, parts, slack), "{nutrient}: {whole} {parts}");
            prop_assert!(near(num(&told["per_100g"][nutrient]) * grams / 100.0, whole, 0.06 * grams / 100.0 + 0.06));
            prop_assert!(near(num(&told["serving"]["nutrients"][nutrient]), whole * size, 0.11));
        }
        let back: Vec<Value> = ingredients.into_iter().rev().collect();
        let other = ok(&mut bench, "createNutritionCalculator", json!({"ingredients": back, "servingSize": size}));
        for nutrient in NUTRIENTS {
            prop_assert!(near(num(&other["total"][nutrient]), num(&told["total"][nutrient]), 0.1001));
        }
        // What was made is there at once, and is an ingredient.
        let id = &told["calculator_id"];
        let found = ok(&mut bench, "searchFoodItems", json!({"query": [id]}));
        prop_assert_eq!(&found["calculators"][0]["total"], &told["total"]);
        let again = ok(&mut bench, "createNutritionCalculator", json!({"ingredients": [{"name": id, "quantity": 100}]}));
        prop_assert_eq!(&again["total"], &told["per_100g"]);
        prop_assert_eq!(&again["allergens"], &told["allergens"]);
    }

    #[test]
    fn energy_grows_with_time_effort_and_weight(
        exercise in prop::sample::select(vec!["running", "Yoga", "bike ride", "table tennis", "Go sledding", "gardening"]),
        minutes in 1..240_i64, kilos in 40..150_i64,
    ) {
        let track = |kilos: i64, minutes: i64, intensity: &str| {
            let mut bench = Bench::new(4);
            let row = json!({"weight_kg": kilos}).as_object().unwrap().clone();
            bench.state.insert("fitness_profiles", "me", row).unwrap();
            ok(&mut bench, "trackPhysicalActivity", json!({"activity": exercise, "duration": minutes, "intensity": intensity}))
        };
        let base = track(kilos, minutes, "Medium");
        let kcal = num(&base["met"]) * kilos as f64 * minutes as f64 / 60.0;
        prop_assert!(near(num(&base["kcal"]), kcal, 0.0501), "{}", base);
        prop_assert_eq!(&base["body_weight"], &json!(kilos));
        let effort = ["Low", "Medium", "High"].map(|intensity| num(&track(kilos, minutes, intensity)["kcal"]));
        prop_assert!(effort.is_sorted(), "{:?}", effort);
        prop_assert!(near(num(&track(kilos, minutes * 2, "Medium")["kcal"]), kcal * 2.0, 0.0501));
        let intake = &base["intake"];
        let meal = num(&intake["carbohydrates"]) * 4.0 + num(&intake["protein"]) * 4.0 + num(&intake["fat"]) * 9.0;
        prop_assert!(near(meal, num(&intake["kcal"]), 1.0), "{}", intake);
        for food in items(&intake["foods"]) {
            let found = ok(&mut Bench::new(4), "searchFoodItems", json!({"query": [food["food"]]}));
            let each = num(&found["foods"][0]["per_100g"]["kcal"]);
            prop_assert!(near(num(&food["grams"]) * each / 100.0, num(&intake["kcal"]), each / 100.0));
        }
    }

    #[test]
    fn pages_joined_are_the_whole(
        query in prop::sample::subsequence(vec!["cheese", "salad", "bread", "chicken", "milk", "rice", "fruit"], 1..4), size in 1..30_u32,
    ) {
        let mut bench = Bench::new(5);
        let whole = ok(&mut bench, "searchFoodItems", json!({"query": query, "pageSize": 100}));
        let total = whole["total"].as_u64().unwrap();
        let pages = total.div_ceil(u64::from(size));
        let mut joined = Vec::new();
        for page in 1..=pages + 1 {
            let told = ok(&mut bench, "searchFoodItems", json!({"query": query, "pageSize": size, "pageNumber": page}));
            prop_assert_eq!(&told["pages"], &json!(pages));
            joined.extend(items(&told["foods"]).to_vec());
        }
        prop_assert_eq!(joined.len() as u64, total);
        prop_assert_eq!(&joined[..joined.len().min(100)], items(&whole["foods"]));
        let names: BTreeSet<String> = joined.iter().map(|food| food["name"].to_string()).collect();
        prop_assert_eq!(names.len(), joined.len());
    }
}

#[test]
fn a_day_has_its_entries_and_no_more_minutes_than_a_day() {
    let mut bench = Bench::new(6).at("2026-04-02T20:00:00+02:00", "Europe/Amsterdam");
    let first = ok(&mut bench, "trackPhysicalActivity", json!({"activity": "walking", "duration": 1000}));
    let second =
        ok(&mut bench, "trackPhysicalActivity", json!({"activity": "walking", "duration": 400, "intensity": "Low"}));
    assert_ne!(first["log_id"], second["log_id"]);
    assert_eq!((&second["today"]["entries"], &second["today"]["minutes"]), (&json!(2), &json!(1400)));
    assert!(near(num(&second["today"]["kcal"]), num(&first["kcal"]) + num(&second["kcal"]), 0.051));
    let before = bench.state.clone();
    let (status, code, body) =
        refused(&mut bench, "trackPhysicalActivity", json!({"activity": "walking", "duration": 41}));
    assert!(
        status == 409 && code == "day_is_full" && body["detail"].as_str().unwrap().contains("40 are left"),
        "{body}"
    );
    assert_eq!(bench.state.rows("physical_activities").count(), before.rows("physical_activities").count());
    let mut tomorrow = bench.clone().at("2026-04-03T07:00:00+02:00", "Europe/Amsterdam");
    let third = ok(&mut tomorrow, "trackPhysicalActivity", json!({"activity": "walking", "duration": 41}));
    assert_eq!(third["today"]["entries"], 1);
}

#[test]
fn a_refused_sum_leaves_nothing_behind() {
    let mut bench = Bench::new(7);
    for (ingredients, size, code) in [
        (json!([{"name": "oats", "quantity": 60}, {"name": "moon dust", "quantity": 1}]), 1.0, "unknown_ingredient"),
        (json!([{"name": "oats", "quantity": 60}, {"quantity": 1}]), 1.0, "incomplete_ingredient"),
        (json!([{"name": "oats", "quantity": 60}]), 60.5, "serving_too_large"),
        (json!([{"name": "NC-000000", "quantity": 60}]), 1.0, "unknown_ingredient"),
        (json!([{"name": "🍕", "quantity": 60}]), 1.0, "unknown_ingredient"),
    ] {
        let call = json!({"ingredients": ingredients, "servingSize": size});
        assert_eq!(refused(&mut bench, "createNutritionCalculator", call).1, code, "{ingredients}");
    }
    assert_eq!(bench.state.rows("nutrition_calculators").count(), 0);
    let whole = ok(
        &mut bench,
        "createNutritionCalculator",
        json!({"ingredients": [{"name": "oats", "quantity": 60}], "servingSize": 60}),
    );
    assert_eq!((&whole["serving"]["nutrients"], &whole["serving"]["servings"]), (&whole["total"], &json!(1)));
}

#[test]
fn an_activity_with_energy_is_tracked_as_what_it_is_enriched_with() {
    let mut bench = Bench::new(8);
    let mut moving = 0;
    for category in ["sport", "nature", "busywork", "music"] {
        let told = ok(&mut bench, "getActivitiesByCategory", json!({"category": category}));
        for one in items(&told["activities"]).iter().step_by(3) {
            let more = bench.ok("activities/enrichActivities", json!({"name": one["name"], "desc": ""}));
            let call = json!({"activity": one["name"], "duration": 60});
            let outcome = Bench::new(8).call(&format!("{SET}/trackPhysicalActivity"), call);
            if more["energy"].is_null() {
                assert_eq!(outcome.body["code"], "unknown_activity", "{}", one["name"]);
                continue;
            }
            moving += 1;
            assert_eq!(outcome.body["exercise"], more["energy"]["exercise"]);
            assert_eq!(num(&outcome.body["kcal"]), num(&more["energy"]["kcalPerHour"]), "{}", one["name"]);
        }
    }
    assert!(moving > 20, "{moving}");
}
