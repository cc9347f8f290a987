//! What passed through a proxy, in exports: nothing that was recorded is missing.

use serde_json::{Value, json};
use usertoolbench::convert::{har, otel};

use crate::bench::{Journal, calls};
use crate::har_export::assert_valid;

/// A recording of calls, of other requests, and of faults.
fn recorded() -> Journal {
    let mut journal = Journal::new();
    journal.sandbox("sandbox").sandbox("morning");
    journal.exchange("sandbox", json!({"method": "GET", "path": "/health", "query": "deep=yes&x=a b"}));
    journal.exchange(
        "sandbox",
        json!({"path": "/v1/rates/getRate", "request_headers": {"content-type": "application/json", "user-agent": "me/1"},
            "request": {"bytes": 19, "text": "{\"currency\": \"SEK\"}"},
            "response": {"bytes": 20, "text": "{\n  \"rate\": 0.0911\n}"}}),
    );
    // Another session's record stands in between.
    journal.exchange("morning", json!({"path": "/upload", "request": {"bytes": 4, "hex": "61ff0062"}, "status": 503}));
    journal.call("sandbox", json!({}));
    // `{"rate":2}` in gzip.
    let gzip = "1f8b08000000000002ffab562a4a2c4955b232aa05006984f2a30a000000";
    let coded = json!({"content-type": "application/json", "content-encoding": "gzip"});
    let fields = json!({"path": "/rates/getRate", "response_headers": coded, "response": {"bytes": 30, "hex": gzip}});
    journal.exchange("sandbox", fields.clone()).call("sandbox", json!({"body": {"rate": 2}}));
    journal.exchange("morning", fields);
    journal.exchange(
        "morning",
        json!({"method": "ODD", "path": "/x", "fault": "timeout", "status": null, "first_byte_micros": null,
            "response_headers": null, "response": {"bytes": 0}}),
    );
    let large = json!({"bytes": 5_000_000, "text": "beginning", "sha256": "0".repeat(64)});
    journal.exchange("morning", json!({"path": "/large", "response": large}));
    journal
}

fn by_path<'h>(har: &'h Value, path: &str) -> Vec<&'h Value> {
    let entries = har["log"]["entries"].as_array().unwrap().iter();
    entries.filter(|entry| entry["request"]["url"].as_str().unwrap().contains(path)).collect()
}

#[test]
fn every_exchange_is_one_entry_with_its_call_or_without() {
    let (har, exported) = recorded().har();
    assert_valid(&har);
    assert_eq!(exported.items, 7);
    let events: Vec<&str> =
        har["log"]["entries"].as_array().unwrap().iter().map(|entry| entry["_event"].as_str().unwrap()).collect();
    assert_eq!(events, ["exchange", "call", "exchange", "call", "exchange", "exchange", "exchange"]);

    let health = by_path(&har, "/health")[0];
    assert_eq!(health["request"]["url"], "http://utb.localhost/health?deep=yes&x=a%20b");
    assert_eq!((&health["request"]["method"], &health["response"]["status"]), (&json!("GET"), &json!(200)));
    assert_eq!((&health["timings"]["wait"], &health["timings"]["receive"]), (&json!(1.0), &json!(0.5)));
    assert_eq!((&health["_session"], &health["_n"]), (&json!("sandbox"), &json!(1)));

    let call = by_path(&har, "/v1/rates/getRate")[0];
    assert_eq!((&call["_toolset"], &call["_tool"], &call["_n"]), (&json!("rates"), &json!("getRate"), &json!(3)));
    assert_eq!(call["response"]["content"]["text"], "{\n  \"rate\": 0.0911\n}", "the bytes that passed");
    assert!(call["request"]["headers"].as_array().unwrap().contains(&json!({"name": "user-agent", "value": "me/1"})));

    let upload = by_path(&har, "/upload")[0];
    let sent = &upload["request"]["postData"];
    assert_eq!((&sent["text"], &sent["_encoding"]), (&json!("Yf8AYg=="), &json!("base64")));
}

#[test]
fn compressed_bodies_are_shown_as_what_they_mean() {
    let (har, _) = recorded().har();
    for entry in by_path(&har, "utb.localhost/rates/getRate") {
        let (content, sizes) = (&entry["response"]["content"], &entry["response"]["bodySize"]);
        assert_eq!((&content["text"], &content["size"], sizes), (&json!("{\"rate\":2}"), &json!(10), &json!(30)));
        assert_eq!(content["compression"], -20);
    }
}

#[test]
fn faults_and_bodies_that_were_cut_are_named() {
    let (har, exported) = recorded().har();
    let odd = by_path(&har, "utb.localhost/x")[0];
    assert_eq!((&odd["_fault"], &odd["response"]["status"]), (&json!("timeout"), &json!(0)));
    assert_eq!(by_path(&har, "/large")[0]["response"]["bodySize"], 5_000_000);
    let lines: Vec<String> = exported.lost.lines().collect();
    assert!(lines.iter().any(|line| line.contains("the ends of bodies")), "{lines:?}");
}

#[test]
fn the_calls_come_back_and_the_other_exchanges_are_named() {
    let (har, _) = recorded().har();
    let imported = har::import(har.to_string().as_bytes()).unwrap();
    let back = calls(&imported.records);
    let bodies: Vec<&Value> = back.iter().map(|call| &call["body"]).collect();
    assert_eq!(bodies, [&json!({"rate": 0.0911}), &json!({"rate": 2})]);
    assert_eq!((&back[0]["raw"], &back[0]["toolset"]), (&json!("{\"currency\": \"SEK\"}"), &json!("rates")));
    let lines: Vec<String> = imported.lost.lines().collect();
    assert!(lines.contains(&"left out: entries 0, 2, 4–6: an exchange that was no call".to_owned()), "{lines:?}");
}

#[test]
fn every_exchange_is_a_span_and_says_nothing_of_generative_ai_where_it_was_no_call() {
    for with_content in [false, true] {
        let mut out = Vec::new();
        let exported = otel::export(recorded().path(), "", with_content, &mut out).unwrap();
        let request: Value = serde_json::from_slice(&out).unwrap();
        let spans = request["resourceSpans"][0]["scopeSpans"][0]["spans"].as_array().unwrap();
        assert_eq!((exported.items, spans.len()), (7, 7));
        let has = |span: &Value, key: &str, value: Value| {
            let attribute = json!({"key": key, "value": value});
            span["attributes"].as_array().unwrap().contains(&attribute)
        };
        let names: Vec<&str> = spans.iter().map(|span| span["name"].as_str().unwrap()).collect();
        let call = "execute_tool getRate";
        assert_eq!(names, ["GET", call, "POST", call, "POST", "HTTP", "POST"]);
        for span in spans {
            let is_call = span["name"] == call;
            assert_eq!(span["attributes"].to_string().contains("gen_ai"), is_call, "{span}");
            assert_eq!(span["kind"], if is_call { 1 } else { 2 }, "{span}");
        }
        assert!(has(&spans[0], "http.request.method", json!({"stringValue": "GET"})));
        assert!(has(&spans[0], "url.path", json!({"stringValue": "/health"})));
        assert_eq!(has(&spans[0], "url.query", json!({"stringValue": "deep=yes&x=a b"})), with_content);
        assert!(has(&spans[1], "http.response.body.size", json!({"intValue": "20"})), "a call says how it passed");
        assert!(has(&spans[2], "error.type", json!({"stringValue": "503"})) && spans[2]["status"]["code"] == 2);
        assert!(has(&spans[5], "error.type", json!({"stringValue": "timeout"})));
        assert!(has(&spans[5], "http.request.method_original", json!({"stringValue": "ODD"})));
    }
}

#[test]
fn a_call_that_is_far_from_its_exchange_is_not_lost() {
    let mut journal = Journal::new();
    journal.sandbox("sandbox").sandbox("busy");
    journal.exchange("sandbox", json!({"path": "/rates/getRate"}));
    for _ in 0..300 {
        journal.call("busy", json!({}));
    }
    journal.call("sandbox", json!({}));
    let (har, exported) = journal.har();
    assert_eq!(exported.items, 302);
    let last = &har["log"]["entries"][301];
    assert_eq!((&last["_event"], &last["_session"]), (&json!("call"), &json!("sandbox")));
}
