//! Chat messages out: a line a turn, in the order in which things were said and done.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use usertoolbench::assets::{File, Files};
use usertoolbench::convert::{Exported, messages};
use usertoolbench::suite::Suite;

use crate::bench::{Journal, played};

#[test]
fn a_turn_is_a_line_of_messages_in_order() {
    let (lines, exported) = export(&played(), Some(&suite()));
    assert_eq!(lines.len(), 2);
    assert_eq!((&lines[0]["session"], &lines[0]["turn"]), (&json!("s1"), &json!("t01.1")));
    let call = |n: u64, name: &str, arguments: &str| {
        let function = json!({"name": name, "arguments": arguments});
        json!({"role": "assistant", "content": null, "tool_calls": [
            {"id": format!("call_{n}"), "type": "function", "function": function}]})
    };
    let result =
        |n: u64, content: &str| json!({"role": "tool", "tool_call_id": format!("call_{n}"), "content": content});
    let refused = lines[0]["messages"][4]["content"].as_str().unwrap();
    assert!(refused.contains("unknown_currency"));
    let expected = json!([
        {"role": "user", "content": "Watch the exchange rate for me."},
        {"role": "assistant", "content": "Which currency?"},
        {"role": "user", "content": "Swedish crowns."},
        call(3, "getRate", "{\"currency\":\"krona\"}"), result(3, refused),
        call(4, "setAlert", "{\"currency\": \"SEK\"}"), result(4, "{\"rate\":0.0911}"),
        call(5, "setAlert", "{\"currency\": \"SEK\"}"), result(5, "{\"rate\":0.0911}"),
        {"role": "assistant", "content": "You will hear from me."},
    ]);
    assert_eq!(lines[0]["messages"], expected);
    let second = json!([
        {"role": "user", "content": "Give me all of them."},
        call(9, "getRate", "{\"currency\":\"SEK\"}"), result(9, "{\"rate\":0.0911}"),
        call(10, "listRates", "{}"), result(10, "currency,rate\r\nSEK,0.0911\r\n"),
        {"role": "assistant", "content": "Here they are."},
    ]);
    assert_eq!(lines[1]["messages"], second);
    assert_eq!((exported.items, lines[0].get("ended")), (2, None));
    let notices = [
        "not kept: certainty about the user's first words: the session was played from another suite (2)",
        "not kept: of calls: tool set, changed rows, times, and which were made in one breath (5)",
    ];
    assert_eq!(exported.lost.lines().collect::<Vec<_>>(), notices);
}

#[test]
fn every_line_is_a_conversation_that_can_be_sent() {
    for line in export(&played(), Some(&suite())).0 {
        let mut open: Vec<String> = Vec::new();
        for message in line["messages"].as_array().unwrap() {
            match message["role"].as_str().unwrap() {
                "tool" => {
                    let id = message["tool_call_id"].as_str().unwrap();
                    assert_eq!(open.pop().as_deref(), Some(id), "an answer follows its call");
                }
                _ => assert!(open.is_empty(), "every call is answered before anything else is said"),
            }
            for call in message["tool_calls"].as_array().into_iter().flatten() {
                assert!(call["function"]["arguments"].is_string());
                open.push(call["id"].as_str().unwrap().to_owned());
            }
        }
    }
}

#[test]
fn without_a_suite_the_first_words_are_missing_and_a_notice_says_so() {
    let (lines, exported) = export(&played(), None);
    assert_eq!(lines[0]["messages"][0], json!({"role": "assistant", "content": "Which currency?"}));
    let notice = "not kept: the user's first words of a turn: they are in the suite, which --suite gives (2)";
    assert!(exported.lost.lines().any(|line| line == notice));
}

#[test]
fn arguments_are_what_the_agent_wrote() {
    let mut journal = Journal::new();
    journal.open("s1", 1).start("s1", "t01.1", 0);
    let rpc = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": {"name": "getRate", "arguments": {"currency": 7}}})
    .to_string();
    for fields in [
        json!({"raw": "{\"currency\": ", "arguments": null, "status": 400}),
        json!({"raw": "", "arguments": {"limit": 5}}),
        json!({"raw": null, "arguments": null, "status": 408}),
        json!({"via": "get", "raw": "a=1&b=%C3%A9", "arguments": null, "status": 422}),
        json!({"via": "get", "raw": "limit=5", "arguments": {"limit": 5}}),
        json!({"via": "mcp", "raw": rpc, "arguments": null, "status": 422}),
    ] {
        let mut fields = fields;
        fields["turn"] = json!("t01.1");
        journal.call("s1", fields);
    }
    let (lines, _) = export(&journal, None);
    let messages = lines[0]["messages"].as_array().unwrap();
    let calls = messages.iter().filter_map(|m| m["tool_calls"][0]["function"]["arguments"].as_str());
    let expected =
        ["{\"currency\": ", "{\"limit\":5}", "{}", "{\"a\":\"1\",\"b\":\"é\"}", "{\"limit\":5}", "{\"currency\":7}"];
    assert_eq!(calls.collect::<Vec<_>>(), expected);
}

#[test]
fn a_turn_that_never_ended_says_so_and_one_that_was_reset_is_left_out() {
    let mut journal = Journal::new();
    journal.open("s1", 2).start("s1", "t01.1", 0).call("s1", json!({"turn": "t01.1", "tool": "first"}));
    journal.event("s1", json!({"reset": {"to": "turn", "state": "x", "turn": 0}})).start("s1", "t01.1", 0);
    journal.call("s1", json!({"turn": "t01.1", "tool": "second"}));
    let (lines, exported) = export(&journal, Some(&suite()));
    assert_eq!(lines.len(), 1);
    assert_eq!(
        (&lines[0]["ended"], &lines[0]["messages"][1]["tool_calls"][0]["function"]["name"]),
        (&json!(false), &json!("second"))
    );
    assert!(exported.lost.lines().any(|line| line == "left out: turns that a reset broke off (1)"));
}

#[test]
fn a_fork_has_its_parents_part_of_the_turn() {
    let mut journal = Journal::new();
    journal.open("s1", 1).start("s1", "t01.1", 0).call("s1", json!({"turn": "t01.1", "tool": "one"}));
    journal.call("s1", json!({"turn": "t01.1", "tool": "two"}));
    journal.event("s1", json!({"forked": {"child": "s2", "events": 3}})).open("s2", 1);
    journal.call("s2", json!({"turn": "t01.1", "tool": "three"})).end("s2", "t01.1");
    let (lines, _) = export(&journal, Some(&suite()));
    let tools = |line: &Value| -> Vec<String> {
        let messages = line["messages"].as_array().unwrap().iter();
        messages.filter_map(|m| m["tool_calls"][0]["function"]["name"].as_str().map(str::to_owned)).collect()
    };
    assert_eq!((&lines[0]["session"], tools(&lines[0])), (&json!("s2"), vec!["one".to_owned(), "three".to_owned()]));
    assert_eq!(lines[0]["messages"][0], json!({"role": "user", "content": "Watch the exchange rate for me."}));
    assert_eq!((&lines[1]["session"], tools(&lines[1])), (&json!("s1"), vec!["one".to_owned(), "two".to_owned()]));
}

#[test]
fn calls_in_a_sandbox_belong_to_no_turn_and_are_counted() {
    let mut journal = Journal::new();
    journal.sandbox("sandbox").call("sandbox", json!({})).call("sandbox", json!({}));
    let (lines, exported) = export(&journal, None);
    assert!(lines.is_empty());
    assert_eq!(exported.lost.lines().collect::<Vec<_>>(), ["left out: calls outside a turn, as in a sandbox (2)"]);
}

fn export(journal: &Journal, suite: Option<&Suite>) -> (Vec<Value>, Exported) {
    let mut out = Vec::new();
    let exported = messages::export(journal.path(), "", suite, &mut out).unwrap();
    let lines = std::str::from_utf8(&out).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    (lines, exported)
}

/// A suite of one persona and two turns.
fn suite() -> Suite {
    let persona = json!({
        "id": "ana", "name": "Ana", "summary": "…", "communication": {"style": "…", "clarification": "…"},
        "timezone": "Europe/Amsterdam", "home": "Utrecht", "preferences": [],
        "habits": {"budget": "…", "travel": "…", "scheduling": "…", "services": "…"},
        "constraints": [], "attributes": {}, "accounts": {},
    });
    let turn = |id: &str, user: &str| {
        json!({"id": id, "clock": "2026-03-02T09:00:00+01:00", "user": user, "subtype": "opening", "task": "chat",
               "reveals": [], "gold": {"kind": "chat"}, "assistant": "Done."})
    };
    let turns = [turn("t01.1", "Watch the exchange rate for me."), turn("t01.2", "Give me all of them.")];
    let topic =
        json!({"topic": "t01", "title": "T", "toolset": "rates", "clock": "2026-03-02T09:00:00+01:00", "turns": turns});
    let file = |path: &str, value: &Value| (path.to_owned(), File::overlaid(path, value.to_string().into_bytes()));
    let files = [file("personas/ana.json", &persona), file("dialogues/ana.jsonl", &topic)];
    Suite::load(&Files::from(BTreeMap::from(files))).unwrap()
}
