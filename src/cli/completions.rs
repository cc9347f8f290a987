use std::process::ExitCode;

use clap::{Args, CommandFactory};
use clap_complete::Shell;

/// Print a completion script for a shell
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  utb completions bash > /etc/bash_completion.d/utb
  utb completions zsh > ~/.zfunc/_utb")]
pub struct Completions {
    /// Shell to complete for
    #[arg(value_enum)]
    shell: Shell,
}

impl Completions {
    pub fn run(self) -> ExitCode {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut super::Cli::command(), "utb", &mut script);
        anstream::print!("{}", String::from_utf8_lossy(&script));
        ExitCode::SUCCESS
    }
}
