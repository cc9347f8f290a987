//! What models have worked out lately.

use std::fmt;
use std::hash::Hash;

use quick_cache::sync::Cache;

/// Results of a pure function, kept for whoever asks next: a week's forecast, asked for by every session of a training
/// run, is one week's work. It is bounded, and forgetting changes no answer.
pub struct Memo<K, V>(Cache<K, V>);

impl<K: Eq + Hash + Clone, V: Clone> Memo<K, V> {
    /// A memory for so many results.
    pub fn new(results: usize) -> Self {
        Self(Cache::new(results))
    }

    /// The result for a key, worked out unless it is known.
    pub fn get(&self, key: &K, work_out: impl FnOnce() -> V) -> V {
        if let Some(known) = self.0.get(key) {
            return known;
        }
        // Two threads may work out the same: both come to the same, so either may stay.
        let value = work_out();
        self.0.insert(key.clone(), value.clone());
        value
    }
}

impl<K, V> fmt::Debug for Memo<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Memo")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_memory_gives_what_was_worked_out_and_stays_bounded() {
        let memo = Memo::new(100);
        for n in 0..10_000_u64 {
            assert_eq!(memo.get(&n, || n * n), n * n);
            assert_eq!(memo.get(&n, || unreachable!("it is known")), n * n);
        }
        assert!(memo.0.len() <= 100, "{}", memo.0.len());
    }
}
