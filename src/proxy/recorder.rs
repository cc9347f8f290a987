use std::sync::Arc;

use http_body_util::Either;
use hyper::body::Incoming as Body;
use hyper::http::request::Parts;
use hyper::{Method, Request};

use super::call::{Aim, tool_of};
use super::exchange::{Exchange, Origin};
use super::relay::{own, refuse, relay};
use super::upstream::Upstream;
use crate::call::Problem;
use crate::catalogue::Tool;
use crate::http::{Answer, aside, message};
use crate::session::{Engine, Session, Via};

/// Header in which a client names the session that an exchange belongs to.
const SESSION: &str = "x-utb-session";

/// The session of all that name none.
const DEFAULT: &str = "sandbox";

/// What passes is written down; nothing of it is changed.
pub async fn answer(request: Request<Body>, engine: &Arc<Engine>, upstream: &Upstream, limit: usize) -> Answer {
    let (parts, body) = request.into_parts();
    if parts.method == Method::CONNECT {
        return own(message::wrong_method(&parts.method, "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"));
    }
    let begin = async || {
        let uri = upstream.uri(parts.uri.path(), parts.uri.query())?;
        let session = recording(engine, session_of(&parts)).await?;
        let origin = Origin { session, aim: aim(&parts, engine), turn: None };
        Ok::<_, Problem>((uri, origin))
    };
    match begin().await {
        Ok((uri, origin)) => {
            let exchange = Exchange::new(engine, origin, &parts, Either::Left(body), limit);
            relay(upstream, parts, uri, exchange).await
        }
        Err(problem) => refuse(&problem),
    }
}

/// The session of this name; one that was parked is read back from the journal.
async fn recording(engine: &Arc<Engine>, name: String) -> Result<Arc<Session>, Problem> {
    match engine.session_at_hand(&name) {
        Ok(Some(session)) => Ok(session),
        Ok(None) => {
            let engine = engine.clone();
            aside(move || engine.recording(&name)).await
        }
        Err(_) => engine.recording(&name),
    }
}

/// The header says it, else the path as `utb serve` has it.
fn session_of(parts: &Parts) -> String {
    if let Some(named) = parts.headers.get(SESSION).filter(|value| !value.is_empty()) {
        return String::from_utf8_lossy(named.as_bytes()).into_owned();
    }
    let segments = message::segments(parts.uri.path()).unwrap_or_default();
    match <[String; 2]>::try_from(segments.into_iter().take(2).collect::<Vec<_>>()) {
        Ok([s, session]) if s == "s" => session,
        _ => DEFAULT.to_owned(),
    }
}

/// A POST to anything that looks like a tool, or a GET of a tool that is known to read.
fn aim(parts: &Parts, engine: &Engine) -> Option<Aim> {
    let tool = tool_of(parts.uri.path())?;
    let reads = |tool: &Tool| !tool.writes();
    let via = match parts.method {
        Method::POST => Via::Post,
        Method::GET if engine.stage.simulator.catalogue.get(&tool).is_some_and(reads) => Via::Get,
        _ => return None,
    };
    Some(Aim { tool, via, judged: false })
}
