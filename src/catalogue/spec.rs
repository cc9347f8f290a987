//! The file format of `tool_specs/<tool-set>.json`; `docs/formats.md` explains each field.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::Later;

/// One file.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct ToolSetSpec {
    /// Slug; the file is called after it.
    pub toolset: String,
    /// Two to four words.
    pub title: String,
    /// What field the service belongs to.
    pub domain: Domain,
    /// One sentence on what the service is.
    pub description: String,
    /// The tools, in the order in which an agent is shown them.
    pub tools: Vec<ToolSpec>,
}

/// Field of a tool set (paper, table 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Domain {
    /// Weather, air, activities, places.
    Weather,
    /// Hosts, malware, identity.
    Security,
    /// Books, music, news, shopping, jobs.
    Entertainment,
    /// Budgets, currencies, assets.
    Finance,
    /// Trains, maps, transit.
    Travel,
}

/// One tool: an MCP Tool object and our own fields.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct ToolSpec {
    /// Name within the tool set.
    pub name: String,
    /// Two to five words.
    pub title: String,
    /// Up to six labelled paragraphs.
    pub description: String,
    /// What the tool accepts; JSON Schema 2020-12, a closed object.
    pub input_schema: Later<Value>,
    /// What the tool answers; the same.
    pub output_schema: Later<Value>,
    /// MCP's hints.
    pub annotations: Annotations,
    /// Arguments whose right value depends on the user.
    pub decision_slots: Vec<String>,
    /// Pointers to array arguments in which order means nothing.
    #[serde(default)]
    pub unordered: Vec<String>,
    /// Argument name → resolver that decides when two spellings mean the same.
    #[serde(default)]
    pub same_as: Map<String, Value>,
    /// Errors of the tool's own, beyond 400 and 422 against the schema.
    pub errors: Vec<ErrorSpec>,
    /// Other tools of the set that can give the same information.
    #[serde(default)]
    pub equivalents: Vec<Equivalent>,
    /// Tools of the set whose new rows this one takes back, when it is called with the key of one.
    #[serde(default)]
    pub undoes: Vec<String>,
    /// Arguments that are accepted and that are refused.
    pub examples: Later<Examples>,
}

/// MCP's hints about a tool.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Annotations {
    /// Changes nothing.
    pub read_only_hint: bool,
    /// May remove or overwrite.
    pub destructive_hint: bool,
    /// The same call again changes nothing more.
    pub idempotent_hint: bool,
    /// Reaches beyond this world; never here.
    pub open_world_hint: bool,
}

/// One error a tool gives.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ErrorSpec {
    /// Stable word.
    pub code: String,
    /// HTTP status, 403, 404, 409 or 422.
    pub status: u16,
    /// When it is given, in words.
    pub when: String,
}

/// Another way to learn the same.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Equivalent {
    /// Tool of the same set.
    pub tool: String,
    /// Under which condition.
    pub note: String,
    /// Argument of this tool → arguments of the other one that must have its value. One that is not here has the
    /// same name there, or stands anywhere in the other call or its answer.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub slots: BTreeMap<String, Vec<String>>,
    /// Arguments that the other call must have besides.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub with: Map<String, Value>,
}

/// Example arguments.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Examples {
    /// Answered with 200.
    pub accepted: Vec<Accepted>,
    /// Refused, by schema or tool.
    pub refused: Vec<Refused>,
}

/// Arguments that are answered with 200.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Accepted {
    /// What the example shows.
    pub note: String,
    /// The arguments.
    pub arguments: Map<String, Value>,
}

/// Arguments that are refused.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Refused {
    /// What the example shows.
    pub note: String,
    /// The arguments.
    pub arguments: Map<String, Value>,
    /// `<pointer> <keyword>` of a fault, or the code of a tool error.
    pub reason: String,
}
