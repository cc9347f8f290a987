//! MCP's streamable HTTP over the same calls, both eras on one URL: 2026-07-28 (stateless) and 2025-11-25 and older.
//!
//! - [`rpc`]: JSON-RPC envelopes, MCP's errors, and which revision a message speaks
//! - [`door`]: the methods of a tools-only server

pub mod door;
pub mod rpc;
