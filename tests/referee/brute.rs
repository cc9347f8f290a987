//! A second referee that is as simple as can be: for the exact verdict it tries every way in which calls may stand for
//! gold calls, for the relaxed one it reads the rules of `docs/referee.md` out loud. Slow, and too short to be wrong; the
//! real one has to agree with it.

use std::collections::BTreeSet;

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

/// Of few tools, so that calls are often alike.
const FEW: &[&str] = &["trains/liveTrain", "trains/bookTrain"];

/// Of many: tools that stand for each other, and tools that nobody needs.
const MANY: &[&str] = &[
    "trains/liveTrain",
    "trains/bookTrain",
    "trains/nextTrain",
    "trains/board",
    "news/searchArticles",
    "news/getArticleMetadata",
];

fn call(tools: &'static [&'static str]) -> impl Strategy<Value = Call> {
    (prop::sample::select(tools), 1u64..4)
}

fn plan(tools: &'static [&'static str]) -> impl Strategy<Value = Plan> {
    prop::collection::vec((call(tools), any::<[bool; 4]>()), 1..5).prop_map(|nodes| {
        let before = |(at, (_, waits)): (usize, &(Call, [bool; 4]))| (0..at).filter(|i| waits[*i]).collect();
        let after = nodes.iter().enumerate().map(before).collect();
        Plan { calls: nodes.into_iter().map(|(call, _)| call).collect(), after }
    })
}

/// What an agent might do that knows the gold and is careless: the calls in some order, some of them missing, changed
/// or made twice.
fn run(tools: &'static [&'static str], likewise: u8) -> impl Strategy<Value = (Plan, Vec<Call>)> {
    let careless = prop::collection::vec((0..likewise, any::<prop::sample::Index>(), call(tools)), 5);
    (plan(tools), any::<u64>(), careless).prop_map(|(plan, order, careless)| {
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
                4 if !calls.is_empty() => calls.insert(at, other),
                5 if !calls.is_empty() => calls[at] = stand_in(calls[at]),
                _ => {}
            }
        }
        (plan, calls)
    })
}

/// The call that tells the same, where there is one.
fn stand_in((tool, n): Call) -> Call {
    (if tool == "trains/nextTrain" { "trains/board" } else { tool }, n)
}

fn arguments((tool, n): Call) -> Value {
    match tool {
        "trains/bookTrain" => json!({"train": "x", "seats": n}),
        "trains/nextTrain" => json!({"station": format!("station {n}")}),
        "trains/board" => json!({"stop": format!("station {n}")}),
        "news/searchArticles" => json!({"keywords": format!("word {n}")}),
        "news/getArticleMetadata" => json!({"url": format!("https://news.example/{n}")}),
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

/// Whether the task is done, by whatever way.
fn is_done(plan: &Plan, calls: &[Call]) -> bool {
    is_right(plan, calls, &mut Vec::new())
        || changes(&plan.calls) == changes(calls)
            && plan.calls.iter().all(|gold| is_learned(gold, calls))
            && !is_guessed(plan, calls)
            && !is_scattered(plan, calls)
}

/// What calls change: each booking is another row.
fn changes(calls: &[Call]) -> Vec<Call> {
    let mut changes: Vec<Call> = calls.iter().filter(|call| call.0 == "trains/bookTrain").copied().collect();
    changes.sort_unstable();
    changes
}

fn is_learned(gold: &Call, calls: &[Call]) -> bool {
    calls.contains(gold) || calls.contains(&stand_in(*gold))
}

/// Of a needed tool, as many calls with wrong values are forgiven as it was needed, and only before the last right one.
fn is_guessed(plan: &Plan, calls: &[Call]) -> bool {
    plan.calls.iter().any(|(tool, _)| {
        let needed: Vec<&Call> = plan.calls.iter().filter(|gold| gold.0 == *tool).collect();
        let right = |call: &Call| needed.iter().any(|gold| *call == **gold || *call == stand_in(**gold));
        let last = calls.iter().rposition(right);
        let wrong = calls.iter().enumerate().filter(|(_, call)| call.0 == *tool && !right(call));
        // To ask the same wrong thing again is no other try.
        let mut first: Vec<(usize, &Call)> = Vec::new();
        for (at, call) in wrong {
            if first.iter().all(|(_, other)| *other != call) {
                first.push((at, call));
            }
        }
        first.len() > needed.len() || first.iter().any(|(at, _)| Some(*at) > last)
    })
}

/// Of tools that are not needed, two may be called; calls that tell what was needed count for none.
fn is_scattered(plan: &Plan, calls: &[Call]) -> bool {
    let needed: BTreeSet<&str> = plan.calls.iter().map(|gold| gold.0).collect();
    let helps = |call: &Call| plan.calls.iter().any(|gold| stand_in(*gold) == *call);
    let beside = calls.iter().filter(|call| !needed.contains(call.0) && !helps(call));
    beside.map(|call| call.0).collect::<BTreeSet<_>>().len() > 2
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, ..ProptestConfig::default() })]

    #[test]
    fn the_relaxed_verdict_is_that_of_the_referee_who_reads_the_rules_out((plan, calls) in run(MANY, 12)) {
        let bench = bench(&plan);
        let play = calls.iter().fold(bench.play(), |play, call| play.call(call.0, arguments(*call), json!({})));
        let verdict = play.verdict();
        prop_assert_eq!(verdict.relaxed.pass, is_done(&plan, &calls), "{:#?}", verdict.findings);
    }

    #[test]
    fn the_exact_verdict_is_that_of_the_referee_who_tries_everything((plan, calls) in run(FEW, 16)) {
        let bench = bench(&plan);
        let play = calls.iter().fold(bench.play(), |play, call| play.call(call.0, arguments(*call), json!({})));
        let verdict = play.verdict();
        prop_assert_eq!(verdict.exact.pass, is_right(&plan, &calls, &mut Vec::new()), "{:#?}", verdict.findings);
    }
}

#[test]
fn careless_runs_are_right_now_and_then() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let mut count = |tools, likewise, is: &dyn Fn(&Plan, &[Call]) -> bool| {
        let right = |_: &i32| {
            let (plan, calls) = run(tools, likewise).new_tree(&mut runner).unwrap().current();
            is(&plan, &calls)
        };
        (0..400).filter(right).count()
    };
    let exact = count(FEW, 16, &|plan, calls| is_right(plan, calls, &mut Vec::new()));
    let relaxed = count(MANY, 12, &|plan, calls| is_done(plan, calls) && !is_right(plan, calls, &mut Vec::new()));
    let guessed = count(MANY, 12, &|plan, calls| is_guessed(plan, calls));
    let scattered = count(MANY, 12, &|plan, calls| is_scattered(plan, calls));
    for (what, of_400) in [("exact", exact), ("only relaxed", relaxed), ("guessed", guessed)] {
        assert!((40..360).contains(&of_400), "{what} {of_400} of 400: each verdict must be met often");
    }
    assert!(scattered > 0, "none goes round all tools");
}
