//! HTTP that is right and seldom, or wrong in ways that a server may be wrong: between requests, beside lengths, before
//! the answer.

use std::io::Write;
use std::time::Duration;

use serde_json::json;
use usertoolbench::journal::format::ExchangeFault;

use crate::programs::{Utb, until};
use crate::wire::{Answer, Ask, connect, get, misbehaving, post};

/// Asks twice, so that what one answer leaves behind is seen in the next.
fn twice(says: &'static [u8], ask: impl Fn(&str) -> Answer, check: impl Fn(Answer)) -> Utb {
    let proxy = Utb::record(&misbehaving(says, false), &["--timeout", "2"]);
    for _ in 0..2 {
        check(ask(proxy.url()));
    }
    assert!(proxy.exchanges().iter().all(|exchange| exchange.fault.is_none()), "{:?}", proxy.exchanges());
    proxy
}

#[test]
fn a_server_that_closes_after_each_answer_without_saying_so_loses_no_request() {
    let proxy = Utb::record(&misbehaving(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}", true), &[]);
    for n in 0..20 {
        assert_eq!(get(proxy.url(), &format!("/x?{n}")).body(), b"{}", "{n}");
        // The connection is closed between two requests, and not under one.
        std::thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(proxy.exchanges().len(), 20, "none was sent twice");
}

#[test]
fn bytes_behind_the_end_of_an_answer_are_not_the_next_answer() {
    let more = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n\"x\"";
    twice(more, |url| post(url, "/orders/create", &json!({})), |answer| assert_eq!(answer.body(), b"{}"));
    let junk = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}junk";
    twice(junk, |url| get(url, "/x"), |answer| assert_eq!(answer.body(), b"{}"));
}

#[test]
fn lengths_that_contradict_each_other_do_not_reach_the_client() {
    let chunked = b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n";
    twice(
        chunked,
        |url| get(url, "/x"),
        |answer| {
            assert_eq!(answer.header("content-length"), None, "chunks are what counts (RFC 9112, section 6.3)");
            assert_eq!(answer.body(), b"hello");
        },
    );
    let proxy = Utb::record(
        &misbehaving(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}x", false),
        &["--timeout", "2"],
    );
    assert_eq!(get(proxy.url(), "/x").json()["code"], "upstream_garbled");
    assert_eq!(proxy.last().fault, Some(ExchangeFault::BadResponse));
}

#[test]
fn interim_answers_are_not_the_answer() {
    let early = b"HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\nHTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\
        Content-Length: 2\r\n\r\n{}";
    let check = |answer: Answer| assert_eq!((answer.status, answer.body()), (200, b"{}".to_vec()));
    let proxy = twice(early, |url| post(url, "/orders/create", &json!({})), check);
    assert!(proxy.exchanges().iter().all(|exchange| exchange.status == Some(200)));
}

#[test]
fn a_server_that_changes_the_protocol_is_not_followed() {
    let switch = b"HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: odd\r\n\r\nodd odd";
    let proxy = Utb::record(&misbehaving(switch, false), &["--timeout", "2"]);
    let headers = [("Connection", "Upgrade"), ("Upgrade", "odd")];
    let answer = Ask { method: "GET", path: "/x", headers: &headers, body: b"" }.send(proxy.url());
    assert_eq!(answer.status, 502);
    assert_eq!(answer.json()["code"], "upstream_garbled");
    assert_eq!((proxy.last().fault, proxy.last().status), (Some(ExchangeFault::BadResponse), None));
}

#[test]
fn answers_without_a_body_have_none_whatever_their_headers_say() {
    let head = |url: &str| Ask { method: "HEAD", path: "/x", headers: &[], body: b"" }.send(url);
    let of_head = b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n";
    twice(of_head, head, |answer| assert_eq!(answer.header("content-length"), Some("1000")));
    for says in [&b"HTTP/1.1 204 No Content\r\n\r\n"[..], b"HTTP/1.1 304 Not Modified\r\nContent-Length: 1000\r\n\r\n"]
    {
        let proxy = twice(says, |url| get(url, "/x"), |answer| assert_eq!(answer.body(), b""));
        assert_eq!(proxy.last().response.bytes, 0);
    }
}

#[test]
fn trailers_do_not_disturb_the_body() {
    let trailers =
        b"HTTP/1.1 200 OK\r\nTrailer: X-Sum\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nX-Sum: 1\r\n\r\n";
    twice(trailers, |url| get(url, "/x"), |answer| assert_eq!(answer.body(), b"{}"));
}

#[test]
fn a_server_that_says_its_headers_and_nothing_more_is_given_up() {
    for head in [
        &b"HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n"[..],
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
        b"HTTP/1.1 200 OK\r\n\r\n",
    ] {
        let proxy = Utb::record(&misbehaving(head, false), &["--timeout", "1"]);
        assert_eq!(get(proxy.url(), "/x").rest(), (Vec::new(), false));
        assert_eq!((proxy.last().fault, proxy.last().status), (Some(ExchangeFault::Timeout), Some(200)));
    }
}

#[test]
fn a_head_without_end_is_cut_off() {
    let endless = [&b"HTTP/1.1 200 OK\r\n"[..], &b"X-More: yes\r\n".repeat(200_000)].concat().leak();
    let proxy = Utb::record(&misbehaving(endless, false), &["--timeout", "2"]);
    let answer = get(proxy.url(), "/x");
    assert_eq!(answer.json()["code"], "upstream_garbled");
    assert_eq!(proxy.last().fault, Some(ExchangeFault::BadResponse));
}

#[test]
fn a_client_that_leaves_before_the_answer_is_journalled_with_what_came_of_it() {
    let proxy = Utb::record(&misbehaving(b"", false), &["--timeout", "1"]);
    let mut stream = connect(proxy.url());
    write!(stream, "POST /orders/create HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{{}}").unwrap();
    drop(stream);
    // It may have said its last word and still listen, so the server behind is waited for.
    until("the exchange is journalled", || proxy.exchanges().len() == 1);
    assert_eq!((proxy.last().fault, proxy.last().status), (Some(ExchangeFault::Timeout), None));
    assert_eq!(proxy.last().request.text.as_deref(), Some("{}"));
}
