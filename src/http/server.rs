use std::cell::Cell;
use std::convert::Infallible;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::pin;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use hyper::Request;
use hyper::body::{Body, Incoming};
use hyper::header::{self, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::LocalSet;

use super::listen::Listeners;
use super::message::{self, Reply};
use super::{agent, operator};
use crate::call::Problem;
use crate::session::Engine;

/// What the doors bear.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Connections of one worker at one door.
    pub connections: usize,
    /// Time in which the head of a request must have come.
    pub header_timeout: Duration,
    /// Time that calls in flight get to finish at the end.
    pub grace: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self { connections: 8192, header_timeout: Duration::from_secs(10), grace: Duration::from_secs(5) }
    }
}

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

#[derive(Clone, Copy, PartialEq, Eq)]
enum Door {
    Agent,
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
    let threads: Vec<_> = pairs
        .enumerate()
        .map(|(i, (agent, operator))| {
            let (engine, stop) = (engine.clone(), stop.clone());
            let work = move || run_worker(agent, operator, Worker { engine, limits, agent_addr, stop });
            std::thread::Builder::new().name(format!("utb-worker-{i}")).spawn(work)
        })
        .collect::<io::Result<_>>()?;
    for thread in threads {
        thread.join().map_err(|_| io::Error::other("a worker panicked"))??;
    }
    engine.shut_down()
}

fn run_worker(agent: std::net::TcpListener, operator: std::net::TcpListener, worker: Worker) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let worker = Rc::new(worker);
    LocalSet::new().block_on(&runtime, async move {
        let agent = accept(TcpListener::from_std(agent)?, Door::Agent, worker.clone());
        let operator = accept(TcpListener::from_std(operator)?, Door::Operator, worker.clone());
        tokio::join!(agent, operator);
        Ok(())
    })
}

/// Takes connections until the end, then waits for those that are left.
async fn accept(listener: TcpListener, door: Door, worker: Rc<Worker>) {
    let mut stop = worker.stop.clone();
    let open = Rc::new(Cell::new(0usize));
    loop {
        let stream = tokio::select! {
            biased;
            _ = stop.wait_for(|stop| *stop) => break,
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) => stream,
                // Out of file descriptors, or the peer left already: neither is a reason to stop taking others.
                Err(_) => { tokio::time::sleep(Duration::from_millis(5)).await; continue }
            },
        };
        if open.get() >= worker.limits.connections {
            continue;
        }
        open.set(open.get() + 1);
        let (worker, open) = (worker.clone(), open.clone());
        tokio::task::spawn_local(async move {
            connection(stream, door, worker).await;
            open.set(open.get() - 1);
        });
    }
    // Who comes now is turned away at once, instead of waiting for nothing.
    drop(listener);
    let patience = tokio::time::Instant::now() + worker.limits.grace;
    while open.get() > 0 && tokio::time::Instant::now() < patience {
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
}

/// Serves one connection; at the end the answer that is under way is finished and the connection closed.
async fn connection(stream: TcpStream, door: Door, worker: Rc<Worker>) {
    // Answers are written whole, so waiting to fill a packet only costs time.
    let _ = stream.set_nodelay(true);
    let mut stop = worker.stop.clone();
    let timeout = worker.limits.header_timeout;
    let service = service_fn(move |request| answer(request, door, worker.clone()));
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(timeout);
    // Some clients say that they have sent everything and wait for the answer then.
    builder.half_close(true);
    let mut connection = pin!(builder.serve_connection(TokioIo::new(stream), service));
    tokio::select! {
        _ = connection.as_mut() => return,
        _ = stop.wait_for(|stop| *stop) => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}

async fn answer(mut request: Request<Incoming>, door: Door, worker: Rc<Worker>) -> Result<Reply, Infallible> {
    let reply = match (check_local(&request), door) {
        (Err(problem), _) => message::problem(&problem),
        (Ok(()), Door::Agent) => agent::answer(&mut request, &worker.engine, worker.agent_addr).await,
        (Ok(()), Door::Operator) => operator::answer(&mut request, &worker.engine, worker.agent_addr).await,
    };
    if !request.body().is_end_stream() {
        tokio::task::spawn_local(message::discard(request.into_body()));
    }
    Ok(reply)
}

/// A page in a browser could reach a loopback port through a name of its own (DNS rebinding), or send to it what it
/// may not read. A bare address or `localhost` cannot be such a name, and browsers say in `Origin` who sends.
fn check_local<B>(request: &Request<B>) -> Result<(), Problem> {
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

/// Whether a host, with or without a port, is `localhost` or an address of this kind.
fn is_machine(host: &str, kind: impl Fn(&IpAddr) -> bool) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|b| b.is_ascii_digit()) => name,
        _ => host,
    };
    let bare = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
    name.eq_ignore_ascii_case("localhost") || bare.parse().is_ok_and(|addr| kind(&addr))
}

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
    engine.flush(ticket)
}
