//! What a client sees, and the journal says, when the server behind misbehaves.

use std::io::Write;

use serde_json::json;
use usertoolbench::journal::format::ExchangeFault;

use crate::fastapi::FastApi;
use crate::programs::{Utb, until};
use crate::wire::{Ask, connect, get, misbehaving, nobody, post};

#[test]
fn faults_before_the_answer_are_problems_that_name_them() {
    let fastapi = FastApi::start();
    let cases = [
        (nobody(), "/x", 502, "upstream_unreachable", ExchangeFault::Connect),
        (fastapi.url.clone(), "/hang", 504, "upstream_timeout", ExchangeFault::Timeout),
        (
            misbehaving(b"\x16\x03\x01 not HTTP\r\n\r\n", true),
            "/x",
            502,
            "upstream_garbled",
            ExchangeFault::BadResponse,
        ),
        (misbehaving(b"HTTP/1.1 999999 Odd\r\n\r\n", false), "/x", 502, "upstream_garbled", ExchangeFault::BadResponse),
        (misbehaving(b"", true), "/x", 502, "upstream_broke_off", ExchangeFault::BrokeOff),
        (misbehaving(b"HTTP/1.1 200 OK\r\nContent-Le", true), "/x", 502, "upstream_broke_off", ExchangeFault::BrokeOff),
    ];
    for (upstream, path, status, code, fault) in cases {
        let proxy = Utb::record(&upstream, &["--timeout", "1"]);
        let answer = get(proxy.url(), path);
        assert_eq!(
            (answer.status, answer.header("content-type")),
            (status, Some("application/problem+json")),
            "{code}"
        );
        let problem = answer.json();
        assert_eq!(problem["code"], code);
        assert!(!problem.to_string().contains("127.0.0.1"), "where the server is, is nobody's business: {problem}");
        let record = proxy.last();
        assert_eq!((record.fault, record.status, record.response.bytes), (Some(fault), None, 0), "{code}");
        assert!(proxy.calls().is_empty());
    }
}

#[test]
fn an_answer_that_breaks_off_breaks_off_for_the_client_too() {
    let garbled = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\nzz\r\n";
    let cases: [(&'static [u8], bool, ExchangeFault); 5] = [
        (b"HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\nhalf", true, ExchangeFault::BrokeOff),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n", true, ExchangeFault::BrokeOff),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n8\r\nhalf", true, ExchangeFault::BrokeOff),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\nhalf", false, ExchangeFault::Timeout),
        (garbled, false, ExchangeFault::BadResponse),
    ];
    for (says, closes, fault) in cases {
        let proxy = Utb::record(&misbehaving(says, closes), &["--timeout", "1"]);
        let answer = post(proxy.url(), "/orders/create", &json!({}));
        assert_eq!(answer.status, 200);
        let (body, whole) = answer.rest();
        assert_eq!((body.as_slice(), whole), (&b"half"[..], false), "{fault:?}");
        let record = proxy.last();
        assert_eq!((record.fault, record.status), (Some(fault), Some(200)));
        assert_eq!(record.response.text.as_deref(), Some("half"));
        assert!(proxy.calls().is_empty(), "half an answer is no answer");
    }
}

#[test]
fn an_answer_that_ends_with_its_connection_is_whole() {
    let proxy = Utb::record(&misbehaving(b"HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n[1]", true), &[]);
    assert_eq!(post(proxy.url(), "/orders/create", &json!({})).body(), b"[1]");
    assert_eq!((proxy.last().fault, proxy.calls().len()), (None, 1));
}

#[test]
fn who_sends_much_to_a_server_that_is_not_there_still_hears_of_it() {
    let proxy = Utb::record(&nobody(), &[]);
    let body = vec![b'x'; 4 << 20];
    let answer = Ask { method: "POST", path: "/upload", headers: &[], body: &body }.send(proxy.url());
    assert_eq!(answer.status, 502);
}

#[test]
fn a_client_that_leaves_is_journalled() {
    let fastapi = FastApi::start();
    let proxy = Utb::record(&fastapi.url, &[]);
    let left = |n: usize| {
        until("the exchange is journalled", || proxy.exchanges().len() == n);
        assert_eq!(proxy.last().fault, Some(ExchangeFault::ClientLeft));
    };
    // In the middle of its request.
    let mut stream = connect(proxy.url());
    write!(stream, "POST /upload HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nhalf").unwrap();
    drop(stream);
    left(1);
    // In the middle of the answer.
    let mut answer = get(proxy.url(), "/stream?pieces=800");
    let chunk = answer.chunk().len() as u64;
    drop(answer);
    left(2);
    assert!(proxy.last().response.bytes >= chunk);
}

#[test]
fn a_page_of_another_site_gets_nothing_through() {
    let fastapi = FastApi::start();
    let proxy = Utb::record(&fastapi.url, &[]);
    let origin = [("Origin", "http://evil.example")];
    let answer = Ask { method: "POST", path: "/orders/create", headers: &origin, body: b"{}" }.send(proxy.url());
    assert_eq!(answer.json()["code"], "wrong_origin");
    let mut stream = connect(proxy.url());
    write!(stream, "GET /echo HTTP/1.1\r\nHost: evil.example\r\n\r\n").unwrap();
    let answer = crate::wire::Answer::begin(stream, false).unwrap();
    assert_eq!(answer.json()["code"], "wrong_host");
    assert!(proxy.exchanges().is_empty());
}
