//! The relaxed verdict: what is done counts, not the way.

use serde_json::{Value, json};
use usertoolbench::referee::{FindingKind as K, TurnVerdict, VerdictKind};

use crate::bench::{Bench, Play, after, gold, with};

/// A search, and a booking of what it finds.
fn booking() -> Bench {
    let train = json!({"result": "a", "path": "/trains/0/id", "from": "result"});
    Bench::calls(json!([
        gold("a", "trains/searchTrains", json!({"from": "Utrecht", "to": "Gouda"})),
        with(gold("b", "trains/bookTrain", json!({"seats": 2})), "train", train),
    ]))
}

fn search<'b>(play: Play<'b>, to: &str) -> Play<'b> {
    let found = json!({"trains": [{"id": format!("to {to}")}]});
    play.call("trains/searchTrains", json!({"from": "Utrecht", "to": to}), found)
}

fn book<'b>(play: Play<'b>, train: &str, seats: u64) -> Play<'b> {
    play.call("trains/bookTrain", json!({"train": train, "seats": seats}), json!({}))
}

fn live<'b>(play: Play<'b>, train: &str) -> Play<'b> {
    play.call("trains/liveTrain", json!({"train": train}), json!({}))
}

/// That the exact verdict fails and the relaxed one does not.
fn only_relaxed(play: Play<'_>) {
    let verdict = play.verdict();
    assert!(!verdict.exact.pass && verdict.relaxed.pass, "{:#?}", verdict.findings);
    assert!(verdict.findings.iter().all(|finding| !finding.fails(VerdictKind::Relaxed)), "{:#?}", verdict.findings);
}

/// That both fail, and the finding that decides the relaxed one.
fn neither(play: Play<'_>, kind: K) -> TurnVerdict {
    let verdict = play.verdict();
    assert!(!verdict.exact.pass && !verdict.relaxed.pass, "{:#?}", verdict.findings);
    let decisive = verdict.relaxed.decisive.as_ref().unwrap();
    assert_eq!(decisive.kind, kind, "{:#?}", verdict.findings);
    assert!(decisive.fails(VerdictKind::Relaxed) && verdict.relaxed.repair.is_some());
    verdict
}

#[test]
fn what_is_exactly_right_is_right() {
    let bench = booking();
    let verdict = book(search(bench.play(), "Gouda"), "to Gouda", 2).verdict();
    assert!(verdict.exact.pass && verdict.relaxed.pass);
}

#[test]
fn reads_without_need_and_repeated_reads_do_no_harm() {
    let bench = booking();
    only_relaxed(live(book(search(bench.play(), "Gouda"), "to Gouda", 2), "to Gouda"));
    only_relaxed(book((0..5).fold(bench.play(), |play, _| search(play, "Gouda")), "to Gouda", 2));
}

#[test]
fn any_order_will_do() {
    let bench = Bench::calls(json!([
        gold("a", "trains/liveTrain", json!({"train": "x"})),
        after(gold("b", "trains/bookTrain", json!({"train": "x"})), &["a"]),
    ]));
    only_relaxed(live(book(bench.play(), "x", 1), "x"));
}

#[test]
fn a_needless_question_does_no_harm() {
    let bench = booking();
    only_relaxed(book(search(bench.play().ask("First or second class?"), "Gouda"), "to Gouda", 2));
}

#[test]
fn a_call_that_was_refused_and_put_right_does_no_harm() {
    let bench = booking();
    let invalid = bench.play().call("trains/searchTrains", json!({"from": "Utrecht"}), json!({}));
    only_relaxed(book(search(invalid, "Gouda"), "to Gouda", 2));
}

#[test]
fn doing_it_twice_is_a_harm_where_something_changes() {
    let bench = booking();
    let once = book(search(bench.play(), "Gouda"), "to Gouda", 2);
    let verdict = neither(book(once, "to Gouda", 2), K::RepeatedCall);
    assert_eq!(verdict.relaxed.repair.as_deref(), Some("bookTrain should not have been called again."));
}

#[test]
fn another_effect_is_a_harm() {
    let bench = booking();
    neither(book(search(bench.play(), "Gouda"), "to Gouda", 3), K::WrongValue);
    neither(book(book(search(bench.play(), "Gouda"), "to Gouda", 2), "to Delft", 1), K::ExtraEffect);
    let cancelled = book(search(bench.play(), "Gouda"), "to Gouda", 2);
    neither(cancelled.call("trains/cancelTrain", json!({"booking": "1"}), json!({})), K::ExtraEffect);
}

#[test]
fn what_is_taken_back_leaves_no_effect() {
    let bench = booking();
    let cancel = |play: Play<'_>, key: usize| {
        play.call("trains/cancelTrain", json!({"booking": key.to_string()}), json!({})).verdict()
    };
    let other = book(search(bench.play(), "Gouda"), "to Delft", 1);
    let key = other.records.len() - 1;
    let verdict = cancel(book(other, "to Gouda", 2), key);
    assert!(!verdict.exact.pass && verdict.relaxed.pass, "{:#?}", verdict.findings);
    let right = book(search(bench.play(), "Gouda"), "to Gouda", 2);
    let key = right.records.len() - 1;
    assert!(!cancel(right, key).relaxed.pass, "what was right is gone");
}

#[test]
fn nothing_is_not_enough() {
    neither(booking().play(), K::MissingCall);
    neither(search(booking().play(), "Gouda"), K::MissingCall);
    neither(book(booking().play(), "to Gouda", 2), K::WrongValue);
}

#[test]
fn what_was_looked_up_must_be_what_was_asked_for() {
    let bench = Bench::calls(json!([gold("a", "trains/searchTrains", json!({"from": "Utrecht", "to": "Gouda"}))]));
    neither(search(bench.play(), "Delft"), K::WrongValue);
    let filtered = json!({"from": "Utrecht", "to": "Gouda", "direct": true});
    neither(bench.play().call("trains/searchTrains", filtered, json!({})), K::WrongValue);
}

#[test]
fn one_mistake_may_be_put_right_and_values_may_not_be_tried_out() {
    let bench = Bench::calls(json!([gold("a", "trains/searchTrains", json!({"from": "Utrecht", "to": "Gouda"}))]));
    only_relaxed(search(search(bench.play(), "Delft"), "Gouda"));
    only_relaxed(search(search(search(bench.play(), "Delft"), "Delft"), "Gouda"));
    neither(search(search(bench.play(), "Gouda"), "Delft"), K::Guessed);
    neither(search(search(search(bench.play(), "Delft"), "Leiden"), "Gouda"), K::Guessed);
}

#[test]
fn each_needed_call_has_a_mistake_to_its_name() {
    let bench = Bench::calls(json!([
        gold("a", "trains/liveTrain", json!({"train": "x"})),
        gold("b", "trains/liveTrain", json!({"train": "y"})),
    ]));
    only_relaxed(["v", "x", "w", "y"].into_iter().fold(bench.play(), live));
    neither(["u", "v", "w", "x", "y"].into_iter().fold(bench.play(), live), K::Guessed);
}

#[test]
fn a_round_of_all_tools_is_no_way() {
    let bench = Bench::calls(json!([gold("a", "trains/liveTrain", json!({"train": "x"}))]));
    let look =
        search(live(bench.play(), "x"), "Gouda").call("news/searchArticles", json!({"keywords": "x"}), json!({}));
    let round = look.call("news/getArticleMetadata", json!({"url": "x"}), json!({}));
    neither(round, K::Scattered);
    let look =
        search(live(bench.play(), "x"), "Gouda").call("news/searchArticles", json!({"keywords": "x"}), json!({}));
    only_relaxed(look);
}

#[test]
fn talk_needs_no_effect() {
    let bench = Bench::of(vec![json!({"id": "t1", "task": "chat"})]);
    only_relaxed(live(bench.play(), "x"));
    neither(book(bench.play(), "x", 1), K::ExtraEffect);
}

#[test]
fn another_tool_of_the_set_may_give_the_same() {
    let bench = Bench::calls(json!([gold("a", "trains/nextTrain", json!({"station": "Gouda", "day": "2026-03-02"}))]));
    let board = |place: &str| json!({"stop": place, "via": ["Gouda"]});
    let rows = json!({"day": "2026-03-02", "rows": []});
    only_relaxed(bench.play().call("trains/board", board("Gouda"), rows.clone()));
    neither(bench.play().call("trains/board", board("Delft"), rows), K::WrongTool);
    let other_day = json!({"day": "2026-03-03", "rows": []});
    neither(bench.play().call("trains/board", board("Gouda"), other_day), K::WrongTool);
}

fn asking() -> Bench {
    let level = json!({"value": "second_class", "from": "reply"});
    let gold = json!({
        "kind": "ask", "question": "First or second class?", "reply": "Second.",
        "missing": [{"slot": "seat_level", "toolset": "trains", "tool": "bookTrain", "words": ["class"]}],
        "then": [with(gold("a", "trains/bookTrain", json!({"train": "x"})), "seat_level", level)],
    });
    Bench::of(vec![json!({"id": "t1", "task": "lack_of_information", "gold": gold})])
}

fn seat<'b>(play: Play<'b>, level: &str) -> Play<'b> {
    play.call("trains/bookTrain", json!({"train": "x", "seat_level": level}), json!({}))
}

#[test]
fn what_is_missing_must_be_asked_for_even_if_the_guess_is_right() {
    let bench = asking();
    neither(seat(bench.play(), "second_class"), K::ActedOnUnsupportedValue);
    neither(seat(bench.play(), "second_class").ask("Which class?"), K::ActedOnUnsupportedValue);
    neither(bench.play(), K::ShouldHaveAsked);
    neither(book(bench.play(), "x", 1), K::ShouldHaveAsked);
    neither(seat(bench.play().ask("At what time?"), "second_class"), K::AskedWrongThing);
    only_relaxed(seat(live(bench.play().ask("Which class?"), "x"), "second_class"));
    neither(seat(bench.play().ask("Which class?"), "first_class"), K::WrongValue);
}

#[test]
fn a_turn_without_an_end_is_not_right() {
    let bench = booking();
    let play = live(book(search(bench.play(), "Gouda"), "to Gouda", 2), "x");
    let judged = bench.judge(&play.close("deleted").records);
    let verdict = &judged.verdicts[0];
    assert_eq!((verdict.exact.pass, verdict.relaxed.pass), (false, false));
    assert_eq!(verdict.relaxed.decisive.as_ref().map(|finding| finding.kind), Some(K::NoReply));
}

#[test]
fn a_failure_that_was_got_over_is_none() {
    let bench = booking();
    let failed = bench.play().refused("trains/searchTrains", json!({"from": "Utrecht", "to": "Gouda"}), 503);
    only_relaxed(live(book(search(failed, "Gouda"), "to Gouda", 2), "x"));
    let failed = bench.play().refused("trains/searchTrains", json!({"from": "Utrecht", "to": "Gouda"}), 503);
    let verdict = failed.verdict();
    assert_eq!(verdict.relaxed.decisive.map(|finding| finding.kind), Some(K::Infrastructure));
    assert_eq!(verdict.relaxed.repair, None);
}

#[test]
fn a_read_that_feeds_a_booking_may_stand_several_times() {
    let bench = booking();
    let first =
        bench.play().call("trains/searchTrains", json!({"from": "Utrecht", "to": "Gouda"}), json!({"trains": []}));
    only_relaxed(book(search(first, "Gouda"), "to Gouda", 2));
}

#[test]
fn verdicts_name_the_kinds_that_a_finding_decides() {
    let verdict = live(book(search(booking().play(), "Gouda"), "to Gouda", 2), "x").verdict();
    let decides: Vec<Value> = verdict.findings.iter().map(|finding| json!(finding)["decides"].clone()).collect();
    assert_eq!(decides, [json!(["exact"])]);
}
