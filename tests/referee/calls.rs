//! Which calls are right: all of gold's and no others, in an order that respects what depends on what.

use serde_json::{Value, json};
use usertoolbench::referee::{FindingKind as K, Status};

use crate::bench::{Bench, Play, after, gold, with};

fn route(to: &str) -> Value {
    json!({"from": "Utrecht", "to": to})
}

fn search<'b>(play: Play<'b>, to: &str) -> Play<'b> {
    play.call("trains/searchTrains", route(to), json!({"trains": [{"id": format!("{to}-1")}]}))
}

/// A search, and a booking of the first train that it gives.
fn search_and_book() -> Bench {
    let book = with(
        gold("b", "trains/bookTrain", json!({"seats": 2, "seat_level": "second_class"})),
        "train",
        json!({"result": "a", "path": "/trains/0/id", "from": "result"}),
    );
    Bench::calls(json!([gold("a", "trains/searchTrains", route("Arnhem")), book]))
}

fn book(train: &str) -> Value {
    json!({"train": train, "seats": 2, "seat_level": "second_class"})
}

#[test]
fn the_gold_calls_are_right() {
    let bench = search_and_book();
    search(bench.play(), "Arnhem").call("trains/bookTrain", book("Arnhem-1"), json!({})).passes();
}

#[test]
fn calls_of_one_step_may_come_in_any_order() {
    let bench = Bench::calls(json!([
        gold("a", "trains/searchTrains", route("Arnhem")),
        gold("b", "trains/searchTrains", route("Zwolle")),
        gold("c", "trains/liveTrain", json!({"train": "x"})),
    ]));
    let live = bench.play().call("trains/liveTrain", json!({"train": "x"}), json!({}));
    search(search(live, "Zwolle"), "Arnhem").passes();
    let live_last = search(search(bench.play(), "Arnhem"), "Zwolle");
    live_last.call("trains/liveTrain", json!({"train": "x"}), json!({})).passes();
}

#[test]
fn a_further_read_is_one_too_many() {
    let bench = search_and_book();
    let play = search(search(bench.play(), "Arnhem"), "Zwolle").call("trains/bookTrain", book("Arnhem-1"), json!({}));
    let verdict = play.fails(&[K::ExtraCall]);
    assert_eq!(verdict.exact.repair.as_deref(), Some("searchTrains should not have been called."));
}

#[test]
fn a_further_booking_changes_what_it_should_not() {
    let bench = search_and_book();
    let play = search(bench.play(), "Arnhem").call("trains/bookTrain", book("Arnhem-1"), json!({}));
    let verdict = play.call("trains/bookTrain", book("other"), json!({})).fails(&[K::ExtraEffect]);
    let sentence = &verdict.exact.decisive.unwrap().sentence;
    assert_eq!(sentence, "bookTrain was called without need and changed a row of bookings.");
}

#[test]
fn doing_it_twice_is_not_doing_it() {
    let bench = search_and_book();
    let twice = search(search(bench.play(), "Arnhem"), "Arnhem");
    let twice = twice.call("trains/bookTrain", book("Arnhem-1"), json!({})).call(
        "trains/bookTrain",
        book("Arnhem-1"),
        json!({}),
    );
    twice.fails(&[K::RepeatedCall, K::RepeatedCall]);
}

#[test]
fn going_round_in_circles_is_named_once() {
    let bench = Bench::calls(json!([gold("a", "trains/searchTrains", route("Arnhem"))]));
    let play = (0..6).fold(bench.play(), |play, _| search(play, "Arnhem"));
    play.fails(&[K::Loop]);
}

#[test]
fn doing_nothing_misses_every_call() {
    let verdict = search_and_book().play().fails(&[K::MissingCall, K::MissingCall]);
    let repair = verdict.exact.repair.unwrap();
    assert!(
        repair.starts_with(r#"searchTrains should have been called with from = "Utrecht", to = "Arnhem"."#),
        "{repair}"
    );
    assert!(verdict.findings.iter().all(|finding| finding.record.is_none()));
}

#[test]
fn another_tool_of_the_set_is_the_wrong_tool() {
    let bench = Bench::calls(json!([gold("a", "trains/searchTrains", route("Arnhem"))]));
    let verdict = bench.play().call("trains/liveTrain", json!({"train": "x"}), json!({})).fails(&[K::WrongTool]);
    let finding = verdict.exact.decisive.unwrap();
    assert_eq!((finding.expected, finding.actual), (Some(json!("searchTrains")), Some(json!("liveTrain"))));
}

#[test]
fn a_tool_of_another_set_is_a_call_too_many() {
    let bench = Bench::calls(json!([gold("a", "trains/searchTrains", route("Arnhem"))]));
    let play = bench.play().call("news/searchArticles", json!({"keywords": "trains"}), json!({}));
    play.fails(&[K::ExtraCall, K::MissingCall]);
}

#[test]
fn a_call_before_the_one_it_depends_on_is_out_of_order() {
    let bench = Bench::calls(json!([
        gold("a", "trains/cancelTrain", json!({"booking": "b1"})),
        after(gold("b", "trains/bookTrain", book("x")), &["a"]),
    ]));
    let right = bench.play().call("trains/cancelTrain", json!({"booking": "b1"}), json!({}));
    right.call("trains/bookTrain", book("x"), json!({})).passes();
    let wrong = bench.play().call("trains/bookTrain", book("x"), json!({}));
    let verdict = wrong.call("trains/cancelTrain", json!({"booking": "b1"}), json!({})).fails(&[K::Order]);
    assert_eq!(verdict.exact.repair.as_deref(), Some("cancelTrain should have been called before bookTrain."));
}

#[test]
fn each_call_counts_once() {
    let bench = Bench::calls(json!([
        gold("a", "trains/searchTrains", route("Arnhem")),
        gold("b", "trains/searchTrains", route("Arnhem")),
    ]));
    search(search(bench.play(), "Arnhem"), "Arnhem").passes();
    search(bench.play(), "Arnhem").fails(&[K::MissingCall]);
}

#[test]
fn a_value_that_should_come_out_of_a_result_cannot_be_guessed() {
    let search = with(
        gold("a", "news/searchArticles", json!({})),
        "keywords",
        json!({"value": "GreenLeaf", "from": "stated", "match": {"contains": ["GreenLeaf"]}}),
    );
    let metadata = with(
        gold("b", "news/getArticleMetadata", json!({})),
        "url",
        json!({"result": "a", "path": "/articles/0/url", "from": "result"}),
    );
    let bench = Bench::calls(json!([search, metadata]));
    let found = json!({"articles": [{"url": "https://a.example/1"}]});
    let play = bench.play().call("news/searchArticles", json!({"keywords": "greenleaf retail rising star"}), found);
    play.call("news/getArticleMetadata", json!({"url": "https://a.example/1"}), json!({})).passes();
    let guess = bench.play().call("news/getArticleMetadata", json!({"url": "https://a.example/guess"}), json!({}));
    let verdict = guess.fails(&[K::WrongValue, K::MissingCall]);
    let finding = verdict.exact.decisive.unwrap();
    assert_eq!(json!(finding.provenance), json!({"from": "result"}));
    assert_eq!((finding.pointer.as_deref(), finding.expected), (Some("/url"), None));
    assert_eq!(
        finding.sentence,
        r#"getArticleMetadata was called with url = "https://a.example/guess", which is not what searchArticles gives at /articles/0/url."#,
    );
}

#[test]
fn the_agents_own_result_counts_even_where_its_search_was_wrong() {
    let bench = search_and_book();
    let play = search(bench.play(), "Zwolle").call("trains/bookTrain", book("Zwolle-1"), json!({}));
    play.fails(&[K::WrongValue]);
}

#[test]
fn a_pick_is_worked_out_of_the_agents_result() {
    let book = with(
        gold("b", "trains/bookTrain", json!({"seats": 2, "seat_level": "second_class"})),
        "train",
        json!({"result": "a", "pick": "(result.trains | selectattr('cheap') | first).id", "from": "result"}),
    );
    let bench = Bench::calls(json!([gold("a", "trains/searchTrains", route("Arnhem")), book]));
    let found = json!({"trains": [{"id": "dear", "cheap": false}, {"id": "good", "cheap": true}]});
    let play = |train: &str| {
        let play = bench.play().call("trains/searchTrains", route("Arnhem"), found.clone());
        play.call("trains/bookTrain", json!({"train": train, "seats": 2, "seat_level": "second_class"}), json!({}))
    };
    play("good").passes();
    let finding = play("dear").fails(&[K::WrongValue]).exact.decisive.unwrap();
    assert_eq!(finding.expected, Some(json!("good")));
}

#[test]
fn refused_calls_count_like_any_other() {
    let bench = search_and_book();
    let play = search(bench.play(), "Arnhem").refused("trains/bookTrain", book("Arnhem-1"), 409);
    let verdict = play.fails(&[K::RefusedCall]);
    assert!(verdict.findings.iter().any(|finding| finding.kind == K::IgnoredError && finding.decides.is_empty()));
    let again = search(bench.play(), "Arnhem").refused("trains/bookTrain", book("Arnhem-2"), 404);
    again.call("trains/bookTrain", book("Arnhem-1"), json!({})).fails(&[K::RefusedCall]);
    let same_again = search(bench.play(), "Arnhem").refused("trains/bookTrain", book("Arnhem-1"), 409);
    let verdict = same_again.call("trains/bookTrain", book("Arnhem-1"), json!({})).fails(&[K::RefusedCall]);
    assert_eq!(verdict.findings[0].gold, None, "the one that went through stands for gold");
}

#[test]
fn a_tool_that_does_not_exist_is_an_invalid_call() {
    let bench = Bench::calls(json!([gold("a", "trains/searchTrains", route("Arnhem"))]));
    search(bench.play().unknown("nowhere/none"), "Arnhem").fails(&[K::InvalidCall]);
}

#[test]
fn a_failure_of_the_service_is_not_the_agents() {
    let bench = search_and_book();
    let failed = search(bench.play(), "Arnhem").refused("trains/bookTrain", book("Arnhem-1"), 500);
    let verdict = failed.verdict();
    assert_eq!((verdict.status, verdict.exact.pass), (Status::Infrastructure, false));
    assert_eq!(verdict.exact.decisive.unwrap().kind, K::Infrastructure);
    assert_eq!(verdict.exact.repair, None);
    let again = search(bench.play(), "Arnhem").refused("trains/bookTrain", book("Arnhem-1"), 503);
    let verdict = again.call("trains/bookTrain", book("Arnhem-1"), json!({})).verdict();
    assert_eq!((verdict.status, verdict.exact.pass), (Status::Judged, true), "tried again, and done");
}

#[test]
fn chat_needs_no_call() {
    let bench = Bench::of(vec![json!({"id": "t1", "task": "chat"})]);
    bench.play().passes();
    bench.play().ask("How are you?").passes();
    search(bench.play(), "Arnhem").fails(&[K::ExtraCall]);
}

#[test]
fn the_wording_of_a_profile_is_known_again() {
    let bench = Bench::calls(json!([gold("a", "trains/searchTrains", json!({"from": "Utrecht", "to": "Gouda"}))]));
    let play = bench.play().call("trains/searchTrains", json!({"from": "Utrecht", "to": "Gouda"}), json!({}));
    let verdict = play.ask("Somebody travels second class on all trains; shall I book that?").verdict();
    let leaked = verdict.findings.iter().find(|finding| finding.kind == K::LeakedProfile).unwrap();
    assert!(leaked.decides.is_empty() && leaked.record.is_some(), "{leaked:#?}");
    let search = || bench.play().call("trains/searchTrains", json!({"from": "Utrecht", "to": "Gouda"}), json!({}));
    let verdict = search().ask("Second class?").verdict();
    assert!(verdict.findings.iter().all(|finding| finding.kind != K::LeakedProfile));
}
