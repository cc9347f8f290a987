use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

use serde::Deserialize;

use super::http;
use super::ids::{Ids, derived, of_parent};
use super::shape::{Attribute, INTERNAL, Link, Request, SERVER, Span, Status, nanos};
use crate::convert::passed::Paired;
use crate::convert::source::{ExportError, Exported, Source};
use crate::convert::{Lost, time};
use crate::journal::format::{CallRecord, ExchangeRecord};
use crate::journal::{Event, Record};

/// Spans a line: enough that the frame around them costs nothing, few enough for any collector's limit on bodies.
const BATCH: usize = 64;

/// Writes the turns, calls and exchanges of a journal as spans. Only sessions whose name begins with `session` are taken;
/// `with_content` adds arguments and results, which may say more than a telemetry store should know.
///
/// # Errors
///
/// There is no journal, or `out` cannot be written.
pub fn export(journal: &Path, session: &str, with_content: bool, out: &mut dyn Write) -> Result<Exported, ExportError> {
    let mut source = Source::open(journal, session)?;
    let (sessions, lost, batch) = (BTreeMap::new(), Lost::default(), Vec::new());
    let mut tracer = Tracer { with_content, sessions, lost, batch, items: 0, out };
    for (record, call) in Paired::over(&mut source) {
        match (&record.event, call.as_ref().map(|call| &call.event)) {
            (Event::Exchange(exchange), Some(Event::Call(call_of))) => {
                let wall = tracer.wall(&record);
                tracer.call(call.as_ref().unwrap_or(&record), call_of, Some(exchange), wall)?;
            }
            _ => tracer.take(&record)?,
        }
    }
    for (name, session) in std::mem::take(&mut tracer.sessions) {
        if let Some(turn) = session.turn {
            tracer.put(turn.span(&name, session.agent.as_deref(), false))?;
        }
    }
    tracer.flush()?;
    tracer.out.flush()?;
    Ok(source.finish(tracer.items, tracer.lost))
}

struct Tracer<'a> {
    with_content: bool,
    sessions: BTreeMap<String, Session>,
    lost: Lost,
    batch: Vec<Span>,
    items: u64,
    out: &'a mut dyn Write,
}

#[derive(Default)]
struct Session {
    agent: Option<String>,
    turn: Option<Turn>,
}

/// A turn that has not ended.
struct Turn {
    id: String,
    ids: Ids,
    /// First and last moment that a record of it tells of.
    from: i64,
    to: i64,
}

impl Tracer<'_> {
    fn wall(&mut self, record: &Record) -> i64 {
        time::micros(&record.wall).unwrap_or_else(|| {
            self.lost.part("wall clocks that are no time; 1970 stands there");
            0
        })
    }

    fn take(&mut self, record: &Record) -> Result<(), ExportError> {
        let wall = self.wall(record);
        match &record.event {
            Event::Opened(opened) => self.session(record).agent = opened.agent.clone(),
            Event::TurnStarted(started) => {
                self.end(record, None)?;
                self.session(record).turn = Some(Turn::new(record, &started.turn, wall));
            }
            Event::Call(call) => self.call(record, call, None, wall)?,
            Event::Exchange(exchange) => self.exchange(record, exchange, wall)?,
            Event::Reply(reply) => {
                self.turn(record, &reply.turn, wall)?.to = wall;
                self.lost.whole("the words of agent and user");
            }
            Event::TurnEnded(_) => self.end(record, Some(wall))?,
            Event::Reset(reset) if reset.turn.is_some() => self.end(record, None)?,
            Event::Closed(closed) => {
                self.end(record, None)?;
                if closed.is_for_good() {
                    self.sessions.remove(&record.session);
                }
            }
            _ => self.lost.whole("forks, snapshots and resets of rows alone"),
        }
        Ok(())
    }

    fn session(&mut self, record: &Record) -> &mut Session {
        self.sessions.entry(record.session.clone()).or_default()
    }

    /// The turn that is played. Where its beginning was not recorded in this session, as in a fork, it begins here.
    fn turn(&mut self, record: &Record, id: &str, from: i64) -> Result<&mut Turn, ExportError> {
        if self.session(record).turn.as_ref().is_some_and(|turn| turn.id != id) {
            self.end(record, None)?;
        }
        Ok(self.session(record).turn.get_or_insert_with(|| Turn::new(record, id, from)))
    }

    /// Ends the turn that is played, if there is one: at this time, or at the last that is known of it.
    fn end(&mut self, record: &Record, at: Option<i64>) -> Result<(), ExportError> {
        let Some(session) = self.sessions.get_mut(&record.session) else { return Ok(()) };
        let Some(mut turn) = session.turn.take() else { return Ok(()) };
        turn.to = at.unwrap_or(turn.to).max(turn.from);
        let span = turn.span(&record.session, session.agent.as_deref(), at.is_some());
        self.put(span)
    }

    /// Where a call or exchange of this turn and `traceparent` hangs. The turn lasts at least as long.
    fn place(
        &mut self,
        record: &Record,
        kind: &str,
        (turn, traceparent): (Option<&str>, Option<&str>),
        (began, answered): (i64, i64),
    ) -> Result<Place, ExportError> {
        let turn = match turn {
            None => None,
            Some(id) => {
                let turn = self.turn(record, id, began)?;
                (turn.from, turn.to) = (turn.from.min(began), turn.to.max(answered));
                Some(turn.ids.clone())
            }
        };
        let caller = traceparent.and_then(of_parent);
        if traceparent.is_some() && caller.is_none() {
            self.lost.part("traceparents that are none");
        }
        let own = derived(kind, record);
        let remote = caller.is_some();
        let (trace, parent, links) = match (caller, turn) {
            // The caller's trace holds the call; the turn is only linked to, since a span has one parent.
            (Some(caller), turn) => (caller.trace, Some(caller.span), turn.into_iter().map(link).collect()),
            (None, Some(turn)) => (turn.trace, Some(turn.span), Vec::new()),
            (None, None) => (own.trace, None, Vec::new()),
        };
        Ok(Place { trace, span: own.span, parent, links, remote })
    }

    fn call(
        &mut self,
        record: &Record,
        call: &CallRecord,
        exchange: Option<&ExchangeRecord>,
        answered: i64,
    ) -> Result<(), ExportError> {
        let began = time::began(answered, call.micros);
        let belongs = (call.turn.as_deref(), call.trace.as_deref());
        let place = self.place(record, "call", belongs, (began, answered))?;
        if !call.effects.is_empty() {
            self.lost.part("the rows that a call changed; their number is");
        }
        if !self.with_content {
            self.lost.part("arguments and results of calls; --with-content keeps them");
        }
        let failure = Failure::of(call);
        let mut attributes = self.attributes(record, call, failure.as_ref());
        if let Some(exchange) = exchange {
            self.lose_of(exchange);
            attributes.extend(http::of_exchange(exchange, self.with_content));
        }
        self.put(Span {
            trace_id: place.trace,
            span_id: place.span,
            parent_span_id: place.parent,
            name: format!("execute_tool {}", call.tool),
            kind: if place.remote { SERVER } else { INTERNAL },
            start_time_unix_nano: nanos(began),
            end_time_unix_nano: nanos(answered),
            attributes,
            links: place.links,
            status: failure.map(|failure| Status::error(failure.title)).unwrap_or_default(),
        })
    }

    /// An exchange that was no call, as the server that the client saw.
    fn exchange(&mut self, record: &Record, exchange: &ExchangeRecord, answered: i64) -> Result<(), ExportError> {
        let began = time::began(answered, exchange.micros);
        let trace = exchange.request_headers.get("traceparent").map(String::as_str);
        let place = self.place(record, "exchange", (exchange.turn.as_deref(), trace), (began, answered))?;
        self.lose_of(exchange);
        let session = Attribute::text("utb.session", record.session.clone());
        let mut attributes = vec![session, Attribute::integer("utb.record", record.n)];
        attributes.extend(exchange.turn.clone().map(|turn| Attribute::text("utb.turn", turn)));
        attributes.extend(exchange.status.map(|n| Attribute::integer("http.response.status_code", n.into())));
        let error = http::error(exchange);
        attributes.extend(error.clone().map(|error| Attribute::text("error.type", error)));
        attributes.extend(http::of_exchange(exchange, self.with_content));
        self.put(Span {
            trace_id: place.trace,
            span_id: place.span,
            parent_span_id: place.parent,
            name: http::name(exchange),
            kind: SERVER,
            start_time_unix_nano: nanos(began),
            end_time_unix_nano: nanos(answered),
            attributes,
            links: place.links,
            status: error.map(|_| Status::error(None)).unwrap_or_default(),
        })
    }

    /// Notes what a span does not say of an exchange.
    fn lose_of(&mut self, exchange: &ExchangeRecord) {
        self.lost.part("the bodies of exchanges; their sizes are, and HAR has them");
        if exchange.query.is_some() && !self.with_content {
            self.lost.part("queries of exchanges; --with-content keeps them");
        }
    }

    fn attributes(&self, record: &Record, call: &CallRecord, failure: Option<&Failure>) -> Vec<Attribute> {
        let mut attributes = vec![
            Attribute::text("gen_ai.operation.name", "execute_tool"),
            Attribute::text("gen_ai.tool.name", call.tool.clone()),
            Attribute::text("gen_ai.tool.call.id", format!("{}:{}", record.session, record.n)),
            Attribute::text("gen_ai.tool.type", "function"),
            Attribute::text("gen_ai.conversation.id", record.session.clone()),
            Attribute::text("utb.toolset", call.toolset.clone()),
            Attribute::text("utb.via", call.via.clone()),
            Attribute::integer("http.response.status_code", u64::from(call.status)),
            Attribute::integer("utb.rows_changed", call.effects.len() as u64),
        ];
        attributes.extend(call.turn.clone().map(|turn| Attribute::text("utb.turn", turn)));
        attributes.extend(call.retry_of.map(|n| Attribute::integer("utb.retry_of", n)));
        attributes.extend(failure.map(|failure| Attribute::text("error.type", failure.code.clone())));
        if self.with_content {
            let arguments = call.arguments.as_ref().map(|raw| raw.get()).or(call.raw.as_deref());
            let result = call.rendered.as_ref().map_or(call.body.get(), |rendered| &rendered.text);
            let arguments = arguments.map(|text| Attribute::text("gen_ai.tool.call.arguments", text.to_owned()));
            attributes.extend(arguments);
            attributes.push(Attribute::text("gen_ai.tool.call.result", result.to_owned()));
        }
        attributes
    }

    fn put(&mut self, span: Span) -> Result<(), ExportError> {
        self.batch.push(span);
        self.items += 1;
        if self.batch.len() >= BATCH { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> Result<(), ExportError> {
        if self.batch.is_empty() {
            return Ok(());
        }
        serde_json::to_writer(&mut *self.out, &Request::of(&self.batch)).map_err(std::io::Error::from)?;
        self.out.write_all(b"\n")?;
        self.batch.clear();
        Ok(())
    }
}

impl Turn {
    fn new(record: &Record, id: &str, from: i64) -> Self {
        Self { id: id.to_owned(), ids: derived("turn", record), from, to: from }
    }

    fn span(self, session: &str, agent: Option<&str>, ended: bool) -> Span {
        let mut attributes = vec![
            Attribute::text("gen_ai.operation.name", "invoke_agent"),
            Attribute::text("gen_ai.conversation.id", session.to_owned()),
            Attribute::text("utb.turn", self.id),
            Attribute::boolean("utb.turn.ended", ended),
        ];
        attributes.extend(agent.map(|agent| Attribute::text("gen_ai.agent.name", agent.to_owned())));
        Span {
            trace_id: self.ids.trace,
            span_id: self.ids.span,
            parent_span_id: None,
            name: agent.map_or_else(|| "invoke_agent".to_owned(), |agent| format!("invoke_agent {agent}")),
            kind: INTERNAL,
            start_time_unix_nano: nanos(self.from),
            end_time_unix_nano: nanos(self.to),
            attributes,
            links: Vec::new(),
            status: Status::default(),
        }
    }
}

/// Where a span hangs.
struct Place {
    trace: String,
    span: String,
    parent: Option<String>,
    links: Vec<Link>,
    /// Whether the caller's trace goes on in it.
    remote: bool,
}

fn link(to: Ids) -> Link {
    Link { trace_id: to.trace, span_id: to.span }
}

/// What went wrong with a call.
struct Failure {
    /// Code of the problem, or the status where it has none.
    code: String,
    title: Option<String>,
}

/// The members of a problem object that are not about one call alone.
#[derive(Default, Deserialize)]
struct ProblemBody {
    code: Option<String>,
    title: Option<String>,
}

impl Failure {
    fn of(call: &CallRecord) -> Option<Self> {
        if call.status < 400 {
            return None;
        }
        let problem: ProblemBody = serde_json::from_str(call.body.get()).unwrap_or_default();
        Some(Self { code: problem.code.unwrap_or_else(|| call.status.to_string()), title: problem.title })
    }
}
