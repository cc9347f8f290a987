//! The exact verdict: the paper as written. The same tools, the same decision slots, an order that respects the
//! dependencies, and a question where gold asks one and only there.
//!
//! - [`judge`]: one turn
//! - `calls`: gold calls against those of the agent
//! - `extra`: calls that stand for no gold call
//! - `ask`: turns in which something is missing that must be asked for
//! - `wording`: what is said to a person

mod ask;
mod calls;
mod extra;
mod wording;

use super::align::Terms;
use super::finding::{Finding, FindingKind as K};
use super::provenance::Place;
use super::transcript::{CallRun, ReplyRun, TurnRun};
use super::verdict::{Clarification, Judgement, Status};
use crate::suite::Gold;

/// One turn, and what it is judged by.
pub(super) struct Case<'a> {
    pub terms: Terms<'a>,
    pub place: Place<'a>,
    pub run: &'a TurnRun,
}

/// What came out.
pub(super) struct Exact {
    pub status: Status,
    pub judgement: Judgement,
    pub findings: Vec<Finding>,
    pub clarification: Option<Clarification>,
}

/// A finding, with what the verdict needs to know about it.
struct Noted {
    /// Where in the turn it was; nothing for what is missing.
    at: Option<usize>,
    finding: Finding,
    /// The change that would have prevented it; empty where another finding's change does so too.
    repair: String,
}

impl Noted {
    /// Something about a call of the agent.
    fn of(call: &CallRun, finding: Finding, repair: String) -> Self {
        Self { at: Some(call.at), finding, repair }
    }

    /// Something about a question of the agent.
    fn asked(question: &ReplyRun, finding: Finding, repair: String) -> Self {
        Self { at: Some(question.at), finding, repair }
    }

    /// Something that is not there.
    fn missing(finding: Finding, repair: String) -> Self {
        Self { at: None, finding, repair }
    }

    /// In the order of the turn, what is missing last; but where it cannot be told what the agent would have done, that
    /// first.
    fn rank(&self) -> (bool, usize, K) {
        let untold = self.finding.kind == K::Infrastructure && self.finding.decides;
        (!untold, self.at.unwrap_or(usize::MAX), self.finding.kind)
    }
}

/// Judges one turn.
pub(super) fn judge(case: &Case<'_>) -> Exact {
    let calls: Vec<&CallRun> = case.run.calls.iter().filter(|call| !call.is_failure_of_the_service()).collect();
    let (mut noted, clarification) = match &case.place.here.turn.gold {
        Gold::Chat => (calls::against(case, &[], &calls), None),
        Gold::Calls(gold) => {
            let mut noted = calls::against(case, &gold.calls, &calls);
            noted.extend(case.run.questions().map(ask::needless));
            let asked = case.run.questions().next().is_some();
            (noted, Some(Clarification { needed: false, asked, right: false }))
        }
        Gold::Ask(gold) => ask::judge(case, gold, &calls),
    };
    noted.extend(ignored_error(case.run));
    if case.run.whole && !case.run.ended {
        noted.push(no_reply());
    }
    let right = noted.iter().all(|n| !n.finding.decides);
    noted.extend(failures_of_the_service(case.run, right && case.run.whole));
    conclude(noted, clarification)
}

fn conclude(mut noted: Vec<Noted>, clarification: Option<Clarification>) -> Exact {
    noted.sort_by_key(Noted::rank);
    let decisive = noted.iter().find(|n| n.finding.decides).map(|n| n.finding.clone());
    let untold = decisive.as_ref().is_some_and(|finding| finding.kind == K::Infrastructure);
    let repair = if untold { None } else { repair(&noted) };
    let judgement = Judgement { pass: decisive.is_none(), decisive, repair };
    let findings = noted.into_iter().map(|n| n.finding).collect();
    let status = if untold { Status::Infrastructure } else { Status::Judged };
    Exact { status, judgement, findings, clarification }
}

/// The changes that all deciding findings ask for, as long as a person will read them.
fn repair(noted: &[Noted]) -> Option<String> {
    const SHOWN: usize = 3;
    let mut changes: Vec<&str> = Vec::new();
    for n in noted.iter().filter(|n| n.finding.decides && !n.repair.is_empty()) {
        if !changes.contains(&n.repair.as_str()) {
            changes.push(&n.repair);
        }
    }
    let mut text = changes[..changes.len().min(SHOWN)].join(" ");
    match changes.len().saturating_sub(SHOWN) {
        0 => {}
        1 => text.push_str(" One more change is needed."),
        more => text.push_str(&format!(" {more} more changes are needed.")),
    }
    (!text.is_empty()).then_some(text)
}

/// Where the turn was right in spite of a failure, the agent tried again and that was that.
fn failures_of_the_service(run: &TurnRun, completed: bool) -> Vec<Noted> {
    let failed = run.calls.iter().filter(|call| call.is_failure_of_the_service());
    let mut noted: Vec<Noted> = failed.map(|call| failure(call, !completed)).collect();
    if !run.whole {
        let sentence = "The journal breaks off, or lacks records, in this turn.".to_owned();
        noted.push(Noted::missing(Finding::new(K::Infrastructure, true, sentence), String::new()));
    }
    noted
}

fn failure(call: &CallRun, decides: bool) -> Noted {
    let sentence = format!("The service failed: {} was answered with {}.", call.tool, call.status);
    Noted::of(call, of_call(K::Infrastructure, decides, call, sentence), String::new())
}

/// The agent's last call was refused, and it left it at that.
fn ignored_error(run: &TurnRun) -> Option<Noted> {
    let last = run.calls.last().filter(|call| !call.is_ok() && !call.is_failure_of_the_service() && run.ended)?;
    let sentence = format!("{} was refused ({}), and the agent left it at that.", last.tool, last.status);
    Some(Noted::of(last, of_call(K::IgnoredError, false, last, sentence), String::new()))
}

fn no_reply() -> Noted {
    let sentence = "The agent never ended the turn.".to_owned();
    Noted::missing(Finding::new(K::NoReply, true, sentence), "The turn should have ended in a reply.".into())
}

/// A finding about a call of the agent.
fn of_call(kind: K, decides: bool, call: &CallRun, sentence: String) -> Finding {
    Finding {
        record: Some(call.n),
        toolset: Some(call.toolset.clone()),
        tool: Some(call.tool.clone()),
        ..Finding::new(kind, decides, sentence)
    }
}
