//! Asking where it is needed, about what is missing, and only there.

use serde_json::{Value, json};
use usertoolbench::referee::{Clarification, FindingKind as K};

use crate::bench::{Bench, Play, gold, with};

fn asking() -> Bench {
    let book = with(
        gold("a", "trains/bookTrain", json!({"train": "x"})),
        "seat_level",
        json!({"value": "second_class", "from": "reply"}),
    );
    let missing = json!({"tool": "bookTrain", "toolset": "trains", "slot": "seat_level", "words": ["first", "second", "class", "座"]});
    let gold = json!({"kind": "ask", "missing": [missing], "question": "First or second class?", "reply": "Second.", "then": [book]});
    Bench::of(vec![json!({"id": "t1", "task": "lack_of_information", "gold": gold})])
}

fn book(play: Play<'_>, level: Value) -> Play<'_> {
    play.call("trains/bookTrain", json!({"train": "x", "seat_level": level}), json!({}))
}

#[test]
fn a_question_about_what_is_missing_comes_before_the_call() {
    let bench = asking();
    book(bench.play().ask("Which CLASS would you like?"), json!("second_class")).passes();
    book(bench.play().ask("您要坐一等座吗？"), json!("second_class")).passes();
    let verdict = book(bench.play().ask("First or second class?"), json!("first_class")).fails(&[K::WrongValue]);
    assert_eq!(json!(verdict.exact.decisive.unwrap().provenance), json!({"from": "reply"}));
    assert_eq!(verdict.clarification, Some(Clarification { needed: true, asked: true, right: true }));
}

#[test]
fn a_question_about_something_else_does_not_do() {
    let bench = asking();
    let play = bench.play().ask("At what time, and in which classroom?");
    let verdict = book(play, json!("second_class")).fails(&[K::AskedWrongThing]);
    assert_eq!(verdict.clarification, Some(Clarification { needed: true, asked: true, right: false }));
    let twice = bench.play().ask("At what time?").ask("And which class?");
    book(twice, json!("second_class")).passes();
}

#[test]
fn a_guess_is_no_question() {
    let verdict = book(asking().play(), json!("second_class")).fails(&[K::ActedOnUnsupportedValue, K::ShouldHaveAsked]);
    let decisive = verdict.exact.decisive.unwrap();
    assert_eq!((decisive.pointer.as_deref(), decisive.actual), (Some("/seat_level"), Some(json!("second_class"))));
    let repair = "Before bookTrain, seat_level should have been asked for: \"First or second class?\"";
    assert_eq!(verdict.exact.repair.as_deref(), Some(repair));
    assert_eq!(verdict.clarification, Some(Clarification { needed: true, asked: false, right: false }));
}

#[test]
fn asking_after_acting_is_too_late() {
    let bench = asking();
    let late = book(bench.play(), json!("second_class")).ask("First or second class?");
    late.fails(&[K::ActedOnUnsupportedValue, K::ShouldHaveAsked]);
    let without_value = bench.play().call("trains/bookTrain", json!({"train": "x"}), json!({})).ask("Which class?");
    without_value.fails(&[K::ShouldHaveAsked]);
}

#[test]
fn doing_nothing_is_not_asking() {
    asking().play().fails(&[K::ShouldHaveAsked]);
}

#[test]
fn asking_and_then_doing_nothing_misses_the_calls() {
    asking().play().ask("Which class?").fails(&[K::MissingCall]);
}

#[test]
fn a_read_that_gold_does_not_make_is_one_too_many_before_the_question_too() {
    let bench = asking();
    let play = bench.play().call("trains/liveTrain", json!({"train": "x"}), json!({})).ask("Which class?");
    book(play, json!("second_class")).fails(&[K::ExtraCall]);
}

#[test]
fn a_question_is_wrong_where_nothing_is_missing() {
    let bench = Bench::calls(json!([gold("a", "trains/liveTrain", json!({"train": "x"}))]));
    let play = bench.play().ask("Which train?").call("trains/liveTrain", json!({"train": "x"}), json!({}));
    let verdict = play.fails(&[K::ShouldNotHaveAsked]);
    assert_eq!(verdict.clarification, Some(Clarification { needed: false, asked: true, right: false }));
}
