//! Rules about `responses/`: every program compiles, and every example of the spec does what it says.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::{Finding, Level};
use crate::call::{Call, Outcome};
use crate::catalogue::Tool;
use crate::simulator::Simulator;
use crate::world::{Clock, State, World};

/// Checks every response program by running the examples of its spec.
pub fn responses(simulator: &Simulator, world: &Arc<World>) -> Vec<Finding> {
    let mut findings = Vec::new();
    if let Err(e) = simulator.compile_all() {
        findings.push(finding("program-compiles", "", "", e));
    }
    for tool in simulator.catalogue.tools() {
        let (toolset, at) = (tool.name.toolset.as_str(), format!("/tools/{}", tool.name.tool));
        if !simulator.has_program(&tool.name) {
            findings.push(without_program(simulator, toolset, &at));
            continue;
        }
        let run = |arguments| example(simulator, world, tool, arguments);
        for (i, example) in tool.spec.examples.accepted.iter().enumerate() {
            let outcome = run(&example.arguments);
            if !outcome.is_ok() {
                let detail = format!("accepted example {i} is refused: {}", outcome.body["detail"]);
                findings.push(finding("example-accepted", toolset, &at, detail));
            }
        }
        for (i, example) in tool.spec.examples.refused.iter().enumerate() {
            if let Err(detail) = refused_as_said(&run(&example.arguments), &example.reason) {
                let detail = format!("refused example {i} ({}): {detail}", example.note);
                findings.push(finding("example-refused", toolset, &at, detail));
            }
        }
    }
    findings.sort();
    findings
}

/// A tool of ours was forgotten. One of the user's may be meant to be answered out of its output schema.
fn without_program(simulator: &Simulator, toolset: &str, place: &str) -> Finding {
    let overlaid = simulator.catalogue.toolset(toolset).is_some_and(|set| set.overlaid);
    let (level, detail) = match overlaid {
        true => (Level::Note, "there is no response program; answers are made from the output schema"),
        false => (Level::Fault, "there is no response program"),
    };
    Finding { level, ..finding("program-exists", toolset, place, detail.into()) }
}

fn example(simulator: &Simulator, world: &Arc<World>, tool: &Tool, arguments: &Map<String, Value>) -> Outcome {
    let call = Call { tool: tool.name.clone(), arguments: arguments.clone() };
    simulator.respond(world, &Clock::sandbox(), &State::default(), call).outcome
}

fn refused_as_said(outcome: &Outcome, reason: &str) -> Result<(), String> {
    let code = outcome.body["code"].as_str().unwrap_or_default();
    if outcome.is_ok() || outcome.status >= 500 {
        return Err(format!("gives {} {}", outcome.status, outcome.body["detail"]));
    }
    let faults = outcome.body["errors"].as_array().into_iter().flatten();
    let mut faults =
        faults.map(|f| format!("{} {}", f["pointer"].as_str().unwrap_or(""), f["keyword"].as_str().unwrap_or("")));
    match code == reason || faults.any(|fault| fault == reason) {
        true => Ok(()),
        false => Err(format!("expected '{reason}', got {code} {}", outcome.body["errors"])),
    }
}

fn finding(rule: &'static str, toolset: &str, place: &str, detail: String) -> Finding {
    Finding { file: format!("responses/{toolset}.json"), place: place.to_owned(), rule, level: Level::Fault, detail }
}
