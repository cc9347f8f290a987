#![no_main]

#[path = "../../tests/fuzz/entries/mod.rs"]
mod entries;

libfuzzer_sys::fuzz_target!(|input: &[u8]| (entries::gold::ENTRY.run)(input));
