//! States that were kept under the digests of their rows.

use std::collections::BTreeMap;

use crate::world::State;

/// Snapshots that a server remembers; the one that was taken longest ago goes first.
const MAX_SNAPSHOTS: usize = 10_000;

/// The latest snapshots of all sessions.
#[derive(Debug, Default)]
pub struct Snapshots {
    by_digest: BTreeMap<String, (u64, State)>,
    /// Digests by when they were last taken.
    order: BTreeMap<u64, String>,
    taken: u64,
}

impl Snapshots {
    /// The rows of this digest.
    pub fn get(&self, digest: &str) -> Option<State> {
        self.by_digest.get(digest).map(|(_, state)| state.clone())
    }

    /// Keeps a state under its digest.
    pub fn keep(&mut self, digest: String, state: State) {
        self.taken += 1;
        if let Some((before, _)) = self.by_digest.insert(digest.clone(), (self.taken, state)) {
            self.order.remove(&before);
        }
        self.order.insert(self.taken, digest);
        if self.order.len() > MAX_SNAPSHOTS
            && let Some((_, oldest)) = self.order.pop_first()
        {
            self.by_digest.remove(&oldest);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_snapshot_that_was_taken_longest_ago_goes_first() {
        let mut all = Snapshots::default();
        let name = |n: usize| n.to_string();
        (0..MAX_SNAPSHOTS).for_each(|n| all.keep(name(n), State::default()));
        all.keep(name(0), State::default());
        all.keep("one more".into(), State::default());
        assert!(all.get("0").is_some() && all.get("2").is_some() && all.get("one more").is_some());
        assert!(all.get("1").is_none());
        assert_eq!((all.by_digest.len(), all.order.len()), (MAX_SNAPSHOTS, MAX_SNAPSHOTS));
    }
}
