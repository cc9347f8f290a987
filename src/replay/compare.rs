use serde::Serialize;
use serde_json::{Map, Value};

use crate::catalogue::arguments::escape;

/// The first place where two answers differ.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Divergence {
    /// Session.
    pub session: String,
    /// Number of the record within it.
    pub n: u64,
    /// File and line of the record.
    pub place: String,
    /// Tool set and tool.
    pub tool: String,
    /// Of what kind the difference is.
    pub class: Class,
    /// JSON pointer into the answer; empty for the whole.
    pub pointer: String,
    /// What was recorded.
    pub recorded: Value,
    /// What is answered now.
    pub now: Value,
}

/// Of what kind a difference is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Class {
    /// Another status.
    Status,
    /// Another value at the same place.
    Value,
    /// The same value under another name.
    Renamed,
    /// The same things in another order.
    Order,
    /// Something that was there is gone.
    Missing,
    /// Something is there that was not.
    Added,
    /// The same JSON in other bytes, or another text in CSV or XML.
    Text,
    /// The same answer, but other rows changed.
    Effects,
}

impl Class {
    /// The class in a word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Status => "status",
            Self::Value => "value",
            Self::Renamed => "renamed field",
            Self::Order => "order",
            Self::Missing => "missing",
            Self::Added => "added",
            Self::Text => "text",
            Self::Effects => "effects",
        }
    }
}

/// A difference between two JSON values: class, pointer, both values.
pub type Difference = (Class, String, Value, Value);

/// The first difference between two JSON values, in the order of the recorded one.
pub fn compare(recorded: &Value, now: &Value) -> Option<Difference> {
    at("", recorded, now)
}

fn at(pointer: &str, recorded: &Value, now: &Value) -> Option<Difference> {
    match (recorded, now) {
        (Value::Object(a), Value::Object(b)) => objects(pointer, a, b),
        (Value::Array(a), Value::Array(b)) => arrays(pointer, a, b),
        // Numbers may be equal and still be written differently, and a replay is about bytes.
        (a, b) if a == b && format!("{a}") == format!("{b}") => None,
        (a, b) => Some((Class::Value, pointer.to_owned(), a.clone(), b.clone())),
    }
}

fn objects(pointer: &str, a: &Map<String, Value>, b: &Map<String, Value>) -> Option<Difference> {
    let under = |name: &str| format!("{pointer}/{}", escape(name));
    for (name, value) in a {
        let Some(other) = b.get(name) else {
            let renamed = b.iter().find(|(k, v)| !a.contains_key(*k) && *v == value);
            return Some(match renamed {
                Some((new, _)) => (Class::Renamed, under(name), Value::from(name.as_str()), Value::from(new.as_str())),
                None => (Class::Missing, under(name), value.clone(), Value::Null),
            });
        };
        if let Some(difference) = at(&under(name), value, other) {
            return Some(difference);
        }
    }
    if let Some((name, value)) = b.iter().find(|(name, _)| !a.contains_key(*name)) {
        return Some((Class::Added, under(name), Value::Null, value.clone()));
    }
    let names = |map: &Map<String, Value>| map.keys().cloned().collect::<Vec<_>>();
    (names(a) != names(b)).then(|| (Class::Order, pointer.to_owned(), names(a).into(), names(b).into()))
}

fn arrays(pointer: &str, a: &[Value], b: &[Value]) -> Option<Difference> {
    let sorted = |items: &[Value]| {
        let mut texts: Vec<String> = items.iter().map(Value::to_string).collect();
        texts.sort_unstable();
        texts
    };
    if a.len() == b.len() && a != b && sorted(a) == sorted(b) {
        return Some((Class::Order, pointer.to_owned(), a.into(), b.into()));
    }
    let pairs = a.iter().zip(b).enumerate();
    if let Some(difference) = pairs.into_iter().find_map(|(i, (x, y))| at(&format!("{pointer}/{i}"), x, y)) {
        return Some(difference);
    }
    let i = a.len().min(b.len());
    match (a.get(i), b.get(i)) {
        (Some(gone), None) => Some((Class::Missing, format!("{pointer}/{i}"), gone.clone(), Value::Null)),
        (None, Some(new)) => Some((Class::Added, format!("{pointer}/{i}"), Value::Null, new.clone())),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn each_kind_of_difference_is_told_apart() {
        let recorded = json!({"a": [1, 2], "b": {"c": "x"}, "d": 1.0});
        for (now, class, pointer) in [
            (json!({"a": [1, 3], "b": {"c": "x"}, "d": 1.0}), Class::Value, "/a/1"),
            (json!({"a": [2, 1], "b": {"c": "x"}, "d": 1.0}), Class::Order, "/a"),
            (json!({"a": [1], "b": {"c": "x"}, "d": 1.0}), Class::Missing, "/a/1"),
            (json!({"a": [1, 2], "b": {"e": "x"}, "d": 1.0}), Class::Renamed, "/b/c"),
            (json!({"a": [1, 2], "b": {"c": "x", "e": 1}, "d": 1.0}), Class::Added, "/b/e"),
            (json!({"a": [1, 2], "d": 1.0}), Class::Missing, "/b"),
            (json!({"b": {"c": "x"}, "a": [1, 2], "d": 1.0}), Class::Order, ""),
            (json!({"a": [1, 2], "b": {"c": "x"}, "d": 1}), Class::Value, "/d"),
        ] {
            let found = compare(&recorded, &now).map(|(class, pointer, ..)| (class, pointer));
            assert_eq!(found, Some((class, pointer.to_owned())), "{now}");
        }
        assert_eq!(compare(&recorded, &recorded.clone()), None);
    }
}
