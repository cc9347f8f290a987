//! What is the same in many verdicts, kept once: a run of a hundred thousand turns repeats few names, and the gold of a
//! turn is the same in every session.

use std::collections::{BTreeMap, HashSet};
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};

use super::released::turn::Offer;
use super::tally::{SlotTally, gold};
use crate::catalogue::Catalogue;
use crate::suite::TurnRef;
use crate::world::Memo;

/// Lists of tool sets whose tools are kept as the released verdict wants them.
const OFFERS: usize = 512;

/// Turns whose digests of gold are kept: those of a suite of the paper's size.
const TURNS: usize = 4_096;

/// A value that is shared by all verdicts that have it.
#[derive(Debug)]
struct Kept<T: ?Sized>(Mutex<HashSet<Arc<T>>>);

impl<T: ?Sized + Eq + Hash> Kept<T> {
    fn get(&self, value: &T) -> Arc<T>
    where
        for<'a> Arc<T>: From<&'a T>,
    {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = kept.get(value) {
            return known.clone();
        }
        let value: Arc<T> = value.into();
        kept.insert(value.clone());
        value
    }
}

/// Digests of the parts of a turn's gold, by JSON pointer into the turn's line of the dialogue file.
pub(super) type Digests = BTreeMap<String, String>;

/// What verdicts share.
#[derive(Debug)]
pub(super) struct Shelf {
    names: Kept<str>,
    slots: Kept<[SlotTally]>,
    offers: Memo<Vec<String>, Arc<Offer>>,
    gold: Memo<(String, String), Arc<Digests>>,
}

impl Default for Shelf {
    fn default() -> Self {
        let (names, slots) = (Kept(Mutex::default()), Kept(Mutex::default()));
        Self { names, slots, offers: Memo::new(OFFERS), gold: Memo::new(TURNS) }
    }
}

impl Shelf {
    /// A name.
    pub fn name(&self, name: &str) -> Arc<str> {
        self.names.get(name)
    }

    /// Arguments that had to be decided, and what became of them.
    pub fn slots(&self, slots: &[SlotTally]) -> Arc<[SlotTally]> {
        self.slots.get(slots)
    }

    /// Digests of a turn's gold.
    pub fn gold(&self, persona: &str, here: TurnRef<'_>) -> Arc<Digests> {
        let turn = (persona.to_owned(), here.turn.id.clone());
        self.gold.get(&turn, || Arc::new(gold::digests(here)))
    }

    /// The tools that an agent is offered in a turn.
    pub fn offer(&self, here: TurnRef<'_>, catalogue: &Catalogue) -> Arc<Offer> {
        let sets = &here.topic.toolsets;
        self.offers.get(sets, || Arc::new(Offer::new(sets, catalogue)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_names_are_one() {
        let shelf = Shelf::default();
        let (a, b, c) = (shelf.name("ann"), shelf.name("ann"), shelf.name("bob"));
        assert!(Arc::ptr_eq(&a, &b) && !Arc::ptr_eq(&a, &c));
    }
}
