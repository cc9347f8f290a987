//! Turns as a person sees them, and the page that shows them.

use serde_json::json;
use usertoolbench::referee::{CallView, StepView, TurnView};
use usertoolbench::report::{Format, Html, Report};

use crate::bench::{Bench, Play, after, gold, with};

const BOOK: &str = "trains/bookTrain";

/// A search out of whose result a train is booked, then a question and a booking.
fn bench() -> Bench {
    let found = json!({"result": "a", "path": "/trains/0", "from": "result"});
    let calls = json!([
        gold("a", "trains/searchTrains", json!({"from": "A", "to": "B"})),
        after(with(gold("b", BOOK, json!({})), "train", found), &["a"])
    ]);
    let ask = json!({
        "kind": "ask", "question": "Which train?", "reply": "Second.",
        "missing": [{"slot": "train", "toolset": "trains", "tool": "bookTrain", "words": ["train"]}],
        "then": [gold("a", BOOK, json!({"train": "ic2"}))],
    });
    Bench::of(vec![
        json!({"id": "t1", "user": "Book it.", "gold": {"kind": "calls", "calls": calls}}),
        json!({"id": "t2", "task": "lack_of_information", "gold": ask}),
        json!({"id": "t3", "task": "chat"}),
    ])
}

fn played(bench: &Bench) -> Play<'_> {
    let search = json!({"from": "A", "to": "B"});
    let play = bench.play().call("trains/searchTrains", search.clone(), json!({"trains": ["ic1"]}));
    let play = play.call("trains/searchTrains", search, json!({"trains": ["ic1"]})).refused(
        BOOK,
        json!({"train": "ic1"}),
        409,
    );
    let play = play.end().start("t2").call(BOOK, json!({"train": "ic2"}), json!({})).ask("Which train?");
    play.call(BOOK, json!({"train": "ic2"}), json!({})).end().close("deleted")
}

fn calls(view: &TurnView) -> Vec<&CallView> {
    view.steps.iter().filter_map(call).collect()
}

fn call(step: &StepView) -> Option<&CallView> {
    match step {
        StepView::Call(call) => Some(call),
        StepView::Reply { .. } => None,
    }
}

#[test]
fn a_view_has_gold_beside_run_and_changes_no_verdict() {
    let bench = bench();
    let records = played(&bench).records;
    let plain = bench.judge(&records);
    let seen = bench.referee.clone().with_views().judge_records(&records);
    assert_eq!((&plain.verdicts, plain.views.len()), (&seen.verdicts, 0));
    let turns: Vec<(&str, &str)> = seen.views.iter().map(|view| (view.turn.as_str(), view.gold)).collect();
    assert_eq!(turns, [("t1", "calls"), ("t2", "ask"), ("t3", "chat")]);
    let first = &seen.views[0];
    assert_eq!((first.said.as_str(), first.wanted[1].after.as_slice()), ("Book it.", &["a".to_owned()][..]));
    assert_eq!(first.wanted[1].arguments["train"], json!({"result": "a", "path": "/trains/0", "from": "result"}));
    let partners: Vec<Option<&str>> = calls(first).iter().map(|call| call.gold.as_deref()).collect();
    assert_eq!(partners, [Some("a"), None, Some("b")]);
    assert_eq!(calls(first)[2].detail.as_deref(), Some("There is no such thing."));
    let second = &seen.views[1];
    assert_eq!((second.question.as_deref(), second.reply.as_deref()), (Some("Which train?"), Some("Second.")));
    assert_eq!(
        calls(second).iter().map(|call| (call.gold.as_deref(), call.rows)).collect::<Vec<_>>(),
        [(Some("a"), 1), (None, 1)],
        "it acted before it asked, so its question came too late"
    );
    assert_eq!(seen.views[2].steps, [], "a turn that was not run has a view too");
}

#[test]
fn the_page_is_one_file_that_loads_nothing_and_runs_its_own_script_alone() {
    let bench = bench();
    let judged = bench.referee.clone().with_views().judge_records(&played(&bench).records);
    let page = Html.text(&Report::from(judged.clone()));
    assert_eq!(page, Html.text(&Report::from(judged)), "the same report is the same bytes");
    for part in ["{{", "http://", "https://", " src=", "<link", "@import", "url("] {
        let lines: Vec<&str> =
            page.lines().filter(|line| line.contains(part) && !line.contains("www.w3.org/2000/svg")).collect();
        assert!(lines.is_empty(), "{part} in {lines:?}");
    }
    assert!(page.contains("default-src 'none'") && page.contains("script-src 'sha256-"));
    assert!(!page.contains("Book it."), "what was said is packed");
    assert_eq!(page.matches("<script").count(), 2);
}
