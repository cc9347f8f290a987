use std::borrow::Cow;
use std::collections::BTreeMap;
use std::str::FromStr;

use serde_json::{Value, json};

use crate::catalogue::Tool;

/// Whose shape a tool list has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Chat Completions: nested under `function`.
    OpenAi,
    /// The Responses API: flat.
    OpenAiResponses,
    /// Anthropic's Messages API.
    Anthropic,
    /// Gemini's `functionDeclarations`, schemas as `parametersJsonSchema`.
    Gemini,
    /// MCP Tool objects.
    Mcp,
}

impl Format {
    /// All of them, by the name they have in a URL.
    pub const ALL: [(&'static str, Self); 5] = [
        ("openai", Self::OpenAi),
        ("openai-responses", Self::OpenAiResponses),
        ("anthropic", Self::Anthropic),
        ("gemini", Self::Gemini),
        ("mcp", Self::Mcp),
    ];
}

impl FromStr for Format {
    type Err = String;

    fn from_str(s: &str) -> Result<Self, String> {
        let found = Self::ALL.iter().find(|(name, _)| *name == s);
        let names = || Self::ALL.map(|(name, _)| name).join(", ");
        found.map(|(_, format)| *format).ok_or_else(|| format!("'{s}' is none of {}", names()))
    }
}

/// The tools as a client of this vendor takes them. What is ours alone (decision slots, examples, errors) is left
/// out: an agent must not see which arguments are looked at. Names are those of [`named`].
pub fn tools<'a>(tools: impl Iterator<Item = &'a Tool>, format: Format) -> Value {
    let list: Vec<Value> = named(tools).iter().map(|(name, tool)| one(tool, name, format)).collect();
    match format {
        Format::Gemini => json!([{ "functionDeclarations": list }]),
        _ => Value::Array(list),
    }
}

/// The tools with the names under which they are listed. Names are unique, as clients want them: where two tool sets have a
/// tool of one name, both are called `<tool set>__<tool>`.
pub fn named<'a>(tools: impl Iterator<Item = &'a Tool>) -> Vec<(Cow<'a, str>, &'a Tool)> {
    let tools: Vec<&Tool> = tools.collect();
    let mut count: BTreeMap<&str, usize> = BTreeMap::new();
    tools.iter().for_each(|tool| *count.entry(&tool.spec.name).or_default() += 1);
    let name = |tool: &'a Tool| match count.get(tool.spec.name.as_str()) {
        Some(1) => Cow::Borrowed(tool.spec.name.as_str()),
        _ => Cow::Owned(format!("{}__{}", tool.name.toolset, tool.name.tool)),
    };
    tools.into_iter().map(|tool| (name(tool), tool)).collect()
}

fn one(tool: &Tool, name: &str, format: Format) -> Value {
    let spec = &tool.spec;
    let (description, schema) = (&spec.description, &spec.input_schema);
    match format {
        Format::OpenAi => json!({
            "type": "function",
            "function": { "name": name, "description": description, "parameters": schema },
        }),
        Format::OpenAiResponses => json!({
            "type": "function", "name": name, "description": description, "parameters": schema, "strict": false,
        }),
        Format::Anthropic => json!({ "name": name, "description": description, "input_schema": schema }),
        Format::Gemini => json!({ "name": name, "description": description, "parametersJsonSchema": schema }),
        Format::Mcp => json!({
            "name": name, "title": spec.title, "description": description,
            "inputSchema": schema, "outputSchema": spec.output_schema, "annotations": spec.annotations,
        }),
    }
}
