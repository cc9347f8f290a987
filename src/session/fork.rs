//! Forks, resets and snapshots: what training and search over trajectories need.

use std::sync::{Arc, PoisonError};

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::engine::Engine;
use super::id;
use super::live::{Inner, Parts, Phase, Session, Turn};
use crate::call::{Effect, Problem};
use crate::journal::Event;
use crate::journal::format::{Forked, Parent, Reset, Snapshot};
use crate::replay::rows;
use crate::world::State;

/// Body of `POST /sessions/{id}/fork`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ForkRequest {
    /// Number of the event after which the fork leaves; now when left out.
    #[serde(default)]
    pub at: Option<u64>,
    /// Name under which the fork's agent appears in scores; the parent's when left out.
    #[serde(default)]
    pub agent: Option<String>,
}

/// Body of `POST /sessions/{id}/reset`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResetRequest {
    /// `turn` (the beginning of the turn that is played), `start` (the session's first turn), or the digest of a
    /// snapshot; `turn` when left out.
    #[serde(default)]
    pub to: Option<String>,
}

impl Engine {
    /// Opens a session that goes on from another's state. Both share everything until one of them writes.
    ///
    /// # Errors
    ///
    /// 404: there is no such event. 503: too many sessions are open.
    pub fn fork(&self, parent: &Session, request: ForkRequest) -> Result<(Arc<Session>, u64), Problem> {
        self.check_room()?;
        let id: Arc<str> = id::fresh().map_err(|e| Problem::new(500, "no_randomness", e))?.into();
        let earlier = request.at.map(|at| self.as_of(parent, at)).transpose()?;
        let mut held = parent.enter()?;
        let (events, mut inner) = earlier.unwrap_or_else(|| (held.events, held.forked()));
        inner.events = 0;
        let began = self.journal.place();
        let child = Arc::new(Session::new(Parts {
            id: id.clone(),
            world: parent.world.clone(),
            script: parent.script.clone(),
            history: parent.history,
            agent: request.agent.or_else(|| parent.agent.clone()),
            start: parent.start,
            end: parent.end,
            began,
            root: parent.root,
            parent: Some(Parent { session: parent.id.to_string(), events }),
            inner,
        }));
        self.record(&parent.id, &mut held, Event::Forked(Forked { child: id.to_string(), events }));
        let mut inner = child.lock();
        let ticket = self.record(&child.id, &mut inner, Event::Opened(Box::new(self.opened(&child))));
        drop((inner, held));
        self.insert(child.clone());
        self.metrics.opened.inc();
        Ok((child, ticket))
    }

    /// How many events a session had after this one, and what it was then. What is past does not change, so the journal
    /// is read without the lock, and the session is played on meanwhile.
    fn as_of(&self, session: &Session, at: u64) -> Result<(u64, Inner), Problem> {
        let events = at.saturating_add(1);
        let inner = session.enter()?;
        if events > inner.events {
            let detail = format!("The session has {} events; 'at' is at most {}.", inner.events, inner.events - 1);
            return Err(Problem::new(404, "unknown_event", detail));
        }
        if events == inner.events {
            return Ok((events, inner.forked()));
        }
        drop(inner);
        Ok((events, self.rebuild(session, events)?))
    }

    /// Takes a session back.
    ///
    /// # Errors
    ///
    /// 404: there is no such snapshot. 409: there is no turn to go back to.
    pub fn reset(&self, session: &Session, request: &ResetRequest) -> Result<(Value, u64), Problem> {
        let mut inner = session.enter()?;
        let to = request.to.as_deref().unwrap_or("turn");
        let no_turn = || {
            Problem::new(409, "no_turn", "No turn is being played. 'to': 'start' goes back to where the session began.")
        };
        let ticket = match to {
            "turn" => {
                let turn = inner.turn().ok_or_else(no_turn)?;
                let (index, state) = (turn.index, turn.began.clone());
                self.go_back(session, &mut inner, "turn", index, state)
            }
            "start" => match session.scene(session.start) {
                Some(scene) => {
                    inner.past = session.past_before_start();
                    self.go_back(session, &mut inner, "start", session.start, scene.before.clone())
                }
                None => self.put_state(session, &mut inner, "start", State::default()),
            },
            digest => {
                let snapshots = self.snapshots.read().unwrap_or_else(PoisonError::into_inner);
                let state = snapshots.get(digest);
                drop(snapshots);
                let state = state.ok_or_else(|| {
                    let detail = format!(
                        "There is no snapshot '{digest}' among the latest. 'to' is turn, start, or a snapshot's digest."
                    );
                    Problem::new(404, "unknown_snapshot", detail)
                })?;
                self.put_state(session, &mut inner, digest, state)
            }
        };
        Ok((json!({ "id": &*session.id, "state": inner.state.digest() }), ticket))
    }

    /// Keeps the state under the digest of its rows.
    ///
    /// # Errors
    ///
    /// 404: the session is closed.
    pub fn snapshot(&self, session: &Session) -> Result<(Value, u64), Problem> {
        let mut inner = session.enter()?;
        let digest = inner.state.digest();
        let mut snapshots = self.snapshots.write().unwrap_or_else(PoisonError::into_inner);
        snapshots.keep(digest.clone(), inner.state.clone());
        drop(snapshots);
        let ticket = self.record(&session.id, &mut inner, Event::Snapshot(Snapshot { state: digest.clone() }));
        Ok((json!({ "digest": digest }), ticket))
    }

    /// The rows of a session.
    pub fn state_of(&self, session: &Session) -> Value {
        let state = session.lock().state.clone();
        json!({ "digest": state.digest(), "tables": tables(&state) })
    }

    /// The rows that differ between a session and another, or a snapshot.
    ///
    /// # Errors
    ///
    /// 404: there is neither session nor snapshot of that name.
    pub fn diff(&self, session: &Session, from: &str) -> Result<Value, Problem> {
        let snapshots = self.snapshots.read().unwrap_or_else(PoisonError::into_inner);
        let before = snapshots.get(from);
        drop(snapshots);
        let before = match before {
            Some(state) => state,
            None => self.session(from)?.lock().state.clone(),
        };
        let after = session.lock().state.clone();
        Ok(json!({ "from": before.digest(), "to": after.digest(), "rows": changes(&before, &after) }))
    }

    fn go_back(&self, session: &Session, inner: &mut Inner, to: &str, index: usize, state: State) -> u64 {
        inner.phase = Phase::Finished;
        inner.keys.clear();
        inner.state = state;
        let reset = Reset { to: to.into(), state: inner.state.digest(), turn: Some(index), rows: None };
        self.record(&session.id, inner, Event::Reset(Box::new(reset)));
        self.begin_turn(session, inner, index)
    }

    /// A snapshot may come from another session, so the record holds its rows.
    fn put_state(&self, session: &Session, inner: &mut Inner, to: &str, state: State) -> u64 {
        inner.keys.clear();
        inner.state = state;
        let reset =
            Reset { to: to.into(), state: inner.state.digest(), turn: None, rows: Some(rows::written(&inner.state)) };
        self.record(&session.id, inner, Event::Reset(Box::new(reset)))
    }
}

impl Inner {
    /// The same moment for another session.
    fn forked(&self) -> Self {
        Self {
            state: self.state.clone(),
            clock: self.clock.clone(),
            events: 0,
            phase: self.phase.clone(),
            past: self.past.clone(),
            keys: self.keys.clone(),
        }
    }
}

impl Turn {
    /// A turn that begins in this state.
    pub fn new(index: usize, began: State) -> Self {
        Self { index, began, ..Self::default() }
    }
}

fn tables(state: &State) -> Value {
    let mut tables = Map::new();
    for name in state.tables() {
        let rows = state.rows(name).map(|(key, row)| (key.to_owned(), Value::Object((**row).clone())));
        tables.insert(name.to_owned(), Value::Object(rows.collect()));
    }
    Value::Object(tables)
}

/// Rows that are not the same in both, by table and key.
fn changes(before: &State, after: &State) -> Vec<Effect> {
    let mut names: Vec<&str> = before.tables().chain(after.tables()).collect();
    names.sort_unstable();
    names.dedup();
    let mut changes = Vec::new();
    for table in names {
        let mut keys: Vec<&str> = before.rows(table).chain(after.rows(table)).map(|(key, _)| key).collect();
        keys.sort_unstable();
        keys.dedup();
        for key in keys {
            let (a, b) = (before.row(table, key), after.row(table, key));
            if a != b {
                let row = |row: Option<&Arc<crate::world::Row>>| row.map(|row| (**row).clone());
                changes.push(Effect { table: table.into(), key: key.into(), before: row(a), after: row(b) });
            }
        }
    }
    changes
}
