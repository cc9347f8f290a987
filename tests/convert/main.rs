//! Foreign formats: each export has the shape that its readers expect, and each import carries over or names what it
//! does not. The journals are made by [`bench`], record by record.

#![expect(clippy::unwrap_used, reason = "a test that fails says so by panicking")]

mod bench;
mod command;
mod functions;
mod gold;
mod har_export;
mod har_import;
mod har_round;
mod messages;
mod otel;
mod passed;
