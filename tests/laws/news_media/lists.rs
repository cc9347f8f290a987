//! Ranges, orders, limits and spellings of the tools that list articles.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{call, rows, urls};
use crate::bench::Bench;

#[test]
fn a_search_honours_its_limit_and_longer_answers_begin_like_shorter_ones() {
    let mut bench = Bench::new(0);
    for keywords in ["hospital", "robots", "GreenLeaf", "bridge", "museum letters"] {
        let answers: Vec<Value> = [1, 3, 10, 100]
            .into_iter()
            .map(|limit| call(&mut bench, "searchArticles", json!({"keywords": keywords, "limit": limit})))
            .collect();
        for pair in answers.windows(2) {
            assert_eq!(pair[0]["total"], pair[1]["total"]);
            assert!(urls(&pair[1]).starts_with(&urls(&pair[0])), "{keywords}");
        }
        let total = answers[3]["total"].as_u64().unwrap() as usize;
        assert_eq!(rows(&answers[3]).len(), total.min(100));
        assert!(rows(&answers[0]).len() <= 1);
    }
}

#[test]
fn words_in_another_order_case_or_with_fillers_find_the_same() {
    let mut bench = Bench::new(0);
    let mut find =
        |keywords: &str| call(&mut bench, "searchArticles", json!({"keywords": keywords}))["articles"].clone();
    assert_eq!(find("rising star retail greenleaf"), find("GREENLEAF retail rising star"));
    assert_eq!(find("the latest news about beavers"), find("beavers"));
}

#[test]
fn a_filter_gives_only_what_was_asked_newest_first() {
    let mut bench = Bench::new(3);
    for (category, language) in [("Technology", "de"), ("general", "EN-gb"), ("sports", "nl"), ("health", "fi")] {
        let list = call(&mut bench, "filterArticles", json!({"category": category, "language": language}));
        for row in rows(&list) {
            assert_eq!(row["category"], list["category"]);
            assert_eq!(row["language"], list["language"]);
        }
        assert!(rows(&list).is_sorted_by(|a, b| a["publishedAt"].as_str() >= b["publishedAt"].as_str()));
        assert!(rows(&list).len() <= 20);
        assert_eq!(list["total"] == 0, language == "fi");
    }
    let plain = call(&mut bench, "filterArticles", json!({}));
    let spelled = call(&mut bench, "filterArticles", json!({"category": "GENERAL", "language": "en"}));
    assert_eq!(plain, spelled);
}

#[test]
fn neighbouring_ranges_add_up() {
    let mut bench = Bench::new(5);
    for (first, middle, next, last) in [
        ("2025-12-01", "2025-12-10", "2025-12-11", "2025-12-20"),
        ("2024-01-01", "2024-01-01", "2024-01-02", "2024-01-02"),
        ("2024-02-20", "2024-02-29", "2024-03-01", "2024-03-10"),
    ] {
        let mut total = |from: &str, to: &str| {
            let one = json!({"startDate": from, "endDate": to, "domains": ["alderpost.example"]});
            let all = json!({"startDate": from, "endDate": to});
            let source = json!({"source": "alderpost.example", "fromDate": from, "toDate": to});
            let one = call(&mut bench, "getHeadlines", one)["total"].as_u64().unwrap();
            assert_eq!(call(&mut bench, "filterArticlesBySource", source)["total"].as_u64(), Some(one));
            (one, call(&mut bench, "getHeadlines", all)["total"].as_u64().unwrap())
        };
        let (a, b, whole) = (total(first, middle), total(next, last), total(first, last));
        assert_eq!((a.0 + b.0, a.1 + b.1), whole);
    }
}

#[test]
fn an_outlet_asked_by_popularity_equals_its_headlines() {
    let mut bench = Bench::new(0);
    for domain in ["alderpost.example", "dewaterkering.example", "chenfan.example", "touchlineweekly.example"] {
        let source =
            json!({"source": domain, "fromDate": "2026-02-01", "toDate": "2026-02-28", "sortBy": "popularity"});
        let source = call(&mut bench, "filterArticlesBySource", source);
        let headlines = json!({"startDate": "2026-02-01", "endDate": "2026-02-28", "domains": [domain]});
        let headlines = call(&mut bench, "getHeadlines", headlines);
        assert_eq!(urls(&source), urls(&headlines));
        assert!(!urls(&source).is_empty());
        assert!(rows(&headlines).is_sorted_by(|a, b| a["popularity"].as_u64() >= b["popularity"].as_u64()));
        assert!(rows(&headlines).iter().zip(1..).all(|(row, place)| row["rank"] == place));
    }
}

#[test]
fn orders_of_an_outlet_are_orders_of_the_same_articles() {
    let mut bench = Bench::new(6);
    let mut list = |sort: &str| {
        let arguments =
            json!({"source": "el almendro", "fromDate": "2026-01-01", "toDate": "2026-02-10", "sortBy": sort});
        call(&mut bench, "filterArticlesBySource", arguments)
    };
    let (new, read, own) = (list("publishedAt"), list("popularity"), list("relevancy"));
    let set = |list: &Value| urls(list).into_iter().map(str::to_owned).collect::<BTreeSet<_>>();
    assert!(set(&new) == set(&read) && set(&new) == set(&own) && set(&new).len() > 5);
    assert!(rows(&new).is_sorted_by(|a, b| a["publishedAt"].as_str() >= b["publishedAt"].as_str()));
}

#[test]
fn domains_are_a_set_in_any_spelling() {
    let mut bench = Bench::new(0);
    let mut list = |domains: Value| {
        call(
            &mut bench,
            "getHeadlines",
            json!({"startDate": "2026-02-20", "endDate": "2026-02-28", "domains": domains}),
        )
    };
    let plain = list(json!(["54xe.example", "counterandtill.example"]));
    assert_eq!(plain, list(json!(["Counter & Till", "www.54xe.example"])));
    assert_eq!(
        list(json!([])),
        call(&mut bench, "getHeadlines", json!({"startDate": "2026-02-20", "endDate": "2026-02-28"}))
    );
}
