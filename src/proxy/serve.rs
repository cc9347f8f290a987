use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use rustls::ClientConfig;
use tokio::net::TcpListener;
use tokio::sync::watch;

use super::court::Court;
use super::recorder;
use super::relay::refuse;
use super::tls::{self, TlsError};
use super::upstream::{Target, Upstream};
use crate::http::{Doors, Limits, Listeners, accept, check_local, on_workers};
use crate::session::Engine;

/// The server behind, and how it is dealt with.
#[derive(Clone, Debug)]
pub struct Behind {
    tls: Arc<ClientConfig>,
    /// Where it is.
    pub target: Target,
    /// How long it may be silent.
    pub patience: Duration,
    /// Bytes of each body that the journal keeps; of a larger one it keeps size, digest and beginning.
    pub keep: usize,
}

impl Behind {
    /// A server behind. Of one that speaks TLS the certificates are believed that are in the file `ca`; without a file,
    /// those that this machine trusts.
    ///
    /// # Errors
    ///
    /// There are none that could be believed.
    pub fn new(target: Target, ca: Option<&Path>, patience: Duration, keep: usize) -> Result<Self, TlsError> {
        let tls = if target.is_https() { tls::trusting(ca)? } else { tls::unused()? };
        Ok(Self { tls, target, patience, keep })
    }

    /// A client of it; one a worker.
    fn client(&self) -> Upstream {
        self.target.client(self.patience, &self.tls)
    }
}

/// Records everything that passes between these listeners and the server behind, until `stop` turns true.
///
/// # Errors
///
/// A runtime cannot be made, or the journal cannot be completed.
pub fn record(
    engine: &Arc<Engine>,
    listeners: Listeners,
    behind: &Behind,
    stop: &watch::Receiver<bool>,
) -> io::Result<()> {
    let Listeners { addr, each } = listeners;
    // A page in a browser may play tricks with names on this machine; on a network, a name is how one is called.
    let check = addr.ip().is_loopback();
    let (shared, behind, stop) = (engine.clone(), behind.clone(), stop.clone());
    on_workers(each, move |listener| {
        let (engine, behind, stop) = (shared.clone(), behind.clone(), stop.clone());
        async move {
            let upstream = behind.client();
            let answer = move |request| {
                let (engine, upstream) = (engine.clone(), upstream.clone());
                async move {
                    match check_local(&request) {
                        Err(problem) if check => refuse(&problem),
                        _ => recorder::answer(request, &engine, &upstream, behind.keep).await,
                    }
                }
            };
            accept(TcpListener::from_std(listener)?, Limits::default(), stop, answer).await;
            Ok(())
        }
    })?;
    engine.shut_down()
}

/// Plays and judges one session at these doors, until `stop` turns true.
///
/// # Errors
///
/// A runtime cannot be made, or the journal cannot be completed.
pub fn referee(court: &Arc<Court>, doors: Doors, behind: &Behind, stop: &watch::Receiver<bool>) -> io::Result<()> {
    let addr = doors.agent.addr;
    let pairs = doors.agent.each.into_iter().zip(doors.operator.each);
    let (shared, behind, stop) = (court.clone(), behind.clone(), stop.clone());
    on_workers(pairs, move |(agent, operator)| {
        let (court, behind, stop) = (shared.clone(), behind.clone(), stop.clone());
        async move {
            let upstream = behind.client();
            let to_agent = {
                let court = court.clone();
                move |request| {
                    let (court, upstream) = (court.clone(), upstream.clone());
                    async move {
                        match check_local(&request) {
                            Ok(()) => court.agent(request, &upstream, addr).await,
                            Err(problem) => refuse(&problem),
                        }
                    }
                }
            };
            let to_operator = move |request| {
                let court = court.clone();
                async move {
                    match check_local(&request) {
                        Ok(()) => court.operator(&request).await,
                        Err(problem) => refuse(&problem),
                    }
                }
            };
            let agent = accept(TcpListener::from_std(agent)?, Limits::default(), stop.clone(), to_agent);
            let operator = accept(TcpListener::from_std(operator)?, Limits::default(), stop, to_operator);
            tokio::join!(agent, operator);
            Ok(())
        }
    })?;
    court.engine().shut_down()
}
