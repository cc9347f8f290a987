use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

use serde_json::{Map, Value, json};

use super::body::{self, BYTES, JSON};
use super::exchange;
use super::shape::{Content, Empty, Entry, Own, Pair, PostData, Request, Response, Timings};
use super::status::reason;
use super::url;
use crate::call::base64;
use crate::call::unhex;
use crate::convert::passed::Paired;
use crate::convert::source::{ExportError, Exported, Source};
use crate::convert::{Lost, time};
use crate::journal::format::{CallRecord, Forked, RenderedRecord, ReplyKind, ReplyRecord};
use crate::journal::{Event, Record};

pub(super) const HTTP: &str = "HTTP/1.1";

/// Writes the calls, replies and exchanges of a journal as one HTTP Archive, entry by entry. Only sessions whose name begins with
/// `session` are taken.
///
/// # Errors
///
/// There is no journal, or `out` cannot be written.
pub fn export(journal: &Path, session: &str, out: &mut dyn Write) -> Result<Exported, ExportError> {
    let mut source = Source::open(journal, session)?;
    let (mut items, mut lost, mut sessions) = (0, Lost::default(), Sessions::default());
    let creator = json!({ "name": "utb", "version": env!("CARGO_PKG_VERSION") });
    write!(out, "{{\"log\":{{\"version\":\"1.2\",\"creator\":{creator},\"entries\":[")?;
    for (record, passed) in Paired::over(&mut source) {
        let body;
        let entry = match &record.event {
            Event::Call(call) => call_entry(&record, call, &mut lost),
            Event::Exchange(exchange) => {
                let call = passed.as_ref().and_then(|record| match &record.event {
                    Event::Call(call) => Some((record, &**call)),
                    _ => None,
                });
                exchange::entry_of(&record, exchange, call, &mut lost)
            }
            Event::Reply(reply) => {
                body = Spoken::new(reply, sessions.is_last_turn(&record.session), &mut lost);
                reply_entry(&record, reply, &body, &mut lost)
            }
            event => {
                sessions.follow(&record.session, record.n, event);
                lost.whole(unsaid(event));
                continue;
            }
        };
        out.write_all(if items == 0 { b"\n" } else { b",\n" })?;
        serde_json::to_writer(&mut *out, &entry).map_err(std::io::Error::from)?;
        items += 1;
    }
    out.write_all(b"\n]}}\n")?;
    out.flush()?;
    Ok(source.finish(items, lost))
}

/// Records that are no request, in words.
fn unsaid(event: &Event) -> &'static str {
    match event {
        Event::Opened(_) => "how sessions were opened",
        Event::TurnStarted(_) | Event::TurnEnded(_) => "beginnings and ends of turns",
        _ => "forks, snapshots, resets and ends of sessions",
    }
}

/// What HAR has no field for, of a call.
pub(super) fn own_of_call<'a>(record: &'a Record, call: &'a CallRecord) -> Own<'a> {
    Own {
        event: "call",
        session: &record.session,
        n: record.n,
        clock: &record.clock,
        turn: call.turn.as_deref(),
        toolset: Some(&call.toolset),
        tool: Some(&call.tool),
        via: Some(&call.via),
        arguments: call.arguments.as_deref(),
        effects: &call.effects,
        retry_of: call.retry_of,
        fault: None,
    }
}

fn call_entry<'a>(record: &'a Record, call: &'a CallRecord, lost: &mut Lost) -> Entry<'a> {
    let own = own_of_call(record, call);
    let url = url::of(&record.session, &[&call.toolset, &call.tool]);
    let request = if call.via == "get" { get(url, call, lost) } else { post(url, call) };
    let response = match &call.rendered {
        Some(rendered) => {
            let json = Some(call.body.get()).filter(|json| !is_quoted(rendered, json));
            response(call.status, &rendered.media_type, &rendered.text, json)
        }
        None => response(call.status, body::of_answer(call.status), call.body.get(), None),
    };
    entry(record, call.micros, request, response, own, lost)
}

/// Whether the JSON answer is nothing but the text in quotes, as [`super::import`] makes it.
pub(super) fn is_quoted(rendered: &RenderedRecord, json: &str) -> bool {
    body::kind(&rendered.media_type) == body::Kind::Other
        && serde_json::to_string(&rendered.text).is_ok_and(|quoted| quoted == json)
}

pub(super) fn entry<'a>(
    record: &'a Record,
    micros: u64,
    request: Request<'a>,
    response: Response<'a>,
    own: Own<'a>,
    lost: &mut Lost,
) -> Entry<'a> {
    let answered = time::micros(&record.wall).unwrap_or_else(|| {
        lost.part("wall clocks that are no time; 1970 stands there");
        0
    });
    let time = micros as f64 / 1000.0;
    let started_date_time = time::text(time::began(answered, micros));
    let timings = Timings { send: 0.0, wait: time, receive: 0.0 };
    Entry { started_date_time, time, request, response, cache: Empty {}, timings, own }
}

fn get<'a>(url: String, call: &'a CallRecord, lost: &mut Lost) -> Request<'a> {
    let bytes = raw(call).unwrap_or_default();
    if call.raw_hex.is_some() {
        lost.part("queries that are not UTF-8; they are written with percent signs");
    }
    let query = url::query(&bytes);
    let as_it_came = call.raw.as_deref().filter(|raw| *raw != query);
    let pairs = form_urlencoded::parse(&bytes)
        .map(|(name, value)| Pair { name: Cow::Owned(name.into_owned()), value: Cow::Owned(value.into_owned()) });
    let query_string = pairs.collect();
    let url = if query.is_empty() { url } else { format!("{url}?{query}") };
    Request { query_string, query: as_it_came, body_size: 0, ..request("GET", url, headers(call)) }
}

fn post<'a>(url: String, call: &'a CallRecord) -> Request<'a> {
    let post_data = match (&call.raw, &call.raw_hex) {
        (Some(text), _) => Some((body::of_request(text), Cow::Borrowed(text.as_str()), None, text.len())),
        (None, Some(_)) => {
            let bytes = raw(call).unwrap_or_default();
            Some((BYTES, Cow::Owned(base64::encode(&bytes)), Some("base64"), bytes.len()))
        }
        (None, None) => None,
    };
    let mut request = request("POST", url, headers(call));
    if let Some((mime_type, text, encoding, size)) = post_data {
        request.headers.insert(1, Pair::new("Content-Type", mime_type));
        request.body_size = size as i64;
        request.post_data = Some(PostData { mime_type, text, encoding });
    }
    request
}

/// The bytes that came, where the record has them.
fn raw(call: &CallRecord) -> Option<Cow<'_, [u8]>> {
    match (&call.raw, &call.raw_hex) {
        (Some(text), _) => Some(Cow::Borrowed(text.as_bytes())),
        (None, Some(hex)) => unhex(hex).map(Cow::Owned),
        (None, None) => None,
    }
}

fn headers(call: &CallRecord) -> Vec<Pair<'_>> {
    let mut headers = vec![Pair::new("Host", url::HOST)];
    headers.extend(call.idempotency_key.as_deref().map(|key| Pair::new("Idempotency-Key", key)));
    headers.extend(call.trace.as_deref().map(|trace| Pair::new("traceparent", trace)));
    headers
}

pub(super) fn request<'a>(method: &'a str, url: String, headers: Vec<Pair<'a>>) -> Request<'a> {
    Request {
        method,
        url,
        http_version: HTTP,
        cookies: [],
        headers,
        query_string: Vec::new(),
        post_data: None,
        headers_size: -1,
        body_size: -1,
        query: None,
    }
}

fn response<'a>(status: u16, media_type: &'a str, text: &'a str, json: Option<&'a str>) -> Response<'a> {
    Response {
        status,
        status_text: reason(status),
        http_version: HTTP,
        cookies: [],
        headers: vec![Pair::new("Content-Type", media_type)],
        content: Content {
            size: text.len(),
            compression: None,
            mime_type: media_type,
            text: text.into(),
            encoding: None,
            json,
        },
        redirect_url: "",
        headers_size: -1,
        body_size: text.len() as i64,
    }
}

/// The bodies of a reply and its answer, which the journal keeps in parts.
struct Spoken {
    request: String,
    response: String,
}

impl Spoken {
    fn new(reply: &ReplyRecord, last_turn: Option<bool>, lost: &mut Lost) -> Self {
        let mut request = Map::new();
        request.insert("text".into(), reply.text.as_str().into());
        if reply.declared {
            let kind = if reply.kind == ReplyKind::Question { "question" } else { "statement" };
            request.insert("kind".into(), kind.into());
        }
        let mut response = match &reply.user {
            Some(words) => json!({ "status": "user_replied", "message": words }),
            None => json!({ "status": "turn_over" }),
        };
        match last_turn {
            Some(finished) if reply.user.is_none() => response["finished"] = finished.into(),
            None if reply.user.is_none() => lost.part("whether a reply ended the session: its turn began elsewhere"),
            _ => {}
        }
        lost.part("the exact bodies of replies; they are built again from their parts");
        Self { request: Value::Object(request).to_string(), response: response.to_string() }
    }
}

fn reply_entry<'a>(record: &'a Record, reply: &'a ReplyRecord, spoken: &'a Spoken, lost: &mut Lost) -> Entry<'a> {
    let own = Own {
        event: "reply",
        session: &record.session,
        n: record.n,
        clock: &record.clock,
        turn: Some(&reply.turn),
        ..Own::default()
    };
    let headers = vec![Pair::new("Host", url::HOST), Pair::new("Content-Type", JSON)];
    let mut request = request("POST", url::of(&record.session, &["reply"]), headers);
    request.body_size = spoken.request.len() as i64;
    request.post_data = Some(PostData { mime_type: JSON, text: Cow::Borrowed(&spoken.request), encoding: None });
    entry(record, 0, request, response(200, JSON, &spoken.response, None), own, lost)
}

/// Which turns are the last of their sessions, which a reply's answer says.
#[derive(Default)]
struct Sessions(BTreeMap<String, Playing>);

#[derive(Clone, Default)]
struct Playing {
    /// Position after the last turn.
    end: usize,
    /// Number of the record with which the turn began, and its position.
    turn: Option<(u64, usize)>,
}

impl Sessions {
    fn follow(&mut self, session: &str, n: u64, event: &Event) {
        match event {
            Event::Opened(opened) => self.0.entry(session.to_owned()).or_default().end = opened.end,
            Event::TurnStarted(started) => {
                self.0.entry(session.to_owned()).or_default().turn = Some((n, started.index));
            }
            Event::Forked(forked) => self.fork(session, forked),
            Event::Closed(closed) if closed.is_for_good() => drop(self.0.remove(session)),
            _ => {}
        }
    }

    /// A fork goes on in its parent's turn, unless it left from before that turn.
    fn fork(&mut self, parent: &str, forked: &Forked) {
        if let Some(parent) = self.0.get(parent) {
            let turn = parent.turn.filter(|(n, _)| *n < forked.events);
            self.0.insert(forked.child.clone(), Playing { turn, ..parent.clone() });
        }
    }

    fn is_last_turn(&self, session: &str) -> Option<bool> {
        let playing = self.0.get(session).filter(|playing| playing.end > 0)?;
        playing.turn.map(|(_, index)| index + 1 >= playing.end)
    }
}
