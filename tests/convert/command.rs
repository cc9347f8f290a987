//! The subcommands: where results and notices go, and with which exit code.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::{Value, json};

use crate::bench::{played, records};

#[test]
fn an_export_goes_to_standard_output_and_its_notices_to_standard_error() {
    let journal = played();
    let output = utb(&["export", "har", text(journal.path())]);
    assert_eq!(output.status.code(), Some(0));
    let har: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(har["log"]["entries"].as_array().unwrap().len(), 8);
    let notices = String::from_utf8(output.stderr).unwrap();
    assert!(notices.contains("utb: left out: beginnings and ends of turns (4)\n"), "{notices}");
}

#[test]
fn a_file_is_there_when_it_is_whole_and_comes_back_as_a_journal() {
    let (journal, dir) = (played(), tempfile::tempdir().unwrap());
    let (file, out) = (dir.path().join("run.har"), dir.path().join("recording"));
    let output = utb(&["export", "har", text(journal.path()), "--session", "s", "--out", text(&file)]);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(0), 0));
    let output = utb(&["import", "har", text(&file), "--out", text(&out)]);
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(said.contains(": 5 calls of 3 tools, 3 entries left out"), "{said}");
    assert!(String::from_utf8(output.stderr).unwrap().contains("left out: entries 0, 4, 7: a reply"));
    assert_eq!(records(&out).len(), 7);
    let names: Vec<String> = list(dir.path());
    assert_eq!(names, ["recording", "run.har"], "nothing half-written stays");
    assert_eq!(utb(&["journal", "verify", text(&out)]).status.code(), Some(0));
    let again = utb(&["import", "har", text(&file), "--out", text(&out)]);
    assert_eq!(again.status.code(), Some(2));
    assert!(String::from_utf8(again.stderr).unwrap().contains("is there already"));
}

#[test]
fn a_broken_journal_is_exported_as_far_as_it_is_whole() {
    let journal = played();
    let file = journal.path().join("journal-000001.jsonl");
    let bytes = std::fs::read(&file).unwrap();
    std::fs::write(&file, &bytes[..bytes.len() - 5]).unwrap();
    let output = utb(&["export", "messages", text(journal.path())]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(String::from_utf8(output.stdout).unwrap().lines().count(), 2);
    assert!(String::from_utf8(output.stderr).unwrap().contains("torn"));
}

#[test]
fn content_of_spans_is_asked_for_with_an_option() {
    let journal = played();
    let spans = |options: &[&str]| {
        let output = utb(&[&["export", "otel", text(journal.path())], options].concat());
        assert_eq!(output.status.code(), Some(0));
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(!spans(&[]).contains("krona"));
    assert!(spans(&["--with-content"]).contains("krona"));
}

#[test]
fn a_file_that_is_no_recording_is_refused_and_nothing_is_made() {
    let dir = tempfile::tempdir().unwrap();
    let (file, out) = (dir.path().join("bad.har"), dir.path().join("recording"));
    std::fs::write(&file, json!({"log": {"version": "1.2", "creator": {}, "entries": [{}]}}).to_string()).unwrap();
    let output = utb(&["import", "har", text(&file), "--out", text(&out)]);
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(error.contains("bad.har: /log/entries/0/startedDateTime: is missing"), "{error}");
    assert_eq!(list(dir.path()), ["bad.har"]);
    assert_eq!(utb(&["export", "har", text(&out)]).status.code(), Some(2), "there is no journal");
}

fn utb(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_utb")).args(arguments).output().unwrap()
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

fn list(dir: &Path) -> Vec<String> {
    let name = |entry: std::io::Result<std::fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
    let mut names: Vec<String> = std::fs::read_dir(dir).unwrap().map(name).collect();
    names.sort();
    names
}

/// What an import's README.txt tells people to do works: its suite has no faults, its own gold is right when the oracle
/// plays it, in words too.
#[test]
fn imported_gold_is_sound_and_the_oracle_plays_it() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let path = |name: &str| fixtures.join(name).display().to_string();
    let dir = tempfile::tempdir().unwrap();
    let toolsets = path("evaluator-cases/toolsets.json");
    for (kind, from, more) in [
        ("utb", path("evaluator-cases/session.json"), vec!["--toolsets", &toolsets]),
        ("tau-bench", path("tau-bench"), vec![]),
        ("tooltalk", path("tooltalk"), vec![]),
        ("bfcl", path("bfcl"), vec![]),
    ] {
        let out = dir.path().join(kind);
        let imported = utb(&[&["import", kind, &from, "--out", text(&out)], &more[..]].concat());
        assert_eq!(imported.status.code(), Some(0), "{kind}: {}", String::from_utf8_lossy(&imported.stderr));
        let (specs, suite) = (out.join("tool_specs"), out.join("suite"));
        let files = ["--specs", text(&specs), "--suite", text(&suite)];
        let linted = utb(&[&["lint", "suite"], &files[..]].concat());
        assert_eq!(linted.status.code(), Some(0), "{kind}: {}", String::from_utf8_lossy(&linted.stdout));
        let played = utb(&[&["run", "--agent", "oracle", "--format", "json"], &files[..]].concat());
        let report: Value = serde_json::from_slice(&played.stdout).unwrap();
        for rate in ["st", "mt", "loi", "chat"] {
            let measure = &report["agents"][0]["scores"]["exact"][rate];
            assert_eq!(measure["numerator"], measure["denominator"], "{kind} {rate}: {measure}");
        }
    }
}
