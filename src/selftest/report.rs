use std::collections::BTreeMap;

use serde::Serialize;

use super::case::Kind;
use crate::referee::VerdictKind;

/// What came out for one kind of change under one verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Row {
    /// Changes that matter.
    pub matter: usize,
    /// Those of them that were caught.
    pub caught: usize,
    /// Changes that do not matter.
    pub harmless: usize,
    /// Those of them that were forgiven.
    pub forgiven: usize,
    /// Changes of which nothing is laid down: the tool itself refused a spelling, or the effect depends on it.
    pub open: usize,
}

/// What came of one case under one verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Something was laid down: whether the turn had to pass, and whether it did.
    Laid {
        /// It had to pass.
        expected: bool,
        /// It passed.
        passed: bool,
    },
    /// Nothing was.
    Open,
}

/// A case that came out otherwise than it had to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Exception {
    /// The verdict.
    pub verdict: &'static str,
    /// The kind of change.
    pub kind: &'static str,
    /// Whose dialogue.
    pub persona: String,
    /// Which turn.
    pub turn: String,
    /// The change in words.
    pub what: String,
    /// `pass` or `fail`.
    pub expected: &'static str,
    /// What decided, where the turn failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decisive: Option<String>,
}

/// How the referee did.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Report {
    /// Turns that were changed.
    pub turns: usize,
    /// Cases that were played.
    pub cases: usize,
    /// Turns of examples that cannot be played, since the second of two calls is refused after the first.
    pub unplayable: usize,
    /// Verdict → kind of change → figures.
    pub rows: BTreeMap<&'static str, BTreeMap<&'static str, Row>>,
    /// What came out wrong.
    pub exceptions: Vec<Exception>,
}

impl Report {
    /// Whether everything that matters was caught and everything else forgiven.
    pub fn is_clean(&self) -> bool {
        self.exceptions.is_empty()
    }

    /// The figures in the order of the kinds.
    pub fn rows_of(&self, verdict: VerdictKind) -> impl Iterator<Item = (Kind, Row)> {
        let rows = self.rows.get(verdict.id());
        Kind::ALL.iter().filter_map(move |kind| Some((*kind, *rows?.get(kind.id())?)))
    }

    pub(super) fn count(&mut self, verdict: VerdictKind, kind: Kind, outcome: Outcome) {
        let row = self.rows.entry(verdict.id()).or_default().entry(kind.id()).or_default();
        match outcome {
            Outcome::Open => row.open += 1,
            Outcome::Laid { expected: false, passed } => {
                row.matter += 1;
                row.caught += usize::from(!passed);
            }
            Outcome::Laid { expected: true, passed } => {
                row.harmless += 1;
                row.forgiven += usize::from(passed);
            }
        }
    }
}
