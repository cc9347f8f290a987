//! Arguments as a person, a careless program or a prankster would send them, made from a tool's schema and examples.

use serde_json::{Map, Value, json};
use usertoolbench::catalogue::Tool;

/// A seeded source of choices (SplitMix64), so that a failure happens again.
pub struct Chance(pub u64);

impl Chance {
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut h = self.0;
        h = (h ^ (h >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        h = (h ^ (h >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        h ^ (h >> 31)
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.bits() % n.max(1) as u64) as usize
    }

    /// Whether something of so many in a hundred happens.
    pub fn percent(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}

/// What people write where a text is wanted.
const TEXTS: [&str; 40] = [
    "Utrecht",
    "London",
    "New York",
    "Springfield",
    "São Paulo",
    "東京",
    "القاهرة",
    "München",
    "Longyearbyen",
    "Quito",
    "NL",
    "us",
    "Germany",
    "EUR",
    "BTC",
    "en",
    "zh",
    "AMS",
    "EHAM",
    "2026-03-02",
    "2026-02-30",
    "2024-02-29",
    "2031-01-01",
    "09:30",
    "2026-03-02T09:00:00Z",
    "coffee",
    "river walk",
    "ada@example.com",
    "example.com",
    "192.0.2.7",
    "https://example.com/a?b=c",
    "-1",
    "0",
    "52.37,4.89",
    "all",
    "🦀🚲",
    "\u{202e}rtl",
    "'; DROP TABLE users; --",
    "  spaced  out ",
    "\u{0}",
];

/// A text that an answer has shown, and the field it stood in.
pub type Seen = (String, String);

/// A set of arguments for the tool; `seen` are texts that answers of its tool set have shown.
pub fn arguments(chance: &mut Chance, tool: &Tool, seen: &[Seen]) -> Map<String, Value> {
    let mut made = Map::new();
    let examples = &tool.spec.examples.accepted;
    if !examples.is_empty() && chance.percent(50) {
        made = chance.pick(examples).arguments.clone();
    }
    let required: Vec<&str> = tool.required().collect();
    for name in tool.properties() {
        let odds = match (made.contains_key(name), required.contains(&name)) {
            (true, _) => 25,
            (false, true) => 97,
            (false, false) => 35,
        };
        if chance.percent(odds) {
            made.insert(name.to_owned(), value(chance, (name, tool.property(name).unwrap()), seen, 0));
        }
    }
    if chance.percent(2) {
        made.insert("surprise".into(), json!(true));
    }
    made
}

fn value(chance: &mut Chance, (name, schema): (&str, &Value), seen: &[Seen], depth: usize) -> Value {
    if chance.percent(3) {
        let odd = [json!(null), json!([]), json!({}), json!("x"), json!(-1), json!(1.5), json!(true), json!(1e300)];
        return chance.pick(&odd).clone();
    }
    if let Some(allowed) = schema.get("enum").and_then(Value::as_array) {
        return chance.pick(allowed).clone();
    }
    if let Some(examples) = schema.get("examples").and_then(Value::as_array).filter(|e| !e.is_empty())
        && chance.percent(55)
    {
        return chance.pick(examples).clone();
    }
    let kinds = match &schema["type"] {
        Value::String(kind) => vec![kind.as_str()],
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        _ => vec!["string", "integer", "boolean"],
    };
    match *chance.pick(&kinds) {
        "string" => json!(text(chance, (name, schema), seen)),
        "integer" => json!(number(chance, schema).round() as i64),
        "number" => json!((number(chance, schema) * 100.0).round() / 100.0),
        "boolean" => json!(chance.percent(50)),
        "array" => {
            let count = chance.below(4);
            (0..count).map(|_| value(chance, (name, &schema["items"]), seen, depth + 1)).collect()
        }
        "object" => object(chance, schema, seen, depth),
        _ => Value::Null,
    }
}

fn object(chance: &mut Chance, schema: &Value, seen: &[Seen], depth: usize) -> Value {
    let mut made = Map::new();
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        let required = schema["required"].as_array().is_some_and(|r| r.iter().any(|n| n == name.as_str()));
        if chance.percent(if required { 97 } else { 60 }) && depth < 4 {
            made.insert(name.clone(), value(chance, (name, property), seen, depth + 1));
        }
    }
    Value::Object(made)
}

fn text(chance: &mut Chance, (name, schema): (&str, &Value), seen: &[Seen]) -> String {
    let namesakes: Vec<&Seen> = seen.iter().filter(|(field, _)| field.eq_ignore_ascii_case(name)).collect();
    if !namesakes.is_empty() && chance.percent(40) {
        return chance.pick(&namesakes).1.clone();
    }
    if !seen.is_empty() && chance.percent(25) {
        return chance.pick(seen).1.clone();
    }
    match schema["format"].as_str() {
        Some("date") if chance.percent(85) => date(chance),
        Some("date-time") if chance.percent(85) => format!("{}T{:02}:30:00Z", date(chance), chance.below(24)),
        _ if chance.percent(2) => "lorem ipsum ".repeat(8_500),
        _ => (*chance.pick(&TEXTS)).to_owned(),
    }
}

fn date(chance: &mut Chance) -> String {
    let year = *chance.pick(&[2019, 2023, 2024, 2025, 2025, 2026, 2026, 2026, 2026, 2027, 2031]);
    format!("{year}-{:02}-{:02}", 1 + chance.below(12), 1 + chance.below(28))
}

fn number(chance: &mut Chance, schema: &Value) -> f64 {
    let bound = |names: [&str; 2]| names.iter().find_map(|name| schema.get(name).and_then(Value::as_f64));
    let low = bound(["minimum", "exclusiveMinimum"]).unwrap_or(-3.0);
    let high = bound(["maximum", "exclusiveMaximum"]).unwrap_or(low.max(0.0) + 60.0);
    match chance.below(10) {
        0 => low,
        1 => high,
        2 => low - 1.0,
        3 => high + 1.0,
        4 => 0.0,
        _ => low + (high - low).min(5_000.0) * (chance.below(1_000) as f64 / 1_000.0),
    }
}

/// Texts of an answer that may mean something to another tool: ids, names, codes, dates, URLs.
pub fn texts(field: &str, answer: &Value, into: &mut Vec<Seen>) {
    match answer {
        Value::String(text) if text.len() <= 120 => into.push((field.to_owned(), text.clone())),
        Value::Array(items) => items.iter().take(5).for_each(|item| texts(field, item, into)),
        Value::Object(map) => map.iter().for_each(|(field, value)| texts(field, value, into)),
        _ => {}
    }
}
