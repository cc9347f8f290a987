//! What passed through a proxy as an entry: as it was on the wire, and the call that it was.

use std::borrow::Cow;

use super::body::{self, BYTES};
use super::shape::{Content, Entry, Own, Pair, PostData, Request, Response, Timings};
use super::status::reason;
use super::url;
use super::write::{HTTP, entry, is_quoted, own_of_call, request};
use crate::call::base64;
use crate::call::unhex;
use crate::convert::{Lost, coding};
use crate::journal::Record;
use crate::journal::format::{BodyRecord, CallRecord, ExchangeRecord};

/// Largest body that is written without its content coding; a larger one stays as it came.
const MOST: usize = 64 << 20;

/// The entry of an exchange, and of the call that it was, with the record of each.
pub(super) fn entry_of<'a>(
    record: &'a Record,
    exchange: &'a ExchangeRecord,
    call: Option<(&'a Record, &'a CallRecord)>,
    lost: &mut Lost,
) -> Entry<'a> {
    let own = match call {
        Some((record, call)) => own_of_call(record, call),
        None => Own {
            event: "exchange",
            session: &record.session,
            n: record.n,
            clock: &record.clock,
            turn: exchange.turn.as_deref(),
            ..Own::default()
        },
    };
    let own = Own { fault: exchange.fault.map(|fault| fault.word()), ..own };
    for body in [&exchange.request, &exchange.response] {
        if body.sha256.is_some() {
            lost.part("the ends of bodies of which the journal keeps the beginning");
        }
    }
    let call = call.map(|(_, call)| call);
    let first = exchange.first_byte_micros.unwrap_or(exchange.micros).min(exchange.micros);
    let millis = |micros: u64| micros as f64 / 1000.0;
    let timings = Timings { send: 0.0, wait: millis(first), receive: millis(exchange.micros - first) };
    let (sent, answer) = (sent(exchange, call), answer(exchange, call));
    Entry { timings, ..entry(record, exchange.micros, sent, answer, own, lost) }
}

fn sent<'a>(exchange: &'a ExchangeRecord, call: Option<&'a CallRecord>) -> Request<'a> {
    let mut address = format!("{}{}", url::DOOR, url::query(exchange.path.as_bytes()).replace('?', "%3F"));
    let raw = exchange.query.as_deref().unwrap_or_default();
    let query = url::query(raw.as_bytes());
    if !query.is_empty() {
        address = format!("{address}?{query}");
    }
    let mut headers = vec![Pair::new("Host", url::HOST)];
    headers.extend(exchange.request_headers.iter().map(|(name, value)| Pair::new(name, value)));
    let pairs = form_urlencoded::parse(raw.as_bytes());
    let query_string =
        pairs.map(|(name, value)| Pair { name: name.into_owned().into(), value: value.into_owned().into() });
    let media_type = exchange.request_headers.get("content-type").map(String::as_str);
    // The call has the body without its coding.
    let plain = call.filter(|call| call.via != "get").and_then(|call| call.raw.as_deref());
    let body = Shown::of(&exchange.request, exchange.request_headers.get("content-encoding"), plain);
    Request {
        query_string: query_string.collect(),
        query: Some(raw).filter(|raw| *raw != query),
        body_size: exchange.request.bytes as i64,
        post_data: (exchange.request.bytes > 0).then(|| PostData {
            mime_type: media_type
                .unwrap_or_else(|| body.encoding.map_or_else(|| body::of_request(&body.text), |_| BYTES)),
            text: body.text,
            encoding: body.encoding,
        }),
        ..request(&exchange.method, address, headers)
    }
}

fn answer<'a>(exchange: &'a ExchangeRecord, call: Option<&'a CallRecord>) -> Response<'a> {
    let coding = exchange.response_headers.get("content-encoding");
    let status = call.map(|call| call.status).or(exchange.status).unwrap_or_default();
    let rendered = call.and_then(|call| call.rendered.as_ref());
    // Where the server gave no answer, the proxy's own is that of the call.
    let of_call = call.filter(|_| coding.is_some() || exchange.fault.is_some() || exchange.response.sha256.is_some());
    let plain = rendered.map(|rendered| rendered.text.as_str()).or(of_call.map(|call| call.body.get()));
    let shown = Shown::of(&exchange.response, coding, plain);
    let json = rendered.zip(call).map(|(rendered, call)| (rendered, call.body.get()));
    let json = json.filter(|(rendered, json)| !is_quoted(rendered, json)).map(|(_, json)| json);
    let told = exchange.response_headers.get("content-type").map(String::as_str);
    let of_call = || call.map(|call| body::of_answer(call.status));
    let media_type = told.filter(|_| exchange.fault.is_none()).or_else(of_call);
    let media_type = media_type.unwrap_or(if shown.encoding.is_some() { BYTES } else { "" });
    let passed = exchange.response.bytes as i64;
    Response {
        status,
        status_text: reason(status),
        http_version: HTTP,
        cookies: [],
        headers: exchange.response_headers.iter().map(|(name, value)| Pair::new(name, value)).collect(),
        content: Content {
            size: shown.size,
            compression: coding.map(|_| shown.size as i64 - passed).filter(|_| shown.is_plain),
            mime_type: media_type,
            text: shown.text,
            encoding: shown.encoding,
            json,
        },
        redirect_url: exchange.response_headers.get("location").map_or("", String::as_str),
        headers_size: -1,
        body_size: passed,
    }
}

/// A body as it is shown: text where it is text, without its coding where that can be undone.
struct Shown<'a> {
    text: Cow<'a, str>,
    encoding: Option<&'static str>,
    /// Bytes, before they were written in base 64.
    size: usize,
    /// Whether it is without its coding.
    is_plain: bool,
}

impl<'a> Shown<'a> {
    /// `plain` is the body without its coding, where somebody knows it.
    fn of(body: &'a BodyRecord, coding: Option<&String>, plain: Option<&'a str>) -> Self {
        if let Some(plain) = plain {
            return Self { text: plain.into(), encoding: None, size: plain.len(), is_plain: true };
        }
        let kept: Cow<'a, [u8]> = match (&body.text, &body.hex) {
            (Some(text), _) => text.as_bytes().into(),
            (None, Some(hex)) => unhex(hex).unwrap_or_default().into(),
            (None, None) => Cow::default(),
        };
        let whole = coding.filter(|_| body.sha256.is_none() && body.undecoded.is_none());
        let decoded = whole.and_then(|coding| coding::decoded(coding, &kept, MOST).ok().map(Cow::into_owned));
        let is_plain = decoded.is_some() || coding.is_none();
        let bytes = decoded.map_or(kept, Cow::Owned);
        let size = bytes.len();
        let (text, encoding) = match bytes {
            Cow::Borrowed(bytes) => match std::str::from_utf8(bytes) {
                Ok(text) => (Cow::Borrowed(text), None),
                Err(_) => (base64::encode(bytes).into(), Some("base64")),
            },
            Cow::Owned(bytes) => match String::from_utf8(bytes) {
                Ok(text) => (text.into(), None),
                Err(e) => (base64::encode(e.as_bytes()).into(), Some("base64")),
            },
        };
        Self { text, encoding, size, is_plain }
    }
}
