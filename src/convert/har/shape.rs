//! The shape of an entry as it is written (HAR 1.2). Fields whose names begin with `_` are our own.

use serde::Serialize;
use serde_json::value::RawValue;

use crate::call::Effect;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Entry<'a> {
    pub started_date_time: String,
    /// Milliseconds.
    pub time: f64,
    pub request: Request<'a>,
    pub response: Response<'a>,
    pub cache: Empty,
    pub timings: Timings,
    #[serde(flatten)]
    pub own: Own<'a>,
}

/// What the journal knows and HAR has no field for.
#[derive(Default, Serialize)]
pub(super) struct Own<'a> {
    /// `call`, `reply` or `exchange`.
    #[serde(rename = "_event")]
    pub event: &'static str,
    #[serde(rename = "_session")]
    pub session: &'a str,
    /// Number of the record in its session.
    #[serde(rename = "_n")]
    pub n: u64,
    /// Session clock.
    #[serde(rename = "_clock")]
    pub clock: &'a str,
    #[serde(rename = "_turn", skip_serializing_if = "Option::is_none")]
    pub turn: Option<&'a str>,
    #[serde(rename = "_toolset", skip_serializing_if = "Option::is_none")]
    pub toolset: Option<&'a str>,
    #[serde(rename = "_tool", skip_serializing_if = "Option::is_none")]
    pub tool: Option<&'a str>,
    #[serde(rename = "_via", skip_serializing_if = "Option::is_none")]
    pub via: Option<&'a str>,
    #[serde(rename = "_arguments", skip_serializing_if = "Option::is_none")]
    pub arguments: Option<&'a RawValue>,
    #[serde(rename = "_effects", skip_serializing_if = "<[Effect]>::is_empty")]
    pub effects: &'a [Effect],
    #[serde(rename = "_retryOf", skip_serializing_if = "Option::is_none")]
    pub retry_of: Option<u64>,
    /// Why an exchange did not come to a good end.
    #[serde(rename = "_fault", skip_serializing_if = "Option::is_none")]
    pub fault: Option<&'static str>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Request<'a> {
    pub method: &'a str,
    pub url: String,
    pub http_version: &'static str,
    pub cookies: [(); 0],
    pub headers: Vec<Pair<'a>>,
    pub query_string: Vec<Pair<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub post_data: Option<PostData<'a>>,
    /// -1: not known.
    pub headers_size: i64,
    pub body_size: i64,
    /// The query as it came, where the URL cannot hold it so.
    #[serde(rename = "_query", skip_serializing_if = "Option::is_none")]
    pub query: Option<&'a str>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PostData<'a> {
    pub mime_type: &'a str,
    pub text: std::borrow::Cow<'a, str>,
    /// HAR 1.2 has `encoding` for answers only.
    #[serde(rename = "_encoding", skip_serializing_if = "Option::is_none")]
    pub encoding: Option<&'static str>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Response<'a> {
    pub status: u16,
    pub status_text: &'static str,
    pub http_version: &'static str,
    pub cookies: [(); 0],
    pub headers: Vec<Pair<'a>>,
    pub content: Content<'a>,
    #[serde(rename = "redirectURL")]
    pub redirect_url: &'a str,
    pub headers_size: i64,
    pub body_size: i64,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Content<'a> {
    pub size: usize,
    /// Bytes that were saved on the way.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compression: Option<i64>,
    pub mime_type: &'a str,
    pub text: std::borrow::Cow<'a, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub encoding: Option<&'static str>,
    /// The JSON answer beside a text in another media type: JSON in a string, so that no reader respells it.
    #[serde(rename = "_json", skip_serializing_if = "Option::is_none")]
    pub json: Option<&'a str>,
}

#[derive(Serialize)]
pub(super) struct Pair<'a> {
    pub name: std::borrow::Cow<'a, str>,
    pub value: std::borrow::Cow<'a, str>,
}

impl<'a> Pair<'a> {
    pub fn new(name: &'a str, value: &'a str) -> Self {
        Self { name: name.into(), value: value.into() }
    }
}

/// Milliseconds; of a call the journal knows only how long the answer took to be made.
#[derive(Serialize)]
pub(super) struct Timings {
    pub send: f64,
    pub wait: f64,
    pub receive: f64,
}

#[derive(Serialize)]
pub(super) struct Empty {}
