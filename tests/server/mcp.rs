//! MCP by hand-written JSON-RPC: the stateless revision and the older ones with `initialize`, on one URL.

use serde_json::{Value, json};

use crate::support::{Response, Server, ask, fixture, fixture_suite, tools, validator};

const MODERN: &str = "2026-07-28";
const META: &str = "io.modelcontextprotocol/protocolVersion";

/// Sends a message of an older revision.
fn legacy(server: &Server, message: &Value) -> Response {
    server.post_json("/mcp", message)
}

/// A request of an older revision that must be answered with a result.
#[track_caller]
fn legacy_result(server: &Server, method: &str, params: &Value) -> Value {
    let answer =
        legacy(server, &json!({ "jsonrpc": "2.0", "id": "a", "method": method, "params": params })).expect(200);
    assert_eq!((&answer["jsonrpc"], &answer["id"]), (&json!("2.0"), &json!("a")), "{answer}");
    assert!(answer.get("error").is_none(), "{answer}");
    answer["result"].clone()
}

/// A message of the stateless revision, with the version in `_meta`.
fn message(method: &str, mut params: Value) -> Value {
    params["_meta"] = json!({ META: MODERN, "io.modelcontextprotocol/clientCapabilities": {} });
    json!({ "jsonrpc": "2.0", "id": 7, "method": method, "params": params })
}

fn send(server: &Server, message: &Value, headers: &[(&str, &str)]) -> Response {
    ask(server.agent, "POST", "/mcp", headers, Some(message.to_string().as_bytes()))
}

/// The same with the headers that the message asks for.
fn modern(server: &Server, message: &Value) -> Response {
    let method = message["method"].as_str().unwrap();
    let mut headers = vec![("MCP-Protocol-Version", MODERN), ("Mcp-Method", method)];
    headers.extend(message["params"]["name"].as_str().map(|name| ("Mcp-Name", name)));
    send(server, message, &headers)
}

#[track_caller]
fn expect_error(answer: &Response, status: u16, code: i64) -> Value {
    let value = answer.expect(status);
    assert_eq!(value["error"]["code"], code, "{value}");
    assert!(value["error"]["message"].as_str().is_some_and(|m| !m.is_empty()), "{value}");
    assert!(value.get("result").is_none(), "{value}");
    value
}

#[test]
fn an_older_client_shakes_hands_lists_and_calls() {
    let server = Server::start(&[]);
    for version in ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"] {
        let params =
            json!({ "protocolVersion": version, "capabilities": {}, "clientInfo": { "name": "t", "version": "1" } });
        let result = legacy_result(&server, "initialize", &params);
        assert_eq!(result["protocolVersion"], version);
        assert_eq!(result["capabilities"], json!({ "tools": {} }));
        assert!(result["serverInfo"]["name"].is_string() && result["serverInfo"]["version"].is_string());
        assert!(result.get("resultType").is_none() && result.get("_meta").is_none(), "{result}");
    }
    let unknown = legacy_result(&server, "initialize", &json!({ "protocolVersion": "1999-01-01" }));
    assert_eq!(unknown["protocolVersion"], "2025-11-25", "the newest with a handshake is offered");
    let ready = legacy(&server, &json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
    assert_eq!((ready.status, ready.body.len()), (202, 0));
    assert_eq!(legacy_result(&server, "ping", &json!({})), json!({}));
    let listed = legacy_result(&server, "tools/list", &json!({}));
    let listed = listed["tools"].as_array().unwrap();
    for tool in tools() {
        // A name that two tool sets share is listed with that of the set.
        let names = [tool.spec.name.clone(), format!("{}__{}", tool.name.toolset, tool.name.tool)];
        let is_it =
            |t: &&Value| names.iter().any(|n| t["name"] == n.as_str()) && t["inputSchema"] == *tool.spec.input_schema;
        let found = listed.iter().find(is_it);
        let found = found.unwrap_or_else(|| panic!("{} is not listed", tool.name));
        assert_eq!(found["outputSchema"], *tool.spec.output_schema);
        assert_eq!(found["annotations"]["readOnlyHint"], !tool.writes());
        let fields: Vec<&str> = found.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(fields, ["name", "title", "description", "inputSchema", "outputSchema", "annotations"]);
    }
    let arguments = json!({ "amount": 10, "fromCurrency": "EUR", "toCurrency": "EUR" });
    let result = legacy_result(&server, "tools/call", &json!({ "name": "convertCurrency", "arguments": arguments }));
    assert_eq!(result["isError"], false);
    assert_eq!(result["structuredContent"]["convertedAmount"].as_f64(), Some(10.0));
}

#[test]
fn versions_in_the_header_of_an_older_client_are_checked() {
    let server = Server::start(&[]);
    let list = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" });
    let with = |version: &str| send(&server, &list, &[("MCP-Protocol-Version", version)]);
    with("2025-11-25").expect(200);
    with("2024-11-05").expect(200);
    let unknown = expect_error(&with("1999-01-01"), 400, -32022);
    assert_eq!(unknown["error"]["data"]["requested"], "1999-01-01");
    assert!(unknown["error"]["data"]["supported"].as_array().unwrap().contains(&json!(MODERN)));
    expect_error(&with(MODERN), 400, -32020);
}

#[test]
fn a_modern_client_discovers_lists_and_calls() {
    let server = Server::start(&[]);
    let discovered = modern(&server, &message("server/discover", json!({}))).expect(200)["result"].clone();
    let versions = discovered["supportedVersions"].as_array().unwrap();
    assert!(versions.contains(&json!(MODERN)) && versions.contains(&json!("2025-11-25")));
    assert_eq!(discovered["capabilities"], json!({ "tools": {} }));
    let listed = modern(&server, &message("tools/list", json!({}))).expect(200)["result"].clone();
    for result in [&discovered, &listed] {
        assert!(result["ttlMs"].is_u64() && result["cacheScope"].is_string(), "{result}");
    }
    let arguments = json!({ "amount": 10, "fromCurrency": "EUR", "toCurrency": "EUR" });
    let call = message("tools/call", json!({ "name": "convertCurrency", "arguments": arguments }));
    let answer = modern(&server, &call).expect(200);
    assert_eq!(answer["id"], 7);
    let called = &answer["result"];
    for result in [&discovered, &listed, called] {
        assert_eq!(result["resultType"], "complete");
        assert!(result["_meta"]["io.modelcontextprotocol/serverInfo"]["name"].is_string());
    }
    assert_eq!(called["structuredContent"]["convertedAmount"].as_f64(), Some(10.0));
    assert!(called.get("ttlMs").is_none());
    let again = modern(&server, &message("tools/list", json!({}))).expect(200)["result"].clone();
    assert_eq!(again, listed, "the order is stable");
}

#[test]
fn headers_that_differ_from_the_body_are_refused() {
    let server = Server::start(&[]);
    let call = message("tools/call", json!({ "name": "getSupportedCurrencies", "arguments": {} }));
    let full = [("MCP-Protocol-Version", MODERN), ("Mcp-Method", "tools/call"), ("Mcp-Name", "getSupportedCurrencies")];
    send(&server, &call, &full).expect(200);
    for left_out in 0..full.len() {
        let some: Vec<_> = full.iter().enumerate().filter(|(i, _)| *i != left_out).map(|(_, header)| *header).collect();
        expect_error(&send(&server, &call, &some), 400, -32020);
    }
    for (i, wrong) in [(0, "2025-11-25"), (1, "tools/list"), (2, "convertCurrency"), (2, "")] {
        let mut headers = full;
        headers[i].1 = wrong;
        expect_error(&send(&server, &call, &headers), 400, -32020);
    }
    let mut encoded = full;
    encoded[2].1 = "=?base64?Z2V0U3VwcG9ydGVkQ3VycmVuY2llcw==?=";
    send(&server, &call, &encoded).expect(200);
    encoded[2].1 = "=?base64?!!?=";
    expect_error(&send(&server, &call, &encoded), 400, -32020);
    let mut unknown = call.clone();
    unknown["params"]["_meta"][META] = json!("2031-01-01");
    let error = expect_error(&send(&server, &unknown, &[("MCP-Protocol-Version", "2031-01-01")]), 400, -32022);
    assert_eq!(error["error"]["data"]["requested"], "2031-01-01");
}

#[test]
fn unknown_methods_travel_with_404_for_modern_clients_and_200_for_older_ones() {
    let server = Server::start(&[]);
    for method in ["resources/list", "prompts/list", "tools/", "", "subscriptions/listen", "initialize", "ping"] {
        expect_error(&modern(&server, &message(method, json!({}))), 404, -32601);
    }
    for method in ["resources/list", "no/such", "Tools/List"] {
        let request = json!({ "jsonrpc": "2.0", "id": 1, "method": method });
        expect_error(&legacy(&server, &request), 200, -32601);
    }
}

#[test]
fn what_is_not_a_message_is_refused() {
    let server = Server::start(&[]);
    let sent = |body: &str| server.post("/mcp", body.as_bytes());
    for body in ["", "{", "x", "{\"jsonrpc\":\"2.0\",\"id\":1,\"id\":2,\"method\":\"ping\"}", "\u{feff}{}"] {
        let value = expect_error(&sent(body), 400, -32700);
        assert_eq!(value["id"], Value::Null);
    }
    for body in [
        "[]",
        "1",
        "null",
        "{}",
        "{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"ping\"}",
        "{\"jsonrpc\":\"2.0\",\"id\":1}",
        "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}",
        "{\"jsonrpc\":\"2.0\",\"id\":[1],\"method\":\"ping\"}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":2}",
        "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}]",
    ] {
        expect_error(&sent(body), 400, -32600);
    }
    expect_error(&sent("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":[1]}"), 400, -32602);
}

#[test]
fn bad_parameters_of_a_call_are_protocol_errors_and_journalled() {
    let mut server = Server::start(&[]);
    let call = |params: Value| {
        legacy(&server, &json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params }))
    };
    let nearest = expect_error(&call(json!({ "name": "convertCurency", "arguments": {} })), 200, -32602);
    assert!(
        nearest["error"]["data"]["suggestions"].as_array().unwrap().contains(&json!("convertCurrency")),
        "{nearest}"
    );
    expect_error(&call(json!({ "name": "no-such-set.convertCurrency", "arguments": {} })), 200, -32602);
    expect_error(&call(json!({ "name": "convertCurrency", "arguments": [1] })), 200, -32602);
    expect_error(&call(json!({ "name": "convertCurrency", "arguments": "{}" })), 200, -32602);
    expect_error(&call(json!({ "arguments": {} })), 200, -32602);
    expect_error(&call(json!({ "name": 3 })), 200, -32602);
    server.stop();
    let calls = server.calls("sandbox");
    let made: Vec<(&str, u16)> = calls.iter().map(|call| (call.tool.as_str(), call.status)).collect();
    let expected =
        [("convertCurency", 404), ("convertCurrency", 404), ("convertCurrency", 400), ("convertCurrency", 400)];
    assert_eq!(made, expected, "calls that name a tool are calls");
    assert!(
        calls.iter().all(|call| call.via == "mcp" && call.raw.as_ref().is_some_and(|raw| raw.contains("tools/call")))
    );
}

#[test]
fn a_tool_that_refuses_is_a_result_with_the_problem() {
    let server = Server::start(&[]);
    for arguments in [json!({ "amount": -1 }), json!({ "amount": 1, "fromCurrency": "Q", "toCurrency": "EUR" })] {
        let posted = server.post_json("/currency-exchange/convertCurrency", &arguments);
        let result =
            legacy_result(&server, "tools/call", &json!({ "name": "convertCurrency", "arguments": arguments }));
        assert_eq!(result["isError"], true);
        assert!(result.get("structuredContent").is_none(), "it would not fit the output schema");
        let problem: Value = serde_json::from_str(result["content"][0]["text"].as_str().unwrap()).unwrap();
        assert_eq!(problem, posted.json());
        assert!(problem["code"].is_string() && problem["detail"].is_string());
    }
}

#[test]
fn structured_content_fits_the_output_schema_and_the_text() {
    let server = Server::start(&[]);
    for tool in tools().filter(|tool| !tool.writes()) {
        let output = validator(&tool.spec.output_schema);
        for example in &tool.spec.examples.accepted {
            let name = format!("{}.{}", tool.name.toolset, tool.name.tool);
            let call = message("tools/call", json!({ "name": name, "arguments": example.arguments }));
            let result = modern(&server, &call).expect(200)["result"].clone();
            let content = &result["structuredContent"];
            let fault = output.iter_errors(content).next().map(|e| e.to_string());
            assert_eq!(fault, None, "{name} {:?}", example.arguments);
            assert_eq!(result["content"][0]["type"], "text");
            let text = result["content"][0]["text"].as_str().unwrap();
            if let Ok(same) = serde_json::from_str::<Value>(text) {
                assert_eq!(same, *content, "{name}");
            }
        }
    }
}

#[test]
fn notifications_are_taken_and_change_nothing() {
    let mut server = Server::start(&[]);
    let call =
        json!({ "name": "convertCurrency", "arguments": { "amount": 1, "fromCurrency": "EUR", "toCurrency": "EUR" } });
    for (method, params) in [
        ("notifications/initialized", json!({})),
        ("notifications/cancelled", json!({ "requestId": 1 })),
        ("no/such/thing", json!({})),
        ("tools/call", call),
    ] {
        let answer = legacy(&server, &json!({ "jsonrpc": "2.0", "method": method, "params": params }));
        assert_eq!((answer.status, answer.body.len()), (202, 0), "{method}");
    }
    server.stop();
    assert!(server.calls("sandbox").is_empty());
}

#[test]
fn only_posts_from_this_machine_are_taken() {
    let server = Server::start(&[]);
    for method in ["GET", "DELETE", "PUT", "OPTIONS"] {
        let answer = ask(server.agent, method, "/mcp", &[], None);
        assert_eq!((answer.status, answer.header("allow")), (405, Some("POST")), "{method}");
    }
    let list = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" });
    for origin in [
        "http://evil.example",
        "null",
        "http://127.0.0.1.evil.example",
        "http://localhost.evil.example:80",
        "http://203.0.113.9",
        "evil",
        "http://",
        "\u{e9}",
    ] {
        send(&server, &list, &[("Origin", origin)]).expect_problem(403, "wrong_origin");
    }
    for origin in ["http://localhost:3000", "http://127.0.0.1", "https://[::1]:8443", "http://LOCALHOST"] {
        send(&server, &list, &[("Origin", origin)]).expect(200);
    }
}

#[test]
fn a_session_url_offers_and_takes_only_the_tools_of_its_turn() {
    let mut server = Server::start(&["--suite", fixture_suite()]);
    let opened = server.open(&json!({ "persona": fixture() }));
    let (id, url) = (opened["id"].as_str().unwrap(), format!("{}/mcp", opened["path"].as_str().unwrap()));
    let request = |method: &str, params: Value| {
        server.post_json(&url, &json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params }))
    };
    let listed = request("tools/list", json!({})).expect(200)["result"]["tools"].clone();
    let names: Vec<&str> = listed.as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    let of_set = tools().filter(|tool| tool.name.toolset == "currency-exchange").map(|tool| tool.spec.name.as_str());
    assert_eq!(names, of_set.collect::<Vec<_>>());
    for other in tools().filter(|tool| tool.name.toolset != "currency-exchange") {
        for name in [other.spec.name.clone(), format!("{}.{}", other.name.toolset, other.spec.name)] {
            expect_error(&request("tools/call", json!({ "name": name, "arguments": {} })), 200, -32602);
        }
    }
    let arguments = json!({ "amount": 1, "fromCurrency": "EUR", "toCurrency": "EUR" });
    let trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    let params = json!({ "name": "convertCurrency", "arguments": arguments, "_meta": { "traceparent": trace } });
    assert_eq!(request("tools/call", params).expect(200)["result"]["isError"], false);
    server.stop();
    let calls = server.calls(id);
    let last = calls.last().unwrap();
    assert_eq!((last.turn.as_deref(), last.via.as_str(), last.trace.as_deref()), (Some("t01.1"), "mcp", Some(trace)));
}
