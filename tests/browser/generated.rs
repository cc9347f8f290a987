//! A run of the paper's size, made up.

use serde_json::{Value, json};
use usertoolbench::referee::{CallView, FindingKind, Status, StepView, TurnVerdict, TurnView, VerdictKind, WantedView};
use usertoolbench::report::Report;
use usertoolbench::suite::Task;

/// Turns, as many as the paper's.
pub const TURNS: usize = 1_065;

/// Calls of a turn; 50,000 and some in all.
const CALLS: usize = 47;

/// What an agent may try.
const NASTY: &str = "</script><script>alert(1)</script><img src=x onerror=alert(2)>\u{2028}\u{0}\"'`&lt;";

const TOOLS: [&str; 4] = ["searchTrains", "bookTrain", "cancelTrain", "liveTrain"];

/// 1,065 turns; each third is right, one was not run, one could not be judged.
pub fn report() -> Report {
    let verdicts: Vec<TurnVerdict> = (0..TURNS).map(verdict).collect();
    let views = (0..TURNS).map(view).collect();
    Report { views, ..Report::new(verdicts, Vec::new()) }
}

fn is_right(i: usize) -> bool {
    i.is_multiple_of(3)
}

fn verdict(i: usize) -> TurnVerdict {
    let findings = if is_right(i) { Vec::new() } else { (0..CALLS).map(|n| finding(i, n)).collect() };
    let tasks = [Task::SingleTool, Task::MultiTool, Task::LackOfInformation, Task::Chat];
    let judgement =
        json!({"pass": is_right(i), "decisive": findings.first(), "repair": "It should have been otherwise."});
    let status = match i {
        1 => Status::Infrastructure,
        _ if i == TURNS - 1 => Status::NotRun,
        _ => Status::Judged,
    };
    TurnVerdict {
        session: format!("s{}", i / 107).into(),
        agent: Some(NASTY.into()),
        persona: format!("persona-{}", i / 107).into(),
        turn: format!("t{i}").into(),
        index: i % 107,
        task: tasks[i % 4],
        status,
        exact: serde_json::from_value(judgement.clone()).expect("a judgement"),
        relaxed: serde_json::from_value(judgement).expect("a judgement"),
        findings: serde_json::from_value(Value::from(findings)).expect("findings"),
        ..TurnVerdict::default()
    }
}

fn finding(i: usize, n: usize) -> Value {
    let kind = FindingKind::ALL[(i + n) % FindingKind::ALL.len()];
    json!({
        "kind": kind, "gold": "a", "record": n, "toolset": "trains", "tool": TOOLS[n % 4], "pointer": "/train",
        "expected": format!("ic{i}"), "actual": NASTY, "decides": [VerdictKind::Exact, VerdictKind::Relaxed],
        "sentence": format!("{} was called with train = \"{NASTY}\"; right was \"ic{i}\".", TOOLS[n % 4]),
    })
}

fn view(i: usize) -> TurnView {
    let arguments = json!({"train": {"value": format!("ic{i}"), "from": {"turn": "t0"}}, "seat": {"result": "a", "path": "/x", "from": "result"}});
    let steps = (0..CALLS).map(|n| StepView::Call(call(i, n)));
    let said = StepView::Reply { text: NASTY.into(), question: i.is_multiple_of(2), user: Some(NASTY.into()) };
    TurnView {
        session: format!("s{}", i / 107),
        turn: format!("t{i}"),
        title: NASTY.into(),
        clock: "2026-03-02T09:00:00+01:00".into(),
        said: format!("Please take me to the needle-{i}, and not to {NASTY}."),
        gold: "calls",
        wanted: vec![WantedView {
            id: "a".into(),
            toolset: "trains".into(),
            tool: "bookTrain".into(),
            arguments: arguments.as_object().cloned().unwrap_or_default(),
            ..WantedView::default()
        }],
        steps: if i == TURNS - 1 { Vec::new() } else { steps.chain([said]).collect() },
        ..TurnView::default()
    }
}

fn call(i: usize, n: usize) -> CallView {
    let arguments = json!({"train": format!("{NASTY}{}", i * CALLS + n), "seats": n, NASTY: [n, {"deep": NASTY}]});
    CallView {
        record: n as u64,
        toolset: "trains".into(),
        tool: TOOLS[n % 4].into(),
        arguments: arguments.as_object().cloned().unwrap_or_default(),
        status: 200,
        micros: (i * 31 + n * 7) as u64,
        gold: (n == 0).then(|| "a".into()),
        ..CallView::default()
    }
}
