//! An engine over a scratch journal.

use std::path::PathBuf;
use std::sync::Arc;

use serde_json::{Value, json};
use tempfile::TempDir;
use usertoolbench::assets::Assets;
use usertoolbench::call::ToolName;
use usertoolbench::catalogue::Catalogue;
use usertoolbench::journal::{Durability, Writer};
use usertoolbench::referee::{NoResolver, Referee};
use usertoolbench::replay::{Stage, Summary, drive};
use usertoolbench::session::{
    Answer, Engine, Incoming, Miss, OpenRequest, Recorded, ReplyRequest, Session, Settings, Via,
};
use usertoolbench::simulator::Simulator;
use usertoolbench::suite::Suite;
use usertoolbench::world::Facts;

pub struct Bench {
    pub engine: Engine,
    dir: TempDir,
}

fn stage() -> (Stage, Referee) {
    staged(|_| {})
}

fn staged(change: impl Fn(&mut Suite)) -> (Stage, Referee) {
    let assets = Assets::embedded();
    let catalogue = Arc::new(Catalogue::load(&assets.specs).unwrap());
    let simulator = Arc::new(Simulator::load(catalogue.clone(), &assets.responses).unwrap());
    let facts = Arc::new(Facts::load(&assets.responses).unwrap());
    let mut suite = Suite::load(&assets.suite).unwrap();
    change(&mut suite);
    let suite = Arc::new(suite);
    let referee = Referee::new(suite.clone(), catalogue, Arc::new(NoResolver));
    (Stage::new(simulator, facts, suite), referee)
}

impl Bench {
    pub fn new() -> Self {
        Self::on(stage())
    }

    /// An engine whose dialogues have so many turns, which are soon played.
    pub fn of_turns(turns: usize) -> Self {
        Self::on(staged(|suite| {
            for dialogue in suite.dialogues.values_mut() {
                dialogue.topics.truncate(1);
                dialogue.topics[0].turns.truncate(turns);
            }
        }))
    }

    fn on((stage, referee): (Stage, Referee)) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let (journal, _) = Writer::open(dir.path(), Durability::Os).unwrap();
        let settings = Settings { seed: 0, max_sessions: 1_000, catalogue_digest: String::new(), operator_token: None };
        let engine = Engine::new(stage, referee, journal, settings).unwrap();
        Self { engine, dir }
    }

    /// An engine that answers out of another's journal.
    pub fn replaying(other: &Self, miss: Miss) -> Self {
        other.engine.shut_down().unwrap();
        let recorded = Recorded::load(&other.journal(), miss).unwrap();
        let Self { engine, dir } = Self::new();
        Self { engine: engine.replaying(recorded), dir }
    }

    /// A session at a turn of the suite's first persona.
    pub fn open(&self, more: Value) -> Arc<Session> {
        let persona = self.engine.stage.suite.dialogues.keys().next().unwrap();
        let mut request = json!({ "persona": persona });
        request.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let request: OpenRequest = serde_json::from_value(request).unwrap();
        self.engine.open(request).unwrap().0
    }

    pub fn call(&self, session: &Session, tool: &str, arguments: Value) -> Answer {
        self.call_with_key(session, tool, arguments, None)
    }

    pub fn call_with_key(&self, session: &Session, tool: &str, arguments: Value, key: Option<&str>) -> Answer {
        let (toolset, name) = tool.split_once('/').unwrap();
        let raw = arguments.to_string();
        let tool = ToolName::new(toolset, name);
        self.engine
            .call(session, Incoming { tool, raw: raw.as_bytes(), arguments: None, via: Via::Post, key, trace: None })
    }

    pub fn ok(&self, session: &Session, tool: &str, arguments: Value) -> Value {
        let answer = self.call(session, tool, arguments);
        let body: Value = serde_json::from_slice(&answer.body).unwrap();
        assert_eq!(answer.status, 200, "{tool}: {body}");
        body
    }

    pub fn say(&self, session: &Session, text: &str) -> Value {
        let request: ReplyRequest = serde_json::from_value(json!({ "text": text })).unwrap();
        self.engine.reply(session, request).unwrap().0
    }

    /// A train from Utrecht to Maastricht that can be booked in the turn `t03.1`.
    pub fn train(&self, session: &Session) -> String {
        let tickets = json!({
            "starting_station": "Utrecht Centraal", "destination_station": "Maastricht", "date": "2026-04-09", "time": "09:00",
        });
        let found = self.ok(session, "train-booking/getTrainTickets", tickets);
        found["journeys"][0]["legs"][0]["train_id"].as_str().unwrap().to_owned()
    }

    pub fn book(&self, session: &Session, train: &str, level: &str) -> Value {
        let booking = json!({ "train_id": train, "date": "2026-04-09", "seat_level": level });
        self.ok(session, "train-booking/bookTrainTickets", booking)
    }

    pub fn bookings(&self, session: &Session) -> usize {
        let state = self.engine.state_of(session);
        state["tables"]["train_bookings"].as_object().map_or(0, serde_json::Map::len)
    }

    pub fn journal(&self) -> PathBuf {
        self.dir.path().to_owned()
    }

    /// Ends the engine and replays its journal with a fresh one.
    pub fn replayed(self) -> Summary {
        self.engine.shut_down().unwrap();
        let outcome = drive(&stage().0, &self.journal(), None, 2).unwrap();
        assert!(outcome.fault.is_none(), "{:?}", outcome.fault);
        outcome.summary
    }
}
