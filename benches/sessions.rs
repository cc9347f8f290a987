//! What a session costs: the CPU time of a fork, of a session at the last turn of a dialogue, and the memory of many.
//!
//! `cargo bench --bench sessions`; `-- --sessions N` for another number.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "a benchmark takes the time, prints it, and stops where something is wrong"
)]

use std::sync::Arc;
use std::time::Instant;

use serde_json::json;
use usertoolbench::assets::Assets;
use usertoolbench::catalogue::Catalogue;
use usertoolbench::journal::{Durability, Writer};
use usertoolbench::referee::{NoResolver, Referee};
use usertoolbench::replay::Stage;
use usertoolbench::session::{Engine, ForkRequest, OpenRequest, Settings};
use usertoolbench::simulator::Simulator;
use usertoolbench::suite::Suite;
use usertoolbench::world::Facts;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let at = args.iter().position(|a| a == "--sessions");
    let count: usize = at.and_then(|i| args.get(i + 1)).and_then(|n| n.parse().ok()).unwrap_or(100_000);
    let dir = tempfile::tempdir().unwrap();
    let engine = engine(dir.path());
    let persona = engine.stage.suite.dialogues.keys().next().unwrap().clone();
    let turns = engine.stage.suite.dialogues[&persona].len();
    let open = || serde_json::from_value::<OpenRequest>(json!({ "persona": persona, "turn": turns - 1 })).unwrap();
    let (first, _) = engine.open(open()).unwrap();
    let idle = memory();
    report("a session at the last turn", count / 10, || drop(engine.open(open()).unwrap()));
    report("a fork", count, || drop(engine.fork(&first, ForkRequest::default()).unwrap()));
    engine.shut_down().unwrap();
    let live = count + count / 10;
    println!("{:<28} {:>8.1} MiB for {live} live sessions", "memory", memory() - idle);
}

/// Runs something many times and prints what one time costs. One thread does it all, so wall time is CPU time on a
/// quiet machine; the journal's writes are part of it.
fn report(what: &str, count: usize, run: impl Fn()) {
    let began = Instant::now();
    (0..count).for_each(|_| run());
    println!("{what:<28} {:>8.2} µs", began.elapsed().as_secs_f64() * 1e6 / count as f64);
}

fn engine(journal: &std::path::Path) -> Engine {
    let assets = Assets::embedded();
    let catalogue = Arc::new(Catalogue::load(&assets.specs).unwrap());
    let simulator = Arc::new(Simulator::load(catalogue.clone(), &assets.responses).unwrap());
    let facts = Arc::new(Facts::load(&assets.responses).unwrap());
    let suite = Arc::new(Suite::load(&assets.suite).unwrap());
    let referee = Referee::new(suite.clone(), catalogue, Arc::new(NoResolver));
    let (writer, _) = Writer::open(journal, Durability::None).unwrap();
    let settings =
        Settings { seed: 0, max_sessions: usize::MAX, catalogue_digest: String::new(), operator_token: None };
    Engine::new(Stage::new(simulator, facts, suite), referee, writer, settings).unwrap()
}

/// Resident memory of this process in MiB.
fn memory() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kib = line.and_then(|line| line.trim().split(' ').next()).and_then(|n| n.parse::<f64>().ok());
    kib.unwrap_or(0.0) / 1024.0
}
