use std::cell::RefCell;

use crate::referee::transcript::CallRun;
use crate::suite::GoldCall;

/// Partners of gold calls: for each the position of the agent's call that stands for it.
pub(super) type Partners = Vec<Option<usize>>;

/// Pairings of one turn that were worked out already: all verdicts pair the same calls, and each asks for itself.
#[derive(Debug, Default)]
pub(in crate::referee) struct Pairings(RefCell<Vec<Known>>);

#[derive(Debug)]
struct Known {
    /// How many gold calls: a turn pairs either all of its own or none.
    gold: usize,
    /// Records of the agent's calls.
    calls: Vec<u64>,
    partners: Partners,
}

impl Pairings {
    /// The partners, worked out unless they are known.
    pub(super) fn get(&self, gold: &[GoldCall], calls: &[&CallRun], work_out: impl FnOnce() -> Partners) -> Partners {
        let is = |known: &&Known| known.gold == gold.len() && known.calls.iter().eq(calls.iter().map(|call| &call.n));
        if let Some(known) = self.0.borrow().iter().find(is) {
            return known.partners.clone();
        }
        let partners = work_out();
        let calls = calls.iter().map(|call| call.n).collect();
        self.0.borrow_mut().push(Known { gold: gold.len(), calls, partners: partners.clone() });
        partners
    }
}
