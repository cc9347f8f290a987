//! Answers of tools that have a spec and no program: made from the output schema, by seed and arguments.
//!
//! They are valid, the same for the same call, and plausible by format and property name. They do not know of each
//! other: an id in one answer leads nowhere. For that a tool needs a program.

use jiff::ToSpan;
use serde_json::{Map, Value, json};

use crate::call::canonical;
use crate::catalogue::Tool;
use crate::world::seed::Stream;
use crate::world::{Clock, World};

/// Levels of the schema that are followed before arrays stay empty and optional fields are left out.
const DEEP: usize = 6;

const WORDS: [&str; 24] = [
    "amber", "birch", "cedar", "delta", "ember", "fjord", "grove", "harbour", "indigo", "juniper", "kestrel",
    "lantern", "meadow", "nimbus", "orchard", "pebble", "quarry", "river", "saffron", "timber", "umber", "valley",
    "willow", "zephyr",
];

/// An answer that fits the tool's output schema as far as a program can make one: a `pattern` is met only through
/// `examples`, `enum`, `const` or `default`.
pub fn answer(tool: &Tool, world: &World, clock: &Clock, arguments: &Map<String, Value>) -> Value {
    let call = canonical::object(arguments);
    let name = [tool.name.toolset.as_str(), tool.name.tool.as_str(), &String::from_utf8_lossy(&call)];
    let stream = world.seed.stream(&["generated", name[0], name[1], name[2]]);
    Maker { stream, clock, arguments }.value(&tool.spec.output_schema, "", 0)
}

struct Maker<'a> {
    stream: Stream,
    clock: &'a Clock,
    arguments: &'a Map<String, Value>,
}

impl Maker<'_> {
    fn value(&mut self, schema: &Value, name: &str, depth: usize) -> Value {
        if let Some(echo) = self.arguments.get(name).filter(|value| jsonschema::is_valid(schema, value)) {
            return echo.clone();
        }
        if let Some(value) = self.given(schema) {
            return value;
        }
        if let Some(options) = ["anyOf", "oneOf"].iter().find_map(|key| schema[*key].as_array()) {
            let option = self.stream.pick(options).cloned().unwrap_or(Value::Null);
            return self.value(&option, name, depth);
        }
        match kind(schema) {
            "object" => self.object(schema, depth),
            "array" => self.array(schema, name, depth),
            "string" => Value::from(self.string(schema, name)),
            "integer" => json!(self.number(schema).round() as i64),
            "number" => json!((self.number(schema) * 100.0).round() / 100.0),
            "boolean" => json!(self.stream.chance(0.5)),
            _ => Value::Null,
        }
    }

    /// What the schema itself offers.
    fn given(&mut self, schema: &Value) -> Option<Value> {
        let constant = schema.get("const").cloned();
        let of = |key: &str| schema[key].as_array().filter(|items| !items.is_empty());
        constant.or_else(|| {
            let offered = of("enum").or_else(|| of("examples"))?;
            self.stream.pick(offered).cloned()
        })
    }

    fn object(&mut self, schema: &Value, depth: usize) -> Value {
        let required: Vec<&str> =
            schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let mut map = Map::new();
        for (name, property) in schema["properties"].as_object().into_iter().flatten() {
            let wanted = required.contains(&name.as_str()) || depth < DEEP;
            if wanted {
                map.insert(name.clone(), self.value(property, name, depth + 1));
            }
        }
        Value::Object(map)
    }

    fn array(&mut self, schema: &Value, name: &str, depth: usize) -> Value {
        let bound = |key: &str| schema[key].as_u64().map(|n| n as usize);
        let least = bound("minItems").unwrap_or(if depth < DEEP { 1 } else { 0 });
        let most = bound("maxItems").unwrap_or(least + 3).max(least);
        let count = least + self.stream.below(most.min(least + 3) - least + 1);
        let singular = name.strip_suffix('s').unwrap_or(name);
        let mut items: Vec<Value> = Vec::new();
        for _ in 0..count {
            let item = self.value(&schema["items"], singular, depth + 1);
            if schema["uniqueItems"] != true || !items.contains(&item) {
                items.push(item);
            }
        }
        Value::Array(items)
    }

    fn number(&mut self, schema: &Value) -> f64 {
        let bound = |inner: &str, outer: &str, step: f64| {
            schema[inner].as_f64().or_else(|| schema[outer].as_f64().map(|limit| limit + step))
        };
        let step = if kind(schema) == "integer" { 1.0 } else { 0.01 };
        let low = bound("minimum", "exclusiveMinimum", step);
        let high = bound("maximum", "exclusiveMaximum", -step);
        let low = low.unwrap_or_else(|| high.map_or(0.0, |high| high - 100.0));
        let high = high.unwrap_or(low + 100.0).max(low);
        let value = self.stream.between(low, high);
        match schema["multipleOf"].as_f64() {
            Some(multiple) if multiple > 0.0 => ((value / multiple).floor() * multiple).max(low),
            _ => value,
        }
    }

    fn string(&mut self, schema: &Value, name: &str) -> String {
        if let Some(text) = schema["format"].as_str().and_then(|format| self.formatted(format)) {
            return text;
        }
        let lower = name.to_lowercase();
        let text = match lower.as_str() {
            "id" => self.code(),
            _ if lower.ends_with("id") || lower.ends_with("code") || lower.ends_with("number") => self.code(),
            _ if lower.contains("description") || lower.contains("summary") || lower.contains("message") => {
                self.sentence()
            }
            _ => self.name(),
        };
        self.fit(schema, text)
    }

    fn formatted(&mut self, format: &str) -> Option<String> {
        let days = self.stream.within(-20, 20);
        let date = self.clock.today().checked_add(days.days()).unwrap_or(self.clock.today());
        let (hour, minute) = (self.stream.below(24), self.stream.below(60));
        let word = self.word();
        Some(match format {
            "date" => date.to_string(),
            "time" => format!("{hour:02}:{minute:02}:00Z"),
            "date-time" => format!("{date}T{hour:02}:{minute:02}:00Z"),
            "duration" => format!("PT{minute}M"),
            "email" => format!("{word}@mail.example"),
            "uri" | "url" => format!("https://{word}.example/{}", self.code().to_lowercase()),
            "hostname" => format!("{word}.example"),
            "ipv4" => format!("192.0.2.{}", 1 + self.stream.below(254)),
            "ipv6" => format!("2001:db8::{:x}", 1 + self.stream.below(65_000)),
            "uuid" => self.uuid(),
            _ => return None,
        })
    }

    /// Pads or cuts to the schema's lengths.
    fn fit(&mut self, schema: &Value, mut text: String) -> String {
        let least = schema["minLength"].as_u64().unwrap_or(0) as usize;
        while text.chars().count() < least {
            text.push(' ');
            text.push_str(self.word());
        }
        match schema["maxLength"].as_u64() {
            Some(most) => text.chars().take(most as usize).collect(),
            None => text,
        }
    }

    fn word(&mut self) -> &'static str {
        WORDS[self.stream.below(WORDS.len())]
    }

    fn name(&mut self) -> String {
        let (first, second) = (self.word(), self.word());
        let mut text = format!("{first} {second}");
        if let Some(initial) = text.get_mut(..1) {
            initial.make_ascii_uppercase();
        }
        text
    }

    fn sentence(&mut self) -> String {
        format!("{} by the {} {}.", self.name(), self.word(), self.word())
    }

    fn code(&mut self) -> String {
        format!("{:08X}", self.stream.bits() as u32)
    }

    fn uuid(&mut self) -> String {
        let (a, b) = (self.stream.bits(), self.stream.bits());
        let (high, mid, low) = (a >> 32, (a >> 16) & 0xffff, a & 0xfff);
        format!("{high:08x}-{mid:04x}-4{low:03x}-8{:03x}-{:012x}", b >> 52, b & 0xffff_ffff_ffff)
    }
}

/// The type of a schema; the first that is not null where there are several.
fn kind(schema: &Value) -> &str {
    match &schema["type"] {
        Value::String(kind) => kind,
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).find(|kind| *kind != "null").unwrap_or("null"),
        _ if schema.get("properties").is_some() => "object",
        _ => "string",
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::assets::Assets;
    use crate::call::{Call, ToolName};
    use crate::catalogue::Catalogue;
    use crate::simulator::Simulator;
    use crate::world::{Facts, State};

    fn parts() -> (Simulator, Arc<World>) {
        let mut assets = Assets::embedded();
        let spec = json!({
            "toolset": "lost-and-found", "title": "Lost and found", "domain": "travel", "description": "Finds umbrellas.",
            "tools": [{
                "name": "findThing", "title": "Find a thing", "description": "Finds a thing.",
                "inputSchema": { "type": "object", "properties": { "colour": { "type": "string" }, "page": { "type": "integer" } },
                    "required": ["colour"], "additionalProperties": false },
                "outputSchema": { "type": "object", "additionalProperties": false, "required": ["colour", "things", "when", "total"],
                    "properties": {
                        "colour": { "type": "string" }, "when": { "type": "string", "format": "date-time" },
                        "total": { "type": "integer", "minimum": 3, "maximum": 9 },
                        "contact": { "type": ["string", "null"], "format": "email" },
                        "things": { "type": "array", "minItems": 2, "maxItems": 4, "items": { "type": "object",
                            "properties": { "thingId": { "type": "string" }, "name": { "type": "string", "minLength": 20 },
                                "state": { "enum": ["new", "old"] }, "price": { "type": "number", "exclusiveMinimum": 0 } },
                            "required": ["thingId"], "additionalProperties": false } } } },
                "annotations": { "readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": false },
                "decisionSlots": ["colour"], "errors": [], "examples": { "accepted": [], "refused": [] },
            }],
        });
        let file = crate::assets::File::overlaid("test", spec.to_string().into_bytes());
        assets.specs.insert("lost-and-found.json".into(), file);
        let catalogue = Arc::new(Catalogue::load(&assets.specs).unwrap());
        let simulator = Simulator::load(catalogue, &assets.responses).unwrap();
        (simulator, Arc::new(World::new(5, Arc::new(Facts::load(&assets.responses).unwrap()))))
    }

    #[test]
    fn a_tool_without_a_program_answers_what_its_schema_says() {
        let (simulator, world) = parts();
        let mut seen = std::collections::BTreeSet::new();
        for colour in ["red", "green", "blue", "grey"] {
            let call = || Call {
                tool: ToolName::new("lost-and-found", "findThing"),
                arguments: json!({ "colour": colour }).as_object().unwrap().clone(),
            };
            let ask = || simulator.respond(&world, &Clock::sandbox(), &State::default(), call()).outcome;
            let outcome = ask();
            assert_eq!(outcome.status, 200, "{}", outcome.body);
            assert_eq!(outcome.body["colour"], colour, "what was asked for is echoed");
            assert_eq!(outcome, ask(), "the same call has the same answer");
            seen.insert(outcome.body["things"].to_string());
        }
        assert_eq!(seen.len(), 4, "other arguments have other answers");
    }
}
