//! The referee over journals written by hand, on a small suite and catalogue of its own. One file a subject.

#![expect(clippy::unwrap_used, reason = "a test that fails says so by panicking")]

mod alignment;
mod bench;
mod brute;
mod calls;
mod clarify;
mod docs;
mod faults;
mod journal;
mod properties;
mod rejudge;
mod relaxed;
mod released;
mod report;
mod scores;
mod values;
mod versus;
mod views;
