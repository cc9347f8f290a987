//! When two values mean the same. One comparator a file; nothing here is ever "nearly" the same.
//!
//! - [`same`]: two values of one argument
//! - [`Kind`]: what the argument's spec says about their meaning
//! - [`Resolver`]: when two spellings name the same thing of the world
//! - [`holds`], [`holds_all`], [`says`]: words in text

mod answer;
mod date;
mod duration;
mod instant;
mod list;
mod number;
mod object;
mod resolver;
mod text;
mod time;
mod words;
mod zone;

use serde_json::Value;

use crate::catalogue::Tool;

pub(super) use answer::same_answer;
pub use resolver::{NoResolver, Resolver};
pub use words::{holds, holds_all, says};

/// What a spec says about the meaning of an argument, or of a part of one.
#[derive(Clone, Debug, Default)]
pub struct Kind<'a> {
    schema: Option<&'a Value>,
    same_as: Option<&'a str>,
    unordered: &'a [String],
    /// Pointer into the arguments; `*` stands for any item of an array.
    at: String,
}

impl<'a> Kind<'a> {
    /// That of an argument of a tool.
    pub fn of(tool: &'a Tool, argument: &str) -> Self {
        Self {
            schema: tool.property(argument),
            same_as: tool.spec.same_as.get(argument).and_then(Value::as_str),
            unordered: &tool.spec.unordered,
            at: format!("/{argument}"),
        }
    }

    /// That of a text of a JSON Schema format, e.g. `date`.
    pub fn of_schema(schema: &'a Value) -> Self {
        Self { schema: Some(schema), ..Self::default() }
    }

    fn item(&self) -> Self {
        let schema = self.schema.and_then(|schema| schema.get("items"));
        Self { schema, at: format!("{}/*", self.at), ..*self }
    }

    fn field(&self, name: &str) -> Self {
        let schema = self.schema.and_then(|schema| schema.get("properties")?.get(name));
        Self { schema, at: format!("{}/{name}", self.at), ..*self }
    }

    fn is_unordered(&self) -> bool {
        let set = |schema: &Value| schema.get("uniqueItems") == Some(&Value::Bool(true));
        self.unordered.contains(&self.at) || self.schema.is_some_and(set)
    }

    fn format(&self) -> Option<&'a str> {
        let schema = self.schema?;
        let one = |schema: &'a Value| schema.get("format").and_then(Value::as_str);
        let choices = ["anyOf", "oneOf"].into_iter().filter_map(|key| schema.get(key)?.as_array()).flatten();
        one(schema).or_else(|| choices.into_iter().find_map(one))
    }
}

/// Whether two values of an argument mean the same: numbers by value, text by its characters or by what it denotes,
/// arrays item by item (as multisets where order means nothing), objects key by key.
pub fn same(kind: &Kind<'_>, expected: &Value, actual: &Value, resolver: &dyn Resolver) -> bool {
    match (expected, actual) {
        (a, b) if a == b => true,
        (Value::Number(a), Value::Number(b)) => number::same(a, b),
        (Value::String(a), Value::String(b)) => text_same(kind, a, b, resolver),
        (Value::Array(a), Value::Array(b)) if kind.is_unordered() => list::same_in_any_order(kind, a, b, resolver),
        (Value::Array(a), Value::Array(b)) => list::same_in_order(kind, a, b, resolver),
        (Value::Object(a), Value::Object(b)) => object::same(kind, a, b, resolver),
        _ => false,
    }
}

fn text_same(kind: &Kind<'_>, a: &str, b: &str, resolver: &dyn Resolver) -> bool {
    let denoted = match (kind.same_as, kind.format()) {
        (Some("caseless"), _) => text::same_caseless(a, b),
        (Some("spelling"), _) => text::same_spelling(a, b),
        (Some("time"), _) | (None, Some("time")) => time::same(a, b),
        (Some("timezone"), _) => zone::same(a, b),
        (Some(same_as), _) => resolver.same(same_as, a, b),
        (None, Some("date")) => date::same(a, b),
        (None, Some("date-time")) => instant::same(a, b),
        (None, Some("duration")) => duration::same(a, b),
        _ => false,
    };
    denoted || text::same(a, b)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn plain(a: Value, b: Value) -> bool {
        same(&Kind::default(), &a, &b, &NoResolver)
    }

    fn formatted(format: &str, a: &str, b: &str) -> bool {
        same(&Kind::of_schema(&json!({"format": format})), &a.into(), &b.into(), &NoResolver)
    }

    fn named(kind: &str, a: Value, b: Value) -> bool {
        let resolver = |kind: &str, a: &str, b: &str| kind == "station" && a.chars().next() == b.chars().next();
        same(&Kind { same_as: Some(kind), ..Kind::default() }, &a, &b, &resolver)
    }

    #[test]
    fn types_are_never_mixed_up() {
        assert!(!plain(json!(2), json!("2")));
        assert!(!plain(json!(true), json!("true")));
        assert!(!plain(json!(0), json!(false)));
        assert!(!plain(json!([1]), json!(1)));
        assert!(!plain(json!(null), json!("")));
    }

    #[test]
    fn arrays_count_items_and_keep_order_unless_the_spec_says_otherwise() {
        assert!(plain(json!([1, 2.0]), json!([1.0, 2])));
        assert!(!plain(json!([1, 2]), json!([2, 1])));
        let unordered = ["/tags".to_owned()];
        let kind = Kind { unordered: &unordered, at: "/tags".into(), ..Kind::default() };
        assert!(same(&kind, &json!(["a", "b", "a"]), &json!(["a", "a", "b"]), &NoResolver));
        assert!(!same(&kind, &json!(["a", "b", "a"]), &json!(["a", "b", "b"]), &NoResolver));
        assert!(!same(&kind, &json!(["a"]), &json!(["a", "a"]), &NoResolver));
    }

    #[test]
    fn objects_are_compared_by_key() {
        assert!(plain(json!({"a": 1, "b": [2]}), json!({"b": [2.0], "a": 1})));
        assert!(!plain(json!({"a": 1}), json!({"a": 1, "b": 2})));
        assert!(!plain(json!({"a": 1}), json!({"b": 1})));
    }

    #[test]
    fn formats_decide_by_what_is_denoted() {
        assert!(formatted("date-time", "2026-03-02T08:00:00Z", "2026-03-02T09:00:00+01:00"));
        assert!(!formatted("date-time", "2026-03-02T08:00:00Z", "2026-03-02T08:00:00+01:00"));
        assert!(formatted("time", "09:00:00", "09:00"));
        assert!(!formatted("date", "2026-03-02", "2026-02-03"));
        assert!(!plain(json!("2026-03-02T08:00:00Z"), json!("2026-03-02T09:00:00+01:00")));
    }

    #[test]
    fn spellings_are_resolved_where_the_spec_names_a_resolver() {
        assert!(named("station", json!("Utrecht"), json!("Ut")));
        assert!(named("station", json!(["Utrecht"]), json!(["Ut"])), "also inside an array");
        assert!(!named("place", json!("Utrecht"), json!("Ut")));
        assert!(named("caseless", json!("Straße"), json!("STRASSE")));
        assert!(named("spelling", json!("San Francisco, C.A."), json!("san francisco ca")));
        assert!(!named("spelling", json!("San Francisco"), json!("San Franciscos")));
        assert!(named("time", json!("9:00"), json!("09:00:00")));
        assert!(!plain(json!("Business"), json!("business")));
    }

    #[test]
    fn text_is_compared_after_composition() {
        assert!(plain(json!("caf\u{e9}"), json!("cafe\u{301}")));
        assert!(!plain(json!("cafe"), json!("café")));
        assert!(!plain(json!("a b"), json!("a  b")));
    }
}
