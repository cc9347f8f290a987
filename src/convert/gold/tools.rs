use serde_json::{Map, Value, json};

use super::{At, GoldError};
use crate::call::ToolName;
use crate::convert::{Lost, functions};

/// A tool set made of another project's function descriptions.
#[derive(Clone, Debug)]
pub struct ToolSet {
    /// Slug.
    pub slug: String,
    /// Content of `tool_specs/<slug>.json`.
    pub spec: Value,
}

impl ToolSet {
    /// Says of a set what it is for.
    pub fn describe(mut self, title: &str, description: &str) -> Self {
        self.spec["title"] = title.into();
        self.spec["description"] = description.into();
        self
    }

    /// Its tools.
    pub fn tools_mut(&mut self) -> impl Iterator<Item = &mut Value> {
        self.spec["tools"].as_array_mut().into_iter().flatten()
    }

    /// The schema of a tool's arguments.
    pub fn schema(&self, tool: &str) -> Option<&Value> {
        let mut tools = self.spec["tools"].as_array().into_iter().flatten();
        tools.find(|spec| spec["name"] == tool)?.get("inputSchema")
    }
}

/// Functions as a tool set; `reads` says of a name whether the tool changes nothing.
///
/// # Errors
///
/// The first function that cannot be taken.
pub fn tool_set(
    slug: &str,
    functions: &[At<'_>],
    reads: impl Fn(&str) -> bool,
    lost: &mut Lost,
) -> Result<ToolSet, GoldError> {
    let list: Vec<Value> = functions.iter().map(|at| hinted(at, &reads)).collect::<Result<_, _>>()?;
    let imported = functions::import(json!(list).to_string().as_bytes(), slug);
    // What is wrong with one of them is said of the first that cannot be taken alone.
    let imported = imported.map_err(|e| {
        let alone = |value: &Value| functions::import(json!([value]).to_string().as_bytes(), slug).is_err();
        let at = list.iter().position(alone).and_then(|i| functions.get(i)).or(functions.first());
        at.map_or_else(
            || GoldError::Unusable { project: "functions", detail: e.to_string() },
            |at| at.wrong(e.to_string()),
        )
    })?;
    lost.extend(imported.lost);
    Ok(ToolSet { slug: slug.to_owned(), spec: imported.spec })
}

/// A plain description with MCP's hints.
fn hinted(at: &At<'_>, reads: &impl Fn(&str) -> bool) -> Result<Value, GoldError> {
    let inner = at.maybe("function");
    let function = inner.as_ref().unwrap_or(at);
    let name = function.field("name")?.text()?;
    let mut map: Map<String, Value> = function.members()?.clone();
    map.insert("name".into(), legal(name).into());
    map.insert("annotations".into(), json!({"readOnlyHint": reads(name), "idempotentHint": reads(name)}));
    Ok(Value::Object(map))
}

/// A name that tools may have here: `spotify.play` is `spotify_play`.
pub fn legal(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || matches!(c, '_' | '-') { c } else { '_' };
    let name: String = name.chars().map(plain).collect();
    if ToolName::is_legal(&name) { name } else { format!("f_{name}").chars().take(64).collect() }
}
