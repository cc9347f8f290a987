use super::finding::{Origin, ProvenanceNote};
use crate::suite::{Provenance, TurnRef};

/// A turn, and all turns of its dialogue.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    /// All turns in order.
    pub turns: &'a [TurnRef<'a>],
    /// This one.
    pub here: TurnRef<'a>,
}

impl Place<'_> {
    /// Where a value was to be found, seen from this turn.
    pub fn note(&self, from: &Provenance) -> ProvenanceNote {
        match from {
            Provenance::Stated => note(Origin::Stated),
            Provenance::Turn(id) => {
                let back =
                    self.turns.iter().find(|t| t.turn.id == *id).map(|t| self.here.index.saturating_sub(t.index));
                ProvenanceNote { turn: Some(id.clone()), turns_back: back, ..note(Origin::Turn) }
            }
            Provenance::Preference(id) => self.preference(id),
            Provenance::Result => note(Origin::Result),
            Provenance::Reply => note(Origin::Reply),
            Provenance::Derived => note(Origin::Derived),
            Provenance::Free => note(Origin::Free),
            Provenance::Unknown => note(Origin::Unknown),
        }
    }

    /// The latest time that the user spoke of it counts: that is how far one has to look back.
    fn preference(&self, id: &str) -> ProvenanceNote {
        let until_here = self.turns.iter().take(self.here.index + 1).rev();
        let revealed = until_here.clone().find(|t| t.turn.reveals.iter().any(|r| r == id));
        ProvenanceNote {
            preference: Some(id.to_owned()),
            revealed_in: revealed.map(|t| t.turn.id.clone()),
            turns_back: revealed.map(|t| self.here.index - t.index),
            ..note(Origin::Preference)
        }
    }
}

fn note(from: Origin) -> ProvenanceNote {
    ProvenanceNote { from, turn: None, turns_back: None, preference: None, revealed_in: None }
}
