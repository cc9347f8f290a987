//! A small catalogue, and journals written record by record.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Map, Value, json};
use usertoolbench::assets::{File, Files};
use usertoolbench::call::{Problem, canonical};
use usertoolbench::catalogue::{Catalogue, arguments};
use usertoolbench::journal::{Durability, Record, Writer};
use usertoolbench::referee::{FindingKind, Judged, NoResolver, Referee, TurnVerdict, VerdictKind};
use usertoolbench::suite::Suite;

/// Whose dialogue it is.
pub const PERSONA: &str = "ana";

/// A referee over a dialogue.
pub struct Bench {
    pub referee: Referee,
    pub suite: Arc<Suite>,
    catalogue: Arc<Catalogue>,
}

impl Bench {
    /// A dialogue of these turns, in one topic with all tools. What a turn leaves out is filled in.
    pub fn of(turns: Vec<Value>) -> Self {
        let turns: Vec<Value> = turns.into_iter().map(whole_turn).collect();
        let topic = json!({"topic": "t", "title": "T", "toolset": ["trains", "news"], "clock": CLOCK, "turns": turns});
        let suite = files([
            (format!("personas/{PERSONA}.json"), persona().to_string()),
            (format!("dialogues/{PERSONA}.jsonl"), topic.to_string()),
        ]);
        let specs =
            files([("trains.json".to_owned(), trains().to_string()), ("news.json".to_owned(), news().to_string())]);
        let suite = Arc::new(Suite::load(&suite).unwrap());
        let catalogue = Arc::new(Catalogue::load(&specs).unwrap());
        let referee = Referee::new(suite.clone(), catalogue.clone(), Arc::new(NoResolver));
        Self { referee, suite, catalogue }
    }

    /// A dialogue of one turn with these gold calls.
    pub fn calls(calls: Value) -> Self {
        Self::of(vec![json!({"id": "t1", "gold": {"kind": "calls", "calls": calls}})])
    }

    /// A session that is in its first turn.
    pub fn play(&self) -> Play<'_> {
        self.play_from("t1")
    }

    /// A session that starts at a turn.
    pub fn play_from(&self, turn: &str) -> Play<'_> {
        Play::new(self, "s1").start(turn)
    }

    /// Judges records out of a real journal, and sees to it that judging them live gives the same.
    pub fn judge(&self, records: &[Record]) -> Judged {
        let dir = tempfile::tempdir().unwrap();
        let (writer, _) = Writer::open(dir.path(), Durability::Os).unwrap();
        for record in records {
            writer.put(record);
        }
        writer.flush_all().unwrap();
        let later = self.referee.judge_journal(dir.path()).unwrap();
        let live = self.referee.judge_records(records);
        assert_eq!(json!(live.verdicts).to_string(), json!(later.verdicts).to_string());
        assert_eq!(live, later);
        later
    }
}

/// A session being written down.
pub struct Play<'b> {
    bench: &'b Bench,
    session: String,
    turn: String,
    pub records: Vec<Record>,
}

impl<'b> Play<'b> {
    /// A session that was opened.
    pub fn new(bench: &'b Bench, session: &str) -> Self {
        let play = Self { bench, session: session.into(), turn: String::new(), records: Vec::new() };
        play.event(json!({"opened": {
            "utb": "0", "seed": 0, "persona": PERSONA, "history": "gold", "suite": bench.suite.digest,
            "catalogue": "c", "agent": "agent",
        }}))
    }

    /// Any event.
    pub fn event(mut self, event: Value) -> Self {
        let n = self.records.len();
        let record = json!({"v": 1, "session": self.session, "n": n, "wall": "", "clock": CLOCK, "event": event});
        self.records.push(serde_json::from_str(&record.to_string()).unwrap());
        self
    }

    pub fn start(mut self, turn: &str) -> Self {
        self.turn = turn.to_owned();
        let index = self.bench.suite.dialogues[PERSONA].find(turn).map_or(0, |turn| turn.index);
        self.event(json!({"turn_started": {"turn": turn, "index": index, "state": ""}}))
    }

    /// Goes on in a turn of which another session recorded the start.
    pub fn within(mut self, turn: &str) -> Self {
        self.turn = turn.to_owned();
        self
    }

    /// A call that is answered with this, or refused by the schema.
    pub fn call(self, tool: &str, arguments: Value, body: Value) -> Self {
        let (toolset, name) = tool.split_once('/').unwrap();
        let spec = self.bench.catalogue.find(toolset, name).unwrap();
        let writes = spec.writes();
        match arguments::prepare(spec, arguments.as_object().unwrap().clone()) {
            Ok(prepared) => self.answered(tool, &arguments, Some(&prepared), 200, body, writes),
            Err(problem) => self.answered(tool, &arguments, None, 422, problem.to_value(), false),
        }
    }

    /// A call with valid arguments that is answered with a problem.
    pub fn refused(self, tool: &str, arguments: Value, status: u16) -> Self {
        let prepared = arguments.as_object().unwrap().clone();
        let body = Problem::new(status, "no", "There is no such thing.").to_value();
        self.answered(tool, &arguments, Some(&prepared), status, body, false)
    }

    /// A call of a tool that does not exist.
    pub fn unknown(self, tool: &str) -> Self {
        let body = Problem::new(404, "unknown_tool", "There is no such tool.").to_value();
        self.answered(tool, &json!({}), None, 404, body, false)
    }

    fn answered(
        self,
        tool: &str,
        raw: &Value,
        arguments: Option<&Map<String, Value>>,
        status: u16,
        body: Value,
        writes: bool,
    ) -> Self {
        let (toolset, name) = tool.split_once('/').unwrap();
        let canonical = arguments.map(canonical::object).map(|bytes| String::from_utf8(bytes).unwrap());
        let arguments: Option<Value> = canonical.map(|text| serde_json::from_str(&text).unwrap());
        let row = json!({"table": "bookings", "key": self.records.len().to_string(), "after": {"by": name}});
        let effects = if writes { vec![row] } else { Vec::new() };
        let turn = self.turn.clone();
        self.event(json!({"call": {
            "turn": turn, "toolset": toolset, "tool": name, "via": "post", "raw": raw.to_string(),
            "arguments": arguments, "status": status, "body": body, "effects": effects, "micros": 1,
        }}))
    }

    /// A question that the user answers.
    pub fn ask(self, text: &str) -> Self {
        let turn = self.turn.clone();
        self.event(json!({"reply": {
            "turn": turn, "text": text, "kind": "question", "declared": false, "user": "Second.",
        }}))
    }

    /// The end of the turn.
    pub fn end(self) -> Self {
        let turn = self.turn.clone();
        let said = json!({"turn": turn, "text": "Done.", "kind": "statement", "declared": false});
        self.event(json!({"reply": said})).event(json!({"turn_ended": {"turn": turn, "state": ""}}))
    }

    pub fn close(self, reason: &str) -> Self {
        self.event(json!({"closed": {"reason": reason}}))
    }

    /// The verdict on the turn, after it and the session came to their end.
    pub fn verdict(self) -> TurnVerdict {
        let turn = self.turn.clone();
        let bench = self.bench;
        let judged = bench.judge(&self.end().close("finished").records);
        assert_eq!(judged.notices, []);
        judged.verdicts.into_iter().find(|verdict| *verdict.turn == *turn).unwrap()
    }

    /// That the turn is right.
    pub fn passes(self) {
        let verdict = self.verdict();
        assert!(verdict.exact.pass, "{:#?}", verdict.findings);
    }

    /// That it fails, and the kinds of all deciding findings in their order.
    pub fn fails(self, kinds: &[FindingKind]) -> TurnVerdict {
        let verdict = self.verdict();
        assert!(!verdict.exact.pass);
        assert_eq!(deciding(&verdict), kinds, "{:#?}", verdict.findings);
        assert_eq!(verdict.exact.decisive.as_ref().unwrap().kind, kinds[0]);
        verdict
    }
}

/// Kinds of the deciding findings.
pub fn deciding(verdict: &TurnVerdict) -> Vec<FindingKind> {
    verdict.findings.iter().filter(|finding| finding.fails(VerdictKind::Exact)).map(|finding| finding.kind).collect()
}

/// A gold call with arguments that were all said in the turn.
pub fn gold(id: &str, tool: &str, arguments: Value) -> Value {
    let (toolset, name) = tool.split_once('/').unwrap();
    let stated = |(name, value): (&String, &Value)| (name.clone(), json!({"value": value, "from": "stated"}));
    let arguments: Map<String, Value> = arguments.as_object().unwrap().iter().map(stated).collect();
    json!({"id": id, "toolset": toolset, "tool": name, "arguments": arguments})
}

/// The same, with one more argument as the suite writes it.
pub fn with(mut call: Value, name: &str, argument: Value) -> Value {
    call["arguments"][name] = argument;
    call
}

/// The same, after other calls.
pub fn after(mut call: Value, ids: &[&str]) -> Value {
    call["after"] = json!(ids);
    call
}

const CLOCK: &str = "2026-03-02T09:00:00+01:00";

fn whole_turn(mut turn: Value) -> Value {
    let defaults = json!({
        "clock": CLOCK, "user": "Please.", "subtype": "opening", "task": "multi_tool", "reveals": [], "assistant": "Done.",
        "gold": {"kind": "chat"},
    });
    for (name, value) in defaults.as_object().unwrap() {
        let turn = turn.as_object_mut().unwrap();
        turn.entry(name).or_insert_with(|| value.clone());
    }
    turn
}

fn files(files: impl IntoIterator<Item = (String, String)>) -> Files {
    let file = |(path, text): (String, String)| (path.clone(), File::overlaid(path, text.into_bytes()));
    files.into_iter().map(file).collect::<BTreeMap<_, _>>()
}

fn persona() -> Value {
    json!({
        "id": PERSONA, "name": "Ana", "summary": "…", "communication": {"style": "…", "clarification": "…"},
        "timezone": "Europe/Amsterdam", "home": "Utrecht",
        "preferences": [{"id": "seat-second-class", "category": "neutral", "sentence": "Travels second class on all trains.",
            "fixes": [{"toolset": "trains", "tool": "bookTrain", "slot": "seat_level", "value": "second_class"}]}],
        "habits": {"budget": "…", "travel": "…", "scheduling": "…", "services": "…"},
        "constraints": [], "attributes": {}, "accounts": {},
    })
}

fn trains() -> Value {
    let search = json!({
        "from": {"type": "string"}, "to": {"type": "string"}, "date": {"type": "string", "format": "date"},
        "time": {"type": "string"}, "leave": {"type": "string", "format": "date-time"}, "budget": {"type": "number"},
        "classes": {"type": "array", "items": {"type": "string"}}, "stops": {"type": "array", "items": {"type": "string"}},
        "direct": {"type": "boolean", "default": false}, "limit": {"type": "integer", "default": 10},
    });
    let decisive = ["from", "to", "date", "time", "leave", "budget", "classes", "stops", "direct"];
    let mut search = tool("searchTrains", true, &search, &["from", "to"], &decisive);
    search["sameAs"] = json!({"time": "time", "from": "caseless"});
    search["unordered"] = json!(["/classes"]);
    let book = json!({
        "train": {"type": "string"}, "seats": {"type": "integer", "default": 1}, "note": {"type": "string"},
        "seat_level": {"type": "string", "enum": ["first_class", "second_class"]}, "insured": {"type": "boolean"},
    });
    let book = tool("bookTrain", false, &book, &["train"], &["train", "seats", "seat_level", "insured"]);
    let id = json!({"booking": {"type": "string"}});
    let mut cancel = tool("cancelTrain", false, &id, &["booking"], &["booking"]);
    cancel["undoes"] = json!(["bookTrain"]);
    let live = tool("liveTrain", true, &json!({"train": {"type": "string"}}), &["train"], &["train"]);
    let mut next = tool(
        "nextTrain",
        true,
        &json!({"station": {"type": "string"}, "day": {"type": "string", "format": "date"}}),
        &["station"],
        &["station", "day"],
    );
    next["equivalents"] = json!([{"tool": "board", "note": "…", "slots": {"station": ["stop"]}}]);
    let via = json!({"stop": {"type": "string"}, "via": {"type": "array", "items": {"type": "string"}}});
    let board = tool("board", true, &via, &["stop"], &["stop", "via"]);
    set("trains", &[search, book, cancel, live, next, board])
}

fn news() -> Value {
    let search = json!({"keywords": {"type": "string"}, "limit": {"type": "integer", "default": 10}});
    let search = tool("searchArticles", true, &search, &["keywords"], &["keywords"]);
    let metadata = tool("getArticleMetadata", true, &json!({"url": {"type": "string"}}), &["url"], &["url"]);
    set("news", &[search, metadata])
}

fn set(name: &str, tools: &[Value]) -> Value {
    json!({"toolset": name, "title": name, "domain": "travel", "description": "…", "tools": tools})
}

fn tool(name: &str, reads: bool, properties: &Value, required: &[&str], decisive: &[&str]) -> Value {
    json!({
        "name": name, "title": name, "description": "…",
        "inputSchema": {"type": "object", "properties": properties, "required": required, "additionalProperties": false},
        "outputSchema": {"type": "object"},
        "annotations": {"readOnlyHint": reads, "destructiveHint": false, "idempotentHint": reads, "openWorldHint": false},
        "decisionSlots": decisive, "errors": [], "examples": {"accepted": [], "refused": []},
    })
}
