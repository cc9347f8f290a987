//! The released verdict against what the paper's evaluator itself said.

use std::path::{Path, PathBuf};

use serde_json::json;
use usertoolbench::referee::released::conformance::{self, ConformanceError, Toolsets};

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/evaluator-cases").join(name)
}

fn toolsets() -> Toolsets {
    Toolsets::load(&fixture("toolsets.json")).unwrap()
}

#[test]
fn every_recorded_turn_is_judged_the_same() {
    let tally = conformance::cases(&fixture("cases.jsonl"), &toolsets()).unwrap();
    assert_eq!(tally.disagree, []);
    assert_eq!((tally.cases, tally.agree), (296, 296));
}

#[test]
fn every_recorded_value_is_compared_the_same() {
    let tally = conformance::values(&fixture("value-pairs.jsonl")).unwrap();
    let informative = tally.informative.unwrap();
    assert_eq!(tally.disagree, []);
    assert_eq!(informative.disagree, []);
    assert_eq!(tally.cases + informative.cases, 223);
}

#[test]
fn every_recorded_session_has_the_same_rates() {
    let tally = conformance::session(&fixture("session.json"), &toolsets()).unwrap();
    assert_eq!(tally.disagree, []);
    assert_eq!((tally.cases, tally.agree), (6, 6));
}

#[test]
fn a_field_that_differs_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("cases.jsonl");
    let rows = std::fs::read_to_string(fixture("cases.jsonl")).unwrap();
    let mut row: serde_json::Value = serde_json::from_str(rows.lines().next().unwrap()).unwrap();
    row["expected"]["steps"][0]["kept_in_log"] = json!(false);
    row["expected"]["total_step"] = json!(3.0);
    row["expected"]["more"] = json!(null);
    row["graph"]["path_count"] = json!(4);
    std::fs::write(&file, format!("\n{row}\n")).unwrap();
    let tally = conformance::cases(&file, &toolsets()).unwrap();
    assert_eq!((tally.cases, tally.agree), (1, 0));
    let pointers: Vec<&str> = tally.disagree.iter().map(|differs| differs.pointer.as_str()).collect();
    let expected = ["/expected/total_step", "/expected/steps/0/kept_in_log", "/expected/more", "/graph/path_count"];
    assert_eq!(pointers, expected);
    assert_eq!(json!(tally.disagree[1])["expected"], json!(false));
    assert_eq!(json!(tally.disagree[2])["actual"], json!(null));
}

#[test]
fn bad_files_are_named_with_their_line() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("rows.jsonl");
    let said = |text: &str| {
        std::fs::write(&file, text).unwrap();
        conformance::cases(&file, &toolsets()).unwrap_err()
    };
    let missing = conformance::cases(&dir.path().join("none"), &toolsets()).unwrap_err();
    assert!(matches!(missing, ConformanceError::File { .. }), "{missing}");
    let torn = said("\n{\"case_id\": ");
    assert!(matches!(torn, ConformanceError::Json { line: 2, .. }), "{torn}");
    assert!(torn.to_string().contains("rows.jsonl:2"), "{torn}");
    let empty = said("{}");
    assert!(
        empty.to_string().ends_with("rows.jsonl:1: /case_id is missing; a field of this name is expected"),
        "{empty}"
    );
    let row = json!({"case_id": "c", "gold": [], "predicted": [], "toolset": "t:0", "expected": {}});
    let unknown = said(&row.to_string());
    assert!(unknown.to_string().contains("the tool set 't:0' is not in"), "{unknown}");
    let wrong = said(&json!({"case_id": "c", "gold": {}}).to_string());
    assert!(wrong.to_string().contains("/gold is an object; an array is expected"), "{wrong}");
}
