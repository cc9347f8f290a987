//! The catalogue as it is compiled in, and suites to play.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use jsonschema::{Draft, Validator};
use serde_json::{Map, Value, json};
use usertoolbench::assets::Assets;
use usertoolbench::catalogue::{Catalogue, Tool};
use usertoolbench::simulator::Simulator;

fn simulator() -> &'static Simulator {
    static LOADED: OnceLock<Simulator> = OnceLock::new();
    LOADED.get_or_init(|| {
        let assets = Assets::embedded();
        let catalogue = Arc::new(Catalogue::load(&assets.specs).unwrap());
        Simulator::load(catalogue, &assets.responses).unwrap()
    })
}

/// All tools that have a program.
pub fn tools() -> impl Iterator<Item = &'static Tool> {
    simulator().catalogue.tools().filter(|tool| simulator().has_program(&tool.name))
}

/// An example of a spec.
#[derive(Clone, Debug)]
pub struct Example {
    pub tool: &'static Tool,
    pub note: String,
    pub arguments: Map<String, Value>,
    /// Why it is refused; none where it is accepted.
    pub reason: Option<String>,
}

impl Example {
    /// `toolset/tool`.
    pub fn path(&self) -> String {
        format!("{}/{}", self.tool.name.toolset, self.tool.name.tool)
    }

    pub fn body(&self) -> Vec<u8> {
        Value::Object(self.arguments.clone()).to_string().into_bytes()
    }
}

/// Every example of every tool that has a program.
pub fn examples() -> Vec<Example> {
    let mut all = Vec::new();
    for tool in tools() {
        let example = |note: &str, arguments: &Map<String, Value>, reason| Example {
            tool,
            note: note.to_owned(),
            arguments: arguments.clone(),
            reason,
        };
        let examples = &tool.spec.examples;
        all.extend(examples.accepted.iter().map(|e| example(&e.note, &e.arguments, None)));
        all.extend(examples.refused.iter().map(|e| example(&e.note, &e.arguments, Some(e.reason.clone()))));
    }
    all
}

/// A validator with formats, as the server has.
pub fn validator(schema: &Value) -> Validator {
    jsonschema::options().with_draft(Draft::Draft202012).should_validate_formats(true).build(schema).unwrap()
}

/// Directory of the suite whose only persona is [`fixture`].
pub fn fixture_suite() -> &'static str {
    concat!(env!("CARGO_MANIFEST_DIR"), "/tests/server/fixtures/suite")
}

/// The persona of [`fixture_suite`].
pub fn fixture() -> &'static str {
    "rosa-lindqvist"
}

/// Writes a suite with one persona, `everyone`, whose only turn offers every tool at the sandbox time. Its sessions
/// are sandboxes that do not share a state.
pub fn everyone(dir: &Path) -> PathBuf {
    let suite = dir.join("suite");
    let toolsets: Vec<&str> = simulator().catalogue.toolsets().map(|set| set.spec.toolset.as_str()).collect();
    let persona = json!({
        "id": "everyone", "name": "Everyone", "summary": "Nobody in particular.",
        "communication": { "style": "None.", "clarification": "None." },
        "timezone": "Europe/Amsterdam", "home": "Amsterdam", "preferences": [],
        "habits": { "budget": "None.", "travel": "None.", "scheduling": "None.", "services": "None." },
        "constraints": [], "attributes": {},
    });
    let clock = "2026-03-02T09:00:00+01:00";
    let topic = json!({ "topic": "t01", "title": "Everything", "toolset": toolsets, "clock": clock, "turns": [{
        "id": "t01.1", "clock": clock, "user": "Hello.", "subtype": "opening", "task": "chat",
        "gold": { "kind": "chat" }, "assistant": "Hello.",
    }]});
    for (path, content) in [("personas/everyone.json", persona), ("dialogues/everyone.jsonl", topic)] {
        let path = suite.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, content.to_string()).unwrap();
    }
    suite
}
