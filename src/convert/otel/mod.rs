//! OpenTelemetry spans as OTLP/JSON: a line is the body of a request to a collector's `/v1/traces`.
//!
//! A turn is a span `invoke_agent`, a call a span `execute_tool` below it, with the attributes of the conventions for
//! generative AI. An exchange through a proxy that was no call is a span of HTTP. A call that came with a `traceparent` belongs to its caller's trace, and links to its turn.
//!
//! - `spans`: the records of a journal as spans
//! - `http`: what spans say of exchanges that passed through a proxy
//! - `ids`: trace and span ids, recorded or derived
//! - `shape`: what OTLP/JSON looks like

mod http;
mod ids;
mod shape;
mod spans;

pub use shape::SCHEMA_URL;
pub use spans::export;
