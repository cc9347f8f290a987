//! Sessions without a server: forks, resets, retries, idle sessions, and the replay of all of it.

#![expect(clippy::unwrap_used, reason = "a test that fails says so by panicking")]

mod forks;
mod kept;
mod orders;
mod overlaps;
mod parts;
mod races;
mod recorded;
mod relaxed;
mod retries;
mod talk;
