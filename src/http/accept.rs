use std::convert::Infallible;
use std::error::Error;
use std::io;
use std::pin::pin;
use std::time::Duration;

use hyper::body::{Body, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::LocalSet;

use super::awake::Awake;

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

/// Runs this work once for each seat, each on a thread with a runtime of its own: nothing moves between threads on the
/// way of a call.
///
/// # Errors
///
/// A thread or runtime cannot be made, or the work of one failed.
pub fn on_workers<S, F>(
    seats: impl IntoIterator<Item = S>,
    work: impl Fn(S) -> F + Clone + Send + 'static,
) -> io::Result<()>
where
    S: Send + 'static,
    F: Future<Output = io::Result<()>>,
{
    let start = |(i, seat)| {
        let work = work.clone();
        let run = move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
            LocalSet::new().block_on(&runtime, work(seat))
        };
        std::thread::Builder::new().name(format!("utb-worker-{i}")).spawn(run)
    };
    let threads: Vec<_> = seats.into_iter().enumerate().map(start).collect::<io::Result<_>>()?;
    for thread in threads {
        thread.join().map_err(|_| io::Error::other("a worker panicked"))??;
    }
    Ok(())
}

/// Takes connections until the end, then waits for those that are left.
pub async fn accept<A, F, B>(listener: TcpListener, limits: Limits, mut stop: watch::Receiver<bool>, answer: A)
where
    A: Fn(Request<Incoming>) -> F + Clone + 'static,
    F: Future<Output = Response<B>> + 'static,
    B: Body + 'static,
    B::Error: Into<Box<dyn Error + Send + Sync>>,
{
    let awake = Awake::start();
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
        if awake.open.get() >= limits.connections {
            continue;
        }
        awake.open.set(awake.open.get() + 1);
        let (stop, answer, awake) = (stop.clone(), answer.clone(), awake.clone());
        tokio::task::spawn_local(async move {
            connection(stream, limits, stop, answer, &awake).await;
            awake.open.set(awake.open.get() - 1);
        });
    }
    // Who comes now is turned away at once, instead of waiting for nothing.
    drop(listener);
    let patience = tokio::time::Instant::now() + limits.grace;
    while awake.open.get() > 0 && tokio::time::Instant::now() < patience {
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
}

/// Serves one connection; at the end the answer that is under way is finished and the connection closed.
async fn connection<A, F, B>(stream: TcpStream, limits: Limits, stop: watch::Receiver<bool>, answer: A, awake: &Awake)
where
    A: Fn(Request<Incoming>) -> F,
    F: Future<Output = Response<B>>,
    B: Body + 'static,
    B::Error: Into<Box<dyn Error + Send + Sync>>,
{
    // Answers are written whole, so waiting to fill a packet only costs time.
    let _ = stream.set_nodelay(true);
    let answer = |request| {
        awake.asked();
        let reply = answer(request);
        async {
            let reply = reply.await;
            awake.answered();
            reply
        }
    };
    converse(stream, limits, stop, answer).await;
}

/// The same over anything that carries bytes.
pub(super) async fn converse<I, A, F, B>(io: I, limits: Limits, mut stop: watch::Receiver<bool>, answer: A)
where
    I: AsyncRead + AsyncWrite + Unpin,
    A: Fn(Request<Incoming>) -> F,
    F: Future<Output = Response<B>>,
    B: Body + 'static,
    B::Error: Into<Box<dyn Error + Send + Sync>>,
{
    let service = service_fn(|request| {
        let reply = answer(request);
        async { Ok::<_, Infallible>(reply.await) }
    });
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(limits.header_timeout);
    // Some clients say that they have sent everything and wait for the answer then.
    builder.half_close(true);
    let mut connection = pin!(builder.serve_connection(TokioIo::new(io), service));
    tokio::select! {
        _ = connection.as_mut() => return,
        _ = stop.wait_for(|stop| *stop) => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}
