//! Views of verdicts. A view cannot change a score; one format a file.

mod html;
mod json;
mod junit;
mod markdown;
mod rejudged;
pub mod saved;
mod table;
mod versus;
mod words;

use crate::referee::{Judged, Notice, TurnVerdict, TurnView};

pub use html::Html;
pub use json::Json;
pub use junit::Junit;
pub use markdown::Markdown;
pub use rejudged::rejudged;
pub use table::Table;
pub use versus::Comparison;

/// What there is to show.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// The verdicts, in any order of sessions.
    pub verdicts: Vec<TurnVerdict>,
    /// What a reader of them should know.
    pub notices: Vec<Notice>,
    /// Gold and run of the turns, where a journal tells them.
    pub views: Vec<TurnView>,
}

/// A way to show it.
pub trait Format {
    /// The whole text, without a newline at its end. Where it has colours they are ANSI codes, which a stream that
    /// should not have them strips.
    fn text(&self, report: &Report) -> String;
}

impl Report {
    /// A report of these.
    pub fn new(verdicts: Vec<TurnVerdict>, notices: Vec<Notice>) -> Self {
        Self { verdicts, notices, views: Vec::new() }
    }
}

impl From<Judged> for Report {
    fn from(judged: Judged) -> Self {
        Self { verdicts: judged.verdicts, notices: judged.notices, views: judged.views }
    }
}

/// For programs.
pub fn json(report: &Report) -> String {
    Json.text(report)
}

/// For people.
pub fn table(report: &Report) -> String {
    Table.text(report)
}
