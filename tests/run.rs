//! The main job from end to end: the built-in agents play the suite over HTTP, the journal they leave is judged to the
//! same scores, and its calls get the same answers again.

use std::process::Command;

use serde_json::Value;

#[test]
fn a_run_leaves_a_journal_that_scores_and_replays_the_same() {
    let scratch = tempfile::tempdir().expect("a scratch folder");
    let out = scratch.path().join("out").display().to_string();
    let journal = format!("{out}/journal");
    let played = utb(&["run", "--agent", "oracle", "--agent", "silent", "--format", "json", "--out", &out]);
    let report: Value = serde_json::from_str(&played).expect("a report is JSON");
    for rate in ["st", "mt", "loi", "chat", "average"] {
        assert_eq!(exact(&report, "oracle")[rate]["value"], 1.0, "the oracle's {rate} in\n{played}");
    }
    for rate in ["st", "mt", "loi", "average"] {
        assert_eq!(exact(&report, "silent")[rate]["value"], 0.0, "the {rate} of one who does nothing in\n{played}");
    }
    for threads in ["1", "3"] {
        let scored = utb(&["score", &journal, "--format", "json", "--threads", threads]);
        assert_eq!(scored, played, "scores of the journal on {threads} threads");
    }
    let again = utb(&["score", &journal, "--against", &format!("{out}/verdicts.json")]);
    assert!(again.starts_with("0 of ") && again.lines().count() == 1, "judged again, nothing is new:\n{again}");
    let replayed = utb(&["replay", &out, "--format", "json"]);
    let replayed: Value = serde_json::from_str(&replayed).expect("a summary is JSON");
    assert!(replayed["calls"].as_u64() > Some(0), "{replayed:#}");
    assert_eq!(replayed["calls"], replayed["equal"], "{replayed:#}");
}

fn exact<'a>(report: &'a Value, agent: &str) -> &'a Value {
    let mut agents = report["agents"].as_array().expect("a list of agents").iter();
    let found = agents.find(|entry| entry["agent"] == agent);
    &found.unwrap_or_else(|| panic!("no agent '{agent}'"))["scores"]["exact"]
}

/// Standard output of a command that must succeed.
fn utb(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_utb")).args(arguments).output().expect("utb starts");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "utb {}: {error}", arguments.join(" "));
    String::from_utf8(output.stdout).expect("utb prints text")
}
