//! Figures and turns in words, for every format that people read.

use comfy_table::{CellAlignment, presets};

use crate::referee::{Measure, Status, TurnVerdict, Unit, VerdictKind};
use crate::suite::Task;

/// What an agent without a name is called.
pub(super) fn name(agent: Option<&str>) -> &str {
    agent.unwrap_or("(no name)")
}

/// A figure with what stands above and below: `12/40 30.0 %`.
pub(super) fn figure(measure: &Measure, unit: Unit) -> String {
    let Some(value) = measure.value else { return "-".into() };
    let (above, below) = (number(measure.numerator), number(measure.denominator));
    match unit {
        Unit::Share => format!("{above}/{below} {}", percent(value)),
        Unit::Number => format!("{above}/{below} {}", short(value)),
        Unit::Micros => format!("{} ms of {below}", millis(value)),
    }
}

/// Its interval: `18.1 to 45.4 %`, or nothing.
pub(super) fn interval(measure: &Measure, unit: Unit) -> Option<String> {
    let (low, high) = (measure.low?, measure.high?);
    Some(match unit {
        Unit::Share => format!("{:.1} to {}", low * 100.0, percent(high)),
        Unit::Number => format!("{} to {}", short(low), short(high)),
        Unit::Micros => format!("{} to {} ms", millis(low), millis(high)),
    })
}

/// `30.0 %`.
pub(super) fn percent(fraction: f64) -> String {
    format!("{:.1} %", fraction * 100.0)
}

fn millis(micros: f64) -> String {
    format!("{:.3}", micros / 1000.0)
}

/// A count as a count, a sum with two decimals.
fn number(number: f64) -> String {
    if number.fract() == 0.0 { format!("{number:.0}") } else { short(number) }
}

/// Two decimals, or four where two say little.
fn short(number: f64) -> String {
    if number.abs() < 1.0 { format!("{number:.4}") } else { format!("{number:.2}") }
}

/// The id of a task, as the suite writes it.
pub(super) fn task(task: Task) -> &'static str {
    match task {
        Task::SingleTool => "single_tool",
        Task::MultiTool => "multi_tool",
        Task::LackOfInformation => "lack_of_information",
        Task::Chat => "chat",
    }
}

/// How a turn came out under one kind of verdict.
pub(super) fn outcome(verdict: &TurnVerdict, kind: VerdictKind) -> &'static str {
    match (verdict.status, verdict.passes(kind)) {
        (Status::NotRun, _) => "not run",
        (_, Some(true)) => "pass",
        (Status::Infrastructure, _) => "could not tell",
        (Status::Judged, Some(false)) => "fail",
        (Status::Judged, None) => "not judged",
    }
}

/// Kind and sentence of the finding that says most about why the turn failed.
pub(super) fn decisive(verdict: &TurnVerdict) -> Option<(&'static str, &str)> {
    let found = verdict.decisive();
    found.map(|finding| (finding.kind.id(), finding.sentence.as_str()))
}

/// An empty table with this header, of which all but the first column are numbers.
pub(super) fn table(header: impl IntoIterator<Item = String>) -> comfy_table::Table {
    let mut table = comfy_table::Table::new();
    table.load_style(presets::UTF8_FULL_CONDENSED).force_no_tty();
    table.set_header(header);
    table.column_iter_mut().skip(1).for_each(|column| column.set_cell_alignment(CellAlignment::Right));
    table
}

/// Text that stands for itself in Markdown, also in a cell of a table.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' | '\r' => out.push(' '),
            '\\' | '`' | '*' | '_' | '{' | '}' | '[' | ']' | '<' | '>' | '|' | '#' | '~' | '!' | '&' => {
                out.push('\\');
                out.push(c);
            }
            _ => out.push(c),
        }
    }
    out
}
