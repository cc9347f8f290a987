use serde_json::Value;

use super::{Kind, NoResolver, same};
use crate::catalogue::Tool;

/// Whether a tool gave the same answer twice, with sets in any order. A field of the answer that is called after the
/// argument in question only repeats it, and is left aside.
pub(in crate::referee) fn same_answer(tool: &Tool, argument: &str, a: &Value, b: &Value) -> bool {
    let kind = Kind::of_schema(&tool.spec.output_schema);
    let (Value::Object(one), Value::Object(other)) = (a, b) else { return same(&kind, a, b, &NoResolver) };
    let rest = |name: &&String| *name != argument;
    let field = |name: &String| match (one.get(name), other.get(name)) {
        (Some(a), Some(b)) => same(&kind.field(name), a, b, &NoResolver),
        _ => false,
    };
    one.keys().filter(rest).all(field) && other.keys().filter(rest).all(|name| one.contains_key(name))
}
