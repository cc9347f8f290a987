//! What comes from outside is read without a panic, whatever it is: good input is broken in seeded ways and read.
//!
//! A few thousand cases run with the tests; `UTB_FUZZ_CASES=1000000 cargo test --release --test fuzz` runs for long,
//! and `UTB_FUZZ_SEED` chooses other cases. A failure names its case, which is the same on every machine.

mod mutate;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use mutate::Mutator;
use usertoolbench::assets::{Assets, Files};
use usertoolbench::call::{canonical, strict};
use usertoolbench::catalogue::{Catalogue, arguments};
use usertoolbench::journal::{self, Durability, Event, Record, Writer};
use usertoolbench::simulator::Simulator;
use usertoolbench::suite::Suite;
use usertoolbench::world::Facts;

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

fn texts(all: &[&str]) -> Vec<Vec<u8>> {
    all.iter().map(|text| text.as_bytes().to_vec()).collect()
}

#[test]
fn arguments_are_read_or_refused() {
    let seeds = texts(&[
        r#"{"fromCurrency":"USD","toCurrency":"EUR","amount":12.5e3}"#,
        r#"{"a":[1,-2,true,null,{"b":"\u00e9\n"}],"c":{"d":{"e":[]}}}"#,
        r#"{"keywords":"émigré 北京 😀","limit":10}"#,
    ]);
    fuzz("arguments", 20_000, &seeds, |input| {
        if let Ok(value) = strict::value(input) {
            let bytes = canonical::bytes(&value);
            let again = strict::value(&bytes).unwrap();
            assert_eq!(canonical::bytes(&again), bytes, "the canonical form is its own");
        }
    });
}

#[test]
fn queries_and_calls_are_answered() {
    let assets = Assets::embedded();
    let catalogue = Arc::new(Catalogue::load(&assets.specs).unwrap());
    let simulator = Simulator::load(catalogue.clone(), &assets.responses).unwrap();
    let facts = Arc::new(Facts::load(&assets.responses).unwrap());
    let world = Arc::new(usertoolbench::world::World::new(0, facts));
    let clock = usertoolbench::world::Clock::sandbox();
    let mut seeds = Vec::new();
    for tool in catalogue.tools() {
        for example in &tool.spec.examples.accepted {
            let arguments = serde_json::Value::Object(example.arguments.clone());
            seeds.push(format!("{}/{} {arguments}", tool.name.toolset, tool.name.tool).into_bytes());
        }
    }
    fuzz("calls", 3_000, &seeds, |input| {
        let text = String::from_utf8_lossy(input);
        let Some((name, body)) = text.split_once(' ') else { return };
        let Some((toolset, tool)) = name.split_once('/') else { return };
        let name = usertoolbench::call::ToolName::new(toolset, tool);
        let _ = arguments::of_query(catalogue.get(&name), body);
        let Ok(arguments) = arguments::of_body(body.as_bytes()) else { return };
        let call = usertoolbench::call::Call { tool: name, arguments };
        let outcome = simulator.respond(&world, &clock, &usertoolbench::world::State::default(), call).outcome;
        assert!(outcome.status < 500, "{}", outcome.body);
    });
}

#[test]
fn a_broken_journal_is_told_from_a_whole_one() {
    let dir = tempfile::tempdir().unwrap();
    let (writer, _) = Writer::open(dir.path(), Durability::Os).unwrap();
    for n in 0..5 {
        let event = Event::Closed(journal::format::Closed { reason: format!("reason {n}") });
        let (session, wall, clock) = ("s".into(), String::new(), String::new());
        writer.put(&Record { v: journal::VERSION, session, n, wall, clock, event });
    }
    writer.flush_all().unwrap();
    drop(writer);
    let path = dir.path().join("journal-000001.jsonl");
    let whole = std::fs::read(&path).unwrap();
    let other = dir.path().join("broken.jsonl");
    fuzz("journal", 1_500, std::slice::from_ref(&whole), |input| {
        std::fs::write(&other, input).unwrap();
        let entries: Vec<_> = journal::read_file(&other).collect();
        let fault = entries.iter().any(Result::is_err);
        // A cut at the end of a line cannot be seen in one file; any other change must be.
        let is_start = whole.starts_with(input) && (input.is_empty() || input.ends_with(b"\n"));
        assert!(fault || input == whole || is_start, "a change went unnoticed");
    });
}

#[test]
fn har_files_are_imported_or_refused() {
    let seeds = texts(&[r#"{"log":{"version":"1.2","creator":{"name":"x","version":"1"},"entries":[
        {"startedDateTime":"2026-03-02T09:00:00Z","time":1.5,"request":{"method":"POST","url":"http://h/a/b","httpVersion":
        "HTTP/1.1","cookies":[],"headers":[],"queryString":[],"postData":{"mimeType":"application/json","text":"{\"q\":1}"},
        "headersSize":-1,"bodySize":7},"response":{"status":200,"statusText":"OK","httpVersion":"HTTP/1.1","cookies":[],
        "headers":[],"content":{"size":7,"mimeType":"application/json","text":"{\"r\":2}"},"redirectURL":"","headersSize":-1,
        "bodySize":7},"cache":{},"timings":{"send":0,"wait":1.5,"receive":0}}]}}"#]);
    fuzz("har", 10_000, &seeds, |input| {
        if let Ok(imported) = usertoolbench::convert::har::import(input) {
            assert!(imported.calls() <= 1 + input.windows(9).filter(|w| *w == b"\"request\"").count());
        }
    });
}

#[test]
fn files_of_users_are_loaded_or_refused() {
    let assets = Assets::embedded();
    let of = |files: &Files, suffix: &str| {
        files.iter().filter(|(path, _)| path.ends_with(suffix)).map(|(p, f)| (p.clone(), f.clone())).collect::<Files>()
    };
    let broken = |files: &Files, path: &str, input: &[u8]| {
        let mut files = files.clone();
        if let Some(file) = files.get_mut(path) {
            file.bytes = input.to_vec().into();
            file.overlaid = true;
        }
        files
    };
    for path in assets.suite.keys() {
        let seeds = [assets.suite[path].bytes.to_vec()];
        fuzz("suite", 150, &seeds, |input| drop(Suite::load(&broken(&assets.suite, path, input))));
    }
    let (spec, program) =
        (of(&assets.specs, "currency-exchange.json"), of(&assets.responses, "currency-exchange.json"));
    let path = "currency-exchange.json";
    fuzz("specs", 100, &[spec[path].bytes.to_vec()], |input| drop(Catalogue::load(&broken(&spec, path, input))));
    let catalogue = Arc::new(Catalogue::load(&assets.specs).unwrap());
    fuzz("programs", 150, &[program[path].bytes.to_vec()], |input| {
        drop(Simulator::load(catalogue.clone(), &broken(&program, path, input)));
    });
    let tables = of(&assets.responses, "world/currencies.json");
    let path = "world/currencies.json";
    fuzz("tables", 60, &[tables[path].bytes.to_vec()], |input| drop(Facts::load(&broken(&tables, path, input))));
}
