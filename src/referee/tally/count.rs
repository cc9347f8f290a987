use std::collections::BTreeMap;

use super::{LOOP, SlotOutcome, SlotTally, Tally, gold};
use crate::referee::align::{Alignment, Terms, align};
use crate::referee::finding::Origin;
use crate::referee::provenance::Place;
use crate::referee::transcript::{CallRun, TurnRun};
use crate::referee::wanted::Wanted;
use crate::suite::Gold;

/// Counts a turn; one that was not run is one in which nothing was done.
pub(in crate::referee) fn tally(terms: &Terms<'_>, place: &Place<'_>, run: Option<&TurnRun>, in_time: bool) -> Tally {
    let all: Vec<&CallRun> = run.map(|run| run.calls.iter().collect()).unwrap_or_default();
    let failed = all.iter().filter(|call| call.is_failure_of_the_service()).count();
    let calls: Vec<&CallRun> = all.iter().copied().filter(|call| !call.is_failure_of_the_service()).collect();
    let turn = place.here.turn;
    let must_ask = matches!(turn.gold, Gold::Ask(_));
    let question = run.and_then(|run| run.questions().next()).map_or(0, |question| question.at);
    // Where a question comes first, only what was done after it can be what gold wants.
    let candidates: Vec<&CallRun> =
        calls.iter().copied().filter(|call| !(must_ask && in_time) || call.at > question).collect();
    let count = Count { terms, place, calls: &candidates, allowed: in_time || !must_ask };
    let alignment = align(turn.gold.calls(), &candidates, terms);
    let right: Vec<bool> = (0..alignment.wanted.len()).map(|g| count.is_right(&alignment, g)).collect();
    let standing = |call: &CallRun, only_right: bool| {
        let pairs = alignment.partners.iter().zip(&right).filter(|(_, right)| **right || !only_right);
        pairs.filter_map(|(at, _)| *at).any(|at| candidates[at].at == call.at)
    };
    let (extra_calls, repeated_calls, loops) = over(&calls, |call| standing(call, false));
    let rows = |calls: &mut dyn Iterator<Item = &&CallRun>| calls.map(|call| call.effects.len()).sum();
    Tally {
        topic: place.here.topic.id.clone(),
        dialogue: place.turns.len(),
        gold_calls: alignment.wanted.len(),
        right_calls: right.iter().filter(|right| **right).count(),
        calls: calls.len(),
        failed_calls: failed,
        refused_calls: calls.iter().filter(|call| !call.is_ok()).count(),
        extra_calls,
        repeated_calls,
        loops,
        questions: run.map_or(0, |run| run.questions().count()),
        rows: rows(&mut calls.iter()),
        collateral_rows: rows(&mut calls.iter().filter(|call| !standing(call, true))),
        micros: all.iter().map(|call| call.micros).collect(),
        slots: count.slots(&alignment),
        gold: gold::digests(place.here),
    }
}

struct Count<'a, 'b> {
    terms: &'b Terms<'a>,
    place: &'b Place<'a>,
    calls: &'b [&'a CallRun],
    /// Whether acting was allowed: nothing had to be asked for, or it was.
    allowed: bool,
}

impl Count<'_, '_> {
    /// Whether a gold call was made, and rightly: answered, with every deciding argument right, after those it needs.
    fn is_right(&self, alignment: &Alignment<'_>, g: usize) -> bool {
        let Some(at) = alignment.partners[g] else { return false };
        let (wanted, call) = (&alignment.wanted[g], self.calls[at]);
        let before =
            alignment.wanted.iter().zip(&alignment.partners).filter(|(w, _)| wanted.call.after.contains(&w.call.id));
        let in_order = before.filter_map(|(_, at)| *at).all(|at| self.calls[at].at < call.at);
        self.allowed && in_order && wanted.faults(call, self.terms.resolver) == 0
    }

    fn slots(&self, alignment: &Alignment<'_>) -> Vec<SlotTally> {
        let pairs = alignment.wanted.iter().zip(&alignment.partners);
        pairs.flat_map(|(wanted, partner)| self.slots_of(wanted, partner.map(|at| self.calls[at]))).collect()
    }

    fn slots_of(&self, wanted: &Wanted<'_>, call: Option<&CallRun>) -> Vec<SlotTally> {
        let differences = call.map(|call| wanted.differences(call, self.terms.resolver)).unwrap_or_default();
        let slot = |(name, _): (&str, _)| {
            let note = self.place.note(&wanted.call.argument(name)?.from);
            let guessed = note.from == Origin::Reply && !self.allowed;
            let outcome = match call {
                None => SlotOutcome::NotCalled,
                Some(_) if guessed || differences.iter().any(|d| d.slot == name) => SlotOutcome::Wrong,
                Some(_) => SlotOutcome::Right,
            };
            let turns_back = if note.from == Origin::Stated { Some(0) } else { note.turns_back };
            let (call, slot) = (wanted.call.id.clone(), name.to_owned());
            let tally = SlotTally { call, slot, from: note.from, turns_back, preference: note.preference, outcome };
            (note.from != Origin::Free).then_some(tally)
        };
        wanted.named().into_iter().filter_map(slot).collect()
    }
}

/// Calls without need, calls that repeat one, and calls that go round in circles.
fn over(calls: &[&CallRun], stands: impl Fn(&CallRun) -> bool) -> (usize, usize, usize) {
    let mut equal: BTreeMap<Vec<u8>, Vec<&CallRun>> = BTreeMap::new();
    for call in calls {
        equal.entry(call.identity()).or_default().push(call);
    }
    let (mut extra, mut repeated, mut loops) = (0, 0, 0);
    for group in equal.values() {
        let over = group.iter().filter(|call| !stands(call)).count();
        let fresh = usize::from(over == group.len());
        extra += fresh;
        repeated += over - fresh;
        loops += usize::from(group.len() >= LOOP);
    }
    (extra, repeated, loops)
}
