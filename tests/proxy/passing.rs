//! Nothing is changed on the way, and nothing is held back.

use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use usertoolbench::journal::format::ExchangeRecord;

use crate::fastapi::FastApi;
use crate::programs::Utb;
use crate::wire::{Ask, get, post};

/// Pieces of 64 KiB that make 50 MiB.
const MANY: usize = 800;

#[test]
fn method_path_query_headers_and_body_arrive_as_they_were_sent() {
    let (server, path) = (FastApi::start(), "/echo?status=418&x=%20%2F&y&y=é".replace('é', "%C3%A9"));
    let proxy = Utb::record(&server.url, &[]);
    for (method, body) in [("GET", &b""[..]), ("POST", b"a\xff\0b"), ("PUT", b"{}"), ("DELETE", b""), ("OPTIONS", b"")]
    {
        let headers = [
            ("Connection", "close, X-Hop"),
            ("X-Hop", "1"),
            ("TE", "trailers"),
            ("X-Forwarded-For", "10.0.0.1"),
            ("Authorization", "Bearer hush-hush"),
            ("Accept-Encoding", "gzip"),
            ("Content-Type", "text/odd"),
            ("X-Many", "1"),
        ];
        let ask = Ask { method, path: &path, headers: &headers, body };
        let direct = ask.send(&server.url);
        let through = ask.send(proxy.url());
        assert_eq!((through.status, through.header("x-own")), (418, Some("kept")), "{method}");
        assert_eq!(through.header("content-type"), direct.header("content-type"), "{method}");
        let (direct, through) = (direct.json(), through.json());
        for field in ["method", "url", "body"] {
            assert_eq!(through[field], direct[field], "{method}: {field}");
        }
        let mut expected = direct["headers"].as_object().unwrap().clone();
        for hop in ["connection", "x-hop", "te"] {
            expected.remove(hop);
        }
        let mut found = through["headers"].as_object().unwrap().clone();
        // A body that is not there may be said to be empty or not be spoken of.
        expected.remove("content-length");
        found.remove("content-length");
        assert_eq!(Value::Object(found), Value::Object(expected), "{method}");
    }
    let exchanges = proxy.exchanges();
    let headers = |exchange: &ExchangeRecord| exchange.request_headers.keys().cloned().collect::<Vec<_>>();
    assert_eq!(headers(&exchanges[0]), ["accept-encoding", "content-type"], "secrets are not written down");
    let posted = exchanges.iter().find(|exchange| exchange.method == "POST").unwrap();
    assert_eq!((posted.request.bytes, posted.request.hex.as_deref()), (4, Some("61ff0062")));
    assert_eq!(posted.query.as_deref(), path.split_once('?').map(|(_, query)| query));
}

#[test]
fn answers_without_a_body_keep_their_headers() {
    let server = FastApi::start();
    let proxy = Utb::record(&server.url, &[]);
    let head = Ask { method: "HEAD", path: "/echo", headers: &[], body: b"" };
    let (direct, through) = (head.send(&server.url), head.send(proxy.url()));
    assert_eq!((through.status, through.header("content-type")), (200, direct.header("content-type")));
    assert!(through.header("content-length").is_some());
    assert_eq!((proxy.last().status, proxy.last().response.bytes), (Some(200), 0));
}

#[test]
fn large_bodies_pass_both_ways_with_flat_memory() {
    let server = FastApi::start();
    let proxy = Utb::record(&server.url, &["--keep", "100000"]);
    get(proxy.url(), "/stream?pieces=1").body();
    let before = proxy.peak();
    let answer = get(proxy.url(), &format!("/stream?pieces={MANY}"));
    let digest = answer.header("x-digest").unwrap().to_owned();
    let mut size = 0;
    assert!(answer.each(|piece| size += piece.len()));
    let record = proxy.last();
    assert_eq!((size, record.response.bytes), (MANY << 16, (MANY << 16) as u64));
    assert_eq!(record.response.sha256.as_ref(), Some(&digest), "the digest is that of all bytes");
    assert_eq!(record.response.hex.as_ref().map(String::len), Some(2048), "the first bytes are kept");

    let body = vec![b'x'; 20 << 20];
    let sent = Ask { method: "POST", path: "/upload", headers: &[], body: &body }.send(proxy.url()).json();
    let digest = usertoolbench::call::hex(&Sha256::digest(&body));
    assert_eq!(sent, json!({ "bytes": body.len(), "digest": digest }));
    let record = proxy.last();
    assert_eq!(record.request.sha256.as_ref(), Some(&digest));
    assert_eq!(record.request.text.map(|text| text.len()), Some(1024));
    assert_eq!(record.response.sha256, None, "a small answer is kept whole");
    if let (Some(before), Some(after)) = (before, proxy.peak()) {
        assert!(after - before < 16 << 10, "70 MiB passed, and memory grew by {} KiB", after - before);
    }
}

#[test]
fn an_answer_is_passed_on_while_it_comes() {
    let server = FastApi::start();
    let proxy = Utb::record(&server.url, &[]);
    let mut answer = get(proxy.url(), "/two-pieces");
    assert_eq!(answer.chunk(), b"first", "the first piece is here before the second is made");
    assert!(proxy.exchanges().is_empty(), "it has not ended");
    post(&server.url, "/release", &Value::Null).body();
    assert_eq!(answer.body(), b"second");
    assert_eq!(proxy.last().response.text.as_deref(), Some("firstsecond"));
}
