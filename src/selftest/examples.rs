//! Turns made of the accepted examples of the tools: one of each example, one of each two of a tool, and one of each tool
//! that reads whose arguments are judged by the answer.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::assets::{Assets, File, FileError, Files};
use crate::catalogue::{Catalogue, Tool};
use crate::suite::Suite;
use crate::world::{Clock, SANDBOX_ZONE};

/// A tool set of the selftest's own, which takes an argument of each kind of meaning that the referee knows.
const MEANINGS: &str = include_str!("meanings.json");

/// Adds the tool that takes all kinds of meanings.
pub fn with_meanings(mut assets: Assets) -> Assets {
    assets.specs.insert("selftest.json".into(), File::overlaid("the selftest's own tool", MEANINGS.into()));
    assets
}

/// A suite of these turns, each of a persona of its own, so that all of them begin with an empty state.
pub(super) fn suite(catalogue: &Catalogue) -> Result<Suite, FileError> {
    let mut files = Files::new();
    for tool in catalogue.tools() {
        let examples: Vec<&Map<String, Value>> = tool.spec.examples.accepted.iter().map(|e| &e.arguments).collect();
        for (n, arguments) in examples.iter().enumerate() {
            add(&mut files, tool, &format!("{n}"), &[arguments], None);
        }
        if let (Some(first), false) = (examples.first(), tool.writes()) {
            add(&mut files, tool, "same-results", &[first], Some("same_results"));
        }
        for (n, pair) in examples.windows(2).enumerate() {
            add(&mut files, tool, &format!("{n}-{}", n + 1), pair, None);
        }
    }
    Suite::load(&files)
}

fn add(files: &mut Files, tool: &Tool, suffix: &str, calls: &[&Map<String, Value>], matching: Option<&str>) {
    let id = format!("{}-{}-{suffix}", tool.name.toolset, tool.name.tool).to_lowercase().replace('_', "-");
    let clock = Clock::sandbox().text().to_owned();
    let call = |(n, arguments): (usize, &&Map<String, Value>)| {
        let stated = |(name, value): (&String, &Value)| {
            let mut argument = json!({"value": value, "from": "stated"});
            if let Some(matching) = matching {
                argument["match"] = matching.into();
            }
            (name.clone(), argument)
        };
        let arguments: Map<String, Value> = arguments.iter().map(stated).collect();
        json!({"id": format!("c{n}"), "tool": tool.name.tool, "after": [], "arguments": arguments})
    };
    let calls: Vec<Value> = calls.iter().enumerate().map(call).collect();
    let task = if calls.len() == 1 { "single_tool" } else { "multi_tool" };
    let turn = json!({
        "id": "t01.1", "clock": clock, "user": "As in the example.", "subtype": "opening", "task": task, "reveals": [],
        "gold": {"kind": "calls", "calls": calls}, "assistant": "Done.",
    });
    let topic = json!({
        "topic": "t01", "title": "Example", "toolset": tool.name.toolset, "clock": clock, "turns": [turn],
    });
    let mut put = |path: String, value: Value| {
        files.insert(
            path.clone(),
            File::overlaid(format!("an example of {}", tool.name), value.to_string().into_bytes()),
        );
    };
    put(format!("dialogues/{id}.jsonl"), topic);
    put(format!("personas/{id}.json"), persona(&id));
}

fn persona(id: &str) -> Value {
    json!({
        "id": id, "name": "Nobody", "summary": "Speaks an example.",
        "communication": {"style": "", "clarification": ""}, "timezone": SANDBOX_ZONE, "home": "Utrecht",
        "preferences": [], "habits": {"budget": "", "travel": "", "scheduling": "", "services": ""},
        "constraints": [], "attributes": {}, "accounts": BTreeMap::<String, Value>::new(),
    })
}
