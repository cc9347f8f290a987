//! The relaxed verdict: the task is done under what the user said and what can be recovered, by whatever way.
//!
//! A turn is right when
//! - the rows that changed are those that gold changes and no others (`deeds`, `rows`),
//! - everything that gold looks up was learned from some call (`covers`),
//! - nothing was found by trying values out, or by calling whatever there is (`guesses`),
//! - what only the user could tell was asked for before anything was done with it (`ask`),
//! - what the agent had to say was said.
//!
//! Order, reads without need, repeated reads, calls that were refused and needless questions are all one. What the exact
//! verdict lets pass, this one does too.

mod ask;
mod covers;
mod deeds;
mod guesses;
mod rows;

use std::collections::BTreeSet;

use super::exact::Case;
use super::finding::{Finding, FindingKind as K};
use super::noted::Noted;
use super::transcript::CallRun;
use super::verdict::VerdictKind;
use crate::suite::{Gold, GoldCall};
use covers::Covers;

/// Why a turn is not right.
enum Reason {
    /// What a gold call is for was not reached.
    Gold(String, Noted),
    /// A call did harm.
    Call(u64, Noted),
    /// Something that the exact verdict does not know.
    Own(Noted),
}

/// Marks what fails the relaxed verdict too, and adds what fails only that.
pub(super) fn judge(case: &Case<'_>, noted: &mut Vec<Noted>) {
    if noted.iter().all(|n| !n.finding.fails(VerdictKind::Exact)) {
        return;
    }
    let calls: Vec<&CallRun> = case.run.calls.iter().filter(|call| !call.is_failure_of_the_service()).collect();
    let of_exact = noted.iter().map(|n| &n.finding).filter(|finding| finding.fails(VerdictKind::Exact));
    let blamed: BTreeSet<u64> = of_exact.filter_map(|finding| finding.record).collect();
    let reasons = match &case.place.here.turn.gold {
        Gold::Chat => against(case, &[], &calls, &blamed),
        Gold::Calls(gold) => against(case, &gold.calls, &calls, &blamed),
        Gold::Ask(ask) => match ask::in_time(case, ask, &calls) {
            true => against(case, &ask.then.calls, &calls, &blamed),
            false => {
                ask::mark(noted);
                deeds::needless(case, &ask.then.calls, &calls)
            }
        },
    };
    reasons.into_iter().for_each(|reason| mark(noted, reason));
    mark_ends(case, noted);
}

/// What keeps these calls from doing what gold does.
fn against(case: &Case<'_>, gold: &[GoldCall], calls: &[&CallRun], blamed: &BTreeSet<u64>) -> Vec<Reason> {
    let covers = Covers::new(case, gold, calls);
    let deeds = deeds::Deeds::of(case, gold, calls);
    let mut reasons: Vec<Reason> = Vec::new();
    let reads = (0..gold.len()).filter(|g| !deeds.gold.contains(g) && !gold[*g].optional);
    reasons.extend(
        reads
            .filter(|g| !covers.is_covered(*g))
            .map(|g| missing(&gold[g], format!("What {} gives was not learned from any call.", gold[g].tool))),
    );
    reasons.extend(deeds.reasons(case, &covers, blamed));
    if !case.foreign {
        reasons.extend(guesses::reasons(case, &covers));
    }
    reasons
}

/// A gold call for which nothing stands.
fn missing(gold: &GoldCall, sentence: String) -> Reason {
    let finding = Finding {
        gold: Some(gold.id.clone()),
        toolset: Some(gold.toolset.clone()),
        tool: Some(gold.tool.clone()),
        ..Finding::new(K::MissingCall, [VerdictKind::Relaxed], sentence)
    };
    let repair = format!("{} should have been called.", gold.tool);
    Reason::Gold(gold.id.clone(), Noted::missing(finding, repair))
}

/// The findings of the exact verdict say best what is wrong; only where it has none, one is added.
fn mark(noted: &mut Vec<Noted>, reason: Reason) {
    let mut found = false;
    let concerns = |finding: &Finding| match &reason {
        Reason::Gold(id, _) => finding.gold.as_ref() == Some(id),
        Reason::Call(n, _) => finding.record == Some(*n),
        Reason::Own(_) => false,
    };
    let of_order = |finding: &Finding| finding.kind == K::Order;
    for n in noted.iter_mut().filter(|n| n.finding.fails(VerdictKind::Exact)) {
        if concerns(&n.finding) && !of_order(&n.finding) {
            n.finding.decides.insert(VerdictKind::Relaxed);
            found = true;
        }
    }
    if !found {
        noted.push(match reason {
            Reason::Gold(_, own) | Reason::Call(_, own) | Reason::Own(own) => own,
        });
    }
}

/// A turn without an end is not right. A failure of the service decides where the turn was not completed in spite of it.
fn mark_ends(case: &Case<'_>, noted: &mut [Noted]) {
    let fails = |noted: &[Noted]| noted.iter().any(|n| n.finding.fails(VerdictKind::Relaxed));
    let of_kind = |noted: &mut [Noted], kind: K| {
        for n in noted.iter_mut().filter(|n| n.finding.kind == kind && n.finding.fails(VerdictKind::Exact)) {
            n.finding.decides.insert(VerdictKind::Relaxed);
        }
    };
    of_kind(noted, K::NoReply);
    of_kind(noted, K::DidNotSay);
    if fails(noted) || !case.run.whole {
        of_kind(noted, K::Infrastructure);
    }
}
