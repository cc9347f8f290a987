//! The real binary over real sockets. One file a subject; `support` holds the client and the started server.

#![cfg(unix)]
#![allow(clippy::disallowed_methods, reason = "clients wait by the wall clock")]

mod bad_input;
mod crash;
mod examples;
mod limits;
mod lives;
mod mcp;
mod secrets;
mod sessions;
mod support;
