//! The user's side and the judge in front of a server that knows of neither.

use std::net::TcpListener;

use serde_json::{Value, json};
use usertoolbench::journal::Event;

use crate::fastapi::FastApi;
use crate::programs::{Utb, utb};
use crate::wire::{Ask, get, misbehaving, post};

const PERSONA: [&str; 2] = ["--persona", "fenna-terwolde"];
const CONVERT: &str = "/currency-exchange/convertCurrency";

/// Plays a turn: the calls, then a reply.
fn play(proxy: &Utb, calls: &[(&str, Value)]) -> Value {
    for (tool, arguments) in calls {
        post(proxy.url(), &format!("/currency-exchange/{tool}"), arguments).body();
    }
    reply(proxy, "That is that.")
}

fn reply(proxy: &Utb, text: &str) -> Value {
    post(proxy.url(), "/reply", &json!({ "text": text })).json()
}

fn pounds() -> Value {
    json!({"amount": 6480, "fromCurrency": "GBP", "toCurrency": "EUR"})
}

#[test]
fn turns_in_front_of_another_server_are_judged_as_they_end_and_again_from_the_journal() {
    let server = FastApi::start();
    let mut proxy = Utb::referee(&server.url, &[&PERSONA[..], &["--turns", "5", "--agent", "mine"]].concat());
    let turn = get(proxy.url(), "/turn").json();
    assert_eq!((&turn["status"], &turn["turn"]), (&json!("playing"), &json!(0)));
    let direct = post(&server.url, CONVERT, &pounds()).body();
    assert_eq!(post(proxy.url(), CONVERT, &pounds()).body(), direct, "the answer is that of the server behind");
    assert_eq!(reply(&proxy, "So many euros.")["status"], "turn_over");

    let rates = json!({"baseCurrency": "GBP", "targetCurrency": "USD", "date": "2026-02-02"});
    play(&proxy, &[("getHistoricalRates", rates)]);
    let asked = reply(&proxy, "How much is it?");
    assert_eq!(asked["status"], "user_replied", "{asked}");
    // Under the session's own prefix, as `utb serve` has it.
    let path = get(proxy.url(), "/turn").json()["urls"]["convertCurrency"].as_str().unwrap().to_owned();
    let crowns = json!({"amount": 41750, "fromCurrency": "SEK", "toCurrency": "EUR"});
    assert_eq!(post(proxy.url(), &path, &crowns).status, 200);
    assert_eq!(reply(&proxy, "There you are.")["finished"], false);
    play(&proxy, &[]);
    assert_eq!(play(&proxy, &[])["finished"], true);
    assert_eq!(get(proxy.url(), "/turn").json()["status"], "finished");
    let after = post(proxy.url(), CONVERT, &pounds());
    assert_eq!((after.status, after.json()["code"].as_str()), (409, Some("session_finished")));

    let live = get(proxy.operator(), "/verdicts").json();
    let passes: Vec<&Value> = live.as_array().unwrap().iter().map(|verdict| &verdict["exact"]["pass"]).collect();
    assert_eq!(passes, [true, false, true, false, true], "{live:#}");
    let lines = proxy.stop();
    let lines: Vec<&str> = lines.lines().collect();
    assert_eq!(lines.len(), 5, "one line a turn: {lines:#?}");
    for (at, turn) in [(0, "t01.1"), (2, "t01.3"), (4, "t01.5")] {
        assert_eq!(lines[at], format!("{turn} released pass, exact pass, relaxed pass"));
    }
    assert!(lines[1].starts_with("t01.2 released fail, exact fail, relaxed fail: wrong_value: "), "{}", lines[1]);
    assert!(lines[3].starts_with("t01.4 released fail, exact fail, relaxed fail: missing_call: "), "{}", lines[3]);

    let (code, score) = utb(&["score", "--format", "json", proxy.journal.to_str().unwrap()]);
    let score: Value = serde_json::from_str(&score).unwrap();
    assert_eq!((code, &score["agents"][0]["agent"]), (Some(0), &json!("mine")));
    assert_eq!(score["agents"][0]["verdicts"].to_string(), live.to_string(), "byte for byte");
    assert!(
        proxy.records().iter().any(|r| matches!(&r.event, Event::Exchange(e) if e.turn.as_deref() == Some("t01.1")))
    );
}

#[test]
fn a_session_that_is_stopped_in_the_middle_is_judged_the_same_afterwards() {
    let server = FastApi::start();
    let more = ["--turn", "t01.2", "--turns", "2", "--history", "own", "--seed", "7"];
    let mut proxy = Utb::referee(&server.url, &[&PERSONA[..], &more].concat());
    let rates = json!({"baseCurrency": "GBP", "targetCurrency": "EUR", "date": "2026-02-02"});
    play(&proxy, &[("getHistoricalRates", rates)]);
    let history = get(proxy.url(), "/turn").json()["history"].to_string();
    assert!(history.contains("T-1"), "its own past has the answer of the server behind: {history}");
    let live = get(proxy.operator(), "/verdicts").json();
    assert_eq!(proxy.stop(), "t01.2 released pass, exact pass, relaxed pass\n");
    let (_, score) = utb(&["score", "--format", "json", proxy.journal.to_str().unwrap()]);
    let score: Value = serde_json::from_str(&score).unwrap();
    assert_eq!(score["agents"][0]["verdicts"].to_string(), live.to_string());
}

#[test]
fn a_server_that_fails_is_not_blamed_on_the_agent() {
    for (says, closes) in [(&b"garbage\r\n\r\n"[..], true), (b"HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\nhalf", true)]
    {
        let mut proxy = Utb::referee(&misbehaving(says, closes), &[&PERSONA[..], &["--timeout", "1"]].concat());
        post(proxy.url(), CONVERT, &pounds()).rest();
        reply(&proxy, "It does not work.");
        let call = proxy.calls().pop().unwrap();
        assert_eq!((call.status, call.turn.as_deref()), (502, Some("t01.1")));
        let line = proxy.stop();
        assert!(
            line.starts_with("t01.1 released not judged, exact not judged, relaxed not judged: infrastructure: "),
            "{line}"
        );
    }
}

#[test]
fn only_what_is_on_offer_reaches_the_server_and_every_call_is_in_the_journal() {
    let server = FastApi::start();
    let proxy = Utb::referee(&server.url, &PERSONA);
    let code = |answer: crate::wire::Answer| answer.json()["code"].as_str().unwrap().to_owned();
    let nothing = json!({});
    assert_eq!(code(post(proxy.url(), "/city-weather/getRealtimeCity", &nothing)), "tool_not_offered");
    assert_eq!(code(post(proxy.url(), "/currency-exchange/robBank", &nothing)), "unknown_tool");
    assert_eq!(code(post(proxy.url(), "/orders/create", &nothing)), "unknown_toolset");
    assert!(proxy.exchanges().is_empty(), "nothing of this went on");
    let headers = [("Content-Type", "application/json")];
    let bad = Ask { method: "POST", path: CONVERT, headers: &headers, body: b"{\"amount\": " }.send(proxy.url());
    assert_eq!(bad.status, 422, "what the server says to it");
    bad.body();
    let calls = proxy.calls();
    let seen: Vec<_> = calls.iter().map(|call| (call.status, call.arguments.is_some())).collect();
    assert_eq!(seen, [(404, false), (404, false), (404, false), (422, false)]);
    assert!(calls.iter().all(|call| call.turn.as_deref() == Some("t01.1")));
}

#[test]
fn an_agent_cannot_reach_what_the_operator_knows() {
    let server = FastApi::start();
    let proxy = Utb::referee(&server.url, &PERSONA);
    let secrets = ["euro-yardstick", "single_tool", "\"gold\"", "\"exact\"", "t01.1", proxy.operator(), &server.url];
    let session = get(proxy.operator(), "/session").json()["id"].as_str().unwrap().to_owned();
    for path in [
        "/",
        "/turn",
        "/tools",
        "/tools?format=anthropic",
        "/openapi.json",
        "/verdicts",
        "/session",
        "/journal",
        "/sessions",
        "/personas",
        "/health",
        "/metrics",
        "/mcp",
        "/s/sandbox/turn",
        "/s/x/../verdicts",
        "/%76erdicts",
        "/echo",
        "/docs",
        "//verdicts",
        &format!("/s/{session}"),
        &format!("/s/{session}/turn"),
        &format!("/s/{session}/verdicts"),
        &format!("/s/{session}/journal"),
        &format!("/s/{session}/s/{session}/turn"),
    ] {
        for method in ["GET", "POST"] {
            let answer = Ask { method, path, headers: &[], body: b"{}" }.send(proxy.url());
            let (status, headers) = (answer.status, format!("{:?}", answer.headers));
            let text = String::from_utf8(answer.body()).unwrap() + &headers;
            let told: Vec<_> = secrets.iter().filter(|secret| text.contains(**secret)).collect();
            assert!(told.is_empty(), "{method} {path} ({status}) tells {told:?}: {text}");
        }
    }
    assert!(proxy.exchanges().is_empty(), "none of it went on to the server");
}

#[test]
fn a_reply_waits_for_calls_on_their_way() {
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", silent.local_addr().unwrap());
    let proxy = Utb::referee(&url, &[&PERSONA[..], &["--timeout", "1"]].concat());
    let pending = std::thread::scope(|scope| {
        let call = scope.spawn(|| post(proxy.url(), CONVERT, &pounds()).status);
        let _on_its_way = silent.accept().unwrap();
        reply(&proxy, "Done.");
        call.join().unwrap()
    });
    assert_eq!(pending, 504);
    let order: Vec<&str> = proxy
        .records()
        .iter()
        .filter_map(|record| match &record.event {
            Event::Call(_) => Some("call"),
            Event::Reply(_) => Some("reply"),
            Event::TurnEnded(_) => Some("ended"),
            _ => None,
        })
        .collect();
    assert_eq!(order, ["call", "reply", "ended"]);
}
