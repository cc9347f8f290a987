//! HAR in: what others recorded becomes calls; what does not is named, and a file that is none is refused with its place.

use serde_json::{Value, json};
use usertoolbench::convert::har::{self, Imported};
use usertoolbench::journal::Event;

use crate::bench::{calls, records};

#[test]
fn a_foreign_entry_becomes_a_call_of_a_sandbox() {
    let imported = import(vec![entry(
        "POST",
        "https://api.shop.example/v2/orders/create?dry=1",
        json!({
            "request": {"postData": {"mimeType": "application/json", "text": "{\"b\": 1.0, \"a\": \"é\"}"},
                        "headers": [{"name": "Idempotency-Key", "value": "k"}, {"name": "Cookie", "value": "s=1"}]},
            "response": {"status": 201, "content": {"size": 9, "mimeType": "application/json; charset=utf-8",
                         "text": "{\n  \"id\": 1.50\n}"}},
        }),
    )]);
    let call = &calls(&imported.records)[0];
    assert_eq!((&call["toolset"], &call["tool"], &call["via"]), (&json!("orders"), &json!("create"), &json!("post")));
    assert_eq!(call["raw"], "{\"b\": 1.0, \"a\": \"é\"}", "to the byte");
    assert_eq!(call["arguments"], json!({"a": "é", "b": 1}));
    assert_eq!(
        (&call["status"], &call["micros"], &call["idempotency_key"]),
        (&json!(201), &json!(12_500), &json!("k"))
    );
    let Event::Call(record) = &imported.records[1].event else { panic!("a call follows the opening") };
    assert_eq!(record.body.get(), "{\"id\":1.50}", "numbers keep their spelling");
    assert_eq!(imported.records[1].wall, "2026-03-02T08:00:00.012500Z", "when it was answered");
    let Event::Opened(opened) = &imported.records[0].event else { panic!("a session is opened first") };
    assert_eq!((&opened.persona, opened.end), (&None, 0));
    assert_eq!(imported.records[0].clock, "2026-03-02T09:00:00+01:00", "the sandbox's");
    assert!(imported.session.starts_with("har-") && imported.session.len() == 20);
    let lines: Vec<String> = imported.lost.lines().collect();
    let expected = [
        "not kept: entry 0: request headers other than Idempotency-Key and traceparent",
        "not kept: entry 0: the URL but for the last two segments of its path",
        "not kept: entry 0: the query of a POST: a record keeps the body alone",
    ];
    assert_eq!(lines, expected);
}

#[test]
fn the_same_file_is_the_same_session_and_another_is_another() {
    let file =
        |text: &str| json!({"log": {"version": "1.2", "creator": {}, "entries": [], "comment": text}}).to_string();
    let session = |text: &str| har::import(file(text).as_bytes()).unwrap().session;
    assert_eq!(session("a"), session("a"));
    assert_ne!(session("a"), session("b"));
}

#[test]
fn answers_that_are_no_json_keep_their_text_and_media_type() {
    let csv = json!({"response": {"content": {"size": 3, "mimeType": "text/csv", "text": "a,b\n"}}});
    let encoded = json!({"response": {"content": {"size": 3, "mimeType": "application/json", "text": "eyJhIjoxfQ==", "encoding": "base64"}}});
    let guarded = json!({"response": {"content": {"size": 3, "mimeType": "application/json", "text": ")]}'\n{}"}}});
    let unknown = json!({"response": {"content": {"size": 3, "mimeType": "x-unknown", "text": "[1]"}}});
    let urls = ["http://a.example/x", "http://a.example/x/y", "http://a.example/x/y/z%20w", "http://a.example/p"];
    let entries = urls.into_iter().zip([csv, encoded, guarded, unknown]);
    let imported = import(entries.map(|(url, fields)| entry("GET", url, fields)).collect());
    let calls = calls(&imported.records);
    let names: Vec<String> = calls.iter().map(|c| format!("{}/{}", c["toolset"], c["tool"])).collect();
    assert_eq!(names, ["\"http\"/\"x\"", "\"x\"/\"y\"", "\"y\"/\"z w\"", "\"http\"/\"p\""]);
    assert_eq!((&calls[0]["body"], &calls[0]["rendered"]["text"]), (&json!("a,b\n"), &json!("a,b\n")));
    assert_eq!(calls[0]["rendered"]["media_type"], "text/csv");
    assert_eq!((&calls[1]["body"], calls[1].get("rendered")), (&json!({"a": 1}), None));
    assert_eq!(calls[2]["rendered"], json!({"media_type": "application/json", "text": ")]}'\n{}"}));
    assert_eq!((&calls[3]["body"], calls[3].get("rendered")), (&json!([1]), None));
}

#[test]
fn what_is_no_call_is_named_with_its_entry() {
    let binary = json!({"response": {"content": {"size": 2, "mimeType": "image/png", "text": "iVBORw0KGgo//w==", "encoding": "base64"}}});
    let socket = json!({"_webSocketMessages": [], "response": {"status": 101}});
    let silent = json!({"response": {"content": {"size": 0, "mimeType": "text/html", "text": null}}});
    let failed = json!({"response": {"status": 0}});
    let imported = import(vec![
        entry("PUT", "http://a.example/x/y", json!({})),
        entry("GET", "http://a.example/x/y", binary),
        entry("GET", "wss://a.example/x/y", json!({})),
        entry("GET", "http://a.example/x/y", socket),
        entry("GET", "http://a.example/x/y", silent),
        entry("GET", "http://a.example/x/y", failed),
        entry("GET", "data:text/plain,x", json!({})),
        entry("GET", "http://a.example/", json!({})),
        entry("GET", "http://a.example/x/%FF", json!({})),
        entry("PUT", "http://a.example/x/y", json!({})),
        entry("GET", "http://a.example/x/y", json!({})),
    ]);
    assert_eq!(imported.calls(), 1);
    assert_eq!(imported.lost.left_out(), 10);
    let lines: Vec<String> = imported.lost.lines().filter(|line| line.starts_with("left out")).collect();
    let expected = [
        "left out: entry 7: a URL without a path: it names no tool",
        "left out: entries 2, 3: a WebSocket",
        "left out: entry 1: a binary response body",
        "left out: entry 8: a path that is not UTF-8",
        "left out: entry 5: no answer came (status 0)",
        "left out: entry 4: no response body was recorded",
        "left out: entries 0, 9: the method PUT: only GET and POST are calls",
        "left out: entry 6: the scheme data: only http and https are calls",
    ];
    assert_eq!(lines, expected);
}

#[test]
fn request_bodies_come_in_four_ways() {
    let form = json!({"request": {"postData": {"mimeType": "application/x-www-form-urlencoded", "params": [
        {"name": "a", "value": "1 2"}, {"name": "b"}]}}});
    let files = json!({"request": {"postData": {"mimeType": "multipart/form-data", "params": [
        {"name": "f", "fileName": "x.txt", "contentType": "text/plain"}]}}});
    let bytes = json!({"request": {"postData": {"mimeType": "application/octet-stream", "text": "/wD+", "encoding": "base64"}}});
    let dropped = json!({"request": {"bodySize": 40}});
    let unknown = json!({"request": {"bodySize": -1}});
    let entries = [form, files, bytes, dropped, unknown, json!({})];
    let imported = import(entries.map(|fields| entry("POST", "http://a.example/x/y", fields)).to_vec());
    let sent: Vec<(Value, Value)> =
        calls(&imported.records).iter().map(|call| (call["raw"].clone(), call["raw_hex"].clone())).collect();
    let nothing = (Value::Null, Value::Null);
    let expected = [
        (json!("a=1+2&b="), Value::Null),
        nothing.clone(),
        (Value::Null, json!("ff00fe")),
        nothing.clone(),
        nothing,
        (json!(""), Value::Null),
    ];
    assert_eq!(sent, expected);
    let lost = imported.lost.lines().collect::<Vec<_>>().join("\n");
    assert!(lost.contains("entry 0: the spelling and media type of a form"), "{lost}");
    assert!(lost.contains("entry 1: the request's body: a form with files"), "{lost}");
    assert!(!lost.contains("the media type of the request's body"), "bytes are octets: {lost}");
    assert!(lost.contains("entry 3: the request's body: the recorder did not keep it"), "{lost}");
}

#[test]
fn a_query_is_taken_from_the_url_or_from_its_list() {
    let listed = json!({"request": {"queryString": [{"name": "q", "value": "a b"}]}});
    let imported = import(vec![
        entry("GET", "http://a.example/x/y?q=%C3%A9&z#top", json!({})),
        entry("GET", "http://a.example/x/y", listed),
    ]);
    let calls = calls(&imported.records);
    assert_eq!((&calls[0]["raw"], &calls[1]["raw"]), (&json!("q=%C3%A9&z"), &json!("q=a+b")));
}

#[test]
fn faults_of_the_file_have_a_pointer() {
    let with = |pointer: &str, value: Value| {
        let mut file = file(vec![entry("GET", "http://a.example/x/y", json!({})); 2]);
        *file.pointer_mut(pointer).unwrap() = value;
        har::import(file.to_string().as_bytes()).unwrap_err().to_string()
    };
    assert_eq!(with("/log", json!([])), "/log: expected an object, found an array");
    assert_eq!(with("/log/version", json!(1.2)), "/log/version: expected a string, such as \"1.2\"");
    assert_eq!(with("/log/version", json!("2.0")), "/log/version: is \"2.0\"; HAR 1.1 to 1.3 can be read");
    assert_eq!(with("/log/entries", json!({})), "/log/entries: expected an array, found an object");
    assert_eq!(with("/log/entries/1", json!({})), "/log/entries/1/startedDateTime: is missing");
    assert_eq!(with("/log/entries/1", json!(7)), "/log/entries/1: expected an object, found a number");
    let wrong = with("/log/entries/1/startedDateTime", json!("noon"));
    assert_eq!(wrong, "/log/entries/1/startedDateTime: expected an RFC 3339 time");
    let wrong = with("/log/entries/0/request/headers", json!([{"name": "a"}]));
    assert_eq!(wrong, "/log/entries/0/request/headers/0/value: is missing");
    let wrong = with("/log/entries/1/response/status", json!("200"));
    assert_eq!(wrong, "/log/entries/1/response/status: expected a whole number, found a string");
    let wrong = with("/log/entries/1/response/content/mimeType", json!(["a"]));
    assert_eq!(wrong, "/log/entries/1/response/content/mimeType: expected a string, found an array");
    let refused = |bytes: &[u8]| har::import(bytes).unwrap_err().to_string();
    assert!(refused(b"{\"log\": {").starts_with("the file: is not JSON: EOF while parsing"));
    assert_eq!(refused(b"\xff"), "the file: is not UTF-8 at byte 0, and HAR is nothing else");
    assert_eq!(refused(b"{}"), "/log: is missing");
}

#[test]
fn a_byte_order_mark_and_the_numbers_of_odd_recorders_are_fine() {
    let mut file = file(vec![entry("GET", "http://a.example/x/y", json!({}))]);
    file["log"]["entries"][0]["response"]["status"] = json!(200.0);
    file["log"]["entries"][0]["time"] = json!(-1);
    file["log"]["entries"][0]["startedDateTime"] = json!("2026-03-02T09:00:00.000+01:00");
    let imported = har::import(format!("\u{feff}{file}").as_bytes()).unwrap();
    assert_eq!(calls(&imported.records)[0]["micros"], 0);
    assert_eq!(imported.records[1].wall, "2026-03-02T08:00:00.000000Z");
}

#[test]
fn a_saved_recording_is_a_whole_journal_and_never_joins_another() {
    let imported = import(vec![entry("GET", "http://a.example/x/y", json!({}))]);
    let dir = tempfile::tempdir().unwrap();
    imported.save(dir.path()).unwrap();
    let read = records(dir.path());
    assert_eq!(read.iter().map(|record| record.n).collect::<Vec<_>>(), [0, 1, 2]);
    assert_eq!(calls(&read), calls(&imported.records));
    assert!(imported.save(dir.path()).unwrap_err().to_string().contains("is there already"));
}

fn import(entries: Vec<Value>) -> Imported {
    har::import(file(entries).to_string().as_bytes()).unwrap()
}

fn file(entries: Vec<Value>) -> Value {
    json!({"log": {"version": "1.2", "creator": {"name": "recorder", "version": "1"}, "entries": entries}})
}

/// An entry as a browser writes it, with other fields laid over it.
fn entry(method: &str, url: &str, fields: Value) -> Value {
    let mut entry = json!({
        "startedDateTime": "2026-03-02T08:00:00.000Z", "time": 12.5, "cache": {}, "timings": {},
        "request": {"method": method, "url": url, "httpVersion": "h2", "cookies": [], "headers": [], "queryString": [],
                    "headersSize": -1, "bodySize": 0},
        "response": {"status": 200, "statusText": "OK", "httpVersion": "h2", "cookies": [], "headers": [],
                     "content": {"size": 2, "mimeType": "application/json", "text": "{}"}, "redirectURL": "",
                     "headersSize": -1, "bodySize": -1},
    });
    lay_over(&mut entry, fields);
    entry
}

fn lay_over(value: &mut Value, fields: Value) {
    match fields {
        Value::Object(fields) if value.is_object() => {
            fields.into_iter().for_each(|(name, field)| lay_over(&mut value[name.as_str()], field));
        }
        field => *value = field,
    }
}
