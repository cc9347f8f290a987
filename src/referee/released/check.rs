//! The check of one call's arguments: its own schema first, then gold.

use super::compare::compare;
use super::crash::Exception;
use super::python::{Py, Unreadable, read};
use super::schema::{Schema, check};
use super::strings::Strings;

/// The label of arguments that are right.
pub const CORRECT: &str = "correct";

/// The label of text that is not JSON.
const NOT_JSON: &str = "error: args invalid json format";

/// Checks arguments against the tools on offer.
#[derive(Debug)]
pub struct Checker<'t> {
    tools: Vec<(&'t str, Tool<'t>)>,
    strings: Strings,
}

/// A tool, as far as the checker reads it.
#[derive(Debug)]
struct Tool<'t> {
    required: Vec<&'t Py>,
    properties: &'t Py,
}

const NO_PROPERTIES: &Py = &Py::Dict(Vec::new());

impl<'t> Checker<'t> {
    /// A checker for these tools, which must be as the agent saw them (see [`as_sent`]). Of two tools with one name the
    /// last counts; a tool that is not as it should be is left out without a word.
    pub fn new(tools: &'t Py, strings: Strings) -> Self {
        let mut known: Vec<(&str, Tool<'_>)> = Vec::new();
        for (name, tool) in tools.as_list().unwrap_or_default().iter().filter_map(read_tool) {
            known.retain(|(other, _)| *other != name);
            known.push((name, tool));
        }
        Self { tools: known, strings }
    }

    /// `correct`, or what is wrong with the arguments of a call.
    ///
    /// # Errors
    ///
    /// What the original raises: for a tool that is not on offer, arguments that are no text, schemas it cannot read.
    pub fn check(&self, tool: &str, arguments: &Py, gold: &Py) -> Result<String, Exception> {
        let (_, tool) = self.tools.iter().find(|(name, _)| *name == tool).ok_or(Exception::Key)?;
        let text = arguments.as_str().ok_or(Exception::Type)?;
        let arguments = match read(text) {
            Ok(arguments) => arguments,
            Err(Unreadable::NotJson(_)) => return Ok(NOT_JSON.to_owned()),
            Err(Unreadable::TooDeep) => return Err(Exception::Recursion),
            Err(Unreadable::TooLong) => return Err(Exception::Value),
        };
        let root = Schema::Root { required: &tool.required, properties: tool.properties };
        if let Some(fault) = check(&arguments, &root, "")? {
            return Ok(fault.to_owned());
        }
        Ok(compare(&arguments, gold, tool.properties, self.strings))
    }
}

fn read_tool(tool: &Py) -> Option<(&str, Tool<'_>)> {
    let function = tool.get("function")?;
    let name = function.get("name")?.as_str().filter(|name| !name.is_empty())?;
    let Some(parameters) = function.get("parameters") else {
        return Some((name, Tool { required: Vec::new(), properties: NO_PROPERTIES }));
    };
    let properties = match parameters {
        Py::Dict(_) => parameters.get("properties").unwrap_or(NO_PROPERTIES),
        _ => return None,
    };
    let required = match parameters.get("required") {
        None => Vec::new(),
        Some(Py::List(items)) if items.iter().all(Py::is_hashable) => items.iter().collect(),
        Some(_) => return None,
    };
    matches!(properties, Py::Dict(_)).then_some((name, Tool { required, properties }))
}

/// Tools as the original sends them: the type `float` is written `number`, and so it is scored.
pub fn as_sent(tools: &Py) -> Py {
    match tools {
        Py::List(items) => Py::List(items.iter().map(as_sent).collect()),
        Py::Dict(entries) => {
            let sent = |(key, value): &(String, Py)| match (key.as_str(), value.as_str()) {
                ("type", Some("float")) => (key.clone(), Py::text("number")),
                _ => (key.clone(), as_sent(value)),
            };
            Py::Dict(entries.iter().map(sent).collect())
        }
        other => other.clone(),
    }
}
