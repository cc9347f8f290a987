//! Two runs over the same turns, paired turn by turn.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::Serialize;

use super::finding::FindingKind;
use super::stats::paired::Pairs;
use super::stats::rounded;
use super::verdict::{Status, TurnVerdict, VerdictKind};
use crate::suite::Task;

/// Two runs side by side. Chat is left out, as in the scores.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Versus {
    /// One for each kind of verdict that both runs have.
    pub kinds: Vec<KindVersus>,
    /// Turns that only the first run has; in no pair.
    pub only_first: Vec<TurnName>,
    /// Turns that only the second run has; in no pair.
    pub only_second: Vec<TurnName>,
}

/// What one kind of verdict says.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct KindVersus {
    /// Which.
    pub kind: VerdictKind,
    /// Turns that both runs have.
    pub turns: usize,
    /// Those that passed in the first run.
    pub first: usize,
    /// Those that passed in the second run.
    pub second: usize,
    /// Those that passed in the first run alone.
    pub only_first: usize,
    /// Those that passed in the second run alone.
    pub only_second: usize,
    /// Rate of the second run less that of the first.
    pub difference: Option<f64>,
    /// Lower end of its 95 % interval.
    pub low: Option<f64>,
    /// Upper end of its 95 % interval.
    pub high: Option<f64>,
    /// McNemar's exact test, two-sided.
    pub p: f64,
    /// Turns it takes to tell two runs apart that differ as these do (5 %, power 0.8); none where they do not differ.
    pub turns_needed: Option<usize>,
    /// The turns in which only one run passed, in the order of the dialogues.
    pub flips: Vec<Flip>,
}

/// A turn of a trial.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct TurnName {
    /// Whose dialogue.
    pub persona: Arc<str>,
    /// Position in it, from 0.
    pub index: usize,
    /// Id of the turn.
    pub turn: Arc<str>,
    /// Which session of the run that plays it, from 0.
    pub trial: usize,
}

/// A turn in which only one run passed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Flip {
    /// Which turn.
    #[serde(flatten)]
    pub name: TurnName,
    /// What kind of turn.
    pub task: Task,
    /// Whether it is the second run that passed.
    pub gained: bool,
    /// Whether the run that did not pass could be judged.
    pub status: Status,
    /// What decided there.
    pub finding: Option<FindingKind>,
    /// The same for a person.
    pub sentence: Option<String>,
}

/// Pairs two runs: the first session that plays a turn with the first one that does, and so on.
pub fn versus(first: &[&TurnVerdict], second: &[&TurnVerdict]) -> Versus {
    let (first, second) = (named(first), named(second));
    let pairs: Vec<(&TurnName, &TurnVerdict, &TurnVerdict)> =
        first.iter().filter_map(|(name, one)| Some((name, *one, *second.get(name)?))).collect();
    let alone = |these: &BTreeMap<TurnName, &TurnVerdict>, those: &BTreeMap<TurnName, &TurnVerdict>| {
        these.keys().filter(|name| !those.contains_key(name)).cloned().collect()
    };
    let kinds = VerdictKind::ALL.iter().filter_map(|kind| of_kind(*kind, &pairs));
    Versus { kinds: kinds.collect(), only_first: alone(&first, &second), only_second: alone(&second, &first) }
}

fn named<'a>(verdicts: &[&'a TurnVerdict]) -> BTreeMap<TurnName, &'a TurnVerdict> {
    let mut sessions: BTreeMap<(&str, &str), BTreeSet<&str>> = BTreeMap::new();
    let mut named = BTreeMap::new();
    for verdict in verdicts.iter().filter(|verdict| verdict.task != Task::Chat) {
        let earlier = sessions.entry((&verdict.persona, &verdict.turn)).or_default();
        let (persona, turn) = (verdict.persona.clone(), verdict.turn.clone());
        let name = TurnName { persona, index: verdict.index, turn, trial: earlier.len() };
        if earlier.insert(&verdict.session) {
            named.insert(name, *verdict);
        }
    }
    named
}

fn of_kind(kind: VerdictKind, pairs: &[(&TurnName, &TurnVerdict, &TurnVerdict)]) -> Option<KindVersus> {
    let given = |side: &dyn Fn(&(&TurnName, &TurnVerdict, &TurnVerdict)) -> bool| pairs.iter().any(side);
    if !given(&|(_, one, _)| one.judgement(kind).is_some()) || !given(&|(.., two)| two.judgement(kind).is_some()) {
        return None;
    }
    let passes = |verdict: &TurnVerdict| verdict.passes(kind) == Some(true);
    let mut counts = Pairs::default();
    let mut flips = Vec::new();
    for (name, one, two) in pairs {
        counts.count(passes(one), passes(two));
        match (passes(one), passes(two)) {
            (true, false) => flips.push(flip(kind, name, two, false)),
            (false, true) => flips.push(flip(kind, name, one, true)),
            _ => {}
        }
    }
    let interval = counts.interval();
    Some(KindVersus {
        kind,
        turns: counts.total(),
        first: counts.both + counts.only_first,
        second: counts.both + counts.only_second,
        only_first: counts.only_first,
        only_second: counts.only_second,
        difference: counts.difference().map(rounded),
        low: interval.map(|i| rounded(i.low)),
        high: interval.map(|i| rounded(i.high)),
        p: rounded(counts.p_value()),
        turns_needed: counts.turns_needed(),
        flips,
    })
}

fn flip(kind: VerdictKind, name: &TurnName, failed: &TurnVerdict, gained: bool) -> Flip {
    let decisive = failed.judgement(kind).and_then(|judgement| judgement.decisive.as_ref());
    Flip {
        name: name.clone(),
        task: failed.task,
        gained,
        status: failed.status,
        finding: decisive.map(|finding| finding.kind),
        sentence: decisive.map(|finding| finding.sentence.clone()),
    }
}
