use serde::Serialize;
use serde_json::Value;

/// Most faults of the arguments that one problem lists.
pub const MAX_FAULTS: usize = 20;

/// What went wrong, in the shape of RFC 9457 (`application/problem+json`).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Problem {
    /// `urn:utb:problem:<code>`.
    #[serde(rename = "type")]
    pub kind: String,
    /// A short summary, the same for every problem of this code.
    pub title: String,
    /// HTTP status.
    pub status: u16,
    /// Stable word for programs, e.g. `unknown_place`.
    pub code: String,
    /// What happened this time and what to do next, for a tired person.
    pub detail: String,
    /// One entry a fault of the arguments, sorted by pointer, then keyword, then detail; the first `MAX_FAULTS`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<Fault>,
    /// Likely intended names, nearest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub suggestions: Vec<String>,
}

/// One fault of the arguments.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Fault {
    /// JSON pointer (RFC 6901) into the arguments.
    pub pointer: String,
    /// The schema keyword that refused the value.
    pub keyword: String,
    /// What was expected.
    pub detail: String,
    /// The allowed values, where there is a list of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub allowed: Vec<Value>,
}

impl Problem {
    /// A problem with a code, whose title is the code in words.
    pub fn new(status: u16, code: &str, detail: impl Into<String>) -> Self {
        let mut title = code.replace('_', " ");
        if let Some(first) = title.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        Self {
            kind: format!("urn:utb:problem:{code}"),
            title,
            status,
            code: code.to_owned(),
            detail: detail.into(),
            errors: Vec::new(),
            suggestions: Vec::new(),
        }
    }

    /// The same with names that may have been meant.
    pub fn suggesting(mut self, suggestions: Vec<String>) -> Self {
        self.suggestions = suggestions;
        self
    }

    /// The arguments break the schema (422). The faults are put in order here, so that the order in which a
    /// validator finds them never shows. Only the first are kept: a body of a mebibyte can hold 100,000 of them.
    pub fn invalid_arguments(mut faults: Vec<Fault>) -> Self {
        faults.sort_by(|a, b| (&a.pointer, &a.keyword, &a.detail).cmp(&(&b.pointer, &b.keyword, &b.detail)));
        let detail = match faults.as_slice() {
            [one] => format!("{}: {}", place(&one.pointer), one.detail),
            many if many.len() > MAX_FAULTS => {
                format!("{} faults in the arguments; errors lists the first {MAX_FAULTS}.", many.len())
            }
            many => format!("{} faults in the arguments; see errors.", many.len()),
        };
        faults.truncate(MAX_FAULTS);
        Self { errors: faults, ..Self::new(422, "invalid_arguments", detail) }
    }

    /// The problem as JSON.
    pub fn to_value(&self) -> Value {
        serde_json::to_value(self).expect("a problem has only strings, numbers and lists")
    }
}

fn place(pointer: &str) -> &str {
    if pointer.is_empty() { "the arguments" } else { pointer }
}
