//! A journal, made record by record.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::{Value, json};
use tempfile::TempDir;
use usertoolbench::convert::{Exported, har};
use usertoolbench::journal::{Durability, Event, Record, Writer, read};

/// A journal in a directory that goes with it.
pub struct Journal {
    dir: TempDir,
    writer: Writer,
    numbers: BTreeMap<String, u64>,
    /// Records so far; each is stamped ten milliseconds after the one before.
    records: i64,
}

/// When the first record is stamped: 2026-03-02T08:00:00Z, in microseconds since 1970.
pub const BEGAN: i64 = 1_772_438_400_000_000;

/// Session clock of every record; another than that of a sandbox.
pub const CLOCK: &str = "2026-04-01T10:30:00+02:00";

impl Journal {
    pub fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let (writer, _) = Writer::open(dir.path(), Durability::Os).unwrap();
        Self { dir, writer, numbers: BTreeMap::new(), records: 0 }
    }

    /// The directory, with everything in it that was put in.
    pub fn path(&self) -> &Path {
        self.writer.flush_all().unwrap();
        self.dir.path()
    }

    /// When the n-th record of all is stamped, in microseconds since 1970.
    pub fn stamp(n: i64) -> i64 {
        BEGAN + n * 10_000
    }

    /// Any event, as the journal writes it.
    pub fn event(&mut self, session: &str, event: Value) -> &mut Self {
        let wall = jiff::Timestamp::from_microsecond(Self::stamp(self.records)).unwrap();
        let wall = wall.strftime("%Y-%m-%dT%H:%M:%S.%6fZ").to_string();
        let n = self.numbers.entry(session.to_owned()).or_default();
        let record = json!({"v": 1, "session": session, "n": *n, "wall": wall, "clock": CLOCK, "event": event});
        (self.records, *n) = (self.records + 1, *n + 1);
        self.writer.put(&serde_json::from_str(&record.to_string()).unwrap());
        self
    }

    /// Lets a session count from 0 again, as the sandbox does with every start of a server.
    pub fn forget(&mut self, session: &str) {
        self.numbers.remove(session);
    }

    /// A session without a user.
    pub fn sandbox(&mut self, session: &str) -> &mut Self {
        self.event(session, json!({"opened": {"utb": "0", "seed": 0, "history": "gold", "catalogue": "c"}}))
    }

    /// A session of a dialogue of so many turns.
    pub fn open(&mut self, session: &str, end: usize) -> &mut Self {
        self.event(session, json!({"opened": {
            "utb": "0", "seed": 0, "persona": "ana", "history": "gold", "suite": "s", "catalogue": "c", "agent": "tess",
            "start": 0, "end": end,
        }}))
    }

    pub fn start(&mut self, session: &str, turn: &str, index: usize) -> &mut Self {
        self.event(session, json!({"turn_started": {"turn": turn, "index": index, "state": "x"}}))
    }

    pub fn end(&mut self, session: &str, turn: &str) -> &mut Self {
        self.event(session, json!({"turn_ended": {"turn": turn, "state": "x"}}))
    }

    /// A call with its fields laid over those of a plain one.
    pub fn call(&mut self, session: &str, fields: Value) -> &mut Self {
        let mut call = json!({
            "toolset": "rates", "tool": "getRate", "via": "post", "raw": "{\"currency\": \"SEK\"}",
            "arguments": {"currency": "SEK"}, "status": 200, "body": {"rate": 0.0911}, "micros": 1500,
        });
        for (name, value) in fields.as_object().unwrap() {
            match value {
                // A field that is left out; an answer may be null.
                Value::Null if name != "body" => drop(call.as_object_mut().unwrap().remove(name)),
                value => call[name] = value.clone(),
            }
        }
        self.event(session, json!({ "call": call }))
    }

    /// What passed through a proxy, with its fields laid over those of a plain POST.
    pub fn exchange(&mut self, session: &str, fields: Value) -> &mut Self {
        let mut exchange = json!({
            "method": "POST", "path": "/x", "request": {"bytes": 0}, "status": 200,
            "response_headers": {"content-type": "application/json"}, "response": {"bytes": 2, "text": "{}"},
            "first_byte_micros": 1000, "micros": 1500,
        });
        for (name, value) in fields.as_object().unwrap() {
            match value {
                Value::Null => drop(exchange.as_object_mut().unwrap().remove(name)),
                value => exchange[name] = value.clone(),
            }
        }
        self.event(session, json!({ "exchange": exchange }))
    }

    /// The agent's words, and what the user answers.
    pub fn reply(&mut self, session: &str, turn: &str, text: &str, user: Option<&str>) -> &mut Self {
        let kind = if user.is_some() { "question" } else { "statement" };
        let mut reply = json!({"turn": turn, "text": text, "kind": kind, "declared": false});
        if let Some(user) = user {
            reply["user"] = user.into();
        }
        self.event(session, json!({ "reply": reply }))
    }

    /// As HAR, and what became of it.
    pub fn har(&self) -> (Value, Exported) {
        let mut out = Vec::new();
        let exported = har::export(self.path(), "", &mut out).unwrap();
        (serde_json::from_slice(&out).unwrap(), exported)
    }
}

/// A session of two turns: a question, a call that fails, a call that changes a row, and a second turn in silence.
pub fn played() -> Journal {
    let mut journal = Journal::new();
    journal.open("s1", 2).start("s1", "t01.1", 0);
    journal.reply("s1", "t01.1", "Which currency?", Some("Swedish crowns."));
    let refused = json!({"type": "urn:utb:problem:unknown_currency", "title": "Unknown currency", "status": 404,
        "code": "unknown_currency", "detail": "There is no 'krona'."});
    journal.call(
        "s1",
        json!({"turn": "t01.1", "raw": "{\"currency\":\"krona\"}",
        "arguments": {"currency": "krona"}, "status": 404, "body": refused}),
    );
    journal.call(
        "s1",
        json!({"turn": "t01.1", "tool": "setAlert", "idempotency_key": "k-1",
        "trace": "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "effects": [{"table": "alerts", "key": "A1", "after": {"currency": "SEK"}}]}),
    );
    journal.call(
        "s1",
        json!({"turn": "t01.1", "tool": "setAlert", "idempotency_key": "k-1", "arguments": null, "retry_of": 4}),
    );
    journal.reply("s1", "t01.1", "You will hear from me.", None);
    journal.end("s1", "t01.1").start("s1", "t01.2", 1);
    journal.call("s1", json!({"turn": "t01.2", "via": "get", "raw": "currency=SEK&note=å%20b"}));
    journal.call(
        "s1",
        json!({"turn": "t01.2", "tool": "listRates", "raw": "{}", "arguments": {"format": "CSV"},
        "rendered": {"media_type": "text/csv; charset=utf-8", "text": "currency,rate\r\nSEK,0.0911\r\n"}}),
    );
    journal.reply("s1", "t01.2", "Here they are.", None).end("s1", "t01.2");
    journal.event("s1", json!({"closed": {"reason": "finished"}}));
    journal
}

/// The records of a journal.
pub fn records(dir: &Path) -> Vec<Record> {
    read(dir).unwrap().map(|entry| entry.unwrap().record).collect()
}

/// The calls among them, as the journal writes them.
pub fn calls(records: &[Record]) -> Vec<Value> {
    let call = |record: &Record| match &record.event {
        Event::Call(call) => Some(serde_json::to_value(call).unwrap()),
        _ => None,
    };
    records.iter().filter_map(call).collect()
}
