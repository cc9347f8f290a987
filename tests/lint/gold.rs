//! Gold that cannot be made is refused when it is read, with file, line and pointer.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde_json::{Value, json};
use usertoolbench::assets::{Assets, File, Files};
use usertoolbench::catalogue::Catalogue;
use usertoolbench::suite::Suite;

fn assets() -> &'static Assets {
    static ASSETS: OnceLock<Assets> = OnceLock::new();
    ASSETS.get_or_init(Assets::embedded)
}

fn convert(id: &str, arguments: Value) -> Value {
    json!({"id": id, "tool": "convertCurrency", "arguments": arguments})
}

fn stated(amount: Value) -> Value {
    let mut arguments = json!({"amount": {"value": amount, "from": "stated"}});
    for (name, code) in [("fromCurrency", "GBP"), ("toCurrency", "EUR")] {
        arguments[name] = json!({"value": code, "from": "stated"});
    }
    arguments
}

/// What is said of a dialogue with this gold in its second line.
fn refusal(gold: Value) -> String {
    let topic = |id: &str, gold: Value| {
        let turn = json!({
            "id": id, "clock": "2026-03-02T09:00:00+01:00", "user": "Please.", "subtype": "opening",
            "task": "single_tool", "reveals": [], "assistant": "Done.", "gold": gold,
        });
        json!({"topic": id, "title": "T", "toolset": "currency-exchange", "clock": "2026-03-02T09:00:00+01:00", "turns": [turn]})
    };
    let lines = format!("{}\n\n{}\n", topic("t1", json!({"kind": "chat"})), topic("t2", gold));
    let mut persona: Value = serde_json::from_slice(&assets().suite.iter().next_back().unwrap().1.bytes).unwrap();
    persona["id"] = "x".into();
    let file = |path: &str, text: String| {
        let file = File::overlaid(format!("mine/{path}"), text.into_bytes());
        (path.to_owned(), file)
    };
    let files: Files = BTreeMap::from([file("personas/x.json", persona.to_string()), file("dialogues/x.jsonl", lines)]);
    let catalogue = Catalogue::load(&assets().specs).unwrap();
    let checked = Suite::load(&files).and_then(|suite| suite.check_tools(&files, &catalogue));
    checked.map_or_else(|e| e.to_string(), |()| "taken".to_owned())
}

fn calls(calls: Value) -> Value {
    json!({"kind": "calls", "calls": calls})
}

#[test]
fn gold_that_can_be_made_is_taken() {
    assert_eq!(refusal(calls(json!([convert("a", stated(json!(2)))]))), "taken");
}

#[test]
fn gold_that_cannot_be_made_is_refused_with_its_place() {
    let reference = |to: &str| {
        let mut arguments = stated(json!(2));
        arguments["amount"] = json!({"result": to, "path": "/rate", "from": "result"});
        arguments
    };
    let waits = |id: &str, after: &str| {
        let mut call = convert(id, stated(json!(2)));
        call["after"] = json!([after]);
        call
    };
    let mut unknown = stated(json!(2));
    unknown["colour"] = json!({"value": "red", "from": "stated"});
    let mut missing = stated(json!(2));
    missing.as_object_mut().unwrap().remove("toCurrency");
    let cases = [
        ("a cycle", json!([waits("a", "b"), waits("b", "a")]), "/turns/0/gold/calls/0"),
        (
            "a later call",
            json!([convert("a", reference("b")), convert("b", stated(json!(2)))]),
            "/turns/0/gold/calls/0",
        ),
        ("itself", json!([convert("a", reference("a"))]), "/turns/0/gold/calls/0"),
        ("no tool", json!([{"id": "a", "tool": "mintCoins", "arguments": {}}]), "/turns/0/gold/calls/0/tool"),
        ("a bad value", json!([convert("a", stated(json!("two")))]), "/turns/0/gold/calls/0/arguments/amount"),
        ("no argument", json!([convert("a", unknown)]), "/turns/0/gold/calls/0/arguments/colour"),
        ("one too few", json!([convert("a", missing)]), "/turns/0/gold/calls/0/arguments"),
    ];
    for (what, gold, pointer) in cases {
        let said = refusal(calls(gold));
        assert!(said.contains("mine/dialogues/x.jsonl") && said.contains("line 3"), "{what}: {said}");
        assert!(said.contains(pointer), "{what}: {said}");
    }
    let ask = json!({
        "kind": "ask", "question": "Q?", "reply": "R.", "then": [convert("a", stated(json!(2)))],
        "missing": [{"tool": "convertCurrency", "slot": "colour", "words": ["colour"]}],
    });
    assert!(refusal(ask).contains("/turns/0/gold/missing/0/slot"));
}
