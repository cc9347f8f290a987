//! Two runs side by side, in three formats.

mod markdown;
mod table;

use serde::Serialize;

use crate::referee::{Flip, KindVersus, Status, Versus};

/// Two runs and what they are called.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// Name of the first run.
    pub first: String,
    /// Name of the second run.
    pub second: String,
    /// What came of it.
    #[serde(flatten)]
    pub versus: Versus,
}

impl Comparison {
    /// For people, in a terminal.
    pub fn table(&self) -> String {
        table::text(self)
    }

    /// For people, on a page.
    pub fn markdown(&self) -> String {
        markdown::text(self)
    }

    /// For programs. `docs/scores.md` defines the numbers.
    pub fn json(&self) -> String {
        serde_json::to_string_pretty(self).expect("a comparison has only strings, numbers, lists and named fields")
    }
}

/// Cells of one kind's row after its name: rates, difference, p and turns needed.
fn row(kind: &KindVersus) -> [String; 7] {
    let rate = |passed: usize| match kind.turns {
        0 => "-".into(),
        turns => format!("{passed}/{turns} {:.1} %", passed as f64 / turns as f64 * 100.0),
    };
    let points = |number: Option<f64>| number.map_or_else(|| "-".into(), |n| format!("{:+.1}", n * 100.0));
    [
        rate(kind.first),
        rate(kind.second),
        points(kind.difference),
        format!("{} to {}", points(kind.low), points(kind.high)),
        format!("{} / {}", kind.only_first, kind.only_second),
        format!("{:.4}", kind.p),
        kind.turns_needed.map_or_else(|| "-".into(), |turns| turns.to_string()),
    ]
}

/// Why the run that did not pass a turn did not.
fn why(flip: &Flip) -> (&'static str, &str) {
    match (flip.status, flip.finding) {
        (Status::NotRun, _) => ("not run", ""),
        (_, Some(kind)) => (kind.id(), flip.sentence.as_deref().unwrap_or_default()),
        (_, None) => ("not judged", ""),
    }
}

/// What is said of turns that stand in no pair; nothing where there are none.
fn alone(comparison: &Comparison) -> Vec<String> {
    let Comparison { first, second, versus } = comparison;
    let said =
        |run: &str, turns: usize| (turns > 0).then(|| format!("{turns} turns stand in {run} alone, and in no pair"));
    [said(first, versus.only_first.len()), said(second, versus.only_second.len())].into_iter().flatten().collect()
}
