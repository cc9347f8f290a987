//! Random walks through dialogues: calls, replies, forks, resets, snapshots, closes, and leaving sessions alone, in any
//! order. Whatever was done, the journal is whole, every call of it replays, and it is judged as it was judged live.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::support::{Chance, Example, Response, Server, ask, examples, utb};

const STEPS: usize = 250;
const REPLIES: [&str; 5] =
    ["Done.", "Which one do you mean?", "How much was it?", "It comes to 12.50 EUR.", "Where should it go?"];

/// One who does whatever comes to mind.
struct Walker<'a> {
    server: &'a Server,
    persona: String,
    turns: usize,
    chance: Chance,
    calls: Vec<Example>,
    sessions: Vec<String>,
    snapshots: Vec<String>,
    /// How often each kind of step was answered with which status.
    seen: BTreeMap<(&'static str, u16), usize>,
}

impl<'a> Walker<'a> {
    fn new(server: &'a Server, seed: u64) -> Self {
        let personas = server.operate("GET", "/personas", None).expect(200);
        let persona = personas[0]["persona"].as_str().unwrap().to_owned();
        let turns = personas[0]["turns"].as_u64().unwrap() as usize;
        let (calls, chance) = (examples(), Chance::new(seed));
        let (sessions, snapshots) = (Vec::new(), Vec::new());
        Self { server, persona, turns, chance, calls, sessions, snapshots, seen: BTreeMap::new() }
    }

    fn one_of<'t>(&mut self, all: &[&'t str]) -> &'t str {
        all[self.chance.below(all.len())]
    }

    fn step(&mut self) {
        if self.sessions.len() < 3 {
            return self.open();
        }
        let at = self.chance.below(self.sessions.len());
        let session = self.sessions[at].clone();
        let (kind, answer) = match self.chance.below(100) {
            0..50 => ("call", self.call(&session)),
            50..75 => ("reply", self.reply(&session)),
            75..83 => ("reset", self.reset(&session)),
            83..90 => ("fork", self.fork(&session)),
            90..94 => ("snapshot", self.snapshot(&session)),
            94..97 => return self.open(),
            _ => {
                self.sessions.remove(at);
                ("close", self.server.operate("DELETE", &format!("/sessions/{session}"), None))
            }
        };
        assert!(answer.status < 500, "{kind}: {}", answer.text());
        *self.seen.entry((kind, answer.status)).or_default() += 1;
    }

    fn open(&mut self) {
        let mut request = json!({
            "persona": self.persona, "history": self.one_of(&["gold", "own"]), "agent": self.one_of(&["a", "b"]),
            "seed": self.chance.below(2),
        });
        if self.chance.below(2) == 0 {
            request["turn"] = self.chance.below(self.turns).into();
            request["turns"] = (1 + self.chance.below(3)).into();
        }
        self.sessions.push(self.server.open(&request)["id"].as_str().unwrap().to_owned());
    }

    fn call(&mut self, session: &str) -> Response {
        let turn = ask(self.server.agent, "GET", &format!("/s/{session}/turn"), &[], None).json();
        let offered: Vec<&Value> =
            turn["tools"].as_array().into_iter().flatten().map(|t| &t["function"]["name"]).collect();
        let fits = |example: &&Example| offered.iter().any(|name| **name == *example.tool.name.tool);
        let mut all: Vec<&Example> = self.calls.iter().filter(fits).collect();
        if all.is_empty() || self.chance.below(10) == 0 {
            all = self.calls.iter().collect();
        }
        let example = all[self.chance.below(all.len())];
        let key = ["a", "b", "c"][self.chance.below(3)];
        let headers = if self.chance.below(4) == 0 { vec![("Idempotency-Key", key)] } else { Vec::new() };
        let body = if self.chance.below(20) == 0 { b"{\"cut".to_vec() } else { example.body() };
        ask(self.server.agent, "POST", &format!("/s/{session}/{}", example.path()), &headers, Some(&body))
    }

    fn reply(&mut self, session: &str) -> Response {
        let body = json!({ "text": self.one_of(&REPLIES) }).to_string();
        ask(self.server.agent, "POST", &format!("/s/{session}/reply"), &[], Some(body.as_bytes()))
    }

    fn reset(&mut self, session: &str) -> Response {
        let mut ways = vec!["turn".to_owned(), "start".to_owned()];
        ways.extend(self.snapshots.last().cloned());
        let to = ways[self.chance.below(ways.len())].clone();
        self.server.operate("POST", &format!("/sessions/{session}/reset"), Some(&json!({ "to": to })))
    }

    fn fork(&mut self, session: &str) -> Response {
        let events = self.server.operate("GET", &format!("/sessions/{session}"), None).expect(200)["events"].clone();
        let at = self.chance.below(events.as_u64().unwrap() as usize);
        let body = [json!({}), json!({ "at": at }), json!({ "at": at, "agent": "c" })][self.chance.below(3)].clone();
        let answer = self.server.operate("POST", &format!("/sessions/{session}/fork"), Some(&body));
        self.sessions.push(answer.json()["id"].as_str().unwrap().to_owned());
        answer
    }

    fn snapshot(&mut self, session: &str) -> Response {
        let answer = self.server.operate("POST", &format!("/sessions/{session}/snapshots"), None);
        self.snapshots.push(answer.json()["digest"].as_str().unwrap().to_owned());
        answer
    }
}

/// What the live referee said of all sessions that are open.
fn verdicts(server: &Server, sessions: &[String]) -> Vec<Value> {
    let of = |id: &String| server.operate("GET", &format!("/sessions/{id}/verdicts"), None).expect(200);
    sessions.iter().flat_map(|id| of(id).as_array().unwrap().clone()).collect()
}

#[track_caller]
fn all_equal(journal: &str, more: &[&str]) -> Value {
    let ran = utb(&[&["replay", journal, "--format", "json"], more].concat());
    let summary = ran.json();
    assert_eq!(ran.code, Some(0), "{summary:#}{}", ran.err);
    assert_eq!((&summary["equal"], &summary["unplayable"]), (&summary["calls"], &json!({})), "{summary:#}");
    assert!(summary["calls"].as_u64() > Some(50), "{summary:#}");
    summary
}

#[test]
fn whatever_is_done_the_journal_is_whole_replays_and_is_judged_as_it_was() {
    for (seed, ttl) in [(1, "0"), (2, "60"), (3, "1")] {
        let mut server = Server::start(&["--session-ttl", ttl]);
        let mut walker = Walker::new(&server, seed);
        (0..STEPS).for_each(|_| walker.step());
        for kind in [("call", 200), ("call", 409), ("reply", 200), ("reset", 200), ("fork", 201), ("close", 200)] {
            assert!(walker.seen.contains_key(&kind), "the walk {seed} has no {kind:?}: {:?}", walker.seen);
        }
        let live = verdicts(&server, &walker.sessions);
        server.stop();
        let journal = server.journal().to_str().unwrap();
        let verified = utb(&["journal", "verify", journal]);
        assert_eq!(verified.code, Some(0), "walk {seed}: {}", verified.out);
        assert_eq!(all_equal(journal, &["--threads", "1"]), all_equal(journal, &[]));
        let other = Server::start(&[]);
        let url = format!("http://{}", other.operator);
        let over_http = utb(&["replay", journal, "--url", &url, "--format", "json"]).json();
        assert_eq!(over_http["equal"], over_http["calls"], "walk {seed}: {over_http:#}");
        let saved = server.journal().join("live.json");
        std::fs::write(&saved, Value::from(live).to_string()).unwrap();
        let score = ["score", journal, "--against", saved.to_str().unwrap()];
        let scored = utb(&score);
        assert!(scored.out.starts_with("0 of "), "walk {seed}: {}{}", scored.out, scored.err);
    }
}
