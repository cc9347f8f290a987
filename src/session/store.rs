//! Where sessions are found: spread over shards, so that opening one does not wait for another.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use super::live::Session;
use crate::journal::Place;

const SHARDS: usize = 64;

type Shard = BTreeMap<Arc<str>, Slot>;

/// A session, or where to find it again.
#[derive(Clone, Debug)]
pub enum Slot {
    /// In memory.
    Live(Arc<Session>),
    /// Nobody asked for it in a while: it comes back from the journal.
    Parked(Parked),
}

/// What is kept of a session that left memory.
#[derive(Clone, Debug)]
pub struct Parked {
    /// Place in the journal before its first record.
    pub began: Place,
    /// The same of the session that it was forked from, in however many steps.
    pub root: Place,
    /// What its next record needs; its number is also how many records there are.
    pub next: Next,
    /// Whether the journal does not say yet that it ended.
    pub open: bool,
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
    shards: Vec<RwLock<Shard>>,
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

    /// Adds a session under a name of its own.
    pub fn insert(&self, session: Arc<Session>) {
        let old = self.write(&session.id).insert(session.id.clone(), Slot::Live(session.clone()));
        if !matches!(old, Some(Slot::Live(_))) {
            self.live.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Adds a session, unless there is one of this name; gives the one that counts, if it is in memory.
    pub fn insert_new(&self, session: Arc<Session>) -> Option<Arc<Session>> {
        let mut shard = self.write(&session.id);
        match shard.get(&session.id) {
            Some(Slot::Live(other)) => Some(other.clone()),
            Some(Slot::Parked(_)) => None,
            None => Some(self.put(&mut shard, session)),
        }
    }

    /// Brings a session back that was parked like this, unless another thread did it first; gives the one that counts.
    /// Nothing where none does: while this one was read from the journal it was closed, or others brought it back,
    /// played on and parked it again, so that what was read is no longer all of it.
    pub fn revive(&self, session: Arc<Session>, was: &Parked) -> Option<Arc<Session>> {
        let mut shard = self.write(&session.id);
        match shard.get(&session.id)? {
            Slot::Live(other) => Some(other.clone()),
            Slot::Parked(now) if now.next.n == was.next.n => Some(self.put(&mut shard, session)),
            Slot::Parked(_) => None,
        }
    }

    /// Forgets a session.
    pub fn remove(&self, id: &str) {
        if let Some(Slot::Live(_)) = self.write(id).remove(id) {
            self.live.fetch_sub(1, Ordering::Relaxed);
        }
    }

    /// Forgets a session that is parked; nothing where it is not, or no longer.
    pub fn remove_parked(&self, id: &str) -> Option<Parked> {
        let mut shard = self.write(id);
        let Some(Slot::Parked(parked)) = shard.get(id) else { return None };
        let parked = parked.clone();
        shard.remove(id);
        Some(parked)
    }

    /// Keeps only the name of a session that nobody holds; says whether it did.
    pub fn park(&self, session: &Arc<Session>) -> bool {
        let mut shard = self.write(&session.id);
        let is_kept = matches!(shard.get(&session.id), Some(Slot::Live(kept)) if Arc::ptr_eq(kept, session));
        // One reference is the caller's, one the shard's: any more is a call on its way. Nobody can come by another one
        // meanwhile, since they are given out under the shard's lock.
        let parks = is_kept && Arc::strong_count(session) <= 2;
        if parks {
            shard.insert(session.id.clone(), Slot::Parked(session.parked()));
            self.live.fetch_sub(1, Ordering::Relaxed);
        }
        parks
    }

    fn put(&self, shard: &mut Shard, session: Arc<Session>) -> Arc<Session> {
        shard.insert(session.id.clone(), Slot::Live(session.clone()));
        self.live.fetch_add(1, Ordering::Relaxed);
        session
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
                Slot::Parked(_) => None,
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
                Slot::Parked(parked) if parked.open => Some((id.clone(), parked.next.clone())),
                _ => None,
            }));
        }
        all.sort_by(|a, b| a.0.cmp(&b.0));
        all
    }

    fn shard(&self, id: &str) -> &RwLock<Shard> {
        // Names are random, so their bytes spread evenly; the sandbox lies somewhere.
        let sum: usize = id.bytes().map(usize::from).sum();
        &self.shards[sum % SHARDS]
    }

    fn read(&self, id: &str) -> RwLockReadGuard<'_, Shard> {
        self.shard(id).read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self, id: &str) -> RwLockWriteGuard<'_, Shard> {
        self.shard(id).write().unwrap_or_else(PoisonError::into_inner)
    }
}
