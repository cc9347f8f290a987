use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::MutexGuard;
use std::time::Instant;

use bytes::Bytes;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::cache::{self, Cached};
use super::engine::Engine;
use super::keys::{self, Stored};
use super::live::{History, Inner, Phase, Session};
use super::metrics::From;
use super::passed::turn_id;
use super::recorded::{Miss, Recorded, Wanted};
use super::view::View;
use crate::call::{Call, Effect, Outcome, Problem, Rendered, ToolName, canonical, hex};
use crate::catalogue::{Tool, arguments};
use crate::journal::Event;
use crate::journal::format::{CallRecord, RenderedRecord};
use crate::script::{tool_call, tool_calls, tool_result};
use crate::simulator::{Reply, Shared};

/// Why a key cannot be used again.
const REUSED: &str = "This Idempotency-Key was used for another call in this session. Use a fresh key.";

/// How a call came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Via {
    /// `POST` with a JSON body.
    Post,
    /// `GET` with a query.
    Get,
    /// MCP `tools/call`.
    Mcp,
}

impl Via {
    fn word(self) -> &'static str {
        match self {
            Self::Post => "post",
            Self::Get => "get",
            Self::Mcp => "mcp",
        }
    }
}

/// A call as a door took it.
#[derive(Clone, Debug)]
pub struct Incoming<'a> {
    /// Tool set and tool as named.
    pub tool: ToolName,
    /// The body or query exactly as it came.
    pub raw: &'a [u8],
    /// The arguments, where the door reads them itself; else `raw` is the JSON object.
    pub arguments: Option<Result<Map<String, Value>, Problem>>,
    /// How it came.
    pub via: Via,
    /// `Idempotency-Key`, which only tools that write look at.
    pub key: Option<&'a str>,
    /// `traceparent`.
    pub trace: Option<&'a str>,
}

/// What to send back, once the record of `ticket` is safe.
#[derive(Clone, Debug)]
pub struct Answer {
    /// HTTP status.
    pub status: u16,
    /// The JSON body.
    pub body: Bytes,
    /// The body in another media type, where that was asked for.
    pub rendered: Option<Rendered>,
    /// To [`Engine::flush`].
    pub ticket: u64,
}

impl Answer {
    fn unrecorded(problem: &Problem) -> Self {
        let body = Bytes::from(serde_json::to_vec(problem).expect("a problem is JSON"));
        Self { status: problem.status, body, rendered: None, ticket: 0 }
    }
}

impl Engine {
    /// Answers a call in a session and journals it, whatever came of it. Only one that a close for good overtakes is not
    /// journalled: it is answered as if the session had been gone before it was looked for.
    pub fn call(&self, session: &Session, incoming: Incoming<'_>) -> Answer {
        self.within(session, &incoming, now()).unwrap_or_else(|gone| Answer::unrecorded(&gone))
    }

    fn within(&self, session: &Session, incoming: &Incoming<'_>, began: Instant) -> Result<Answer, Problem> {
        let mut inner = session.enter()?;
        if !self.writes(&incoming.tool) {
            return Ok(self.first_time(session, inner, incoming, began)?.0);
        }
        let key = incoming.key;
        let seen = key.and_then(|key| inner.keys.get(key));
        Ok(match seen {
            Some(seen) if seen.call == named(incoming) => {
                let told = Told { retry_of: Some(seen.n), ..Told::again(&seen.answer) };
                self.tell(session, &mut inner, incoming, told, began)
            }
            Some(_) => {
                let problem = Problem::new(422, "idempotency_key_reused", REUSED);
                self.finish(session, &mut inner, incoming, Reply::refused(None, &problem), began)
            }
            None => {
                let n = inner.events;
                let (answer, mut inner) = self.first_time(session, inner, incoming, began)?;
                // A request that did not come whole is what keys are for: its retry is the first to come.
                let arrived = !matches!(incoming.arguments, Some(Err(_)));
                if let Some(key) = key.filter(|_| arrived && answer.status < 500) {
                    inner.keys.keep(key, Stored { call: named(incoming), n, answer: answer.clone() });
                }
                answer
            }
        })
    }

    /// A call that is no retry: one that was recorded or shared already, or one that must be worked out.
    fn first_time<'a>(
        &self,
        session: &'a Session,
        mut inner: MutexGuard<'a, Inner>,
        incoming: &Incoming<'_>,
        began: Instant,
    ) -> Result<(Answer, MutexGuard<'a, Inner>), Problem> {
        if let Some(recorded) = &self.recorded
            && let Some(answer) = self.out_of_journal(recorded, session, &mut inner, incoming, began)
        {
            return Ok((answer, inner));
        }
        let offered = session.offer(&inner).holds(&incoming.tool.toolset);
        // With its own history a session keeps the arguments, which the cache does not.
        let key =
            (offered && session.history == History::Gold).then(|| cache::key(session, &inner, incoming)).flatten();
        let rows = inner.state.fingerprint();
        if let Some(cached) = key.as_ref().and_then(|key| self.cache.get(key, rows)) {
            return Ok((self.tell(session, &mut inner, incoming, Told::cached(&cached), began), inner));
        }
        let (reply, mut inner) = self.work_out(session, inner, incoming)?;
        // A key speaks of the clock at which it was made; when that has moved on, so has the answer.
        if let Some(key) = key.filter(|key| cache::key(session, &inner, incoming).as_ref() == Some(key)) {
            match reply.shared {
                Shared::No => {}
                Shared::OfState => self.cache.keep_for_rows(key, inner.state.fingerprint(), shared(&reply)),
                Shared::OfWorld => self.cache.keep(key, shared(&reply)),
            }
        }
        Ok((self.finish(session, &mut inner, incoming, reply, began), inner))
    }

    /// The reply to a call as the session stands when the lock is given back. A reading call is worked out without the
    /// lock, so that one session's readers do not wait for each other; when something that has a say in its answer
    /// changed meanwhile, it is worked out again. An error when the session was closed for good meanwhile.
    fn work_out<'a>(
        &self,
        session: &'a Session,
        inner: MutexGuard<'a, Inner>,
        incoming: &Incoming<'_>,
    ) -> Result<(Reply, MutexGuard<'a, Inner>), Problem> {
        let arguments = match read(incoming) {
            Err(problem) => return Ok((Reply::refused(None, &problem), inner)),
            Ok(arguments) => arguments,
        };
        let view = View::of(session, &inner);
        if self.writes(&incoming.tool) {
            return Ok((self.respond(session, &view, &incoming.tool, arguments), inner));
        }
        drop(inner);
        let reply = self.respond(session, &view, &incoming.tool, arguments.clone());
        let inner = session.enter()?;
        if view.still_holds(session, &inner, reply.shared) {
            return Ok((reply, inner));
        }
        Ok((self.respond(session, &View::of(session, &inner), &incoming.tool, arguments), inner))
    }

    /// The recorded answer; a refusal where only recorded calls are answered; nothing where the simulator may answer.
    fn out_of_journal(
        &self,
        recorded: &Recorded,
        session: &Session,
        inner: &mut Inner,
        incoming: &Incoming<'_>,
        began: Instant,
    ) -> Option<Answer> {
        let given = read(incoming).ok();
        let tool = self.stage.simulator.catalogue.get(&incoming.tool);
        let prepared = tool.zip(given.clone()).and_then(|(tool, given)| arguments::prepare(tool, given).ok());
        let wanted =
            Wanted { tool: &incoming.tool, prepared: prepared.as_ref(), read: given.as_ref(), raw: incoming.raw };
        let call = wanted.digest();
        match (recorded.answer(&wanted, inner.state.repeats(&call)), recorded.miss) {
            (Some(told), _) => {
                told.effects.iter().for_each(|effect| inner.state.redo(effect));
                inner.state.count(call);
                Some(self.tell(session, inner, incoming, told, began))
            }
            (None, Miss::Strict) => {
                let reply = Reply::refused(None, &recorded.refusal(&incoming.tool));
                Some(self.finish(session, inner, incoming, reply, began))
            }
            (None, Miss::Simulate) => None,
        }
    }

    /// Takes in what a call changed, and tells of it.
    fn finish(
        &self,
        session: &Session,
        inner: &mut Inner,
        incoming: &Incoming<'_>,
        reply: Reply,
        began: Instant,
    ) -> Answer {
        if let Some(state) = reply.state {
            inner.state = state;
        }
        if session.history == History::Own {
            remember(inner, &incoming.tool.tool, reply.arguments.as_ref(), &reply.outcome);
        }
        let Outcome { status, body, rendered, effects } = reply.outcome;
        let arguments = reply.arguments.map(|arguments| canonical_raw(&arguments));
        let body = json_bytes(&body);
        let told = Told { arguments, status, body, rendered, effects, retry_of: None, from: From::Work };
        self.tell(session, inner, incoming, told, began)
    }

    /// Journals a call and makes its answer.
    fn tell(
        &self,
        session: &Session,
        inner: &mut Inner,
        incoming: &Incoming<'_>,
        told: Told,
        began: Instant,
    ) -> Answer {
        let micros = began.elapsed().as_micros() as u64;
        self.metrics.call(&incoming.tool, told.status, micros, told.from);
        let (status, body, rendered) = (told.status, told.body.clone(), told.rendered.clone());
        let record = self.call_record(session, inner, incoming, told, micros);
        let ticket = self.record(&session.id, inner, Event::Call(Box::new(record)));
        Answer { status, body, rendered, ticket }
    }

    /// What the journal says of a call.
    pub(super) fn call_record(
        &self,
        session: &Session,
        inner: &Inner,
        incoming: &Incoming<'_>,
        told: Told,
        micros: u64,
    ) -> CallRecord {
        let (raw, raw_hex) = match std::str::from_utf8(incoming.raw) {
            Ok(text) => (Some(text.to_owned()), None),
            Err(_) => (None, Some(hex(incoming.raw))),
        };
        CallRecord {
            turn: turn_id(session, inner),
            toolset: incoming.tool.toolset.clone(),
            tool: incoming.tool.tool.clone(),
            via: incoming.via.word().into(),
            raw,
            raw_hex,
            arguments: told.arguments,
            status: told.status,
            body: raw_value(&told.body),
            rendered: told.rendered.as_ref().map(rendered_record),
            effects: told.effects,
            micros,
            idempotency_key: incoming.key.filter(|_| self.writes(&incoming.tool)).map(str::to_owned),
            retry_of: told.retry_of,
            trace: incoming.trace.map(str::to_owned),
        }
    }

    fn writes(&self, tool: &ToolName) -> bool {
        self.stage.simulator.catalogue.get(tool).is_some_and(Tool::writes)
    }

    /// A panic in a program's functions answers 500 and changes nothing: the state is replaced only by a reply.
    fn respond(&self, session: &Session, view: &View<'_>, tool: &ToolName, arguments: Map<String, Value>) -> Reply {
        let call = Call { tool: tool.clone(), arguments };
        let run = || self.stage.simulator.respond_within(view.offer, &session.world, &view.clock, &view.state, call);
        catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|_| {
            let detail = format!("{tool} panicked while answering. The session is as it was before the call.");
            Reply::refused(None, &Problem::new(500, "panic", detail))
        })
    }
}

pub(super) fn read(incoming: &Incoming<'_>) -> Result<Map<String, Value>, Problem> {
    match &incoming.arguments {
        Some(read) => read.clone(),
        None => arguments::of_body(incoming.raw),
    }
}

/// What is journalled and answered of a call.
pub(super) struct Told {
    pub arguments: Option<Box<RawValue>>,
    pub status: u16,
    pub body: Bytes,
    pub rendered: Option<Rendered>,
    pub effects: Vec<Effect>,
    pub retry_of: Option<u64>,
    pub from: From,
}

impl Told {
    fn again(answer: &Answer) -> Self {
        let (status, body, rendered) = (answer.status, answer.body.clone(), answer.rendered.clone());
        Self { arguments: None, status, body, rendered, effects: Vec::new(), retry_of: None, from: From::Retry }
    }

    fn cached(cached: &Cached) -> Self {
        let (status, body, rendered) = (cached.status, cached.body.clone(), cached.rendered.clone());
        let arguments = cached.arguments.clone();
        Self { arguments, status, body, rendered, effects: Vec::new(), retry_of: None, from: From::Shared }
    }
}

fn shared(reply: &Reply) -> Cached {
    Cached {
        arguments: reply.arguments.as_ref().map(canonical_raw),
        status: reply.outcome.status,
        body: json_bytes(&reply.outcome.body),
        rendered: reply.outcome.rendered.clone(),
    }
}

fn json_bytes(body: &Value) -> Bytes {
    Bytes::from(serde_json::to_vec(body).expect("a JSON value is JSON"))
}

/// The record holds the very bytes that are answered.
fn raw_value(body: &Bytes) -> Box<RawValue> {
    raw_text(std::str::from_utf8(body).expect("JSON is UTF-8"))
}

/// Text that is known to be JSON.
pub(super) fn raw_text(text: &str) -> Box<RawValue> {
    RawValue::from_string(text.to_owned()).expect("what was written as JSON is JSON")
}

pub(super) fn canonical_raw(arguments: &Map<String, Value>) -> Box<RawValue> {
    let text = String::from_utf8(canonical::object(arguments)).expect("canonical JSON is UTF-8");
    RawValue::from_string(text).expect("canonical JSON is JSON")
}

fn rendered_record(rendered: &Rendered) -> RenderedRecord {
    RenderedRecord { media_type: rendered.media_type.to_string(), text: rendered.text.clone() }
}

/// What makes two requests the same under one key.
fn named(incoming: &Incoming<'_>) -> [u8; 32] {
    keys::digest(&incoming.tool.toolset, &incoming.tool.tool, incoming.raw)
}

/// What a recorded call keeps under its key.
pub(super) fn stored(record: &CallRecord) -> Stored {
    let rendered = record.rendered.as_ref();
    let rendered = rendered.map(|r| Rendered { media_type: r.media_type.clone().into(), text: r.text.clone() });
    let raw = record.request_bytes();
    Stored {
        call: keys::digest(&record.toolset, &record.tool, &raw),
        n: 0,
        answer: Answer { status: record.status, body: Bytes::from(record.body.get().to_owned()), rendered, ticket: 0 },
    }
}

/// A recorded call as part of its session's own history.
pub(super) fn remember_record(inner: &mut Inner, record: &CallRecord, arguments: Option<&Map<String, Value>>) {
    let body = serde_json::from_str(record.body.get()).unwrap_or(Value::Null);
    let mut outcome = Outcome { status: record.status, ..Outcome::ok(body) };
    outcome.rendered = stored(record).answer.rendered;
    remember(inner, &record.tool, arguments, &outcome);
}

/// With its own history, an agent sees its own calls later.
pub(super) fn remember(inner: &mut Inner, tool: &str, arguments: Option<&Map<String, Value>>, outcome: &Outcome) {
    let Phase::Turn(turn) = &mut inner.phase else { return };
    let id = format!("call_{}_{}", turn.index, turn.calls);
    turn.calls += 1;
    // In the spelling of the journal, so that a session that comes back from there remembers the same.
    let spelled = arguments.and_then(|arguments| serde_json::from_slice(&canonical::object(arguments)).ok());
    turn.talk.push(tool_calls(vec![tool_call(&id, tool, &spelled.unwrap_or_default())]).into());
    turn.talk.push(tool_result(&id, outcome).into());
}

#[expect(clippy::disallowed_methods, reason = "latency is measured in the session layer")]
fn now() -> Instant {
    Instant::now()
}
