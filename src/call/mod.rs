//! The ground floor: the words every other room uses, and no decisions.
//!
//! - [`ToolName`], [`Call`]: which tool is asked for what
//! - [`Outcome`], [`Effect`]: what came of it
//! - [`Problem`], [`Fault`]: what went wrong, as RFC 9457 problem details
//! - [`base64`]: bytes as text
//! - [`canonical`]: RFC 8785 bytes of a JSON value
//! - [`strict`]: JSON read without forgiving anything

pub mod base64;
pub mod canonical;
mod hex;
mod kinds;
mod name;
mod outcome;
mod problem;
pub mod strict;

pub use hex::{hex, push_hex, unhex};
pub(crate) use kinds::kinds;
pub use name::ToolName;
pub use outcome::{Call, Effect, Outcome, Rendered};
pub use problem::{Fault, Problem};
