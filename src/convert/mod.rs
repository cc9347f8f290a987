//! Foreign formats, out and in: one file or folder each, and their shapes stop there. `docs/convert.md` says what each
//! keeps.
//!
//! - [`har`]: HTTP Archive 1.2, both ways
//! - [`otel`]: OpenTelemetry spans with the conventions for generative AI, as OTLP/JSON, out
//! - [`functions`]: function descriptions as OpenAI, Anthropic, Gemini and MCP write them, in, as a tool set
//! - [`gold`]: tasks with their gold, and recorded runs, of other projects, in, as a suite and journals
//! - [`messages`]: chat messages as OpenAI writes them, one line a turn, out
//! - [`coding`]: content codings of HTTP bodies, undone
//! - [`Lost`]: what a conversion could not carry over; [`Exported`]: what became of an export

pub mod coding;
pub mod functions;
pub mod gold;
pub mod har;
mod lost;
pub mod messages;
pub mod otel;
mod passed;
mod source;
mod time;

pub use lost::Lost;
pub use source::{ExportError, Exported};
