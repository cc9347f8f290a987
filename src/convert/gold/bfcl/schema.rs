//! The project's schemas, which speak of Python's types, as JSON Schema.

use serde_json::{Map, Value};

/// A schema of the project as JSON Schema.
pub(super) fn json_schema(value: &Value) -> Value {
    match value {
        Value::Object(map) => Value::Object(map.iter().filter_map(member).collect()),
        Value::Array(items) => items.iter().map(json_schema).collect(),
        other => other.clone(),
    }
}

fn member((name, value): (&String, &Value)) -> Option<(String, Value)> {
    let value = match (name.as_str(), value) {
        // What may be anything has no type.
        ("type", Value::String(of)) if of == "any" => return None,
        ("type", Value::String(of)) => json_type(of).into(),
        ("properties", Value::Object(properties)) => {
            Value::Object(properties.iter().map(|(name, schema)| (name.clone(), json_schema(schema))).collect())
        }
        ("default" | "enum" | "examples" | "required", value) => value.clone(),
        (_, value) => json_schema(value),
    };
    Some((name.clone(), value))
}

fn json_type(of: &str) -> &str {
    match of {
        "dict" => "object",
        "float" => "number",
        "tuple" | "list" => "array",
        "bool" => "boolean",
        "int" => "integer",
        "str" | "String" => "string",
        other => other,
    }
}

/// A function description with JSON Schemas, whose arguments are all known.
pub(super) fn function(description: &Map<String, Value>) -> Map<String, Value> {
    let mut function = description.clone();
    if let Some(Value::Object(mut parameters)) = description.get("parameters").map(json_schema) {
        parameters.insert("additionalProperties".into(), false.into());
        function.insert("parameters".into(), parameters.into());
    }
    if let Some(response) = function.remove("response") {
        function.insert("outputSchema".into(), json_schema(&response));
    }
    function
}

/// Takes out the defaults; the project tells giving one from leaving it out.
pub(super) fn without_defaults(schema: &mut Value) -> usize {
    let mut taken = 0;
    if let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) {
        for property in properties.values_mut() {
            taken += usize::from(property.as_object_mut().is_some_and(|map| map.remove("default").is_some()));
            taken += without_defaults(property);
        }
    }
    taken
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn types_are_renamed_and_properties_are_not() {
        let schema = json!({"type": "dict", "required": ["type"], "properties": {
            "type": {"type": "float", "default": 1.0}, "any": {"type": "any"}, "in": {"type": "array", "items": {"type": "tuple"}}}});
        let mut wanted = json!({"type": "object", "required": ["type"], "properties": {
            "type": {"type": "number", "default": 1.0}, "any": {}, "in": {"type": "array", "items": {"type": "array"}}}});
        let mut made = json_schema(&schema);
        assert_eq!(made, wanted);
        assert_eq!(without_defaults(&mut made), 1);
        wanted["properties"]["type"] = json!({"type": "number"});
        assert_eq!(made, wanted);
    }
}
