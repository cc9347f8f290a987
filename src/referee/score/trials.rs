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

/// Every k up to here is listed; beyond, powers of two.
const EACH_UP_TO: usize = 16;

/// For k up to the number of sessions that each turn has at least, see [`numbers`]. Nothing where that is 1, since then it
/// says nothing new.
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
    numbers(most).map(|k| Trials { k, pass_at_k: mean(k, at_k), pass_hat_k: mean(k, hat_k) }).collect()
}

/// The k that are listed: each of the small ones, powers of two, and the last. Thousands of sessions would otherwise have
/// thousands of lines, each hardly different from the one before.
fn numbers(most: usize) -> impl Iterator<Item = usize> {
    let doubled = std::iter::successors(Some(2 * EACH_UP_TO), |k| k.checked_mul(2)).take_while(move |k| *k < most);
    let last = (most > EACH_UP_TO).then_some(most);
    (1..=most.min(EACH_UP_TO)).chain(doubled).chain(last)
}

#[cfg(test)]
mod tests {
    use super::numbers;

    #[test]
    fn small_numbers_are_all_listed_and_large_ones_thinned_out() {
        assert_eq!(numbers(4).collect::<Vec<_>>(), [1, 2, 3, 4]);
        assert_eq!(numbers(16).last(), Some(16));
        assert_eq!(numbers(17).skip(15).collect::<Vec<_>>(), [16, 17]);
        assert_eq!(numbers(64).skip(15).collect::<Vec<_>>(), [16, 32, 64]);
        assert_eq!(numbers(100).skip(15).collect::<Vec<_>>(), [16, 32, 64, 100]);
    }
}
