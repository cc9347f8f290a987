//! [BFCL](https://github.com/ShishirPatil/gorilla): functions, requests of one turn whose gold is a set of calls with
//! lists of accepted values, and tasks of several turns whose gold was run.
//!
//! In one turn the project accepts the same number of calls in any order, each with one of the values listed for each
//! parameter: that is the exact verdict. In several turns it compares what the calls leave behind and answer; here the
//! same calls are wanted.

mod accepted;
mod python;
mod schema;
mod several;
mod single;

use std::path::Path;

use super::{Folder, GoldError, Imported, Plan, Run, ToolSet};
use crate::convert::Lost;

/// The project's tasks have no clock; this is the one of a sandbox.
const CLOCK: &str = "2026-03-02T08:00:00Z";

const VERDICT: &str = "The exact verdict is BFCL's for requests of one turn. Of tasks of several turns BFCL compares end \
                       states and answers; here the same calls are wanted, in any order, so passing is harder.";

/// What was read up to now.
#[derive(Default)]
struct Harvest {
    tools: Vec<ToolSet>,
    plans: Vec<Plan>,
    runs: Vec<Run>,
    lost: Lost,
}

/// Reads a directory with `single_turn_*.jsonl` (each line with `function` and `ground_truth`), or `multi_turn_*.jsonl`
/// with `function_docs/*.json`, and `gold_execution.jsonl` where it is there.
///
/// # Errors
///
/// The first thing that is not as it should be, with its place.
pub fn import(dir: &Path) -> Result<Imported, GoldError> {
    let mut folder = Folder::open(dir)?;
    let mut harvest = Harvest::default();
    for file in folder.names("single_turn_", ".jsonl") {
        for at in folder.lines(&file)?.values() {
            single::read(&at, &mut harvest)?;
        }
    }
    let files = folder.names("multi_turn_", ".jsonl");
    if !files.is_empty() {
        several::read(&mut folder, &files, &mut harvest)?;
    }
    let Harvest { tools, plans, runs, mut lost } = harvest;
    if plans.is_empty() {
        return Err(
            folder.missing("holds no tasks; expected single_turn_<category>.jsonl or multi_turn_<category>.jsonl")
        );
    }
    if let Some(twice) = plans.iter().enumerate().find(|(i, plan)| plans[..*i].iter().any(|other| other.id == plan.id))
    {
        return Err(folder.missing(format!("has two tasks that come to the name '{}'", twice.1.id)));
    }
    folder.note_unread(&mut lost);
    let source = format!("bfcl:{}", folder.digest());
    Imported::new("BFCL", VERDICT, &tools, &plans, vec![("gold".into(), runs)], &source, lost)
}

/// A task's id as a slug.
fn slug(id: &str) -> String {
    format!("bfcl-{}", id.to_lowercase().replace(|c: char| !c.is_ascii_alphanumeric(), "-"))
}

fn origin(id: &str) -> crate::suite::Foreign {
    crate::suite::Foreign { project: "BFCL".into(), task: id.into(), licence: Some("Apache-2.0".into()) }
}
