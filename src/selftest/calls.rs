//! Calls that are missing, made again, or made in another order.

use super::case::{Act, Case, Expect, Kind};
use super::turn::Turn;
use crate::suite::GoldCall;

pub(super) fn cases(turn: &Turn<'_>) -> Vec<Case> {
    let made = turn.made();
    if made.is_empty() {
        return Vec::new();
    }
    let mut cases: Vec<Case> = (0..made.len()).map(|at| dropped(turn, &made, at)).collect();
    cases.extend((0..made.len()).map(|at| doubled(turn, &made, at)));
    cases.push(twice(turn, &made));
    cases.extend(reordered(turn, &made));
    cases.extend(swapped(turn, &made));
    cases
}

fn dropped(turn: &Turn<'_>, made: &[Act], at: usize) -> Case {
    let mut acts = made.to_vec();
    acts.remove(at);
    Case::both(Kind::Drop, format!("without {}", name(turn, at)), turn.around(acts), Expect::Fail)
}

/// The second of two equal calls matters to relaxed only where it has an effect.
fn doubled(turn: &Turn<'_>, made: &[Act], at: usize) -> Case {
    let mut acts = made.to_vec();
    acts.insert(at + 1, made[at].clone());
    Case {
        kind: Kind::Duplicate,
        what: format!("{} twice", name(turn, at)),
        acts: turn.around(acts),
        exact: Expect::Fail,
        relaxed: Expect::FailIfChanged(turn.first() + at + 1),
    }
}

fn twice(turn: &Turn<'_>, made: &[Act]) -> Case {
    let writes = turn.calls().position(|(call, _)| {
        turn.catalogue.find(&call.toolset, &call.tool).is_some_and(crate::catalogue::Tool::writes)
    });
    let relaxed = match writes {
        Some(at) => Expect::FailIfChanged(turn.first() + made.len() + at),
        None => Expect::PassIfAnswered,
    };
    let acts = turn.around([made, made].concat());
    Case { kind: Kind::Twice, what: "everything twice".into(), acts, exact: Expect::Fail, relaxed }
}

/// The latest order that the dependencies allow: of the calls that can be made, always the last one first.
fn reordered(turn: &Turn<'_>, made: &[Act]) -> Option<Case> {
    let gold = turn.gold.calls();
    let mut left: Vec<usize> = (0..gold.len()).collect();
    let mut order = Vec::new();
    while !left.is_empty() {
        let is_free = |at: &usize| left.iter().all(|other| !gold[*at].after.contains(&gold[*other].id));
        let next = left.iter().rposition(is_free)?;
        order.push(left.remove(next));
    }
    let other = order.windows(2).any(|pair| pair[0] > pair[1]);
    let acts = order.iter().map(|at| made[*at].clone()).collect();
    let what = format!("in the order {order:?}");
    other.then(|| Case::both(Kind::Reorder, what, turn.around(acts), Expect::PassIfAnswered))
}

/// Each call with each one that it depends on. The values are gold's, so only the order is wrong, and relaxed does not
/// mind it where the tools do not.
fn swapped(turn: &Turn<'_>, made: &[Act]) -> Vec<Case> {
    let gold = turn.gold.calls();
    let pairs = (0..gold.len()).flat_map(|late| (0..late).map(move |early| (early, late)));
    let depends = |(early, late): &(usize, usize)| gold[*late].after.contains(&gold[*early].id);
    let swap = |(early, late): (usize, usize)| {
        let mut acts = made.to_vec();
        acts.swap(early, late);
        Case {
            kind: Kind::Swap,
            what: format!("{} before {}", gold[late].tool, gold[early].tool),
            acts: turn.around(acts),
            exact: Expect::Fail,
            relaxed: Expect::PassIfAnswered,
        }
    };
    pairs.filter(depends).map(swap).collect()
}

fn name(turn: &Turn<'_>, at: usize) -> String {
    let call: &GoldCall = &turn.gold.calls()[at];
    format!("{} '{}'", call.tool, call.id)
}
