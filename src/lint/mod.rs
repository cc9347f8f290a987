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

/// How much a finding weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// It is wrong.
    Fault,
    /// It may be meant so.
    Note,
}

/// One thing that is wrong, or that should be known.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
pub struct Finding {
    /// File, e.g. `tool_specs/city-weather.json`.
    pub file: String,
    /// JSON pointer, or `line N`.
    pub place: String,
    /// Name of the rule.
    pub rule: &'static str,
    /// How much it weighs.
    pub level: Level,
    /// What is wrong and what was expected.
    pub detail: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let note = if self.level == Level::Note { "note: " } else { "" };
        write!(f, "{}: {}: {note}{} [{}]", self.file, self.place, self.detail, self.rule)
    }
}
