//! What comes from outside is read without a panic, whatever it is: good input is broken in seeded ways and read.
//!
//! A few thousand cases run with the tests; `UTB_FUZZ_CASES=1000000 cargo test --release --test fuzz` runs for long,
//! and `UTB_FUZZ_SEED` chooses other cases. A failure names its case, which is the same on every machine. `just fuzz
//! TARGET` looks for more with libFuzzer, in the same entries.

#![expect(clippy::unwrap_used, reason = "a test that fails says so by panicking")]

mod entries;
mod mutate;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;

use entries::files::{only, with};
use entries::{Entry, arguments::CATALOGUE};
use mutate::Mutator;
use usertoolbench::assets::Assets;
use usertoolbench::call::{Call, ToolName};
use usertoolbench::catalogue::{Catalogue, arguments};
use usertoolbench::simulator::Simulator;
use usertoolbench::suite::Suite;
use usertoolbench::world::{Clock, Facts, State, World};

/// Runs a target over broken variants of its seeds.
fn fuzz(target: &str, cases: u64, seeds: &[Vec<u8>], run: impl Fn(&[u8])) {
    let number = |name: &str| std::env::var(name).ok().and_then(|v| v.parse::<u64>().ok());
    let (cases, seed) = (number("UTB_FUZZ_CASES").unwrap_or(cases), number("UTB_FUZZ_SEED").unwrap_or(0));
    for case in 0..cases {
        let mut mutator = Mutator::new(seed, target, case);
        let input = mutator.variant(seeds);
        let result = catch_unwind(AssertUnwindSafe(|| run(&input)));
        assert!(result.is_ok(), "{target}: case {case} of seed {seed} panics: {}", String::from_utf8_lossy(&input));
    }
}

fn fuzz_entry(entry: Entry, cases: u64) {
    fuzz(entry.name, cases, &(entry.seeds)(), entry.run);
}

#[test]
fn connections_are_answered() {
    fuzz_entry(entries::http::ENTRY, 400);
}

#[test]
fn arguments_are_read_or_refused() {
    fuzz_entry(entries::arguments::ENTRY, 1_500);
}

#[test]
fn a_broken_journal_is_told_from_a_whole_one() {
    fuzz_entry(entries::journal::ENTRY, 1_500);
}

#[test]
fn har_files_are_imported_or_refused() {
    fuzz_entry(entries::har::ENTRY, 10_000);
}

#[test]
fn gold_of_other_projects_is_imported_or_refused() {
    fuzz_entry(entries::gold::ENTRY, 60);
}

#[test]
fn dialogues_are_loaded_or_refused() {
    fuzz_entry(entries::suite::ENTRY, 150);
}

#[test]
fn expressions_are_compiled_or_refused() {
    fuzz_entry(entries::expression::ENTRY, 10_000);
}

/// `just fuzz` begins with these: they are made from the repository's examples, and kept nowhere.
#[test]
fn every_target_of_libfuzzer_has_seeds_that_hold() {
    let scratch = tempfile::tempdir().unwrap();
    let corpora = std::env::var_os("UTB_FUZZ_CORPUS").map_or(scratch.path().to_owned(), Into::into);
    for entry in entries::ALL {
        let target = format!("{}/fuzz/fuzz_targets/{}.rs", env!("CARGO_MANIFEST_DIR"), entry.name);
        assert!(Path::new(&target).exists(), "{target} is missing");
        let folder = corpora.join(entry.name);
        std::fs::create_dir_all(&folder).unwrap();
        for (i, seed) in (entry.seeds)().iter().enumerate() {
            (entry.run)(seed);
            std::fs::write(folder.join(format!("seed-{i:04}")), seed).unwrap();
        }
    }
}

#[test]
fn calls_are_answered() {
    let assets = Assets::embedded();
    let simulator = Simulator::load(CATALOGUE.clone(), &assets.responses).unwrap();
    let world = Arc::new(World::new(0, Arc::new(Facts::load(&assets.responses).unwrap())));
    let clock = Clock::sandbox();
    let mut seeds = Vec::new();
    for tool in CATALOGUE.tools() {
        for example in &tool.spec.examples.accepted {
            let arguments = serde_json::Value::Object(example.arguments.clone());
            seeds.push(format!("{}/{} {arguments}", tool.name.toolset, tool.name.tool).into_bytes());
        }
    }
    fuzz("calls", 3_000, &seeds, |input| {
        let text = String::from_utf8_lossy(input);
        let Some((name, body)) = text.split_once(' ') else { return };
        let Some((toolset, tool)) = name.split_once('/') else { return };
        let Ok(arguments) = arguments::of_body(body.as_bytes()) else { return };
        let call = Call { tool: ToolName::new(toolset, tool), arguments };
        let outcome = simulator.respond(&world, &clock, &State::default(), call).outcome;
        assert!(outcome.status < 500, "{}", outcome.body);
    });
}

#[test]
fn files_of_users_are_loaded_or_refused() {
    let assets = Assets::embedded();
    for path in assets.suite.keys() {
        let seeds = [assets.suite[path].bytes.to_vec()];
        fuzz("all of a suite", 30, &seeds, |input| drop(Suite::load(&with(&assets.suite, path, input))));
    }
    let (specs, programs) =
        (only(&assets.specs, "currency-exchange.json"), only(&assets.responses, "currency-exchange.json"));
    let path = "currency-exchange.json";
    fuzz("specs", 100, &[specs[path].bytes.to_vec()], |input| drop(Catalogue::load(&with(&specs, path, input))));
    fuzz("programs", 150, &[programs[path].bytes.to_vec()], |input| {
        drop(Simulator::load(CATALOGUE.clone(), &with(&programs, path, input)));
    });
    let tables = only(&assets.responses, "world/currencies.json");
    let path = "world/currencies.json";
    fuzz("tables", 60, &[tables[path].bytes.to_vec()], |input| drop(Facts::load(&with(&tables, path, input))));
}
