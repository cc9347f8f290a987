use std::num::NonZeroUsize;
use std::sync::Arc;

use serde::Deserialize;

use super::engine::{Engine, SANDBOX};
use super::id;
use super::keys::Keys;
use super::live::{History, Inner, Parts, Phase, Session, Turn, past, unknown_session};
use super::store::Slot;
use crate::call::Problem;
use crate::journal::Event;
use crate::journal::format::{Closed, TurnStarted};

/// Body of `POST /sessions`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpenRequest {
    /// Whose dialogue is played.
    pub persona: String,
    /// Where it starts: a position from 0, or the id of a turn. The beginning when left out.
    #[serde(default)]
    pub turn: Option<Start>,
    /// How many turns are played; to the end when left out.
    #[serde(default)]
    pub turns: Option<NonZeroUsize>,
    /// Seed of the world; the server's when left out.
    #[serde(default)]
    pub seed: Option<u64>,
    /// Whose past stands; the gold's when left out.
    #[serde(default)]
    pub history: History,
    /// Name under which the agent appears in scores.
    #[serde(default)]
    pub agent: Option<String>,
}

/// Where a dialogue starts.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged, expecting = "turn is neither a position from 0 nor the id of a turn")]
pub enum Start {
    /// Position from 0.
    Index(usize),
    /// Id of a turn.
    Id(String),
}

impl Engine {
    /// Opens a session at a turn: a fork of the state that the gold leaves there.
    ///
    /// # Errors
    ///
    /// 404: no such persona or turn. 503: too many sessions are open.
    pub fn open(&self, request: OpenRequest) -> Result<(Arc<Session>, u64), Problem> {
        self.check_room()?;
        let seed = request.seed.unwrap_or(self.settings.seed);
        let script = self.script(&request.persona, seed)?;
        let start = match &request.turn {
            None => 0,
            Some(Start::Index(index)) => *index,
            Some(Start::Id(id)) => script.turns.iter().position(|scene| scene.id == *id).unwrap_or(usize::MAX),
        };
        let Some(scene) = script.turns.get(start) else {
            let detail = format!("The dialogue of '{}' has {} turns.", request.persona, script.turns.len());
            let ids = script.turns.iter().take(3).map(|scene| scene.id.clone()).collect();
            return Err(Problem::new(404, "unknown_turn", detail).suggesting(ids));
        };
        let end = request.turns.map_or(script.turns.len(), |n| (start + n.get()).min(script.turns.len()));
        let id: Arc<str> = id::fresh().map_err(|e| Problem::new(500, "no_randomness", e))?.into();
        let inner = Inner {
            state: scene.before.clone(),
            clock: scene.clock.clone(),
            events: 0,
            phase: Phase::Finished,
            past: past(Some(&script), request.history, start),
            keys: Keys::default(),
        };
        let began = self.journal.place();
        let session = Arc::new(Session::new(Parts {
            id,
            world: self.stage.world(seed),
            script: Some(script),
            history: request.history,
            agent: request.agent,
            start,
            end,
            began,
            root: began,
            parent: None,
            inner,
        }));
        let mut inner = session.lock();
        self.record(&session.id, &mut inner, Event::Opened(Box::new(self.opened(&session))));
        let ticket = self.begin_turn(&session, &mut inner, start);
        drop(inner);
        self.insert(session.clone());
        self.metrics.opened.inc();
        Ok((session, ticket))
    }

    /// Closes a session for good.
    ///
    /// # Errors
    ///
    /// 404: there is no such session. 403: the sandbox stays.
    pub fn close(&self, id: &str) -> Result<u64, Problem> {
        if id == SANDBOX {
            return Err(Problem::new(403, "sandbox_stays", "The sandbox cannot be closed."));
        }
        let closed = || Event::Closed(Closed { reason: "deleted".into() });
        loop {
            match self.store.get(id).ok_or_else(unknown_session)? {
                Slot::Live(session) => {
                    let mut inner = session.enter()?;
                    // Others may hold the session still, or come by it before it is out of the store.
                    inner.phase = Phase::Closed;
                    let ticket = self.record(id, &mut inner, closed());
                    drop(inner);
                    self.store.remove(id);
                    return Ok(ticket);
                }
                // Nobody can bring it back once it is out of the store.
                Slot::Parked(_) => {
                    if let Some(parked) = self.store.remove_parked(id) {
                        return Ok(self.put(id, parked.next, closed()));
                    }
                }
            }
        }
    }

    /// Whether [`Engine::open`] need not play a script first, which takes a while.
    pub fn opens_at_once(&self, request: &OpenRequest) -> bool {
        self.stage.keeps_script(&request.persona, request.seed.unwrap_or(self.settings.seed))
    }

    /// Begins a turn, or finishes the session after its last one.
    pub(super) fn begin_turn(&self, session: &Session, inner: &mut Inner, index: usize) -> u64 {
        let Some(scene) = session.scene(index).filter(|_| index < session.end) else {
            inner.phase = Phase::Finished;
            return self.record(&session.id, inner, Event::Closed(Closed { reason: "finished".into() }));
        };
        inner.clock = scene.clock.clone();
        let state = match session.history {
            History::Gold => {
                inner.keys.clear();
                inner.state = scene.before.clone();
                scene.digest.clone()
            }
            History::Own => inner.state.digest(),
        };
        inner.phase = Phase::Turn(Turn::new(index, inner.state.clone()));
        let started = TurnStarted { turn: scene.id.clone(), index, state };
        self.record(&session.id, inner, Event::TurnStarted(started))
    }

    pub(super) fn check_room(&self) -> Result<(), Problem> {
        // The sandbox counts for nothing.
        let open = self.store.live();
        match open > self.settings.max_sessions {
            true => {
                let detail = format!("{} sessions are open; close one, or raise --max-sessions.", open - 1);
                Err(Problem::new(503, "too_many_sessions", detail))
            }
            false => Ok(()),
        }
    }
}
