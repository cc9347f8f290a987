use serde_json::{Map, Value, json};

use crate::catalogue::{Tool, ToolSet};

/// An OpenAPI 3.1 document of the tools, each a `POST` with the arguments as its body.
///
/// `server` is the URL that paths are relative to, e.g. `http://127.0.0.1:8080/s/<session>`.
pub fn openapi<'a>(toolsets: impl Iterator<Item = &'a ToolSet>, server: &str) -> Value {
    let mut paths = Map::new();
    let mut tags = Vec::new();
    for set in toolsets {
        tags.push(json!({ "name": set.spec.toolset, "description": set.spec.description }));
        for tool in &set.tools {
            paths.insert(format!("/{}/{}", tool.name.toolset, tool.name.tool), path(tool));
        }
    }
    json!({
        "openapi": "3.1.0",
        "info": { "title": "UserToolBench tools", "version": env!("CARGO_PKG_VERSION") },
        "servers": [{ "url": server }],
        "tags": tags,
        "paths": paths,
        "components": { "schemas": { "Problem": problem_schema() } },
    })
}

fn path(tool: &Tool) -> Value {
    let spec = &tool.spec;
    let mut responses = Map::new();
    let ok =
        json!({ "description": "The answer.", "content": { "application/json": { "schema": spec.output_schema } } });
    responses.insert("200".into(), ok);
    let mut failures: Vec<(u16, String)> =
        vec![(400, "Not a JSON object.".into()), (422, "The arguments break the schema.".into())];
    failures.extend(spec.errors.iter().map(|e| (e.status, format!("{}: {}", e.code, e.when))));
    for (status, when) in failures {
        let entry = responses.entry(status.to_string()).or_insert_with(|| failure(""));
        let text = entry["description"].as_str().unwrap_or_default();
        entry["description"] = if text.is_empty() { when.into() } else { format!("{text} {when}").into() };
    }
    json!({ "post": {
        "operationId": format!("{}_{}", tool.name.toolset, tool.name.tool),
        "summary": spec.title,
        "description": spec.description,
        "tags": [tool.name.toolset],
        "requestBody": { "required": true, "content": { "application/json": { "schema": spec.input_schema } } },
        "responses": responses,
    }})
}

fn failure(description: &str) -> Value {
    let schema = json!({ "$ref": "#/components/schemas/Problem" });
    json!({ "description": description, "content": { "application/problem+json": { "schema": schema } } })
}

fn problem_schema() -> Value {
    json!({
        "type": "object",
        "required": ["type", "title", "status", "code", "detail"],
        "properties": {
            "type": { "type": "string" }, "title": { "type": "string" }, "status": { "type": "integer" },
            "code": { "type": "string" }, "detail": { "type": "string" },
            "errors": { "type": "array", "items": { "type": "object" } },
            "suggestions": { "type": "array", "items": { "type": "string" } },
        },
    })
}
