//! The operator door: sessions, journals, verdicts. Nothing here may be reachable from the agent door.

use std::net::SocketAddr;
use std::sync::Arc;

use hyper::body::Incoming as Body;
use hyper::{Method, Request};
use serde_json::{Value, json};

use super::message::{self, Reply};
use super::server::settle;
use crate::call::{Problem, strict};
use crate::session::{Engine, OpenRequest};

const HINT: &str = "See /sessions, /sessions/<id>, /sessions/<id>/journal, /sessions/<id>/verdicts, /personas, /health.";

/// Answers one request.
pub async fn answer(request: Request<Body>, engine: &Arc<Engine>, agent: SocketAddr) -> Reply {
    route(request, engine, agent).await.unwrap_or_else(|problem| message::problem(&problem))
}

async fn route(request: Request<Body>, engine: &Arc<Engine>, agent: SocketAddr) -> Result<Reply, Problem> {
    let segments = message::segments(request.uri().path())?;
    let parts: Vec<&str> = segments.iter().map(String::as_str).collect();
    let method = request.method().clone();
    let (get, post, delete) = (method == Method::GET, method == Method::POST, method == Method::DELETE);
    match parts.as_slice() {
        [] if get => Ok(message::json(200, &index(agent))),
        ["health"] if get => Ok(message::json(200, &json!({ "status": "ok" }))),
        ["personas"] if get => Ok(message::json(200, &engine.personas())),
        ["sessions"] if get => Ok(message::json(200, &engine.list())),
        ["sessions"] if post => open(request, engine, agent).await,
        ["sessions", id] if get => {
            let session = engine.session(id)?;
            Ok(message::json(200, &with_url(engine.describe(&session), agent)))
        }
        ["sessions", id] if delete => {
            settle(engine, engine.close(id)?).await?;
            Ok(message::json(200, &json!({ "id": id, "status": "closed" })))
        }
        ["sessions", id, "journal"] if get => {
            let session = engine.session(id)?;
            Ok(message::json(200, &Value::Array(engine.journal_lines(&session)?)))
        }
        ["sessions", id, "verdicts"] if get => {
            let session = engine.session(id)?;
            let verdicts = engine.verdicts(&session)?;
            let value = serde_json::to_value(verdicts).map_err(|e| Problem::new(500, "verdicts", e.to_string()))?;
            Ok(message::json(200, &value))
        }
        ["sessions"] => Ok(message::wrong_method(&method, "GET, POST")),
        ["sessions", _] => Ok(message::wrong_method(&method, "GET, DELETE")),
        [] | ["health" | "personas"] | ["sessions", _, "journal" | "verdicts"] => {
            Ok(message::wrong_method(&method, "GET"))
        }
        _ => Ok(message::no_such_path(request.uri().path(), HINT)),
    }
}

async fn open(request: Request<Body>, engine: &Arc<Engine>, agent: SocketAddr) -> Result<Reply, Problem> {
    let bytes = message::body(request.into_body()).await?;
    let bad = |e: String| Problem::new(400, "bad_json", format!("The request cannot be taken: {e}."));
    let value = Value::Object(strict::object(&bytes).map_err(bad)?);
    let request: OpenRequest = serde_json::from_value(value).map_err(|e| {
        let expected = "expected persona and, if you like, turn, turns, seed, history (gold, own), agent";
        Problem::new(422, "invalid_session", format!("{e}; {expected}."))
    })?;
    let (session, ticket) = engine.open(request)?;
    settle(engine, ticket).await?;
    Ok(message::json(201, &with_url(engine.describe(&session), agent)))
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
