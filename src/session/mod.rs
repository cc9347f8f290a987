//! Sessions: the only lock. Calls within one are applied one at a time in order of arrival; none waits for another.
//!
//! - [`Engine`]: everything a server needs, without knowing what a server is
//! - [`Session`]: one agent's run
//! - [`speech`]: whether an agent's words are a question, and what the user answers

mod cache;
mod call;
mod engine;
mod fork;
mod id;
mod keys;
mod lines;
mod live;
mod metrics;
mod open;
mod passed;
mod recorded;
mod revive;
mod snapshots;
pub mod speech;
mod store;
mod talk;
mod verdicts;
mod view;
mod views;

pub use call::{Answer, Incoming, Via};
pub use engine::{Engine, SANDBOX, Settings};
pub use fork::{ForkRequest, ResetRequest};
pub use lines::Lines;
pub use live::{History, Session};
pub use open::{OpenRequest, Start};
pub use passed::Answered;
pub use recorded::{Miss, Recorded};
pub use talk::ReplyRequest;
