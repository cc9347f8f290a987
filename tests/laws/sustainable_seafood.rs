//! Laws of `sustainable-seafood`: names lead to one fish, figures agree with each other and with other sets, news is the press's.
//!
//! No tables: the tools of this set only read.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use proptest::prelude::*;
use serde_json::{Value, json};
use usertoolbench::assets::Assets;
use usertoolbench::world::Facts;

use crate::bench::Bench;
use crate::internet::{TIMES, bench, items, word, words};

const SET: &str = "sustainable-seafood";

fn ok(bench: &mut Bench, tool: &str, arguments: Value) -> Value {
    bench.ok(&format!("{SET}/{tool}"), arguments)
}

fn table(name: &str) -> Vec<Value> {
    Facts::load(&Assets::embedded().responses).unwrap().rows(name).unwrap().to_vec()
}

fn fish() -> &'static [Value] {
    static ROWS: OnceLock<Vec<Value>> = OnceLock::new();
    ROWS.get_or_init(|| table("seafood"))
}

fn any_fish() -> impl Strategy<Value = String> {
    (0..fish().len()).prop_map(|at| word(&fish()[at]["scientific"]).to_owned())
}

fn regions() -> Vec<&'static str> {
    vec![
        "global",
        "NEA",
        "North Sea",
        "Baltic",
        "Pacific",
        "Atlantic",
        "Europe",
        "Asia",
        "Norway",
        "US",
        "Chile",
        "Mongolia",
        "Inland waters of Africa",
        "Southern Ocean",
        "Japan",
        "the Mediterranean Sea",
    ]
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

fn news(bench: &mut Bench, keywords: &[&str], from: &str, to: &str) -> Value {
    ok(bench, "getFisheryNews", json!({"keywords": keywords, "dateRange": {"startDate": from, "endDate": to}}))
}

#[test]
fn every_name_leads_to_a_fish_and_every_tool_knows_it() {
    let mut bench = bench(0, TIMES[2]);
    for row in fish() {
        for (at, name) in std::iter::once(&row["scientific"]).chain(items(&row["names"])).enumerate() {
            let basics = ok(
                &mut bench,
                "getFishBasicInfo",
                json!({"fishName": word(name).to_uppercase(), "includeImage": false}),
            );
            assert!(
                at > 1 || basics["scientific_name"] == row["scientific"],
                "{name} is {}",
                basics["scientific_name"]
            );
            assert!(basics["images"].is_null());
        }
        let name = &row["names"][0];
        let basics = ok(&mut bench, "getFishBasicInfo", json!({"fishName": name}));
        let holds = ok(&mut bench, "getFishNutritionInfo", json!({"fishName": name}));
        let status = ok(&mut bench, "getFishPopulationStatus", json!({"fishName": name}));
        for other in [&holds, &status] {
            for field in ["name", "scientific_name", "others_of_that_name"] {
                assert_eq!(other[field], basics[field], "{name}");
            }
        }
        assert_eq!(status["red_list"], basics["red_list"]);
        let waters: BTreeSet<&str> = items(&basics["waters"]).iter().map(|w| word(&w["name"])).collect();
        assert_eq!(waters, words(&status["known_waters"]).into_iter().collect());
        assert_eq!(items(&status["stocks"]).len(), items(&basics["waters"]).len());
    }
}

#[test]
fn the_red_list_is_that_of_the_species_table() {
    let mut bench = bench(0, TIMES[2]);
    let species = table("species");
    let mut seen = 0;
    for row in fish() {
        let Some(listed) = species.iter().find(|s| s["scientific"] == row["scientific"]) else { continue };
        let basics = ok(&mut bench, "getFishBasicInfo", json!({"fishName": row["scientific"]}));
        assert_eq!(basics["red_list"]["category"], listed["status"], "{}", row["scientific"]);
        assert_eq!(basics["red_list"]["assessed_in"], listed["year"], "{}", row["scientific"]);
        assert_eq!(basics["family"], listed["family"], "{}", row["scientific"]);
        for name in items(&listed["other_names"]) {
            let found = ok(&mut bench, "getFishBasicInfo", json!({"fishName": name[1]}));
            assert!(found["name"].is_string());
        }
        seen += 1;
    }
    assert!(seen > 60, "{seen}");
}

#[test]
fn pictures_and_articles_can_be_opened() {
    for time in TIMES {
        let mut bench = bench(4, time);
        let pictures = ok(&mut bench, "getFishBasicInfo", json!({"fishName": "cod"}))["images"].clone();
        let articles = ok(&mut bench, "getFisheryNews", json!({}))["articles"].clone();
        for url in items(&pictures).iter().chain(items(&articles).iter().take(3)).map(|row| &row["url"]) {
            let opened = bench.ok("link-and-domain/verifyLink", json!({"url": url}));
            assert_eq!(opened["accessible"], true, "{url} {time}: {opened}");
        }
    }
}

#[test]
fn labels_of_groceries_and_the_foods_of_diets_say_the_same() {
    let foods = [table("grocery_foods"), table("foods")].concat();
    let mut bench = bench(0, TIMES[2]);
    for (food, name) in [
        ("salmon", "Atlantic salmon"),
        ("cod", "Atlantic cod"),
        ("prawn", "Whiteleg shrimp"),
        ("mussel", "Blue mussel"),
        ("herring", "Atlantic herring"),
        ("trout", "Rainbow trout"),
        ("oyster", "Pacific oyster"),
    ] {
        let label = foods.iter().find(|f| f["food"] == food).unwrap();
        let holds = ok(&mut bench, "getFishNutritionInfo", json!({"fishName": name}));
        let of = |wanted: &str| {
            items(&holds["nutrients"]).iter().find(|n| n["name"] == wanted).unwrap()["per_100_g"].clone()
        };
        for (column, nutrient) in
            [("kcal", "energy"), ("protein", "protein"), ("fat", "fat"), ("saturated", "saturated_fat")]
        {
            assert!((number(&label[column]) - number(&of(nutrient))).abs() < 0.11, "{food} {column} {}", of(nutrient));
        }
        assert_eq!(words(&label["allergens"]), [word(&holds["allergen"])]);
    }
}

#[test]
fn energy_is_that_of_what_it_is_made_of() {
    let mut bench = bench(0, TIMES[2]);
    for row in fish() {
        let holds = ok(&mut bench, "getFishNutritionInfo", json!({"fishName": row["scientific"]}));
        let of = |wanted: &str| {
            number(&items(&holds["nutrients"]).iter().find(|n| n["name"] == wanted).unwrap()["per_100_g"])
        };
        let sum = 4.2 * of("protein") + 9.0 * of("fat") + 4.0 * of("carbohydrate");
        assert!((of("energy") - sum).abs() <= sum * 0.04 + 1.0, "{}: {} {sum}", row["scientific"], of("energy"));
        assert!(of("saturated_fat") <= of("fat") && of("omega_3") <= of("fat"), "{}", row["scientific"]);
        assert!(of("protein") + of("fat") + of("carbohydrate") < 60.0);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn some_nutrients_are_rows_of_all(name in any_fish(), wanted in prop::sample::subsequence(vec!["protein", "Omega-3", "vitamins", "minerals", "salt", "mercury", "fat"], 1..5)) {
        let mut bench = bench(0, TIMES[2]);
        let all = ok(&mut bench, "getFishNutritionInfo", json!({"fishName": name}));
        let some = ok(&mut bench, "getFishNutritionInfo", json!({"fishName": name, "nutrientType": wanted}));
        let rows = items(&all["nutrients"]);
        let places: Vec<usize> = items(&some["nutrients"]).iter().map(|n| rows.iter().position(|r| r == n).unwrap()).collect();
        prop_assert!(places.is_sorted_by(|a, b| a < b) && places.len() >= wanted.len());
        for field in ["mercury_level", "advice", "benefits", "serving_grams"] {
            prop_assert_eq!(&some[field], &all[field]);
        }
        for row in rows {
            let serving = number(&row["per_100_g"]) * number(&all["serving_grams"]) / 100.0;
            prop_assert!((number(&row["per_serving"]) - serving).abs() < 0.02, "{row}");
        }
    }

    #[test]
    fn narrower_waters_and_wishes_give_fewer_stocks(name in any_fish(), region in prop::sample::select(regions()), time in 0..TIMES.len(), seed in 0..4_u64) {
        let mut bench = bench(seed, TIMES[time]);
        let world = ok(&mut bench, "getFishPopulationStatus", json!({"fishName": name}));
        let part = ok(&mut bench, "getFishPopulationStatus", json!({"fishName": name, "region": region}));
        let best = ok(&mut bench, "getFishPopulationStatus", json!({"fishName": name, "region": region, "sustainability": true}));
        let all = items(&world["stocks"]);
        let codes = words(&part["region_codes"]);
        let expected: Vec<&Value> = all.iter().filter(|s| codes.contains(&word(&s["region_code"]))).collect();
        prop_assert_eq!(items(&part["stocks"]).iter().collect::<Vec<_>>(), expected);
        let expected: Vec<&Value> = items(&part["stocks"]).iter().filter(|s| s["rating"] == "best_choice").collect();
        prop_assert_eq!(items(&best["stocks"]).iter().collect::<Vec<_>>(), expected);
        prop_assert!(all.is_sorted_by(|a, b| number(&a["sustainability_score"]) >= number(&b["sustainability_score"])));
        prop_assert_eq!(part["overall_rating"].is_null(), items(&part["stocks"]).is_empty());
        for stock in all {
            let score = number(&stock["sustainability_score"]);
            let rating = if score >= 70.0 { "best_choice" } else if score >= 45.0 { "good_alternative" } else { "avoid" };
            prop_assert_eq!(&stock["rating"], rating);
            let fits = match (word(&stock["status"]), stock["biomass_ratio"].as_f64(), stock["fishing_ratio"].as_f64()) {
                ("healthy", Some(b), Some(f)) => b >= 1.1 && f < 1.0,
                ("fully_fished", Some(b), Some(f)) => (0.8..=1.2).contains(&b) && f <= 1.05,
                ("overfished", Some(b), Some(f)) => b < 0.8 && f > 1.0,
                ("depleted", Some(b), Some(_)) => b < 0.4,
                ("recovering", Some(b), Some(f)) => b <= 1.0 && f < 1.0 && stock["trend"] == "increasing",
                ("not_assessed", None, None) => true,
                ("farmed" | "farmed_from_wild_young", None, None) => stock["production"] == "farmed",
                _ => false,
            };
            prop_assert!(fits, "{} {stock}", name);
            if let Some(year) = stock["assessment_year"].as_i64() {
                prop_assert!(year < TIMES[time][..4].parse::<i64>().unwrap());
            }
        }
    }

    #[test]
    fn seeds_change_figures_and_never_the_state(name in any_fish(), a in 0..50_u64, b in 50..99_u64) {
        let ask = |seed| ok(&mut bench(seed, TIMES[2]), "getFishPopulationStatus", json!({"fishName": name}));
        let state = |told: &Value| items(&told["stocks"]).iter().map(|s| (s["region_code"].clone(), s["status"].clone(), s["rating"].clone())).collect::<Vec<_>>();
        prop_assert_eq!(state(&ask(a)), state(&ask(b)));
    }

    #[test]
    fn news_of_parts_joined_is_the_whole(seed: u64, start in 0..300_i64, days in 2..60_i64, cut in 1..60_i64) {
        let mut bench = bench(seed, "2026-09-15T15:00:00+02:00");
        let day = |n: i64| jiff::civil::date(2025, 10, 1).checked_add(jiff::Span::new().days(n)).unwrap().to_string();
        let cut = 1 + cut % (days - 1);
        let whole = news(&mut bench, &[], &day(start), &day(start + days));
        let newer = news(&mut bench, &[], &day(start + cut), &day(start + days));
        let older = news(&mut bench, &[], &day(start), &day(start + cut - 1));
        prop_assert_eq!(whole["total"].as_u64(), Some(newer["total"].as_u64().unwrap() + older["total"].as_u64().unwrap()));
        let joined: Vec<&Value> = items(&newer["articles"]).iter().chain(items(&older["articles"])).take(50).collect();
        if newer["total"].as_u64() <= Some(50) {
            prop_assert_eq!(items(&whole["articles"]).iter().collect::<Vec<_>>(), joined);
        }
        let moments: Vec<&str> = items(&whole["articles"]).iter().map(|a| word(&a["publishedAt"])).collect();
        prop_assert!(moments.is_sorted_by(|a, b| a >= b) && moments.iter().all(|m| *m <= "2026-09-15T13:00:00Z"));
        prop_assert!(moments.iter().all(|m| *m >= day(start).as_str() && m[..10] <= *day(start + days)));
    }

    #[test]
    fn more_words_find_more(seed: u64, a in prop::sample::select(vec!["quota", "salmon", "Vigo", "harbour"]), b in prop::sample::select(vec!["aquaculture", "illegal fishing", "OYSTER"])) {
        let mut bench = bench(seed, TIMES[2]);
        let mut of = |wanted: &[&str]| {
            let found = news(&mut bench, wanted, "2026-01-01", "2026-02-15");
            items(&found["articles"]).iter().map(|a| word(&a["url"]).to_owned()).collect::<BTreeSet<_>>()
        };
        let (one, two, both, all) = (of(&[a]), of(&[b]), of(&[a, b]), of(&[]));
        prop_assert_eq!(&one | &two, both.clone());
        prop_assert!(all.len() == 50 || both.is_subset(&all));
    }
}

#[test]
fn fishery_news_is_the_news_of_the_press() {
    for seed in 0..3 {
        let mut bench = bench(seed, TIMES[2]);
        let week = ok(&mut bench, "getFisheryNews", json!({}));
        assert_eq!((word(&week["startDate"]), word(&week["endDate"])), ("2026-02-23", "2026-03-02"));
        assert!((3..30).contains(&items(&week["articles"]).len()), "{}", week["total"]);
        for article in items(&week["articles"]) {
            let full = bench.ok("news-media/getArticleMetadata", json!({"url": article["url"]}));
            for field in ["title", "source", "domain", "publishedAt", "category", "summary", "popularity", "tags"] {
                assert_eq!(full[field], article[field], "{field}");
            }
            for name in items(&article["fish"]) {
                assert_eq!(ok(&mut bench, "getFishBasicInfo", json!({"fishName": name}))["name"], *name);
            }
        }
    }
}

#[test]
fn what_cannot_be_is_refused_and_what_is_empty_is_not() {
    let mut bench = bench(0, TIMES[2]);
    for (tool, arguments, status, code) in [
        ("getFishBasicInfo", json!({"fishName": "mermaid"}), 404, "unknown_fish"),
        ("getFishBasicInfo", json!({"fishName": "🐟"}), 404, "unknown_fish"),
        ("getFishNutritionInfo", json!({"fishName": "cod", "nutrientType": ["aether"]}), 422, "unknown_nutrient"),
        ("getFishPopulationStatus", json!({"fishName": "cod", "region": "Narnia"}), 404, "unknown_region"),
        (
            "getFisheryNews",
            json!({"dateRange": {"startDate": "2026-02-02", "endDate": "2026-02-01"}}),
            422,
            "reversed_range",
        ),
        (
            "getFisheryNews",
            json!({"dateRange": {"startDate": "2024-02-02", "endDate": "2026-02-01"}}),
            422,
            "range_too_long",
        ),
    ] {
        let outcome = bench.call(&format!("{SET}/{tool}"), arguments);
        assert_eq!((outcome.status, outcome.body["code"].as_str()), (status, Some(code)));
    }
    let future = news(&mut bench, &[], "2026-03-03", "2026-03-20");
    let none = news(&mut bench, &["submarine volcano"], "2026-02-01", "2026-03-01");
    assert!(future["total"] == 0 && none["total"] == 0);
    let blank = news(&mut bench, &[" "], "2026-02-01", "2026-03-01");
    assert_eq!(blank, news(&mut bench, &[], "2026-02-01", "2026-03-01"));
    assert_eq!(news(&mut bench, &["🐟"], "2026-02-01", "2026-03-01")["total"], 0);
    let salmon = ok(&mut bench, "getFishBasicInfo", json!({"fishName": "Lachs"}));
    assert_eq!(salmon["name"], "Atlantic salmon");
    let near = bench.call(&format!("{SET}/getFishBasicInfo"), json!({"fishName": "halibutt steak"}));
    assert!(near.status == 200 || !items(&near.body["suggestions"]).is_empty(), "{}", near.body);
}
