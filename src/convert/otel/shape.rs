//! `ExportTraceServiceRequest` in OTLP/JSON: names in lower camel case, ids in hexadecimal, enums as numbers, 64-bit
//! integers as strings.

use std::borrow::Cow;

use serde::Serialize;

/// Version of the semantic conventions: the last one of OpenTelemetry's main registry that holds those for generative
/// AI, which have no stable version yet.
pub const SCHEMA_URL: &str = "https://opentelemetry.io/schemas/1.41.0";

/// One line.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Request<'a> {
    resource_spans: [ResourceSpans<'a>; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ResourceSpans<'a> {
    resource: Resource,
    scope_spans: [ScopeSpans<'a>; 1],
    schema_url: &'static str,
}

#[derive(Serialize)]
struct Resource {
    attributes: [Attribute; 2],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ScopeSpans<'a> {
    scope: Scope,
    spans: &'a [Span],
    schema_url: &'static str,
}

#[derive(Serialize)]
struct Scope {
    name: &'static str,
    version: &'static str,
}

impl<'a> Request<'a> {
    pub fn of(spans: &'a [Span]) -> Self {
        let version = env!("CARGO_PKG_VERSION");
        let attributes = [Attribute::text("service.name", "utb"), Attribute::text("service.version", version)];
        let scope = Scope { name: "utb.export", version };
        let scope_spans = [ScopeSpans { scope, spans, schema_url: SCHEMA_URL }];
        let resource = Resource { attributes };
        Self { resource_spans: [ResourceSpans { resource, scope_spans, schema_url: SCHEMA_URL }] }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Span {
    pub trace_id: String,
    pub span_id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent_span_id: Option<String>,
    pub name: String,
    pub kind: u8,
    pub start_time_unix_nano: String,
    pub end_time_unix_nano: String,
    pub attributes: Vec<Attribute>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<Link>,
    pub status: Status,
}

/// Span within a process.
pub(super) const INTERNAL: u8 = 1;

/// Span that answers a request from elsewhere.
pub(super) const SERVER: u8 = 2;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Link {
    pub trace_id: String,
    pub span_id: String,
}

/// Unset unless something failed, as the conventions want it.
#[derive(Serialize, Default)]
pub(super) struct Status {
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
}

impl Status {
    pub fn error(message: Option<String>) -> Self {
        Self { code: Some(2), message }
    }
}

#[derive(Serialize)]
pub(super) struct Attribute {
    key: &'static str,
    value: AnyValue,
}

#[derive(Serialize)]
enum AnyValue {
    #[serde(rename = "stringValue")]
    Text(Cow<'static, str>),
    /// A 64-bit integer, which protobuf's JSON writes as a string.
    #[serde(rename = "intValue")]
    Integer(String),
    #[serde(rename = "boolValue")]
    Boolean(bool),
}

impl Attribute {
    pub fn text(key: &'static str, text: impl Into<Cow<'static, str>>) -> Self {
        Self { key, value: AnyValue::Text(text.into()) }
    }

    pub fn integer(key: &'static str, n: u64) -> Self {
        Self { key, value: AnyValue::Integer(n.to_string()) }
    }

    pub fn boolean(key: &'static str, value: bool) -> Self {
        Self { key, value: AnyValue::Boolean(value) }
    }
}

/// Nanoseconds since 1970 of microseconds; times before that become 1970.
pub(super) fn nanos(micros: i64) -> String {
    (i128::from(micros.max(0)) * 1000).to_string()
}
