//! HAR out: entries are what was sent and answered, and the file is what the format's schema asks for.

use jsonschema::{Registry, Resource};
use serde_json::{Value, json};
use usertoolbench::convert::har;

use crate::bench::{CLOCK, Journal, played};

#[test]
fn an_export_fits_the_schema_of_har_1_2() {
    let (har, exported) = played().har();
    assert_valid(&har);
    assert!(exported.fault.is_none());
    assert_eq!(exported.items, 8);
    let entries = har["log"]["entries"].as_array().unwrap();
    assert_eq!(entries.len(), 8);
    assert_eq!(har["log"]["version"], "1.2");
    assert_eq!(har["log"]["creator"]["name"], "utb");
}

#[test]
fn the_schema_in_the_test_refuses_what_is_wrong() {
    let (mut har, _) = played().har();
    har["log"]["entries"][0]["request"]["url"] = json!("not a url");
    assert!(std::panic::catch_unwind(|| assert_valid(&har)).is_err());
}

#[test]
fn an_empty_journal_is_a_valid_file_without_entries() {
    let mut journal = Journal::new();
    let (har, exported) = journal.sandbox("sandbox").har();
    assert_valid(&har);
    assert_eq!((exported.items, &har["log"]["entries"]), (0, &json!([])));
}

#[test]
fn a_call_has_its_bytes_times_and_headers() {
    let (har, _) = played().har();
    let entry = &har["log"]["entries"][2];
    assert_eq!(entry["startedDateTime"], "2026-03-02T08:00:00.038500Z", "when it was answered less what it took");
    assert_eq!((&entry["time"], &entry["timings"]["wait"]), (&json!(1.5), &json!(1.5)));
    let request = &entry["request"];
    assert_eq!((&request["method"], &request["bodySize"]), (&json!("POST"), &json!(19)));
    assert_eq!(request["url"], "http://utb.localhost/s/s1/rates/setAlert");
    assert_eq!(request["postData"], json!({"mimeType": "application/json", "text": "{\"currency\": \"SEK\"}"}));
    assert_eq!(header(request, "content-type"), "application/json");
    assert_eq!(header(request, "idempotency-key"), "k-1");
    assert_eq!(header(request, "traceparent"), "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01");
    let response = &entry["response"];
    assert_eq!((&response["status"], &response["statusText"]), (&json!(200), &json!("OK")));
    assert_eq!(response["content"], json!({"size": 15, "mimeType": "application/json", "text": "{\"rate\":0.0911}"}));
    assert_eq!(entry["_effects"], json!([{"table": "alerts", "key": "A1", "after": {"currency": "SEK"}}]));
    let own = ["_session", "_n", "_turn", "_clock", "_toolset", "_tool", "_via", "_arguments", "_event"];
    let own = own.map(|name| entry[name].clone());
    let expected = json!(["s1", 4, "t01.1", CLOCK, "rates", "setAlert", "post", {"currency": "SEK"}, "call"]);
    assert_eq!(json!(own), expected);
    assert_eq!(har["log"]["entries"][3]["_retryOf"], 4);
}

#[test]
fn a_refusal_is_a_problem_with_its_status_in_words() {
    let (har, _) = played().har();
    let response = &har["log"]["entries"][1]["response"];
    assert_eq!((&response["status"], &response["statusText"]), (&json!(404), &json!("Not Found")));
    assert_eq!(response["content"]["mimeType"], "application/problem+json");
    assert_eq!(header(response, "content-type"), "application/problem+json");
}

#[test]
fn a_get_has_its_query_decoded_and_as_it_came() {
    let (har, _) = played().har();
    let request = &har["log"]["entries"][5]["request"];
    assert_eq!(request["method"], "GET");
    assert_eq!(request["url"], "http://utb.localhost/s/s1/rates/getRate?currency=SEK&note=%C3%A5%20b");
    assert_eq!(request["_query"], "currency=SEK&note=å%20b");
    let pairs = json!([{"name": "currency", "value": "SEK"}, {"name": "note", "value": "å b"}]);
    assert_eq!(request["queryString"], pairs);
    assert!(request.get("postData").is_none());
}

#[test]
fn an_answer_in_another_media_type_stands_beside_its_json() {
    let (har, _) = played().har();
    let content = &har["log"]["entries"][6]["response"]["content"];
    assert_eq!(content["mimeType"], "text/csv; charset=utf-8");
    assert_eq!(content["text"], "currency,rate\r\nSEK,0.0911\r\n");
    assert_eq!(content["_json"], "{\"rate\":0.0911}");
}

#[test]
fn bytes_that_are_no_text_are_base_64() {
    let mut journal = Journal::new();
    journal
        .sandbox("sandbox")
        .call("sandbox", json!({"raw": null, "raw_hex": "ff00fe", "arguments": null, "status": 400}));
    let (har, _) = journal.har();
    assert_valid(&har);
    let request = &har["log"]["entries"][0]["request"];
    let data = json!({"mimeType": "application/octet-stream", "text": "/wD+", "_encoding": "base64"});
    assert_eq!((&request["postData"], &request["bodySize"]), (&data, &json!(3)));
}

#[test]
fn replies_are_requests_too_and_tell_what_came_of_the_turn() {
    let (har, _) = played().har();
    let entries = har["log"]["entries"].as_array().unwrap();
    let replies: Vec<&Value> = entries.iter().filter(|entry| entry["_event"] == "reply").collect();
    let answers: Vec<&str> = replies.iter().map(|e| e["response"]["content"]["text"].as_str().unwrap()).collect();
    let expected = [
        "{\"status\":\"user_replied\",\"message\":\"Swedish crowns.\"}",
        "{\"status\":\"turn_over\",\"finished\":false}",
        "{\"status\":\"turn_over\",\"finished\":true}",
    ];
    assert_eq!(answers, expected);
    assert_eq!(replies[0]["request"]["url"], "http://utb.localhost/s/s1/reply");
    assert_eq!(replies[0]["request"]["postData"]["text"], "{\"text\":\"Which currency?\"}");
}

#[test]
fn a_fork_knows_whether_its_turn_is_the_last() {
    let mut journal = Journal::new();
    journal.open("s1", 2).start("s1", "t01.1", 0).end("s1", "t01.1").start("s1", "t01.2", 1);
    journal.event("s1", json!({"forked": {"child": "s2", "events": 4}})).open("s2", 2);
    journal.event("s1", json!({"forked": {"child": "s3", "events": 2}})).open("s3", 2);
    journal.reply("s2", "t01.2", "Done.", None).reply("s3", "t01.1", "Done.", None);
    let (har, exported) = journal.har();
    let text = |i: usize| har["log"]["entries"][i]["response"]["content"]["text"].as_str().unwrap();
    assert_eq!(text(0), "{\"status\":\"turn_over\",\"finished\":true}");
    assert_eq!(text(1), "{\"status\":\"turn_over\"}", "the parent has gone on since");
    assert!(exported.lost.lines().any(|line| line.contains("whether a reply ended the session")));
}

#[test]
fn names_that_would_break_a_url_are_escaped() {
    let mut journal = Journal::new();
    journal.sandbox("sandbox").call("sandbox", json!({"toolset": "../x y", "tool": "größe?#", "status": 404}));
    journal.call("sandbox", json!({"toolset": "", "tool": "..", "status": 404}));
    let (har, _) = journal.har();
    assert_valid(&har);
    let url = |i: usize| har["log"]["entries"][i]["request"]["url"].as_str().unwrap();
    assert_eq!(url(0), "http://utb.localhost/s/sandbox/..%2Fx%20y/gr%C3%B6%C3%9Fe%3F%23");
    assert_eq!(url(1), "http://utb.localhost/s/sandbox//%2E%2E");
}

#[test]
fn only_the_sessions_that_are_asked_for_are_written() {
    let mut journal = played();
    journal.sandbox("sandbox").call("sandbox", json!({}));
    let mut out = Vec::new();
    let exported = har::export(journal.path(), "sand", &mut out).unwrap();
    let har: Value = serde_json::from_slice(&out).unwrap();
    assert_eq!((exported.items, &har["log"]["entries"][0]["_session"]), (1, &json!("sandbox")));
}

#[test]
fn what_is_no_request_is_counted() {
    let (_, exported) = played().har();
    let lines: Vec<String> = exported.lost.lines().collect();
    let expected = [
        "left out: beginnings and ends of turns (4)",
        "left out: forks, snapshots, resets and ends of sessions (1)",
        "left out: how sessions were opened (1)",
        "not kept: the exact bodies of replies; they are built again from their parts (3)",
    ];
    assert_eq!(lines, expected);
}

#[test]
fn what_stands_before_a_torn_line_is_a_whole_file() {
    let journal = played();
    let file = journal.path().join("journal-000001.jsonl");
    let bytes = std::fs::read(&file).unwrap();
    std::fs::write(&file, &bytes[..bytes.len() - 900]).unwrap();
    let (har, exported) = journal.har();
    assert_valid(&har);
    assert!(exported.items > 0 && exported.items < 8);
    assert!(exported.fault.unwrap().to_string().contains("torn"));
}

/// Checks a file against the schema of the format.
pub fn assert_valid(har: &Value) {
    let mut registry = Registry::new();
    for entry in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/har")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if name.ends_with(".json") {
            let schema: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
            registry = registry.add(format!("json-schema:///{name}"), Resource::from_contents(schema)).unwrap();
        }
    }
    let registry = registry.prepare().unwrap();
    let options = jsonschema::options().with_registry(&registry).should_validate_formats(true);
    let validator = options.build(&json!({"$ref": "json-schema:///har.json"})).unwrap();
    let errors = validator.iter_errors(har).map(|e| format!("{}: {e}", e.instance_path()));
    let errors: Vec<String> = errors.collect();
    assert!(errors.is_empty(), "{}", errors.join("\n"));
}

fn header<'a>(message: &'a Value, name: &str) -> &'a str {
    let mut headers = message["headers"].as_array().unwrap().iter();
    let found = headers.find(|header| header["name"].as_str().unwrap().eq_ignore_ascii_case(name));
    found.unwrap()["value"].as_str().unwrap()
}
