//! What an agent did, by session and turn: the records of a journal put together.
//!
//! - [`Transcript`], [`TurnRun`], [`CallRun`], [`ReplyRun`]: the result
//! - [`Collector`]: takes records of any number of interleaved sessions one by one
//! - `build`: one session's records in their order, as turns
//! - `written`: what an agent wrote where it was not valid

mod build;
mod collect;
mod written;

use serde_json::{Map, Value};

use crate::call::{Effect, canonical};
use crate::catalogue::Catalogue;
use crate::journal::format::{CallRecord, Opened, ReplyKind, ReplyRecord};

pub use collect::{Collected, Collector};

/// One session.
#[derive(Clone, Debug)]
pub struct Transcript {
    /// Its id.
    pub session: String,
    /// Its place among the sessions of the journal, from 0, by first record.
    pub place: usize,
    /// How it began, unless that record is missing.
    pub opened: Option<Box<Opened>>,
    /// Its turns in the order in which they were started.
    pub turns: Vec<TurnRun>,
    /// Whether it played all turns for which it was opened.
    pub finished: bool,
}

/// What happened in one turn.
#[derive(Clone, Debug, PartialEq)]
pub struct TurnRun {
    /// Id of the turn.
    pub turn: String,
    /// Position in the dialogue, unless its start is missing.
    pub index: Option<usize>,
    /// Digest of the state in which it began, unless its start is missing.
    pub state: Option<String>,
    /// Its calls in the order in which they were answered.
    pub calls: Vec<CallRun>,
    /// What the agent said, in order.
    pub replies: Vec<ReplyRun>,
    /// Whether the turn ended.
    pub ended: bool,
    /// Whether all its records are there. One that was cut off, or of which records are missing, is not.
    pub whole: bool,
}

/// One call.
#[derive(Clone, Debug, PartialEq)]
pub struct CallRun {
    /// Number of its record in the session; in the first turn of a fork it may be one of the parent's.
    pub n: u64,
    /// Position among the calls and replies of the turn.
    pub at: usize,
    /// Tool set.
    pub toolset: String,
    /// Tool.
    pub tool: String,
    /// The arguments with defaults filled in; as the agent wrote them where they were not valid.
    pub arguments: Map<String, Value>,
    /// The arguments as the agent wrote them: JSON text, unless that is what is wrong with them.
    pub written: String,
    /// Whether the arguments fit the schema.
    pub valid: bool,
    /// HTTP status.
    pub status: u16,
    /// The answer.
    pub body: Value,
    /// Rows that changed.
    pub effects: Vec<Effect>,
    /// Latency in microseconds.
    pub micros: u64,
    /// Whether another server answered it: then nobody knows which rows changed.
    pub passed_on: bool,
}

/// One reply.
#[derive(Clone, Debug, PartialEq)]
pub struct ReplyRun {
    /// Number of its record in the session; in the first turn of a fork it may be one of the parent's.
    pub n: u64,
    /// Position among the calls and replies of the turn.
    pub at: usize,
    /// What was said.
    pub reply: ReplyRecord,
}

/// Something that happened in a turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TurnEvent<'a> {
    /// A call was answered.
    Call(&'a CallRun),
    /// The agent spoke.
    Reply(&'a ReplyRun),
}

impl TurnEvent<'_> {
    /// Position in the turn.
    pub fn at(&self) -> usize {
        match self {
            Self::Call(call) => call.at,
            Self::Reply(reply) => reply.at,
        }
    }
}

impl TurnRun {
    /// A turn that began now; one without an index lacks its start.
    fn new(turn: &str, index: Option<usize>, state: Option<String>) -> Self {
        let (calls, replies) = (Vec::new(), Vec::new());
        Self { turn: turn.to_owned(), index, state, calls, replies, ended: false, whole: index.is_some() }
    }

    /// Whether anything happened in it, as far as is known. One that only started was never run.
    pub fn is_begun(&self) -> bool {
        self.ended || !self.whole || !self.calls.is_empty() || !self.replies.is_empty()
    }

    fn push_call(&mut self, call: CallRun) {
        let at = self.calls.len() + self.replies.len();
        self.calls.push(CallRun { at, ..call });
    }

    fn push_reply(&mut self, reply: ReplyRun) {
        let at = self.calls.len() + self.replies.len();
        self.replies.push(ReplyRun { at, ..reply });
    }

    /// Calls and replies in the order of the journal.
    pub fn events(&self) -> Vec<TurnEvent<'_>> {
        let calls = self.calls.iter().map(TurnEvent::Call);
        let mut events: Vec<_> = calls.chain(self.replies.iter().map(TurnEvent::Reply)).collect();
        events.sort_by_key(TurnEvent::at);
        events
    }

    /// Questions to the user, in order.
    pub fn questions(&self) -> impl Iterator<Item = &ReplyRun> {
        self.replies.iter().filter(|reply| reply.reply.kind == ReplyKind::Question)
    }
}

impl CallRun {
    fn new(n: u64, call: &CallRecord, catalogue: &Catalogue) -> Self {
        let valid = call.arguments.as_deref().and_then(|raw| serde_json::from_str(raw.get()).ok());
        Self {
            n,
            at: 0,
            toolset: call.toolset.clone(),
            tool: call.tool.clone(),
            valid: valid.is_some(),
            written: written::text(call, catalogue),
            arguments: valid.unwrap_or_else(|| written::arguments(call, catalogue)),
            status: call.status,
            body: serde_json::from_str(call.body.get()).unwrap_or_default(),
            effects: call.effects.clone(),
            micros: call.micros,
            passed_on: false,
        }
    }

    /// The same bytes for calls of the same tool with the same arguments.
    pub fn identity(&self) -> Vec<u8> {
        let mut bytes = format!("{}/{} ", self.toolset, self.tool).into_bytes();
        bytes.extend(canonical::object(&self.arguments));
        bytes
    }

    /// Whether it was answered with what was asked for.
    pub fn is_ok(&self) -> bool {
        self.status < 400
    }

    /// Whether the service failed, which says nothing about the agent.
    pub fn is_failure_of_the_service(&self) -> bool {
        self.status >= 500
    }
}
