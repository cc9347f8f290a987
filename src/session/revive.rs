//! A session as it was at some event, rebuilt from its records by what they say happened; nothing is answered again.

use std::sync::Arc;

use super::call;
use super::engine::Engine;
use super::live::{History, Inner, Parts, Phase, Session, Turn, past};
use crate::call::Problem;
use crate::journal::format::{CallRecord, Opened};
use crate::journal::{self, Event, JournalError, Record};
use crate::replay::rows;
use crate::world::{Clock, SANDBOX_ZONE, State};

/// Forks of forks that are followed back to their first session.
const MAX_GENERATIONS: usize = 1_000;

impl Engine {
    /// What a session was after so many of its events.
    pub(super) fn rebuild(&self, session: &Session, events: u64) -> Result<Inner, Problem> {
        let (parts, _) = self.rebuild_named(&session.id, session.journal_file, events, 0)?;
        Ok(parts.inner)
    }

    /// A parked session, back from the journal.
    pub(super) fn revive(&self, id: &str, journal_file: u32) -> Result<Arc<Session>, Problem> {
        let (parts, _) = self.rebuild_named(id, journal_file, u64::MAX, 0)?;
        Ok(Arc::new(Session::new(parts)))
    }

    fn rebuild_named(&self, id: &str, file: u32, events: u64, depth: usize) -> Result<(Parts, u64), Problem> {
        if depth == MAX_GENERATIONS {
            return Err(broken(id, "it is a fork of too many forks"));
        }
        let mut parts: Option<Parts> = None;
        for record in self.records_of(id, file)?.into_iter().filter(|record| record.n < events) {
            match (&record.event, &mut parts) {
                (Event::Opened(opened), _) => parts = Some(self.opened_parts(id, file, opened, &record, depth)?),
                (_, Some(parts)) => self.follow(parts, &record),
                (_, None) => return Err(broken(id, "its first record is missing")),
            }
        }
        let parts = parts.ok_or_else(|| broken(id, "it has no records"))?;
        let count = parts.inner.events;
        Ok((parts, count))
    }

    fn opened_parts(
        &self,
        id: &str,
        file: u32,
        opened: &Opened,
        record: &Record,
        depth: usize,
    ) -> Result<Parts, Problem> {
        let script = opened.persona.as_deref().map(|persona| self.script(persona, opened.seed)).transpose()?;
        let persona = opened.persona.as_deref().and_then(|id| self.stage.suite.personas.get(id));
        let zone = persona.map_or(SANDBOX_ZONE, |persona| &persona.timezone);
        let history = opened.history.parse().unwrap_or(History::Gold);
        let inner = match &opened.parent {
            Some(parent) => {
                let (parts, _) = self.rebuild_named(&parent.session, file, parent.events, depth + 1)?;
                Inner { events: 1, ..parts.inner }
            }
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
            journal_file: file,
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

    /// Records of a session on disk, from the file in which it began.
    pub(super) fn records_of(&self, id: &str, file: u32) -> Result<Vec<Record>, Problem> {
        let failed = |e: &dyn std::fmt::Display| Problem::new(500, "journal_failed", e.to_string());
        self.journal.flush_all().map_err(|e| failed(&e))?;
        let wanted = journal::read_from(&self.journal.dir(), file).map_err(|e| failed(&e))?.only(id);
        let mut records = Vec::new();
        for entry in wanted {
            match entry {
                Ok(entry) => records.push(entry.record),
                // Somebody else's record is being written at this moment; this session's were flushed above.
                Err(JournalError::Torn { .. }) => break,
                Err(e) => return Err(failed(&e)),
            }
        }
        Ok(records)
    }
}

fn broken(id: &str, detail: &str) -> Problem {
    Problem::new(500, "journal_failed", format!("The session {id} cannot be brought back: {detail}."))
}
