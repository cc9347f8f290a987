use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::finding::Finding;
use super::tally::Tally;
use crate::suite::{Subtype, Task};

/// Version of the referee's rules. A change that can change a verdict needs a new one. 1: the first. 2: the
/// relaxed verdict. 3: the released verdict. 4: a turn in which nothing happened was not run.
pub const REFEREE_VERSION: u32 = 4;

/// What the referee says about one turn of one session.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
pub struct TurnVerdict {
    /// Session.
    pub session: Arc<str>,
    /// Name of the agent, where the driver told it.
    pub agent: Option<Arc<str>>,
    /// Whose dialogue.
    pub persona: Arc<str>,
    /// Id of the turn.
    pub turn: Arc<str>,
    /// Position in the dialogue, from 0.
    pub index: usize,
    /// Third of the dialogue.
    pub third: Third,
    /// Kind of turn.
    pub task: Task,
    /// Why its words alone do not suffice.
    pub subtype: Subtype,
    /// Whether it could be judged.
    pub status: Status,
    /// The paper's published evaluator; none where it was not asked.
    pub released: Option<Judgement>,
    /// The paper as written.
    pub exact: Judgement,
    /// The task is done, by whatever way.
    pub relaxed: Judgement,
    /// Whether a question was needed, and whether one was asked; none where no tool is needed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clarification: Option<Clarification>,
    /// Everything that was noticed, in the order of the journal, what is missing last. What the released verdict fails for
    /// stands there alone.
    pub findings: Vec<Finding>,
    /// What is counted beside the verdicts.
    #[serde(default)]
    pub tally: Tally,
    /// Digest of the suite files it was judged by.
    pub suite: Arc<str>,
    /// Digest of the specs, programs and tables it was played with.
    pub catalogue: Arc<str>,
    /// Version of the referee's rules.
    pub referee: u32,
}

/// One kind of verdict on a turn.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
pub struct Judgement {
    /// Whether the turn was right.
    pub pass: bool,
    /// The first finding that decides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decisive: Option<Box<Finding>>,
    /// The smallest change that would have made it right.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repair: Option<String>,
}

/// The kinds of verdicts, from the published one to the most forgiving. Each has a module that gives its [`Judgement`]
/// and a field of [`TurnVerdict`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum VerdictKind {
    /// What the paper's published evaluator says, quirks included.
    Released,
    /// The paper as written: the right decisions, in the right order, and nothing else.
    Exact,
    /// The task is done under what the user said and what can be recovered, by whatever way.
    Relaxed,
}

/// Whether a turn could be judged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Yes.
    Judged,
    /// The session never came to it, or nothing happened in it before it was left. Counts as failed.
    #[default]
    NotRun,
    /// The service failed or the journal was cut off: it cannot be told. Counts as failed, and is shown apart.
    Infrastructure,
}

/// Third of a dialogue, by position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Third {
    /// The first.
    #[default]
    First,
    /// The middle one.
    Mid,
    /// The last.
    Last,
}

/// Asking where it is needed, and only there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Clarification {
    /// Whether gold asks.
    pub needed: bool,
    /// Whether the agent asked, and before it acted where a question was needed.
    pub asked: bool,
    /// Whether it asked for what was missing.
    pub right: bool,
}

impl VerdictKind {
    /// All kinds.
    pub const ALL: &[Self] = &[Self::Released, Self::Exact, Self::Relaxed];

    /// The stable id, as it stands in reports.
    pub fn id(self) -> &'static str {
        match self {
            Self::Released => "released",
            Self::Exact => "exact",
            Self::Relaxed => "relaxed",
        }
    }
}

impl TurnVerdict {
    /// The first decisive finding, of the verdict that says most about the user: exact before relaxed, and what the
    /// published evaluator says last.
    pub fn decisive(&self) -> Option<&Finding> {
        let telling = [VerdictKind::Exact, VerdictKind::Relaxed, VerdictKind::Released];
        telling.into_iter().find_map(|kind| self.judgement(kind)?.decisive.as_deref())
    }

    /// One of its verdicts; none where that one was not given.
    pub fn judgement(&self, kind: VerdictKind) -> Option<&Judgement> {
        match kind {
            VerdictKind::Released => self.released.as_ref(),
            VerdictKind::Exact => Some(&self.exact),
            VerdictKind::Relaxed => Some(&self.relaxed),
        }
    }

    /// Whether one of its verdicts is that the turn was right; none where that one was not given.
    pub fn passes(&self, kind: VerdictKind) -> Option<bool> {
        self.judgement(kind).map(|judgement| judgement.pass)
    }
}

impl Third {
    /// That of a position in a dialogue of so many turns.
    pub fn of(index: usize, turns: usize) -> Self {
        match index * 3 / turns.max(1) {
            0 => Self::First,
            1 => Self::Mid,
            _ => Self::Last,
        }
    }
}
