//! Function descriptions of other projects as a tool set: OpenAI's two shapes, Anthropic's, Gemini's and MCP's.
//!
//! A description says what a tool accepts and nothing of what it answers, so most of them come out with an answer of one
//! text, `result`; put a better `outputSchema` into the file, or a program beside it, and the tool gives more.

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::Lost;
use crate::call::{ToolName, strict};

/// Verbs with which tools that only read are named.
const READING: [&str; 24] = [
    "browse",
    "calculate",
    "check",
    "compare",
    "count",
    "describe",
    "detect",
    "estimate",
    "fetch",
    "find",
    "get",
    "has",
    "is",
    "list",
    "lookup",
    "preview",
    "query",
    "read",
    "retrieve",
    "search",
    "show",
    "think",
    "validate",
    "view",
];

/// Names of the members that hold the schema of the arguments, in the order in which they are looked for.
const SCHEMAS: [&str; 5] = ["parameters", "input_schema", "inputSchema", "parametersJsonSchema", "schema"];

/// A tool set made of descriptions.
#[derive(Clone, Debug)]
pub struct ToolSetFile {
    /// Content of `<tool-set>.json` below `tool_specs/`.
    pub spec: Value,
    /// What was guessed or left out.
    pub lost: Lost,
}

/// Why a file is no list of functions.
#[derive(Debug, thiserror::Error)]
pub enum FunctionsError {
    /// It cannot be read as JSON.
    #[error("is not JSON: {0}")]
    NotJson(String),
    /// There is no list in it.
    #[error("holds no list of functions: expected an array, or an object with `tools` or `functions`")]
    NoList,
    /// One of them cannot be taken.
    #[error("{pointer}: {detail}")]
    Bad {
        /// Where it stands.
        pointer: String,
        /// What is wrong with it.
        detail: String,
    },
}

/// One description, whichever of the shapes it came in.
#[derive(Debug, Deserialize)]
struct Function {
    name: String,
    #[serde(default)]
    title: Option<String>,
    #[serde(default)]
    description: Option<String>,
    #[serde(default, rename = "outputSchema")]
    output_schema: Option<Value>,
    #[serde(default)]
    annotations: Map<String, Value>,
    #[serde(flatten)]
    rest: Map<String, Value>,
}

/// Reads function descriptions as a tool set of this slug.
///
/// # Errors
///
/// The first thing that cannot be taken, with its pointer.
pub fn import(bytes: &[u8], toolset: &str) -> Result<ToolSetFile, FunctionsError> {
    let file = strict::value(bytes).map_err(|e| FunctionsError::NotJson(e.to_string()))?;
    let mut lost = Lost::default();
    let mut tools: Vec<Value> = Vec::new();
    for (pointer, value) in functions(&file)? {
        let bad = |detail: String| FunctionsError::Bad { pointer: pointer.clone(), detail };
        let function: Function = serde_json::from_value(value.clone()).map_err(|e| bad(e.to_string()))?;
        if !ToolName::is_legal(&function.name) {
            return Err(bad(format!("'{}' is not of the form [A-Za-z][A-Za-z0-9_-]{{0,63}}", function.name)));
        }
        if tools.iter().any(|tool| tool["name"] == function.name.as_str()) {
            return Err(bad(format!("'{}' stands twice", function.name)));
        }
        tools.push(tool(function, &mut lost).map_err(bad)?);
    }
    let spec = json!({
        "toolset": toolset,
        "title": words(toolset),
        "domain": "travel",
        "description": format!("{} functions, imported.", tools.len()),
        "tools": tools,
    });
    Ok(ToolSetFile { spec, lost })
}

/// The descriptions, each with its pointer.
fn functions(file: &Value) -> Result<Vec<(String, &Value)>, FunctionsError> {
    let (at, list) = match file {
        Value::Array(list) => (String::new(), list),
        Value::Object(map) => {
            let mut found = ["tools", "functions", "functionDeclarations"].into_iter();
            let found = found.find_map(|name| Some((format!("/{name}"), map.get(name)?.as_array()?)));
            found.ok_or(FunctionsError::NoList)?
        }
        _ => return Err(FunctionsError::NoList),
    };
    let mut found = Vec::new();
    for (i, item) in list.iter().enumerate() {
        let at = format!("{at}/{i}");
        // Gemini groups them, OpenAI's chat API wraps each.
        match (item.get("functionDeclarations").and_then(Value::as_array), item.get("function")) {
            (Some(group), _) => {
                let inner = |(j, function)| (format!("{at}/functionDeclarations/{j}"), function);
                found.extend(group.iter().enumerate().map(inner));
            }
            (None, Some(function)) => found.push((format!("{at}/function"), function)),
            (None, None) => found.push((at, item)),
        }
    }
    Ok(found)
}

fn tool(function: Function, lost: &mut Lost) -> Result<Value, String> {
    let Function { name, title, description, output_schema, annotations, mut rest } = function;
    let input = SCHEMAS.iter().find_map(|member| rest.remove(*member));
    let input = input.unwrap_or_else(|| json!({"type": "object", "properties": {}}));
    jsonschema::validator_for(&input).map_err(|e| format!("the schema of the arguments cannot be used: {e}"))?;
    if input.get("type").is_some_and(|t| t != "object") {
        return Err("the schema of the arguments is not that of an object".into());
    }
    for member in rest.keys().filter(|member| *member != "type") {
        lost.part(format!("the member `{member}` of a function"));
    }
    let reads = annotations.get("readOnlyHint").and_then(Value::as_bool).unwrap_or_else(|| {
        lost.part("whether a tool reads or writes: guessed from its name");
        is_reading(&name)
    });
    let slots: Vec<&String> =
        input.get("properties").and_then(Value::as_object).into_iter().flat_map(Map::keys).collect();
    Ok(json!({
        "name": name,
        "title": title.unwrap_or_else(|| words(&name)),
        "description": description.unwrap_or_default(),
        "decisionSlots": slots,
        "inputSchema": input,
        "outputSchema": output_schema.unwrap_or_else(|| {
            lost.part("what a tool answers: a function says nothing of it, so it is one text, `result`");
            one_text()
        }),
        "annotations": {
            "readOnlyHint": reads,
            "destructiveHint": annotations.get("destructiveHint").and_then(Value::as_bool).unwrap_or(!reads),
            "idempotentHint": annotations.get("idempotentHint").and_then(Value::as_bool).unwrap_or(reads),
            "openWorldHint": false,
        },
        "errors": [],
        "examples": {"accepted": [], "refused": []},
    }))
}

fn one_text() -> Value {
    json!({
        "type": "object",
        "properties": {"result": {"type": "string", "description": "What the tool has to say."}},
        "required": ["result"],
        "additionalProperties": false,
    })
}

fn is_reading(name: &str) -> bool {
    let first = words(name).split(' ').next().unwrap_or_default().to_lowercase();
    READING.contains(&first.as_str())
}

/// `get_user_details`, `getUserDetails` → `Get user details`
fn words(name: &str) -> String {
    let mut words = String::new();
    let mut after_lower = false;
    for c in name.chars() {
        match c {
            '_' | '-' | '.' => words.push(' '),
            c if c.is_uppercase() && after_lower => words.extend([' ', c.to_ascii_lowercase()]),
            c if words.is_empty() => words.extend(c.to_uppercase()),
            c => words.push(c),
        }
        after_lower = c.is_lowercase();
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_words() {
        assert_eq!(words("get_user_details"), "Get user details");
        assert_eq!(words("getUserDetails"), "Get user details");
        assert_eq!(words("airline"), "Airline");
    }

    #[test]
    fn verbs_tell_reading_from_writing() {
        assert!(is_reading("get_user") && is_reading("listAllAirports") && is_reading("search-flights"));
        assert!(!is_reading("cancel_reservation") && !is_reading("getaway_book") && !is_reading("book"));
    }
}
