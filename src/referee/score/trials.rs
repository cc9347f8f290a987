use std::collections::BTreeMap;

use serde::Serialize;

use super::Measure;
use super::by_kind::passes;
use super::measure::Tallied;
use crate::referee::stats::trials::{at_k, hat_k};
use crate::referee::verdict::{Status, TurnVerdict, VerdictKind};
use crate::suite::Task;

/// What k sessions over the same turns would give: means over the turns that are not chat.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Trials {
    /// Number of sessions.
    pub k: usize,
    /// That at least one of k passes.
    pub pass_at_k: Measure,
    /// That all of k pass.
    pub pass_hat_k: Measure,
}

/// For k from 1 to the number of sessions that each turn has at least. Nothing where that is 1, since then it says
/// nothing new.
pub(super) fn trials(kind: VerdictKind, verdicts: &[&TurnVerdict]) -> Vec<Trials> {
    let mut turns: BTreeMap<(&str, &str), (usize, usize, Status)> = BTreeMap::new();
    for verdict in verdicts.iter().filter(|verdict| verdict.task != Task::Chat) {
        let (n, c, status) = turns.entry((&verdict.persona, &verdict.turn)).or_insert((0, 0, Status::Judged));
        *n += 1;
        *c += usize::from(passes(verdict, kind));
        *status = (*status).max(verdict.status);
    }
    let most = turns.values().map(|(n, ..)| *n).min().unwrap_or(0);
    if most < 2 {
        return Vec::new();
    }
    let mean = |k: usize, estimate: fn(usize, usize, usize) -> Option<f64>| {
        let mut tallied = Tallied::default();
        for (n, c, status) in turns.values() {
            tallied.add(*status, estimate(*n, *c, k).unwrap_or_default(), 1.0);
        }
        tallied.ratio()
    };
    (1..=most).map(|k| Trials { k, pass_at_k: mean(k, at_k), pass_hat_k: mean(k, hat_k) }).collect()
}
