use std::collections::BTreeMap;

use serde_json::Value;

use super::nearest;
use super::spec::ToolSetSpec;
use super::tool::{Tool, ToolSet};
use crate::assets::{File, FileError, Files};
use crate::call::{Problem, ToolName};

/// All tool sets, by slug.
#[derive(Debug)]
pub struct Catalogue {
    toolsets: BTreeMap<String, ToolSet>,
}

impl Catalogue {
    /// Reads all spec files. Files of the user's are checked to the last schema at once; embedded ones were checked by
    /// the tests.
    ///
    /// # Errors
    ///
    /// The first file that is wrong, with line or pointer.
    pub fn load(files: &Files) -> Result<Self, FileError> {
        let mut toolsets = BTreeMap::new();
        for (path, file) in files {
            let set = read(path, file)?;
            if file.overlaid {
                check(&set, file)?;
            }
            toolsets.insert(set.spec.toolset.clone(), set);
        }
        Ok(Self { toolsets })
    }

    /// The tool sets, by slug.
    pub fn toolsets(&self) -> impl Iterator<Item = &ToolSet> {
        self.toolsets.values()
    }

    /// One tool set.
    pub fn toolset(&self, slug: &str) -> Option<&ToolSet> {
        self.toolsets.get(slug)
    }

    /// All tools, by tool set, in the order of the files.
    pub fn tools(&self) -> impl Iterator<Item = &Tool> {
        self.toolsets.values().flat_map(|set| &set.tools)
    }

    /// One tool.
    pub fn get(&self, name: &ToolName) -> Option<&Tool> {
        self.find(&name.toolset, &name.tool)
    }

    /// One tool, by the two parts of its name.
    pub fn find(&self, toolset: &str, tool: &str) -> Option<&Tool> {
        self.toolsets.get(toolset)?.tools.iter().find(|t| t.spec.name == tool)
    }

    /// Why there is no tool of this name, with the nearest that there are (404).
    pub fn unknown(&self, toolset: &str, tool: &str) -> Problem {
        let Some(set) = self.toolsets.get(toolset) else {
            let near = nearest::few(toolset, self.toolsets.keys().map(String::as_str));
            let detail = format!("There is no tool set '{toolset}'.");
            return Problem::new(404, "unknown_toolset", detail).suggesting(near);
        };
        let near = nearest::few(tool, set.tools.iter().map(|t| t.spec.name.as_str()));
        let detail = format!("The tool set '{toolset}' has no tool '{tool}'.");
        Problem::new(404, "unknown_tool", detail).suggesting(near)
    }
}

fn read(path: &str, file: &File) -> Result<ToolSet, FileError> {
    let wrong = |place: String, detail: String| FileError::new(&file.origin, place, detail);
    let mut spec: ToolSetSpec = serde_json::from_slice(&file.bytes)
        .map_err(|e| wrong(format!("line {} column {}", e.line(), e.column()), e.to_string()))?;
    if format!("{}.json", spec.toolset) != path {
        return Err(wrong("/toolset".into(), format!("is '{}', but the file is '{path}'", spec.toolset)));
    }
    let tools = std::mem::take(&mut spec.tools);
    let tools: Vec<Tool> = tools.into_iter().map(|tool| Tool::new(&spec.toolset, tool)).collect();
    for (i, tool) in tools.iter().enumerate() {
        if !ToolName::is_legal(&tool.spec.name) {
            let detail = format!("'{}' is not of the form [A-Za-z][A-Za-z0-9_-]{{0,63}}", tool.spec.name);
            return Err(wrong(format!("/tools/{i}/name"), detail));
        }
        if tools[..i].iter().any(|other| other.spec.name == tool.spec.name) {
            return Err(wrong(format!("/tools/{i}/name"), format!("'{}' stands twice", tool.spec.name)));
        }
    }
    Ok(ToolSet { spec, tools, overlaid: file.overlaid })
}

/// Compiles every schema and tries every example.
fn check(set: &ToolSet, file: &File) -> Result<(), FileError> {
    for (i, tool) in set.tools.iter().enumerate() {
        let wrong = |place: &str, detail: String| FileError::new(&file.origin, format!("/tools/{i}{place}"), detail);
        let unread = |place: &str, e: serde_json::Error| wrong(place, e.to_string());
        tool.spec.input_schema.check().map_err(|e| unread("/inputSchema", e))?;
        tool.spec.output_schema.check().map_err(|e| unread("/outputSchema", e))?;
        tool.spec.examples.check().map_err(|e| unread("/examples", e))?;
        let input = tool.input().map_err(|e| wrong("/inputSchema", e.to_owned()))?;
        tool.output().map_err(|e| wrong("/outputSchema", e.to_owned()))?;
        for (name, value) in tool.defaults() {
            let property = tool.property(name).cloned().unwrap_or(Value::Null);
            if !jsonschema::is_valid(&property, value) {
                let place = format!("/inputSchema/properties/{name}/default");
                return Err(wrong(&place, "the schema of the property refuses it".into()));
            }
        }
        for slot in &tool.spec.decision_slots {
            if tool.property(slot).is_none() {
                return Err(wrong("/decisionSlots", format!("'{slot}' is not an argument")));
            }
        }
        for (j, example) in tool.spec.examples.accepted.iter().enumerate() {
            if let Some(e) = input.iter_errors(&Value::Object(example.arguments.clone())).next() {
                return Err(wrong(&format!("/examples/accepted/{j}"), format!("the schema refuses it: {e}")));
            }
        }
    }
    Ok(())
}
