use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use serde_json::Value;

use super::{GoldError, Plan, Run, ToolSet};
use crate::assets::{File, Files};
use crate::catalogue::Catalogue;
use crate::convert::Lost;
use crate::journal::{self, Record};
use crate::suite::Suite;

/// What was made of a project's files.
#[derive(Debug)]
pub struct Imported {
    /// The project.
    pub project: &'static str,
    /// `tool_specs/`: file by name.
    pub specs: BTreeMap<String, String>,
    /// `suite/`: file by path.
    pub suite: BTreeMap<String, String>,
    /// `journals/`.
    pub journals: Vec<Journal>,
    /// What the project itself said of runs, by session.
    pub rewards: BTreeMap<String, f64>,
    /// What could not be carried over.
    pub lost: Lost,
    /// Which verdict is the project's own, as a sentence.
    pub verdict: &'static str,
}

/// A journal to be written.
#[derive(Debug)]
pub struct Journal {
    /// Name of its directory below `journals/`.
    pub name: String,
    /// Sessions in it.
    pub sessions: usize,
    /// All records, session by session.
    pub records: Vec<Record>,
}

/// Why nothing was saved.
#[derive(Debug, thiserror::Error)]
pub enum SaveError {
    /// The directory is there and not empty.
    #[error("{0} is not empty; an import becomes a directory of its own")]
    NotEmpty(String),
    /// It cannot be made or written.
    #[error("{0}: {1}")]
    Io(String, io::Error),
}

impl Imported {
    /// Puts everything together, and has it read by the readers that will read it.
    ///
    /// # Errors
    ///
    /// One of them refuses it.
    pub(super) fn new(
        project: &'static str,
        verdict: &'static str,
        tool_sets: &[ToolSet],
        plans: &[Plan],
        runs: Vec<(String, Vec<Run>)>,
        source: &str,
        lost: Lost,
    ) -> Result<Self, GoldError> {
        let unusable = |detail: String| GoldError::Unusable { project, detail };
        let specs: BTreeMap<_, _> =
            tool_sets.iter().map(|set| (format!("{}.json", set.slug), pretty(&set.spec))).collect();
        let mut suite = BTreeMap::new();
        for plan in plans {
            suite.insert(format!("personas/{}.json", plan.id), pretty(&plan.persona()));
            suite.insert(format!("dialogues/{}.jsonl", plan.id), plan.dialogue());
        }
        let catalogue = Catalogue::load(&files(&specs)).map_err(|e| unusable(e.to_string()))?;
        Suite::load(&files(&suite)).map_err(|e| unusable(e.to_string()))?;
        let turns: BTreeMap<&str, usize> = plans.iter().map(|plan| (plan.id.as_str(), plan.turns().count())).collect();
        let journals = runs.into_iter().map(|(name, runs)| {
            let of = |run: &Run| run.records(&catalogue, source, turns.get(run.persona.as_str()).copied().unwrap_or(0));
            Journal { name, sessions: runs.len(), records: runs.iter().flat_map(of).collect() }
        });
        Ok(Self { project, journals: journals.collect(), specs, suite, rewards: BTreeMap::new(), lost, verdict })
    }

    /// Tasks in the suite.
    pub fn tasks(&self) -> usize {
        self.suite.keys().filter(|path| path.starts_with("personas/")).count()
    }

    /// Writes all of it into a new directory, with a read-me that says how to go on.
    ///
    /// # Errors
    ///
    /// There is something in the directory, or it cannot be written.
    pub fn save(&self, dir: &Path) -> Result<(), SaveError> {
        let io_error = |path: &Path| {
            let path = path.display().to_string();
            move |e| SaveError::Io(path, e)
        };
        if std::fs::read_dir(dir).is_ok_and(|mut entries| entries.next().is_some()) {
            return Err(SaveError::NotEmpty(dir.display().to_string()));
        }
        let specs = self.specs.iter().map(|(name, text)| (format!("tool_specs/{name}"), text.clone()));
        let suite = self.suite.iter().map(|(path, text)| (format!("suite/{path}"), text.clone()));
        let mut more =
            vec![("README.txt".to_owned(), self.read_me()), ("lost.json".to_owned(), pretty(&self.lost.json()))];
        if !self.rewards.is_empty() {
            more.push(("rewards.json".to_owned(), pretty(&serde_json::json!(self.rewards))));
        }
        for (path, text) in specs.chain(suite).chain(more) {
            let path = dir.join(path);
            let parent = path.parent().unwrap_or(dir);
            std::fs::create_dir_all(parent).map_err(io_error(parent))?;
            std::fs::write(&path, text).map_err(io_error(&path))?;
        }
        for journal in &self.journals {
            let path = dir.join("journals").join(&journal.name);
            journal.write(&path).map_err(io_error(&path))?;
        }
        Ok(())
    }

    fn read_me(&self) -> String {
        let files = "--specs tool_specs --suite suite";
        let mut text = format!(
            "{}: {} tasks, imported by utb {}.\n\n{}\nWhat could not be carried over is listed in lost.json. In this directory:\n\n",
            self.project,
            self.tasks(),
            env!("CARGO_PKG_VERSION"),
            self.verdict
        );
        text.push_str(&format!("  utb lint suite {files}\n  utb serve {files}\n"));
        for journal in &self.journals {
            text.push_str(&format!("  utb score journals/{} {files}\n", journal.name));
        }
        text
    }
}

impl Journal {
    fn write(&self, dir: &Path) -> io::Result<()> {
        journal::write(dir, &self.records)
    }
}

fn pretty(value: &Value) -> String {
    // A value has no keys but text, so it can always be written.
    serde_json::to_string_pretty(value).unwrap_or_default() + "\n"
}

fn files(texts: &BTreeMap<String, String>) -> Files {
    let file =
        |(path, text): (&String, &String)| (path.clone(), File::overlaid(path.clone(), text.clone().into_bytes()));
    texts.iter().map(file).collect()
}
