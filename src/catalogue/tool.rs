use std::sync::OnceLock;

use jsonschema::{Draft, Validator};
use serde_json::{Map, Value};

use super::spec::{ToolSetSpec, ToolSpec};
use crate::call::ToolName;

/// The tools that one service offers together.
#[derive(Debug)]
pub struct ToolSet {
    /// The file, without its tools.
    pub spec: ToolSetSpec,
    /// The tools, in the order of the file.
    pub tools: Vec<Tool>,
    /// Whether the file is the user's, and not built in.
    pub overlaid: bool,
}

/// One tool with its validators.
#[derive(Debug)]
pub struct Tool {
    /// Tool set and name.
    pub name: ToolName,
    /// The spec as written.
    pub spec: ToolSpec,
    defaults: OnceLock<Map<String, Value>>,
    input: OnceLock<Result<Validator, String>>,
    output: OnceLock<Result<Validator, String>>,
}

impl Tool {
    pub(super) fn new(toolset: &str, spec: ToolSpec) -> Self {
        Self {
            name: ToolName::new(toolset, &spec.name),
            spec,
            defaults: OnceLock::new(),
            input: OnceLock::new(),
            output: OnceLock::new(),
        }
    }

    /// Whether the tool changes anything.
    pub fn writes(&self) -> bool {
        !self.spec.annotations.read_only_hint
    }

    /// Defaults of top-level properties, filled in after validation.
    pub fn defaults(&self) -> &Map<String, Value> {
        self.defaults.get_or_init(|| defaults(&self.spec.input_schema))
    }

    /// `read` or `write`.
    pub fn effect(&self) -> &'static str {
        if self.writes() { "write" } else { "read" }
    }

    /// The schema of one argument.
    pub fn property(&self, name: &str) -> Option<&Value> {
        self.spec.input_schema.get("properties")?.get(name)
    }

    /// Names of all arguments, in the order of the schema.
    pub fn properties(&self) -> impl Iterator<Item = &str> {
        let properties = self.spec.input_schema.get("properties").and_then(Value::as_object);
        properties.into_iter().flat_map(|map| map.keys().map(String::as_str))
    }

    /// Names of the arguments that must be given.
    pub fn required(&self) -> impl Iterator<Item = &str> {
        let required = self.spec.input_schema.get("required").and_then(Value::as_array);
        required.into_iter().flatten().filter_map(Value::as_str)
    }

    /// Validator of the arguments, compiled when it is first needed: a start need not wait for schemas that no one
    /// asks for.
    ///
    /// # Errors
    ///
    /// The schema itself is wrong. [`super::Catalogue::load`] refuses such files where they are the user's own, and the
    /// tests where they are ours.
    pub fn input(&self) -> Result<&Validator, &str> {
        let compiled = self.input.get_or_init(|| compile(&self.spec.input_schema));
        compiled.as_ref().map_err(String::as_str)
    }

    /// Validator of the answer, compiled when it is first needed.
    ///
    /// # Errors
    ///
    /// As for [`Tool::input`].
    pub fn output(&self) -> Result<&Validator, &str> {
        let compiled = self.output.get_or_init(|| compile(&self.spec.output_schema));
        compiled.as_ref().map_err(String::as_str)
    }
}

fn compile(schema: &Value) -> Result<Validator, String> {
    jsonschema::options()
        .with_draft(Draft::Draft202012)
        .should_validate_formats(true)
        .should_ignore_unknown_formats(false)
        .build(schema)
        .map_err(|e| format!("{} ({})", e, e.instance_path()))
}

fn defaults(schema: &Value) -> Map<String, Value> {
    let properties = schema.get("properties").and_then(Value::as_object);
    let with_default = |(name, property): (&String, &Value)| Some((name.clone(), property.get("default")?.clone()));
    properties.into_iter().flatten().filter_map(with_default).collect()
}
