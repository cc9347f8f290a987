//! Laws of `grocery-recipes`: one shelf of products behind search, recipes, lists and purchases.
//!
//! Session tables: `grocery_users` by user id: `user_id`, `name`, `email`, `home` (a place), `card_number`, `member_since`, `points`; without
//! a row the customer is `me`, at home in the largest place of the session's time zone. `grocery_lists` by item id: `item_id`,
//! `user_id`, `upc`, `quantity`, `added_on`. `grocery_purchases` by purchase id: `purchase_id`, `user_id`, `purchased_at`, `store_id`,
//! `currency`, `items` (`upc`, `quantity`, `price`). Who has rows of their own in the last two has no others.

use std::collections::BTreeSet;

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::bench::{Bench, items};

const SET: &str = "grocery-recipes";

/// Towns of several countries and moneys.
const TOWNS: [&str; 8] =
    ["Utrecht", "Portland, Oregon", "Leeds", "Kyoto", "Lyon", "Melbourne", "Warsaw", "Mexico City"];

const CODES: [&str; 10] =
    ["97201", "10001", "60601-1234", "3511 AB", "9712", "M1 1AE", "M5V 2T6", "DE-50667", "FR 75001", "Lyon"];

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

fn purchases(bench: &mut Bench, from: &str, to: &str) -> Value {
    let range = json!({"startDate": from, "endDate": to});
    ok(bench, "getUserData", json!({"userId": "me", "dataType": "Purchase History", "dateRange": range}))
}

/// The product with a UPC, in a shop or on the price list.
fn product(bench: &mut Bench, upc: &Value, location: Option<&str>) -> Value {
    let mut call = json!({"query": ["anything"], "upc": upc});
    if let Some(location) = location {
        call["location"] = json!(location);
    }
    let found = ok(bench, "searchProducts", call);
    assert_eq!(found["total"], 1);
    found["products"][0].clone()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6))]

    #[test]
    fn a_product_is_the_same_by_name_and_by_upc(seed: u64, word in prop::sample::select(&["milk", "tomatoes", "barrow basics", "smoked salmon", "bread", "coffee"][..]), town in prop::option::of(0..TOWNS.len())) {
        let mut bench = Bench::new(seed);
        let town = town.map(|at| TOWNS[at]);
        let mut call = json!({"query": [word], "limit": 8});
        if let Some(town) = town {
            call["location"] = json!(town);
        }
        let found = ok(&mut bench, "searchProducts", call);
        prop_assert!(num(&found["total"]) >= 1.0);
        prop_assert_eq!(found["store"].is_null(), town.is_none());
        for row in items(&found["products"]) {
            prop_assert_eq!(row, &product(&mut bench, &row["upc"], town));
            prop_assert!(num(&row["price"]) <= num(&row["regular_price"]));
            prop_assert_eq!(row["price"] != row["regular_price"], row["on_promotion"] == true);
        }
    }

    #[test]
    fn a_limit_cuts_and_more_wishes_widen(seed: u64, limit in 1_usize..50) {
        let mut bench = Bench::new(seed);
        let ask = |bench: &mut Bench, words: &[&str], limit: usize| ok(bench, "searchProducts", json!({"query": words, "limit": limit}));
        let (all, some) = (ask(&mut bench, &["cheese", "fruit"], 50), ask(&mut bench, &["cheese", "fruit"], limit));
        prop_assert_eq!(&all["total"], &some["total"]);
        let shown = items(&some["products"]).len();
        prop_assert_eq!(shown, limit.min(num(&all["total"]) as usize));
        prop_assert_eq!(items(&some["products"]), &items(&all["products"])[..shown]);
        let one = ask(&mut bench, &["cheese"], 50);
        prop_assert!(num(&one["total"]) < num(&all["total"]));
        prop_assert!(items(&one["products"]).iter().all(|row| items(&all["products"]).contains(row)));
    }

    #[test]
    fn shops_are_near_sorted_and_a_wider_circle_holds_the_narrower(seed: u64, at in 0..CODES.len(), radius in 1..10, kind in prop::sample::select(&["", "supermarket", "pharmacy", "express"][..])) {
        let mut bench = Bench::new(seed);
        let ask = |bench: &mut Bench, radius: i32, kind: &str| ok(bench, "locateStores", json!({"zipCode": CODES[at], "radius": radius, "storeType": kind}));
        let (narrow, wide, any) = (ask(&mut bench, radius, kind), ask(&mut bench, radius + 4, kind), ask(&mut bench, radius, ""));
        let miles: Vec<f64> = items(&narrow["stores"]).iter().map(|store| num(&store["distance_miles"])).collect();
        prop_assert!(miles.is_sorted() && miles.iter().all(|miles| *miles <= f64::from(radius) + 0.005));
        let ids = |answer: &Value| items(&answer["stores"]).iter().map(|store| store["store_id"].clone()).collect::<Vec<_>>();
        prop_assert_eq!(&ids(&wide)[..ids(&narrow).len()], &ids(&narrow)[..]);
        prop_assert!(num(&narrow["total"]) <= num(&wide["total"]) && num(&narrow["total"]) <= num(&any["total"]));
        if !kind.is_empty() {
            prop_assert!(items(&narrow["stores"]).iter().all(|store| store["type"] == kind));
        }
        for store in items(&any["stores"]) {
            // `Greenbarrow Market Mill Lane 2` is the second of its kind in Mill Lane.
            let street = text(&store["name"]).splitn(3, ' ').nth(2).unwrap_or_default();
            let street = street.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end();
            prop_assert!(text(&store["address"]).contains(street), "{}: {}", store["name"], store["address"]);
        }
        let names: BTreeSet<&str> = items(&any["stores"]).iter().map(|s| text(&s["name"])).collect();
        let towns: BTreeSet<&str> = items(&any["stores"]).iter().map(|s| text(&s["city"])).collect();
        prop_assert!(towns.len() > 1 || names.len() == items(&any["stores"]).len(), "one name, two shops");
    }

    #[test]
    fn prices_belong_to_a_shop_that_can_be_found(seed: u64, at in 0..TOWNS.len()) {
        let mut bench = Bench::new(seed);
        let found = ok(&mut bench, "searchProducts", json!({"query": ["milk"], "location": TOWNS[at]}));
        let shop = &found["store"];
        let near = ok(&mut bench, "locateStores", json!({"zipCode": TOWNS[at], "radius": 25}));
        let first = items(&near["stores"]).iter().find(|store| ["supermarket", "express", "hypermarket"].contains(&text(&store["type"])));
        let first = first.expect("a shop with groceries");
        for field in ["store_id", "name", "address", "city"] {
            prop_assert_eq!(&shop[field], &first[field]);
        }
    }

    #[test]
    fn purchases_add_up_and_joined_ranges_are_the_whole(seed: u64, cut in 2_u32..28) {
        let mut bench = Bench::new(seed);
        let whole = purchases(&mut bench, "2026-02-01", "2026-02-28");
        let first = purchases(&mut bench, "2026-02-01", &format!("2026-02-{cut:02}"));
        let second = purchases(&mut bench, &format!("2026-02-{:02}", cut + 1), "2026-02-28");
        let mut joined = items(&second["purchases"]).to_vec();
        joined.extend(items(&first["purchases"]).to_vec());
        prop_assert_eq!(&joined, items(&whole["purchases"]));
        prop_assert!(joined.len() >= 4);
        let mut spent = 0.0;
        for bought in &joined {
            let sum: f64 = items(&bought["items"]).iter().map(|item| num(&item["price"]) * num(&item["quantity"])).sum();
            prop_assert!((sum - num(&bought["total"])).abs() < 1e-6);
            prop_assert_eq!(num(&bought["points"]), num(&bought["total"]).floor());
            spent += num(&bought["total"]);
            for item in items(&bought["items"]).iter().take(2) {
                let shelf = product(&mut bench, &item["upc"], None);
                prop_assert_eq!(text(&item["name"]), format!("{} {}", text(&shelf["brand"]), text(&shelf["name"])));
            }
        }
        prop_assert!((num(&whole["spent"][0]["total"]) - spent).abs() < 1e-6);
    }

    #[test]
    fn what_was_bought_today_costs_what_the_shop_says_today(seed: u64) {
        // A Saturday evening, after the shopping of the week.
        let mut bench = Bench::new(seed).at("2026-02-28T20:00:00+01:00", "Europe/Amsterdam");
        let bought = purchases(&mut bench, "2026-02-28", "2026-02-28")["purchases"][0].clone();
        let home = ok(&mut bench, "getUserData", json!({"userId": "me", "dataType": "Profile"}))["profile"]["home"].clone();
        for item in items(&bought["items"]) {
            prop_assert_eq!(&product(&mut bench, &item["upc"], home.as_str())["price"], &item["price"]);
        }
        let shop = ok(&mut bench, "searchProducts", json!({"query": ["milk"], "location": home}))["store"].clone();
        prop_assert_eq!((&shop["store_id"], &shop["name"]), (&bought["store_id"], &bought["store_name"]));
    }

    #[test]
    fn the_past_does_not_change_and_the_future_has_not_been_bought(seed: u64, day in 1_i64..200) {
        let start: jiff::Timestamp = "2026-02-03T12:00:00Z".parse().unwrap();
        let later = start + jiff::SignedDuration::from_hours(24 * day);
        let early = purchases(&mut Bench::new(seed), "2026-01-01", "2026-02-20");
        let mut bench = Bench::new(seed).at(&start.to_string(), "Europe/Amsterdam");
        let before = purchases(&mut bench, "2026-01-01", "2026-02-20");
        let cut: Vec<Value> = items(&early["purchases"]).iter().filter(|p| text(&p["purchased_at"]) < "2026-02-03T13").cloned().collect();
        prop_assert_eq!(items(&before["purchases"]), &cut[..]);
        let after = purchases(&mut bench.at(&later.to_string(), "Europe/Amsterdam"), "2026-01-01", "2026-02-03");
        prop_assert_eq!(items(&after["purchases"]), &cut[..]);
    }
}

/// Every recipe once, by walking the cuisines.
fn book(bench: &mut Bench) -> Vec<Value> {
    let mut all = Vec::new();
    for cuisine in [
        "American",
        "British",
        "Chinese",
        "Dutch",
        "French",
        "German",
        "Greek",
        "Hungarian",
        "Indian",
        "Indonesian",
        "Italian",
        "Japanese",
        "Korean",
        "Mexican",
        "Middle Eastern",
        "Moroccan",
        "Polish",
        "Scandinavian",
        "Spanish",
        "Thai",
        "Turkish",
        "West African",
    ] {
        let found = ok(bench, "getRecipes", json!({"cuisine": cuisine.to_uppercase()}));
        assert!(num(&found["total"]) >= 1.0, "{cuisine}");
        let mut recipes = items(&found["recipes"]).to_vec();
        // Those beyond the first fifteen come by course.
        for course in ["soup", "salad", "dessert", "side", "starter", "breakfast", "baking", "main", "snack"] {
            let more = ok(bench, "getRecipes", json!({"cuisine": cuisine, "keywords": [course]}));
            recipes.extend(items(&more["recipes"]).iter().cloned());
        }
        recipes.sort_by_key(|recipe| num(&recipe["recipe_id"]) as i64);
        recipes.dedup();
        all.extend(recipes);
    }
    all
}

#[test]
fn diets_and_allergens_follow_from_what_the_products_say() {
    let mut bench = Bench::new(3);
    let recipes = book(&mut bench);
    assert!(recipes.len() >= 120, "{}", recipes.len());
    let mut known = std::collections::BTreeMap::new();
    for recipe in &recipes {
        let mut allergens: Vec<String> = Vec::new();
        let mut shelves: Vec<String> = Vec::new();
        for ingredient in items(&recipe["ingredients"]) {
            let upc = ingredient["upc"].to_string();
            let shelf = known.entry(upc).or_insert_with(|| product(&mut bench, &ingredient["upc"], None)).clone();
            allergens.extend(items(&shelf["allergens"]).iter().map(|a| text(a).to_owned()));
            shelves.push(text(&shelf["category"]).to_owned());
        }
        allergens.sort_unstable();
        allergens.dedup();
        assert_eq!(recipe["allergens"], json!(allergens), "{}", recipe["title"]);
        let suits = |diet: &str| items(&recipe["diets"]).contains(&json!(diet));
        let has = |allergen: &str| allergens.iter().any(|a| a == allergen);
        assert_eq!(suits("gluten-free"), !has("gluten"));
        assert_eq!(suits("dairy-free"), !has("milk"));
        assert_eq!(suits("nut-free"), !has("nuts") && !has("peanuts"));
        let on = |shelf: &str| shelves.iter().any(|s| s == shelf);
        if suits("vegan") {
            assert!(
                suits("vegetarian") && !has("milk") && !has("egg") && !has("fish") && !on("meat"),
                "{}",
                recipe["title"]
            );
        }
        if suits("vegetarian") {
            assert!(suits("pescatarian") && !on("meat") && !on("fish") && !has("fish"), "{}", recipe["title"]);
        }
        assert_eq!(suits("low-calorie"), num(&recipe["per_serving"]["kcal"]) <= 450.4 && suits("low-calorie"));
        assert!(suits("high-protein") || num(&recipe["per_serving"]["protein"]) <= 25.0);
    }
}

#[test]
fn filters_only_leave_out_and_each_finding_fits() {
    let mut bench = Bench::new(3);
    let total = |bench: &mut Bench, call: Value| num(&ok(bench, "getRecipes", call)["total"]);
    let all = total(&mut bench, json!({}));
    assert!(all >= 120.0);
    for diet in
        ["vegetarian", "vegan", "gluten-free", "dairy-free", "nut-free", "high-protein", "low-calorie", "Plant based"]
    {
        let found = ok(&mut bench, "getRecipes", json!({"diet": diet}));
        assert!(num(&found["total"]) < all);
        let narrower = total(&mut bench, json!({"diet": diet, "keywords": ["onion"]}));
        assert!(narrower <= num(&found["total"]));
        let name = if diet == "Plant based" { "vegan" } else { diet };
        assert!(items(&found["recipes"]).iter().all(|recipe| items(&recipe["diets"]).contains(&json!(name))));
    }
    let chickpeas = ok(&mut bench, "getRecipes", json!({"keywords": ["chickpeas"]}));
    for recipe in items(&chickpeas["recipes"]) {
        let foods = items(&recipe["ingredients"]).iter().any(|i| i["food"] == "chickpea");
        assert!(foods || text(&recipe["title"]).to_lowercase().contains("chickpea"));
    }
    assert!(text(&chickpeas["recipes"][0]["title"]).contains("Chickpea"));
    let none = ok(&mut bench, "getRecipes", json!({"cuisine": "Martian"}));
    assert_eq!(none, json!({"total": 0, "recipes": []}));
}

#[test]
fn an_ingredient_can_be_bought() {
    let mut bench = Bench::new(3);
    let found = ok(&mut bench, "getRecipes", json!({"cuisine": "Thai"}));
    for ingredient in items(&found["recipes"]).iter().flat_map(|recipe| items(&recipe["ingredients"])) {
        let shelf = ok(&mut bench, "searchProducts", json!({"query": [ingredient["food"]], "limit": 50}));
        assert!(items(&shelf["products"]).iter().any(|row| row["upc"] == ingredient["upc"]), "{ingredient}");
    }
}

#[test]
fn promotions_last_from_sunday_to_saturday() {
    let ask = |day: &str| {
        let mut bench = Bench::new(8).at(&format!("2026-03-{day}T12:00:00+01:00"), "Europe/Amsterdam");
        let found = ok(&mut bench, "searchProducts", json!({"query": ["barrow basics"], "limit": 50}));
        let rows = items(&found["products"]).iter().filter(|row| row["on_promotion"] == true);
        rows.map(|row| row["upc"].clone()).collect::<Vec<_>>()
    };
    let week = ask("02");
    assert!(!week.is_empty());
    assert_eq!(ask("01"), week);
    assert_eq!(ask("07"), week);
    assert_ne!(ask("08"), week);
}

#[test]
fn opening_hours_follow_the_clock_of_the_place() {
    for (clock, minute) in
        [("2026-03-03T03:00:00Z", "19:00"), ("2026-03-03T11:30:00Z", "03:30"), ("2026-03-03T18:10:00Z", "10:10")]
    {
        let mut bench = Bench::new(2).at(clock, "Europe/Amsterdam");
        let found = ok(&mut bench, "locateStores", json!({"zipCode": "97201", "radius": 10}));
        assert!(num(&found["total"]) > 3.0);
        // It is Monday evening in Oregon when it is Tuesday morning in Europe.
        let day = if minute == "19:00" { 0 } else { 1 };
        for store in items(&found["stores"]) {
            let hours = &store["hours"][day];
            let (from, to) = (hours["opens"].as_str(), hours["closes"].as_str());
            let expected = from.zip(to).is_some_and(|(from, to)| from <= minute && minute < to);
            assert_eq!(store["open_now"], expected, "{store}");
        }
    }
}

#[test]
fn a_list_is_shown_by_the_days_it_was_written_on() {
    let mut bench = Bench::new(4).at("2026-03-06T18:00:00+01:00", "Europe/Amsterdam");
    let ask = |bench: &mut Bench, range: Value| {
        let mut call = json!({"userId": "me", "dataType": "shopping list"});
        if !range.is_null() {
            call["dateRange"] = range;
        }
        items(&ok(bench, "getUserData", call)["shopping_list"]).to_vec()
    };
    let all = ask(&mut bench, Value::Null);
    assert!(all.len() >= 5);
    let first = ask(&mut bench, json!({"startDate": "2026-03-01", "endDate": "2026-03-03"}));
    let second = ask(&mut bench, json!({"startDate": "2026-03-04", "endDate": "2026-03-06"}));
    assert_eq!([first, second].concat(), all);
    for item in &all {
        product(&mut bench, &item["upc"], None);
    }
}

#[test]
fn points_are_those_of_the_purchases() {
    let mut bench = Bench::new(4);
    let call = json!({"userId": "me", "dataType": "loyalty", "dateRange": {"startDate": "2025-03-03", "endDate": "2026-03-02"}});
    let told = ok(&mut bench, "getUserData", call)["loyalty"].clone();
    let sum: f64 = items(&told["activity"]).iter().map(|row| num(&row["points"])).sum();
    assert_eq!(num(&told["points"]), sum);
    let bought = purchases(&mut bench, "2025-03-03", "2026-03-02");
    let points: f64 = items(&bought["purchases"]).iter().map(|row| num(&row["points"])).sum();
    assert_eq!(points, sum);
}

#[test]
fn a_seeded_customer_has_what_the_rows_say() {
    let mut bench = Bench::new(4);
    let mut add = |table: &str, key: &str, row: Value| {
        bench.state.insert(table, key, row.as_object().unwrap().clone()).unwrap();
    };
    let milk =
        ok(&mut Bench::new(4), "searchProducts", json!({"query": ["milk"], "limit": 1}))["products"][0]["upc"].clone();
    add(
        "grocery_users",
        "c-9",
        json!({"user_id": "c-9", "name": "Noor Bakker", "email": "noor@mail.example", "home": "Groningen", "points": 40}),
    );
    add(
        "grocery_lists",
        "i-1",
        json!({"item_id": "i-1", "user_id": "c-9", "upc": milk, "quantity": 2, "added_on": "2026-03-01"}),
    );
    add(
        "grocery_purchases",
        "p-1",
        json!({"purchase_id": "p-1", "user_id": "c-9", "purchased_at": "2026-02-20T16:00:00+01:00",
        "store_id": "GB2755251-1", "currency": "EUR", "items": [{"upc": milk, "quantity": 3, "price": 1.29}]}),
    );
    let list = ok(&mut bench, "getUserData", json!({"userId": "c-9", "dataType": "Shopping List"}));
    assert_eq!(
        (list["shopping_list"].as_array().unwrap().len(), &list["shopping_list"][0]["quantity"]),
        (1, &json!(2))
    );
    let bought = ok(&mut bench, "getUserData", json!({"userId": "me", "dataType": "purchases"}));
    assert_eq!((&bought["spent"], &bought["user_id"]), (&json!([{"currency": "EUR", "total": 3.87}]), &json!("c-9")));
    let points = ok(&mut bench, "getUserData", json!({"userId": "c-9", "dataType": "points"}));
    assert_eq!(points["loyalty"]["points"], 43);
    let profile = ok(&mut bench, "getUserData", json!({"userId": "c-9", "dataType": "Profile"}))["profile"].clone();
    assert_eq!((&profile["home"], &profile["name"]), (&json!("Groningen"), &json!("Noor Bakker")));
    assert_eq!(
        refused(&mut bench, "getUserData", json!({"userId": "c-8", "dataType": "Profile"})).2["suggestions"],
        json!(["c-9"])
    );
}

#[test]
fn refusals_help() {
    let mut bench = Bench::new(2);
    let (_, code, body) = refused(&mut bench, "searchProducts", json!({"query": ["x"], "location": "Utrechtt"}));
    assert_eq!(code, "unknown_location");
    ok(&mut bench, "searchProducts", json!({"query": ["milk"], "location": body["suggestions"][0]}));
    let (_, code, body) =
        refused(&mut bench, "locateStores", json!({"zipCode": "97201", "storeType": "super market hall"}));
    assert_eq!(code, "unknown_store_type");
    ok(&mut bench, "locateStores", json!({"zipCode": "97201", "storeType": body["suggestions"][0]}));
    let (_, code, body) = refused(&mut bench, "getRecipes", json!({"diet": "vegitarian"}));
    assert_eq!((code.as_str(), &body["suggestions"][0]), ("unknown_diet", &json!("vegetarian")));
    let upc = ok(&mut bench, "searchProducts", json!({"query": ["milk"], "limit": 1}))["products"][0]["upc"].clone();
    let wrong = format!("{}{}", &text(&upc)[..11], (text(&upc).as_bytes()[11] - b'0' + 1) % 10);
    let (status, code, body) = refused(&mut bench, "searchProducts", json!({"query": ["milk"], "upc": wrong}));
    assert_eq!((status, code.as_str()), (404, "unknown_upc"));
    assert!(items(&body["suggestions"]).contains(&upc));
    for odd in ["🍎", "تفاحة", "q"] {
        assert_eq!(ok(&mut bench, "searchProducts", json!({"query": [odd]}))["total"], 0, "{odd}");
    }
    for odd in ["🏪", "00000", "99999999"] {
        assert_eq!(refused(&mut bench, "locateStores", json!({"zipCode": odd})).1, "unknown_zip", "{odd}");
    }
}
