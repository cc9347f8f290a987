//! What is fuzzed: one file a reader of what comes from outside, each with its seeds and what must hold for every input.
//! `tests/fuzz` breaks the seeds in seeded ways, and `fuzz/` lets libFuzzer do it by coverage; both run these.

pub mod arguments;
pub mod expression;
pub mod files;
pub mod gold;
pub mod har;
pub mod http;
pub mod journal;
pub mod suite;

/// One target.
#[derive(Clone, Copy)]
#[allow(dead_code, reason = "libFuzzer keeps name and seeds in folders of its own")]
pub struct Entry {
    /// Its name, also that of its file in `fuzz/fuzz_targets/`.
    pub name: &'static str,
    /// Good inputs.
    pub seeds: fn() -> Vec<Vec<u8>>,
    /// Panics where something does not hold.
    pub run: fn(&[u8]),
}

/// Those that have a file in `fuzz/fuzz_targets/`.
#[allow(dead_code, reason = "a target of libFuzzer runs one of them")]
pub const ALL: [Entry; 7] =
    [http::ENTRY, arguments::ENTRY, journal::ENTRY, gold::ENTRY, har::ENTRY, suite::ENTRY, expression::ENTRY];

pub fn texts(all: &[&str]) -> Vec<Vec<u8>> {
    all.iter().map(|text| text.as_bytes().to_vec()).collect()
}
