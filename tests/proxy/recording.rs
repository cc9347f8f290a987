//! What is written down, and what it is good for.

use serde_json::json;
use usertoolbench::journal::{Event, Record};

use crate::fastapi::FastApi;
use crate::programs::{Utb, utb};
use crate::wire::{Ask, get, post};

const CONVERT: &str = "/currency-exchange/convertCurrency";

#[test]
fn our_own_server_answers_the_same_through_the_proxy_and_the_recording_replays() {
    let server = Utb::serve(&[]);
    let mut proxy = Utb::record(server.url(), &[]);
    let call = json!({"amount": 250.0, "toCurrency": "SEK", "fromCurrency": "EUR"});
    for body in [call.clone(), json!({"amount": "many"}), json!({"fromCurrency": "EUR"})] {
        let (direct, through) = (post(server.url(), CONVERT, &body), post(proxy.url(), CONVERT, &body));
        assert_eq!((through.status, through.header("content-type")), (direct.status, direct.header("content-type")));
        assert_eq!(through.body(), direct.body());
    }
    let query = format!("{CONVERT}?amount=250&fromCurrency=EUR&toCurrency=SEK");
    assert_eq!(get(proxy.url(), &query).body(), get(server.url(), &query).body());
    proxy.stop();
    let calls = proxy.calls();
    let seen: Vec<_> = calls.iter().map(|call| (call.via.as_str(), call.status, call.arguments.is_some())).collect();
    assert_eq!(seen, [("post", 200, true), ("post", 422, false), ("post", 422, false), ("get", 200, true)]);
    let arguments = calls[0].arguments.as_ref().unwrap().get();
    assert_eq!(arguments, r#"{"amount":250,"fromCurrency":"EUR","toCurrency":"SEK"}"#);

    let journal = proxy.journal.to_str().unwrap();
    assert_eq!(utb(&["journal", "verify", journal]).0, Some(0));
    let (code, replayed) = utb(&["replay", journal]);
    assert_eq!(code, Some(0), "{replayed}");
    let (code, shown) = utb(&["journal", "show", journal, "--status", "200"]);
    assert!(code == Some(0) && shown.contains(&format!("POST {CONVERT} → ")), "{shown}");
}

#[test]
fn a_recording_of_another_server_can_stand_in_for_it() {
    let server = FastApi::start();
    let mut proxy = Utb::record(&server.url, &[]);
    let body = json!({"b": [1.50, "x"], "a": {"d": 1, "c": null}});
    let recorded = post(proxy.url(), "/orders/create", &body).body();
    let fault = post(proxy.url(), "/orders/create", &json!([1])).status;
    proxy.stop();
    let calls = proxy.calls();
    assert_eq!(calls.len(), 1, "what is no object is no call; it was answered with {fault}");
    assert_eq!(calls[0].arguments.as_ref().unwrap().get(), r#"{"a":{"c":null,"d":1},"b":[1.5,"x"]}"#);
    assert_eq!(calls[0].raw.as_deref(), Some(body.to_string().as_str()));
    assert_eq!(calls[0].body.get().as_bytes(), recorded);

    let stand_in = Utb::serve(&["--replay", proxy.journal.to_str().unwrap()]);
    assert_eq!(post(stand_in.url(), "/orders/create", &body).body(), recorded);
}

#[test]
fn exchanges_keep_the_bytes_and_calls_one_line() {
    let server = FastApi::start();
    let proxy = Utb::record(&server.url, &[]);
    let pretty = post(proxy.url(), "/notes/pretty", &json!({})).body();
    assert!(pretty.contains(&b'\n'));
    let exchange = proxy.last();
    assert_eq!(exchange.response.text.as_deref().map(str::as_bytes), Some(&pretty[..]), "byte for byte");
    assert_eq!(exchange.response_headers["content-type"], "application/json");
    assert!(exchange.first_byte_micros.unwrap() <= exchange.micros);
    assert_eq!(proxy.calls()[0].body.get(), r#"{"rate":1.10,"note":"two\nlines"}"#, "numbers stay as they are spelt");

    post(proxy.url(), "/notes/table", &json!({})).body();
    get(proxy.url(), "/files/report").body();
    assert_eq!((proxy.exchanges().len(), proxy.calls().len()), (3, 1), "what is not JSON is an exchange and no call");
}

#[test]
fn a_header_or_the_path_names_the_session() {
    let server = FastApi::start();
    let proxy = Utb::record(&server.url, &[]);
    let send = |path: &str, headers: &[(&str, &str)]| {
        Ask { method: "POST", path, headers, body: b"{}" }.send(proxy.url()).rest();
    };
    send("/orders/create", &[]);
    send("/orders/create", &[("X-UTB-Session", "morning")]);
    send("/s/0abc/orders/create", &[]);
    send("/s/0abc/orders/create", &[("X-UTB-Session", "morning")]);
    send("/s/0abc/reply", &[]);
    let records = proxy.records();
    let exchanged = |record: &&Record| matches!(record.event, Event::Exchange(_));
    let sessions: Vec<&str> = records.iter().filter(exchanged).map(|record| record.session.as_str()).collect();
    assert_eq!(sessions, ["sandbox", "morning", "0abc", "morning", "0abc"]);
    let numbers = |name: &str| -> Vec<u64> { records.iter().filter(|r| r.session == name).map(|r| r.n).collect() };
    assert_eq!(numbers("morning"), [0, 1, 2, 3, 4], "opened, then exchange and call twice");
    assert_eq!(numbers("0abc"), [0, 1, 2, 3], "a reply is an exchange and no call");
}

#[test]
fn a_session_of_our_own_server_is_played_through_the_proxy() {
    let server = Utb::serve(&[]);
    let proxy = Utb::record(server.url(), &[]);
    let opened = post(server.operator(), "/sessions", &json!({"persona": "fenna-terwolde"})).json();
    let session = opened["id"].as_str().unwrap();
    let turn = get(proxy.url(), &format!("/s/{session}/turn")).json();
    assert_eq!(turn["status"], "playing");
    let call = json!({"amount": 6480, "fromCurrency": "GBP", "toCurrency": "EUR"});
    assert_eq!(post(proxy.url(), &format!("/s/{session}{CONVERT}"), &call).status, 200);
    let said = post(proxy.url(), &format!("/s/{session}/reply"), &json!({"text": "So much."})).json();
    assert_eq!(said["status"], "turn_over");
    let verdicts = get(server.operator(), &format!("/sessions/{session}/verdicts")).json();
    assert_eq!(verdicts[0]["exact"]["pass"], true, "{}", verdicts[0]);
    let calls = proxy.calls();
    assert_eq!((calls.len(), calls[0].tool.as_str()), (1, "convertCurrency"), "turn and reply are no calls");
}
