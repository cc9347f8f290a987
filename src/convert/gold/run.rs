//! What an agent did, as the records of a session.

use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Map, Value};

use crate::call::canonical;
use crate::catalogue::{Catalogue, arguments};
use crate::convert::time;
use crate::journal::format::{CallRecord, Closed, Opened, ReplyKind, ReplyRecord, TurnEnded, TurnStarted};
use crate::journal::{Event, Record, VERSION};
use crate::world::State;

/// One recorded run of a task.
#[derive(Clone, Debug)]
pub struct Run {
    /// Name of the session, unique in its journal.
    pub session: String,
    /// Who played, where it is known.
    pub agent: Option<String>,
    /// Id of the plan that it is a run of.
    pub persona: String,
    /// The turns, in order.
    pub turns: Vec<RunTurn>,
}

/// What happened in one turn.
#[derive(Clone, Debug)]
pub struct RunTurn {
    /// Id of the turn.
    pub id: String,
    /// Its position in the dialogue.
    pub index: usize,
    /// Session clock, RFC 3339.
    pub clock: String,
    /// Calls and words in order.
    pub steps: Vec<Step>,
    /// Whether the agent came to its end, or was cut off.
    pub ended: bool,
}

/// One thing that happened.
#[derive(Clone, Debug)]
pub enum Step {
    /// A call was answered.
    Call {
        /// Tool set.
        toolset: String,
        /// Tool.
        tool: String,
        /// The arguments as the agent wrote them.
        raw: String,
        /// Whether it was answered with what was asked for.
        ok: bool,
        /// The answer.
        body: Value,
    },
    /// The agent spoke.
    Said {
        /// Its words.
        text: String,
        /// What the user answered, where the turn went on.
        user: Option<String>,
    },
}

impl Run {
    /// The session as records. `source` names what answered the calls, since no catalogue of ours did.
    pub(super) fn records(&self, catalogue: &Catalogue, source: &str, turns: usize) -> Vec<Record> {
        let clock = self.turns.first().map_or("", |turn| turn.clock.as_str());
        let mut book = Book { session: &self.session, clock, records: Vec::new() };
        let finished = self.turns.len() == turns && self.turns.iter().all(|turn| turn.ended);
        book.put(Event::Opened(Box::new(self.opened(source, turns))));
        for turn in &self.turns {
            book.clock = &turn.clock;
            turn.write(&mut book, catalogue);
        }
        let reason = if finished { "finished" } else { "deleted" };
        book.put(Event::Closed(Closed { reason: reason.into() }));
        book.records
    }

    fn opened(&self, source: &str, turns: usize) -> Opened {
        Opened {
            utb: env!("CARGO_PKG_VERSION").into(),
            seed: 0,
            persona: Some(self.persona.clone()),
            history: "own".into(),
            // It was played from the project's files.
            suite: None,
            catalogue: source.to_owned(),
            agent: self.agent.clone(),
            start: 0,
            end: turns,
            parent: None,
        }
    }
}

impl RunTurn {
    fn write(&self, book: &mut Book<'_>, catalogue: &Catalogue) {
        // Which rows there were is not in the records; the state is none of ours.
        let state = State::default().digest();
        let (turn, index) = (self.id.clone(), self.index);
        book.put(Event::TurnStarted(TurnStarted { turn, index, state: state.clone() }));
        for step in &self.steps {
            book.put(step.event(&self.id, catalogue));
        }
        if self.ended {
            book.put(Event::TurnEnded(TurnEnded { turn: self.id.clone(), state }));
        }
    }
}

impl Step {
    fn event(&self, turn: &str, catalogue: &Catalogue) -> Event {
        match self {
            Self::Call { toolset, tool, raw, ok, body } => Event::Call(Box::new(CallRecord {
                turn: Some(turn.to_owned()),
                toolset: toolset.clone(),
                tool: tool.clone(),
                via: "post".into(),
                raw: Some(raw.clone()),
                raw_hex: None,
                arguments: accepted(catalogue, toolset, tool, raw),
                // What the peer answered with an error was understood and refused.
                status: if *ok { 200 } else { 409 },
                body: to_raw_value(body).unwrap_or_else(|_| RawValue::NULL.to_owned()),
                rendered: None,
                effects: Vec::new(),
                micros: 0,
                idempotency_key: None,
                retry_of: None,
                trace: None,
            })),
            Self::Said { text, user } => Event::Reply(ReplyRecord {
                turn: turn.to_owned(),
                text: text.clone(),
                // What the user answered was put to the user.
                kind: if user.is_some() { ReplyKind::Question } else { ReplyKind::Statement },
                declared: false,
                user: user.clone(),
                usage: None,
            }),
        }
    }
}

/// The arguments in canonical form with defaults, where the tool takes them.
fn accepted(catalogue: &Catalogue, toolset: &str, tool: &str, raw: &str) -> Option<Box<RawValue>> {
    let given: Map<String, Value> = serde_json::from_str(raw).ok()?;
    let prepared = arguments::prepare(catalogue.find(toolset, tool)?, given).ok()?;
    RawValue::from_string(String::from_utf8(canonical::object(&prepared)).ok()?).ok()
}

/// The records of one session, as they are written.
struct Book<'a> {
    session: &'a str,
    clock: &'a str,
    records: Vec<Record>,
}

impl Book<'_> {
    /// No run says when its steps were made, so the wall clock is that of the session.
    fn put(&mut self, event: Event) {
        let wall = time::text(time::micros(self.clock).unwrap_or(0));
        let (session, n) = (self.session.to_owned(), self.records.len() as u64);
        self.records.push(Record { v: VERSION, session, n, wall, clock: self.clock.to_owned(), event });
    }
}
