//! The operator door: sessions, journals, verdicts. Nothing here may be reachable from the agent door.

use std::net::SocketAddr;
use std::sync::Arc;

use http_body_util::Either;
use hyper::body::Incoming as Body;
use hyper::{Method, Request};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::message::{self, Reply};
use super::server::settle;
use super::{Answer, aside, session};
use crate::call::{Problem, strict};
use crate::session::{Engine, ForkRequest, OpenRequest};

const HINT: &str = "See /sessions, /sessions/<id> and under it journal, verdicts, state, diff, fork, reset, snapshots; \
                    /personas, /metrics, /health.";

/// Media type of OpenMetrics.
const METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Answers one request.
pub async fn answer(request: &mut Request<Body>, engine: &Arc<Engine>, agent: SocketAddr) -> Answer {
    route(request, engine, agent).await.unwrap_or_else(|problem| message::problem(&problem).map(Either::Left))
}

async fn route(request: &mut Request<Body>, engine: &Arc<Engine>, agent: SocketAddr) -> Result<Answer, Problem> {
    let segments = message::segments(request.uri().path())?;
    let parts: Vec<&str> = segments.iter().map(String::as_str).collect();
    match parts.as_slice() {
        ["sessions", id, "journal"] if *request.method() == Method::GET => {
            super::whole_journal(engine, session(engine, id).await?).await
        }
        parts => whole(request, parts, engine, agent).await.map(|reply| reply.map(Either::Left)),
    }
}

/// The answers that are made whole before they are sent.
async fn whole(
    request: &mut Request<Body>,
    parts: &[&str],
    engine: &Arc<Engine>,
    agent: SocketAddr,
) -> Result<Reply, Problem> {
    let method = request.method().clone();
    let (get, post, delete) = (method == Method::GET, method == Method::POST, method == Method::DELETE);
    match parts {
        [] if get => Ok(message::json(200, &index(agent))),
        ["health"] if get => Ok(message::json(200, &json!({ "status": "ok" }))),
        ["metrics"] if get => Ok(message::with_type(200, METRICS, engine.metrics().into())),
        ["personas"] if get => Ok(message::json(200, &engine.personas())),
        ["sessions"] if get => {
            // There may be very many of them.
            let engine = engine.clone();
            Ok(message::json(200, &aside(move || Ok(engine.list())).await?))
        }
        ["sessions"] if post => open(request, engine, agent).await,
        ["sessions", id] if get => {
            let session = session(engine, id).await?;
            Ok(message::json(200, &with_url(engine.describe(&session), agent)))
        }
        ["sessions", id] if delete => {
            settle(engine, engine.close(id)?).await?;
            Ok(message::json(200, &json!({ "id": id, "status": "closed" })))
        }
        ["sessions", id, "verdicts"] if get => {
            let (engine, session) = (engine.clone(), session(engine, id).await?);
            let verdicts = aside(move || engine.verdicts(&session)).await?;
            let value = serde_json::to_value(verdicts).map_err(|e| Problem::new(500, "verdicts", e.to_string()))?;
            Ok(message::json(200, &value))
        }
        ["sessions", id, "fork"] if post => {
            let (session, asked) = (session(engine, id).await?, fields::<ForkRequest>(request, FORK).await?);
            let (child, ticket) = match asked.at {
                None => engine.fork(&session, asked)?,
                Some(_) => {
                    let engine = engine.clone();
                    aside(move || engine.fork(&session, asked)).await?
                }
            };
            settle(engine, ticket).await?;
            Ok(message::json(201, &with_url(engine.describe(&child), agent)))
        }
        ["sessions", id, "reset"] if post => {
            let (session, asked) = (session(engine, id).await?, fields(request, RESET).await?);
            let (answer, ticket) = engine.reset(&session, &asked)?;
            settle(engine, ticket).await?;
            Ok(message::json(200, &answer))
        }
        ["sessions", id, "snapshots"] if post => {
            let (answer, ticket) = engine.snapshot(&*session(engine, id).await?)?;
            settle(engine, ticket).await?;
            Ok(message::json(201, &answer))
        }
        ["sessions", id, "state"] if get => Ok(message::json(200, &engine.state_of(&*session(engine, id).await?))),
        ["sessions", id, "diff"] if get => {
            let query = form_urlencoded::parse(request.uri().query().unwrap_or_default().as_bytes());
            let from = query.into_iter().find(|(name, _)| name == "from").map(|(_, value)| value.into_owned());
            let missing = || Problem::new(422, "no_from", "Say from which session or snapshot: ?from=<id or digest>.");
            let from = from.ok_or_else(missing)?;
            let (engine, session) = (engine.clone(), session(engine, id).await?);
            Ok(message::json(200, &aside(move || engine.diff(&session, &from)).await?))
        }
        ["sessions"] => Ok(message::wrong_method(&method, "GET, POST")),
        ["sessions", _] => Ok(message::wrong_method(&method, "GET, DELETE")),
        ["sessions", _, "fork" | "reset" | "snapshots"] => Ok(message::wrong_method(&method, "POST")),
        [] | ["health" | "metrics" | "personas"] | ["sessions", _, "journal" | "verdicts" | "state" | "diff"] => {
            Ok(message::wrong_method(&method, "GET"))
        }
        _ => Ok(message::no_such_path(request.uri().path(), HINT)),
    }
}

async fn open(request: &mut Request<Body>, engine: &Arc<Engine>, agent: SocketAddr) -> Result<Reply, Problem> {
    let asked: OpenRequest = fields(request, OPEN).await?;
    let (session, ticket) = match engine.opens_at_once(&asked) {
        true => engine.open(asked)?,
        false => {
            let engine = engine.clone();
            aside(move || engine.open(asked)).await?
        }
    };
    settle(engine, ticket).await?;
    Ok(message::json(201, &with_url(engine.describe(&session), agent)))
}

const OPEN: &str = "expected persona and, if you like, turn, turns, seed, history (gold, own), agent";
const FORK: &str = "expected nothing, or at (number of an event) and agent";
const RESET: &str = "expected nothing, or to (turn, start, or the digest of a snapshot)";

/// Reads a body into the fields of a request.
async fn fields<T: DeserializeOwned>(request: &mut Request<Body>, expected: &str) -> Result<T, Problem> {
    let bytes = message::body(request.body_mut()).await?;
    let bad = |e: String| Problem::new(400, "bad_json", format!("The request cannot be taken: {e}."));
    let value = Value::Object(strict::object(&bytes).map_err(bad)?);
    serde_json::from_value(value).map_err(|e| Problem::new(422, "invalid_request", format!("{e}; {expected}.")))
}

/// Adds the URL under which an agent plays the session.
fn with_url(mut description: Value, agent: SocketAddr) -> Value {
    let path = description["path"].as_str().unwrap_or_default();
    description["url"] = Value::from(format!("http://{agent}{path}"));
    description
}

fn index(agent: SocketAddr) -> Value {
    json!({ "utb": env!("CARGO_PKG_VERSION"), "agent": format!("http://{agent}"), "help": HINT })
}
