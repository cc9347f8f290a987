//! Function descriptions in: real ones become tools that take what their schemas take and refuse what they refuse.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::{Value, json};
use usertoolbench::assets::{Assets, Overlays};
use usertoolbench::call::{Call, ToolName};
use usertoolbench::catalogue::Catalogue;
use usertoolbench::convert::functions;
use usertoolbench::simulator::Simulator;
use usertoolbench::world::{Clock, Facts, State, World};

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/tau-bench")
}

fn read(name: &str) -> String {
    std::fs::read_to_string(fixtures().join(name)).unwrap()
}

/// The built-in tools and the imported ones, as `--specs` lays them over each other.
fn simulator_with(toolset: &str, file: &str) -> Simulator {
    let dir = tempfile::tempdir().unwrap();
    let imported = functions::import(file.as_bytes(), toolset).unwrap();
    std::fs::write(dir.path().join(format!("{toolset}.json")), imported.spec.to_string()).unwrap();
    let overlays = Overlays { specs: Some(dir.path().to_owned()), ..Overlays::default() };
    let assets = Assets::load(&overlays).unwrap();
    let catalogue = Arc::new(Catalogue::load(&assets.specs).unwrap());
    Simulator::load(catalogue, &assets.responses).unwrap()
}

fn world() -> Arc<World> {
    Arc::new(World::new(7, Arc::new(Facts::load(&Assets::embedded().responses).unwrap())))
}

fn answer(simulator: &Simulator, world: &Arc<World>, tool: &str, arguments: &Value) -> (u16, Value) {
    let call = Call { tool: ToolName::new("airline", tool), arguments: arguments.as_object().unwrap().clone() };
    let outcome = simulator.respond(world, &Clock::sandbox(), &State::default(), call).outcome;
    (outcome.status, outcome.body)
}

/// What the published schema itself says, with no code of ours between.
fn published_says(schemas: &Value, name: &str, arguments: &Value) -> bool {
    let function = schemas.as_array().unwrap().iter().find(|tool| tool["function"]["name"] == name).unwrap();
    jsonschema::is_valid(&function["function"]["parameters"], arguments)
}

#[test]
fn recorded_calls_of_a_real_agent_are_taken_or_refused_as_their_schemas_say() {
    let file = read("tools_airline.json");
    let schemas: Value = serde_json::from_str(&file).unwrap();
    let (simulator, world) = (simulator_with("airline", &file), world());
    let mut taken = 0;
    for line in read("airline_calls_gpt-4o.jsonl").lines() {
        let call: Value = serde_json::from_str(line).unwrap();
        let name = call["name"].as_str().unwrap();
        let arguments: Value = serde_json::from_str(call["arguments"].as_str().unwrap()).unwrap();
        let says = published_says(&schemas, name, &arguments);
        let (status, body) = answer(&simulator, &world, name, &arguments);
        assert_eq!(status, if says { 200 } else { 422 }, "{name} {arguments} {body}");
        assert_eq!(answer(&simulator, &world, name, &arguments), (status, body), "twice the same");
        taken += usize::from(says);
        for broken in broken(&arguments) {
            let says = published_says(&schemas, name, &broken);
            let (status, body) = answer(&simulator, &world, name, &broken);
            assert_eq!(status, if says { 200 } else { 422 }, "{name} {broken} {body}");
        }
    }
    assert!(taken > 80, "{taken} calls were taken");
}

/// The same arguments with one left out, one of another type, or one more.
fn broken(arguments: &Value) -> Vec<Value> {
    let map = arguments.as_object().unwrap();
    let mut all = vec![{
        let mut more = map.clone();
        more.insert("surprise".into(), json!(1));
        more
    }];
    for name in map.keys() {
        let mut without = map.clone();
        without.remove(name);
        let mut other = map.clone();
        other.insert(name.clone(), json!({"not": "this"}));
        all.extend([without, other]);
    }
    all.into_iter().map(Value::Object).collect()
}

#[test]
fn the_shapes_of_all_houses_come_to_the_same_tools() {
    let openai: Value = serde_json::from_str(&read("tools_retail.json")).unwrap();
    let plain: Vec<Value> = openai.as_array().unwrap().iter().map(|tool| tool["function"].clone()).collect();
    let renamed = |to: &str| {
        let rename = |function: &Value| {
            let mut function = function.as_object().unwrap().clone();
            let schema = function.remove("parameters").unwrap();
            function.insert(to.into(), schema);
            Value::Object(function)
        };
        plain.iter().map(rename).collect::<Vec<_>>()
    };
    let responses: Vec<Value> = plain
        .iter()
        .map(|function| {
            let mut function = function.as_object().unwrap().clone();
            function.insert("type".into(), json!("function"));
            Value::Object(function)
        })
        .collect();
    let shapes = [
        openai.clone(),
        json!(plain),
        json!(responses),
        json!({"tools": openai}),
        json!({"functions": plain}),
        json!(renamed("input_schema")),
        json!({"tools": renamed("inputSchema")}),
        json!([{"functionDeclarations": plain}]),
    ];
    let specs = shapes.map(|shape| functions::import(shape.to_string().as_bytes(), "retail").unwrap().spec);
    assert_eq!(specs[0]["tools"].as_array().unwrap().len(), 16);
    for spec in &specs[1..] {
        assert_eq!(spec, &specs[0]);
    }
}

#[test]
fn what_was_guessed_is_said_and_what_cannot_be_taken_is_refused_with_its_place() {
    let imported = functions::import(br#"[{"name": "get_x", "strict": true, "parameters": {"type": "object"}}]"#, "x");
    let lines: Vec<String> = imported.unwrap().lost.lines().collect();
    assert_eq!(lines.len(), 3, "{lines:?}");
    let refused = |text: &str| functions::import(text.as_bytes(), "x").unwrap_err().to_string();
    assert!(refused("[{]").starts_with("is not JSON"), "{}", refused("[{]"));
    assert!(refused("3").contains("holds no list of functions"));
    assert!(refused(r#"[{"name": "a b"}]"#).starts_with("/0: 'a b' is not of the form"));
    assert!(refused(r#"{"tools": [{"name": "a"}, {"name": "a"}]}"#).starts_with("/tools/1: 'a' stands twice"));
    assert!(refused(r#"[{"type": "function", "function": {}}]"#).starts_with("/0/function: missing field `name`"));
    assert!(refused(r#"[{"name": "a", "parameters": {"type": "array"}}]"#).contains("not that of an object"));
    assert!(refused(r#"[{"name": "a", "parameters": {"type": 3}}]"#).contains("cannot be used"));
}
