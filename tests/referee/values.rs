//! Which values are right: by type and meaning, with defaults filled in, and never by likeness.

use serde_json::{Value, json};
use usertoolbench::referee::FindingKind as K;

use crate::bench::{Bench, Play, gold, with};

fn searching(more: Value) -> Bench {
    let mut arguments = json!({"from": "Utrecht", "to": "Arnhem"});
    arguments.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    Bench::calls(json!([gold("a", "trains/searchTrains", arguments)]))
}

fn search(bench: &Bench, more: Value) -> Play<'_> {
    let mut arguments = json!({"from": "Utrecht", "to": "Arnhem"});
    arguments.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    bench.play().call("trains/searchTrains", arguments, json!({}))
}

fn booking(more: Value) -> Bench {
    let mut arguments = json!({"train": "x"});
    arguments.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    Bench::calls(json!([gold("a", "trains/bookTrain", arguments)]))
}

fn book(bench: &Bench, more: Value) -> Play<'_> {
    let mut arguments = json!({"train": "x"});
    arguments.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    bench.play().call("trains/bookTrain", arguments, json!({}))
}

#[test]
fn one_value_may_be_written_in_several_ways() {
    search(&searching(json!({"budget": 1})), json!({"budget": 1.0})).passes();
    search(&searching(json!({"time": "09:00"})), json!({"time": "9:00"})).passes();
    search(&searching(json!({"leave": "2026-03-02T08:00:00Z"})), json!({"leave": "2026-03-02T09:00:00+01:00"}))
        .passes();
    search(&searching(json!({"classes": ["a", "b"]})), json!({"classes": ["b", "a"]})).passes();
    search(&searching(json!({})), json!({"from": "UTRECHT"})).passes();
}

#[test]
fn another_value_is_wrong_however_near() {
    search(&searching(json!({"budget": 50})), json!({"budget": 50.01})).fails(&[K::WrongValue]);
    search(&searching(json!({"stops": ["a", "b"]})), json!({"stops": ["b", "a"]})).fails(&[K::WrongValue]);
    search(&searching(json!({})), json!({"to": "ARNHEM"})).fails(&[K::WrongValue]);
    search(&searching(json!({})), json!({"to": "Arnhem Centraal"})).fails(&[K::WrongValue]);
    search(&searching(json!({"date": "2026-03-02"})), json!({"date": "2026-03-03"})).fails(&[K::WrongValue]);
}

#[test]
fn a_default_written_out_is_the_same_as_left_out() {
    book(&booking(json!({})), json!({"seats": 1})).passes();
    book(&booking(json!({"seats": 1})), json!({})).passes();
    book(&booking(json!({"seats": null})), json!({"seats": 1})).passes();
    book(&booking(json!({})), json!({"insured": null})).passes();
    let verdict = book(&booking(json!({})), json!({"seats": 2})).fails(&[K::WrongValue]);
    assert_eq!(verdict.exact.repair.as_deref(), Some("bookTrain should have had seats = 1 (the default), not 2."));
}

#[test]
fn what_was_not_asked_for_is_invented() {
    let verdict = book(&booking(json!({})), json!({"insured": true})).fails(&[K::InventedArgument]);
    let repair = "bookTrain should have been called without insured (it had true).";
    assert_eq!(verdict.exact.repair.as_deref(), Some(repair));
}

#[test]
fn what_was_asked_for_must_be_there() {
    book(&booking(json!({"insured": true})), json!({})).fails(&[K::MissingArgument]);
}

#[test]
fn technical_arguments_decide_nothing() {
    search(&searching(json!({})), json!({"limit": 50})).passes();
    let verdict = search(&searching(json!({"limit": 5})), json!({"limit": 50})).verdict();
    assert!(verdict.exact.pass);
    assert_eq!(verdict.findings.iter().map(|f| (f.kind, f.decides.len())).collect::<Vec<_>>(), [(K::WrongValue, 0)]);
    book(&booking(json!({})), json!({"note": "by the window"})).passes();
}

#[test]
fn a_value_of_the_wrong_type_is_refused_and_judged() {
    let verdict = book(&booking(json!({"seats": 2})), json!({"seats": "2"})).fails(&[K::WrongValue, K::InvalidCall]);
    let finding = verdict.exact.decisive.unwrap();
    assert_eq!((finding.expected, finding.actual), (Some(json!(2)), Some(json!("2"))));
    assert_eq!(
        verdict.exact.repair.as_deref(),
        Some(r#"bookTrain should have had seats = 2 (said in this turn), not "2"."#)
    );
    let verdict = book(&booking(json!({})), json!({"colour": "blue"})).fails(&[K::InvalidCall]);
    assert!(verdict.exact.repair.unwrap().contains("/colour"), "a default that was left out is not missing");
}

#[test]
fn free_text_and_free_values_are_compared_as_gold_says() {
    let of = |argument: Value| Bench::calls(json!([with(gold("a", "trains/bookTrain", json!({})), "train", argument)]));
    let either = of(json!({"value": "x", "from": "stated", "match": {"any_of": ["x", "y"]}}));
    book(&either, json!({"train": "y"})).passes();
    book(&either, json!({"train": "z"})).fails(&[K::WrongValue]);
    let words = of(json!({"value": "night train", "from": "stated", "match": {"contains": ["night", "train"]}}));
    book(&words, json!({"train": "The Night-Train to Vienna"})).passes();
    book(&words, json!({"train": "the nighttrain"})).fails(&[K::WrongValue]);
    book(&of(json!({"value": "x", "from": "free"})), json!({"train": "whatever"})).passes();
}

#[test]
fn a_forgotten_preference_is_named_with_the_turn_that_revealed_it() {
    let chat = |id: &str| json!({"id": id, "task": "chat"});
    let mut turns: Vec<Value> = (1..=3).map(|i| chat(&format!("t01.{i}"))).collect();
    turns[0]["reveals"] = json!(["seat-second-class"]);
    turns[2]["reveals"] = json!(["seat-second-class"]);
    turns.extend((1..=8).map(|i| chat(&format!("t02.{i}"))));
    let book = with(
        gold("a", "trains/bookTrain", json!({"train": "x"})),
        "seat_level",
        json!({"value": "second_class", "from": {"preference": "seat-second-class"}}),
    );
    turns.push(json!({"id": "t03.1", "gold": {"kind": "calls", "calls": [book]}}));
    let bench = Bench::of(turns);
    let arguments = json!({"train": "x", "seat_level": "first_class"});
    let play = bench.play_from("t03.1").call("trains/bookTrain", arguments, json!({}));
    let verdict = play.fails(&[K::WrongValue]);
    assert_eq!(
        verdict.exact.repair.as_deref(),
        Some(
            "bookTrain should have had seat_level = \"second_class\" (preference seat-second-class, spoken in t01.3, \
             9 turns back), not \"first_class\"."
        ),
    );
    let provenance = json!({
        "from": "preference", "turns_back": 9, "preference": "seat-second-class", "revealed_in": "t01.3",
    });
    assert_eq!(json!(verdict.exact.decisive.unwrap().provenance), provenance);
    let left_out = bench.play_from("t03.1").call("trains/bookTrain", json!({"train": "x"}), json!({}));
    left_out.fails(&[K::MissingArgument]);
}

#[test]
fn a_forgotten_word_is_named_with_its_turn() {
    let book = with(gold("a", "trains/bookTrain", json!({})), "train", json!({"value": "x", "from": {"turn": "t1"}}));
    let second = json!({"id": "t2", "gold": {"kind": "calls", "calls": [book]}});
    let bench = Bench::of(vec![json!({"id": "t1", "task": "chat"}), second]);
    let verdict =
        bench.play_from("t2").call("trains/bookTrain", json!({"train": "y"}), json!({})).fails(&[K::WrongValue]);
    let repair = r#"bookTrain should have had train = "x" (said in t1, 1 turn back), not "y"."#;
    assert_eq!(verdict.exact.repair.as_deref(), Some(repair));
}
