//! The same journal judged twice: which verdicts changed, and by which line of gold.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::Serialize;

use super::finding::Finding;
use super::verdict::{Status, TurnVerdict, VerdictKind};
use crate::suite::Suite;

/// What became of the verdicts on a journal.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Rejudged {
    /// Turns that were judged both times.
    pub turns: usize,
    /// Those of which a verdict changed.
    pub changed: Vec<Change>,
    /// Those whose gold changed and whose verdicts did not.
    pub gold_only: usize,
    /// Turns that were judged before and are no more.
    pub gone: usize,
    /// Turns that were not judged before.
    pub new: usize,
}

/// A turn of which a verdict changed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Change {
    /// Session.
    pub session: Arc<str>,
    /// Whose dialogue.
    pub persona: Arc<str>,
    /// Id of the turn.
    pub turn: Arc<str>,
    /// The verdicts that changed.
    pub verdicts: Vec<VerdictChange>,
    /// Why.
    pub causes: Vec<Cause>,
}

/// A verdict that changed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct VerdictChange {
    /// Its kind.
    pub kind: VerdictKind,
    /// Whether the turn passed before; none where there was no such verdict.
    pub before: Option<bool>,
    /// Whether it passes now.
    pub after: Option<bool>,
    /// What decided before.
    pub decided: Option<String>,
    /// What decides now.
    pub decides: Option<String>,
}

/// Why a verdict changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// A part of gold is another one.
    Gold {
        /// The dialogue file.
        file: String,
        /// Line of the turn's topic in it, from 1.
        line: usize,
        /// JSON pointer into that line.
        pointer: String,
        /// What became of the part.
        how: How,
    },
    /// The referee's rules are of another version.
    Referee {
        /// That of the old verdict.
        before: u32,
        /// That of the new one.
        after: u32,
    },
    /// Neither: tool specs or other parts of the suite, since the records are the same.
    Other,
}

/// What became of a part of gold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum How {
    /// It is another one.
    Changed,
    /// It was not there.
    Added,
    /// It is not there any more.
    Removed,
}

/// Holds new verdicts on a journal against old ones. The suite is the one that the new ones were judged by.
pub fn rejudged(before: &[TurnVerdict], after: &[TurnVerdict], suite: &Suite) -> Rejudged {
    let name = |verdict: &'_ TurnVerdict| (verdict.session.clone(), verdict.turn.clone());
    let mut old: BTreeMap<(Arc<str>, Arc<str>), &TurnVerdict> = before.iter().map(|v| (name(v), v)).collect();
    let mut result = Rejudged::default();
    for now in after {
        let Some(then) = old.remove(&name(now)) else {
            result.new += 1;
            continue;
        };
        result.turns += 1;
        let verdicts = changes(then, now);
        match verdicts.is_empty() {
            true => result.gold_only += usize::from(then.tally.gold != now.tally.gold),
            false => result.changed.push(Change {
                session: now.session.clone(),
                persona: now.persona.clone(),
                turn: now.turn.clone(),
                verdicts,
                causes: causes(then, now, suite),
            }),
        }
    }
    result.gone = old.len();
    result
}

fn changes(then: &TurnVerdict, now: &TurnVerdict) -> Vec<VerdictChange> {
    let change = |kind: &VerdictKind| {
        let decisive = |verdict: &'_ TurnVerdict| verdict.judgement(*kind).and_then(|j| j.decisive.clone());
        let (decided, decides) = (decisive(then), decisive(now));
        let (before, after) = (then.passes(*kind), now.passes(*kind));
        let same =
            before == after && told(then.status) == told(now.status) && is_same(decided.as_deref(), decides.as_deref());
        let sentence = |finding: Option<Box<Finding>>| finding.map(|finding| finding.sentence);
        let (decided, decides) = (sentence(decided), sentence(decides));
        (!same).then_some(VerdictChange { kind: *kind, before, after, decided, decides })
    };
    VerdictKind::ALL.iter().filter_map(change).collect()
}

/// A failed turn may fail for something else; what is said about it may be put in other words.
fn is_same(one: Option<&Finding>, other: Option<&Finding>) -> bool {
    let evidence =
        |f: &'_ Finding| (f.kind, f.gold.clone(), f.record, f.pointer.clone(), f.expected.clone(), f.actual.clone());
    one.map(evidence) == other.map(evidence)
}

fn told(status: Status) -> bool {
    status == Status::Judged
}

fn causes(then: &TurnVerdict, now: &TurnVerdict, suite: &Suite) -> Vec<Cause> {
    let mut causes = gold_causes(then, now, suite);
    if then.referee != now.referee {
        causes.push(Cause::Referee { before: then.referee, after: now.referee });
    }
    if causes.is_empty() {
        causes.push(Cause::Other);
    }
    causes
}

fn gold_causes(then: &TurnVerdict, now: &TurnVerdict, suite: &Suite) -> Vec<Cause> {
    let (old, new) = (&then.tally.gold, &now.tally.gold);
    let Some((file, line, turn)) = suite.place(&now.persona, &now.turn).filter(|_| !old.is_empty()) else {
        return Vec::new();
    };
    let pointers: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    let cause = |pointer: &String| {
        let how = match (old.get(pointer), new.get(pointer)) {
            (Some(a), Some(b)) if a == b => return None,
            (Some(_), Some(_)) => How::Changed,
            (None, _) => How::Added,
            (Some(_), None) => How::Removed,
        };
        Some(Cause::Gold { file: file.to_owned(), line, pointer: format!("/turns/{turn}{pointer}"), how })
    };
    pointers.into_iter().filter_map(cause).collect()
}
