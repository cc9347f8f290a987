//! Built-in agents, and the driver that plays them over HTTP as any agent would be played.
//!
//! - [`Agent`], [`Step`], [`Seen`]: an agent as a pure state machine
//! - [`Oracle`], [`Blind`], [`Silent`]: follows the gold; sees one request; does nothing
//! - [`play`]: opens sessions, makes the calls, gives the replies
//! - [`replay_over`]: a journal sent to a server again
//! - [`client`]: JSON over HTTP

mod again;
mod blind;
pub mod client;
mod driver;
mod oracle;
mod silent;

use serde_json::{Map, Value};

pub use again::{ReplayError, replay_over};
pub use blind::Blind;
pub use driver::{Played, Progress, play};
pub use oracle::Oracle;
pub use silent::Silent;

use crate::journal::format::ReplyKind;

/// What an agent does next.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// Makes these calls at the same time.
    Call(Vec<Planned>),
    /// Speaks.
    Say {
        /// Its words.
        text: String,
        /// What it says they are.
        kind: ReplyKind,
    },
}

/// A call that an agent is about to make.
#[derive(Clone, Debug, PartialEq)]
pub struct Planned {
    /// Tool, by its bare name.
    pub tool: String,
    /// Arguments.
    pub arguments: Map<String, Value>,
}

/// What an agent sees before it acts.
#[derive(Clone, Debug, PartialEq)]
pub enum Seen {
    /// A new turn, as `GET /s/<session>/turn` gives it.
    Turn(Value),
    /// Answers to its calls, in their order: status and body.
    Answers(Vec<(u16, Value)>),
    /// What the user answered.
    User(String),
}

/// An agent. It does no I/O: what it decides is decided by what it has seen.
pub trait Agent: Send {
    /// Takes in what happened and decides what to do next.
    fn next(&mut self, seen: Seen) -> Step;
}
