//! A deterministic, stateful tool environment for measuring, training and guarding assistant agents.
//!
//! The rooms, from the top of the ladder to the ground; each may use those below it, never those above
//! (`tests/ladder.rs` holds this):
//!
//! ```text
//! cli          one file a subcommand
//! agents       built-in agents, played over HTTP
//! selftest     the referee judged: gold with one change in it
//! lint         proofs about specs, responses and suite
//! http · mcp · proxy  the two doors, and proxies; the only rooms that know hyper and tokio
//! session      the only lock; order of calls within a session is decided here
//! report       views of verdicts
//! referee      gold against journal
//! replay       recorded calls through the simulator again
//! convert      one file a foreign format
//! script       the user's side of a dialogue, played along its gold
//! simulator    respond(catalogue, world, state, call) -> outcome, a pure function
//! suite        personas, topics, turns, gold; loading and lint
//! journal      what is on disk: record types, writer, reader
//! world        seed, clock, tables, models, session state
//! catalogue    tool specs -> compiled validators; exports
//! assets       files embedded in the binary, and directories laid over them
//! expression   JSON trees with expressions in their leaves
//! call         the words all rooms share
//! ```

pub mod agents;
pub mod assets;
pub mod call;
pub mod catalogue;
pub mod cli;
pub mod convert;
pub mod expression;
pub mod http;
pub mod journal;
pub mod lint;
pub mod mcp;
pub mod proxy;
pub mod referee;
pub mod replay;
pub mod report;
pub mod script;
pub mod selftest;
pub mod session;
pub mod simulator;
pub mod suite;
pub mod world;
