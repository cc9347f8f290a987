//! From what an agent wrote to what a tool works with.

use jsonschema::error::{TypeKind, ValidationErrorKind};
use jsonschema::{JsonType, ValidationError};
use serde_json::{Map, Value};

use super::nearest;
use super::tool::Tool;
use crate::call::{Fault, Problem, canonical, strict};

/// Drops nulls that stand for "not given", checks the schema, fills in defaults, and writes whole numbers as integers.
///
/// # Errors
///
/// A 422 with one entry a fault, in a fixed order.
pub fn prepare(tool: &Tool, mut arguments: Map<String, Value>) -> Result<Map<String, Value>, Problem> {
    drop_absent(tool, &mut arguments);
    let validator = match tool.input() {
        Ok(validator) => validator,
        Err(e) => return Err(Problem::new(500, "broken_spec", format!("The schema of {} is wrong: {e}", tool.name))),
    };
    let arguments = Value::Object(arguments);
    if !validator.is_valid(&arguments) {
        let faults = validator.iter_errors(&arguments).flat_map(|e| faults(tool, &e)).collect();
        return Err(Problem::invalid_arguments(faults));
    }
    let Value::Object(mut arguments) = arguments else { unreachable!("made an object above") };
    for (name, value) in tool.defaults() {
        if !arguments.contains_key(name) {
            arguments.insert(name.clone(), value.clone());
        }
    }
    arguments.values_mut().for_each(canonical::plain_numbers);
    Ok(arguments)
}

/// Reads arguments out of a body.
///
/// # Errors
///
/// 400: it is not a JSON object, or one that could be read in two ways.
pub fn of_body(body: &[u8]) -> Result<Map<String, Value>, Problem> {
    strict::object(body).map_err(|e| {
        Problem::new(400, "bad_json", format!("The arguments are not a JSON object that can be taken: {e}."))
    })
}

/// Reads arguments out of a message that holds them as a member, or leaves them out.
///
/// # Errors
///
/// 400: they are not an object.
pub fn of_member(arguments: Option<&Value>) -> Result<Map<String, Value>, Problem> {
    match arguments {
        None | Some(Value::Null) => Ok(Map::new()),
        Some(Value::Object(arguments)) => Ok(arguments.clone()),
        Some(other) => {
            let detail = format!("The arguments are not a JSON object, but {}.", strict::kind(other));
            Err(Problem::new(400, "bad_json", detail))
        }
    }
}

/// Reads arguments out of a query: each value as the type that the schema gives it; arrays are repeated names. Text
/// that does not look like its type stays text, so that the schema refuses it with its reason.
///
/// # Errors
///
/// 400: it is not UTF-8, a name stands twice, or there is a NUL character.
pub fn of_query(tool: Option<&Tool>, query: &str) -> Result<Map<String, Value>, Problem> {
    let mut arguments = Map::new();
    if percent_encoding::percent_decode_str(query).decode_utf8().is_err() {
        return Err(Problem::new(400, "bad_query", "The query is not UTF-8."));
    }
    for (name, text) in form_urlencoded::parse(query.as_bytes()) {
        if text.contains('\0') || name.contains('\0') {
            return Err(Problem::new(400, "bad_query", "The query holds a NUL character."));
        }
        let property = tool.and_then(|tool| tool.property(&name));
        let kind = property.and_then(|p| p["type"].as_str()).unwrap_or("string");
        if kind == "array" {
            let items = property.and_then(|p| p["items"]["type"].as_str()).unwrap_or("string");
            let list = arguments.entry(name.into_owned()).or_insert_with(|| Value::Array(Vec::new()));
            list.as_array_mut().into_iter().for_each(|list| list.push(typed(items, &text)));
        } else if arguments.insert(name.clone().into_owned(), typed(kind, &text)).is_some() {
            return Err(Problem::new(400, "bad_query", format!("The query names '{name}' twice.")));
        }
    }
    Ok(arguments)
}

fn typed(kind: &str, text: &str) -> Value {
    match kind {
        "string" => Value::from(text),
        _ => strict::value(text.as_bytes()).unwrap_or_else(|_| Value::from(text)),
    }
}

/// OpenAI's strict mode sends every optional argument, as null where it has nothing to say.
fn drop_absent(tool: &Tool, arguments: &mut Map<String, Value>) {
    if arguments.values().any(Value::is_null) {
        arguments.retain(|name, value| !(value.is_null() && is_optional(tool, name)));
    }
}

fn is_optional(tool: &Tool, name: &str) -> bool {
    tool.property(name).is_some_and(|schema| !admits_null(schema)) && !tool.required().any(|r| r == name)
}

fn admits_null(schema: &Value) -> bool {
    match schema.get("type") {
        Some(Value::String(t)) => t == "null",
        Some(Value::Array(types)) => types.iter().any(|t| t == "null"),
        _ => schema.get("enum").and_then(Value::as_array).is_some_and(|e| e.contains(&Value::Null)),
    }
}

/// One fault for most errors; one for each name where several properties are unexpected.
fn faults(tool: &Tool, error: &ValidationError<'_>) -> Vec<Fault> {
    let at = error.instance_path().to_string();
    let kind = error.kind();
    match kind {
        ValidationErrorKind::Required { property } => {
            let name = property.as_str().unwrap_or_default();
            vec![fault(format!("{at}/{}", escape(name)), kind, "is required".into())]
        }
        ValidationErrorKind::AdditionalProperties { unexpected } => {
            unexpected.iter().map(|name| unexpected_fault(tool, &at, name, kind)).collect()
        }
        _ => vec![fault(at, kind, expectation(error))],
    }
}

fn unexpected_fault(tool: &Tool, at: &str, name: &str, kind: &ValidationErrorKind) -> Fault {
    let near = if at.is_empty() { nearest::few(name, tool.properties()) } else { Vec::new() };
    let detail = match near.first() {
        Some(meant) => format!("there is no such argument; did you mean '{meant}'?"),
        None => "there is no such argument".into(),
    };
    let mut fault = fault(format!("{at}/{}", escape(name)), kind, detail);
    if at.is_empty() {
        fault.allowed = tool.properties().map(Value::from).collect();
    }
    fault
}

fn fault(pointer: String, kind: &ValidationErrorKind, detail: String) -> Fault {
    let allowed = match kind {
        ValidationErrorKind::Enum { options } => options.as_array().cloned().unwrap_or_default(),
        ValidationErrorKind::Constant { expected_value } => vec![(**expected_value).clone()],
        _ => Vec::new(),
    };
    Fault { pointer, keyword: kind.keyword().to_owned(), detail, allowed }
}

/// What was expected, in our own words: a validator's wording may change between versions, ours may not.
fn expectation(error: &ValidationError<'_>) -> String {
    use ValidationErrorKind as K;
    match error.kind() {
        K::Enum { options } => format!("must be one of {options}"),
        K::Constant { expected_value } => format!("must be {expected_value}"),
        K::Type { kind } => format!("must be {}", types(kind)),
        K::Format { format } => format!("must be a {}", format_in_words(format)),
        K::Pattern { pattern } => format!("must match the pattern {pattern}"),
        K::Minimum { limit } => format!("must be at least {limit}"),
        K::Maximum { limit } => format!("must be at most {limit}"),
        K::ExclusiveMinimum { limit } => format!("must be greater than {limit}"),
        K::ExclusiveMaximum { limit } => format!("must be less than {limit}"),
        K::MinLength { limit } => format!("must have at least {limit} characters"),
        K::MaxLength { limit } => format!("must have at most {limit} characters"),
        K::MinItems { limit } => format!("must have at least {limit} items"),
        K::MaxItems { limit } => format!("must have at most {limit} items"),
        K::MinProperties { limit } => format!("must have at least {limit} properties"),
        K::MaxProperties { limit } => format!("must have at most {limit} properties"),
        K::MultipleOf { multiple_of } => format!("must be a multiple of {multiple_of}"),
        K::UniqueItems => "must not hold the same item twice".into(),
        other => format!("breaks the keyword {}", other.keyword()),
    }
}

fn format_in_words(format: &str) -> String {
    match format {
        "date" => "date as YYYY-MM-DD that exists".into(),
        "time" => "time as HH:MM:SS with an offset".into(),
        "date-time" => "date and time as in RFC 3339".into(),
        "email" => "mail address".into(),
        "uri" => "URL with its scheme".into(),
        other => format!("valid {other}"),
    }
}

fn types(kind: &TypeKind) -> String {
    let name = |t: JsonType| t.to_string();
    match kind {
        TypeKind::Single(one) => format!("of type {}", name(*one)),
        TypeKind::Multiple(many) => {
            let mut names: Vec<String> = many.iter().map(name).collect();
            names.sort_unstable();
            format!("of type {}", names.join(" or "))
        }
    }
}

/// One reference token of a JSON pointer (RFC 6901, section 3).
pub fn escape(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}
