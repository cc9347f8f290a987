//! Two runs side by side.

use serde_json::json;
use usertoolbench::referee::{FindingKind, TurnVerdict, VerdictKind, versus};
use usertoolbench::report::Format;
use usertoolbench::report::{Comparison, Json, Report, saved};

use crate::bench::{Bench, Play, gold};

fn bench() -> Bench {
    let turn = |i: usize| {
        let calls = json!([gold("a", "trains/liveTrain", json!({"train": format!("ic{i}")}))]);
        json!({"id": format!("t{i}"), "task": "single_tool", "gold": {"kind": "calls", "calls": calls}})
    };
    Bench::of((1..=6).map(turn).chain([json!({"id": "t7", "task": "chat"})]).collect())
}

/// A session in which these turns are right and all others wrong; it ends after the last one that is named.
fn run(bench: &Bench, session: &str, right: [bool; 6], turns: usize) -> Vec<TurnVerdict> {
    let mut play = Play::new(bench, session);
    for (i, right) in (1..=turns).zip(right) {
        let train = if right { format!("ic{i}") } else { "none".into() };
        play = play.start(&format!("t{i}")).call("trains/liveTrain", json!({"train": train}), json!({})).end();
    }
    let mut verdicts = bench.judge(&play.close("deleted").records).verdicts;
    verdicts.iter_mut().for_each(|verdict| verdict.released = None);
    verdicts
}

fn compared(a: &[TurnVerdict], b: &[TurnVerdict]) -> Comparison {
    let versus = versus(&a.iter().collect::<Vec<_>>(), &b.iter().collect::<Vec<_>>());
    Comparison { first: "one|".into(), second: "two".into(), versus }
}

#[test]
fn turns_that_differ_are_named_with_what_decided() {
    let bench = bench();
    let a = run(&bench, "a", [true, true, false, false, true, true], 6);
    let b = run(&bench, "b", [true, false, true, false, true, true], 5);
    let comparison = compared(&a, &b);
    let exact = comparison.versus.kinds.iter().find(|kind| kind.kind == VerdictKind::Exact).unwrap();
    assert_eq!((exact.turns, exact.first, exact.second), (6, 4, 3), "chat is in no pair");
    assert_eq!((exact.only_first, exact.only_second, exact.p), (2, 1, 1.0));
    let flips: Vec<(&str, bool)> = exact.flips.iter().map(|flip| (&*flip.name.turn, flip.gained)).collect();
    assert_eq!(flips, [("t2", false), ("t3", true), ("t6", false)]);
    assert_eq!((exact.flips[0].finding, exact.flips[2].finding), (Some(FindingKind::WrongValue), None));
    assert!(!comparison.versus.kinds.iter().any(|kind| kind.kind == VerdictKind::Released), "nobody gave that verdict");
    let table = anstream::adapter::strip_str(&comparison.table()).to_string();
    assert!(table.contains("  lost ana t2 single_tool wrong_value: liveTrain was called"), "{table}");
    assert!(table.contains("  lost ana t6 single_tool not run"), "{table}");
    let markdown = comparison.markdown();
    assert!(
        markdown.contains(r"# one\| against two") && markdown.contains("| ana t3 | single_tool | gained |"),
        "{markdown}"
    );
}

#[test]
fn a_run_is_no_different_from_itself_and_turns_round_with_the_other() {
    let bench = bench();
    let a = run(&bench, "a", [true, true, false, false, true, true], 6);
    let b = run(&bench, "b", [true, false, true, false, false, true], 6);
    for kind in compared(&a, &a).versus.kinds {
        assert_eq!((kind.difference, kind.p, kind.turns_needed, kind.flips.len()), (Some(0.0), 1.0, None, 0));
    }
    for (one, other) in compared(&a, &b).versus.kinds.iter().zip(&compared(&b, &a).versus.kinds) {
        assert_eq!((one.first, one.only_first, one.p), (other.second, other.only_second, other.p));
        assert_eq!(one.difference, other.difference.map(|d| -d));
    }
}

#[test]
fn sessions_of_a_run_are_paired_one_by_one() {
    let bench = bench();
    let trials = |names: [&str; 2], right: [bool; 6]| {
        names.iter().flat_map(|name| run(&bench, name, right, 6)).collect::<Vec<_>>()
    };
    let (a, b) = (trials(["a", "b"], [true; 6]), run(&bench, "c", [false; 6], 6));
    let comparison = compared(&a, &b);
    assert_eq!((comparison.versus.only_first.len(), comparison.versus.only_second.len()), (6, 0));
    assert!(comparison.versus.only_first.iter().all(|name| name.trial == 1));
    assert!(comparison.table().contains("6 turns stand in one| alone"));
    assert_eq!(compared(&a, &trials(["c", "d"], [false; 6])).versus.kinds[0].only_first, 12);
}

#[test]
fn saved_verdicts_are_read_as_they_were_written() {
    let verdicts = run(&bench(), "a", [true, false, false, true, true, false], 5);
    let report = Json.text(&Report::new(verdicts.clone(), Vec::new()));
    assert!(saved::is_document(&report));
    assert_eq!(saved::read(&report).unwrap(), verdicts);
    assert_eq!(saved::read(&serde_json::to_string(&verdicts).unwrap()).unwrap(), verdicts);
    assert!(saved::read("{}").unwrap_err().to_string().contains("utb score --format json"));
    assert!(!saved::is_document("{\"journal\": 1}\n{\"v\": 1}"), "a journal is no document");
    assert!(!saved::is_document("{\"journal\": 1}"), "and neither is one that has but its header");
}
