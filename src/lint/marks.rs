//! How good a tool's description is, as far as a program can tell: one mark for each thing that an agent needs to be told.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::catalogue::{Tool, ToolSet};

/// The labels of a description's paragraphs after the first, in their order.
pub const PARTS: [&str; 5] = ["When to use:", "Parameters:", "Limits:", "Returns:", "Example:"];

/// A paragraph shorter than this, in bytes, says nothing that an agent could use.
const SHORTEST: usize = 35;

/// A first paragraph longer than this is more than a purpose.
const LONGEST_PURPOSE: usize = 260;

/// Share of words that two purposes of one tool set may have in common.
const ALIKE: f64 = 0.8;

/// One thing that a description should do, and what is missing where it does not.
#[derive(Clone, Debug)]
pub struct Mark {
    /// What it is about.
    pub part: &'static str,
    /// JSON pointer below the tool.
    pub place: &'static str,
    /// What is missing; nothing where the mark is given.
    pub missing: Option<String>,
}

/// The marks of one tool among its neighbours.
pub fn marks(set: &ToolSet, tool: &Tool) -> Vec<Mark> {
    let paragraphs: Vec<&str> = tool.spec.description.split("\n\n").map(str::trim).collect();
    let part = |label: &str| {
        let found = paragraphs.iter().find_map(|p| p.strip_prefix(label));
        found.map(str::trim).unwrap_or_default()
    };
    let purpose = paragraphs.first().copied().unwrap_or_default();
    let mark = |part, missing| Mark { part, place: "/description", missing };
    let mut all = vec![
        mark("purpose", purpose_lacks(purpose)),
        mark("apart", namesake(set, tool, purpose)),
        mark("when to use", when_lacks(set, tool, part("When to use:"))),
        mark("limits", too_short(part("Limits:"))),
        mark("returns", too_short(part("Returns:"))),
        mark("example", example_lacks(tool, part("Example:"))),
        Mark { part: "arguments", place: "/inputSchema", missing: arguments_lack(tool) },
        Mark { part: "errors", place: "/errors", missing: errors_lack(tool) },
    ];
    if tool.properties().next().is_some() {
        all.push(mark("parameters", too_short(part("Parameters:"))));
    }
    all
}

fn purpose_lacks(purpose: &str) -> Option<String> {
    let verb = purpose.split([' ', ',']).next().unwrap_or_default();
    if purpose.len() > LONGEST_PURPOSE || !purpose.ends_with('.') {
        return Some(format!("the purpose is one sentence of at most {LONGEST_PURPOSE} bytes"));
    }
    let says = verb.starts_with(char::is_uppercase) && verb.ends_with('s');
    (!says).then(|| format!("the purpose starts with what the tool does ('Gives …'), not with '{verb}'"))
}

/// Two tools whose purposes read the same cannot be told apart.
fn namesake(set: &ToolSet, tool: &Tool, purpose: &str) -> Option<String> {
    let words = |text: &str| -> BTreeSet<String> {
        text.split(|c: char| !c.is_alphanumeric()).filter(|w| w.len() > 2).map(str::to_lowercase).collect()
    };
    let own = words(purpose);
    let alike = |other: &&Tool| {
        let theirs = words(other.spec.description.split("\n\n").next().unwrap_or_default());
        let (both, all) = (own.intersection(&theirs).count(), own.union(&theirs).count());
        other.name != tool.name && both as f64 > ALIKE * all as f64
    };
    let other = set.tools.iter().find(alike)?;
    Some(format!("the purpose reads like that of {}", other.spec.name))
}

fn when_lacks(set: &ToolSet, tool: &Tool, when: &str) -> Option<String> {
    let mut neighbours = set.tools.iter().filter(|other| other.name != tool.name).map(|other| &other.spec.name);
    let alone = set.tools.len() == 1;
    match alone || neighbours.any(|name| when.contains(name.as_str())) {
        true => too_short(when),
        false => Some("'When to use:' names no neighbour that fits better for something else".into()),
    }
}

fn example_lacks(tool: &Tool, example: &str) -> Option<String> {
    match example.contains(&tool.spec.name) || example.contains(['"', '“', '`']) {
        true => too_short(example),
        false => Some("'Example:' shows no call".into()),
    }
}

fn too_short(text: &str) -> Option<String> {
    (text.len() < SHORTEST)
        .then(|| format!("the paragraph has {} bytes; {SHORTEST} are the least that says something", text.len()))
}

fn errors_lack(tool: &Tool) -> Option<String> {
    let short = tool.spec.errors.iter().find(|error| error.when.len() < 15)?;
    Some(format!("when '{}' is given is not said", short.code))
}

/// Every argument is bounded and described, and shown where no list says what it may be.
fn arguments_lack(tool: &Tool) -> Option<String> {
    tool.properties().find_map(|name| {
        let lack = tool.property(name).and_then(argument_lacks)?;
        Some(format!("'{name}' {lack}"))
    })
}

fn argument_lacks(schema: &Value) -> Option<&'static str> {
    let has = |keys: &[&str]| keys.iter().any(|key| schema.get(key).is_some());
    if schema["description"].as_str().is_none_or(|d| d.len() < 8) {
        return Some("is hardly described");
    }
    if has(&["enum", "const"]) || schema["type"] == "boolean" {
        return None;
    }
    let bounded = match schema["type"].as_str() {
        Some("string") => has(&["maxLength", "format", "pattern"]),
        Some("integer" | "number") => has(&["minimum", "exclusiveMinimum"]) && has(&["maximum", "exclusiveMaximum"]),
        Some("array") => has(&["maxItems"]),
        _ => true,
    };
    match bounded {
        false => Some("has no bound: maxLength, pattern or format; minimum and maximum; maxItems"),
        true if !has(&["examples", "default"]) && schema["type"] != "object" => Some("has no examples"),
        true => None,
    }
}
