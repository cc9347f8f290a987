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
/// out: an agent must not see which arguments are looked at.
pub fn tools<'a>(tools: impl Iterator<Item = &'a Tool>, format: Format) -> Value {
    let list: Vec<Value> = tools.map(|tool| one(tool, format)).collect();
    match format {
        Format::Gemini => json!([{ "functionDeclarations": list }]),
        _ => Value::Array(list),
    }
}

fn one(tool: &Tool, format: Format) -> Value {
    let spec = &tool.spec;
    let (name, description, schema) = (&spec.name, &spec.description, &spec.input_schema);
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
