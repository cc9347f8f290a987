//! An expression, a text with expressions in it, or a tree of them.

use std::sync::LazyLock;

use serde_json::Value;
use usertoolbench::assets::Assets;
use usertoolbench::expression::{Expression, Names, Template};

use super::{Entry, texts};

pub const ENTRY: Entry = Entry { name: "expression", seeds, run };

static NAMES: LazyLock<Names> = LazyLock::new(|| {
    Names::only(["args", "today", "now", "result"]).with_arguments(["city", "date", "limit"].into_iter())
});

fn seeds() -> Vec<Vec<u8>> {
    let mut seeds = texts(&[
        "args.city|upper ~ '!' if args.limit > 3 and today not in [1, 2] else {'a': result[0].b[-1:]}",
        "\"{{ args.city }}, {{ result | length }} of {{ args.limit | default(10) }}\"",
        r#"{"$if": "args.limit", "then": {"$each": "result", "as": "r", "in": {"x": "{{ r.y }}"}}, "else": null}"#,
    ]);
    for (path, file) in &Assets::embedded().responses {
        let of_tools = !path.starts_with("world/");
        let json: Value = serde_json::from_slice(&file.bytes).unwrap_or_default();
        leaves(&json, &mut |text| {
            if of_tools && text.len() > 4 && seeds.len() < 2_000 {
                seeds.push(text.as_bytes().to_vec());
            }
        });
    }
    seeds
}

fn leaves(value: &Value, take: &mut impl FnMut(&str)) {
    match value {
        Value::String(text) => take(text),
        Value::Array(items) => items.iter().for_each(|item| leaves(item, take)),
        Value::Object(map) => map.values().for_each(|item| leaves(item, take)),
        _ => {}
    }
}

fn run(input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else { return };
    if let Ok(expression) = Expression::compile(text, &NAMES) {
        assert!(Expression::compile(expression.source(), &NAMES).is_ok(), "its source compiles too: {text}");
    }
    let _ = Template::compile(&Value::String(text.to_owned()), &NAMES, "");
    if let Ok(tree) = usertoolbench::call::strict::value(input) {
        let _ = Template::compile(&tree, &NAMES, "");
    }
}
