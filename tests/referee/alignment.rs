//! Which call stands for which gold call, where there is a choice.

use serde_json::{Value, json};
use usertoolbench::referee::FindingKind as K;

use crate::bench::{Bench, Play, after, gold, with};

fn live<'b>(play: Play<'b>, train: &str) -> Play<'b> {
    play.call("trains/liveTrain", json!({"train": train}), json!({}))
}

fn lives(n: usize) -> Bench {
    let calls: Vec<Value> =
        (0..n).map(|i| gold(&format!("c{i}"), "trains/liveTrain", json!({"train": format!("x{i}")}))).collect();
    Bench::calls(Value::Array(calls))
}

#[test]
fn many_independent_calls_find_their_partners_in_any_order() {
    for n in [12, 16, 20, 100] {
        let bench = lives(n);
        let backwards = (0..n).rev().fold(bench.play(), |play, i| live(play, &format!("x{i}")));
        backwards.passes();
        let one_wrong = (1..n).rev().fold(live(bench.play(), "other"), |play, i| live(play, &format!("x{i}")));
        let verdict = one_wrong.fails(&[K::WrongValue]);
        assert_eq!(verdict.exact.decisive.unwrap().gold.as_deref(), Some("c0"), "{n} calls");
    }
}

#[test]
fn the_pairing_with_the_fewest_wrong_slots_is_taken() {
    let bench = Bench::calls(json!([
        gold("a", "trains/bookTrain", json!({"train": "x", "seats": 2})),
        gold("b", "trains/bookTrain", json!({"train": "y", "seats": 3})),
    ]));
    let play = bench.play().call("trains/bookTrain", json!({"train": "y", "seats": 2}), json!({}));
    let verdict = play.call("trains/bookTrain", json!({"train": "x", "seats": 2}), json!({})).fails(&[K::WrongValue]);
    assert_eq!(verdict.exact.decisive.unwrap().gold.as_deref(), Some("b"));
}

#[test]
fn of_two_equal_orders_the_one_whose_number_is_used_later_is_meant() {
    let cancel = with(
        gold("c", "trains/cancelTrain", json!({})),
        "booking",
        json!({"result": "a", "path": "/booking", "from": "result"}),
    );
    let bench = Bench::calls(json!([
        gold("a", "trains/bookTrain", json!({"train": "x"})),
        gold("b", "trains/bookTrain", json!({"train": "x"})),
        cancel,
    ]));
    for cancelled in ["n1", "n2"] {
        let mut play = bench.play();
        for booking in ["n1", "n2"] {
            play = play.call("trains/bookTrain", json!({"train": "x"}), json!({"booking": booking}));
        }
        play.call("trains/cancelTrain", json!({"booking": cancelled}), json!({})).passes();
    }
}

#[test]
fn a_repeated_order_is_the_one_that_is_left_over() {
    let cancel = with(
        gold("c", "trains/cancelTrain", json!({})),
        "booking",
        json!({"result": "a", "path": "/booking", "from": "result"}),
    );
    let bench = Bench::calls(json!([gold("a", "trains/bookTrain", json!({"train": "x"})), cancel]));
    let mut play = bench.play();
    for booking in ["n1", "n2"] {
        play = play.call("trains/bookTrain", json!({"train": "x"}), json!({"booking": booking}));
    }
    play.call("trains/cancelTrain", json!({"booking": "n2"}), json!({})).fails(&[K::RepeatedCall]);
}

#[test]
fn equal_calls_are_paired_so_that_the_order_holds() {
    let bench = Bench::calls(json!([
        gold("a", "trains/liveTrain", json!({"train": "x"})),
        after(gold("b", "trains/bookTrain", json!({"train": "x"})), &["a"]),
        after(gold("c", "trains/liveTrain", json!({"train": "x"})), &["b"]),
    ]));
    let play = live(bench.play(), "x").call("trains/bookTrain", json!({"train": "x"}), json!({}));
    live(play, "x").passes();
}

#[test]
fn of_equally_wrong_calls_those_are_paired_that_stand_in_order() {
    let bench = Bench::calls(json!([
        gold("a", "trains/liveTrain", json!({"train": "x"})),
        after(gold("b", "trains/bookTrain", json!({"train": "x"})), &["a"]),
        after(gold("c", "trains/liveTrain", json!({"train": "y"})), &["b"]),
    ]));
    for (first, last) in [("v", "w"), ("w", "v")] {
        let play = live(bench.play(), first).call("trains/bookTrain", json!({"train": "x"}), json!({}));
        live(play, last).fails(&[K::WrongValue, K::WrongValue]);
    }
}

#[test]
fn a_chain_of_results_is_followed_to_its_end() {
    let first = gold("c0", "trains/searchTrains", json!({"from": "Utrecht", "to": "p0"}));
    let next = |i: usize| {
        let from = json!({"result": format!("c{}", i - 1), "path": "/next", "from": "result"});
        with(gold(&format!("c{i}"), "trains/searchTrains", json!({"from": "Utrecht"})), "to", from)
    };
    let calls: Vec<Value> = std::iter::once(first).chain((1..8).map(next)).collect();
    let bench = Bench::calls(Value::Array(calls));
    let mut play = bench.play();
    for i in 0..8 {
        let arguments = json!({"from": "Utrecht", "to": format!("p{i}")});
        play = play.call("trains/searchTrains", arguments, json!({"next": format!("p{}", i + 1)}));
    }
    play.passes();
}
