//! Where sessions are found: spread over shards, so that opening one does not wait for another.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use super::live::Session;

const SHARDS: usize = 64;

/// A session, or where to find it again.
#[derive(Clone, Debug)]
pub enum Slot {
    /// In memory.
    Live(Arc<Session>),
    /// Nobody asked for it in a while: it comes back from its first journal file.
    Parked {
        /// Number of that file.
        journal_file: u32,
        /// What its closing record needs; none where it is closed.
        next: Option<Next>,
    },
}

/// Number and clock of a session's next record.
#[derive(Clone, Debug)]
pub struct Next {
    /// Number.
    pub n: u64,
    /// Session clock.
    pub clock: String,
}

/// All sessions by name.
#[derive(Debug)]
pub struct Store {
    shards: Vec<RwLock<BTreeMap<Arc<str>, Slot>>>,
    live: AtomicUsize,
}

impl Default for Store {
    fn default() -> Self {
        let shards = (0..SHARDS).map(|_| RwLock::default()).collect();
        Self { shards, live: AtomicUsize::new(0) }
    }
}

impl Store {
    /// One session.
    pub fn get(&self, id: &str) -> Option<Slot> {
        self.read(id).get(id).cloned()
    }

    /// Adds a session, or brings a parked one back.
    pub fn insert(&self, session: Arc<Session>) {
        let old = self.write(&session.id).insert(session.id.clone(), Slot::Live(session.clone()));
        if !matches!(old, Some(Slot::Live(_))) {
            self.live.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Brings a parked session back, unless another thread did it first; gives the one that counts.
    pub fn revive(&self, session: Arc<Session>) -> Arc<Session> {
        let mut shard = self.write(&session.id);
        if let Some(Slot::Live(other)) = shard.get(&session.id) {
            return other.clone();
        }
        shard.insert(session.id.clone(), Slot::Live(session.clone()));
        self.live.fetch_add(1, Ordering::Relaxed);
        session
    }

    /// Forgets a session.
    pub fn remove(&self, id: &str) {
        if let Some(Slot::Live(_)) = self.write(id).remove(id) {
            self.live.fetch_sub(1, Ordering::Relaxed);
        }
    }

    /// Keeps only the name of a session that nobody holds.
    pub fn park(&self, session: &Arc<Session>) {
        let mut shard = self.write(&session.id);
        // One reference is the caller's, one the shard's: any more is a call on its way.
        if Arc::strong_count(session) <= 2 && matches!(shard.get(&session.id), Some(Slot::Live(_))) {
            shard.insert(session.id.clone(), Slot::Parked { journal_file: session.journal_file, next: session.next() });
            self.live.fetch_sub(1, Ordering::Relaxed);
        }
    }

    /// Number of sessions in memory.
    pub fn live(&self) -> usize {
        self.live.load(Ordering::Relaxed)
    }

    /// Sessions in memory, in the order of their names.
    pub fn all_live(&self) -> Vec<Arc<Session>> {
        let mut all: Vec<Arc<Session>> = Vec::new();
        for shard in &self.shards {
            let shard = shard.read().unwrap_or_else(PoisonError::into_inner);
            all.extend(shard.values().filter_map(|slot| match slot {
                Slot::Live(session) => Some(session.clone()),
                Slot::Parked { .. } => None,
            }));
        }
        all.sort_by(|a, b| a.id.cmp(&b.id));
        all
    }

    /// Sessions that are parked and not closed, in the order of their names.
    pub fn all_open_parked(&self) -> Vec<(Arc<str>, Next)> {
        let mut all = Vec::new();
        for shard in &self.shards {
            let shard = shard.read().unwrap_or_else(PoisonError::into_inner);
            all.extend(shard.iter().filter_map(|(id, slot)| match slot {
                Slot::Parked { next: Some(next), .. } => Some((id.clone(), next.clone())),
                _ => None,
            }));
        }
        all.sort_by(|a, b| a.0.cmp(&b.0));
        all
    }

    fn shard(&self, id: &str) -> &RwLock<BTreeMap<Arc<str>, Slot>> {
        // Names are random, so their bytes spread evenly; the sandbox lies somewhere.
        let sum: usize = id.bytes().map(usize::from).sum();
        &self.shards[sum % SHARDS]
    }

    fn read(&self, id: &str) -> RwLockReadGuard<'_, BTreeMap<Arc<str>, Slot>> {
        self.shard(id).read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self, id: &str) -> RwLockWriteGuard<'_, BTreeMap<Arc<str>, Slot>> {
        self.shard(id).write().unwrap_or_else(PoisonError::into_inner)
    }
}
