//! Laws of `mcu-films`: one calendar, seen from every day of it. It keeps no session tables.

use jiff::civil::{Date, date};
use jiff::{Span, ToSpan};
use serde_json::{Value, json};

use crate::bench::{Bench, items};

fn ok(bench: &mut Bench, tool: &str, arguments: Value) -> Value {
    bench.ok(&format!("mcu-films/{tool}"), arguments)
}

fn refused(bench: &mut Bench, tool: &str, arguments: Value) -> (u16, String) {
    let (status, code, _) = bench.refused(&format!("mcu-films/{tool}"), arguments);
    (status, code)
}

fn on(day: Date) -> Bench {
    Bench::new(1).at(&format!("{day}T12:00:00Z"), "UTC")
}

fn day(value: &Value) -> Date {
    value.as_str().unwrap().parse().unwrap()
}

fn between(bench: &mut Bench, from: Date, to: Date) -> Value {
    ok(bench, "getMCUFilmByDateRange", json!({"startDate": from.to_string(), "endDate": to.to_string()}))
}

/// Days before, on, between and after releases.
fn days() -> Vec<Date> {
    let every_month = (0..42).map(|n| date(2024, 9, 3).saturating_add(Span::new().months(n)));
    let edges = [
        "2025-02-13",
        "2025-02-14",
        "2025-02-15",
        "2026-07-31",
        "2026-08-01",
        "2026-12-18",
        "2027-12-17",
        "2027-12-18",
    ];
    every_month.chain(edges.into_iter().map(|d| d.parse().unwrap())).collect()
}

const FIRST: Date = date(2008, 5, 2);
const LAST: Date = date(2035, 12, 31);

#[test]
fn the_next_film_is_the_first_that_is_still_to_come() {
    for today in days() {
        let mut bench = on(today);
        let next = ok(&mut bench, "getNextMCUFilmReleaseDate", json!({}));
        let title = ok(&mut bench, "getNextMCUFilmTitle", json!({}));
        let coming = ok(&mut bench, "getAllUpcomingMCUFilms", json!({"count": 50}));
        let ahead = between(&mut bench, today, LAST);
        assert_eq!(coming["total"], ahead["total"]);
        let Some(first) = items(&coming["films"]).first() else {
            assert!(today > date(2027, 12, 17));
            assert_eq!(
                (&next["found"], &title["found"], &next["film_id"]),
                (&json!(false), &json!(false), &Value::Null)
            );
            continue;
        };
        for field in ["film_id", "title", "release_date", "days_until"] {
            assert_eq!(next[field], first[field], "{today}");
        }
        assert_eq!((&title["film_id"], &title["title"]), (&first["film_id"], &first["title"]));
        for film in items(&coming["films"]) {
            let left = today.until(day(&film["release_date"])).unwrap().get_days();
            assert!(left >= 0);
            assert_eq!(film["days_until"], left);
            assert_eq!(film["status"] == "opens_today", left == 0);
        }
        assert!(items(&coming["films"]).is_sorted_by_key(|film| day(&film["release_date"])));
    }
}

#[test]
fn joined_ranges_are_the_whole() {
    let mut bench = on(date(2026, 3, 2));
    let whole = between(&mut bench, FIRST, LAST);
    assert_eq!(whole["total"], 40);
    let mut joined = Vec::new();
    let (mut from, mut step) = (FIRST, 11);
    while from <= LAST {
        let to = from.saturating_add(step.days()).min(LAST);
        joined.extend(items(&between(&mut bench, from, to)["films"]).to_vec());
        (from, step) = (to.saturating_add(1.days()), step * 3 % 700 + 5);
    }
    assert_eq!(joined, items(&whole["films"]));
    for film in items(&whole["films"]) {
        let opening = day(&film["release_date"]);
        let one = between(&mut bench, opening, opening);
        assert_eq!(items(&one["films"]), std::slice::from_ref(film));
    }
    assert_eq!(between(&mut bench, date(1990, 1, 1), date(2008, 5, 1))["total"], 0);
}

#[test]
fn details_say_what_the_lists_say() {
    for today in [date(2025, 1, 10), date(2026, 7, 31), date(2028, 1, 1)] {
        let mut bench = on(today);
        let whole = between(&mut bench, FIRST, LAST);
        let mut before = Value::Null;
        for film in items(&whole["films"]) {
            let details = ok(&mut bench, "getMCUFilmDetails", json!({"filmId": film["film_id"]}));
            for field in ["film_id", "title", "release_date", "phase", "status", "days_until"] {
                assert_eq!(details[field], film[field]);
            }
            assert_eq!(details["previous_film_id"], before);
            before = film["film_id"].clone();
            assert_eq!(details["days_until"].is_null(), day(&film["release_date"]) < today);
        }
        let last = ok(&mut bench, "getMCUFilmDetails", json!({"filmId": before}));
        assert!(last["next_film_id"].is_null());
        let detailed = ok(&mut bench, "getAllUpcomingMCUFilms", json!({"count": 50, "includeDetails": true}));
        for film in items(&detailed["films"]) {
            let details = ok(&mut bench, "getMCUFilmDetails", json!({"filmId": film["film_id"]}));
            for (field, value) in film["details"].as_object().unwrap() {
                assert_eq!(&details[field], value);
            }
        }
    }
}

#[test]
fn a_count_shows_the_first_ones_and_details_change_nothing_else() {
    let mut bench = on(date(2025, 1, 10));
    let all = ok(&mut bench, "getAllUpcomingMCUFilms", json!({"count": 50}));
    for count in 1..8 {
        let some = ok(&mut bench, "getAllUpcomingMCUFilms", json!({"count": count}));
        assert_eq!(some["total"], all["total"]);
        assert!(items(&all["films"]).starts_with(items(&some["films"])));
        let mut detailed = ok(&mut bench, "getAllUpcomingMCUFilms", json!({"count": count, "includeDetails": true}));
        for film in detailed["films"].as_array_mut().unwrap() {
            assert!(film.as_object_mut().unwrap().remove("details").is_some());
        }
        assert_eq!(detailed, some);
    }
    assert_eq!(
        ok(&mut bench, "getAllUpcomingMCUFilms", json!({})),
        ok(&mut bench, "getAllUpcomingMCUFilms", json!({"count": 5}))
    );
}

#[test]
fn region_and_language_change_how_it_is_told_and_not_which_film() {
    for today in days() {
        let mut bench = on(today);
        let plain = ok(&mut bench, "getNextMCUFilmReleaseDate", json!({}));
        for region in ["us", "NL", "br", "JP"] {
            let told = ok(&mut bench, "getNextMCUFilmReleaseDate", json!({"region": region}));
            for field in ["found", "film_id", "title", "release_date", "days_until"] {
                assert_eq!(told[field], plain[field]);
            }
            assert_eq!(told["confirmed_for_region"] == true, region == "us" && told["found"] == true);
        }
        for language in ["en-GB", "pt-BR", "ZH_cn", "es", "es-AR", "nl", "tlh-Latn-US"] {
            let told = ok(&mut bench, "getNextMCUFilmTitle", json!({"language": language}));
            assert_eq!((&told["film_id"], &told["original_title"]), (&plain["film_id"], &plain["title"]));
            if told["localized"] == false {
                assert_eq!(told["title"], told["original_title"]);
            }
        }
    }
    let mut bench = on(date(2026, 3, 2));
    let brazil = ok(&mut bench, "getNextMCUFilmTitle", json!({"language": "pt-BR"}));
    assert_eq!((&brazil["title"], &brazil["localized"]), (&json!("Homem-Aranha: Um Novo Dia"), &json!(true)));
}

#[test]
fn the_users_own_date_counts() {
    let mut late = Bench::new(1).at("2026-08-01T03:00:00Z", "America/Los_Angeles");
    assert_eq!(ok(&mut late, "getNextMCUFilmReleaseDate", json!({}))["days_until"], 0);
    let mut early = Bench::new(1).at("2026-08-01T03:00:00Z", "Asia/Tokyo");
    assert_eq!(ok(&mut early, "getNextMCUFilmReleaseDate", json!({}))["title"], "Avengers: Doomsday");
}

#[test]
fn mistakes_have_their_codes() {
    let mut bench = on(date(2026, 3, 2));
    for (tool, arguments, status, code) in [
        ("getNextMCUFilmReleaseDate", json!({"region": "ZZ"}), 404, "unknown_region"),
        ("getMCUFilmDetails", json!({"filmId": 41}), 404, "unknown_film"),
        ("getMCUFilmByDateRange", json!({"startDate": "2026-02-02", "endDate": "2026-02-01"}), 422, "reversed_range"),
        (
            "getMCUFilmByDateRange",
            json!({"startDate": "2025-02-29", "endDate": "2026-02-01"}),
            422,
            "invalid_arguments",
        ),
        ("getNextMCUFilmTitle", json!({"language": "🙂"}), 422, "invalid_arguments"),
        ("getNextMCUFilmTitle", json!({"language": "x".repeat(100_000)}), 422, "invalid_arguments"),
    ] {
        assert_eq!(refused(&mut bench, tool, arguments.clone()), (status, code.to_owned()), "{tool} {arguments}");
    }
}
