use std::collections::BTreeMap;

use super::{LOOP, SlotOutcome, SlotTally, Tally};
use crate::journal::format::Usage;
use crate::referee::align::{Alignment, Terms, align};
use crate::referee::finding::Origin;
use crate::referee::provenance::Place;
use crate::referee::shelf::Shelf;
use crate::referee::transcript::{CallRun, TurnRun};
use crate::referee::wanted::Wanted;
use crate::suite::Gold;

/// Gold calls of a turn and the agent's calls that stand for them.
pub(in crate::referee) struct Pairing<'a> {
    /// The agent's calls, without those in which the service failed.
    calls: Vec<&'a CallRun>,
    /// Of these, those that may stand for a gold call.
    candidates: Vec<&'a CallRun>,
    alignment: Alignment<'a>,
    /// Whether acting was allowed: nothing had to be asked for, or it was.
    allowed: bool,
}

impl<'a> Pairing<'a> {
    /// Pairs a turn. Where a question comes first and came in time, only what was done after it can be what gold wants.
    pub fn of(terms: &Terms<'a>, place: &Place<'a>, run: Option<&'a TurnRun>, in_time: bool) -> Self {
        let all = run.map(|run| run.calls.as_slice()).unwrap_or_default().iter();
        let calls: Vec<&CallRun> = all.filter(|call| !call.is_failure_of_the_service()).collect();
        let gold = &place.here.turn.gold;
        let must_ask = matches!(gold, Gold::Ask(_));
        let question = run.and_then(|run| run.questions().next()).map_or(0, |question| question.at);
        let may = |call: &&CallRun| !(must_ask && in_time) || call.at > question;
        let candidates: Vec<&CallRun> = calls.iter().copied().filter(may).collect();
        let alignment = align(gold.calls(), &candidates, terms);
        Self { calls, candidates, alignment, allowed: in_time || !must_ask }
    }

    /// Id of the gold call that a call stands for.
    pub fn gold_of(&self, call: &CallRun) -> Option<&'a str> {
        let pairs = self.alignment.wanted.iter().zip(&self.alignment.partners);
        let mut standing = pairs.filter(|(_, at)| at.is_some_and(|at| self.candidates[at].at == call.at));
        standing.next().map(|(wanted, _)| wanted.call.id.as_str())
    }
}

/// Counts a turn; one that was not run is one in which nothing was done.
pub(in crate::referee) fn tally<'a>(
    terms: &Terms<'a>,
    place: &Place<'a>,
    run: Option<&'a TurnRun>,
    in_time: bool,
    shelf: &Shelf,
) -> Tally {
    let all = run.map(|run| run.calls.as_slice()).unwrap_or_default();
    let Pairing { calls, candidates, alignment, allowed } = Pairing::of(terms, place, run, in_time);
    let count = Count { terms, place, calls: &candidates, allowed };
    let right: Vec<bool> = (0..alignment.wanted.len()).map(|g| count.is_right(&alignment, g)).collect();
    let standing = |call: &CallRun, only_right: bool| {
        let pairs = alignment.partners.iter().zip(&right).filter(|(_, right)| **right || !only_right);
        pairs.filter_map(|(at, _)| *at).any(|at| candidates[at].at == call.at)
    };
    let (extra_calls, repeated_calls, loops) = over(&calls, |call| standing(call, false));
    let rows = |calls: &mut dyn Iterator<Item = &&CallRun>| calls.map(|call| call.effects.len()).sum();
    Tally {
        topic: shelf.name(&place.here.topic.id),
        dialogue: place.turns.len(),
        gold_calls: alignment.wanted.iter().filter(|wanted| is_required(wanted)).count(),
        right_calls: alignment
            .wanted
            .iter()
            .zip(&right)
            .filter(|(wanted, right)| **right && is_required(wanted))
            .count(),
        calls: calls.len(),
        failed_calls: all.len() - calls.len(),
        refused_calls: calls.iter().filter(|call| !call.is_ok()).count(),
        extra_calls,
        repeated_calls,
        loops,
        questions: run.map_or(0, |run| run.questions().count()),
        rows: rows(&mut calls.iter()),
        collateral_rows: rows(&mut calls.iter().filter(|call| !standing(call, true))),
        micros: all.iter().map(|call| call.micros).collect(),
        usage: run.and_then(usage),
        slots: shelf.slots(&count.slots(&alignment)),
        ..Tally::default()
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
        let pairs = alignment.wanted.iter().zip(&alignment.partners).filter(|(wanted, _)| is_required(wanted));
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

/// A call that may as well be left out is counted nowhere: whether it was made must not change a denominator.
fn is_required(wanted: &Wanted<'_>) -> bool {
    !wanted.call.optional
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

/// What the agent says it has spent in a turn; what it never says is not known.
fn usage(run: &TurnRun) -> Option<Usage> {
    let said = run.replies.iter().filter_map(|reply| reply.reply.usage);
    said.reduce(|a, b| Usage {
        input_tokens: sum(a.input_tokens, b.input_tokens, u64::saturating_add),
        output_tokens: sum(a.output_tokens, b.output_tokens, u64::saturating_add),
        cost: sum(a.cost, b.cost, |a, b| a + b),
    })
}

fn sum<T>(a: Option<T>, b: Option<T>, add: impl Fn(T, T) -> T) -> Option<T> {
    match (a, b) {
        (Some(a), Some(b)) => Some(add(a, b)),
        (a, b) => a.or(b),
    }
}
