//! The tools of topics: named in a file beside them, or written out.

use std::path::Path;

use serde_json::Value;

use crate::convert::Lost;
use crate::convert::gold::folder::Document;
use crate::convert::gold::{At, Folder, GoldError, ToolSet, tool_set};

use super::field;

/// Verbs of tools that only read are told by `utb import functions`; the dataset says nothing of it.
const READING: [&str; 8] = ["get", "find", "search", "list", "check", "convert", "extract", "track"];

/// Tool sets that may be named, and those that were.
pub(super) struct Toolsets {
    named: Option<Document>,
    used: Vec<(Value, ToolSet)>,
}

impl Toolsets {
    pub(super) fn read(file: Option<&Path>) -> Result<Self, GoldError> {
        let read = |file: &Path| {
            let name = file.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            Folder::unlisted(file.parent().unwrap_or(Path::new(""))).json(name)
        };
        Ok(Self { named: file.map(read).transpose()?, used: Vec::new() })
    }

    /// Slug of the tool set of a topic; sets with the same tools are one.
    pub(super) fn of(&mut self, topic: &At<'_>, lost: &mut Lost) -> Result<String, GoldError> {
        let named = self.named.as_ref().and_then(|document| document.values().next());
        let (name, tools) = match topic.maybe("toolset") {
            Some(name) => {
                let wanted = name.text()?;
                let found = named.and_then(|sets| sets.maybe(wanted));
                let missing = || name.wrong(format!("there is no tool set '{wanted}': name its file with --toolsets"));
                (wanted.to_owned(), found.ok_or_else(missing)?)
            }
            None => {
                let tools = field(topic, "tools").ok_or_else(|| topic.wrong("has neither tools nor toolset"))?;
                (format!("tools {}", self.used.len() + 1), tools)
            }
        };
        if let Some((_, set)) = self.used.iter().find(|(value, _)| value == tools.value) {
            return Ok(set.slug.clone());
        }
        let slug = name.to_lowercase().replace(|c: char| !c.is_ascii_alphanumeric(), "-");
        let set = functions(&slug, &tools, lost)?;
        self.used.push((tools.value.clone(), set));
        Ok(slug)
    }

    /// The schema of a tool's arguments.
    pub(super) fn schema(&self, slug: &str, tool: &str) -> Option<&Value> {
        self.used.iter().find(|(_, set)| set.slug == slug)?.1.schema(tool)
    }

    pub(super) fn used(self) -> Vec<ToolSet> {
        self.used.into_iter().map(|(_, set)| set).collect()
    }
}

fn functions(slug: &str, tools: &At<'_>, lost: &mut Lost) -> Result<ToolSet, GoldError> {
    let items = tools.items()?;
    let name = |at: &At<'_>| at.value["function"]["name"].clone();
    let mut plain: Vec<(At<'_>, Value)> = Vec::new();
    for (i, tool) in items.iter().enumerate() {
        if items[i + 1..].iter().any(|later| name(later) == name(tool)) {
            lost.whole("a tool whose name stands again in its set: the last one counts");
            continue;
        }
        plain.push((tool.clone(), with_numbers(tool.value)));
    }
    let ats: Vec<At<'_>> = plain.iter().map(|(at, value)| At { value, ..at.clone() }).collect();
    let reads = |name: &str| READING.iter().any(|verb| name.to_lowercase().starts_with(verb));
    let set = tool_set(slug, &ats, reads, lost)?;
    Ok(set.describe(&format!("Tools of {slug}"), "A tool set of UserToolBench's candidates."))
}

/// `float` is no type of JSON Schema; the evaluator sends it as `number`.
fn with_numbers(value: &Value) -> Value {
    match value {
        Value::Array(items) => items.iter().map(with_numbers).collect(),
        Value::Object(map) => {
            let plain = |(key, value): (&String, &Value)| match (key.as_str(), value.as_str()) {
                ("type", Some("float")) => (key.clone(), Value::from("number")),
                _ => (key.clone(), with_numbers(value)),
            };
            Value::Object(map.iter().map(plain).collect())
        }
        other => other.clone(),
    }
}
