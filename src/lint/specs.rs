//! Rules about `tool_specs/`.

use serde_json::Value;

use super::marks::{PARTS, marks};
use super::{Finding, Level};
use crate::catalogue::{Catalogue, Tool, ToolSet};

/// Checks every tool spec.
pub fn specs(catalogue: &Catalogue) -> Vec<Finding> {
    let mut findings = Vec::new();
    for set in catalogue.toolsets() {
        for (i, tool) in set.tools.iter().enumerate() {
            let mut rules = Rules { tool, at: format!("/tools/{i}"), findings: &mut findings };
            rules.schemas();
            rules.description();
            rules.names();
            rules.examples();
            rules.marks(set);
        }
    }
    findings.sort();
    findings
}

/// Marks of the descriptions of one tool set.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Score {
    /// Slug.
    pub toolset: String,
    /// Marks given.
    pub marks: usize,
    /// Marks that could be given.
    pub of: usize,
}

/// How good the descriptions of each tool set are.
pub fn score(catalogue: &Catalogue) -> Vec<Score> {
    let score = |set: &ToolSet| {
        let all: Vec<_> = set.tools.iter().flat_map(|tool| marks(set, tool)).collect();
        let given = all.iter().filter(|mark| mark.missing.is_none()).count();
        Score { toolset: set.spec.toolset.clone(), marks: given, of: all.len() }
    };
    catalogue.toolsets().map(score).collect()
}

struct Rules<'a> {
    tool: &'a Tool,
    at: String,
    findings: &'a mut Vec<Finding>,
}

impl Rules<'_> {
    fn say(&mut self, rule: &'static str, place: &str, detail: impl Into<String>) {
        self.findings.push(Finding {
            file: format!("tool_specs/{}.json", self.tool.name.toolset),
            place: format!("{}{place}", self.at),
            rule,
            level: Level::Fault,
            detail: format!("{}: {}", self.tool.name.tool, detail.into()),
        });
    }

    fn schemas(&mut self) {
        let spec = &self.tool.spec;
        let compiled = [("/inputSchema", self.tool.input().err()), ("/outputSchema", self.tool.output().err())];
        for (place, error) in compiled {
            if let Some(error) = error {
                self.say("schema-compiles", place, error);
            }
        }
        for (place, schema) in [("/inputSchema", &spec.input_schema), ("/outputSchema", &spec.output_schema)] {
            let mut open = Vec::new();
            walk(schema, place, &mut open);
            for (place, rule, detail) in open {
                self.say(rule, &place, detail);
            }
        }
    }

    fn description(&mut self) {
        let text = &self.tool.spec.description;
        let paragraphs: Vec<&str> = text.split("\n\n").map(str::trim).collect();
        let has_parameters = self.tool.properties().next().is_some();
        let mut next = 1;
        for part in PARTS {
            if part == "Parameters:" && !has_parameters {
                continue;
            }
            match paragraphs.get(next) {
                Some(paragraph) if paragraph.starts_with(part) && paragraph.len() >= part.len() + 15 => next += 1,
                found => {
                    let found = found.map_or("nothing", |p| p.split_inclusive(':').next().unwrap_or(p));
                    self.say("description-parts", "/description", format!("expected '{part}', found '{found}'"));
                    return;
                }
            }
        }
        if next != paragraphs.len() {
            self.say("description-parts", "/description", "has paragraphs after 'Example:'");
        }
    }

    fn marks(&mut self, set: &ToolSet) {
        for mark in marks(set, self.tool) {
            if let Some(missing) = mark.missing {
                self.say("full-marks", mark.place, format!("{}: {missing}", mark.part));
            }
        }
    }

    fn names(&mut self) {
        let (tool, spec) = (self.tool, &self.tool.spec);
        let arguments = spec.decision_slots.iter().chain(spec.same_as.keys());
        for name in arguments.filter(|name| tool.property(name).is_none()) {
            self.say("names-exist", "/decisionSlots", format!("'{name}' is not an argument"));
        }
        if spec.annotations.read_only_hint && spec.annotations.destructive_hint {
            self.say("hints-agree", "/annotations", "a read cannot be destructive");
        }
    }

    fn examples(&mut self) {
        let examples = &self.tool.spec.examples;
        if examples.accepted.len() < 2 {
            self.say("enough-examples", "/examples/accepted", "at least two are needed");
        }
        if examples.refused.len() < 3 {
            self.say("enough-examples", "/examples/refused", "at least three are needed");
        }
    }
}

/// Finds open objects and properties without a description.
fn walk(schema: &Value, at: &str, found: &mut Vec<(String, &'static str, String)>) {
    let Some(map) = schema.as_object() else { return };
    if let Some(properties) = map.get("properties").and_then(Value::as_object) {
        if map.get("additionalProperties") != Some(&Value::Bool(false)) {
            found.push((at.to_owned(), "schema-closed", "additionalProperties is not false".into()));
        }
        for (name, property) in properties {
            let at = format!("{at}/properties/{name}");
            if property.get("description").and_then(Value::as_str).is_none_or(|d| d.len() < 5) {
                found.push((at.clone(), "schema-described", "has no description".into()));
            }
            walk(property, &at, found);
        }
    } else if map.get("type").is_some_and(|t| t == "object") && map.get("additionalProperties").is_none() {
        found.push((at.to_owned(), "schema-closed", "an object without properties".into()));
    }
    for key in ["items", "additionalProperties"] {
        if let Some(inner) = map.get(key) {
            walk(inner, &format!("{at}/{key}"), found);
        }
    }
    for key in ["anyOf", "oneOf", "allOf", "prefixItems"] {
        for (i, inner) in map.get(key).and_then(Value::as_array).into_iter().flatten().enumerate() {
            walk(inner, &format!("{at}/{key}/{i}"), found);
        }
    }
}
