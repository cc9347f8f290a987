//! The agent door: all that an agent can reach.

use std::net::SocketAddr;
use std::sync::Arc;

use bytes::Bytes;
use hyper::body::Incoming as Body;
use hyper::{HeaderMap, Method, Request};
use serde_json::{Map, Value, json};

use super::message::{self, Reply};
use super::server::settle;
use crate::call::{Problem, ToolName, strict};
use crate::catalogue::export::Format;
use crate::catalogue::{Tool, arguments};
use crate::mcp;
use crate::session::{Answer, Engine, Incoming, ReplyRequest, SANDBOX, Session, Via};

const HINT: &str = "Tools are at /s/<session>/<tool set>/<tool>, or without a session at /<tool set>/<tool>; \
                    see /tools, /openapi.json, /s/<session>/turn.";

/// Answers one request.
pub async fn answer(request: &mut Request<Body>, engine: &Arc<Engine>, addr: SocketAddr) -> Reply {
    route(request, engine, addr).await.unwrap_or_else(|problem| message::problem(&problem))
}

async fn route(request: &mut Request<Body>, engine: &Arc<Engine>, addr: SocketAddr) -> Result<Reply, Problem> {
    let segments = message::segments(request.uri().path())?;
    let parts: Vec<&str> = segments.iter().map(String::as_str).collect();
    let (session, rest) = match parts.as_slice() {
        ["s", session, rest @ ..] => (super::session(engine, session).await?, rest),
        [] if *request.method() == Method::GET => return Ok(message::json(200, &index(engine))),
        rest => (super::session(engine, SANDBOX).await.map_err(|_| no_sandbox())?, rest),
    };
    let get = *request.method() == Method::GET;
    let post = *request.method() == Method::POST;
    match rest {
        [] if get => Ok(message::json(200, &index(engine))),
        ["turn"] if get => engine.turn(&session).map(|turn| message::json(200, &turn)),
        ["tools"] if get => tools(request, engine, &session),
        ["openapi.json"] if get => Ok(message::json(200, &engine.openapi(&session, &format!("http://{addr}")))),
        ["reply"] if post => reply(request, engine, &session).await,
        ["mcp"] => mcp::door::answer(request, engine, &session).await,
        [] | ["turn" | "tools" | "openapi.json"] => Ok(message::wrong_method(request.method(), "GET")),
        ["reply"] => Ok(message::wrong_method(request.method(), "POST")),
        [toolset, tool] => {
            let tool = ToolName::new(*toolset, *tool);
            call(request, engine, &session, tool).await
        }
        _ => Ok(message::no_such_path(request.uri().path(), HINT)),
    }
}

pub(crate) async fn call(
    request: &mut Request<Body>,
    engine: &Arc<Engine>,
    session: &Arc<Session>,
    tool: ToolName,
) -> Result<Reply, Problem> {
    let writes = engine.stage.simulator.catalogue.get(&tool).is_some_and(Tool::writes);
    if *request.method() == Method::GET && !writes {
        let query = request.uri().query().unwrap_or_default();
        let arguments = Some(arguments::of_query(engine.stage.simulator.catalogue.get(&tool), query));
        let raw = query.as_bytes();
        let incoming = Incoming { tool, raw, arguments, via: Via::Get, key: None, trace: trace(request.headers()) };
        return finish(engine, engine.call(session, incoming)).await;
    }
    if *request.method() != Method::POST {
        let allowed = if writes { "POST" } else { "POST, GET" };
        return Ok(message::wrong_method(request.method(), allowed));
    }
    let (raw, arguments) = match message::body(request.body_mut()).await {
        Ok(raw) => (raw, None),
        // A body that could not be read is a call all the same, and is journalled as one.
        Err(problem) => (Bytes::new(), Some(Err(problem))),
    };
    let (key, trace) = (idempotency_key(request.headers()), trace(request.headers()));
    let incoming = Incoming { tool, raw: &raw, arguments, via: Via::Post, key, trace };
    finish(engine, engine.call(session, incoming)).await
}

/// Nothing is answered before its record is written.
async fn finish(engine: &Arc<Engine>, answer: Answer) -> Result<Reply, Problem> {
    settle(engine, answer.ticket).await?;
    if let Some(rendered) = answer.rendered {
        return Ok(message::with_type(answer.status, &rendered.media_type, rendered.text.into()));
    }
    let media_type = if answer.status == 200 { "application/json" } else { "application/problem+json" };
    Ok(message::with_type(answer.status, media_type, answer.body))
}

pub(crate) async fn reply(
    request: &mut Request<Body>,
    engine: &Arc<Engine>,
    session: &Session,
) -> Result<Reply, Problem> {
    let bytes = message::body(request.body_mut()).await?;
    let expected = "expected {\"text\": \"…\"} and, if you like, \"kind\": \"question\" or \"statement\", \"usage\": {\"input_tokens\": 0}";
    let bad = |e: String| Problem::new(400, "bad_json", format!("The reply cannot be taken: {e}; {expected}."));
    let value = Value::Object(strict::object(&bytes).map_err(bad)?);
    let request: ReplyRequest =
        serde_json::from_value(value).map_err(|e| Problem::new(422, "invalid_reply", format!("{e}; {expected}.")))?;
    let (answer, ticket) = engine.reply(session, request)?;
    settle(engine, ticket).await?;
    Ok(message::json(200, &answer))
}

pub(crate) fn tools(request: &Request<Body>, engine: &Engine, session: &Session) -> Result<Reply, Problem> {
    let query = form_urlencoded::parse(request.uri().query().unwrap_or_default().as_bytes());
    let format = query.into_iter().find(|(name, _)| name == "format").map_or("openai".into(), |(_, value)| value);
    let format: Format = format.parse().map_err(|e: String| {
        let names = Format::ALL.map(|(name, _)| name.to_owned()).to_vec();
        Problem::new(422, "unknown_format", e).suggesting(names)
    })?;
    Ok(message::json(200, &engine.tools(session, format)))
}

fn no_sandbox() -> Problem {
    let detail = "This server has no sandbox; its tools are under /s/<session>/<tool set>/<tool>.";
    Problem::new(404, "no_sandbox", detail)
}

/// What a stranger finds at the root.
fn index(engine: &Engine) -> Value {
    let set = |set: &crate::catalogue::ToolSet| {
        let tools: Vec<&str> = set.tools.iter().map(|tool| tool.spec.name.as_str()).collect();
        (set.spec.toolset.clone(), json!(tools))
    };
    json!({
        "utb": env!("CARGO_PKG_VERSION"),
        "help": HINT,
        "toolsets": engine.stage.simulator.catalogue.toolsets().map(set).collect::<Map<_, _>>(),
    })
}

fn trace(headers: &HeaderMap) -> Option<&str> {
    headers.get("traceparent")?.to_str().ok()
}

fn idempotency_key(headers: &HeaderMap) -> Option<&str> {
    headers.get("idempotency-key")?.to_str().ok()
}
