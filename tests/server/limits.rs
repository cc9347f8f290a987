//! Slow, silent and greedy clients: they cost themselves time, and others nothing.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::support::{Connection, Server, exchange};

const CALL: &str = "/currency-exchange/getSupportedCurrencies?type=crypto";

fn get(target: &str, headers: &str) -> Vec<u8> {
    format!("GET {target} HTTP/1.1\r\nHost: localhost\r\n{headers}\r\n").into_bytes()
}

#[test]
fn a_head_that_drips_in_is_cut_off_and_others_are_answered_meanwhile() {
    let server = Server::start(&["--header-timeout", "1"]);
    let mut slow = Connection::open(server.agent);
    let mut silent = Connection::open(server.agent);
    let dripping = std::thread::spawn(move || {
        let began = Instant::now();
        for byte in get(CALL, &"x: y\r\n".repeat(100)) {
            if slow.send(&[byte]).is_err() || began.elapsed() > Duration::from_secs(15) {
                break;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        (began.elapsed(), slow.receive())
    });
    for _ in 0..20 {
        server.get(CALL).expect(200);
    }
    let (lasted, answer) = dripping.join().unwrap();
    assert!(lasted < Duration::from_secs(10), "cut off after {lasted:?}");
    assert!(!matches!(answer, Ok(Some(answer)) if answer.status == 200));
    assert!(!matches!(silent.receive(), Ok(Some(answer)) if answer.status == 200), "a silent one is cut off too");
    server.get(CALL).expect(200);
}

#[test]
fn half_a_body_is_waited_for_and_then_refused() {
    let mut server = Server::start(&[]);
    let head = "POST /currency-exchange/convertCurrency HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60\r\n\r\n{\"amount\": 1,";
    let mut waiting = Connection::open(server.agent);
    waiting.send(head.as_bytes()).unwrap();
    // One that goes away in the middle is no longer waited for.
    assert!(exchange(server.agent, head.as_bytes()).iter().all(|answer| (400..500).contains(&answer.status)));
    drop(Connection::open(server.agent).send(head.as_bytes()));
    server.get(CALL).expect(200);
    waiting.receive().unwrap().unwrap().expect_problem(408, "body_too_slow");
    drop(waiting);
    server.get(CALL).expect(200);
    server.stop();
    let statuses: Vec<u16> = server.calls("sandbox").iter().map(|call| call.status).collect();
    assert!(statuses.contains(&408), "{statuses:?}");
}

#[test]
fn hundreds_of_idle_connections_keep_nobody_out() {
    let server = Server::start(&[]);
    let mut idle: Vec<Connection> = (0..300).map(|_| Connection::open(server.agent)).collect();
    let operators: Vec<Connection> = (0..100).map(|_| Connection::open(server.operator)).collect();
    for connection in idle.iter_mut().step_by(3) {
        connection.send(b"GET /tools HT").unwrap();
    }
    for _ in 0..50 {
        server.get(CALL).expect(200);
    }
    server.operate("GET", "/health", None).expect(200);
    for connection in idle.iter_mut().step_by(3) {
        connection.send(b"TP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
    }
    for connection in idle.iter_mut().step_by(3) {
        connection.receive().unwrap().unwrap().expect(200);
    }
    drop(operators);
}

#[test]
fn pipelined_requests_are_answered_in_order() {
    let mut server = Server::start(&[]);
    let mut connection = Connection::open(server.agent);
    let mut bytes = Vec::new();
    for amount in 0..100 {
        let body = json!({ "amount": amount, "fromCurrency": "EUR", "toCurrency": "EUR" }).to_string();
        let head = format!(
            "POST /currency-exchange/convertCurrency HTTP/1.1\r\nHost: localhost\r\nContent-Length: {}\r\n\r\n",
            body.len()
        );
        bytes.extend_from_slice(head.as_bytes());
        bytes.extend_from_slice(body.as_bytes());
    }
    connection.send(&bytes).unwrap();
    for amount in 0..100 {
        assert_eq!(connection.receive().unwrap().unwrap().expect(200)["amount"], amount);
    }
    server.stop();
    assert_eq!(server.calls("sandbox").len(), 100);
}

#[test]
fn a_connection_is_kept_until_one_side_says_close() {
    let server = Server::start(&[]);
    let mut kept = Connection::open(server.agent);
    for _ in 0..50 {
        assert_eq!(kept.request("GET", CALL, &[], None).unwrap().status, 200);
    }
    for refused in ["/nothing/at/all", "/s/nobody/turn", "/currency-exchange/none"] {
        assert_eq!(kept.request("GET", refused, &[], None).unwrap().status, 404);
    }
    assert_eq!(kept.request("POST", "/s/nobody/reply", &[], Some(&[b'x'; 100_000])).unwrap().status, 404);
    assert_eq!(kept.request("HEAD", "/tools", &[], None).unwrap().status, 405);
    assert_eq!(kept.request("GET", CALL, &[("Connection", "close")], None).unwrap().status, 200);
    assert!(kept.receive().unwrap().is_none(), "closed when asked to");
    let mut old = Connection::open(server.agent);
    old.send(format!("GET {CALL} HTTP/1.0\r\n\r\n").as_bytes()).unwrap();
    assert_eq!(old.receive().unwrap().unwrap().status, 200);
    assert!(old.receive().unwrap().is_none());
}

#[test]
fn a_client_that_has_said_its_last_word_still_hears_the_answer() {
    let server = Server::start(&[]);
    for _ in 0..200 {
        let answers = exchange(server.agent, &get(CALL, ""));
        assert_eq!(answers.iter().map(|answer| answer.status).collect::<Vec<_>>(), [200]);
    }
}

#[test]
fn a_large_body_to_a_wrong_place_does_not_hide_the_refusal() {
    let server = Server::start(&[]);
    let body = vec![b' '; 900_000];
    for _ in 0..5 {
        server.post("/s/nobody/currency-exchange/convertCurrency", &body).expect_problem(404, "unknown_session");
        server.post("/turn", &body).expect_problem(405, "wrong_method");
        server.post("/no/such/path/here", &body).expect_problem(404, "unknown_path");
    }
}

#[test]
fn expect_continue_is_answered() {
    let server = Server::start(&[]);
    let body = br#"{"type":"crypto"}"#;
    let headers = [("Expect", "100-continue")];
    let mut connection = Connection::open(server.agent);
    let answer = connection.request("POST", "/currency-exchange/getSupportedCurrencies", &headers, Some(body)).unwrap();
    answer.expect(200);
}

#[test]
fn more_sessions_than_allowed_are_told_to_wait() {
    let server = Server::start(&["--suite", crate::support::fixture_suite(), "--max-sessions", "3"]);
    let open = || server.operate("POST", "/sessions", Some(&json!({ "persona": crate::support::fixture() })));
    let ids: Vec<String> = (0..3).map(|_| open().expect(201)["id"].as_str().unwrap().to_owned()).collect();
    let refused = open();
    refused.expect_problem(503, "too_many_sessions");
    assert_eq!(refused.header("retry-after"), Some("1"));
    server.operate("DELETE", &format!("/sessions/{}", ids[0]), None).expect(200);
    open().expect(201);
}
