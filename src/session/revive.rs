//! A session as it was at some event, rebuilt from its records by what they say happened; nothing is answered again.

use std::sync::Arc;

use super::call;
use super::engine::Engine;
use super::lines;
use super::live::{History, Inner, Parts, Phase, Session, Turn, past};
use super::store::Parked;
use crate::call::Problem;
use crate::journal::format::{CallRecord, Opened};
use crate::journal::{Event, Place, Record};
use crate::replay::rows;
use crate::world::{Clock, SANDBOX_ZONE, State};

/// Forks of forks that are followed back to their first session.
const MAX_GENERATIONS: usize = 1_000;

/// Places in the journal before the first record of a session, and of the one it comes from in the end.
#[derive(Clone, Copy)]
struct Places {
    began: Place,
    root: Place,
}

/// A session of which so many records are followed.
struct Generation {
    id: String,
    began: Place,
    events: u64,
}

impl Engine {
    /// What a session was after so many of its events.
    pub(super) fn rebuild(&self, session: &Session, events: u64) -> Result<Inner, Problem> {
        let places = Places { began: session.began, root: session.root };
        Ok(self.rebuild_named(&session.id, places, events)?.inner)
    }

    /// A parked session, back from the journal.
    pub(super) fn revive(&self, id: &str, parked: &Parked) -> Result<Arc<Session>, Problem> {
        let places = Places { began: parked.began, root: parked.root };
        Ok(Arc::new(Session::new(self.rebuild_named(id, places, parked.next.n)?)))
    }

    fn rebuild_named(&self, id: &str, places: Places, events: u64) -> Result<Parts, Problem> {
        let mut parts: Option<Parts> = None;
        for generation in self.generations(id, places, events)?.iter().rev() {
            let from = parts.take().map(|parts| parts.inner);
            parts = Some(self.play_on(generation, places, from)?);
        }
        parts.ok_or_else(|| broken(id, "it has no records"))
    }

    /// A session and those it was forked from, from the youngest to the eldest. A loop and no recursion, since there may
    /// be more of them than a stack holds.
    fn generations(&self, id: &str, places: Places, events: u64) -> Result<Vec<Generation>, Problem> {
        let mut all = Vec::new();
        let mut next = Some(Generation { id: id.into(), began: places.began, events });
        while let Some(generation) = next.take() {
            if all.len() == MAX_GENERATIONS {
                return Err(broken(id, "it is a fork of too many forks"));
            }
            let first = self.lines_of(&generation.id, generation.began, generation.events.min(1))?.next();
            let first = first.ok_or_else(|| broken(&generation.id, "it has no records"))??;
            let Event::Opened(opened) = lines::parse(&first)?.event else {
                return Err(broken(&generation.id, "its first record does not open it"));
            };
            let parent = opened.parent;
            next = parent.map(|parent| Generation { id: parent.session, began: places.root, events: parent.events });
            all.push(generation);
        }
        Ok(all)
    }

    /// Follows the records of one generation, from where the one before stood.
    fn play_on(&self, of: &Generation, places: Places, from: Option<Inner>) -> Result<Parts, Problem> {
        let (mut parts, mut from) = (None, from);
        for line in self.lines_of(&of.id, of.began, of.events)? {
            let record = lines::parse(&line?)?;
            match (&record.event, &mut parts) {
                (Event::Opened(opened), None) => {
                    parts = Some(self.opened_parts(&of.id, places, opened, &record, from.take())?);
                }
                (_, Some(parts)) => self.follow(parts, &record),
                (_, None) => return Err(broken(&of.id, "its first record does not open it")),
            }
        }
        parts.ok_or_else(|| broken(&of.id, "it has no records"))
    }

    fn opened_parts(
        &self,
        id: &str,
        places: Places,
        opened: &Opened,
        record: &Record,
        from: Option<Inner>,
    ) -> Result<Parts, Problem> {
        let script = opened.persona.as_deref().map(|persona| self.script(persona, opened.seed)).transpose()?;
        let persona = opened.persona.as_deref().and_then(|id| self.stage.suite.personas.get(id));
        let zone = persona.map_or(SANDBOX_ZONE, |persona| &persona.timezone);
        let history = opened.history.parse().unwrap_or(History::Gold);
        let inner = match from {
            Some(inner) => Inner { events: 1, ..inner },
            None => Inner {
                state: State::default(),
                clock: Clock::parse(&record.clock, zone).map_err(|e| broken(id, &e))?,
                events: 1,
                phase: if script.is_some() { Phase::Finished } else { Phase::Sandbox },
                past: past(script.as_deref(), history, opened.start),
                keys: Default::default(),
            },
        };
        Ok(Parts {
            id: id.into(),
            world: self.stage.world(opened.seed),
            history,
            agent: opened.agent.clone(),
            start: opened.start,
            end: opened.end,
            began: places.began,
            root: places.root,
            parent: opened.parent.clone(),
            script,
            inner,
        })
    }

    fn follow(&self, parts: &mut Parts, record: &Record) {
        let script = parts.script.clone();
        let scene = |index: usize| script.as_ref().and_then(|script| script.turns.get(index));
        let inner = &mut parts.inner;
        inner.events = record.n + 1;
        match &record.event {
            Event::TurnStarted(started) => {
                let Some(scene) = scene(started.index) else { return };
                inner.clock = scene.clock.clone();
                if parts.history == History::Gold || started.index == parts.start {
                    inner.keys.clear();
                    inner.state = scene.before.clone();
                }
                inner.phase = Phase::Turn(Turn::new(started.index, inner.state.clone()));
            }
            Event::Call(call) => self.redo(inner, parts.history, &parts.world, call),
            Event::Reply(reply) => {
                if let Phase::Turn(turn) = &mut inner.phase {
                    let ask = scene(turn.index).and_then(|scene| scene.ask.as_ref());
                    turn.said(&reply.text, reply.user.as_deref(), ask);
                }
            }
            Event::TurnEnded(_) => {
                if let Phase::Turn(turn) = std::mem::replace(&mut inner.phase, Phase::Finished)
                    && let (History::Own, Some(scene)) = (parts.history, scene(turn.index))
                {
                    inner.past.extend(turn.into_past(&scene.user));
                }
            }
            Event::Reset(reset) => {
                inner.keys.clear();
                let as_written = |turn: &usize| parts.history == History::Gold || *turn == parts.start;
                let before = reset.turn.filter(as_written).and_then(scene).map(|scene| scene.before.clone());
                match (&reset.rows, before, &inner.phase) {
                    (Some(rows), ..) => inner.state = rows::read(rows),
                    (None, Some(before), _) => inner.state = before,
                    (None, None, Phase::Turn(turn)) => inner.state = turn.began.clone(),
                    (None, None, _) => {}
                }
                if reset.to == "start" {
                    inner.past = past(script.as_deref(), parts.history, parts.start);
                }
            }
            Event::Closed(_) => inner.phase = Phase::Finished,
            Event::Opened(_) | Event::Forked(_) | Event::Snapshot(_) | Event::Exchange(_) => {}
        }
    }

    fn redo(&self, inner: &mut Inner, history: History, world: &crate::world::World, record: &CallRecord) {
        if record.retry_of.is_some() {
            return;
        }
        record.effects.iter().for_each(|effect| inner.state.redo(effect));
        let read = |raw: &serde_json::value::RawValue| serde_json::from_str(raw.get()).ok();
        let arguments = record.arguments.as_deref().and_then(read);
        let tool = self.stage.simulator.catalogue.find(&record.toolset, &record.tool);
        if let (Some(tool), Some(arguments), false) = (tool, &arguments, record.effects.is_empty()) {
            inner.state.count(crate::simulator::digest(world, tool, arguments));
        }
        if let Some(key) = record.idempotency_key.as_ref().filter(|_| record.arrived() && record.status < 500) {
            inner.keys.keep(key, super::keys::Stored { n: inner.events - 1, ..call::stored(record) });
        }
        if history == History::Own {
            call::remember_record(inner, record, arguments.as_ref());
        }
    }
}

fn broken(id: &str, detail: &str) -> Problem {
    Problem::new(500, "journal_failed", format!("The session {id} cannot be brought back: {detail}."))
}
