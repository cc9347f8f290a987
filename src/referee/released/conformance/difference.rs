//! What differs between a recorded verdict and ours.

use serde::Serialize;
use serde_json::Value;

use crate::referee::released::python::Py;

/// One field that differs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Disagreement {
    /// Id of the case
    pub case: String,
    /// JSON pointer into the row of the file
    pub pointer: String,
    /// What the original said; none where it has no such field
    pub expected: Option<Value>,
    /// What is said here; none where there is no such field
    pub actual: Option<Value>,
}

/// How many rows agree, and what the others differ in.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Tally {
    /// Rows that were compared
    pub cases: usize,
    /// Rows that agree in every field
    pub agree: usize,
    /// The fields that do not
    pub disagree: Vec<Disagreement>,
    /// Rows that hang on more than the rules, such as a word list: counted apart, and no fault
    #[serde(skip_serializing_if = "Option::is_none")]
    pub informative: Option<Box<Tally>>,
}

impl Tally {
    /// Adds a row with the fields in which it differs.
    pub(super) fn add(&mut self, disagreements: Vec<Disagreement>) {
        self.cases += 1;
        self.agree += usize::from(disagreements.is_empty());
        self.disagree.extend(disagreements);
    }

    /// Adds a row that is counted apart.
    pub(super) fn add_informative(&mut self, disagreements: Vec<Disagreement>) {
        self.informative.get_or_insert_default().add(disagreements);
    }
}

/// The fields in which two values differ. Whole numbers and those with a point are told apart; the order of keys is not.
pub(super) fn differences(case: &str, pointer: &str, expected: &Py, actual: &Py) -> Vec<Disagreement> {
    let mut found = Vec::new();
    walk(pointer, Some(expected), Some(actual), &mut |pointer, expected, actual| {
        found.push(Disagreement {
            case: case.to_owned(),
            pointer: pointer.to_owned(),
            expected: expected.map(Py::to_json),
            actual: actual.map(Py::to_json),
        });
    });
    found
}

/// Takes note of a field that differs: pointer, expected, actual.
type Found<'f> = dyn FnMut(&str, Option<&Py>, Option<&Py>) + 'f;

fn walk(pointer: &str, expected: Option<&Py>, actual: Option<&Py>, found: &mut Found<'_>) {
    match (expected, actual) {
        (Some(Py::Dict(a)), Some(Py::Dict(b))) => {
            let more = b.iter().filter(|(key, _)| !a.iter().any(|(other, _)| other == key));
            for (key, _) in a.iter().chain(more) {
                let below = format!("{pointer}/{}", key.replace('~', "~0").replace('/', "~1"));
                walk(&below, expected.and_then(|v| v.get(key)), actual.and_then(|v| v.get(key)), found);
            }
        }
        (Some(Py::List(a)), Some(Py::List(b))) => {
            for i in 0..a.len().max(b.len()) {
                walk(&format!("{pointer}/{i}"), a.get(i), b.get(i), found);
            }
        }
        (Some(a), Some(b)) if same(a, b) => {}
        _ => found(pointer, expected, actual),
    }
}

fn same(a: &Py, b: &Py) -> bool {
    a.type_name() == b.type_name() && a.equals(b)
}
