//! What judging costs: a turn of many independent calls, and a journal of many turns.
//!
//! `cargo bench --bench referee`; `-- --turns N` for a journal of another size.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "a benchmark takes the time, prints it, and stops where something is wrong"
)]

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use usertoolbench::assets::{Assets, File, Files};
use usertoolbench::call::ToolName;
use usertoolbench::catalogue::Catalogue;
use usertoolbench::journal::{self, Durability, Record, Writer};
use usertoolbench::referee::{NoResolver, Referee};
use usertoolbench::replay::Stage;
use usertoolbench::session::{Engine, Incoming, OpenRequest, ReplyRequest, Session, Settings, Via};
use usertoolbench::simulator::Simulator;
use usertoolbench::suite::Suite;
use usertoolbench::world::Facts;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let at = args.iter().position(|a| a == "--turns");
    let turns: usize = at.and_then(|i| args.get(i + 1)).and_then(|n| n.parse().ok()).unwrap_or(100_000);
    for calls in [12, 16, 20, 100] {
        let ordered = turn_of(calls, |i| i);
        let wrong = turn_of(calls, |i| if i == 0 { calls } else { calls - i });
        println!("{calls:>4} independent calls {:>9.1} µs right {:>9.1} µs backwards, one wrong", ordered, wrong);
    }
    let dir = tempfile::tempdir().unwrap();
    let (sessions, turns) = journal_of(dir.path(), turns);
    println!("{turns} turns in {sessions} sessions, {:.0} MiB of journal", size(dir.path()) as f64 / 1048576.0);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    for threads in [1, cores] {
        let (seconds, memory) = score(dir.path(), threads);
        let rate = turns as f64 / seconds;
        println!("  --threads {threads:<3} {seconds:>7.2} s {rate:>9.0} turns/s {memory:>7.0} MiB at most");
    }
}

/// Microseconds to judge a turn of so many gold calls, the agent having made them in this order.
fn turn_of(calls: usize, order: impl Fn(usize) -> usize) -> f64 {
    let assets = Assets::embedded();
    let amount = |n: usize| json!({"amount": n + 1, "fromCurrency": "GBP", "toCurrency": "EUR"});
    let gold = |i: usize| {
        let arguments = amount(i);
        let stated =
            arguments.as_object().unwrap().iter().map(|(n, v)| (n.clone(), json!({"value": v, "from": "stated"})));
        json!({"id": format!("c{i}"), "tool": "convertCurrency", "arguments": stated.collect::<serde_json::Map<_, _>>()})
    };
    let suite = Arc::new(Suite::load(&suite_of((0..calls).map(gold).collect(), &assets)).unwrap());
    let catalogue = Arc::new(Catalogue::load(&assets.specs).unwrap());
    let referee = Referee::new(suite, catalogue, Arc::new(NoResolver));
    let call = |i: usize| {
        json!({"call": {"turn": "t1", "toolset": "currency-exchange", "tool": "convertCurrency", "via": "post",
            "raw": "", "arguments": amount(order(i)), "status": 200, "body": {}, "micros": 1}})
    };
    let opened = json!({"opened": {"utb": "0", "seed": 0, "persona": "x", "history": "gold", "catalogue": "c"}});
    let mut events = vec![opened, json!({"turn_started": {"turn": "t1", "index": 0, "state": ""}})];
    events.extend((0..calls).map(call));
    events.push(json!({"turn_ended": {"turn": "t1", "state": ""}}));
    events.push(json!({"closed": {"reason": "finished"}}));
    let records: Vec<Record> = events.into_iter().enumerate().map(|(n, event)| record("s", n as u64, event)).collect();
    let rounds = 20_000 / calls;
    let began = Instant::now();
    for _ in 0..rounds {
        assert_eq!(referee.judge(&records).len(), 1);
    }
    began.elapsed().as_secs_f64() * 1e6 / rounds as f64
}

fn suite_of(gold: Vec<Value>, assets: &Assets) -> Files {
    let clock = "2026-03-02T09:00:00+01:00";
    let turn = json!({"id": "t1", "clock": clock, "user": "Please.", "subtype": "opening", "task": "multi_tool",
        "reveals": [], "assistant": "Done.", "gold": {"kind": "calls", "calls": gold}});
    let topic = json!({"topic": "t", "title": "T", "toolset": "currency-exchange", "clock": clock, "turns": [turn]});
    let (_, persona) = assets.suite.iter().find(|(path, _)| path.starts_with("personas/")).unwrap();
    let mut persona: Value = serde_json::from_slice(&persona.bytes).unwrap();
    persona["id"] = "x".into();
    let file =
        |path: &str, value: &Value| (path.to_owned(), File::overlaid(path.to_owned(), value.to_string().into_bytes()));
    BTreeMap::from([file("personas/x.json", &persona), file("dialogues/x.jsonl", &topic)])
}

fn record(session: &str, n: u64, event: Value) -> Record {
    let record = json!({"v": 1, "session": session, "n": n, "wall": "", "clock": "", "event": event});
    serde_json::from_str(&record.to_string()).unwrap()
}

/// Writes a journal of so many turns or some more: one session of an agent that follows gold, over and over under other
/// names.
fn journal_of(dir: &Path, turns: usize) -> (usize, usize) {
    let scratch = tempfile::tempdir().unwrap();
    let (engine, digest) = engine(scratch.path());
    assert!(!digest.is_empty());
    let persona = engine.stage.suite.dialogues.keys().next().unwrap().clone();
    let request: OpenRequest = serde_json::from_value(json!({ "persona": persona, "agent": "gold" })).unwrap();
    let (session, _) = engine.open(request).unwrap();
    let length = play(&engine, &session, &persona);
    engine.shut_down().unwrap();
    let (writer, _) = Writer::open(dir, Durability::None).unwrap();
    let played: Vec<Record> = journal::read(scratch.path()).unwrap().map(|entry| entry.unwrap().record).collect();
    let mut played: Vec<Record> = played.into_iter().filter(|record| *record.session == *session.id).collect();
    let sessions = turns.div_ceil(length);
    for i in 0..sessions {
        for record in &mut played {
            record.session = format!("s{i}");
            writer.put(record);
        }
        writer.flush_all().unwrap();
    }
    (sessions, sessions * length)
}

/// Plays a dialogue along its gold; how many turns it has.
fn play(engine: &Engine, session: &Session, persona: &str) -> usize {
    let script = engine.stage.script(persona, 0).unwrap();
    let dialogue = &engine.stage.suite.dialogues[persona];
    let say = |text: &str| {
        let request: ReplyRequest = serde_json::from_value(json!({ "text": text })).unwrap();
        engine.reply(session, request).unwrap();
    };
    for (turn, scene) in dialogue.turns().zip(&script.turns) {
        if let Some(ask) = turn.turn.gold.ask() {
            say(&ask.question);
        }
        for call in &scene.calls {
            let raw = Value::Object(call.arguments.clone()).to_string();
            let tool = ToolName::new(&call.tool.toolset, &call.tool.tool);
            let raw = raw.as_bytes();
            engine.call(session, Incoming { tool, raw, arguments: None, via: Via::Post, key: None, trace: None });
        }
        say("Done.");
    }
    dialogue.len()
}

fn engine(dir: &Path) -> (Engine, String) {
    let assets = Assets::embedded();
    let catalogue = Arc::new(Catalogue::load(&assets.specs).unwrap());
    let simulator = Arc::new(Simulator::load(catalogue.clone(), &assets.responses).unwrap());
    let facts = Arc::new(Facts::load(&assets.responses).unwrap());
    let suite = Arc::new(Suite::load(&assets.suite).unwrap());
    let referee = Referee::new(suite.clone(), catalogue, Arc::new(NoResolver));
    let (journal, _) = Writer::open(dir, Durability::Os).unwrap();
    let catalogue_digest = usertoolbench::assets::digest(&[&assets.specs, &assets.responses]);
    let digest = catalogue_digest.clone();
    let settings = Settings { seed: 0, max_sessions: 10, catalogue_digest, operator_token: None };
    (Engine::new(Stage::new(simulator, facts, suite), referee, journal, settings).unwrap(), digest)
}

fn size(dir: &Path) -> u64 {
    std::fs::read_dir(dir).unwrap().map(|file| file.unwrap().metadata().unwrap().len()).sum()
}

/// Seconds that `utb score` takes, and the most memory that it had, in MiB.
fn score(journal: &Path, threads: usize) -> (f64, f64) {
    let scratch = tempfile::tempdir().unwrap();
    let out = scratch.path().join("scores.txt");
    let began = Instant::now();
    let mut utb = Command::new(env!("CARGO_BIN_EXE_utb"));
    let utb = utb.arg("score").arg(journal).arg("--out").arg(&out).args(["--threads", &threads.to_string()]);
    let mut child = utb.spawn().unwrap();
    let mut most = 0.0_f64;
    while child.try_wait().unwrap().is_none() {
        most = most.max(memory(child.id()));
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(child.wait().unwrap().success());
    (began.elapsed().as_secs_f64(), most)
}

/// The most memory that a process has had so far, in MiB.
fn memory(pid: u32) -> f64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().split(' ').next()?.parse::<f64>().ok()).unwrap_or(0.0) / 1024.0
}
