//! A journal that is judged again by gold that has changed.

use serde_json::{Value, json};
use usertoolbench::referee::{Cause, How, TurnVerdict, VerdictKind, rejudged};
use usertoolbench::report;

use crate::bench::{Bench, gold};

/// Two turns; what the second one wants is given.
fn bench(second: Value) -> Bench {
    let calls = |calls: Value| json!({"kind": "calls", "calls": calls});
    let first = calls(json!([gold("a", "trains/liveTrain", json!({"train": "ic1"}))]));
    Bench::of(vec![json!({"id": "t1", "gold": first}), json!({"id": "t2", "gold": second})])
}

fn wants(train: &str) -> Value {
    json!({"kind": "calls", "calls": [gold("a", "trains/liveTrain", json!({"train": train}))]})
}

/// The verdicts of a referee on what was played under the first suite.
fn judged(bench: &Bench) -> Vec<TurnVerdict> {
    let played = self::bench(wants("ic2"));
    let play = played.play().call("trains/liveTrain", json!({"train": "ic1"}), json!({})).end();
    let play = play.start("t2").call("trains/liveTrain", json!({"train": "ic2"}), json!({})).end();
    bench.referee.judge(&play.close("finished").records)
}

#[test]
fn a_verdict_that_changed_names_the_part_of_gold_that_did() {
    let (old, new) = (bench(wants("ic2")), bench(wants("ic3")));
    let result = rejudged(&judged(&old), &judged(&new), &new.suite);
    assert_eq!((result.turns, result.changed.len(), result.gold_only), (2, 1, 0));
    let change = &result.changed[0];
    assert_eq!(&*change.turn, "t2");
    let kinds: Vec<VerdictKind> = change.verdicts.iter().map(|verdict| verdict.kind).collect();
    assert_eq!(kinds, [VerdictKind::Released, VerdictKind::Exact, VerdictKind::Relaxed]);
    for verdict in &change.verdicts {
        assert_eq!((verdict.before, verdict.after), (Some(true), Some(false)), "{}", verdict.kind.id());
    }
    let cause = Cause::Gold {
        file: "dialogues/ana.jsonl".into(),
        line: 1,
        pointer: "/turns/1/gold/calls/0/arguments/train".into(),
        how: How::Changed,
    };
    assert_eq!(change.causes, [cause]);
    let text = anstream::adapter::strip_str(&report::rejudged(&result)).to_string();
    assert!(text.contains("  by dialogues/ana.jsonl:1 /turns/1/gold/calls/0/arguments/train (changed)"), "{text}");
    assert!(text.contains("  exact pass → fail: liveTrain was called with"), "{text}");
    assert!(text.ends_with("1 of 2 turns have another verdict"), "{text}");
}

#[test]
fn parts_that_came_and_went_are_told_apart() {
    let (old, new) = (bench(wants("ic2")), bench(json!({"kind": "chat"})));
    let result = rejudged(&judged(&old), &judged(&new), &new.suite);
    let how = |cause: &Cause| match cause {
        Cause::Gold { pointer, how, .. } => (pointer.clone(), *how),
        other => panic!("{other:?}"),
    };
    let causes: Vec<(String, How)> = result.changed[0].causes.iter().map(how).collect();
    assert!(causes.contains(&("/turns/1/gold/kind".into(), How::Changed)), "{causes:?}");
    assert!(causes.contains(&("/turns/1/gold/calls/0/tool".into(), How::Removed)), "{causes:?}");
    let back = rejudged(&judged(&new), &judged(&old), &old.suite);
    assert!(back.changed[0].causes.iter().map(how).any(|(_, how)| how == How::Added));
}

#[test]
fn gold_that_says_the_same_in_another_way_changes_no_verdict() {
    let mut other = wants("ic2");
    other["calls"][0]["arguments"]["train"] =
        json!({"value": "ic2", "from": "stated", "match": {"any_of": ["ic2", "ic9"]}});
    let (old, new) = (bench(wants("ic2")), bench(other));
    let result = rejudged(&judged(&old), &judged(&new), &new.suite);
    assert_eq!((result.changed.len(), result.gold_only), (0, 1));
}

#[test]
fn another_referee_and_missing_turns_are_named_too() {
    let bench = bench(wants("ic2"));
    let now = judged(&bench);
    assert_eq!(rejudged(&now, &now, &bench.suite).changed, []);
    let mut then = now.clone();
    then[0].exact.pass = false;
    then[0].referee -= 1;
    then[1].turn = "t0".into();
    let result = rejudged(&then, &now, &bench.suite);
    assert_eq!((result.turns, result.gone, result.new), (1, 1, 1));
    assert_eq!(result.changed[0].causes, [Cause::Referee { before: now[0].referee - 1, after: now[0].referee }]);
    then[0].referee += 1;
    assert_eq!(rejudged(&then, &now, &bench.suite).changed[0].causes, [Cause::Other]);
}
