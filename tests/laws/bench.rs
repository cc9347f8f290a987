//! A session without a server: calls in a row over one state.

use std::sync::{Arc, OnceLock};

use serde_json::Value;
use usertoolbench::assets::Assets;
use usertoolbench::call::{Call, Outcome, ToolName};
use usertoolbench::catalogue::Catalogue;
use usertoolbench::simulator::Simulator;
use usertoolbench::world::{Clock, Facts, State, World};

fn loaded() -> &'static (Arc<Simulator>, Arc<Facts>) {
    static LOADED: OnceLock<(Arc<Simulator>, Arc<Facts>)> = OnceLock::new();
    LOADED.get_or_init(|| {
        let assets = Assets::embedded();
        let catalogue = Arc::new(Catalogue::load(&assets.specs).unwrap());
        let simulator = Simulator::load(catalogue, &assets.responses).unwrap();
        (Arc::new(simulator), Arc::new(Facts::load(&assets.responses).unwrap()))
    })
}

/// All tools with their programs.
#[allow(dead_code, reason = "not every law looks at specs")]
pub fn simulator() -> &'static Simulator {
    &loaded().0
}

/// One session.
#[derive(Clone)]
pub struct Bench {
    world: Arc<World>,
    clock: Clock,
    pub state: State,
}

#[allow(dead_code, reason = "not every law needs every helper")]
impl Bench {
    /// A fresh session in the world of this seed, at the sandbox time.
    pub fn new(seed: u64) -> Self {
        let world = Arc::new(World::new(seed, loaded().1.clone()));
        Self { world, clock: Clock::sandbox(), state: State::default() }
    }

    /// The same session at another time.
    pub fn at(mut self, clock: &str, zone: &str) -> Self {
        self.clock = Clock::parse(clock, zone).unwrap();
        self
    }

    /// Calls a tool (`toolset/tool`).
    pub fn call(&mut self, tool: &str, arguments: Value) -> Outcome {
        let (toolset, name) = tool.split_once('/').unwrap();
        let arguments = arguments.as_object().unwrap().clone();
        let call = Call { tool: ToolName::new(toolset, name), arguments };
        let reply = loaded().0.respond(&self.world, &self.clock, &self.state, call);
        if let Some(state) = reply.state {
            self.state = state;
        }
        reply.outcome
    }

    /// Calls a tool that must succeed, and gives its answer.
    pub fn ok(&mut self, tool: &str, arguments: Value) -> Value {
        let outcome = self.call(tool, arguments.clone());
        assert!(outcome.is_ok(), "{tool} {arguments} gives {} {}", outcome.status, outcome.body);
        outcome.body
    }

    /// Calls a tool that must say no: gives status, code and problem. A refusal is the caller's matter and changes nothing.
    pub fn refused(&mut self, tool: &str, arguments: Value) -> (u16, String, Value) {
        let before = self.state.digest();
        let outcome = self.call(tool, arguments.clone());
        assert!((400..500).contains(&outcome.status), "{tool} {arguments}: {} {}", outcome.status, outcome.body);
        assert_eq!(self.state.digest(), before, "{tool} {arguments}: a refusal changes nothing");
        (outcome.status, outcome.body["code"].as_str().unwrap_or_default().to_owned(), outcome.body)
    }
}

/// The items of a list.
#[allow(dead_code, reason = "not every law needs every helper")]
pub fn items(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

/// A text.
#[allow(dead_code, reason = "not every law needs every helper")]
pub fn word(value: &Value) -> &str {
    value.as_str().expect("a string")
}
