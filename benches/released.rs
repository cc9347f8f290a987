//! What the released verdict costs: every recorded turn, and turns so wide that the original does not come to an end.
//!
//! `cargo bench --bench released`. The figures of the original are those of `tests/fixtures/evaluator-cases/SPEC.md`,
//! section 5, measured or extrapolated on one core of another machine: the ratio says what kind of difference it is.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "a benchmark takes the time, prints it, and stops where something is wrong"
)]

use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

use usertoolbench::referee::released::{ANSWER, Py, Strings, judge, read};

/// Independent calls, and how many seconds the original takes for one turn of them.
const WIDE: [(usize, Option<f64>); 7] = [
    (5, Some(0.05)),
    (7, Some(8.0)),
    (8, Some(144.0)),
    (10, Some(27_000.0)),
    (12, Some(7_344_000.0)),
    (16, None),
    (20, None),
];

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    recorded();
    for (width, original) in WIDE {
        wide(width, original);
    }
}

/// Micros of one run, out of as many as fit into a while.
fn micros(run: impl Fn()) -> f64 {
    run();
    let start = Instant::now();
    let mut runs = 0;
    while start.elapsed().as_secs_f64() < 0.3 {
        run();
        runs += 1;
    }
    start.elapsed().as_secs_f64() * 1e6 / f64::from(runs)
}

fn recorded() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/evaluator-cases");
    let toolsets = read(&std::fs::read_to_string(dir.join("toolsets.json")).unwrap()).unwrap();
    let text = std::fs::read_to_string(dir.join("cases.jsonl")).unwrap();
    let rows: Vec<Py> = text.lines().map(|line| read(line).unwrap()).collect();
    let all = || {
        for row in &rows {
            let tools = toolsets.get(row.get("toolset").unwrap().as_str().unwrap()).unwrap();
            let messages = row.get("predicted").unwrap().as_list().unwrap();
            black_box(judge(row.get("gold").unwrap(), messages, tools, Strings::WithRouge));
        }
    };
    let each = micros(all) / rows.len() as f64;
    println!("{each:>10.1} µs  mean of {} recorded turns", rows.len());
}

fn wide(width: usize, original: Option<f64>) {
    let names: Vec<String> = (0..width).map(|i| format!("tool{i:02}")).collect();
    let tools = Py::List(names.iter().map(|name| tool(name)).collect());
    let mut gold: Vec<Py> = names.iter().map(|name| node(name, &[])).collect();
    gold.push(node(ANSWER, &(0..width).collect::<Vec<_>>()));
    let gold = Py::List(gold);
    let messages = [calls(&names), Py::dict([("content", Py::text("done"))])];
    let turn = || {
        assert!(black_box(judge(&gold, &messages, &tools, Strings::WithRouge)).is_right());
    };
    let each = micros(turn);
    let ratio = original.map_or("the original does not end".to_owned(), |seconds| {
        format!("{:.0} times as fast as the original ({seconds} s)", seconds * 1e6 / each)
    });
    println!("{each:>10.1} µs  {width} independent calls in one step: {ratio}");
}

fn tool(name: &str) -> Py {
    Py::dict([("function", Py::dict([("name", Py::text(name)), ("parameters", Py::dict([]))]))])
}

fn node(name: &str, waits_for: &[usize]) -> Py {
    let action = Py::dict([("name", Py::text(name)), ("arguments", Py::dict([]))]);
    let waits_for = Py::List(waits_for.iter().map(|node| Py::int(*node)).collect());
    Py::dict([("action", action), ("dependency_list", waits_for), ("observation", Py::text("seen"))])
}

fn calls(names: &[String]) -> Py {
    let call = |name: &String| {
        let function = Py::dict([("name", Py::text(name)), ("arguments", Py::text("{}"))]);
        Py::dict([("id", Py::text(name)), ("function", function)])
    };
    Py::dict([("tool_calls", Py::List(names.iter().map(call).collect()))])
}
