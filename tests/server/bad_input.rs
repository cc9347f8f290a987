//! What no client should send. It is refused with a reason, it is in the journal, and the server goes on.

use std::net::SocketAddr;

use serde_json::{Value, json};
use usertoolbench::call::hex;
use usertoolbench::journal::format::CallRecord;

use crate::support::{Chance, Connection, Response, Server, ask, exchange, replays};

const CONVERT: &str = "/currency-exchange/convertCurrency";
const MEBIBYTE: usize = 1 << 20;

/// A call that must succeed, whatever came before it.
#[track_caller]
fn still_answers(server: &Server) {
    let arguments = json!({ "amount": 1, "fromCurrency": "EUR", "toCurrency": "EUR" });
    assert_eq!(server.post_json(CONVERT, &arguments).expect(200)["convertedAmount"], 1.0);
}

fn raw_of(call: &CallRecord) -> Vec<u8> {
    let from_hex =
        |text: &str| (0..text.len()).step_by(2).map(|i| u8::from_str_radix(&text[i..i + 2], 16).unwrap()).collect();
    match (&call.raw, &call.raw_hex) {
        (Some(text), None) => text.clone().into_bytes(),
        (None, Some(digits)) => from_hex(digits),
        other => panic!("a call has its bytes once: {other:?}"),
    }
}

/// Bodies that are not JSON, or that two readers would read in two ways.
fn not_json() -> Vec<Vec<u8>> {
    let with = |value: &str| format!(r#"{{"amount":{value},"fromCurrency":"EUR","toCurrency":"USD"}}"#).into_bytes();
    let named = |name: &[u8]| [br#"{"amount":1,"toCurrency":"USD","fromCurrency":""#, name, br#""}"#].concat();
    let mut bodies: Vec<Vec<u8>> = [
        "{",
        "}",
        "[",
        "nul",
        "{]",
        "{\"amount\":}",
        "{'amount':1}",
        "{amount:1}",
        "{\"amount\":1,}",
        "[1]",
        "1",
        "\"x\"",
        "true",
        "null",
        "{} {}",
        "{}x",
        "{}\0",
        "\u{feff}{}",
        "{\"a\":1,\"a\":1}",
        "{\"a\":{\"b\":1,\"b\":2}}",
        "{\"a\":1,\"\\u0061\":1}",
        "// no\n{}",
        "<a/>",
        "amount=1",
        "{\"a\":\"\\x\"}",
        "{\"a\":\"\\u12\"}",
        "{\"a\":\"\n\"}",
    ]
    .map(|text| text.as_bytes().to_vec())
    .to_vec();
    bodies.extend(
        [
            "NaN",
            "Infinity",
            "-Infinity",
            "1e400",
            "-1e400",
            "01",
            "+1",
            ".5",
            "1.",
            "1e",
            "0x10",
            "--1",
            "9007199254740993",
        ]
        .map(with),
    );
    bodies.extend(
        ["-9007199254740993", "9007199254740992", "18446744073709551616", "9007199254740993.0", "1e300"].map(with),
    );
    bodies.push(with(&"9".repeat(400)));
    bodies.push(with(&format!("1{}", "0".repeat(100_000))));
    bodies.extend(
        [
            &b"\0"[..],
            b"\\u0000",
            b"\xff",
            b"\xc0\xaf",
            b"\xed\xa0\x80",
            b"\\ud800",
            b"\\udc00\\ud800",
            b"\xf5\x80\x80\x80",
        ]
        .map(named),
    );
    bodies.push(br#"{"\u0000":1}"#.to_vec());
    bodies.extend(["[", "{\"a\":", "[{\"a\":"].map(|open| open.repeat(100_000).into_bytes()));
    bodies.push(format!("{{\"a\":{}{}}}", "[".repeat(100_000), "]".repeat(100_000)).into_bytes());
    bodies
}

#[test]
fn what_is_not_json_is_refused_and_journalled_byte_for_byte() {
    let mut server = Server::start(&[]);
    let bodies = not_json();
    let mut answers = Vec::new();
    for body in &bodies {
        let answer = server.post(CONVERT, body);
        let shown = String::from_utf8_lossy(&body[..body.len().min(60)]).into_owned();
        assert_eq!(answer.status, 400, "{shown}: {}", answer.text());
        let problem = answer.expect_problem(400, "bad_json");
        assert!(problem["detail"].as_str().unwrap().len() < 400, "{shown}: {problem}");
        answers.push(answer);
    }
    still_answers(&server);
    server.stop();
    let calls = server.calls("sandbox");
    assert_eq!(calls.len(), bodies.len() + 1);
    for ((call, body), answer) in calls.iter().zip(&bodies).zip(&answers) {
        assert_eq!(raw_of(call), *body);
        assert_eq!((call.status, call.body.get().as_bytes()), (answer.status, &answer.body[..]));
        assert!(call.arguments.is_none());
    }
}

#[test]
fn nothing_at_all_and_bare_space_are_the_empty_object() {
    let server = Server::start(&[]);
    for body in [&b""[..], b" \r\n\t ", b"{}", b" {} "] {
        let answer = server.post("/currency-exchange/getSupportedCurrencies", body);
        assert_eq!(answer.status, 200, "{body:?}: {}", answer.text());
    }
}

#[test]
fn breaks_of_the_schema_are_listed_in_a_fixed_order() {
    let server = Server::start(&[]);
    let body = br#"{"zeta":1,"toCurrency":"","amount":"much","ammount":2,"a/b~c":null}"#;
    let problem = server.post(CONVERT, body).expect_problem(422, "invalid_arguments");
    let errors = problem["errors"].as_array().unwrap();
    let places: Vec<(&str, &str)> =
        errors.iter().map(|e| (e["pointer"].as_str().unwrap(), e["keyword"].as_str().unwrap())).collect();
    let expected = [
        ("/ammount", "additionalProperties"),
        ("/amount", "type"),
        ("/a~1b~0c", "additionalProperties"),
        ("/fromCurrency", "required"),
        ("/toCurrency", "minLength"),
        ("/zeta", "additionalProperties"),
    ];
    assert_eq!(places, expected);
    assert!(errors[0]["detail"].as_str().unwrap().contains("'amount'"), "{problem}");
    assert_eq!(errors[0]["allowed"], json!(["amount", "fromCurrency", "toCurrency"]));
    for error in errors {
        assert!(error["detail"].as_str().is_some_and(|d| !d.is_empty()), "{error}");
    }
    let kind = server.post_json("/currency-exchange/getSupportedCurrencies", &json!({ "type": "shells" }));
    let error = &kind.expect_problem(422, "invalid_arguments")["errors"][0];
    assert_eq!((&error["pointer"], &error["keyword"]), (&json!("/type"), &json!("enum")));
    assert_eq!(error["allowed"], json!(["fiat", "crypto", "all"]));
}

#[test]
fn a_body_full_of_faults_gets_an_answer_of_bearable_size() {
    let server = Server::start(&[]);
    let names: Vec<String> = (0..60_000).map(|i| format!("\"amoun{i}\":1")).collect();
    let body = format!("{{{}}}", names.join(","));
    assert!(body.len() < MEBIBYTE);
    let answer = server.post(CONVERT, body.as_bytes());
    let problem = answer.expect_problem(422, "invalid_arguments");
    assert!(answer.body.len() < 64 << 10, "{} bytes", answer.body.len());
    assert!(problem["detail"].as_str().unwrap().contains("60003 faults"), "{}", problem["detail"]);
    let long = "x".repeat(MEBIBYTE - 200);
    for body in [
        json!({ "amount": 1, "fromCurrency": long, "toCurrency": "EUR" }),
        json!({ long.as_str(): 1 }),
        json!({ "amount": long }),
    ] {
        let answer = server.post_json(CONVERT, &body);
        assert_eq!(answer.status, 422, "{}", answer.status);
    }
    still_answers(&server);
}

#[test]
fn unknown_names_come_with_the_nearest_known_ones() {
    let server = Server::start(&[]);
    let suggests = |path: &str, code: &str, name: &str| {
        for answer in [server.post(path, b"{}"), server.get(path)] {
            let problem = answer.expect_problem(404, code);
            assert!(problem["suggestions"].as_array().unwrap().contains(&json!(name)), "{path}: {problem}");
        }
    };
    suggests("/currency-exchange/convertCurency", "unknown_tool", "convertCurrency");
    suggests("/currency-exchange/CONVERTCURRENCY", "unknown_tool", "convertCurrency");
    suggests("/currency-exchang/convertCurrency", "unknown_toolset", "currency-exchange");
    suggests("/s/sandbox/currency_exchange/convertCurrency", "unknown_toolset", "currency-exchange");
    for path in ["/s/nobody/turn", "/s/nobody/currency-exchange/convertCurrency", "/s/sandbo", "/s/%20/tools"] {
        let problem = server.get(path).expect_problem(404, "unknown_session");
        assert!(problem.get("suggestions").is_none(), "names of sessions are secrets: {problem}");
    }
    server.get("/no/such/path").expect_problem(404, "unknown_path");
    server.operate("GET", "/sessions/nobody", None).expect_problem(404, "unknown_session");
}

#[test]
fn a_body_beyond_a_mebibyte_is_refused_however_it_comes() {
    let mut server = Server::start(&[]);
    let exact = format!("{{\"amount\":\"{}\"}}", "x".repeat(MEBIBYTE - 13));
    assert_eq!(exact.len(), MEBIBYTE);
    server.post(CONVERT, exact.as_bytes()).expect_problem(422, "invalid_arguments");
    for size in [MEBIBYTE + 1, 3 * MEBIBYTE, 9 * MEBIBYTE] {
        let body = vec![b' '; size];
        server.post(CONVERT, &body).expect_problem(413, "body_too_large");
        let chunked = ask_chunked(server.agent, CONVERT, &body);
        chunked.expect_problem(413, "body_too_large");
        for path in ["/s/sandbox/reply", "/s/sandbox/mcp", "/mcp"] {
            server.post(path, &body).expect_problem(413, "body_too_large");
        }
        ask(server.operator, "POST", "/sessions", &[], Some(&body)).expect_problem(413, "body_too_large");
    }
    // A length that is only claimed is refused without waiting for the bytes.
    let mut connection = Connection::open(server.agent);
    let head = format!("POST {CONVERT} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999\r\n\r\n");
    connection.send(head.as_bytes()).unwrap();
    connection.receive().unwrap().unwrap().expect_problem(413, "body_too_large");
    still_answers(&server);
    server.stop();
    let refused = server.calls("sandbox").iter().filter(|call| call.status == 413).count();
    assert_eq!(refused, 7);
}

fn ask_chunked(addr: SocketAddr, target: &str, body: &[u8]) -> Response {
    let mut connection = Connection::open(addr);
    let head = format!("POST {target} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n");
    connection.send(head.as_bytes()).unwrap();
    for chunk in body.chunks(50_000) {
        let framed = [format!("{:x}\r\n", chunk.len()).as_bytes(), chunk, b"\r\n"].concat();
        // The answer may come before all is sent.
        if connection.send(&framed).is_err() {
            break;
        }
    }
    let _ = connection.send(b"0\r\n\r\n");
    connection.receive().unwrap().expect("an answer")
}

#[test]
fn a_small_body_in_chunks_is_a_body() {
    let server = Server::start(&[]);
    let body = br#"{"amount": 2, "fromCurrency": "EUR", "toCurrency": "EUR"}"#;
    assert_eq!(ask_chunked(server.agent, CONVERT, body).expect(200)["convertedAmount"], 2.0);
}

#[test]
fn other_methods_are_told_which_would_do() {
    let server = Server::start(&[]);
    for (path, allowed) in [
        ("/", "GET"),
        ("/tools", "GET"),
        ("/turn", "GET"),
        ("/openapi.json", "GET"),
        ("/reply", "POST"),
        ("/mcp", "POST"),
        (CONVERT, "POST, GET"),
    ] {
        for method in ["PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "TRACE", "QUERY", "get", "FOO"] {
            let answer = ask(server.agent, method, path, &[], None);
            assert_eq!(answer.status, 405, "{method} {path}");
            assert_eq!(answer.header("allow"), Some(allowed), "{method} {path}");
            assert!(method != "HEAD" || answer.body.is_empty());
        }
    }
    for (path, allowed) in [("/sessions", "GET, POST"), ("/health", "GET"), ("/sessions/sandbox/journal", "GET")] {
        let answer = ask(server.operator, "PATCH", path, &[], None);
        assert_eq!((answer.status, answer.header("allow")), (405, Some(allowed)), "{path}");
    }
    let wrong = [("GET", "/reply"), ("GET", "/mcp"), ("POST", "/turn"), ("POST", "/tools"), ("POST", "/")];
    for (method, path) in wrong {
        ask(server.agent, method, path, &[], None).expect_problem(405, "wrong_method");
    }
}

#[test]
fn absurd_paths_are_client_errors() {
    let server = Server::start(&[]);
    let long = format!("/{}", "a".repeat(60_000));
    let deep = "/a".repeat(20_000);
    let longer = format!("/{}", "a".repeat(200_000));
    let long_tool = format!("/currency-exchange/{}", "convertCurrency".repeat(4_000));
    for path in [
        "/..",
        "/../..",
        "/s/../sessions",
        "/s/%2e%2e/sessions",
        "/%2e%2e%2fsessions",
        "/s/sandbox/%2F/x",
        "//",
        "/./turn/x",
        "/%00",
        "/s/%00/turn",
        "/currency-exchange/%00",
        "/currency-exchange%2FconvertCurrency",
        "/%ff",
        "/s/%c0%af/turn",
        "/%",
        "/%zz",
        "/s",
        "/s/",
        "/s/sandbox/a/b/c",
        "/;x=1",
        "/a?b?c",
        "*",
        "/\u{7f}",
        "/é",
        "/{}",
        "/%F0%9F%98%80/%F0%9F%98%80",
        &long,
        &deep,
        &longer,
        &long_tool,
        "/tools?format=",
        "/tools?format=%ff",
        "/tools?format=xml",
    ] {
        for method in ["GET", "POST"] {
            for addr in [server.agent, server.operator] {
                let bytes = format!("{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n");
                for answer in exchange(addr, bytes.as_bytes()) {
                    let shown = &path[..path.len().min(40)];
                    let fine = path == "//" || (400..500).contains(&answer.status);
                    assert!(fine, "{method} {shown}: {} {}", answer.status, answer.text());
                    assert!(answer.body.len() < 80 << 10, "{method} {shown}: {} bytes", answer.body.len());
                }
            }
        }
    }
    for raw in
        [&b"GET /\xff HTTP/1.1\r\nHost: localhost\r\n\r\n"[..], b"GET /a b HTTP/1.1\r\n\r\n", b"GET  HTTP/1.1\r\n\r\n"]
    {
        assert!(exchange(server.agent, raw).iter().all(|answer| (400..500).contains(&answer.status)), "{raw:?}");
    }
    still_answers(&server);
}

#[test]
fn queries_are_read_as_strictly_as_bodies() {
    let server = Server::start(&[]);
    let get = |query: &str| server.get(&format!("{CONVERT}?{query}"));
    let whole = get("amount=2.5&fromCurrency=EUR&toCurrency=EUR").expect(200);
    assert_eq!(whole["convertedAmount"], 2.5);
    get("amount=1&amount=2&fromCurrency=EUR&toCurrency=EUR").expect_problem(400, "bad_query");
    get("amount=1&fromCurrency=%00&toCurrency=EUR").expect_problem(400, "bad_query");
    get("amount=1&fromCurrency=%ff&toCurrency=EUR").expect_problem(400, "bad_query");
    for amount in ["", "x", "1e400", "9007199254740993", "NaN", "[1]", "%22", "{", "1+1"] {
        let problem =
            get(&format!("amount={amount}&fromCurrency=EUR&toCurrency=EUR")).expect_problem(422, "invalid_arguments");
        assert_eq!(problem["errors"][0]["keyword"], "type", "{amount}: {problem}");
    }
    let flood: String = (0..3_000).map(|i| format!("a{i}=1&")).collect();
    get(&flood).expect_problem(422, "invalid_arguments");
    still_answers(&server);
}

#[test]
fn floods_of_headers_are_cut_off() {
    let server = Server::start(&[]);
    let many: String = (0..5_000).map(|i| format!("x-{i}: 1\r\n")).collect();
    let large = format!("x-large: {}\r\n", "y".repeat(2 * MEBIBYTE));
    for headers in [
        many,
        large,
        "no colon\r\n".into(),
        ": empty\r\n".into(),
        "x: \0\r\n".into(),
        "Content-Length: -1\r\n".into(),
        "Content-Length: 5\r\nContent-Length: 6\r\n".into(),
        "Content-Length: 99999999999999999999999\r\n".into(),
        "Transfer-Encoding: gzip\r\n".into(),
    ] {
        let bytes = format!("POST {CONVERT} HTTP/1.1\r\nHost: localhost\r\n{headers}\r\n");
        for answer in exchange(server.agent, bytes.as_bytes()) {
            assert!((400..500).contains(&answer.status), "{}: {}", &headers[..headers.len().min(30)], answer.status);
        }
    }
    still_answers(&server);
}

#[test]
fn random_bytes_on_the_socket_do_no_harm() {
    let server = Server::start(&[]);
    let mut chance = Chance::new(0x5eed);
    let body = r#"{"amount": 1, "fromCurrency": "EUR", "toCurrency": "USD"}"#;
    let valid = format!("POST {CONVERT} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {}\r\n\r\n{body}", body.len())
        .into_bytes();
    for case in 0..2_000 {
        let bytes = match case % 4 {
            0 => {
                let length = chance.below(300);
                chance.bytes(length)
            }
            _ => mutated(&valid, &mut chance),
        };
        let addr = if case % 8 == 7 { server.operator } else { server.agent };
        for answer in exchange(addr, &bytes) {
            assert!(answer.status < 500, "{}: {}", String::from_utf8_lossy(&bytes), answer.text());
        }
    }
    still_answers(&server);
}

/// A valid request with a few bytes changed, dropped, doubled or cut.
fn mutated(valid: &[u8], chance: &mut Chance) -> Vec<u8> {
    let mut bytes = valid.to_vec();
    for _ in 0..1 + chance.below(4) {
        let at = chance.below(bytes.len());
        match chance.below(5) {
            0 => bytes[at] = chance.next() as u8,
            1 => drop(bytes.remove(at)),
            2 => bytes.insert(at, bytes[at]),
            3 => bytes[at] ^= 1 << chance.below(8),
            _ if chance.below(4) == 0 => bytes.truncate(at),
            _ => {}
        }
        if bytes.is_empty() {
            break;
        }
    }
    bytes
}

#[test]
fn refused_calls_replay_like_others() {
    let mut server = Server::start(&[]);
    for body in not_json().iter().filter(|body| body.len() < 1_000) {
        server.post(CONVERT, body).expect_problem(400, "bad_json");
    }
    for query in ["amount=%ff", "amount=1&amount=2", "amount=x", "a=%00", "amount=-0.0&fromCurrency=EUR&toCurrency=SEK"]
    {
        server.get(&format!("{CONVERT}?{query}"));
    }
    for path in ["/currency-exchange/none", "/none/none", "/a%00b/%F0%9F%98%80", "/currency-exchange/%2F"] {
        server.post(path, b"{\"a\": 1.0}").expect(404);
    }
    server.post(CONVERT, &vec![b' '; MEBIBYTE + 1]).expect_problem(413, "body_too_large");
    server.post(CONVERT, br#"{"amount": 5.0, "fromCurrency": "EUR", "toCurrency": "SEK"}"#).expect(200);
    let message = |name: &str, arguments: Value| {
        let params = json!({ "name": name, "arguments": arguments });
        server.post_json("/mcp", &json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params }));
    };
    message("convertCurrency", json!({ "amount": 2.0, "fromCurrency": "EUR", "toCurrency": "SEK" }));
    message("convertCurrency", json!([1]));
    message("convertCurrency", json!(null));
    message("convertCurency", json!({}));
    message("none.convertCurrency", json!("{}"));
    message("", json!({}));
    server.stop();
    replays(server.journal(), &[]);
}

#[test]
fn every_refusal_is_journalled_with_its_status() {
    let mut server = Server::start(&[]);
    let bodies: [(&str, &[u8]); 5] = [
        ("/currency-exchange/noSuchTool", b"{\"x\":1}"),
        ("/no-such-set/tool", b"\xff\xfe"),
        (CONVERT, b"{\"amount\":-1}"),
        (CONVERT, b"{\"amount\":1,\"fromCurrency\":\"Q\",\"toCurrency\":\"EUR\"}"),
        (CONVERT, b"not json"),
    ];
    let statuses: Vec<u16> = bodies.iter().map(|(path, body)| server.post(path, body).status).collect();
    let query = "amount=x&fromCurrency=%ff";
    let by_query = server.get(&format!("{CONVERT}?{query}")).status;
    let live: Value = server.operate("GET", "/sessions/sandbox/journal", None).expect(200);
    server.stop();
    let calls = server.calls("sandbox");
    let shown: Vec<&Value> = live.as_array().unwrap().iter().filter(|r| r["event"].get("call").is_some()).collect();
    assert_eq!((calls.len(), shown.len()), (6, 6));
    for ((call, (path, body)), status) in calls.iter().zip(bodies).zip(statuses) {
        assert_eq!(format!("/{}/{}", call.toolset, call.tool), path);
        assert_eq!((call.status, raw_of(call)), (status, body.to_vec()), "{}", hex(body));
    }
    let last = &calls[5];
    assert_eq!((last.via.as_str(), last.status, raw_of(last)), ("get", by_query, query.as_bytes().to_vec()));
}
