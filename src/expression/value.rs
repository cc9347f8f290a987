//! Between serde_json's values and the expression engine's.

use std::borrow::Cow;
use std::sync::Arc;

use minijinja::value::{Enumerator, Object, Value as Dynamic, ValueKind};
use serde_json::{Map, Number, Value};

/// An object whose few fields are looked up by walking them: cheaper to build than a map, and it keeps its order.
///
/// Model functions return these; [`record`] makes one.
#[derive(Debug, Clone)]
pub struct Record(pub Vec<(Cow<'static, str>, Dynamic)>);

impl Object for Record {
    fn get_value(self: &Arc<Self>, key: &Dynamic) -> Option<Dynamic> {
        self.get_value_by_str(key.as_str()?)
    }

    fn get_value_by_str(self: &Arc<Self>, key: &str) -> Option<Dynamic> {
        self.0.iter().find(|(name, _)| name == key).map(|(_, value)| value.clone())
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        Enumerator::Values(self.0.iter().map(|(name, _)| Dynamic::from(&**name)).collect())
    }
}

/// A record with these fields.
pub fn record<const N: usize>(fields: [(&'static str, Dynamic); N]) -> Dynamic {
    Dynamic::from_object(Record(fields.into_iter().map(|(name, value)| (Cow::Borrowed(name), value)).collect()))
}

/// A list of things that become values.
pub fn list<T>(items: impl IntoIterator<Item = T>, each: impl Fn(T) -> Dynamic) -> Dynamic {
    Dynamic::from(items.into_iter().map(each).collect::<Vec<_>>())
}

/// `none` for nothing.
pub fn optional(value: Option<Dynamic>) -> Dynamic {
    value.unwrap_or_else(|| Dynamic::from(()))
}

/// A JSON value for expressions to look into.
pub fn from_json(value: &Value) -> Dynamic {
    match value {
        Value::Null => Dynamic::from(()),
        Value::Bool(b) => Dynamic::from(*b),
        Value::Number(n) => from_number(n),
        Value::String(s) => Dynamic::from(s.as_str()),
        Value::Array(items) => Dynamic::from(items.iter().map(from_json).collect::<Vec<_>>()),
        Value::Object(map) => from_object(map),
    }
}

/// A JSON object for expressions to look into.
pub fn from_object(map: &Map<String, Value>) -> Dynamic {
    let fields = map.iter().map(|(name, value)| (Cow::Owned(name.clone()), from_json(value)));
    Dynamic::from_object(Record(fields.collect()))
}

fn from_number(n: &Number) -> Dynamic {
    match (n.as_i64(), n.as_u64()) {
        (Some(i), _) => Dynamic::from(i),
        (_, Some(u)) => Dynamic::from(u),
        _ => Dynamic::from(n.as_f64().unwrap_or(f64::NAN)),
    }
}

/// What an expression gave, as JSON.
///
/// # Errors
///
/// The value is undefined, not finite, or of a kind that JSON has not.
pub fn to_json(value: &Dynamic) -> Result<Value, String> {
    match value.kind() {
        ValueKind::None => Ok(Value::Null),
        ValueKind::Bool => Ok(Value::Bool(value.is_true())),
        ValueKind::Number => to_number(value).map(Value::Number),
        ValueKind::String => Ok(Value::String(value.as_str().unwrap_or_default().to_owned())),
        ValueKind::Seq | ValueKind::Iterable => to_array(value),
        ValueKind::Map => to_object(value),
        ValueKind::Undefined => Err("the value is undefined".into()),
        other => Err(format!("a value of kind {other} is not JSON")),
    }
}

fn to_number(value: &Dynamic) -> Result<Number, String> {
    if value.is_integer() {
        let wide = i128::try_from(value.clone()).map_err(|e| e.to_string())?;
        return Number::from_i128(wide).ok_or_else(|| format!("{wide} is too large"));
    }
    let float = f64::try_from(value.clone()).map_err(|e| e.to_string())?;
    Number::from_f64(float).ok_or_else(|| format!("{float} is not a JSON number"))
}

fn to_array(value: &Dynamic) -> Result<Value, String> {
    let items = value.try_iter().map_err(|e| e.to_string())?;
    items.map(|item| to_json(&item)).collect::<Result<Vec<_>, _>>().map(Value::Array)
}

fn to_object(value: &Dynamic) -> Result<Value, String> {
    let mut map = Map::new();
    if let Some(Record(fields)) = value.downcast_object_ref::<Record>() {
        for (name, field) in fields {
            map.insert(name.clone().into_owned(), to_json(field)?);
        }
        return Ok(Value::Object(map));
    }
    for key in value.try_iter().map_err(|e| e.to_string())? {
        let name = key.as_str().ok_or("an object key is not a string")?.to_owned();
        let field = value.get_item(&key).map_err(|e| e.to_string())?;
        map.insert(name, to_json(&field)?);
    }
    Ok(Value::Object(map))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn json_survives_the_way_there_and_back() {
        let value = json!({"z": [1, -2, 2.5, 3.0, "é", null, true, {}], "a": {"b": []}});
        let back = to_json(&from_json(&value)).unwrap();
        assert_eq!(back.to_string(), value.to_string());
    }
}
