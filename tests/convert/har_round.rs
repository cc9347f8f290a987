//! HAR out and in again: no call loses what it sent, what it was answered, or how.

use proptest::prelude::*;
use serde_json::{Value, json};
use usertoolbench::convert::har;

use crate::bench::{CLOCK, Journal, calls, played, records};
use crate::har_export::assert_valid;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn export_import_export_keeps_calls_bodies_and_statuses(made in prop::collection::vec(call(), 0..12)) {
        let mut journal = Journal::new();
        journal.sandbox("a b").sandbox("sandbox");
        for (i, fields) in made.iter().enumerate() {
            journal.call(if i % 3 == 0 { "a b" } else { "sandbox" }, fields.clone());
        }
        let (first, _) = journal.har();
        assert_valid(&first);

        let imported = har::import(first.to_string().as_bytes()).unwrap();
        let there = calls(&records(journal.path()));
        prop_assert_eq!(calls(&imported.records), there, "every field of every call");
        let dir = tempfile::tempdir().unwrap();
        imported.save(dir.path()).unwrap();

        let mut out = Vec::new();
        har::export(dir.path(), "", &mut out).unwrap();
        let second: Value = serde_json::from_slice(&out).unwrap();
        assert_valid(&second);
        prop_assert_eq!(seen(&first), seen(&second));
    }
}

#[test]
fn a_played_session_comes_back_but_for_its_turns() {
    let (first, _) = played().har();
    let imported = har::import(first.to_string().as_bytes()).unwrap();
    let mut expected = calls(&records(played().path()));
    // Calls were records 3 to 5 and 9 to 10; in a recording the opening is 0 and calls follow from 1.
    expected[2]["retry_of"] = json!(2);
    for call in &mut expected {
        call.as_object_mut().unwrap().remove("turn");
    }
    assert_eq!(calls(&imported.records), expected);
    let clocks = imported.records.iter().all(|record| record.clock == CLOCK);
    assert!(clocks, "the session clock is the recorded one");
    let lines: Vec<String> = imported.lost.lines().collect();
    let expected = [
        "left out: entries 0, 4, 7: a reply: a recording becomes a sandbox, in which no user speaks",
        "not kept: entries 1–3, 5, 6: _turn: a recording becomes a sandbox, which has no turns",
    ];
    assert_eq!(lines, expected);
}

#[test]
fn a_retry_whose_first_call_is_not_in_the_file_says_so() {
    let mut journal = Journal::new();
    journal.sandbox("sandbox").call("sandbox", json!({"retry_of": 40}));
    let (har, _) = journal.har();
    let imported = har::import(har.to_string().as_bytes()).unwrap();
    assert_eq!(calls(&imported.records)[0].get("retry_of"), None);
    assert!(imported.lost.lines().any(|line| line.contains("entry 0: _retryOf")));
}

/// What a reader of the file sees of each call.
fn seen(har: &Value) -> Vec<Value> {
    let seen = |entry: &Value| {
        let (request, response) = (&entry["request"], &entry["response"]);
        let path = request["url"].as_str().unwrap().splitn(6, '/').last().unwrap().to_owned();
        json!([
            path,
            request["method"],
            request["headers"],
            request["queryString"],
            request["postData"],
            request["bodySize"],
            response,
            entry["startedDateTime"],
            entry["time"],
            entry["_arguments"]
        ])
    };
    har["log"]["entries"].as_array().unwrap().iter().map(seen).collect()
}

/// Fields of a call, as any door or recorder may have made it.
fn call() -> impl Strategy<Value = Value> {
    let name = prop_oneof!["[a-zA-Z-]{1,12}", "\\PC{1,8}", Just("..".to_owned())];
    let status = prop_oneof![Just(200u16), 400..=499u16, Just(500)];
    let fields = (name.clone(), name, sent(), status, answer(), 0..5_000_000u64, any::<bool>());
    fields.prop_map(|(toolset, tool, sent, status, (body, rendered), micros, keyed)| {
        let mut call = json!({
            "toolset": toolset, "tool": tool, "status": status, "body": body, "rendered": rendered, "micros": micros,
            "arguments": null,
        });
        if keyed {
            call["idempotency_key"] = json!("k 1");
            call["trace"] = json!("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01");
            call["arguments"] = json!({"a": 1, "b": [true, "é"], "c": 1e21, "d": 0.5});
            call["effects"] = json!([{"table": "t", "key": "k", "before": {"x": 1}, "after": {"x": "y"}}]);
        }
        lay(&mut call, sent);
        call
    })
}

/// How a call came, and with what.
fn sent() -> impl Strategy<Value = Value> {
    prop_oneof![
        json_text().prop_map(|text| json!({"via": "post", "raw": text})),
        any::<String>().prop_map(|text| json!({"via": "post", "raw": text})),
        any::<String>().prop_map(|text| json!({"via": "get", "raw": text})),
        "[a-z]{1,4}=[a-z0-9%+]{0,6}(&[a-z]{1,4}=\\PC{0,6}){0,2}".prop_map(|text| json!({"via": "get", "raw": text})),
        json_text().prop_map(|text| json!({"via": "mcp", "raw": text})),
        Just(json!({"via": "process", "raw": ""})),
        Just(json!({"via": "post", "raw": null})),
        "(ff|80)([0-9a-f]{2}){0,8}".prop_map(|hex| json!({"via": "post", "raw": null, "raw_hex": hex})),
    ]
}

/// An answer, and perhaps the same in another media type.
fn answer() -> impl Strategy<Value = (Value, Value)> {
    let other = prop_oneof![Just("text/csv; charset=utf-8"), Just("application/xml; charset=utf-8")];
    prop_oneof![
        value().prop_map(|body| (body, Value::Null)),
        (value(), other, any::<String>())
            .prop_map(|(body, media_type, text)| (body, json!({"media_type": media_type, "text": text}))),
        any::<String>().prop_map(|text| (json!(text), json!({"media_type": "text/plain", "text": text}))),
    ]
}

fn json_text() -> impl Strategy<Value = String> {
    (value(), any::<bool>()).prop_map(|(value, pretty)| {
        if pretty { serde_json::to_string_pretty(&value).unwrap() } else { value.to_string() }
    })
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-1000..1000i64).prop_map(Value::from),
        (-1000..1000i64).prop_map(|n| json!(n as f64 / 8.0)),
        any::<String>().prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec(("\\PC{0,4}", inner), 0..4)
                .prop_map(|pairs| Value::Object(pairs.into_iter().collect())),
        ]
    })
}

fn lay(call: &mut Value, fields: Value) {
    let Value::Object(fields) = fields else { return };
    fields.into_iter().for_each(|(name, value)| call[name.as_str()] = value);
}
