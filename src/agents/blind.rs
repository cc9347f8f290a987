use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::{Map, Value};

use super::{Agent, Planned, Seen, Step};
use crate::catalogue::{Catalogue, Tool};
use crate::journal::format::ReplyKind;

/// Sees only the current request: takes the tool whose description shares most words with it, and fills arguments from
/// the request where it can and from schema defaults and examples where it cannot. What a turn is worth to one who
/// neither remembers nor asks.
#[derive(Debug)]
pub struct Blind {
    catalogue: Arc<Catalogue>,
}

impl Blind {
    /// A blind agent over these tools.
    pub fn new(catalogue: Arc<Catalogue>) -> Self {
        Self { catalogue }
    }

    fn choose(&self, view: &Value, request: &str) -> Option<&Tool> {
        let asked = words(request);
        let offered: Vec<&str> =
            view["tools"].as_array()?.iter().filter_map(|tool| tool["function"]["name"].as_str()).collect();
        let urls = view["urls"].as_object()?;
        let tool = |name: &&str| {
            let toolset = urls.get(*name)?.as_str()?.rsplit('/').nth(1)?;
            self.catalogue.find(toolset, name)
        };
        let score = |tool: &&Tool| {
            let text = format!("{} {}", split_camel(&tool.spec.name), tool.spec.description);
            words(&text).intersection(&asked).count()
        };
        let tools = offered.iter().filter_map(tool).filter(|tool| !tool.writes());
        // The first of the best, so that the order of the list decides and not the iterator's.
        tools.fold(None, |best: Option<&Tool>, tool| match best {
            Some(other) if score(&other) >= score(&tool) => Some(other),
            _ => Some(tool),
        })
    }
}

impl Agent for Blind {
    fn next(&mut self, seen: Seen) -> Step {
        let done = Step::Say { text: "Done.".into(), kind: ReplyKind::Statement };
        let Seen::Turn(view) = seen else { return done };
        let request = view["message"].as_str().unwrap_or_default().to_owned();
        match self.choose(&view, &request) {
            Some(tool) => Step::Call(vec![Planned { tool: tool.spec.name.clone(), arguments: fill(tool, &request) }]),
            None => done,
        }
    }
}

/// Every required argument, and every optional one that the request seems to name.
fn fill(tool: &Tool, request: &str) -> Map<String, Value> {
    let mut arguments = Map::new();
    for name in tool.properties() {
        let Some(schema) = tool.property(name) else { continue };
        let required = tool.required().any(|r| r == name);
        let value = from_request(schema, request).or_else(|| required.then(|| from_schema(schema)).flatten());
        if let Some(value) = value {
            arguments.insert(name.to_owned(), value);
        }
    }
    arguments
}

/// A value of the request's words that the schema clearly means: one of an enum, a date, a number.
fn from_request(schema: &Value, request: &str) -> Option<Value> {
    if let Some(options) = schema["enum"].as_array() {
        let asked = words(request);
        let named = |option: &&Value| option.as_str().is_some_and(|o| asked.contains(&o.to_lowercase()));
        return options.iter().find(named).cloned();
    }
    let tokens = || request.split_whitespace().map(|t| t.trim_matches(|c: char| !c.is_alphanumeric()));
    match (schema["type"].as_str()?, schema["format"].as_str()) {
        ("string", Some("date")) => tokens().find(|t| t.parse::<jiff::civil::Date>().is_ok()).map(Value::from),
        ("number" | "integer", _) => tokens().find_map(|t| t.parse::<i64>().ok()).map(Value::from),
        _ => None,
    }
}

fn from_schema(schema: &Value) -> Option<Value> {
    let example = || schema["examples"].as_array().and_then(|examples| examples.first()).cloned();
    let of_type = || match schema["type"].as_str() {
        Some("string") => Some(Value::from("unknown")),
        Some("number" | "integer") => Some(Value::from(1)),
        Some("boolean") => Some(Value::from(false)),
        Some("array") => Some(Value::Array(Vec::new())),
        _ => None,
    };
    schema.get("default").cloned().or_else(example).or_else(of_type)
}

fn words(text: &str) -> BTreeSet<String> {
    let long = |word: &&str| word.len() > 3;
    text.split(|c: char| !c.is_alphanumeric()).filter(long).map(str::to_lowercase).collect()
}

fn split_camel(name: &str) -> String {
    let mut out = String::new();
    for c in name.chars() {
        if c.is_uppercase() {
            out.push(' ');
        }
        out.push(c);
    }
    out
}
