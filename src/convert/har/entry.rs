//! One entry of a recording as a call, or why it is none.

use std::collections::BTreeSet;

use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::answer::Content;
use super::check::{At, HarError};
use super::sent::Sent;
use super::url::{self, Parts};
use crate::call::{Effect, canonical, strict};
use crate::convert::{Lost, time};
use crate::journal::format::CallRecord;

/// Tool set of a URL with only one segment.
const LONE: &str = "http";

/// Headers that a record keeps, that are known without it, or of which more is said elsewhere.
const KEPT: [&str; 5] = ["host", "content-type", "content-length", "idempotency-key", "traceparent"];

/// A call that was carried over.
pub(super) struct Taken {
    /// Position of its entry.
    pub index: usize,
    /// The call, without the record that it repeats.
    pub call: Box<CallRecord>,
    /// When it was answered, in microseconds since 1970.
    pub answered: i64,
    /// Session clock, where our own export says it.
    pub clock: Option<String>,
    /// Session and number of the record that the entry was exported from.
    pub from: Option<(String, u64)>,
    /// Session and number of the record that it repeats.
    pub retry_of: Option<(String, u64)>,
}

/// Takes entries one by one, and notes what they lose.
#[derive(Default)]
pub(super) struct Reader {
    lost: Lost,
    hosts: BTreeSet<String>,
}

/// Why there is no call of an entry.
pub(super) enum No {
    /// It is left out, for this reason.
    Because(String),
    /// The file is wrong.
    Broken(HarError),
}

impl From<HarError> for No {
    fn from(e: HarError) -> Self {
        Self::Broken(e)
    }
}

/// That an entry is left out.
pub(super) fn no<T>(why: impl Into<String>) -> Result<T, No> {
    Err(No::Because(why.into()))
}

impl Reader {
    /// The call of an entry; none where it is left out.
    ///
    /// # Errors
    ///
    /// The entry is not what HAR says it is.
    pub fn take(&mut self, index: usize, entry: &At<'_>) -> Result<Option<Taken>, HarError> {
        match self.call(index, entry) {
            Ok(taken) => Ok(Some(taken)),
            Err(No::Because(why)) => {
                self.lost.entry(index, why);
                Ok(None)
            }
            Err(No::Broken(e)) => Err(e),
        }
    }

    /// Everything that was lost.
    pub fn finish(mut self) -> Lost {
        if self.hosts.len() > 1 {
            self.lost.part("hosts of the URLs: calls to different hosts may have come to be of one tool");
        }
        self.lost
    }

    fn call(&mut self, index: usize, entry: &At<'_>) -> Result<Taken, No> {
        let exchange = Exchange::read(entry)?;
        let Exchange { method, status, .. } = exchange;
        refuse(entry, method, exchange.url, status)?;
        let url = url::parts(exchange.url).ok_or_else(|| No::Because("a URL without a scheme".into()))?;
        let (toolset, tool) = tool(entry, &url)?;
        let (body, rendered) = exchange.content.answer()?;
        let sent = Sent::read(&exchange.request, method, &url, &mut |what| self.lost.part_of_entry(index, what))?;
        let call = CallRecord {
            turn: None,
            toolset,
            tool,
            via: via(entry, method)?.to_owned(),
            arguments: arguments(entry, method, sent.raw.as_deref())?,
            raw: sent.raw,
            raw_hex: sent.raw_hex,
            status: status as u16,
            body,
            rendered,
            effects: effects(entry)?,
            micros: exchange.micros,
            idempotency_key: exchange.header("idempotency-key"),
            retry_of: None,
            trace: exchange.header("traceparent"),
        };
        self.note(index, entry, &url, &exchange);
        Ok(Taken {
            index,
            call: Box::new(call),
            answered: exchange.started.saturating_add(exchange.micros as i64),
            clock: entry.maybe("_clock").map(|at| clock(&at)).transpose()?,
            from: numbered(entry, "_n")?,
            retry_of: numbered(entry, "_retryOf")?,
        })
    }

    /// What is lost of nearly every entry that is not our own, and of those that are.
    fn note(&mut self, index: usize, entry: &At<'_>, url: &Parts<'_>, exchange: &Exchange<'_>) {
        let kept = |name: &str| KEPT.iter().any(|kept| kept.eq_ignore_ascii_case(name) || name.starts_with(':'));
        let dropped = |headers: &[(&str, &str)]| headers.iter().any(|(name, _)| !kept(name));
        for (what, is_lost) in [
            ("request headers other than Idempotency-Key and traceparent", dropped(&exchange.sent_headers)),
            ("response headers other than Content-Type", dropped(&exchange.answer_headers)),
            ("the URL but for the last two segments of its path", url.authority != url::HOST),
            ("_turn: a recording becomes a sandbox, which has no turns", entry.maybe("_turn").is_some()),
        ] {
            if is_lost {
                self.lost.part_of_entry(index, what);
            }
        }
        self.hosts.insert(url.authority.to_owned());
    }
}

/// What is read of an entry before anything is decided: a file that is wrong is refused, whatever its entry is about.
struct Exchange<'a> {
    /// Microseconds since 1970.
    started: i64,
    micros: u64,
    request: At<'a>,
    method: &'a str,
    url: &'a str,
    sent_headers: Vec<(&'a str, &'a str)>,
    status: i64,
    answer_headers: Vec<(&'a str, &'a str)>,
    content: Content<'a>,
}

impl<'a> Exchange<'a> {
    fn read(entry: &At<'a>) -> Result<Self, HarError> {
        let begun = entry.field("startedDateTime")?;
        let started = time::micros(begun.text()?).ok_or_else(|| begun.wrong("expected an RFC 3339 time"))?;
        // Recorders write -1 for a time that they do not know.
        let micros = (entry.field("time")?.number()?.clamp(0.0, 1e12) * 1000.0).round() as u64;
        let (request, response) = (entry.field("request")?, entry.field("response")?);
        Ok(Self {
            started,
            micros,
            method: request.field("method")?.text()?,
            url: request.field("url")?.text()?,
            sent_headers: request.field("headers")?.pairs()?,
            status: response.field("status")?.integer()?,
            answer_headers: response.field("headers")?.pairs()?,
            content: Content::read(&response)?,
            request,
        })
    }

    fn header(&self, name: &str) -> Option<String> {
        let found = self.sent_headers.iter().find(|(other, _)| other.eq_ignore_ascii_case(name));
        found.map(|(_, value)| (*value).to_owned())
    }
}

/// Entries that are no call of a tool.
fn refuse(entry: &At<'_>, method: &str, name: &str, status: i64) -> Result<(), No> {
    let scheme = name.split(':').next().unwrap_or_default().to_ascii_lowercase();
    let socket = matches!(scheme.as_str(), "ws" | "wss") || status == 101;
    if socket || entry.maybe("_webSocketMessages").is_some() {
        return no("a WebSocket");
    }
    if !matches!(scheme.as_str(), "http" | "https") {
        return no(format!("the scheme {scheme}: only http and https are calls"));
    }
    if entry.maybe_text("_event")? == Some("reply") {
        return no("a reply: a recording becomes a sandbox, in which no user speaks");
    }
    if entry.maybe_text("_event")? == Some("exchange") {
        return no("an exchange that was no call");
    }
    match (method, status) {
        ("GET" | "POST", 200..=599) => Ok(()),
        ("GET" | "POST", ..=0) => no("no answer came (status 0)"),
        ("GET" | "POST", _) => no(format!("the status {status}: no final answer")),
        _ => no(format!("the method {method}: only GET and POST are calls")),
    }
}

/// Tool set and tool: the last two segments of the path, or what our own export says.
fn tool(entry: &At<'_>, url: &Parts<'_>) -> Result<(String, String), No> {
    if let (Some(toolset), Some(tool)) = (entry.maybe_text("_toolset")?, entry.maybe_text("_tool")?) {
        return Ok((toolset.to_owned(), tool.to_owned()));
    }
    match url::segments(url.path).as_deref() {
        None => no("a path that is not UTF-8"),
        Some([]) => no("a URL without a path: it names no tool"),
        Some([tool]) => Ok((LONE.to_owned(), tool.clone())),
        Some([.., toolset, tool]) => Ok((toolset.clone(), tool.clone())),
    }
}

/// Arguments in canonical form: of our own export those that were recorded, else the body where it is a JSON object.
fn arguments(entry: &At<'_>, method: &str, raw: Option<&str>) -> Result<Option<Box<RawValue>>, HarError> {
    let own = entry.maybe("_via").is_some();
    let map: Option<Map<String, Value>> = match (entry.maybe("_arguments"), raw) {
        (Some(at), _) => {
            at.object()?;
            at.value.as_object().cloned()
        }
        (None, Some(raw)) if !own && method == "POST" && !raw.trim().is_empty() => strict::object(raw.as_bytes()).ok(),
        _ => None,
    };
    let text = map.and_then(|map| String::from_utf8(canonical::object(&map)).ok());
    Ok(text.and_then(|text| RawValue::from_string(text).ok()))
}

fn clock(at: &At<'_>) -> Result<String, HarError> {
    let text = at.text()?;
    time::micros(text).map(|_| text.to_owned()).ok_or_else(|| at.wrong("expected an RFC 3339 time"))
}

/// How the call came; what our own export says is taken for a POST alone, since a GET can be nothing else.
fn via<'a>(entry: &At<'a>, method: &str) -> Result<&'a str, HarError> {
    Ok(match entry.maybe_text("_via")? {
        _ if method == "GET" => "get",
        Some(via) => via,
        None => "post",
    })
}

fn effects(entry: &At<'_>) -> Result<Vec<Effect>, HarError> {
    let read = |at: At<'_>| serde_json::from_value(at.value.clone()).map_err(|e| at.wrong(e.to_string()));
    entry.maybe("_effects").map_or_else(|| Ok(Vec::new()), read)
}

/// A record of the session that the entry was exported from.
fn numbered(entry: &At<'_>, name: &str) -> Result<Option<(String, u64)>, HarError> {
    let n = entry.maybe(name).map(|at| at.integer()).transpose()?;
    let session = entry.maybe_text("_session")?.map(str::to_owned);
    Ok(session.zip(n.and_then(|n| u64::try_from(n).ok())))
}
