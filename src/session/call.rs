use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Map, Value};

use super::engine::Engine;
use super::live::{History, Inner, Phase, Session};
use crate::call::{Call, Outcome, Problem, Rendered, ToolName, canonical, hex};
use crate::catalogue::arguments;
use crate::journal::Event;
use crate::journal::format::{CallRecord, RenderedRecord};
use crate::script::{tool_call, tool_calls, tool_result};
use crate::simulator::Reply;

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
        let mut inner = session.lock();
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
            toolset: incoming.tool.toolset,
            tool: incoming.tool.tool,
            via: incoming.via.word().into(),
            raw,
            raw_hex,
            arguments: reply.arguments.map(|arguments| canonical_raw(&arguments)),
            status,
            body: body.clone(),
            rendered: rendered.as_ref().map(|r| RenderedRecord { media_type: r.media_type.into(), text: r.text.clone() }),
            effects,
            micros: began.elapsed().as_micros() as u64,
            trace: incoming.trace.map(str::to_owned),
        };
        let ticket = self.record(&session.id, &mut inner, Event::Call(Box::new(record)));
        Answer { status, body, rendered, ticket }
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
