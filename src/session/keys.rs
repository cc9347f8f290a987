//! Idempotency keys (draft-ietf-httpapi-idempotency-key-header): a retry gives the stored answer.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use sha2::{Digest, Sha256};

use super::call::Answer;

/// Keys that one session remembers; the oldest goes first.
const MAX_KEYS: usize = 1_000;

/// Bytes of keys and answers that one session remembers, but for the last one.
const MAX_BYTES: usize = 4 << 20;

/// An answer that was given under a key.
#[derive(Clone, Debug)]
pub struct Stored {
    /// Digest of tool set, tool and body of the call: see [`digest`].
    pub call: [u8; 32],
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
    bytes: usize,
}

/// What makes two requests the same under one key. Bodies may be large, so only this is kept of them.
pub fn digest(toolset: &str, tool: &str, body: &[u8]) -> [u8; 32] {
    let mut hash = Sha256::new();
    for part in [toolset.as_bytes(), tool.as_bytes(), body] {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    hash.finalize().into()
}

impl Stored {
    fn bytes(&self, key: &str) -> usize {
        let rendered = self.answer.rendered.as_ref().map_or(0, |rendered| rendered.text.len());
        2 * key.len() + self.answer.body.len() + rendered
    }
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
        seen.bytes += stored.bytes(key);
        seen.by_key.insert(key.to_owned(), Arc::new(stored));
        seen.order.push_back(key.to_owned());
        while seen.order.len() > 1 && (seen.order.len() > MAX_KEYS || seen.bytes > MAX_BYTES) {
            let Some(oldest) = seen.order.pop_front() else { return };
            let gone = seen.by_key.remove(&oldest);
            seen.bytes -= gone.map_or(0, |stored| stored.bytes(&oldest));
        }
    }
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;

    use super::*;

    fn kept(size: usize, keys: usize) -> Vec<String> {
        let mut all = Keys::default();
        let body = Bytes::from(vec![b' '; size]);
        let answer = Answer { status: 200, body, rendered: None, ticket: 0 };
        for n in 0..keys as u64 {
            all.keep(&n.to_string(), Stored { call: [0; 32], n, answer: answer.clone() });
        }
        all.0.unwrap().order.iter().cloned().collect()
    }

    #[test]
    fn the_oldest_keys_go_when_there_are_too_many_or_their_answers_are_too_large() {
        assert_eq!(kept(10, 1_500), (500..1_500).map(|n| n.to_string()).collect::<Vec<_>>());
        assert_eq!(kept(1 << 20, 10), ["7", "8", "9"]);
        assert_eq!(kept(8 << 20, 2), ["1"], "the last one stays, whatever its size");
    }
}
