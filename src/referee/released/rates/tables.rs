//! The metric tables of one session.

use super::session::TurnScore;
use super::topics::Turn;
use crate::referee::released::python::Py;

/// Rows of a table in the order in which they came: name, numerator, denominator.
struct Table {
    rows: Vec<(String, usize, usize)>,
}

impl Table {
    fn new(names: &[&str]) -> Self {
        Self { rows: names.iter().map(|name| ((*name).to_owned(), 0, 0)).collect() }
    }

    fn add(&mut self, name: &str, part: usize, whole: usize) {
        let place = self.rows.iter().position(|(other, ..)| other == name).unwrap_or_else(|| {
            self.rows.push((name.to_owned(), 0, 0));
            self.rows.len() - 1
        });
        self.rows[place].1 += part;
        self.rows[place].2 += whole;
    }

    /// With the quotient first; nothing of nothing is 0.
    fn render(self, [quotient, part, whole]: [&str; 3]) -> Py {
        let row = |(name, n, of): (String, usize, usize)| {
            let rate = if of == 0 { 0.0 } else { n as f64 / of as f64 };
            (name, Py::dict([(quotient, Py::Float(rate)), (part, Py::int(n)), (whole, Py::int(of))]))
        };
        Py::Dict(self.rows.into_iter().map(row).collect())
    }
}

const ACCURACY: [&str; 3] = ["accuracy", "correct_count", "total_count"];
const PROGRESS: [&str; 3] = ["rate", "complete_step", "total_step"];

struct Tables {
    total: Table,
    types: Table,
    layers: Table,
    subtypes: Table,
    optimal: Table,
    progress: Table,
}

impl Tables {
    fn new() -> Self {
        let types = [
            "Single-Tool",
            "Multi-Tool",
            "Parallel Multi-Tool",
            "Sequential Multi-Tool",
            "Mixed Multi-Tool",
            "Clarify",
            "Chat",
        ];
        let subtypes = [
            "First Turn",
            "Subsequent Turn",
            "Coreferential Reference",
            "Partial Information",
            "Long-Range Dependency",
            "Cross-Topic",
        ];
        Self {
            total: Table::new(&["task", "session"]),
            types: Table::new(&types),
            layers: Table::new(&["0", "1", "2", "3"]),
            subtypes: Table::new(&subtypes),
            optimal: Table::new(&["Total", "Parallel Multi-Tool", "Mixed Multi-Tool"]),
            progress: Table::new(&["Total", "Sequential Multi-Tool", "Mixed Multi-Tool"]),
        }
    }

    fn add(&mut self, i: usize, turn: &Turn, score: &TurnScore) {
        let right = usize::from(score.is_right);
        let kind = turn.task_type.as_str();
        self.total.add("task", right, 1);
        self.types.add(kind, right, 1);
        if is_multi(kind) {
            self.types.add("Multi-Tool", right, 1);
        }
        self.layers.add(&i.to_string(), right, 1);
        self.subtypes.add(turn.subtype.as_deref().unwrap_or("First Turn"), right, 1);
        if i > 0 {
            self.subtypes.add("Subsequent Turn", right, 1);
        }
        if matches!(kind, "Parallel Multi-Tool" | "Mixed Multi-Tool") {
            ["Total", kind].iter().for_each(|row| self.optimal.add(row, usize::from(score.is_optimal), 1));
        }
        if matches!(kind, "Sequential Multi-Tool" | "Mixed Multi-Tool") {
            ["Total", kind].iter().for_each(|row| self.progress.add(row, score.steps_kept, score.nodes));
        }
    }
}

/// Whether a kind of turn counts under `Multi-Tool` besides.
pub fn is_multi(kind: &str) -> bool {
    kind != "Multi-Tool" && kind.contains("Multi-Tool")
}

/// The tables of a session; one that was lost has no scored turn.
pub fn metric(turns: &[Turn], scores: &[TurnScore]) -> Py {
    let mut tables = Tables::new();
    let is_right = !scores.is_empty() && scores.iter().all(|score| score.is_right);
    tables.total.add("session", usize::from(is_right), 1);
    for (i, (turn, score)) in turns.iter().zip(scores).enumerate() {
        tables.add(i, turn, score);
    }
    Py::dict([
        ("num_scored_turns", Py::int(scores.len())),
        ("total_info", tables.total.render(ACCURACY)),
        ("task_type_info", tables.types.render(ACCURACY)),
        ("layer_info", tables.layers.render(ACCURACY)),
        ("turn_subtype_info", tables.subtypes.render(ACCURACY)),
        ("optimal_info", tables.optimal.render(ACCURACY)),
        ("progress_info", tables.progress.render(PROGRESS)),
    ])
}
