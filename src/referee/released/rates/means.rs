//! Thirds, and means over personas.

use super::exact::{mean, median, variance};
use super::session::TurnScore;
use super::tables::is_multi;
use super::topics::Turn;
use crate::referee::released::python::Py;

const THIRDS: [&str; 3] = ["first_third", "middle_third", "last_third"];
const KINDS: [&str; 5] = ["task", "Single-Tool", "Multi-Tool", "Clarify", "Chat"];

/// Accuracy of one kind of turn in one third of one session.
#[derive(Clone, Debug)]
pub struct ThirdRow {
    profile: String,
    third: &'static str,
    from: usize,
    to: usize,
    kind: &'static str,
    right: usize,
    all: usize,
}

impl ThirdRow {
    fn accuracy(&self) -> Option<f64> {
        (self.all > 0).then(|| self.right as f64 / self.all as f64)
    }

    /// As a row of the original's table.
    pub fn render(&self) -> Py {
        Py::dict([
            ("profile", Py::text(&self.profile)),
            ("segment", Py::text(self.third)),
            ("segment_start", Py::int(self.from)),
            ("segment_end", Py::int(self.to)),
            ("task_type", Py::text(self.kind)),
            ("correct_count", Py::int(self.right)),
            ("total_count", Py::int(self.all)),
            ("accuracy", number(self.accuracy())),
        ])
    }
}

/// The thirds of the scored turns of a session; none where none was scored.
pub fn thirds(session: &str, turns: &[Turn], scores: &[TurnScore]) -> Vec<ThirdRow> {
    if scores.is_empty() {
        return Vec::new();
    }
    let size = |third: usize| scores.len() / 3 + usize::from(third < scores.len() % 3);
    let mut rows = Vec::new();
    let mut from = 0;
    for (i, third) in THIRDS.into_iter().enumerate() {
        let to = from + size(i);
        for kind in KINDS {
            let counts = |turn: &Turn| {
                kind == "task" || turn.task_type == kind || (kind == "Multi-Tool" && is_multi(&turn.task_type))
            };
            let scored = turns[from..to].iter().zip(&scores[from..to]).filter(|(turn, _)| counts(turn));
            let (right, all) =
                scored.fold((0, 0), |(right, all), (_, score)| (right + usize::from(score.is_right), all + 1));
            rows.push(ThirdRow { profile: profile(session), third, from, to, kind, right, all });
        }
        from = to;
    }
    rows
}

/// The number after `persona` in a session's name, or the whole name.
fn profile(session: &str) -> String {
    let found = session.match_indices("persona").find_map(|(at, word)| {
        let rest = &session[at + word.len()..];
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        (digits > 0).then(|| rest[..digits].to_owned())
    });
    found.unwrap_or_else(|| session.to_owned())
}

/// Thirds over personas; those without such a turn are left out.
pub fn thirds_over_personas(rows: &[ThirdRow]) -> Py {
    let cells = THIRDS.iter().flat_map(|third| KINDS.iter().map(move |kind| (*third, *kind)));
    let row = |(third, kind): (&'static str, &'static str)| {
        let in_cell = rows.iter().filter(|row| row.third == third && row.kind == kind);
        let values: Vec<f64> = in_cell.filter_map(ThirdRow::accuracy).collect();
        Py::dict([
            ("segment", Py::text(third)),
            ("task_type", Py::text(kind)),
            ("profile_count", Py::int(values.len())),
            ("mean_accuracy", number(mean(&values))),
            ("min", number(values.iter().copied().reduce(f64::min))),
            ("max", number(values.iter().copied().reduce(f64::max))),
            ("variance_population", number(variance(&values))),
            ("median", number(median(&values))),
        ])
    };
    Py::List(cells.map(row).collect())
}

fn number(value: Option<f64>) -> Py {
    value.map_or(Py::Null, Py::Float)
}

/// Each number of the tables, averaged over the tables that have it; none without tables.
pub fn average(tables: &[&Py]) -> Py {
    let numbers: Vec<f64> = tables.iter().filter_map(|table| as_number(table)).collect();
    if numbers.len() == tables.len() {
        return number(mean(&numbers));
    }
    let mut keys: Vec<&str> = Vec::new();
    for table in tables {
        if let Py::Dict(entries) = table {
            let new: Vec<&str> =
                entries.iter().map(|(key, _)| key.as_str()).filter(|key| !keys.contains(key)).collect();
            keys.extend(new);
        }
    }
    let cell = |key: &str| {
        let cells: Vec<&Py> = tables.iter().filter_map(|table| table.get(key)).collect();
        (key.to_owned(), average(&cells))
    };
    Py::Dict(keys.into_iter().map(cell).collect())
}

fn as_number(value: &Py) -> Option<f64> {
    match value {
        Py::Int(n) => n.to_string().parse().ok(),
        Py::Float(n) => Some(*n),
        _ => None,
    }
}
