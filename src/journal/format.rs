//! Record types. A change that an old reader would misread needs a new [`VERSION`].

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::call::{Effect, unhex};

/// Version of the format. 1: the first.
pub const VERSION: u32 = 1;

/// First line of a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// Format version.
    pub journal: u32,
    /// Number of the file in its directory, from 1.
    pub file: u32,
    /// Chain of the last line of the file before, in hex; zeros for the first.
    pub previous: String,
}

/// One line of a journal, without its chain.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// Format version.
    pub v: u32,
    /// Session the event belongs to.
    pub session: String,
    /// Number of the event within its session, from 0.
    pub n: u64,
    /// Wall clock, RFC 3339 with microseconds, UTC. Nothing but latency is ever computed from it.
    pub wall: String,
    /// Session clock, RFC 3339.
    pub clock: String,
    /// What happened.
    pub event: Event,
}

/// What happened.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A session began.
    Opened(Box<Opened>),
    /// The user said something and the agent may act.
    TurnStarted(TurnStarted),
    /// A tool was called and answered.
    Call(Box<CallRecord>),
    /// The agent spoke.
    Reply(ReplyRecord),
    /// Nothing more is expected in this turn.
    TurnEnded(TurnEnded),
    /// Another session began with this one's state.
    Forked(Forked),
    /// The state was kept under its digest.
    Snapshot(Snapshot),
    /// The session went back.
    Reset(Box<Reset>),
    /// A request passed through a proxy.
    Exchange(Box<ExchangeRecord>),
    /// The session ended.
    Closed(Closed),
}

/// How a session began.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opened {
    /// Version of `utb` that wrote this.
    pub utb: String,
    /// Seed of the world.
    pub seed: u64,
    /// Persona whose user speaks; none for a sandbox.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub persona: Option<String>,
    /// `gold` or `own`.
    pub history: String,
    /// Digest of the suite files the session was played from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suite: Option<String>,
    /// Digest of specs, programs and tables.
    pub catalogue: String,
    /// Name of the agent, where the driver told it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// Position of its first turn.
    #[serde(default)]
    pub start: usize,
    /// Position after its last turn.
    #[serde(default)]
    pub end: usize,
    /// Session and event number of which this one is a fork.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<Parent>,
}

/// Where a fork came from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parent {
    /// The other session.
    pub session: String,
    /// Its events before the fork.
    pub events: u64,
}

/// A turn began.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TurnStarted {
    /// Id of the turn.
    pub turn: String,
    /// Position in the dialogue, from 0.
    pub index: usize,
    /// Digest of the state in which it began.
    pub state: String,
}

/// One call of one tool, as it came and as it was answered.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CallRecord {
    /// Turn in which it was made; none in a sandbox.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<String>,
    /// Tool set.
    pub toolset: String,
    /// Tool.
    pub tool: String,
    /// How it came: `post`, `get`, `mcp` or `process`.
    pub via: String,
    /// The body or query exactly as it came, where it is UTF-8.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub raw: Option<String>,
    /// The same in hexadecimal, where it is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub raw_hex: Option<String>,
    /// The arguments in canonical form (RFC 8785) with defaults filled in; none when they were not valid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arguments: Option<Box<RawValue>>,
    /// HTTP status.
    pub status: u16,
    /// The JSON answer, byte for byte.
    pub body: Box<RawValue>,
    /// The answer in another media type, where that is what was sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rendered: Option<RenderedRecord>,
    /// Rows that changed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub effects: Vec<Effect>,
    /// Time from the parsed request to the finished answer, in microseconds.
    pub micros: u64,
    /// `Idempotency-Key` of the request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub idempotency_key: Option<String>,
    /// Number of the record that this one repeats under the same key: nothing happened again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_of: Option<u64>,
    /// `traceparent` of the request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trace: Option<String>,
}

impl CallRecord {
    /// Whether the request came whole. One that did not has no bytes here, and says nothing about its tool.
    pub fn arrived(&self) -> bool {
        let empty = self.raw_hex.is_none() && self.raw.as_deref().is_none_or(str::is_empty);
        !(matches!(self.status, 408 | 413) || self.status == 400 && empty && self.via == "post")
    }

    /// The body or query as it came; nothing where it did not come.
    pub fn request_bytes(&self) -> Cow<'_, [u8]> {
        let hex = || self.raw_hex.as_deref().and_then(unhex).unwrap_or_default();
        self.raw.as_deref().map_or_else(|| hex().into(), |text| text.as_bytes().into())
    }
}

/// An answer that is not JSON.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RenderedRecord {
    /// Media type.
    pub media_type: String,
    /// Text.
    pub text: String,
}

/// The agent spoke.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReplyRecord {
    /// Turn in which it spoke.
    pub turn: String,
    /// What it said.
    pub text: String,
    /// `question` or `statement`.
    pub kind: ReplyKind,
    /// Whether the agent said so itself, or its words were classified.
    pub declared: bool,
    /// What the user answered, when the turn goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub user: Option<String>,
    /// What the agent says it has spent since it spoke last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usage: Option<Usage>,
}

/// What an agent says it has spent; nobody checks it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Usage {
    /// Tokens that its model read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input_tokens: Option<u64>,
    /// Tokens that its model wrote.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output_tokens: Option<u64>,
    /// Money, in a currency of the agent's choice; not negative.
    #[serde(default, deserialize_with = "money", skip_serializing_if = "Option::is_none")]
    pub cost: Option<f64>,
}

fn money<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<f64>, D::Error> {
    match Option::<f64>::deserialize(deserializer)? {
        Some(cost) if cost < 0.0 => Err(D::Error::custom("a cost is not negative")),
        cost => Ok(cost),
    }
}

/// What an agent's words are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ReplyKind {
    /// Something the user is to answer.
    Question,
    /// Anything else.
    Statement,
}

/// A turn ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TurnEnded {
    /// Id of the turn.
    pub turn: String,
    /// Digest of the state in which it ended.
    pub state: String,
}

/// Another session began with this one's state.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Forked {
    /// The new session.
    pub child: String,
    /// Events of this session that the fork knows.
    pub events: u64,
}

/// The state was kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Snapshot {
    /// Digest of the state.
    pub state: String,
}

/// The session went back.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reset {
    /// `turn`, `start`, or the digest of a snapshot.
    pub to: String,
    /// Digest of the state afterwards.
    pub state: String,
    /// The turn that begins anew.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<usize>,
    /// The whole state, where it cannot be told from this session's records.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rows: Option<StateRows>,
}

/// A state written out.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StateRows {
    /// Table → key → row.
    pub tables: BTreeMap<String, BTreeMap<String, Map<String, Value>>>,
    /// Digest of a call in hex → how often it was made.
    pub repeats: BTreeMap<String, u32>,
}

/// A session ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Closed {
    /// `finished` (its last turn ended), `deleted` or `shutdown`.
    pub reason: String,
}

impl Closed {
    /// Whether the session writes no more. One that only finished is asked again, goes back, and is forked.
    pub fn is_for_good(&self) -> bool {
        self.reason != "finished"
    }
}

/// A request that passed through a proxy to another server, and what came back. Where it was a tool's, the `call` record
/// follows at once.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExchangeRecord {
    /// Turn in which it was made; none where no user speaks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<String>,
    /// Method.
    pub method: String,
    /// Path as the client wrote it.
    pub path: String,
    /// Query as the client wrote it, without the question mark.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub query: Option<String>,
    /// The headers of the request that say how to read it, by name in lower case. Secrets (cookies, keys) are not
    /// among them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub request_headers: BTreeMap<String, String>,
    /// The body of the request, as far as it was passed on when the answer ended.
    pub request: BodyRecord,
    /// Status of the other server's answer; none where there was no answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// The headers of the answer that say how to read it, by name in lower case.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub response_headers: BTreeMap<String, String>,
    /// The body of the answer.
    pub response: BodyRecord,
    /// Time from the head of the request to the head of the answer, in microseconds; none where there was no answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_byte_micros: Option<u64>,
    /// Time from the head of the request to the end of the answer, in microseconds.
    pub micros: u64,
    /// Why it did not come to a good end; none where it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<ExchangeFault>,
}

/// A body that was passed on: whole, or its size, digest and beginning where it was larger than what is kept.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BodyRecord {
    /// Size in bytes of what was passed on.
    pub bytes: u64,
    /// The bytes exactly as they came, where they are UTF-8; with `sha256`, only the first of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The same in hexadecimal, where they are not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hex: Option<String>,
    /// SHA-256 of all bytes, where not all of them are kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
    /// Why its content coding could not be undone; none where it was, and where it has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undecoded: Option<Undecoded>,
}

/// Why the content coding of a body could not be undone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Undecoded {
    /// It is not one of those that are known: gzip, deflate, br, zstd.
    UnknownCoding,
    /// The bytes are not coded so.
    Broken,
    /// There is more in it than is kept of a body.
    TooLarge,
}

/// Why an exchange did not come to a good end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ExchangeFault {
    /// The other server could not be reached.
    Connect,
    /// It did not answer in time, or fell silent in the middle of its answer.
    Timeout,
    /// It broke off before the end of its answer.
    BrokeOff,
    /// What it sent is not HTTP.
    BadResponse,
    /// The client went away first.
    ClientLeft,
}

impl ExchangeFault {
    /// The word that stands in the journal.
    pub fn word(self) -> &'static str {
        match self {
            Self::Connect => "connect",
            Self::Timeout => "timeout",
            Self::BrokeOff => "broke_off",
            Self::BadResponse => "bad_response",
            Self::ClientLeft => "client_left",
        }
    }
}
