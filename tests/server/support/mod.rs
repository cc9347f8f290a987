//! What all subjects need: a started server, a client, the catalogue, seeded chance.

mod chance;
mod http;
mod pool;
mod server;

pub use chance::Chance;
pub use http::{Connection, Response, ask, exchange};
pub use pool::{Example, everyone, examples, fixture, fixture_suite, tools, validator};
pub use server::{Server, call_of, records, refuse_to_start, replays, utb};
