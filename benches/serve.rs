//! How fast the server is, as ratios against a bare hyper handler in the same run.
//!
//! `cargo bench --bench serve` starts both as processes of their own, sends the same requests to each in interleaved
//! rounds, and prints requests a second and CPU time a request. `-- --rounds N --seconds S` change the effort,
//! `-- --json` prints JSON. `-- --soak` sends a million calls over 10,000 sessions and prints memory and latency as it
//! goes (`--calls N` for another number).

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "a benchmark takes the time, prints it, and stops where something is wrong"
)]

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

#[path = "serve/bare.rs"]
mod bare;
#[path = "serve/load.rs"]
mod load;

/// What is measured: name, connections, requests to send in turn, sessions they are spread over.
struct Scenario {
    name: &'static str,
    connections: usize,
    mix: Mix,
    sessions: usize,
}

#[derive(Clone, Copy, PartialEq)]
enum Mix {
    /// The same call again and again.
    Hit,
    /// Calls that were never made before.
    Miss,
    /// An accepted example of every reading tool.
    All,
}

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    let args: Vec<String> = std::env::args().collect();
    if args.iter().any(|a| a == "--bare") {
        return bare::run();
    }
    let number = |name: &str, default: u64| {
        let at = args.iter().position(|a| a == name);
        at.and_then(|i| args.get(i + 1)).and_then(|v| v.parse().ok()).unwrap_or(default)
    };
    let (rounds, seconds) = (number("--rounds", 3), number("--seconds", 2));
    if args.iter().any(|a| a == "--soak") {
        return soak(number("--calls", 1_000_000));
    }
    let scenarios = [
        Scenario { name: "one tool, repeated calls", connections: 64, mix: Mix::Hit, sessions: 1 },
        Scenario { name: "fresh calls, one session", connections: 64, mix: Mix::Miss, sessions: 1 },
        Scenario { name: "fresh calls, 1,000 sessions", connections: 64, mix: Mix::Miss, sessions: 1_000 },
        Scenario { name: "one connection", connections: 1, mix: Mix::Hit, sessions: 1 },
        Scenario { name: "256 connections", connections: 256, mix: Mix::Hit, sessions: 1 },
        Scenario { name: "all reading tools", connections: 64, mix: Mix::All, sessions: 1 },
        Scenario { name: "10,000 sessions", connections: 64, mix: Mix::Hit, sessions: 10_000 },
    ];
    let mut rows = Vec::new();
    for scenario in &scenarios {
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        for round in 0..rounds {
            // Which goes first changes, so that a machine that warms up or tires favours neither.
            for first in [round % 2 == 0, round % 2 != 0] {
                let measured = if first { measure_utb(scenario, seconds) } else { measure_bare(scenario, seconds) };
                if first { ours.push(measured) } else { theirs.push(measured) }
            }
        }
        rows.push(row(scenario, &ours, &theirs));
    }
    match args.iter().any(|a| a == "--json") {
        true => println!("{}", serde_json::to_string_pretty(&rows).unwrap()),
        false => print(&rows),
    }
}

/// So many calls over 10,000 sessions on one server: memory must stay flat and every call be answered with 200, which
/// the load generator insists on.
fn soak(calls: u64) {
    let utb = Utb::start();
    let requests = requests(utb.agent, Mix::Hit, &sessions(utb.operator, 10_000));
    let mut done = 0;
    println!("{:>10} {:>10} {:>10} {:>10}", "calls", "MiB", "p50 µs", "p99 µs");
    while done < calls {
        let measured = load::measure(utb.agent, &requests, 64, Duration::from_secs(4), utb.server.0.id());
        done += measured.calls;
        println!(
            "{done:>10} {:>10.1} {:>10.0} {:>10.0}",
            load::memory(utb.server.0.id()),
            measured.p50_us,
            measured.p99_us
        );
    }
}

fn print(rows: &[Value]) {
    println!(
        "{:<28} {:>10} {:>10} {:>7}  {:>9} {:>9} {:>7}  {:>8} {:>8}",
        "", "utb rps", "bare rps", "ratio", "utb µs", "bare µs", "ratio", "utb p50", "bare p50"
    );
    for r in rows {
        let f = |a: &str, b: &str| r[a][b].as_f64().unwrap_or(0.0);
        println!(
            "{:<28} {:>10.0} {:>10.0} {:>7.2}  {:>9.2} {:>9.2} {:>7.2}  {:>8.0} {:>8.0}",
            r["scenario"].as_str().unwrap_or(""),
            f("utb", "rps"),
            f("bare", "rps"),
            f("utb", "rps") / f("bare", "rps"),
            f("utb", "cpu_us"),
            f("bare", "cpu_us"),
            f("bare", "cpu_us") / f("utb", "cpu_us"),
            f("utb", "p50_us"),
            f("bare", "p50_us"),
        );
    }
}

fn row(scenario: &Scenario, ours: &[load::Measured], theirs: &[load::Measured]) -> Value {
    let median = |all: &[load::Measured], of: fn(&load::Measured) -> f64| {
        let mut values: Vec<f64> = all.iter().map(of).collect();
        values.sort_by(f64::total_cmp);
        values[values.len() / 2]
    };
    let side = |all| {
        json!({
            "rps": median(all, |m| m.rps), "cpu_us": median(all, |m| m.cpu_us),
            "p50_us": median(all, |m| m.p50_us), "p99_us": median(all, |m| m.p99_us),
        })
    };
    json!({ "scenario": scenario.name, "connections": scenario.connections, "utb": side(ours), "bare": side(theirs) })
}

/// A server process that ends with the measurement.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A server of ours with a scratch journal.
struct Utb {
    server: Server,
    agent: SocketAddr,
    operator: SocketAddr,
    _dir: tempfile::TempDir,
}

impl Utb {
    fn start() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let ready = dir.path().join("ready.json");
        let child = Command::new(env!("CARGO_BIN_EXE_utb"))
            .args(["serve", "--agent-addr", "127.0.0.1:0", "--operator-addr", "127.0.0.1:0", "--ready-file"])
            .arg(&ready)
            .arg("--journal")
            .arg(dir.path().join("journal"))
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let server = Server(child);
        let doors = wait_for(&ready);
        let addr = |door: &str| doors[door].as_str().unwrap().strip_prefix("http://").unwrap().parse().unwrap();
        Self { server, agent: addr("agent"), operator: addr("operator"), _dir: dir }
    }
}

fn measure_utb(scenario: &Scenario, seconds: u64) -> load::Measured {
    let utb = Utb::start();
    let bases = if scenario.sessions == 1 { vec![String::new()] } else { sessions(utb.operator, scenario.sessions) };
    let requests = requests(utb.agent, scenario.mix, &bases);
    load::measure(utb.agent, &requests, scenario.connections, Duration::from_secs(seconds), utb.server.0.id())
}

fn measure_bare(scenario: &Scenario, seconds: u64) -> load::Measured {
    let dir = tempfile::tempdir().unwrap();
    let ready = dir.path().join("ready.json");
    let child = Command::new(std::env::current_exe().unwrap()).arg("--bare").arg(&ready).spawn().unwrap();
    let server = Server(child);
    let addr: SocketAddr = wait_for(&ready)["agent"].as_str().unwrap().parse().unwrap();
    let requests = requests(addr, scenario.mix, &[String::new()]);
    load::measure(addr, &requests, scenario.connections, Duration::from_secs(seconds), server.0.id())
}

fn wait_for(ready: &Path) -> Value {
    let patience = Instant::now() + Duration::from_secs(20);
    while Instant::now() < patience {
        if let Ok(text) = std::fs::read_to_string(ready)
            && let Ok(value) = serde_json::from_str(&text)
        {
            return value;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    panic!("the server did not open");
}

/// The requests of a scenario as bytes on the wire.
fn requests(addr: SocketAddr, mix: Mix, bases: &[String]) -> Vec<Vec<u8>> {
    let path = "/currency-exchange/convertCurrency";
    let convert = |amount: usize| json!({ "fromCurrency": "USD", "toCurrency": "EUR", "amount": amount }).to_string();
    match mix {
        Mix::Hit => bases.iter().map(|base| post(addr, &format!("{base}{path}"), &convert(100))).collect(),
        Mix::Miss => {
            (0..200_000).map(|i| post(addr, &format!("{}{path}", bases[i % bases.len()]), &convert(i + 1))).collect()
        }
        Mix::All => examples().iter().map(|(path, body)| post(addr, path, body)).collect(),
    }
}

/// The first accepted example of every tool that only reads.
fn examples() -> Vec<(String, String)> {
    let assets = usertoolbench::assets::Assets::embedded();
    let catalogue = usertoolbench::catalogue::Catalogue::load(&assets.specs).unwrap();
    let reading = catalogue.tools().filter(|tool| !tool.writes());
    let example = |tool: &usertoolbench::catalogue::Tool| {
        let arguments = Value::Object(tool.spec.examples.accepted[0].arguments.clone());
        (format!("/{}/{}", tool.name.toolset, tool.name.tool), arguments.to_string())
    };
    reading.map(example).collect()
}

fn post(addr: SocketAddr, path: &str, body: &str) -> Vec<u8> {
    let length = body.len();
    format!("POST {path} HTTP/1.1\r\nHost: {addr}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}")
        .into_bytes()
}

/// Opens sessions and gives the paths under which their tools are.
fn sessions(operator: SocketAddr, count: usize) -> Vec<String> {
    let mut stream = TcpStream::connect(operator).unwrap();
    let personas = exchange(&mut stream, &format!("GET /personas HTTP/1.1\r\nHost: {operator}\r\n\r\n"));
    let persona = personas[0]["persona"].clone();
    let body = json!({ "persona": persona }).to_string();
    let request = String::from_utf8(post(operator, "/sessions", &body)).unwrap();
    (0..count).map(|_| exchange(&mut stream, &request)["path"].as_str().unwrap().to_owned()).collect()
}

/// One request and its JSON answer on a kept connection.
fn exchange(stream: &mut TcpStream, request: &str) -> Value {
    stream.write_all(request.as_bytes()).unwrap();
    let mut buffer = Vec::new();
    let mut chunk = [0; 65536];
    loop {
        let n = stream.read(&mut chunk).unwrap();
        buffer.extend_from_slice(&chunk[..n]);
        if let Some(length) = load::whole(&buffer) {
            return serde_json::from_slice(&buffer[length.0..length.1]).unwrap();
        }
    }
}
