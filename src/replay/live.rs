use std::sync::Arc;

use serde_json::{Map, Value};

use super::rows;
use super::stage::{Stage, StageError};
use crate::call::{Call, Problem, ToolName, strict};
use crate::catalogue::arguments;
use crate::journal::format::{CallRecord, Opened};
use crate::journal::{Event, Record};
use crate::script::Script;
use crate::simulator::{Offer, Reply};
use crate::world::{Clock, State, World};

/// One session, rebuilt from its records.
#[derive(Clone, Debug)]
pub struct Live {
    world: Arc<World>,
    script: Option<Arc<Script>>,
    own_history: bool,
    /// Rows at this moment.
    pub state: State,
    clock: Clock,
    turn: Option<usize>,
    /// Position of the session's first turn.
    start: usize,
    /// The state in which the turn began.
    began: State,
    finished: bool,
}

impl Live {
    /// The session that an `opened` record begins, in the world of its own seed or of another.
    ///
    /// # Errors
    ///
    /// Its persona is not in the suite, or the clock is none.
    pub fn open(stage: &Stage, opened: &Opened, clock: &str, seed: Option<u64>) -> Result<Self, StageError> {
        let seed = seed.unwrap_or(opened.seed);
        let script = opened.persona.as_deref().map(|persona| stage.script(persona, seed)).transpose()?;
        let zone = opened.persona.as_deref().and_then(|id| stage.suite.personas.get(id));
        let zone = zone.map_or(crate::world::SANDBOX_ZONE, |persona| &persona.timezone);
        let clock = Clock::parse(clock, zone).map_err(StageError::Broken)?;
        Ok(Self {
            world: stage.world(seed),
            script,
            own_history: opened.history == "own",
            state: State::default(),
            clock,
            turn: None,
            start: opened.start,
            began: State::default(),
            finished: false,
        })
    }

    /// Answers a recorded call again; `None` for one whose body never arrived, so that there is nothing to answer.
    pub fn answer(&mut self, stage: &Stage, call: &CallRecord) -> Option<Reply> {
        let tool = ToolName::new(&call.toolset, &call.tool);
        let reply = match self.read(stage, &tool, call)? {
            Err(problem) => Reply::refused(None, &problem),
            Ok(arguments) => {
                let call = Call { tool, arguments };
                stage.simulator.respond_within(self.offer(), &self.world, &self.clock, &self.state, call)
            }
        };
        if let Some(state) = &reply.state {
            self.state = state.clone();
        }
        Some(reply)
    }

    /// Takes in any other record; says whether the session is another one after it.
    pub fn follow(&mut self, record: &Record) -> bool {
        match &record.event {
            Event::TurnStarted(started) => {
                let scene = self.script.as_ref().and_then(|script| script.turns.get(started.index));
                let Some(scene) = scene else { return false };
                if self.turn.is_none() || self.begins_as_written(started.index) {
                    self.state = scene.before.clone();
                }
                self.began = self.state.clone();
                self.clock = scene.clock.clone();
                self.turn = Some(started.index);
                self.finished = false;
            }
            Event::Reset(reset) => match &reset.rows {
                Some(rows) => self.state = rows::read(rows),
                // Now and not with the turn that begins next: a fork may leave in between.
                None => self.state = self.before(reset.turn).unwrap_or_else(|| self.began.clone()),
            },
            // Between two turns nothing is on offer: a fork may leave there.
            Event::TurnEnded(_) | Event::Closed(_) => self.finished = true,
            _ => return false,
        }
        true
    }

    /// Whether a turn begins in the state that the script has before it, and not in the session's own.
    fn begins_as_written(&self, turn: usize) -> bool {
        !self.own_history || turn == self.start
    }

    /// The state that the script has before a turn, where the turn begins in it.
    fn before(&self, turn: Option<usize>) -> Option<State> {
        let turn = turn.filter(|turn| self.begins_as_written(*turn))?;
        self.script.as_ref()?.turns.get(turn).map(|scene| scene.before.clone())
    }

    fn offer(&self) -> Offer<'_> {
        match (self.finished, &self.script, self.turn) {
            (true, ..) => Offer::Nothing,
            (false, None, _) => Offer::All,
            (false, Some(script), turn) => {
                let scene = turn.and_then(|index| script.turns.get(index));
                scene.map_or(Offer::Nothing, |scene| Offer::Only(&scene.toolsets))
            }
        }
    }

    fn read(&self, stage: &Stage, tool: &ToolName, call: &CallRecord) -> Option<Result<Map<String, Value>, Problem>> {
        let raw = match (&call.raw, &call.raw_hex) {
            (Some(raw), _) => raw.as_bytes().to_vec(),
            (None, Some(hex)) => crate::call::unhex(hex)?,
            (None, None) => return None,
        };
        if call.retry_of.is_some() || call.body.get().contains("\"idempotency_key_reused\"") {
            return None;
        }
        if !call.arrived() {
            return None;
        }
        Some(match call.via.as_str() {
            "get" => {
                let text = String::from_utf8_lossy(&raw).into_owned();
                arguments::of_query(stage.simulator.catalogue.get(tool), &text)
            }
            "mcp" => {
                let message = strict::value(&raw).unwrap_or(Value::Null);
                arguments::of_member(message.pointer("/params/arguments"))
            }
            _ => arguments::of_body(&raw),
        })
    }
}
