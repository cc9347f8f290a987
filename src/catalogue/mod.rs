//! Tool specs, read and compiled: what tools there are, what they accept, what they answer.
//!
//! - [`spec`]: the file format of `tool_specs/`
//! - [`Catalogue`], [`Tool`]: all tools, found by name, with compiled validators
//! - [`arguments`]: nulls dropped, schema checked, defaults filled in
//! - [`export`]: tool lists as OpenAI, Anthropic, Gemini, MCP and OpenAPI write them

pub mod arguments;
pub mod export;
mod later;
mod load;
pub mod nearest;
mod search;
pub mod spec;
mod tool;

pub use later::Later;
pub use load::Catalogue;
pub use tool::{Tool, ToolSet};
