//! What a call is worked out from, so that a reading call need not hold its session's lock while it is worked out.

use super::live::{Inner, Session};
use crate::simulator::{Offer, Shared};
use crate::world::{Clock, State};

/// All of a session that has a say in an answer, at one moment. State is shared until it is written, so this is cheap.
pub(super) struct View<'a> {
    pub offer: Offer<'a>,
    pub clock: Clock,
    pub state: State,
}

impl<'a> View<'a> {
    pub fn of(session: &'a Session, inner: &Inner) -> Self {
        Self { offer: session.offer(inner), clock: inner.clock.clone(), state: inner.state.clone() }
    }

    /// Whether an answer that was worked out from this view is still the one that the session gives now.
    pub fn still_holds(&self, session: &Session, inner: &Inner, shared: Shared) -> bool {
        let same_rows = || shared == Shared::OfWorld || self.state.fingerprint() == inner.state.fingerprint();
        self.offer == session.offer(inner) && self.clock == inner.clock && same_rows()
    }
}
