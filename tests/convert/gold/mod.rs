//! Gold of other projects: what their graders say of their own runs, our verdicts say of the imported ones.

mod bfcl_runs;
mod tau_bench_runs;
mod tooltalk_runs;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use serde_json::Value;
use usertoolbench::assets::{Assets, File, Files};
use usertoolbench::catalogue::Catalogue;
use usertoolbench::convert::gold::{GoldError, Imported, bfcl, tau_bench, tooltalk};
use usertoolbench::journal::{Event, Record};
use usertoolbench::lint;
use usertoolbench::referee::{NoResolver, Referee, TurnVerdict};
use usertoolbench::simulator::Simulator;
use usertoolbench::suite::Suite;
use usertoolbench::world::{Facts, World};

/// The three projects, each from its sample.
fn all() -> [Imported; 3] {
    [
        bfcl::import(&fixtures("bfcl")).unwrap(),
        tau_bench::import(&fixtures("tau-bench"), None).unwrap(),
        tooltalk::import(&fixtures("tooltalk")).unwrap(),
    ]
}

#[test]
fn lint_finds_nothing_and_gold_can_be_played() {
    let facts = Arc::new(Facts::load(&Assets::embedded().responses).unwrap());
    for imported in all() {
        let catalogue = Arc::new(Catalogue::load(&files(&imported.specs)).unwrap());
        let simulator = Simulator::load(catalogue, &files(&BTreeMap::new())).unwrap();
        let world = Arc::new(World::new(7, facts.clone()));
        let findings = lint::suite(&suite(&imported), &simulator, &[world]);
        assert!(findings.is_empty(), "{}: {findings:#?}", imported.project);
    }
}

#[test]
fn an_import_is_saved_as_a_directory_whose_commands_work() {
    for imported in all() {
        let dir = tempfile::tempdir().unwrap();
        let out = dir.path().join("out");
        imported.save(&out).unwrap();
        let read_me = std::fs::read_to_string(out.join("README.txt")).unwrap();
        let commands: Vec<&str> = read_me.lines().filter_map(|line| line.strip_prefix("  utb ")).collect();
        assert_eq!(commands.len(), 2 + imported.journals.len(), "{read_me}");
        for command in commands.into_iter().filter(|command| !command.starts_with("serve")) {
            let mut utb = Command::new(env!("CARGO_BIN_EXE_utb"));
            let output = utb.current_dir(&out).args(command.split(' ')).output().unwrap();
            assert_eq!(output.status.code(), Some(0), "{command}: {output:?}");
        }
        let lost: Value = serde_json::from_slice(&std::fs::read(out.join("lost.json")).unwrap()).unwrap();
        assert_eq!(lost.as_array().unwrap().len(), imported.lost.lines().count());
        for journal in &imported.journals {
            let read = usertoolbench::journal::read(&out.join("journals").join(&journal.name)).unwrap();
            assert_eq!(read.map(Result::unwrap).count(), journal.records.len(), "the chain is whole");
        }
        assert!(imported.save(&out).unwrap_err().to_string().contains("is not empty"));
    }
}

pub fn fixtures(project: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(project)
}

pub fn files<'a>(texts: impl IntoIterator<Item = (&'a String, &'a String)>) -> Files {
    let file =
        |(path, text): (&String, &String)| (path.clone(), File::overlaid(path.clone(), text.clone().into_bytes()));
    texts.into_iter().map(file).collect()
}

pub fn suite(imported: &Imported) -> Suite {
    Suite::load(&files(&imported.suite)).unwrap()
}

pub fn referee(imported: &Imported) -> Referee {
    let catalogue = Catalogue::load(&files(&imported.specs)).unwrap();
    Referee::new(Arc::new(suite(imported)), Arc::new(catalogue), Arc::new(NoResolver))
}

pub fn records<'a>(imported: &'a Imported, journal: &str) -> &'a [Record] {
    &imported.journals.iter().find(|j| j.name == journal).unwrap().records
}

/// The verdicts on a journal of an import. No run may leave anything to notice about its records.
pub fn verdicts(imported: &Imported, journal: &str) -> Vec<TurnVerdict> {
    let judged = referee(imported).judge_records(records(imported, journal));
    assert_eq!(judged.notices, []);
    judged.verdicts
}

/// A copy of a project's files in which one is changed.
pub fn changed(project: &str, file: &str, change: impl Fn(&str) -> String) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    copy(&fixtures(project), dir.path());
    let path = dir.path().join(file);
    let text = std::fs::read_to_string(&path).unwrap();
    let new = change(&text);
    assert_ne!(new, text, "{file} was to be changed");
    std::fs::write(path, new).unwrap();
    dir
}

fn copy(from: &Path, to: &Path) {
    for entry in std::fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let target = to.join(path.file_name().unwrap());
        if path.is_dir() {
            std::fs::create_dir(&target).unwrap();
            copy(&path, &target);
        } else {
            std::fs::copy(&path, &target).unwrap();
        }
    }
}

/// That an import is refused, and with which words.
pub fn refused(result: Result<Imported, GoldError>) -> String {
    match result {
        Ok(_) => panic!("it was taken"),
        Err(e) => e.to_string(),
    }
}

/// Records without those that a predicate takes out; numbers close up.
pub fn without(records: &[Record], drop: impl Fn(&Event) -> bool) -> Vec<Record> {
    let mut kept: Vec<Record> = records.iter().filter(|record| !drop(&record.event)).map(again).collect();
    renumber(&mut kept);
    kept
}

/// The same record once more.
pub fn again(record: &Record) -> Record {
    serde_json::from_value(serde_json::to_value(record).unwrap()).unwrap()
}

/// Numbers the records of each session from 0 in their order.
pub fn renumber(records: &mut [Record]) {
    let mut next = BTreeMap::<String, u64>::new();
    for record in records {
        let n = next.entry(record.session.clone()).or_default();
        record.n = *n;
        *n += 1;
    }
}
