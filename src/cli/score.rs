use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Context;
use clap::Args;

use super::common::{Files, Shown};
use crate::report::Report;

/// Judge a journal and print the scores; exit code 1 when the journal is broken
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  utb score ./journal
  utb score journal-000001.jsonl --format json
  utb score ./journal --format junit --out junit.xml
  utb score ./journal --suite ./my-suite --agent my-agent")]
pub struct Score {
    /// Journal to judge: a file, or a directory of files
    journal: PathBuf,
    /// Where to write them; standard output when left out
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Only what this agent did
    #[arg(long, value_name = "NAME")]
    agent: Option<String>,
    #[command(flatten)]
    shown: Shown,
    #[command(flatten)]
    files: Files,
}

impl Score {
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let loaded = self.files.load()?;
        let referee = loaded.rehearsed_referee(Arc::new(loaded.suite()?));
        let judged = referee.judge_journal(&self.journal)?;
        let code = ExitCode::from(u8::from(judged.is_broken()));
        let mut whole = Report::from(judged);
        if let Some(name) = &self.agent {
            whole.verdicts.retain(|verdict| verdict.agent.as_ref() == Some(name));
        }
        let text = self.shown.text(&whole);
        match &self.out {
            Some(path) => write(path, &text)?,
            None => anstream::println!("{text}"),
        }
        Ok(code)
    }
}

/// A file has no colours.
fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    let plain = anstream::adapter::strip_str(text);
    std::fs::write(path, format!("{plain}\n")).with_context(|| path.display().to_string())
}
