//! Bodies that are compressed: the client has their bytes, the journal has both.

use std::io::Write;

use flate2::Compression;
use flate2::write::{GzEncoder, ZlibEncoder};
use serde_json::json;
use usertoolbench::call::hex;
use usertoolbench::journal::format::Undecoded;

use crate::fastapi::FastApi;
use crate::programs::{Utb, utb};
use crate::wire::{Ask, get, misbehaving, post};

const PLAIN: &str = r#"{"rate": 0.0911}"#;

/// [`PLAIN`] as the reference encoder of brotli writes it.
const BROTLI: &[u8] = b"\x8b\x07\x80{\"rate\": 0.0911}\x03";

fn gzip(plain: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(plain).unwrap();
    encoder.finish().unwrap()
}

fn deflate(plain: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(plain).unwrap();
    encoder.finish().unwrap()
}

fn zstd(plain: &[u8]) -> Vec<u8> {
    ruzstd::encoding::compress_to_vec(plain, ruzstd::encoding::CompressionLevel::Fastest)
}

/// A server that answers every request with this body.
fn answering(coding: &str, body: &[u8]) -> String {
    let head = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Encoding: {coding}\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    misbehaving([head.as_bytes(), body].concat().leak(), false)
}

#[test]
fn a_compressed_answer_passes_untouched_and_is_a_call_all_the_same() {
    let plain = PLAIN.as_bytes();
    for (coding, body) in [
        ("gzip", gzip(plain)),
        ("deflate", deflate(plain)),
        ("br", BROTLI.to_vec()),
        ("zstd", zstd(plain)),
        ("br, gzip", gzip(BROTLI)),
    ] {
        let mut proxy = Utb::record(&answering(coding, &body), &[]);
        let answer = post(proxy.url(), "/orders/create", &json!({}));
        assert_eq!(answer.header("content-encoding"), Some(coding));
        assert_eq!(answer.body(), body, "{coding}: untouched");
        let exchange = proxy.last();
        assert_eq!(exchange.response_headers["content-encoding"], coding);
        assert_eq!(exchange.response.hex, Some(hex(&body)), "{coding}: as it came");
        assert_eq!(exchange.response.undecoded, None, "{coding}");
        assert_eq!(proxy.calls()[0].body.get(), PLAIN, "{coding}");
        proxy.stop();
        let stand_in = Utb::serve(&["--replay", proxy.journal.to_str().unwrap()]);
        assert_eq!(post(stand_in.url(), "/orders/create", &json!({})).body(), plain, "{coding}: stands in");
    }
}

#[test]
fn what_cannot_be_read_passes_and_the_journal_says_why() {
    let bomb = gzip(&vec![b' '; 50 << 20]);
    let cut = &gzip(PLAIN.as_bytes())[..20];
    for (coding, body, why) in [
        ("gzip", &bomb[..], Undecoded::TooLarge),
        ("gzip", cut, Undecoded::Broken),
        ("dcz", b"\x5e\x2a\x4d\x18\xff", Undecoded::UnknownCoding),
    ] {
        let proxy = Utb::record(&answering(coding, body), &["--keep", "100000"]);
        get(proxy.url(), "/warm/up").body();
        let before = proxy.peak();
        assert_eq!(post(proxy.url(), "/orders/create", &json!({})).body(), body, "{why:?}");
        let exchange = proxy.last();
        assert_eq!((exchange.response.undecoded, exchange.response.hex), (Some(why), Some(hex(body))), "{why:?}");
        assert_eq!((exchange.fault, proxy.calls().len()), (None, 0), "{why:?}");
        if let (Some(before), Some(after)) = (before, proxy.peak()) {
            assert!(after - before < 16 << 10, "{why:?}: memory grew by {} KiB", after - before);
        }
    }
    let large = gzip(&(0..60_000u32).flat_map(|n| n.wrapping_mul(2_654_435_761).to_le_bytes()).collect::<Vec<_>>());
    let proxy = Utb::record(&answering("gzip", &large), &["--keep", "1000"]);
    assert_eq!(post(proxy.url(), "/orders/create", &json!({})).body(), large);
    assert_eq!(proxy.last().response.undecoded, Some(Undecoded::TooLarge), "not all of it was kept");
}

#[test]
fn a_compressed_request_is_a_call_with_its_arguments() {
    let server = FastApi::start();
    let proxy = Utb::record(&server.url, &[]);
    let headers = [("Content-Type", "application/json"), ("Content-Encoding", "gzip")];
    let arguments = br#"{"number": 1.0, "of": "many"}"#;
    let body = gzip(arguments);
    let ask = Ask { method: "POST", path: "/notes/pretty", headers: &headers, body: &body };
    assert_eq!(ask.send(proxy.url()).body(), ask.send(&server.url).body());
    let exchange = proxy.last();
    assert_eq!((exchange.request.hex, exchange.request.undecoded), (Some(hex(&body)), None));
    let call = proxy.calls().pop().unwrap();
    assert_eq!(call.raw.as_deref().map(str::as_bytes), Some(&arguments[..]));
    assert_eq!(call.arguments.unwrap().get(), r#"{"number":1,"of":"many"}"#);
}

#[test]
fn a_turn_is_judged_by_what_the_compressed_answer_says() {
    let plain = br#"{"amount":6480,"fromCurrency":"GBP","toCurrency":"EUR","rate":1.1,"convertedAmount":7128,"date":"2026-02-16"}"#;
    let persona = ["--persona", "fenna-terwolde", "--turns", "1"];
    let mut proxy = Utb::referee(&answering("gzip", &gzip(plain)), &persona);
    let arguments = json!({"amount": 6480, "fromCurrency": "GBP", "toCurrency": "EUR"});
    assert_eq!(post(proxy.url(), "/currency-exchange/convertCurrency", &arguments).body(), gzip(plain));
    post(proxy.url(), "/reply", &json!({ "text": "So many." })).body();
    let verdicts = get(proxy.operator(), "/verdicts").json();
    assert_eq!(verdicts[0]["exact"]["pass"], true, "{verdicts:#}");
    assert_eq!(proxy.calls()[0].body.get().as_bytes(), plain);
    assert!(proxy.stop().starts_with("t01.1 released pass, exact pass, relaxed pass"));
    let (code, scores) = utb(&["score", proxy.journal.to_str().unwrap(), "--format", "json"]);
    assert_eq!(code, Some(0), "{scores}");
}
