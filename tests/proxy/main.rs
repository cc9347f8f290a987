//! `utb record` and `utb referee` in front of our own server, of a FastAPI application, and of servers that misbehave.

#![expect(clippy::unwrap_used, reason = "a test that fails says so by panicking")]

mod coded;
mod crash;
mod fastapi;
mod faults;
mod odd;
mod passing;
mod programs;
mod recording;
mod refereeing;
mod secure;
mod wire;
