use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use clap::Args;

use super::common::{Files, Output};
use super::serve::cores;
use crate::agents::client::Client;
use crate::agents::replay_over;
use crate::replay;

/// Run every recorded call again and compare the answers byte for byte
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  utb replay journal
  utb replay out/journal --threads 1 --format json
  utb replay journal --url http://127.0.0.1:8081
  utb replay journal --seed 7            what another world would have answered
  utb replay journal --specs ./my-specs  what a changed catalogue would have answered

Exit code 0: all equal. 1: something differs, or the journal is broken.")]
pub struct Replay {
    /// A journal: a file, or a directory of files
    journal: PathBuf,
    /// Send the calls to a server that runs (its operator door) instead of answering them in this process
    #[arg(long, value_name = "URL", conflicts_with_all = ["seed", "threads"])]
    url: Option<String>,
    /// Token that the operator door of `--url` asks for
    #[arg(long, value_name = "TOKEN", env = "UTB_OPERATOR_TOKEN", hide_env_values = true)]
    operator_token: Option<String>,
    /// Replay in the world of this seed instead of the recorded one
    #[arg(long)]
    seed: Option<u64>,
    /// Threads; one a core when left out
    #[arg(long)]
    threads: Option<usize>,
    /// Divergences that are printed
    #[arg(long, default_value_t = 20)]
    limit: usize,
    /// How to print what differs
    #[arg(long, value_enum, default_value_t)]
    format: Output,
    #[command(flatten)]
    files: Files,
}

impl Replay {
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let outcome = self.outcome()?;
        let summary = &outcome.summary;
        match self.format {
            Output::Json => {
                let mut found = serde_json::to_value(summary)?;
                // Also to programs: what stands behind a fault was not replayed.
                found["fault"] = outcome.fault.as_ref().map(ToString::to_string).into();
                anstream::println!("{}", serde_json::to_string_pretty(&found)?);
            }
            Output::Table => self.print(summary),
        }
        if let Some(fault) = &outcome.fault {
            anstream::eprintln!("utb: {fault}");
        }
        Ok(ExitCode::from(u8::from(!summary.is_equal() || outcome.fault.is_some())))
    }

    fn outcome(&self) -> anyhow::Result<replay::Outcome> {
        if let Some(operator) = &self.url {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
            let operator = operator.trim_end_matches('/');
            let client = Client::with_token(operator, self.operator_token.clone());
            return Ok(runtime.block_on(replay_over(&client, operator, &self.journal))?);
        }
        let loaded = self.files.load()?;
        let stage = loaded.stage(Arc::new(loaded.suite()?));
        Ok(replay::drive(&stage, &self.journal, self.seed, self.threads.unwrap_or_else(cores))?)
    }

    fn print(&self, summary: &replay::Summary) {
        for d in summary.divergences.iter().take(self.limit) {
            anstream::println!("{}: session {} record {}: {}: {}", d.place, d.session, d.n, d.tool, d.class.word());
            anstream::println!("  at {}", if d.pointer.is_empty() { "the whole answer" } else { &d.pointer });
            anstream::println!("  recorded {}", short(&d.recorded));
            anstream::println!("  now      {}", short(&d.now));
        }
        let hidden = summary.divergences.len().saturating_sub(self.limit);
        if hidden > 0 {
            anstream::println!("… and {hidden} more (--limit)");
        }
        for (session, why) in &summary.unplayable {
            anstream::println!("session {session} cannot be rebuilt: {why}");
        }
        anstream::println!(
            "{} sessions, {} calls: {} equal, {} differ, {} not replayable",
            summary.sessions,
            summary.calls,
            summary.equal,
            summary.divergences.len(),
            summary.not_replayable
        );
    }
}

fn short(value: &serde_json::Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(200) {
        Some((cut, _)) => format!("{}…", &text[..cut]),
        None => text,
    }
}
