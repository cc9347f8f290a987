//! A load of every kind of deed at both doors, and what was answered to it.

use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::{Value, json};
use usertoolbench::journal::{Event, Record};

use crate::support::{Chance, Connection, Example, Server, examples};

/// Clients that work at the same time.
pub const CLIENTS: usize = 6;

/// Something that was done in a session, and what was answered to it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Deed {
    session: String,
    /// Tool and body of a call; else its kind and what it names.
    what: String,
    key: Option<String>,
    answer: String,
}

/// How often each deed was answered, or journalled.
pub type Deeds = BTreeMap<Deed, usize>;

impl Deed {
    /// Whether it is of the kind that begins so.
    pub fn is(&self, kind: &str) -> bool {
        self.what.starts_with(kind)
    }
}

/// What came of a load.
#[derive(Debug, Default)]
pub struct Done {
    pub answered: Deeds,
    /// All sessions that somebody worked in.
    pub sessions: Vec<String>,
}

impl Done {
    fn absorb(&mut self, other: Self) {
        for (deed, times) in other.answered {
            *self.answered.entry(deed).or_default() += times;
        }
        self.sessions.extend(other.sessions);
    }
}

/// Works with several clients until the server is gone, which `end` sees to once so many deeds were answered: two in the sandbox, two that share a session, and the
/// others each in one of their own.
pub fn under_load(server: &Server, seed: u64, deeds: usize, end: impl FnOnce()) -> Done {
    let open = || server.open(&json!({ "persona": "everyone" }))["id"].as_str().unwrap().to_owned();
    let mut homes = vec![("sandbox".to_owned(), false); 2];
    homes.extend(vec![(open(), false); 2]);
    homes.extend((homes.len()..CLIENTS).map(|_| (open(), true)));
    let (writes, count) = (writes(), AtomicUsize::new(0));
    let work = |i: usize, (session, alone): (String, bool)| match Client::new(server, session, alone, i, seed, &writes)
    {
        Ok(client) => client.work(&count),
        Err(_) => Done::default(),
    };
    std::thread::scope(|scope| {
        let mut clients = Vec::new();
        for (i, home) in homes.into_iter().enumerate() {
            let work = &work;
            clients.push(scope.spawn(move || work(i, home)));
        }
        // A count and not a time, so that a slow machine proves as much; clients that are all gone are waited for below.
        while count.load(Ordering::Relaxed) < deeds && !clients.iter().all(|client| client.is_finished()) {
            std::thread::sleep(Duration::from_micros(100));
        }
        end();
        let mut done = Done::default();
        clients.into_iter().for_each(|client| done.absorb(client.join().unwrap()));
        done
    })
}

/// Accepted examples of tools that write.
fn writes() -> Vec<Example> {
    let writes: Vec<Example> = examples().into_iter().filter(|e| e.tool.writes() && e.reason.is_none()).collect();
    assert!(writes.len() >= 2, "the catalogue has tools that write");
    writes
}

struct Client<'a> {
    agent: Connection,
    operator: Connection,
    session: String,
    /// Whether no other client works in this session.
    alone: bool,
    chance: Chance,
    name: usize,
    made: usize,
    writes: &'a [Example],
    snapshot: Option<String>,
    done: Done,
}

impl<'a> Client<'a> {
    fn new(
        server: &Server,
        session: String,
        alone: bool,
        name: usize,
        seed: u64,
        writes: &'a [Example],
    ) -> io::Result<Self> {
        Ok(Self {
            agent: Connection::try_open(server.agent)?,
            operator: Connection::try_open(server.operator)?,
            chance: Chance::new(seed.wrapping_add(name as u64)),
            done: Done { sessions: vec![session.clone()], ..Done::default() },
            session,
            alone,
            name,
            made: 0,
            writes,
            snapshot: None,
        })
    }

    /// Works until the server is gone.
    fn work(mut self, count: &AtomicUsize) -> Done {
        while self.step().is_ok() {
            count.fetch_add(1, Ordering::Relaxed);
        }
        self.done
    }

    fn step(&mut self) -> io::Result<()> {
        self.made += 1;
        match self.chance.below(100) {
            // Large answers take the writer longer, so that death finds it in the middle more often.
            0..25 => {
                let currency = ["EUR", "USD", "SEK"][self.made % 3];
                self.call("currency-exchange/getAllExchangeRates", format!(r#"{{"baseCurrency":"{currency}"}}"#))
            }
            25..50 => {
                let amount = self.name * 1_000_000 + self.made;
                let body = format!(r#"{{"amount":{amount},"fromCurrency":"EUR","toCurrency":"SEK"}}"#);
                self.call("currency-exchange/convertCurrency", body)
            }
            50..55 => self.call("currency-exchange/convertCurrency", r#"{"amount":"much"}"#.into()),
            55..70 => {
                let (path, body) = self.write();
                self.call(&path, body)
            }
            70..88 => self.call_under_a_key(),
            88..92 => self.fork(),
            92..95 => self.keep(),
            _ => self.reset(),
        }
    }

    fn write(&mut self) -> (String, String) {
        let example = &self.writes[self.chance.below(self.writes.len())];
        (example.path(), String::from_utf8(example.body()).unwrap())
    }

    fn path(&self, tool: &str) -> String {
        if self.session == "sandbox" { format!("/{tool}") } else { format!("/s/{}/{tool}", self.session) }
    }

    fn call(&mut self, tool: &str, body: String) -> io::Result<()> {
        let answer = self.agent.request("POST", &self.path(tool), &[], Some(body.as_bytes()))?;
        self.note(format!("{tool} {body}"), None, answer.text());
        Ok(())
    }

    fn call_under_a_key(&mut self) -> io::Result<()> {
        let (tool, body) = self.write();
        let (path, key) = (self.path(&tool), format!("k{}-{}", self.name, self.made));
        let mut first = None;
        for _ in 0..1 + self.chance.below(3) {
            let answer = self.agent.request("POST", &path, &[("Idempotency-Key", &key)], Some(body.as_bytes()))?.text();
            self.note(format!("{tool} {body}"), Some(key.clone()), answer.clone());
            let first = first.get_or_insert_with(|| answer.clone());
            // Another client may take the session back in between, and then it is done again.
            assert!(!self.alone || *first == answer, "{tool} {body}: first {first}, then {answer}");
        }
        Ok(())
    }

    /// Goes on in a fork, or stays.
    fn fork(&mut self) -> io::Result<()> {
        let at = [json!({}), json!({ "at": 1 })][self.chance.below(2)].to_string();
        let answer = self.operate("fork", &at)?;
        let Some(child) = answer["id"].as_str() else { return Ok(()) };
        self.note(format!("fork {child}"), None, String::new());
        if self.chance.below(2) == 0 {
            (self.session, self.alone) = (child.to_owned(), true);
            self.done.sessions.push(child.to_owned());
        }
        Ok(())
    }

    fn keep(&mut self) -> io::Result<()> {
        let answer = self.operate("snapshots", "")?;
        let digest = answer["digest"].as_str().unwrap();
        self.snapshot = Some(digest.to_owned());
        self.note("snapshot".into(), None, digest.to_owned());
        Ok(())
    }

    fn reset(&mut self) -> io::Result<()> {
        let mut ways = vec!["turn", "start"];
        ways.extend(self.snapshot.as_deref());
        let to = ways[self.chance.below(ways.len())].to_owned();
        let answer = self.operate("reset", &json!({ "to": to }).to_string())?;
        if let Some(state) = answer["state"].as_str() {
            self.note(format!("reset {to}"), None, state.to_owned());
        }
        Ok(())
    }

    fn operate(&mut self, what: &str, body: &str) -> io::Result<Value> {
        let target = format!("/sessions/{}/{what}", self.session);
        Ok(self.operator.request("POST", &target, &[], Some(body.as_bytes()))?.json())
    }

    fn note(&mut self, what: String, key: Option<String>, answer: String) {
        *self.done.answered.entry(Deed { session: self.session.clone(), what, key, answer }).or_default() += 1;
    }
}

/// The deeds that a journal knows of.
pub fn journalled<'a>(records: impl IntoIterator<Item = &'a Record>) -> Deeds {
    let mut deeds = Deeds::new();
    for record in records {
        let (what, key, answer) = match &record.event {
            Event::Call(call) => {
                let what = format!("{}/{} {}", call.toolset, call.tool, call.raw.as_deref().unwrap());
                let answer = call.rendered.as_ref().map_or(call.body.get(), |rendered| &rendered.text);
                (what, call.idempotency_key.clone(), answer.to_owned())
            }
            Event::Forked(forked) => (format!("fork {}", forked.child), None, String::new()),
            Event::Snapshot(snapshot) => ("snapshot".into(), None, snapshot.state.clone()),
            Event::Reset(reset) => (format!("reset {}", reset.to), None, reset.state.clone()),
            _ => continue,
        };
        *deeds.entry(Deed { session: record.session.clone(), what, key, answer }).or_default() += 1;
    }
    deeds
}
