//! The exact verdict: the paper as written. The same tools, the same decision slots, an order that respects the
//! dependencies, and a question where gold asks one and only there.
//!
//! - [`judge`]: one turn
//! - `calls`: gold calls against those of the agent
//! - `extra`: calls that stand for no gold call
//! - `ask`: turns in which something is missing that must be asked for
//! - `leak`: words that only the profile has
//! - `says`: what the agent has to tell the user
//! - `wording`: what is said to a person

mod ask;
mod calls;
mod extra;
mod leak;
mod says;
mod wording;

use super::align::Terms;
use super::finding::{Finding, FindingKind as K};
use super::noted::{Noted, of_call};
use super::provenance::Place;
use super::shelf::Shelf;
use super::transcript::{CallRun, TurnRun};
use super::verdict::{Clarification, VerdictKind as V};
use crate::suite::{Gold, Persona};

/// One turn, and what it is judged by.
pub(super) struct Case<'a> {
    pub terms: Terms<'a>,
    /// What verdicts share.
    pub shelf: &'a Shelf,
    pub place: Place<'a>,
    pub run: &'a TurnRun,
    /// Who speaks.
    pub persona: &'a Persona,
    /// Whether the gold is another project's.
    pub foreign: bool,
}

/// Everything that is to be said about one turn, and whether it was right to ask.
pub(super) fn judge(case: &Case<'_>) -> (Vec<Noted>, Option<Clarification>) {
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
    noted.extend(leak::leaks(case));
    noted.extend(says::unsaid(case));
    noted.extend(ignored_error(case.run));
    if case.run.whole && !case.run.ended {
        noted.push(no_reply());
    }
    let right = noted.iter().all(|n| !n.finding.fails(V::Exact));
    noted.extend(failures_of_the_service(case.run, right && case.run.whole));
    (noted, clarification)
}

/// Where the turn was right in spite of a failure, the agent tried again and that was that.
fn failures_of_the_service(run: &TurnRun, completed: bool) -> Vec<Noted> {
    let failed = run.calls.iter().filter(|call| call.is_failure_of_the_service());
    let mut noted: Vec<Noted> = failed.map(|call| failure(call, !completed)).collect();
    if !run.whole {
        let sentence = "The journal breaks off, or lacks records, in this turn.".to_owned();
        noted.push(Noted::missing(Finding::new(K::Infrastructure, [V::Exact], sentence), String::new()));
    }
    noted
}

fn failure(call: &CallRun, decides: bool) -> Noted {
    let sentence = format!("The service failed: {} was answered with {}.", call.tool, call.status);
    Noted::of(call, of_call(K::Infrastructure, decides.then_some(V::Exact), call, sentence), String::new())
}

/// The agent's last call was refused, and it left it at that.
fn ignored_error(run: &TurnRun) -> Option<Noted> {
    let last = run.calls.last().filter(|call| !call.is_ok() && !call.is_failure_of_the_service() && run.ended)?;
    let sentence = format!("{} was refused ({}), and the agent left it at that.", last.tool, last.status);
    Some(Noted::of(last, of_call(K::IgnoredError, [], last, sentence), String::new()))
}

fn no_reply() -> Noted {
    let sentence = "The agent never ended the turn.".to_owned();
    Noted::missing(Finding::new(K::NoReply, [V::Exact], sentence), "The turn should have ended in a reply.".into())
}
