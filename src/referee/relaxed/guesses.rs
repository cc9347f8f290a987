//! What an agent does that does not know what to ask for: try values out until one fits, or call whatever there is. A
//! verdict that let that pass would reward it.

use std::collections::BTreeSet;

use super::Reason;
use super::covers::Covers;
use crate::referee::exact::Case;
use crate::referee::finding::FindingKind as K;
use crate::referee::noted::{Noted, of_call};
use crate::referee::transcript::CallRun;
use crate::referee::verdict::VerdictKind;

/// Tools that may be called beside those that are needed. A look around is fine, a round of all tools is not.
const LOOKED_AT: usize = 2;

pub(super) fn reasons(case: &Case<'_>, covers: &Covers<'_>) -> Vec<Reason> {
    let mut tools: BTreeSet<(&str, &str)> = BTreeSet::new();
    tools.extend(covers.gold.iter().map(|gold| (gold.toolset.as_str(), gold.tool.as_str())));
    let mut reasons: Vec<Reason> = tools.iter().filter_map(|tool| guessed(covers, *tool)).collect();
    reasons.extend(scattered(case, covers, &tools));
    reasons
}

/// A needed tool was tried with wrong values more often than it was needed, or once more after it had given what was
/// needed. One mistake for each needed call is forgiven when it was put right: then the last word counts, and trying
/// out all values gains no more than a single guess.
fn guessed(covers: &Covers<'_>, tool: (&str, &str)) -> Option<Reason> {
    let of_gold: Vec<usize> = (0..covers.gold.len()).filter(|g| named(covers, *g) == tool).collect();
    let right: BTreeSet<usize> =
        of_gold.iter().flat_map(|g| covers.own[*g].iter().chain(&covers.others[*g])).copied().collect();
    let last = right.iter().max().filter(|_| of_gold.iter().all(|g| covers.is_covered(*g)))?;
    let (mut seen, mut wrong) = (BTreeSet::new(), Vec::new());
    for (at, call) in covers.calls.iter().enumerate() {
        let tried = call.valid && (call.toolset.as_str(), call.tool.as_str()) == tool;
        if tried && !right.contains(&at) && !answers_later(covers, call, &right) && seen.insert(call.identity()) {
            wrong.push(at);
        }
    }
    let late = wrong.iter().find(|at| *at > last).copied();
    let over = late.or_else(|| wrong.get(of_gold.len()).copied())?;
    Some(Reason::Own(note_guess(covers.calls[over], wrong.len())))
}

/// The same call was refused at one time and went through at another: nothing was tried out.
fn answers_later(covers: &Covers<'_>, call: &CallRun, right: &BTreeSet<usize>) -> bool {
    !call.is_ok() && right.iter().any(|at| covers.calls[*at].identity() == call.identity())
}

fn named<'a>(covers: &Covers<'a>, g: usize) -> (&'a str, &'a str) {
    (&covers.gold[g].toolset, &covers.gold[g].tool)
}

fn note_guess(call: &CallRun, times: usize) -> Noted {
    let values = if times == 1 { "another value".to_owned() } else { format!("{times} other values") };
    let sentence = format!("{} was tried with {values} beside the right one.", call.tool);
    let finding = of_call(K::Guessed, [VerdictKind::Relaxed], call, sentence);
    Noted::of(call, finding, format!("{} should have been called with the right values only.", call.tool))
}

/// More tools than a look around takes.
fn scattered(case: &Case<'_>, covers: &Covers<'_>, needed: &BTreeSet<(&str, &str)>) -> Option<Reason> {
    let helps: BTreeSet<usize> = covers.others.iter().flatten().copied().collect();
    let mut beside = BTreeSet::new();
    for (at, call) in covers.calls.iter().enumerate() {
        let tool = (call.toolset.as_str(), call.tool.as_str());
        let known = case.terms.catalogue.find(tool.0, tool.1).is_some();
        if known && !needed.contains(&tool) && !helps.contains(&at) && beside.insert(tool) && beside.len() > LOOKED_AT {
            return Some(Reason::Own(note_round(call)));
        }
    }
    None
}

fn note_round(call: &CallRun) -> Noted {
    let sentence = format!("{} was one of more than {LOOKED_AT} tools that were called without need.", call.tool);
    let finding = of_call(K::Scattered, [VerdictKind::Relaxed], call, sentence);
    Noted::of(call, finding, "Only tools that are needed should have been called.".into())
}
