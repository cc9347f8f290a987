use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::{Args, Subcommand};

use crate::convert::har;

/// Read a recording of another format as a journal; what cannot be carried over is listed on standard error
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  utb import har recording.har --out recording
  utb journal show recording")]
pub struct Import {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// HTTP Archive, as browsers and proxies record it: each GET and POST becomes a call of one session
    Har {
        /// The recording
        file: PathBuf,
        /// Directory of the new journal
        #[arg(long, value_name = "DIR")]
        out: PathBuf,
    },
}

impl Import {
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let Command::Har { file, out } = self.command;
        let bytes = std::fs::read(&file).with_context(|| file.display().to_string())?;
        let imported = har::import(&bytes).with_context(|| file.display().to_string())?;
        drop(bytes);
        imported.save(&out).with_context(|| format!("the journal {}", out.display()))?;
        for line in imported.lost.lines() {
            anstream::eprintln!("utb: {line}");
        }
        let (session, calls, tools) = (&imported.session, imported.calls(), imported.tools().len());
        let left_out = imported.lost.left_out();
        anstream::println!("session {session}: {calls} calls of {tools} tools, {left_out} entries left out");
        Ok(ExitCode::SUCCESS)
    }
}
