//! What happens to a session beyond its dialogue: it is left alone, forked, taken back, and told the same thing twice.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::support::{Example, Response, Server, ask, everyone, examples, exchange, fixture, fixture_suite, utb};

fn server(args: &[&str]) -> (Server, tempfile::TempDir) {
    let dir = tempfile::tempdir().unwrap();
    let suite = everyone(dir.path());
    (Server::start(&[args, &["--suite", suite.to_str().unwrap()]].concat()), dir)
}

fn open(server: &Server) -> String {
    server.open(&json!({ "persona": "everyone" }))["id"].as_str().unwrap().to_owned()
}

/// Accepted examples of tools that write.
fn writes() -> Vec<Example> {
    let writes: Vec<Example> = examples().into_iter().filter(|e| e.tool.writes() && e.reason.is_none()).collect();
    assert!(writes.len() >= 2, "the catalogue has tools that write");
    writes
}

/// Makes a call, under a key where there is one.
fn write(server: &Server, id: &str, example: &Example, key: Option<&str>) -> Response {
    let headers: Vec<(&str, &str)> = key.iter().map(|key| ("Idempotency-Key", *key)).collect();
    ask(server.agent, "POST", &format!("/s/{id}/{}", example.path()), &headers, Some(&example.body()))
}

fn state(server: &Server, id: &str) -> Value {
    server.operate("GET", &format!("/sessions/{id}/state"), None).expect(200)
}

fn reset(server: &Server, id: &str, body: &Value) -> Response {
    server.operate("POST", &format!("/sessions/{id}/reset"), Some(body))
}

/// Waits until nobody holds the session in memory.
fn wait_until_parked(server: &Server, id: &str) {
    let began = Instant::now();
    loop {
        let live = server.operate("GET", "/sessions", None).expect(200);
        if !live.as_array().unwrap().iter().any(|session| session["id"] == id) {
            return;
        }
        assert!(began.elapsed() < Duration::from_secs(15), "{id} stays in memory");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn a_key_is_good_for_one_call_however_often_it_comes() {
    let (mut server, _dir) = server(&["--session-ttl", "0"]);
    let (one, two) = (&writes()[0], &writes()[1]);
    let id = open(&server);
    let first = write(&server, &id, one, Some("k"));
    first.expect(200);
    let after = state(&server, &id);
    let same = |answer: &Response| assert_eq!((answer.status, answer.text()), (first.status, first.text()));
    same(&write(&server, &id, one, Some("k")));
    write(&server, &id, two, Some("k")).expect_problem(422, "idempotency_key_reused");
    same(&write(&server, &id, one, Some("k")));
    assert_eq!(state(&server, &id), after, "booked once");
    wait_until_parked(&server, &id);
    same(&write(&server, &id, one, Some("k")));
    write(&server, &id, two, Some("k")).expect_problem(422, "idempotency_key_reused");
    assert_eq!(state(&server, &id), after, "also after it came back from the journal");
    write(&server, &id, two, Some("another")).expect(200);
    assert_ne!(state(&server, &id), after);
    server.stop();
    let retries: Vec<Option<u64>> = server.calls(&id).iter().map(|call| call.retry_of).collect();
    assert_eq!(retries.iter().flatten().count(), 3, "{retries:?}");
}

#[test]
fn a_request_that_broke_off_does_not_use_up_its_key() {
    let (server, _dir) = server(&["--session-ttl", "0"]);
    let example = &writes()[0];
    for parked in [false, true] {
        let id = open(&server);
        let head = format!("POST /s/{id}/{} HTTP/1.1\r\nHost: localhost\r\nIdempotency-Key: k\r\n", example.path());
        let half = format!("{head}Content-Length: {}\r\n\r\n{{", example.body().len());
        exchange(server.agent, half.as_bytes())[0].expect_problem(400, "body_broke_off");
        if parked {
            wait_until_parked(&server, &id);
        }
        write(&server, &id, example, Some("k")).expect(200);
    }
}

#[test]
fn what_was_taken_back_can_be_done_again_under_the_same_key() {
    let (server, _dir) = server(&[]);
    let example = &writes()[0];
    let id = open(&server);
    let before = state(&server, &id);
    let first = write(&server, &id, example, Some("k")).text();
    let after = state(&server, &id);
    for to in [json!({}), json!({ "to": "turn" }), json!({ "to": "start" }), json!({ "to": before["digest"] })] {
        if to["to"] == before["digest"] {
            reset(&server, &id, &json!({})).expect(200);
            server.operate("POST", &format!("/sessions/{id}/snapshots"), None).expect(201);
            write(&server, &id, example, Some("k")).expect(200);
        }
        reset(&server, &id, &to).expect(200);
        assert_eq!(state(&server, &id), before, "{to}");
        assert_eq!(write(&server, &id, example, Some("k")).text(), first, "{to}");
        assert_eq!(state(&server, &id), after, "{to}: it is done again, not only answered again");
    }
}

#[test]
fn forks_part_ways_and_share_their_past() {
    let (server, _dir) = server(&[]);
    let (one, two) = (&writes()[0], &writes()[1]);
    let parent = open(&server);
    write(&server, &parent, one, None).expect(200);
    let fork = |body: Value| server.operate("POST", &format!("/sessions/{parent}/fork"), Some(&body)).expect(201);
    let child = fork(json!({ "agent": "second" }));
    let id = child["id"].as_str().unwrap();
    assert_eq!((&child["agent"], &child["parent"]["session"]), (&json!("second"), &json!(parent)));
    assert_eq!(state(&server, id), state(&server, &parent));
    let in_child = write(&server, id, two, None);
    assert_ne!(state(&server, id), state(&server, &parent));
    assert_eq!(
        write(&server, &parent, two, None).text(),
        in_child.text(),
        "ids come from what was done, not from who did it"
    );
    let diff = server.operate("GET", &format!("/sessions/{id}/diff?from={parent}"), None).expect(200);
    assert_eq!(diff["rows"], json!([]));
    let early = fork(json!({ "at": 1 }));
    assert_eq!(state(&server, early["id"].as_str().unwrap())["tables"], json!({}), "before anything was written");
    for wrong in [json!({ "at": 99 }), json!({ "at": -1 }), json!({ "at": "1" }), json!({ "from": 1 })] {
        let answer = server.operate("POST", &format!("/sessions/{parent}/fork"), Some(&wrong));
        assert!(matches!(answer.status, 404 | 422), "{wrong}: {}", answer.text());
    }
    reset(&server, &parent, &json!({ "to": "nowhere" })).expect_problem(404, "unknown_snapshot");
    server.operate("GET", &format!("/sessions/{parent}/diff"), None).expect_problem(422, "no_from");
    server.operate("GET", &format!("/sessions/{parent}/diff?from=nobody"), None).expect_problem(404, "unknown_session");
    let ids = [parent.as_str(), id];
    for id in ids {
        server.operate("DELETE", &format!("/sessions/{id}"), None).expect(200);
    }
    assert_eq!(state(&server, early["id"].as_str().unwrap())["tables"], json!({}), "a fork outlives its parent");
}

#[test]
fn a_session_that_finished_is_asked_again_forked_and_played_again() {
    let (mut server, dir) = server(&[]);
    let example = &writes()[0];
    let id = open(&server);
    let reply = || ask(server.agent, "POST", &format!("/s/{id}/reply"), &[], Some(br#"{"text": "Done."}"#)).expect(200);
    let first = write(&server, &id, example, None).expect(200);
    for _ in 0..3 {
        assert_eq!(reply()["finished"], true);
        write(&server, &id, example, None).expect_problem(409, "session_finished");
        reset(&server, &id, &json!({})).expect_problem(409, "no_turn");
        let fork = server.operate("POST", &format!("/sessions/{id}/fork"), Some(&json!({ "at": 1 }))).expect(201);
        assert_eq!(write(&server, fork["id"].as_str().unwrap(), example, None).expect(200), first);
        reset(&server, &id, &json!({ "to": "start" })).expect(200);
        assert_eq!(write(&server, &id, example, None).expect(200), first);
    }
    assert_eq!(reply()["finished"], true);
    let events = server.operate("GET", &format!("/sessions/{id}"), None).expect(200)["events"].as_u64().unwrap();
    for at in 0..events {
        let fork = server.operate("POST", &format!("/sessions/{id}/fork"), Some(&json!({ "at": at }))).expect(201);
        let answer = write(&server, fork["id"].as_str().unwrap(), example, None);
        assert!(matches!(answer.status, 200 | 409), "{}", answer.text());
    }
    let calls = 10 + events;
    server.stop();
    let journal = server.journal().to_str().unwrap();
    let verified = utb(&["journal", "verify", journal]);
    assert_eq!(verified.code, Some(0), "{}{}", verified.out, verified.err);
    let suite = dir.path().join("suite");
    let replayed = utb(&["replay", journal, "--suite", suite.to_str().unwrap(), "--format", "json"]);
    let counts = ["calls", "equal", "not_replayable"].map(|name| replayed.json()[name].as_u64().unwrap());
    assert_eq!((replayed.code, counts), (Some(0), [calls, calls, 0]), "{}{}", replayed.out, replayed.err);
}

/// `utb journal show --follow` in a process of its own, and its lines as they come.
struct Shown(Child, mpsc::Receiver<String>);

impl Shown {
    fn of(journal: &str, args: &[&str]) -> Self {
        let show = [&["journal", "show", journal, "--follow"], args].concat();
        let mut child = Command::new(env!("CARGO_BIN_EXE_utb")).args(show).stdout(Stdio::piped()).spawn().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let (put, take) = mpsc::channel();
        std::thread::spawn(move || lines.map_while(Result::ok).try_for_each(|line| put.send(line)));
        Self(child, take)
    }

    /// The next lines, as far as they come in good time.
    fn next(&self, count: usize) -> Vec<String> {
        (0..count).map_while(|_| self.1.recv_timeout(Duration::from_secs(10)).ok()).collect()
    }
}

impl Drop for Shown {
    fn drop(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

#[test]
fn a_journal_is_shown_while_it_grows_each_line_once() {
    let (server, _dir) = server(&[]);
    let id = open(&server);
    let example = &writes()[0];
    let shown = Shown::of(server.journal().to_str().unwrap(), &["--session", &id]);
    for _ in 0..200 {
        write(&server, &id, example, None);
    }
    let number = |line: &String| line.split_whitespace().nth(2).unwrap().parse::<u64>().unwrap();
    let numbers: Vec<u64> = shown.next(202).iter().map(number).collect();
    assert_eq!(numbers, (0..202).collect::<Vec<u64>>());
}

#[test]
fn a_line_that_is_half_written_is_shown_when_it_is_whole() {
    let (mut server, _dir) = server(&[]);
    write(&server, &open(&server), &writes()[0], None).expect(200);
    let records = server.stop().len();
    let file = server.journal().join("journal-000001.jsonl");
    let whole = std::fs::read(&file).unwrap();
    let (begun, rest) = whole.split_at(whole.len() - 40);
    std::fs::write(&file, begun).unwrap();
    let shown = Shown::of(server.journal().to_str().unwrap(), &[]);
    assert_eq!(shown.next(records - 1).len(), records - 1);
    // Time to come to the half line; with less this test would only prove less.
    std::thread::sleep(Duration::from_millis(500));
    std::fs::OpenOptions::new().append(true).open(&file).unwrap().write_all(rest).unwrap();
    assert_eq!(shown.next(1).len(), 1);
}

/// One step of a script: method, target under the session, body.
type Step = (&'static str, &'static str, Value);

fn script() -> Vec<Step> {
    let convert = json!({ "toCurrency": "SEK", "fromCurrency": "CHF", "amount": 5.0 });
    vec![
        ("GET", "turn", Value::Null),
        ("POST", "currency-exchange/convertCurrency", convert.clone()),
        ("POST", "reply", json!({ "text": "Done." })),
        ("POST", "currency-exchange/convertCurrency", json!({ "amount": true })),
        ("POST", "reply", json!({ "text": "Done." })),
        ("POST", "reply", json!({ "text": "What colour?" })),
        ("GET", "turn", Value::Null),
        ("POST", "reply", json!({ "text": "How much was it?" })),
        ("POST", "currency-exchange/convertCurrency", convert),
        ("POST", "reply", json!({ "text": "And what amount exactly?" })),
        ("GET", "turn", Value::Null),
        ("POST", "reply", json!({ "text": "How much, again?" })),
        ("GET", "turn", Value::Null),
        ("POST", "reply", json!({ "text": "You are welcome." })),
        ("POST", "reply", json!({ "text": "Booked." })),
        ("GET", "turn", Value::Null),
        ("POST", "reply", json!({ "text": "The end." })),
        ("GET", "turn", Value::Null),
        ("POST", "currency-exchange/getSupportedCurrencies", json!({})),
    ]
}

#[test]
fn a_session_that_is_left_alone_between_steps_goes_on_as_one_that_is_not() {
    let forgetful = Server::start(&["--suite", fixture_suite(), "--session-ttl", "0"]);
    let other = Server::start(&["--suite", fixture_suite()]);
    std::thread::scope(|scope| {
        for history in ["gold", "own"] {
            let (forgetful, other) = (&forgetful, &other);
            scope.spawn(move || {
                let open =
                    |server: &Server| server.open(&json!({ "persona": fixture(), "history": history }))["id"].clone();
                let (lone, busy) = (open(forgetful), open(other));
                for (i, (method, target, body)) in script().into_iter().enumerate() {
                    let send = |server: &Server, id: &Value| {
                        let (id, body) = (id.as_str().unwrap(), (!body.is_null()).then(|| body.to_string()));
                        let path = format!("/s/{id}/{target}");
                        let answer = ask(server.agent, method, &path, &[], body.as_deref().map(str::as_bytes));
                        (answer.status, answer.text().replace(id, "<id>"))
                    };
                    if (i + usize::from(history == "own")) % 2 == 0 {
                        wait_until_parked(forgetful, lone.as_str().unwrap());
                    }
                    assert_eq!(send(forgetful, &lone), send(other, &busy), "{history}: {method} {target} {body}");
                }
            });
        }
    });
}

#[test]
fn the_journal_is_closed_for_sessions_that_nobody_holds() {
    let mut server = Server::start(&["--suite", fixture_suite(), "--session-ttl", "0"]);
    let id = server.open(&json!({ "persona": fixture() }))["id"].as_str().unwrap().to_owned();
    wait_until_parked(&server, &id);
    let records = server.stop();
    let last = records.iter().rfind(|record| record.session == id).unwrap();
    assert!(matches!(last.event, usertoolbench::journal::Event::Closed(_)), "{:?}", last.event);
    assert_eq!(last.n, 2);
}

#[test]
fn an_operator_door_with_a_token_opens_for_nobody_else() {
    let (server, _dir) = server(&["--operator-token", "s3cret"]);
    let get = |headers: &[(&str, &str)]| ask(server.operator, "GET", "/personas", headers, None);
    for headers in
        [&[][..], &[("Authorization", "Bearer s3cre")], &[("Authorization", "s3cret")], &[("Authorization", "Bearer ")]]
    {
        assert_eq!(get(headers).expect(401)["code"], "no_token");
    }
    get(&[("Authorization", "Bearer s3cret")]).expect(200);
    let call = &examples()[0];
    ask(server.agent, "POST", &format!("/{}", call.path()), &[], Some(&call.body())).expect(200);
}

#[test]
fn a_server_without_a_sandbox_serves_sessions_only() {
    let (server, _dir) = server(&["--no-sandbox"]);
    let call = writes().remove(0);
    for path in [format!("/{}", call.path()), format!("/s/sandbox/{}", call.path())] {
        let refused = ask(server.agent, "POST", &path, &[], Some(&call.body())).expect(404);
        assert!(["no_sandbox", "unknown_session"].contains(&refused["code"].as_str().unwrap()), "{refused}");
    }
    write(&server, &open(&server), &call, None).expect(200);
}
