//! HTTP Archive 1.2: what browsers, proxies and their viewers exchange.
//!
//! - [`export`]: calls, replies and exchanges of a journal as entries, written as they are read
//! - [`import`]: the entries of a recording as a session of a journal, from which it can be answered again
//!
//! What the format has no field for stands in fields of our own, whose names begin with `_` as it asks for. [`import`]
//! reads them back, so that an exported call comes back whole.

mod answer;
mod body;
mod check;
mod entry;
mod exchange;
mod read;
mod sent;
mod shape;
mod status;
mod url;
mod write;

pub use check::HarError;
pub use read::{Imported, import};
pub use write::export;
