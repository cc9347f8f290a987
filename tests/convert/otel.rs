//! OpenTelemetry out: the spans of a collector's input, with ids, parents and times that hold together.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use usertoolbench::convert::otel;

use crate::bench::{Journal, played};

const CALLERS_TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
const CALLERS_SPAN: &str = "00f067aa0ba902b7";

#[test]
fn a_line_is_a_request_to_a_collector() {
    let lines = export(&played(), false);
    assert_eq!(lines.len(), 1);
    let resource = &lines[0]["resourceSpans"][0];
    assert_eq!(resource["schemaUrl"], otel::SCHEMA_URL);
    assert_eq!(resource["scopeSpans"][0]["schemaUrl"], otel::SCHEMA_URL);
    assert_eq!(resource["resource"]["attributes"][0], json!({"key": "service.name", "value": {"stringValue": "utb"}}));
    assert_eq!(resource["scopeSpans"][0]["scope"]["name"], "utb.export");
    for span in spans(&lines) {
        assert!(is_hex(&span["traceId"], 32) && is_hex(&span["spanId"], 16), "{span}");
        assert!(span.get("parentSpanId").is_none_or(|id| is_hex(id, 16)), "{span}");
        let time = |name: &str| span[name].as_str().unwrap().parse::<i64>().unwrap();
        assert!(time("startTimeUnixNano") <= time("endTimeUnixNano"), "{span}");
        assert!([json!(1), json!(2)].contains(&span["kind"]), "{span}");
    }
}

#[test]
fn every_parent_and_link_exists() {
    let mut journal = played();
    journal.event("s1", json!({"forked": {"child": "s2", "events": 4}})).open("s2", 2);
    journal.call("s2", json!({"turn": "t01.1"})).reply("s2", "t01.1", "Done.", None).end("s2", "t01.1");
    journal.sandbox("sandbox").call("sandbox", json!({}));
    journal.start("s2", "t01.2", 1).call("s2", json!({"turn": "t01.2"}));
    let spans = spans(&export(&journal, false));
    let known: BTreeSet<String> = spans.iter().map(|span| id(span, "traceId", "spanId")).collect();
    assert_eq!(known.len(), spans.len(), "ids are unique");
    let caller = format!("\"{CALLERS_TRACE}\" \"{CALLERS_SPAN}\"");
    for span in &spans {
        if span.get("parentSpanId").is_some() {
            let parent = id(span, "traceId", "parentSpanId");
            assert!(known.contains(&parent) || parent == caller, "{span}");
        }
        for link in span["links"].as_array().into_iter().flatten() {
            assert!(known.contains(&id(link, "traceId", "spanId")), "{span}");
        }
    }
}

#[test]
fn a_turn_is_a_root_above_its_calls() {
    let spans = spans(&export(&played(), false));
    let roots: Vec<&Value> = spans.iter().filter(|span| span["name"] == "invoke_agent tess").collect();
    assert_eq!(roots.len(), 2);
    let found = attributes(roots[0]);
    assert_eq!(found["gen_ai.operation.name"], json!({"stringValue": "invoke_agent"}));
    assert_eq!(found["gen_ai.agent.name"], json!({"stringValue": "tess"}));
    assert_eq!(found["gen_ai.conversation.id"], json!({"stringValue": "s1"}));
    assert_eq!(found["utb.turn"], json!({"stringValue": "t01.1"}));
    assert_eq!(found["utb.turn.ended"], json!({"boolValue": true}));
    assert_eq!(roots[0]["startTimeUnixNano"], nanos(1));
    assert_eq!(roots[0]["endTimeUnixNano"], nanos(7));
    let under = |root: &Value| spans.iter().filter(|span| span["parentSpanId"] == root["spanId"]).count();
    assert_eq!((under(roots[0]), under(roots[1])), (2, 2));
    assert_ne!(roots[0]["traceId"], roots[1]["traceId"]);
}

#[test]
fn a_call_is_a_tool_execution() {
    let spans = spans(&export(&played(), false));
    let span = spans.iter().find(|span| span["name"] == "execute_tool listRates").unwrap();
    let found = attributes(span);
    let text = |text: &str| json!({ "stringValue": text });
    assert_eq!(found["gen_ai.operation.name"], text("execute_tool"));
    assert_eq!(found["gen_ai.tool.name"], text("listRates"));
    assert_eq!(found["gen_ai.tool.call.id"], text("s1:10"));
    assert_eq!(found["gen_ai.tool.type"], text("function"));
    assert_eq!(found["http.response.status_code"], json!({"intValue": "200"}), "64-bit integers are strings");
    assert_eq!((&span["kind"], &span["status"]), (&json!(1), &json!({})));
    assert_eq!(span["startTimeUnixNano"].as_str().unwrap(), (1000 * (Journal::stamp(10) - 1500)).to_string());
    assert_eq!(span["endTimeUnixNano"], nanos(10));
    assert!(!found.contains_key("gen_ai.tool.call.arguments") && !found.contains_key("gen_ai.tool.call.result"));
}

#[test]
fn content_is_written_only_when_it_is_asked_for() {
    let spans = spans(&export(&played(), true));
    let of = |name: &str| attributes(spans.iter().find(|span| span["name"] == name).unwrap());
    assert_eq!(
        of("execute_tool getRate")["gen_ai.tool.call.arguments"],
        json!({"stringValue": "{\"currency\":\"krona\"}"})
    );
    let csv = json!({"stringValue": "currency,rate\r\nSEK,0.0911\r\n"});
    assert_eq!(of("execute_tool listRates")["gen_ai.tool.call.result"], csv);
}

#[test]
fn a_failure_has_its_code_and_the_status_of_an_error() {
    let mut journal = played();
    journal.sandbox("sandbox").call("sandbox", json!({"tool": "odd", "status": 502, "body": "<html>"}));
    let spans = spans(&export(&journal, false));
    let refused = spans.iter().find(|span| span["status"]["message"] == "Unknown currency").unwrap();
    assert_eq!(refused["status"]["code"], 2);
    assert_eq!(attributes(refused)["error.type"], json!({"stringValue": "unknown_currency"}));
    let odd = spans.iter().find(|span| span["name"] == "execute_tool odd").unwrap();
    assert_eq!(attributes(odd)["error.type"], json!({"stringValue": "502"}));
    assert_eq!(odd["status"], json!({"code": 2}));
}

#[test]
fn a_recorded_traceparent_is_the_parent_and_the_turn_is_linked() {
    let spans = spans(&export(&played(), false));
    let span = spans.iter().find(|span| span["traceId"] == CALLERS_TRACE).unwrap();
    assert_eq!((&span["parentSpanId"], &span["kind"]), (&json!(CALLERS_SPAN), &json!(2)));
    let root = spans.iter().find(|span| span["name"] == "invoke_agent tess").unwrap();
    assert_eq!(span["links"], json!([{"traceId": root["traceId"], "spanId": root["spanId"]}]));
}

#[test]
fn a_traceparent_that_is_none_is_named_and_ids_are_derived() {
    let mut journal = Journal::new();
    journal.sandbox("sandbox").call("sandbox", json!({"trace": "00-xyz"}));
    let mut out = Vec::new();
    let exported = otel::export(journal.path(), "", false, &mut out).unwrap();
    assert!(exported.lost.lines().any(|line| line == "not kept: traceparents that are none (1)"));
    let spans = spans(&lines(&out));
    assert!(is_hex(&spans[0]["traceId"], 32));
    assert_eq!((spans[0].get("parentSpanId"), &spans[0]["kind"]), (None, &json!(1)));
}

#[test]
fn what_has_no_place_in_a_span_is_counted() {
    let exported = otel::export(played().path(), "", false, &mut Vec::new()).unwrap();
    let expected = [
        "left out: the words of agent and user (3)",
        "not kept: arguments and results of calls; --with-content keeps them (5)",
        "not kept: the rows that a call changed; their number is (1)",
    ];
    assert_eq!(exported.lost.lines().collect::<Vec<_>>(), expected);
    assert_eq!((exported.items, exported.fault.is_none()), (7, true));
}

#[test]
fn ids_are_the_same_whenever_an_export_is_made() {
    let journal = played();
    assert_eq!(export(&journal, false), export(&journal, false));
    assert_eq!(
        spans(&export(&played(), false)),
        spans(&export(&journal, true)).iter().map(without_content).collect::<Vec<_>>()
    );
}

#[test]
fn a_sandbox_that_opens_anew_has_ids_of_its_own() {
    let mut journal = Journal::new();
    for _ in 0..2 {
        journal.forget("sandbox");
        journal.sandbox("sandbox").call("sandbox", json!({}));
    }
    let spans = spans(&export(&journal, false));
    let call = |span: &Value| attributes(span)["gen_ai.tool.call.id"].clone();
    assert_eq!(call(&spans[0]), call(&spans[1]));
    assert_ne!((&spans[0]["traceId"], &spans[0]["spanId"]), (&spans[1]["traceId"], &spans[1]["spanId"]));
}

#[test]
fn turns_that_never_ended_are_roots_too() {
    let mut journal = Journal::new();
    journal.open("s1", 2).start("s1", "t01.1", 0).call("s1", json!({"turn": "t01.1"}));
    journal.event("s1", json!({"reset": {"to": "turn", "state": "x", "turn": 0}})).start("s1", "t01.1", 0);
    journal.call("s1", json!({"turn": "t01.1"}));
    let spans = spans(&export(&journal, false));
    let ended: Vec<Value> = spans.iter().filter_map(|span| attributes(span).get("utb.turn.ended").cloned()).collect();
    assert_eq!(ended, [json!({"boolValue": false}), json!({"boolValue": false})]);
    assert_eq!(spans.iter().filter(|span| span.get("parentSpanId").is_none()).count(), 2);
}

#[test]
fn a_long_journal_is_many_lines() {
    let mut journal = Journal::new();
    journal.sandbox("sandbox");
    for _ in 0..150 {
        journal.call("sandbox", json!({}));
    }
    let lines = export(&journal, false);
    assert_eq!(lines.iter().map(|line| spans(std::slice::from_ref(line)).len()).collect::<Vec<_>>(), [64, 64, 22]);
}

fn export(journal: &Journal, with_content: bool) -> Vec<Value> {
    let mut out = Vec::new();
    otel::export(journal.path(), "", with_content, &mut out).unwrap();
    lines(&out)
}

fn lines(out: &[u8]) -> Vec<Value> {
    std::str::from_utf8(out).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn spans(lines: &[Value]) -> Vec<Value> {
    let of = |line: &Value| line["resourceSpans"][0]["scopeSpans"][0]["spans"].as_array().unwrap().clone();
    lines.iter().flat_map(of).collect()
}

fn attributes(span: &Value) -> BTreeMap<String, Value> {
    let pair = |attribute: &Value| (attribute["key"].as_str().unwrap().to_owned(), attribute["value"].clone());
    let list = span["attributes"].as_array().unwrap();
    let map: BTreeMap<String, Value> = list.iter().map(pair).collect();
    assert_eq!(map.len(), list.len(), "no key stands twice");
    map
}

fn without_content(span: &Value) -> Value {
    let mut span = span.clone();
    let content = |attribute: &Value| {
        ["gen_ai.tool.call.arguments", "gen_ai.tool.call.result"].iter().any(|k| attribute["key"] == **k)
    };
    span["attributes"].as_array_mut().unwrap().retain(|attribute| !content(attribute));
    span
}

fn is_hex(id: &Value, length: usize) -> bool {
    let id = id.as_str().unwrap();
    id.len() == length && id.bytes().all(|b| b.is_ascii_hexdigit() && !b.is_ascii_uppercase())
}

fn id(span: &Value, trace: &str, name: &str) -> String {
    format!("{} {}", span[trace], span[name])
}

/// When the n-th record of the journal was stamped.
fn nanos(n: i64) -> String {
    (1000 * Journal::stamp(n)).to_string()
}
