//! What a program can prove about specs, responses and suite. Each file holds the rules of one kind; a rule gives
//! [`Finding`]s with file and pointer.

mod examples;
mod marks;
mod specs;
mod spelling;
mod suite;

use std::fmt;

pub use examples::responses;
pub use specs::{Score, score, specs};
pub use suite::suite;

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
pub struct Finding {
    /// File, e.g. `tool_specs/city-weather.json`.
    pub file: String,
    /// JSON pointer, or `line N`.
    pub place: String,
    /// Name of the rule.
    pub rule: &'static str,
    /// What is wrong and what was expected.
    pub detail: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {} [{}]", self.file, self.place, self.detail, self.rule)
    }
}
