use std::process::ExitCode;
use std::sync::Arc;

use clap::Args;
use comfy_table::{CellAlignment, Table, presets};
use indicatif::{ProgressBar, ProgressStyle};

use super::common::{Files, Output};
use super::serve::cores;
use crate::referee::VerdictKind;
use crate::selftest::{self, Exception, Plan, Report};

/// Exceptions that the table lists one by one.
const SHOWN: usize = 20;

/// Change the gold of each turn in many ways, one at a time, and say what the referee makes of it
///
/// Changes that matter have to be caught, changes that do not have to be forgiven. Beside the turns of the suite, turns
/// are made of the accepted examples of every tool.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  utb referee selftest
  utb referee selftest --suite my-suite --no-examples     only my own gold
  utb referee selftest --format json | jq '.exceptions[]'")]
pub struct Selftest {
    /// Seed of the world in which the turns are played
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Threads; one a core when left out
    #[arg(long)]
    threads: Option<usize>,
    /// Leave out the turns that are made of the tools' examples
    #[arg(long)]
    no_examples: bool,
    /// How the result is printed
    #[arg(long, value_enum, default_value_t)]
    format: Output,
}

impl Selftest {
    pub fn run(&self, files: &Files) -> anyhow::Result<ExitCode> {
        let loaded = files.load_with(selftest::with_meanings)?;
        let suite = Arc::new(loaded.suite()?);
        let bar = progress();
        let report = selftest::run(&Plan {
            parts: &|suite| (loaded.stage(suite.clone()), loaded.rehearsed_referee(suite)),
            catalogue: loaded.catalogue_digest(),
            suite,
            examples: !self.no_examples,
            seed: self.seed,
            threads: self.threads.unwrap_or_else(cores),
            progress: &|done, of| {
                bar.set_length(of as u64);
                bar.set_position(done as u64);
            },
        })?;
        bar.finish_and_clear();
        match self.format {
            Output::Json => anstream::println!("{}", serde_json::to_string_pretty(&report)?),
            _ => print(&report),
        }
        Ok(ExitCode::from(u8::from(!report.is_clean())))
    }
}

fn progress() -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} dialogues, {eta} left");
    ProgressBar::new(0).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

fn print(report: &Report) {
    let Report { turns, cases, unplayable, exceptions, .. } = report;
    anstream::println!("{cases} changes to {turns} turns; {unplayable} pairs of examples do not go together.\n");
    for kind in VerdictKind::ALL {
        if report.rows_of(*kind).next().is_some() {
            anstream::println!("{}\n{}\n", kind.id(), table(report, *kind));
        }
    }
    for exception in exceptions.iter().take(SHOWN) {
        anstream::println!("{}", line(exception));
    }
    match exceptions.len().checked_sub(SHOWN) {
        Some(more) if more > 0 => anstream::println!("… and {more} more; --format json has them all."),
        _ => {}
    }
    let word =
        if report.is_clean() { "Everything came out as it had to." } else { "Not everything came out as it had to." };
    anstream::println!("{word}");
}

fn table(report: &Report, verdict: VerdictKind) -> Table {
    let mut table = Table::new();
    table
        .load_style(presets::NOTHING)
        .force_no_tty()
        .set_header(["change", "matter", "caught", "harmless", "forgiven", "open"]);
    for (kind, row) in report.rows_of(verdict) {
        let figures = [row.matter, row.caught, row.harmless, row.forgiven, row.open].map(|n| n.to_string());
        let mut cells = vec![kind.id().to_owned()];
        cells.extend(figures);
        table.add_row(cells);
    }
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

fn line(exception: &Exception) -> String {
    let Exception { verdict, kind, persona, turn, what, expected, decisive } = exception;
    let why = decisive.as_ref().map(|decisive| format!(" ({decisive})")).unwrap_or_default();
    format!("{verdict} had to {expected}: {persona} {turn}, {kind}: {what}{why}")
}
