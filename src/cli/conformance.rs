use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use serde::Serialize;

use super::common::Output;
use crate::referee::released::conformance::{self, Tally, Toolsets};

/// Hold the released verdict against recorded verdicts of the paper's evaluator; exit code 1 when one differs
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  utb conformance cases.jsonl --toolsets toolsets.json
  utb conformance cases.jsonl --toolsets toolsets.json --values value-pairs.jsonl --session session.json --format json")]
pub struct Conformance {
    /// Recorded turns, one a line
    cases: PathBuf,
    /// Tools by the names that the rows use
    #[arg(long, value_name = "FILE")]
    toolsets: PathBuf,
    /// Recorded comparisons of single values, one a line
    #[arg(long, value_name = "FILE")]
    values: Option<PathBuf>,
    /// Recorded sessions with their rates
    #[arg(long, value_name = "FILE")]
    session: Option<PathBuf>,
    /// How to print what differs
    #[arg(long, value_enum, default_value_t)]
    format: Output,
}

#[derive(Serialize)]
struct Report {
    #[serde(flatten)]
    cases: Tally,
    #[serde(skip_serializing_if = "Option::is_none")]
    values: Option<Tally>,
    #[serde(skip_serializing_if = "Option::is_none")]
    session: Option<Tally>,
}

impl Conformance {
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let toolsets = Toolsets::load(&self.toolsets)?;
        let report = Report {
            cases: conformance::cases(&self.cases, &toolsets)?,
            values: self.values.as_deref().map(conformance::values).transpose()?,
            session: self.session.as_deref().map(|file| conformance::session(file, &toolsets)).transpose()?,
        };
        match self.format {
            Output::Json => anstream::println!("{}", serde_json::to_string_pretty(&report)?),
            Output::Table => report.print(),
        }
        let differs = report.parts().any(|(_, tally)| !tally.disagree.is_empty());
        Ok(ExitCode::from(u8::from(differs)))
    }
}

impl Report {
    fn parts(&self) -> impl Iterator<Item = (&'static str, &Tally)> {
        let more = [("values", self.values.as_ref()), ("sessions", self.session.as_ref())];
        std::iter::once(("cases", &self.cases)).chain(more.into_iter().filter_map(|(name, tally)| Some((name, tally?))))
    }

    fn print(&self) {
        for (name, tally) in self.parts() {
            print_tally(name, tally);
            if let Some(apart) = &tally.informative {
                print_tally(&format!("{name} that hang on more than the rules"), apart);
            }
        }
    }
}

fn print_tally(name: &str, tally: &Tally) {
    for differs in &tally.disagree {
        let say = |value: &Option<serde_json::Value>| value.as_ref().map_or("nothing".to_owned(), ToString::to_string);
        let (case, pointer) = (&differs.case, &differs.pointer);
        anstream::println!("{case}: {pointer}: expected {}, got {}", say(&differs.expected), say(&differs.actual));
    }
    anstream::println!("{} of {} {name} agree", tally.agree, tally.cases);
}
