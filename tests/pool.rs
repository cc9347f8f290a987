//! The tools are those of the published pool: names, parameters, types, enums and required lists.

#![expect(clippy::unwrap_used, reason = "a test that fails says so by panicking")]

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use usertoolbench::assets::Assets;
use usertoolbench::catalogue::{Catalogue, Tool};

const POOL: &str = include_str!("fixtures/pool/toolsets.json");

fn pool() -> Vec<Value> {
    serde_json::from_str::<Value>(POOL).unwrap()["toolsets"].as_array().unwrap().clone()
}

fn catalogue() -> Catalogue {
    Catalogue::load(&Assets::embedded().specs).unwrap()
}

#[test]
fn every_tool_of_a_tool_set_is_there_and_no_other() {
    let catalogue = catalogue();
    let pool: BTreeMap<String, Value> =
        pool().into_iter().map(|set| (set["toolset"].as_str().unwrap().to_owned(), set)).collect();
    for set in catalogue.toolsets() {
        let slug = &set.spec.toolset;
        let published = pool.get(slug).unwrap_or_else(|| panic!("the pool has no tool set '{slug}'"));
        assert_eq!(serde_json::to_value(set.spec.domain).unwrap(), published["domain"], "{slug}");
        let published = published["tools"].as_array().unwrap();
        let names: BTreeSet<&str> = published.iter().map(|tool| tool["name"].as_str().unwrap()).collect();
        let ours: BTreeSet<&str> = set.tools.iter().map(|tool| tool.spec.name.as_str()).collect();
        assert_eq!(ours, names, "{slug}");
        for tool in &set.tools {
            let published = published.iter().find(|p| p["name"] == tool.spec.name.as_str()).unwrap();
            same_interface(tool, &published["parameters"]);
        }
    }
}

#[test]
fn the_whole_pool_is_served() {
    let catalogue = catalogue();
    let slugs: BTreeSet<&str> = catalogue.toolsets().map(|set| set.spec.toolset.as_str()).collect();
    let names: BTreeSet<&str> = catalogue.tools().map(|tool| tool.spec.name.as_str()).collect();
    assert_eq!((slugs.len(), catalogue.tools().count(), names.len()), (36, 189, 170));
}

fn same_interface(tool: &Tool, published: &Value) {
    let empty = serde_json::Map::new();
    let properties = published.get("properties").and_then(Value::as_object).unwrap_or(&empty);
    let ours: BTreeSet<&str> = tool.properties().collect();
    assert_eq!(ours, properties.keys().map(String::as_str).collect(), "{}", tool.name);
    let required = |list: Option<&Value>| -> BTreeSet<String> {
        list.and_then(Value::as_array).into_iter().flatten().map(|name| name.as_str().unwrap().to_owned()).collect()
    };
    let ours = required(tool.spec.input_schema.get("required"));
    assert_eq!(ours, required(published.get("required")), "required of {}", tool.name);
    for (name, property) in properties {
        let at = format!("{}/{name}", tool.name);
        same_values(tool.property(name).unwrap(), property, &at);
    }
}

/// Types and enums agree, in depth; what the pool leaves open may be described more closely.
fn same_values(ours: &Value, published: &Value, at: &str) {
    let kind = |schema: &Value| schema.get("type").cloned().unwrap_or(Value::Null);
    assert_eq!(kind(ours), kind(published), "type of {at}");
    assert_eq!(ours.get("enum"), published.get("enum"), "enum of {at}");
    if let Some(items) = published.get("items") {
        same_values(ours.get("items").unwrap_or(&Value::Null), items, &format!("{at}/items"));
    }
    for (name, property) in published.get("properties").and_then(Value::as_object).into_iter().flatten() {
        let ours = ours["properties"].get(name).unwrap_or_else(|| panic!("{at} has no '{name}'"));
        same_values(ours, property, &format!("{at}/{name}"));
    }
}
