//! The real binary over real sockets. One file a subject; `support` holds the client and the started server.

#![cfg(unix)]
#![expect(clippy::disallowed_methods, reason = "clients wait by the wall clock")]
#![expect(clippy::unwrap_used, reason = "a test that fails says so by panicking")]

mod bad_input;
mod crash;
mod death;
mod driven;
mod examples;
mod limits;
mod lives;
mod load;
mod mcp;
mod secrets;
mod sessions;
mod support;
mod walks;
