use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Map, Value};

use super::engine::Engine;
use super::keys::Stored;
use super::live::{History, Inner, Phase, Session};
use crate::call::{Call, Outcome, Problem, Rendered, ToolName, canonical, hex};
use crate::catalogue::{Tool, arguments};
use crate::simulator::render::{CSV, XML};
use crate::journal::Event;
use crate::journal::format::{CallRecord, RenderedRecord};
use crate::script::{tool_call, tool_calls, tool_result};
use crate::simulator::Reply;

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
    pub body: Box<RawValue>,
    /// The body in another media type, where that was asked for.
    pub rendered: Option<Rendered>,
    /// To [`Engine::flush`].
    pub ticket: u64,
}

impl Engine {
    /// Answers a call in a session and journals it, whatever came of it.
    pub fn call(&self, session: &Session, incoming: Incoming<'_>) -> Answer {
        let began = now();
        let given = read(&incoming);
        let key = incoming.key.filter(|_| self.writes(&incoming.tool));
        let mut inner = session.lock();
        let seen = key.and_then(|key| inner.keys.get(key));
        if let Some(seen) = &seen
            && seen.call == named(&incoming)
        {
            return self.retried(session, &mut inner, &incoming, seen, began);
        }
        let given = match seen {
            Some(_) => Err(Problem::new(422, "idempotency_key_reused", REUSED)),
            None => given,
        };
        let reply = match given {
            Err(problem) => Reply::refused(None, &problem),
            Ok(arguments) => self.respond(session, &inner, &incoming.tool, arguments),
        };
        if let Some(state) = reply.state {
            inner.state = state;
        }
        if session.history == History::Own {
            remember(&mut inner, &incoming.tool.tool, reply.arguments.as_ref(), &reply.outcome);
        }
        let Outcome { status, body, rendered, effects } = reply.outcome;
        let body = to_raw_value(&body).expect("a JSON value is JSON");
        let turn = inner.turn().and_then(|turn| session.scene(turn.index)).map(|scene| scene.id.clone());
        let (raw, raw_hex) = match std::str::from_utf8(incoming.raw) {
            Ok(text) => (Some(text.to_owned()), None),
            Err(_) => (None, Some(hex(incoming.raw))),
        };
        let record = CallRecord {
            turn,
            toolset: incoming.tool.toolset.clone(),
            tool: incoming.tool.tool.clone(),
            via: incoming.via.word().into(),
            raw,
            raw_hex,
            arguments: reply.arguments.map(|arguments| canonical_raw(&arguments)),
            status,
            body: body.clone(),
            rendered: rendered.as_ref().map(rendered_record),
            effects,
            micros: began.elapsed().as_micros() as u64,
            idempotency_key: key.map(str::to_owned),
            retry_of: None,
            trace: incoming.trace.map(str::to_owned),
        };
        let n = inner.events;
        let ticket = self.record(&session.id, &mut inner, Event::Call(Box::new(record)));
        let answer = Answer { status, body, rendered, ticket };
        if let Some(key) = key.filter(|_| status < 500) {
            inner.keys.keep(key, Stored { call: named(&incoming), n, answer: answer.clone() });
        }
        answer
    }

    fn writes(&self, tool: &ToolName) -> bool {
        self.stage.simulator.catalogue.get(tool).is_some_and(Tool::writes)
    }

    /// A retry is journalled as one and changes nothing.
    fn retried(
        &self,
        session: &Session,
        inner: &mut Inner,
        incoming: &Incoming<'_>,
        seen: &Stored,
        began: Instant,
    ) -> Answer {
        let answer = seen.answer.clone();
        let record = CallRecord {
            turn: inner.turn().and_then(|turn| session.scene(turn.index)).map(|scene| scene.id.clone()),
            toolset: incoming.tool.toolset.clone(),
            tool: incoming.tool.tool.clone(),
            via: incoming.via.word().into(),
            raw: Some(String::from_utf8_lossy(incoming.raw).into_owned()),
            raw_hex: None,
            arguments: None,
            status: answer.status,
            body: answer.body.clone(),
            rendered: answer.rendered.as_ref().map(rendered_record),
            effects: Vec::new(),
            micros: began.elapsed().as_micros() as u64,
            idempotency_key: incoming.key.map(str::to_owned),
            retry_of: Some(seen.n),
            trace: incoming.trace.map(str::to_owned),
        };
        let ticket = self.record(&session.id, inner, Event::Call(Box::new(record)));
        Answer { ticket, ..answer }
    }

    /// A panic in a program's functions answers 500 and changes nothing: the state is replaced only by a reply.
    fn respond(&self, session: &Session, inner: &Inner, tool: &ToolName, arguments: Map<String, Value>) -> Reply {
        let call = Call { tool: tool.clone(), arguments };
        let offer = session.offer(inner);
        let run = || self.stage.simulator.respond_within(offer, &session.world, &inner.clock, &inner.state, call);
        catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|_| {
            let detail = format!("{tool} panicked while answering. The session is as it was before the call.");
            Reply::refused(None, &Problem::new(500, "panic", detail))
        })
    }
}

fn read(incoming: &Incoming<'_>) -> Result<Map<String, Value>, Problem> {
    match &incoming.arguments {
        Some(read) => read.clone(),
        None => arguments::of_body(incoming.raw),
    }
}

fn canonical_raw(arguments: &Map<String, Value>) -> Box<RawValue> {
    let text = String::from_utf8(canonical::object(arguments)).expect("canonical JSON is UTF-8");
    RawValue::from_string(text).expect("canonical JSON is JSON")
}

fn rendered_record(rendered: &Rendered) -> RenderedRecord {
    RenderedRecord { media_type: rendered.media_type.into(), text: rendered.text.clone() }
}

/// What makes two requests the same under one key.
fn named(incoming: &Incoming<'_>) -> (String, String, String) {
    let body = String::from_utf8_lossy(incoming.raw).into_owned();
    (incoming.tool.toolset.clone(), incoming.tool.tool.clone(), body)
}

/// What a recorded call keeps under its key.
pub(super) fn stored(record: &CallRecord) -> Stored {
    let media_type = |text: &str| if text.starts_with("text/csv") { CSV } else { XML };
    let rendered = record.rendered.as_ref();
    let rendered = rendered.map(|r| Rendered { media_type: media_type(&r.media_type), text: r.text.clone() });
    let raw = record.raw.clone().unwrap_or_default();
    Stored {
        call: (record.toolset.clone(), record.tool.clone(), raw),
        n: 0,
        answer: Answer { status: record.status, body: record.body.clone(), rendered, ticket: 0 },
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
fn remember(inner: &mut Inner, tool: &str, arguments: Option<&Map<String, Value>>, outcome: &Outcome) {
    let Phase::Turn(turn) = &mut inner.phase else { return };
    let id = format!("call_{}_{}", turn.index, turn.calls);
    turn.calls += 1;
    let nothing = Map::new();
    turn.talk.push(tool_calls(vec![tool_call(&id, tool, arguments.unwrap_or(&nothing))]).into());
    turn.talk.push(tool_result(&id, outcome).into());
}

#[expect(clippy::disallowed_methods, reason = "latency is measured in the session layer")]
fn now() -> Instant {
    Instant::now()
}
