use std::io;
use std::net::{IpAddr, SocketAddr};
use std::rc::Rc;
use std::sync::Arc;

use http_body_util::Either;
use hyper::Request;
use hyper::body::{Body, Incoming};
use hyper::header::{self, HeaderValue};
use sha2::{Digest, Sha256};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpListener;
use tokio::sync::watch;

use super::accept::{Limits, accept, converse, on_workers};
use super::listen::Listeners;
use super::message;
use super::{Answer, agent, operator};
use crate::call::Problem;
use crate::session::Engine;

/// Both doors, bound and not yet open.
#[derive(Debug)]
pub struct Doors {
    /// The agent's.
    pub agent: Listeners,
    /// The operator's.
    pub operator: Listeners,
}

/// What every connection of a worker shares.
struct Worker {
    engine: Arc<Engine>,
    limits: Limits,
    agent_addr: SocketAddr,
    stop: watch::Receiver<bool>,
}

/// Which of the two doors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Door {
    /// The agent's.
    Agent,
    /// The operator's.
    Operator,
}

/// Serves both doors until `stop` turns true, then lets calls in flight finish and completes the journal.
///
/// Every worker is a thread with a runtime of its own: nothing moves between threads on the way of a call.
///
/// # Errors
///
/// A runtime cannot be made, or the journal cannot be completed.
pub fn serve(engine: &Arc<Engine>, doors: Doors, limits: Limits, stop: &watch::Receiver<bool>) -> io::Result<()> {
    let agent_addr = doors.agent.addr;
    let pairs = doors.agent.each.into_iter().zip(doors.operator.each);
    let (shared, stop) = (engine.clone(), stop.clone());
    on_workers(pairs, move |(agent, operator)| {
        let worker = Rc::new(Worker { engine: shared.clone(), limits, agent_addr, stop: stop.clone() });
        async move {
            let door = |door: Door| {
                let worker = worker.clone();
                move |request| answer(request, door, worker.clone())
            };
            let (limits, stop) = (worker.limits, &worker.stop);
            let agent = accept(TcpListener::from_std(agent)?, limits, stop.clone(), door(Door::Agent));
            let operator = accept(TcpListener::from_std(operator)?, limits, stop.clone(), door(Door::Operator));
            tokio::join!(agent, operator);
            Ok(())
        }
    })?;
    engine.shut_down()
}

/// Serves one connection that somebody else brings, until it ends; within a [`tokio::task::LocalSet`].
pub async fn over<I: AsyncRead + AsyncWrite + Unpin>(io: I, engine: &Arc<Engine>, door: Door) {
    let (_running, stop) = watch::channel(false);
    let (limits, agent_addr) = (Limits::default(), SocketAddr::from(([127, 0, 0, 1], 0)));
    let worker = Rc::new(Worker { engine: engine.clone(), limits, agent_addr, stop: stop.clone() });
    converse(io, limits, stop, move |request| answer(request, door, worker.clone())).await;
}

async fn answer(mut request: Request<Incoming>, door: Door, worker: Rc<Worker>) -> Answer {
    let checked = check_local(&request).and_then(|()| match door {
        Door::Agent => Ok(()),
        Door::Operator => check_token(&request, worker.engine.settings.operator_token.as_deref()),
    });
    let reply = match (checked, door) {
        (Err(problem), _) => message::problem(&problem).map(Either::Left),
        (Ok(()), Door::Agent) => agent::answer(&mut request, &worker.engine, worker.agent_addr).await.map(Either::Left),
        (Ok(()), Door::Operator) => operator::answer(&mut request, &worker.engine, worker.agent_addr).await,
    };
    if !request.body().is_end_stream() {
        tokio::task::spawn_local(message::discard(request.into_body()));
    }
    reply
}

/// A page in a browser could reach a loopback port through a name of its own (DNS rebinding), or send to it what it
/// may not read. A bare address or `localhost` cannot be such a name, and browsers say in `Origin` who sends.
pub(crate) fn check_local<B>(request: &Request<B>) -> Result<(), Problem> {
    let headers = request.headers();
    let hosts = headers.get_all(header::HOST).iter().map(HeaderValue::to_str);
    let authority = request.uri().authority().map(|authority| Ok(authority.as_str()));
    if !hosts.chain(authority).all(|host| host.is_ok_and(|host| is_machine(host, |_| true))) {
        let detail = "The Host header names another machine. Use 127.0.0.1, localhost, or the address that is bound.";
        return Err(Problem::new(403, "wrong_host", detail));
    }
    let local = |origin: &str| origin.split_once("://").is_some_and(|(_, host)| is_machine(host, IpAddr::is_loopback));
    match headers.get(header::ORIGIN) {
        Some(origin) if !origin.to_str().is_ok_and(local) => {
            Err(Problem::new(403, "wrong_origin", "The Origin header names another machine."))
        }
        _ => Ok(()),
    }
}

/// Whoever can reach the operator door can read the gold, so the door may ask for a word. Digests are compared, so that
/// the time it takes tells nothing about how much of a guess was right.
fn check_token<B>(request: &Request<B>, token: Option<&str>) -> Result<(), Problem> {
    let Some(token) = token else { return Ok(()) };
    let given = request.headers().get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let given = given.and_then(|value| value.strip_prefix("Bearer ")).unwrap_or_default();
    match Sha256::digest(given) == Sha256::digest(token) {
        true => Ok(()),
        false => {
            let detail =
                "This door asks for the header Authorization: Bearer TOKEN, with the server's --operator-token.";
            Err(Problem::new(401, "no_token", detail))
        }
    }
}

/// Whether a host, with or without a port, is `localhost` or an address of this kind.
fn is_machine(host: &str, kind: impl Fn(&IpAddr) -> bool) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|b| b.is_ascii_digit()) => name,
        _ => host,
    };
    let bare = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
    name.eq_ignore_ascii_case("localhost") || bare.parse().is_ok_and(|addr| kind(&addr))
}

/// How often a worker looks whether another has finished writing, before it waits for it: some dozen microseconds.
const PATIENCE: usize = 32;

/// Lets the other connections of this worker put their records in too, then writes the batch.
///
/// # Errors
///
/// 500: the journal cannot be written.
pub async fn settle(engine: &Arc<Engine>, ticket: u64) -> Result<(), Problem> {
    if !engine.must_flush() {
        return Ok(());
    }
    tokio::task::yield_now().await;
    if engine.flush_blocks() {
        let engine = engine.clone();
        let flushed = tokio::task::spawn_blocking(move || engine.flush(ticket)).await;
        return flushed.unwrap_or_else(|e| Err(Problem::new(500, "journal_failed", e.to_string())));
    }
    for _ in 0..PATIENCE {
        if engine.try_flush(ticket)? {
            return Ok(());
        }
        // Another worker writes; this one serves others meanwhile.
        tokio::task::yield_now().await;
    }
    engine.flush(ticket)
}
