//! What a call costs before any transport: every accepted example of every tool, worked out again and again.
//!
//! `cargo bench --bench calls`; `-- --tool currency-exchange/convertCurrency` for those whose name holds a text,
//! `-- --seconds 0.2` for the time spent on each example. For instruction counts run the same under
//! `valgrind --tool=callgrind` with `--calls N`, which makes that many calls of each example and takes no time.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "a benchmark takes the time, prints it, and stops where something is wrong"
)]

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use serde_json::{Map, Value};
use usertoolbench::assets::Assets;
use usertoolbench::call::Call;
use usertoolbench::catalogue::{Catalogue, Tool};
use usertoolbench::simulator::Simulator;
use usertoolbench::world::{Clock, Facts, State, World};

struct Options {
    tool: String,
    seconds: f64,
    calls: Option<usize>,
}

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    let options = options();
    let assets = Assets::embedded();
    let catalogue = Arc::new(Catalogue::load(&assets.specs).unwrap());
    let simulator = Simulator::load(catalogue.clone(), &assets.responses).unwrap();
    let world = Arc::new(World::new(0, Arc::new(Facts::load(&assets.responses).unwrap())));
    let wanted = |tool: &&Tool| tool.name.to_string().contains(&options.tool);
    let mut costs: Vec<(f64, String)> = Vec::new();
    for tool in catalogue.toolsets().flat_map(|set| &set.tools).filter(wanted) {
        let mut slowest: f64 = 0.0;
        for example in &tool.spec.examples.accepted {
            let run = || {
                black_box(answer(&simulator, &world, tool, &example.arguments));
            };
            slowest = slowest.max(cost(&options, run));
        }
        costs.push((slowest, tool.name.to_string()));
    }
    costs.sort_by(|a, b| b.partial_cmp(a).unwrap());
    for (micros, name) in &costs {
        println!("{micros:>10.1} µs  {name}");
    }
    println!("{:>10.1} µs  mean of the slowest example of {} tools", mean(&costs), costs.len());
}

fn answer(simulator: &Simulator, world: &Arc<World>, tool: &Tool, arguments: &Map<String, Value>) -> Vec<u8> {
    let call = Call { tool: tool.name.clone(), arguments: arguments.clone() };
    let reply = simulator.respond(world, &Clock::sandbox(), &State::default(), call);
    serde_json::to_vec(&reply.outcome.body).unwrap()
}

/// Microseconds a call, after a first one that may build what others find.
fn cost(options: &Options, run: impl Fn()) -> f64 {
    run();
    let began = Instant::now();
    let mut calls = 0;
    while options.calls.map_or(began.elapsed().as_secs_f64() < options.seconds, |wanted| calls < wanted) {
        run();
        calls += 1;
    }
    began.elapsed().as_secs_f64() * 1e6 / calls.max(1) as f64
}

fn mean(costs: &[(f64, String)]) -> f64 {
    costs.iter().map(|(micros, _)| micros).sum::<f64>() / costs.len().max(1) as f64
}

fn options() -> Options {
    let args: Vec<String> = std::env::args().collect();
    let after = |name: &str| args.iter().position(|a| a == name).and_then(|i| args.get(i + 1));
    Options {
        tool: after("--tool").cloned().unwrap_or_default(),
        seconds: after("--seconds").and_then(|s| s.parse().ok()).unwrap_or(0.1),
        calls: after("--calls").and_then(|s| s.parse().ok()),
    }
}
