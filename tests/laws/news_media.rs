//! What holds between the tools of `news-media`: every article that one of them shows is the same in all others.

mod lists;

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::bench::Bench;

const CATEGORIES: [&str; 10] = [
    "business",
    "entertainment",
    "environment",
    "general",
    "health",
    "politics",
    "science",
    "sports",
    "technology",
    "travel",
];

fn call(bench: &mut Bench, tool: &str, arguments: Value) -> Value {
    bench.ok(&format!("news-media/{tool}"), arguments)
}

/// Code of the error that a call ends with.
fn refusal(bench: &mut Bench, tool: &str, arguments: Value) -> (u16, String) {
    let outcome = bench.call(&format!("news-media/{tool}"), arguments);
    (outcome.status, outcome.body["code"].as_str().unwrap_or_default().to_owned())
}

fn rows(answer: &Value) -> &Vec<Value> {
    answer.get("articles").or_else(|| answer.get("headlines")).unwrap().as_array().unwrap()
}

fn urls(answer: &Value) -> Vec<&str> {
    rows(answer).iter().map(|row| row["url"].as_str().unwrap()).collect()
}

/// Some answers of every list at one moment.
fn lists(bench: &mut Bench) -> Vec<Value> {
    let mut lists = vec![
        call(bench, "getHeadlines", json!({"startDate": "2026-02-09", "endDate": "2026-03-10"})),
        call(
            bench,
            "getHeadlines",
            json!({"startDate": "2026-02-24", "endDate": "2026-02-25", "domains": ["54xe.example"]}),
        ),
        call(bench, "searchArticles", json!({"keywords": "council vote", "limit": 30})),
        call(bench, "searchArticles", json!({"keywords": "修理", "language": "zh"})),
        call(bench, "getTrendingNews", json!({"country": "NL"})),
        call(bench, "getTrendingNews", json!({"country": "us", "category": "Sports", "refreshInterval": 5})),
    ];
    for category in CATEGORIES {
        lists.push(call(bench, "filterArticles", json!({"category": category})));
    }
    for sort in ["relevancy", "popularity", "publishedAt"] {
        let arguments = json!({"source": "The Alder Post", "fromDate": "2026-01-01", "sortBy": sort});
        lists.push(call(bench, "filterArticlesBySource", arguments));
    }
    lists
}

#[test]
fn every_article_of_a_list_has_details_that_agree() {
    let mut bench = Bench::new(4);
    let mut seen = BTreeSet::new();
    for list in lists(&mut bench) {
        for row in rows(&list).iter().take(12) {
            if !seen.insert(row["url"].as_str().unwrap().to_owned()) {
                continue;
            }
            let details = call(&mut bench, "getArticleMetadata", json!({"url": row["url"]}));
            for field in
                ["title", "url", "source", "domain", "publishedAt", "language", "category", "summary", "popularity"]
            {
                assert_eq!(details[field], row[field], "{field} of {}", row["url"]);
            }
        }
    }
    assert!(seen.len() > 100);
}

#[test]
fn nothing_is_shown_before_it_is_published() {
    let later = &mut Bench::new(1).at("2026-03-20T12:00:00+01:00", "Europe/Amsterdam");
    let arguments = json!({"startDate": "2026-03-01", "endDate": "2026-03-20"});
    let all = call(later, "getHeadlines", arguments.clone());
    let mut bench = Bench::new(1);
    for list in lists(&mut bench) {
        assert!(rows(&list).iter().all(|row| row["publishedAt"].as_str().unwrap() <= "2026-03-02T08:00:00Z"));
    }
    let now = call(&mut bench, "getHeadlines", arguments);
    assert!(now["total"].as_u64() < all["total"].as_u64());
    let future = rows(&all).iter().find(|row| row["publishedAt"].as_str().unwrap() > "2026-03-02T08:00:00Z").unwrap();
    let refused = refusal(&mut bench, "getArticleMetadata", json!({"url": future["url"]}));
    assert_eq!(refused, (404, "unknown_article".to_owned()));
    call(later, "getArticleMetadata", json!({"url": future["url"]}));
}

#[test]
fn the_past_does_not_change_when_the_clock_moves() {
    let arguments = json!({"startDate": "2026-01-05", "endDate": "2026-01-20"});
    let before = call(&mut Bench::new(2), "getHeadlines", arguments.clone());
    let after = call(&mut Bench::new(2).at("2027-01-01T00:00:00Z", "UTC"), "getHeadlines", arguments);
    assert_eq!(before, after);
}

#[test]
fn a_follow_up_and_its_original_point_at_each_other() {
    let mut bench = Bench::new(8).at("2026-06-30T12:00:00Z", "UTC");
    let mut threads = 0;
    for keywords in [
        "GreenLeaf retail rising star",
        "strike ports agreement",
        "phantom cricket academy",
        "survey invoices councils",
    ] {
        let hits = call(&mut bench, "searchArticles", json!({"keywords": keywords}));
        for url in urls(&hits) {
            let article = call(&mut bench, "getArticleMetadata", json!({"url": url}));
            let Some(original) = article.get("follows") else {
                continue;
            };
            threads += 1;
            assert!(original["publishedAt"].as_str() < article["publishedAt"].as_str());
            assert_ne!(original["source"], article["source"]);
            assert_ne!(original["title"], article["title"]);
            let first = call(&mut bench, "getArticleMetadata", json!({"url": original["url"]}));
            assert_eq!(first["title"], original["title"]);
            let back = first["followedBy"].as_array().unwrap();
            assert!(back.iter().any(|link| link["url"] == article["url"]));
        }
    }
    assert!(threads >= 4, "{threads}");
}

#[test]
fn a_feed_stands_still_for_its_interval() {
    for (interval, first, last, next) in [
        (60, "2026-03-02T08:00:00Z", "2026-03-02T08:59:59Z", "2026-03-02T09:00:00Z"),
        (5, "2026-03-02T08:05:00Z", "2026-03-02T08:09:30Z", "2026-03-02T08:10:00Z"),
        (1440, "2026-03-02T00:00:00Z", "2026-03-02T23:59:00Z", "2026-03-03T00:00:00Z"),
    ] {
        let arguments = json!({"country": "GB", "refreshInterval": interval});
        let a = call(&mut Bench::new(0).at(first, "UTC"), "getTrendingNews", arguments.clone());
        let b = call(&mut Bench::new(0).at(last, "UTC"), "getTrendingNews", arguments);
        assert_eq!(a, b);
        assert_eq!((a["generatedAt"].as_str(), a["nextRefreshAt"].as_str()), (Some(first), Some(next)));
        assert!(rows(&a).is_sorted_by(|a, b| a["trendScore"].as_f64() >= b["trendScore"].as_f64()));
    }
}

#[test]
fn countries_have_feeds_in_their_languages() {
    let mut bench = Bench::new(0);
    for (country, languages) in
        [("NL", &["nl", "en"][..]), ("MX", &["es", "en"]), ("CN", &["zh", "en"]), ("JP", &["en"])]
    {
        let feed = call(&mut bench, "getTrendingNews", json!({"country": country}));
        assert!(!rows(&feed).is_empty(), "{country}");
        assert!(rows(&feed).iter().all(|row| languages.contains(&row["language"].as_str().unwrap())), "{country}");
    }
}

#[test]
fn a_call_without_days_is_today_where_the_user_is() {
    let mut bench = Bench::new(0).at("2026-03-01T23:30:00Z", "Asia/Tokyo");
    let list = call(&mut bench, "filterArticlesBySource", json!({"source": "Ledgerline"}));
    assert_eq!((list["fromDate"].as_str(), list["toDate"].as_str()), (Some("2026-03-02"), Some("2026-03-02")));
    assert_eq!(list["total"], 0);
}

#[test]
fn mistakes_have_their_codes() {
    let mut bench = Bench::new(0);
    for (tool, arguments, status, code) in [
        ("filterArticles", json!({"category": "gossip"}), 422, "unknown_category"),
        ("filterArticlesBySource", json!({"source": "The Alder Boast"}), 404, "unknown_source"),
        ("filterArticlesBySource", json!({"source": "54Xe", "toDate": "2026-02-01"}), 422, "reversed_range"),
        ("filterArticlesBySource", json!({"source": "54Xe", "fromDate": "2025-11-30"}), 422, "range_too_long"),
        ("getHeadlines", json!({"startDate": "2026-03-05", "endDate": "2026-03-06"}), 422, "date_out_of_range"),
        ("getHeadlines", json!({"startDate": "2026-01-01", "endDate": "2026-02-01"}), 422, "range_too_long"),
        ("getTrendingNews", json!({"country": "ZZ"}), 404, "unknown_country"),
        ("getArticleMetadata", json!({"url": "https://alderpost.example/2026/02/02/a-1"}), 404, "unknown_article"),
    ] {
        assert_eq!(refusal(&mut bench, tool, arguments.clone()), (status, code.to_owned()), "{tool} {arguments}");
    }
    let outcome = bench.call("news-media/filterArticlesBySource", json!({"source": "The Alder Boast"}));
    assert!(outcome.body.to_string().contains("The Alder Post"), "{}", outcome.body);
}

#[test]
fn worlds_of_other_seeds_have_other_news_but_the_same_award() {
    let mut first = Bench::new(0);
    let mut second = Bench::new(99);
    let arguments = json!({"startDate": "2026-02-20", "endDate": "2026-02-21"});
    assert_ne!(call(&mut first, "getHeadlines", arguments.clone()), call(&mut second, "getHeadlines", arguments));
    let award = |bench: &mut Bench| {
        let found = call(bench, "searchArticles", json!({"keywords": "54Xe GreenLeaf retail rising star"}));
        rows(&found)[0]["url"].clone()
    };
    assert_eq!(award(&mut first), award(&mut second));
}
