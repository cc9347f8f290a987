//! Subcommands: arguments, then one call into the library. One file each.

mod common;
mod compare;
mod completions;
mod conformance;
mod export;
mod import;
mod journal;
mod lint;
mod record;
mod referee;
mod replay;
mod run;
mod score;
mod selftest;
mod serve;
mod show;
mod tools;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// A deterministic, stateful tool environment for measuring, training and guarding assistant agents.
#[derive(Debug, Parser)]
#[command(name = "utb", version, about, propagate_version = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Run(run::Run),
    Score(score::Score),
    Compare(compare::Compare),
    Serve(serve::Serve),
    Replay(replay::Replay),
    Record(record::Record),
    Referee(referee::Referee),
    Journal(journal::Journal),
    Export(export::Export),
    Import(import::Import),
    Lint(lint::Lint),
    Conformance(conformance::Conformance),
    Tools(tools::Tools),
    Completions(completions::Completions),
}

/// Runs the program and gives its exit code (`docs/cli.md` lists them).
pub fn run() -> ExitCode {
    let cli = Cli::parse();
    let result = match cli.command {
        Command::Run(command) => command.run(),
        Command::Score(command) => command.run(),
        Command::Compare(command) => command.run(),
        Command::Serve(command) => command.run(),
        Command::Replay(command) => command.run(),
        Command::Record(command) => command.run(),
        Command::Referee(command) => command.run(),
        Command::Journal(command) => command.run(),
        Command::Export(command) => command.run(),
        Command::Import(command) => command.run(),
        Command::Lint(command) => command.run(),
        Command::Conformance(command) => command.run(),
        Command::Tools(command) => command.run(),
        Command::Completions(command) => Ok(command.run()),
    };
    match result {
        Ok(code) => code,
        Err(e) => {
            anstream::eprintln!("utb: {e:#}");
            ExitCode::from(2)
        }
    }
}
