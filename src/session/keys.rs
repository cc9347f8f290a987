//! Idempotency keys (draft-ietf-httpapi-idempotency-key-header): a retry gives the stored answer.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use super::call::Answer;

/// Keys that one session remembers; the oldest goes first.
const MAX_KEYS: usize = 1_000;

/// An answer that was given under a key.
#[derive(Clone, Debug)]
pub struct Stored {
    /// Tool set, tool and body of the call.
    pub call: (String, String, String),
    /// Number of the record of the first call.
    pub n: u64,
    /// The answer.
    pub answer: Answer,
}

/// The keys that a session has seen; shared until one is added.
#[derive(Clone, Debug, Default)]
pub struct Keys(Option<Arc<Seen>>);

#[derive(Clone, Debug, Default)]
struct Seen {
    by_key: BTreeMap<String, Arc<Stored>>,
    order: VecDeque<String>,
}

impl Keys {
    /// Forgets all keys: what was done under them is no longer so.
    pub fn clear(&mut self) {
        self.0 = None;
    }

    /// What was answered under a key.
    pub fn get(&self, key: &str) -> Option<Arc<Stored>> {
        self.0.as_ref()?.by_key.get(key).cloned()
    }

    /// Keeps an answer under a key, unless it has one: the first use of a key is what retries mean.
    pub fn keep(&mut self, key: &str, stored: Stored) {
        let seen = Arc::make_mut(self.0.get_or_insert_default());
        if seen.by_key.contains_key(key) {
            return;
        }
        seen.by_key.insert(key.to_owned(), Arc::new(stored));
        seen.order.push_back(key.to_owned());
        if seen.order.len() > MAX_KEYS
            && let Some(oldest) = seen.order.pop_front()
        {
            seen.by_key.remove(&oldest);
        }
    }
}
