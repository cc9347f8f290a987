//! The bytes of a connection, at both doors of a fresh server without a socket. `$S` is a session that is open.

use std::sync::{Arc, LazyLock};

use tempfile::TempDir;
use usertoolbench::assets::Assets;
use usertoolbench::catalogue::Catalogue;
use usertoolbench::http::{Door, over};
use usertoolbench::journal::{self, Durability, Writer};
use usertoolbench::referee::{NoResolver, Referee};
use usertoolbench::replay::Stage;
use usertoolbench::session::{Engine, OpenRequest, Settings};
use usertoolbench::simulator::Simulator;
use usertoolbench::suite::Suite;
use usertoolbench::world::Facts;

use super::Entry;
use super::arguments::CATALOGUE;

pub const ENTRY: Entry = Entry { name: "http", seeds, run };

struct Parts {
    catalogue: Arc<Catalogue>,
    simulator: Arc<Simulator>,
    facts: Arc<Facts>,
    suite: Arc<Suite>,
}

/// What all servers share. The dialogues are short, so that one is soon played.
static PARTS: LazyLock<Parts> = LazyLock::new(|| {
    let assets = Assets::embedded();
    let catalogue = CATALOGUE.clone();
    let mut suite = Suite::load(&assets.suite).unwrap();
    for dialogue in suite.dialogues.values_mut() {
        dialogue.topics.truncate(1);
        dialogue.topics[0].turns.truncate(2);
    }
    Parts {
        simulator: Arc::new(Simulator::load(catalogue.clone(), &assets.responses).unwrap()),
        catalogue,
        facts: Arc::new(Facts::load(&assets.responses).unwrap()),
        suite: Arc::new(suite),
    }
});

fn server() -> (Arc<Engine>, TempDir, String) {
    let parts = &*PARTS;
    let dir = tempfile::tempdir().unwrap();
    let (journal, _) = Writer::open(dir.path(), Durability::Os).unwrap();
    let settings = Settings { seed: 0, max_sessions: 8, catalogue_digest: String::new(), operator_token: None };
    let stage = Stage::new(parts.simulator.clone(), parts.facts.clone(), parts.suite.clone());
    let referee = Referee::new(parts.suite.clone(), parts.catalogue.clone(), Arc::new(NoResolver));
    let engine = Engine::new(stage, referee, journal, settings).unwrap();
    let persona = parts.suite.dialogues.keys().next().unwrap().clone();
    let session = engine.open(OpenRequest { persona, ..OpenRequest::default() }).unwrap().0;
    let id = session.id.to_string();
    (Arc::new(engine), dir, id)
}

fn seeds() -> Vec<Vec<u8>> {
    let get = |path: &str| format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n");
    let post = |path: &str, body: &str| {
        let length = body.len();
        format!(
            "POST {path} HTTP/1.1\r\nHost: localhost\r\nIdempotency-Key: k\r\nContent-Length: {length}\r\n\r\n{body}"
        )
    };
    let persona = PARTS.suite.dialogues.keys().next().unwrap();
    let mut seeds = Vec::new();
    for path in ["/", "/tools?format=mcp", "/s/$S/turn", "/s/$S/openapi.json", "/health", "/metrics", "/personas"] {
        seeds.push(get(path));
    }
    for what in ["", "/journal", "/verdicts", "/state", "/diff?from=sandbox"] {
        seeds.push(get(&format!("/sessions/$S{what}")));
    }
    seeds.push(post("/sessions", &format!(r#"{{"persona": "{persona}", "turn": 1, "seed": 7, "history": "own"}}"#)));
    seeds.push(post("/sessions/$S/fork", r#"{"at": 1, "agent": "a"}"#));
    seeds.push(post("/sessions/$S/reset", r#"{"to": "start"}"#) + &post("/sessions/$S/snapshots", ""));
    seeds.push("DELETE /sessions/$S HTTP/1.1\r\nHost: localhost\r\n\r\n".into());
    seeds.push(post("/s/$S/reply", r#"{"text": "Which one?", "kind": "question"}"#));
    let call = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"getExchangeRate","arguments":{"currency":"SEK"}}}"#;
    seeds.push(post("/s/$S/mcp", call) + &post("/mcp", r#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#));
    seeds
        .push("POST /a/b HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n".into());
    for tool in CATALOGUE.tools() {
        let path = format!("/s/$S/{}/{}", tool.name.toolset, tool.name.tool);
        let example = tool.spec.examples.accepted.first().map(|example| example.arguments.clone()).unwrap_or_default();
        seeds.push(post(&path, &serde_json::Value::Object(example).to_string()));
    }
    seeds.into_iter().map(String::into_bytes).collect()
}

fn run(input: &[u8]) {
    let (engine, dir, id) = server();
    let input = with_session(input, &id);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    for door in [Door::Agent, Door::Operator] {
        let answer = tokio::task::LocalSet::new().block_on(&runtime, exchange(&engine, door, &input));
        let text = String::from_utf8_lossy(&answer);
        let failed =
            |line: &str| line.starts_with("HTTP/1.") && line.get(8..).is_some_and(|rest| rest.starts_with(" 500 "));
        assert!(answer.is_empty() || text.starts_with("HTTP/1."), "{door:?}: {text}");
        assert!(!text.lines().any(failed), "{door:?}: {text}");
    }
    engine.shut_down().unwrap();
    for entry in journal::read(dir.path()).unwrap() {
        entry.unwrap();
    }
}

async fn exchange(engine: &Arc<Engine>, door: Door, input: &[u8]) -> Vec<u8> {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let (ours, theirs) = tokio::io::duplex(1 << 16);
    let (mut from, mut to) = tokio::io::split(ours);
    let mut answer = Vec::new();
    let send = async {
        // A server may turn away before it has heard everything.
        let _ = to.write_all(input).await;
        let _ = to.shutdown().await;
    };
    let ((), (), _) = tokio::join!(over(theirs, engine, door), send, from.read_to_end(&mut answer));
    answer
}

fn with_session(input: &[u8], id: &str) -> Vec<u8> {
    let mut out = Vec::with_capacity(input.len() + 64);
    let mut rest = input;
    while let Some(at) = rest.windows(2).position(|pair| pair == b"$S") {
        out.extend_from_slice(&rest[..at]);
        out.extend_from_slice(id.as_bytes());
        rest = &rest[at + 2..];
    }
    out.extend_from_slice(rest);
    out
}
