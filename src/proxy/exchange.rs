use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use hyper::http::{request, response};
use tokio::sync::OwnedRwLockReadGuard;

use super::body::{Given, Sent, Tee, lock};
use super::call::{Aim, answered};
use super::headers::{OF_REQUEST, OF_RESPONSE, of_interest};
use super::kept::Kept;
use super::upstream::Cause;
use crate::call::Problem;
use crate::catalogue::arguments;
use crate::convert::coding;
use crate::http::{message, settle};
use crate::journal::format::{ExchangeFault, ExchangeRecord, Undecoded};
use crate::session::{Engine, Incoming, Session, Via};

/// One request on its way through. It is journalled once, whatever becomes of it.
#[derive(Debug)]
pub struct Exchange {
    engine: Arc<Engine>,
    session: Arc<Session>,
    aim: Option<Aim>,
    began: Instant,
    record: ExchangeRecord,
    sent: Arc<Mutex<Sent>>,
    received: Kept,
    entered: bool,
    /// Keeps the turn from ending while the call is on its way.
    _turn: Option<OwnedRwLockReadGuard<()>>,
}

/// Who a request is from, and what it is for.
#[derive(Debug)]
pub struct Origin {
    /// Session in which it is journalled.
    pub session: Arc<Session>,
    /// The tool that it calls.
    pub aim: Option<Aim>,
    /// Keeps the turn from ending before the call is over.
    pub turn: Option<OwnedRwLockReadGuard<()>>,
}

impl Exchange {
    /// An exchange begins. `limit` is how much of each body is kept.
    pub fn new(engine: &Arc<Engine>, origin: Origin, parts: &request::Parts, body: Given, limit: usize) -> Self {
        let record = ExchangeRecord {
            method: parts.method.to_string(),
            path: parts.uri.path().to_owned(),
            query: parts.uri.query().map(str::to_owned),
            request_headers: of_interest(&parts.headers, &OF_REQUEST),
            ..ExchangeRecord::default()
        };
        // Where a call is judged its body was read already, and the judge must see all of it.
        let of_request = if origin.aim.as_ref().is_some_and(|aim| aim.judged) { message::MAX_BODY } else { limit };
        let sent = Sent { body: Some(body), kept: Kept::new(of_request), broke_off: false };
        Self {
            engine: engine.clone(),
            session: origin.session,
            aim: origin.aim,
            began: now(),
            record,
            sent: Arc::new(Mutex::new(sent)),
            received: Kept::new(limit),
            entered: false,
            _turn: origin.turn,
        }
    }

    /// The body for the server behind.
    pub fn body(&self) -> Tee {
        Tee(self.sent.clone())
    }

    /// What is left of the request's body, where the server behind never took it.
    pub fn take_body(&self) -> Option<Given> {
        lock(&self.sent).body.take()
    }

    /// The head of the answer has come.
    pub fn answered(&mut self, head: &response::Parts) {
        self.record.first_byte_micros = Some(self.micros());
        self.record.status = Some(head.status.as_u16());
        self.record.response_headers = of_interest(&head.headers, &OF_RESPONSE);
    }

    /// More of the answer has come.
    pub fn received(&mut self, piece: &[u8]) {
        self.received.push(piece);
    }

    /// Journals how it ended. What the client is told afterwards is not lost any more.
    ///
    /// # Errors
    ///
    /// 500: the journal cannot be written.
    pub async fn settle(&mut self, fault: Option<ExchangeFault>) -> Result<(), Problem> {
        let ticket = self.enter(fault);
        settle(&self.engine, ticket).await
    }

    fn enter(&mut self, fault: Option<ExchangeFault>) -> u64 {
        self.entered = true;
        let micros = self.micros();
        let record = std::mem::take(&mut self.record);
        let sent = lock(&self.sent);
        let (mut request, mut response) = (sent.kept.record(), self.received.record());
        let asked = if sent.broke_off { Ok(None) } else { plain(&sent.kept, &record.request_headers) };
        let told = if fault.is_some() { Ok(None) } else { plain(&self.received, &record.response_headers) };
        (request.undecoded, response.undecoded) = (asked.as_ref().err().copied(), told.as_ref().err().copied());
        let (asked, told) = (asked.ok().flatten(), told.ok().flatten());
        let record = ExchangeRecord { request, response, micros, fault, ..record };
        let header = |name: &str| record.request_headers.get(name).cloned();
        let (key, trace) = (header("idempotency-key"), header("traceparent"));
        let query = record.query.clone().unwrap_or_default();
        let answered = self
            .aim
            .as_ref()
            .and_then(|aim| answered(&record, told.as_deref(), aim.judged).map(|answered| (aim, answered)));
        let call = answered.and_then(|(aim, answered)| {
            let (raw, arguments) = match aim.via {
                Via::Get => {
                    let tool = self.engine.stage.simulator.catalogue.get(&aim.tool);
                    (query.as_bytes(), Some(arguments::of_query(tool, &query)))
                }
                _ => (asked.as_deref().or_else(|| sent.kept.whole().filter(|_| aim.judged))?, None),
            };
            let readable = aim.judged || arguments.is_some() || arguments::of_body(raw).is_ok();
            let (tool, via) = (aim.tool.clone(), aim.via);
            let incoming = Incoming { tool, raw, arguments, via, key: key.as_deref(), trace: trace.as_deref() };
            readable.then_some((incoming, answered))
        });
        self.engine.passed(&self.session, record, call)
    }

    fn micros(&self) -> u64 {
        self.began.elapsed().as_micros() as u64
    }
}

impl Drop for Exchange {
    /// Dropped in the middle: the client went away, or the proxy is being stopped.
    fn drop(&mut self) {
        if self.entered {
            return;
        }
        let ticket = self.enter(Some(ExchangeFault::ClientLeft));
        // Nobody waits for an answer, so the next one takes it along where a disk would have to be waited for.
        if self.engine.must_flush() && !self.engine.flush_blocks() {
            let _ = self.engine.flush(ticket);
        }
    }
}

/// A body as it was before it was coded; nothing where not all of it is kept.
fn plain<'k>(kept: &'k Kept, headers: &BTreeMap<String, String>) -> Result<Option<Cow<'k, [u8]>>, Undecoded> {
    match (headers.get("content-encoding"), kept.whole()) {
        (Some(codings), Some(whole)) => coding::decoded(codings, whole, kept.limit()).map(Some),
        (Some(_), None) => Err(Undecoded::TooLarge),
        (None, whole) => Ok(whole.map(Cow::Borrowed)),
    }
}

/// What a client is told of a fault. It does not say where the server behind is.
pub fn problem(fault: ExchangeFault, cause: Option<Cause>) -> Problem {
    let (status, code, detail) = match fault {
        ExchangeFault::Connect => (502, "upstream_unreachable", "The server behind this proxy cannot be reached"),
        ExchangeFault::Timeout => (504, "upstream_timeout", "The server behind this proxy did not answer in time"),
        ExchangeFault::BrokeOff => (502, "upstream_broke_off", "The server behind this proxy broke off its answer"),
        ExchangeFault::BadResponse => (502, "upstream_garbled", "What the server behind this proxy sent is not HTTP"),
        ExchangeFault::ClientLeft => (504, "client_left", "The client went away before the answer had come"),
    };
    let cause = cause.map_or(String::new(), |cause| format!(" ({cause})"));
    Problem::new(status, code, format!("{detail}{cause}."))
}

#[expect(clippy::disallowed_methods, reason = "how long the server behind takes is measured here")]
fn now() -> Instant {
    Instant::now()
}
