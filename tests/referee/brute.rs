//! A second referee that is as simple as can be: it tries every way in which calls may stand for gold calls. Slow, and
//! too short to be wrong; the real one has to agree with it.

use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use serde_json::{Value, json};

use crate::bench::{Bench, after, gold};

/// A call: tool and arguments, both out of a few, so that equal ones and near ones are frequent.
type Call = (&'static str, u64);

/// Gold: calls, and for each the earlier ones that have to be answered first.
#[derive(Clone, Debug)]
struct Plan {
    calls: Vec<Call>,
    after: Vec<Vec<usize>>,
}

fn call() -> impl Strategy<Value = Call> {
    (prop::sample::select(vec!["trains/liveTrain", "trains/bookTrain"]), 1u64..4)
}

fn plan() -> impl Strategy<Value = Plan> {
    prop::collection::vec((call(), any::<[bool; 4]>()), 1..5).prop_map(|nodes| {
        let before = |(at, (_, waits)): (usize, &(Call, [bool; 4]))| (0..at).filter(|i| waits[*i]).collect();
        let after = nodes.iter().enumerate().map(before).collect();
        Plan { calls: nodes.into_iter().map(|(call, _)| call).collect(), after }
    })
}

/// What an agent might do that knows the gold and is careless: the calls in some order, some of them missing, changed
/// or made twice.
fn run() -> impl Strategy<Value = (Plan, Vec<Call>)> {
    let careless = prop::collection::vec((0u8..16, any::<prop::sample::Index>(), call()), 5);
    (plan(), any::<u64>(), careless).prop_map(|(plan, order, careless)| {
        let mut calls = plan.calls.clone();
        let rounds = calls.len();
        for at in 1..rounds {
            let other = (order >> (at * 8)) as usize % (at + 1);
            if order & (1 << at) != 0 {
                calls.swap(at, other);
            }
        }
        for (what, place, other) in careless {
            let at = place.index(calls.len().max(1));
            match what {
                0 if !calls.is_empty() => drop(calls.remove(at)),
                1 if !calls.is_empty() => calls[at] = other,
                2 => calls.push(other),
                3 if !calls.is_empty() => calls.push(calls[at]),
                _ => {}
            }
        }
        (plan, calls)
    })
}

fn arguments((tool, n): Call) -> Value {
    match tool {
        "trains/bookTrain" => json!({"train": "x", "seats": n}),
        _ => json!({"train": format!("train {n}")}),
    }
}

fn bench(plan: &Plan) -> Bench {
    let node = |(at, call): (usize, &Call)| {
        let before: Vec<String> = plan.after[at].iter().map(|i| format!("c{i}")).collect();
        let before: Vec<&str> = before.iter().map(String::as_str).collect();
        after(gold(&format!("c{at}"), call.0, arguments(*call)), &before)
    };
    Bench::calls(plan.calls.iter().enumerate().map(node).collect())
}

/// Whether there is a way to give each gold call one of the calls, using all of them, each once, equal and in order.
fn is_right(plan: &Plan, calls: &[Call], given: &mut Vec<usize>) -> bool {
    let at = given.len();
    if at == plan.calls.len() {
        return given.len() == calls.len();
    }
    (0..calls.len()).any(|taken| {
        let in_order = plan.after[at].iter().all(|before| given[*before] < taken);
        if given.contains(&taken) || calls[taken] != plan.calls[at] || !in_order {
            return false;
        }
        given.push(taken);
        let right = is_right(plan, calls, given);
        given.pop();
        right
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, ..ProptestConfig::default() })]

    #[test]
    fn the_exact_verdict_is_that_of_the_referee_who_tries_everything((plan, calls) in run()) {
        let bench = bench(&plan);
        let play = calls.iter().fold(bench.play(), |play, call| play.call(call.0, arguments(*call), json!({})));
        let verdict = play.verdict();
        prop_assert_eq!(verdict.exact.pass, is_right(&plan, &calls, &mut Vec::new()), "{:#?}", verdict.findings);
    }
}

#[test]
fn careless_runs_are_right_now_and_then() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let right = |runner: &mut proptest::test_runner::TestRunner| {
        let (plan, calls) = run().new_tree(runner).unwrap().current();
        is_right(&plan, &calls, &mut Vec::new())
    };
    let of = 400;
    let passed = (0..of).filter(|_| right(&mut runner)).count();
    assert!(passed > of / 10 && passed < of * 9 / 10, "{passed} of {of}: both verdicts must be met often");
}
