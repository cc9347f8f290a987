//! One tool on one page.

use serde_json::{Map, Value, json};

use super::common::{Loaded, Output};
use crate::call::Call;
use crate::catalogue::Tool;
use crate::world::{Clock, State};

/// Lines of the example's answer that are printed; `utb tools call` prints all.
const LINES: usize = 40;

/// Prints a tool with its first example and what that really gives.
pub fn print(loaded: &Loaded, tool: &Tool, format: Output) -> anyhow::Result<()> {
    let example = tool.spec.examples.accepted.first().map(|example| &example.arguments);
    let answer = example.map(|arguments| answer(loaded, tool, arguments));
    if let Output::Json = format {
        let mut all = serde_json::to_value(&tool.spec)?;
        all["toolset"] = json!(tool.name.toolset);
        all["effect"] = json!(tool.effect());
        all["exampleCall"] = json!({ "arguments": example, "answer": answer });
        anstream::println!("{}", serde_json::to_string_pretty(&all)?);
        return Ok(());
    }
    let spec = &tool.spec;
    anstream::println!("{} — {} ({})\n\n{}\n", tool.name, spec.title, tool.effect(), spec.description);
    anstream::println!("{}\n", arguments(tool));
    if !spec.errors.is_empty() {
        anstream::println!("{}\n", errors(tool));
    }
    if let (Some(arguments), Some(answer)) = (example, answer) {
        let text = serde_json::to_string_pretty(&answer)?;
        let shown: Vec<&str> = text.lines().take(LINES).collect();
        anstream::println!("$ utb tools call {} '{}'\n{}", tool.name, json!(arguments), shown.join("\n"));
        if text.lines().count() > LINES {
            anstream::println!("… {} more lines", text.lines().count() - LINES);
        }
    }
    Ok(())
}

fn answer(loaded: &Loaded, tool: &Tool, arguments: &Map<String, Value>) -> Value {
    let call = Call { tool: tool.name.clone(), arguments: arguments.clone() };
    let reply = loaded.simulator.respond(&loaded.world(0), &Clock::sandbox(), &State::default(), call);
    reply.outcome.body
}

fn arguments(tool: &Tool) -> comfy_table::Table {
    let mut table = plain(["ARGUMENT", "TYPE", "WHAT IT IS"]);
    for name in tool.properties() {
        let schema = tool.property(name).unwrap_or(&Value::Null);
        let required = tool.required().any(|r| r == name);
        let mark = if required { format!("{name} *") } else { name.to_owned() };
        let default = schema.get("default").map(|d| format!(" Default: {d}.")).unwrap_or_default();
        let allowed = schema.get("enum").map(|e| format!(" One of {e}.")).unwrap_or_default();
        let description = schema["description"].as_str().unwrap_or_default();
        table.add_row([mark, kind(schema), format!("{description}{allowed}{default}")]);
    }
    table
}

fn errors(tool: &Tool) -> comfy_table::Table {
    let mut table = plain(["ERROR", "STATUS", "WHEN"]);
    for error in &tool.spec.errors {
        table.add_row([error.code.clone(), error.status.to_string(), error.when.clone()]);
    }
    table
}

fn plain<const N: usize>(header: [&str; N]) -> comfy_table::Table {
    let mut table = comfy_table::Table::new();
    table.load_style(comfy_table::presets::NOTHING);
    table.set_content_arrangement(comfy_table::ContentArrangement::Dynamic);
    table.set_header(header);
    table
}

fn kind(schema: &Value) -> String {
    match &schema["type"] {
        Value::String(one) if one == "array" => format!("array of {}", kind(&schema["items"])),
        Value::String(one) => one.clone(),
        Value::Array(several) => several.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" or "),
        _ => "any".to_owned(),
    }
}
