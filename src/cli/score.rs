use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use clap::Args;

use super::common::{Files, Output};
use crate::report::{self, Report};

/// Judge a journal and print the scores; exit code 1 when the journal is broken
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  utb score ./journal
  utb score journal-000001.jsonl --format json
  utb score ./journal --suite ./my-suite --agent my-agent")]
pub struct Score {
    /// Journal to judge: a file, or a directory of files
    journal: PathBuf,
    /// How to print the scores
    #[arg(long, value_enum, default_value_t)]
    format: Output,
    /// Only what this agent did
    #[arg(long, value_name = "NAME")]
    agent: Option<String>,
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
        match self.format {
            Output::Json => anstream::println!("{}", report::json(&whole)),
            Output::Table => anstream::println!("{}", report::table(&whole)),
        }
        Ok(code)
    }
}
