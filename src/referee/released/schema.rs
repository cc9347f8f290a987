//! The schema check of the original: what it reads of a JSON schema, and what it says.
//!
//! "Nested" in a label means that there is a path, so a plain argument of the wrong type is nested already, and one whose
//! name is empty is not.

use super::crash::Exception;
use super::python::Py;

/// A schema: one of the dataset, or the object that the original builds around a tool's arguments.
#[derive(Clone, Copy, Debug)]
pub enum Schema<'s> {
    /// A schema of the dataset
    Value(&'s Py),
    /// All arguments of a tool
    Root {
        /// Names that must be there
        required: &'s [&'s Py],
        /// Schemas by name
        properties: &'s Py,
    },
}

/// A label in two versions: at the root, and below it.
type Label = (&'static str, &'static str);

const TYPE: Label = ("error_schema: args type inconsistent", "error_schema: nested args type inconsistent");
const ENUM: Label = ("error_schema: args value not in enum", "error_schema: nested args value not in enum");
const MISSING: Label = ("error_schema: required args missing", "error_schema: required nested args missing");
const UNDEFINED: Label = ("error_schema: args not defined", "error_schema: nested args not defined");

/// What the check gives: nothing, or a label.
type Checked = Result<Option<&'static str>, Exception>;

fn fault(label: Label, path: &str) -> Checked {
    Ok(Some(if path.is_empty() { label.0 } else { label.1 }))
}

/// Checks a value. The first fault is the result.
///
/// # Errors
///
/// What the original raises on schemas that it cannot read, such as a list of types.
pub fn check(value: &Py, schema: &Schema<'_>, path: &str) -> Checked {
    if let Schema::Value(schema) = schema
        && holds(schema, "anyOf")?
    {
        return any_of(value, member(schema, "anyOf")?, path);
    }
    if !type_fits(value, schema)? {
        return fault(TYPE, path);
    }
    if let Schema::Value(schema) = schema
        && holds(schema, "enum")?
        && !is_listed(value, member(schema, "enum")?)?
    {
        return fault(ENUM, path);
    }
    match value {
        Py::Dict(entries) => check_dict(value, entries, schema, path),
        Py::List(items) => check_items(items, schema, path),
        _ => Ok(None),
    }
}

/// The first branch that passes is enough; else the first branch's fault counts.
fn any_of(value: &Py, branches: &Py, path: &str) -> Checked {
    let branches = branches.as_list().ok_or(Exception::Type)?;
    let mut first = None;
    for branch in branches {
        match check(value, &Schema::Value(branch), path)? {
            None => return Ok(None),
            Some(label) => first = first.or(Some(label)),
        }
    }
    first.map(Some).ok_or(Exception::Index)
}

fn type_fits(value: &Py, schema: &Schema<'_>) -> Result<bool, Exception> {
    let Schema::Value(schema) = schema else { return Ok(matches!(value, Py::Dict(_))) };
    if !holds(schema, "type")? {
        return Ok(matches!(value, Py::Str(_)));
    }
    match member(schema, "type")? {
        Py::Str(name) => Ok(is_a(value, name)),
        other if other.is_hashable() => Ok(true),
        _ => Err(Exception::Type),
    }
}

/// Booleans are whole numbers to Python; a name it does not know fits everything.
fn is_a(value: &Py, name: &str) -> bool {
    match name {
        "string" => matches!(value, Py::Str(_)),
        "integer" => matches!(value, Py::Int(_) | Py::Bool(_)),
        "float" => matches!(value, Py::Float(_)),
        "number" => matches!(value, Py::Int(_) | Py::Float(_) | Py::Bool(_)),
        "boolean" => matches!(value, Py::Bool(_)),
        "array" => matches!(value, Py::List(_)),
        "object" => matches!(value, Py::Dict(_)),
        "null" => matches!(value, Py::Null),
        _ => true,
    }
}

/// Python's `value in listed`.
fn is_listed(value: &Py, listed: &Py) -> Result<bool, Exception> {
    match (listed, value) {
        (Py::List(items), _) => Ok(items.iter().any(|item| item.equals(value))),
        (Py::Str(text), Py::Str(part)) => Ok(text.contains(part.as_str())),
        (Py::Dict(_), _) if value.is_hashable() => Ok(value.as_str().is_some_and(|key| listed.get(key).is_some())),
        _ => Err(Exception::Type),
    }
}

fn check_dict(value: &Py, entries: &[(String, Py)], schema: &Schema<'_>, path: &str) -> Checked {
    let is_missing = |name: &Py| name.as_str().is_none_or(|name| value.get(name).is_none());
    if required(schema)?.into_iter().any(is_missing) {
        return fault(MISSING, path);
    }
    let properties = properties(schema)?;
    for (key, item) in entries {
        if !holds_key(properties, key)? {
            if takes_more(schema) {
                continue;
            }
            return fault(UNDEFINED, path);
        }
        let below = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
        let found = check(item, &Schema::Value(member(properties, key)?), &below)?;
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}

fn required<'s>(schema: &Schema<'s>) -> Result<Vec<&'s Py>, Exception> {
    let schema = match schema {
        Schema::Root { required, .. } => return Ok(required.to_vec()),
        Schema::Value(schema) => schema,
    };
    match schema {
        Py::Dict(_) => match schema.get("required") {
            None => Ok(Vec::new()),
            Some(Py::List(items)) if items.iter().all(Py::is_hashable) => Ok(items.iter().collect()),
            Some(_) => Err(Exception::Type),
        },
        _ => Err(Exception::Attribute),
    }
}

fn properties<'s>(schema: &Schema<'s>) -> Result<&'s Py, Exception> {
    match schema {
        Schema::Root { properties, .. } => Ok(properties),
        Schema::Value(schema @ Py::Dict(_)) => Ok(schema.get("properties").unwrap_or(const { &Py::Dict(Vec::new()) })),
        Schema::Value(_) => Err(Exception::Attribute),
    }
}

/// Whether a dict may have keys that its schema does not name: only by a literal `true`, and never at the root.
fn takes_more(schema: &Schema<'_>) -> bool {
    matches!(schema, Schema::Value(schema) if schema.get("additionalProperties") == Some(&Py::Bool(true)))
}

fn check_items(items: &[Py], schema: &Schema<'_>, path: &str) -> Checked {
    let Schema::Value(schema) = schema else { return Ok(None) };
    if !holds(schema, "items")? {
        return Ok(None);
    }
    let below = member(schema, "items")?;
    for (i, item) in items.iter().enumerate() {
        let found = check(item, &Schema::Value(below), &format!("{path}[{i}]"))?;
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}

/// Python's `key in value`, for a value that should be a schema.
fn holds(value: &Py, key: &str) -> Result<bool, Exception> {
    holds_key(value, key)
}

fn holds_key(value: &Py, key: &str) -> Result<bool, Exception> {
    match value {
        Py::Dict(_) => Ok(value.get(key).is_some()),
        Py::List(items) => Ok(items.iter().any(|item| item.as_str() == Some(key))),
        Py::Str(text) => Ok(text.contains(key)),
        _ => Err(Exception::Type),
    }
}

/// Python's `value[key]`, for a key that is in it.
fn member<'s>(value: &'s Py, key: &str) -> Result<&'s Py, Exception> {
    match value {
        Py::Dict(_) => value.get(key).ok_or(Exception::Key),
        _ => Err(Exception::Type),
    }
}
