//! What passed through a proxy on its way to another server, and the calls among it.

use std::sync::Arc;

use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::call::{Incoming, Told, canonical_raw, read, remember};
use super::engine::Engine;
use super::live::{History, Inner, Session};
use super::metrics::From;
use crate::call::{Outcome, Problem, Rendered, ToolName};
use crate::catalogue::arguments;
use crate::journal::Event;
use crate::journal::format::ExchangeRecord;

/// What another server answered to a call.
#[derive(Clone, Debug)]
pub struct Answered {
    /// HTTP status.
    pub status: u16,
    /// The answer as JSON on one line; its text as a JSON string where it is not JSON.
    pub body: Box<RawValue>,
    /// The answer in its own media type, where that is not JSON.
    pub rendered: Option<Rendered>,
    /// Time it took, in microseconds.
    pub micros: u64,
}

impl Engine {
    /// The session of this name in which no user speaks; it is opened when it is first named.
    ///
    /// # Errors
    ///
    /// 500: the session was parked, and the journal cannot be read.
    pub fn recording(&self, name: &str) -> Result<Arc<Session>, Problem> {
        match self.session(name) {
            Err(problem) if problem.status == 404 => {}
            found => return found,
        }
        let session = Arc::new(self.userless(name));
        // Held until its first record is in, so that no other thread that finds it comes before.
        let mut inner = session.lock();
        let Some(kept) = self.store.insert_new(session.clone()) else { return self.session(name) };
        if Arc::ptr_eq(&kept, &session) {
            self.record(name, &mut inner, Event::Opened(Box::new(self.opened(&session))));
        }
        drop(inner);
        Ok(kept)
    }

    /// Whether a session's agent may call this tool now.
    pub fn offers(&self, session: &Session, tool: &ToolName) -> bool {
        let known = self.stage.simulator.catalogue.get(tool).is_some();
        known && session.offer(&session.lock()).holds(&tool.toolset)
    }

    /// Journals what passed through a proxy, and the call that it was. Gives the ticket to [`Engine::flush`].
    pub fn passed(&self, session: &Session, exchange: ExchangeRecord, call: Option<(Incoming<'_>, Answered)>) -> u64 {
        let mut inner = session.lock();
        let exchange = ExchangeRecord { turn: turn_id(session, &inner), ..exchange };
        let ticket = self.record(&session.id, &mut inner, Event::Exchange(Box::new(exchange)));
        match call {
            Some((incoming, answered)) => self.take(session, &mut inner, &incoming, answered),
            None => ticket,
        }
    }

    /// Takes a call whose answer came from elsewhere. What it changed there is not known here.
    fn take(&self, session: &Session, inner: &mut Inner, incoming: &Incoming<'_>, answered: Answered) -> u64 {
        let Answered { status, body, rendered, micros } = answered;
        let arguments = read(incoming).ok().and_then(|given| self.prepared(&incoming.tool, given));
        if session.history == History::Own {
            let value = serde_json::from_str(body.get()).unwrap_or(Value::Null);
            let outcome = Outcome { status, rendered: rendered.clone(), ..Outcome::ok(value) };
            remember(inner, &incoming.tool.tool, arguments.as_ref(), &outcome);
        }
        let told = Told {
            arguments: arguments.as_ref().map(canonical_raw),
            status,
            body: body.get().to_owned().into(),
            rendered,
            effects: Vec::new(),
            retry_of: None,
            from: From::Work,
        };
        self.metrics.call(&incoming.tool, status, micros, From::Work);
        let record = self.call_record(session, inner, incoming, told, micros);
        self.record(&session.id, inner, Event::Call(Box::new(record)))
    }

    /// The arguments with defaults where there is a spec, as they came where there is none, nothing where they are not
    /// valid.
    fn prepared(&self, tool: &ToolName, given: Map<String, Value>) -> Option<Map<String, Value>> {
        match self.stage.simulator.catalogue.get(tool) {
            Some(tool) => arguments::prepare(tool, given).ok(),
            None => Some(given),
        }
    }
}

/// Id of the turn that is being played.
pub(super) fn turn_id(session: &Session, inner: &Inner) -> Option<String> {
    inner.turn().and_then(|turn| session.scene(turn.index)).map(|scene| scene.id.clone())
}
