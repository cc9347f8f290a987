//! The referee's doors: an agent's, at which one persona's dialogue is played and tool calls go on to the server behind,
//! and an operator's, which alone has the verdicts.

use std::net::SocketAddr;
use std::sync::{Arc, mpsc};

use bytes::Bytes;
use http_body_util::{Either, Full};
use hyper::body::{Body as _, Incoming as Body};
use hyper::{Method, Request, header};
use serde_json::{Value, json};
use tokio::sync::RwLock;

use super::call::Aim;
use super::exchange::{Exchange, Origin};
use super::relay::{own, refuse, relay};
use super::upstream::Upstream;
use crate::call::{Problem, ToolName};
use crate::catalogue::Tool;
use crate::http::message::{self, Reply};
use crate::http::{Answer, agent, aside, settle, whole_journal};
use crate::session::{Engine, Incoming, Session, Via};

const AGENT_HINT: &str = "See /turn, /reply, /tools, /openapi.json; tools are at /<tool set>/<tool>.";
const OPERATOR_HINT: &str = "See /verdicts, /session, /journal, /health.";

/// One session that is played here and judged.
#[derive(Debug)]
pub struct Court {
    engine: Arc<Engine>,
    session: Arc<Session>,
    /// How much of each body is kept.
    limit: usize,
    /// Held by every call on its way; a reply waits for all of them, so that no call is left out of its turn.
    calls: Arc<RwLock<()>>,
    /// Ids of turns that are over.
    over: mpsc::Sender<String>,
}

impl Court {
    /// A court for this session. The ids of turns that are over are sent to `over`.
    pub fn new(engine: Arc<Engine>, session: Arc<Session>, limit: usize, over: mpsc::Sender<String>) -> Self {
        Self { engine, session, limit, calls: Arc::default(), over }
    }

    /// The engine, whose journal is complete once it is shut down.
    pub(super) fn engine(&self) -> &Engine {
        &self.engine
    }

    /// Answers one request at the agent's door.
    pub(super) async fn agent(&self, mut request: Request<Body>, upstream: &Upstream, addr: SocketAddr) -> Answer {
        let answer = self.route(&mut request, upstream, addr).await;
        if !request.body().is_end_stream() {
            tokio::task::spawn_local(message::discard(request.into_body()));
        }
        answer.unwrap_or_else(|problem| refuse(&problem))
    }

    /// Answers one request at the operator's door.
    pub(super) async fn operator(&self, request: &Request<Body>) -> Answer {
        self.look(request).await.unwrap_or_else(|problem| refuse(&problem))
    }

    async fn route(
        &self,
        request: &mut Request<Body>,
        upstream: &Upstream,
        addr: SocketAddr,
    ) -> Result<Answer, Problem> {
        let segments = message::segments(request.uri().path())?;
        let parts: Vec<&str> = segments.iter().map(String::as_str).collect();
        let rest = match parts.as_slice() {
            // As `utb serve` has it, so that its clients need not be told.
            ["s", session, rest @ ..] if **session == *self.session.id => rest,
            ["s", ..] => return Err(Problem::new(404, "unknown_session", "There is no session of this name.")),
            rest => rest,
        };
        let (engine, session) = (&self.engine, &self.session);
        let get = *request.method() == Method::GET;
        let post = *request.method() == Method::POST;
        match rest {
            [] if get => Ok(own(message::json(200, &index(AGENT_HINT)))),
            ["turn"] if get => engine.turn(session).map(|turn| own(message::json(200, &turn))),
            ["tools"] if get => agent::tools(request, engine, session).map(own),
            ["openapi.json"] if get => Ok(own(message::json(200, &engine.openapi(session, &format!("http://{addr}"))))),
            ["reply"] if post => self.reply(request).await.map(own),
            [] | ["turn" | "tools" | "openapi.json"] => Ok(own(message::wrong_method(request.method(), "GET"))),
            ["reply"] => Ok(own(message::wrong_method(request.method(), "POST"))),
            [toolset, tool] => self.call(request, upstream, ToolName::new(*toolset, *tool)).await,
            _ => Ok(own(message::no_such_path(request.uri().path(), AGENT_HINT))),
        }
    }

    async fn reply(&self, request: &mut Request<Body>) -> Result<Reply, Problem> {
        let _no_call_on_its_way = self.calls.write().await;
        let before = self.turn();
        let reply = agent::reply(request, &self.engine, &self.session).await;
        if let Some(over) = before.filter(|turn| Some(turn) != self.turn().as_ref()) {
            // Where no one listens any more, the verdicts are in the journal all the same.
            let _ = self.over.send(over);
        }
        reply
    }

    /// Sends a call on, unless the tool is not on offer: then the engine says so itself.
    async fn call(&self, request: &mut Request<Body>, upstream: &Upstream, tool: ToolName) -> Result<Answer, Problem> {
        let turn = self.calls.clone().read_owned().await;
        let (engine, session) = (&self.engine, &self.session);
        if !engine.offers(session, &tool) {
            return agent::call(request, engine, session, tool).await.map(own);
        }
        let writes = engine.stage.simulator.catalogue.get(&tool).is_some_and(Tool::writes);
        let via = match *request.method() {
            Method::POST => Via::Post,
            Method::GET if !writes => Via::Get,
            _ if writes => return Ok(own(message::wrong_method(request.method(), "POST"))),
            _ => return Ok(own(message::wrong_method(request.method(), "POST, GET"))),
        };
        let body = match message::body(request.body_mut()).await {
            Ok(body) => body,
            // A body that could not be read is a call all the same, and is journalled as one.
            Err(problem) => return self.unread(tool, via, problem).await,
        };
        let (uri, parts) = (self.behind(request, upstream)?, head(request));
        let aim = Some(Aim { tool, via, judged: true });
        let origin = Origin { session: session.clone(), aim, turn: Some(turn) };
        let exchange = Exchange::new(engine, origin, &parts, Either::Right(Full::new(body)), self.limit);
        Ok(relay(upstream, parts, uri, exchange).await)
    }

    async fn unread(&self, tool: ToolName, via: Via, problem: Problem) -> Result<Answer, Problem> {
        let incoming = Incoming { tool, raw: &[], arguments: Some(Err(problem.clone())), via, key: None, trace: None };
        let answer = self.engine.call(&self.session, incoming);
        settle(&self.engine, answer.ticket).await?;
        Err(problem)
    }

    /// Where a call goes: its path without the session's prefix, which the server behind does not know.
    fn behind(&self, request: &Request<Body>, upstream: &Upstream) -> Result<hyper::Uri, Problem> {
        let path = request.uri().path();
        let path = path.strip_prefix(&format!("/s/{}", self.session.id)).unwrap_or(path);
        upstream.uri(path, request.uri().query())
    }

    /// Id of the turn that is being played.
    fn turn(&self) -> Option<String> {
        let inner = self.session.lock();
        inner.turn().and_then(|turn| self.session.scene(turn.index)).map(|scene| scene.id.clone())
    }

    async fn look(&self, request: &Request<Body>) -> Result<Answer, Problem> {
        let path = request.uri().path();
        if *request.method() != Method::GET {
            return Ok(own(message::wrong_method(request.method(), "GET")));
        }
        let (engine, session) = (self.engine.clone(), self.session.clone());
        let answer = match path {
            "/" => index(OPERATOR_HINT),
            "/health" => json!({ "status": "ok" }),
            "/verdicts" => json!(aside(move || engine.verdicts(&session)).await?),
            "/session" => self.engine.describe(&self.session),
            "/journal" => return whole_journal(&engine, session).await,
            _ => return Ok(own(message::no_such_path(path, OPERATOR_HINT))),
        };
        Ok(own(message::json(200, &answer)))
    }
}

/// The head of a request whose body was read. An answer in a coding that is not known here could not be judged, so the
/// server behind is not told which ones the agent could read.
fn head(request: &Request<Body>) -> hyper::http::request::Parts {
    let mut bare = Request::new(Bytes::new());
    bare.method_mut().clone_from(request.method());
    bare.uri_mut().clone_from(request.uri());
    bare.headers_mut().clone_from(request.headers());
    bare.headers_mut().remove(header::ACCEPT_ENCODING);
    bare.into_parts().0
}

fn index(hint: &str) -> Value {
    json!({ "utb": env!("CARGO_PKG_VERSION"), "help": hint })
}
