//! "Same calls, same answers?" Recorded calls go through the simulator again, and what differs is named.
//!
//! - [`Stage`]: what must be known to play sessions again: tools, tables, suite
//! - [`Live`]: one session, rebuilt from its records
//! - [`Divergence`], [`compare()`]: the first place where two answers differ, and of what kind the difference is
//! - [`drive()`]: a whole journal, on several threads

mod compare;
mod drive;
mod live;
pub mod rows;
mod stage;

pub use compare::{Class, Difference, Divergence, compare};
pub use drive::{Outcome, Summary, difference, drive};
pub use live::Live;
pub use stage::{Stage, StageError};
