//! Death and restart: what was answered is in the journal, whatever happened then.

use std::collections::BTreeMap;
use std::io::Write;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde_json::json;
use usertoolbench::journal::{self, Event, JournalError, Record};

use crate::support::{Chance, Connection, Server, ask, fixture, fixture_suite, records, refuse_to_start};

const THREADS: usize = 4;

/// How often each call (session, body, answer) was answered, or journalled.
type Calls = BTreeMap<(String, String, String), usize>;

fn count(calls: &mut Calls, session: &str, raw: &str, body: &str) {
    *calls.entry((session.to_owned(), raw.to_owned(), body.to_owned())).or_default() += 1;
}

/// Calls tools over one connection until it breaks, and gives what was answered.
fn hammer(addr: SocketAddr, session: &str, thread: usize, stop: &AtomicBool) -> Calls {
    let mut answered = Calls::new();
    let Ok(mut connection) = Connection::try_open(addr) else { return answered };
    let path = if session == "sandbox" { String::new() } else { format!("/s/{session}") };
    for i in 0.. {
        let (tool, raw) = match i % 4 {
            // Large answers take the writer longer, so that death finds it in the middle more often.
            0 => ("getAllExchangeRates", format!(r#"{{"baseCurrency":"{}"}}"#, ["EUR", "USD", "SEK"][i % 3])),
            _ => (
                "convertCurrency",
                format!(r#"{{"amount":{},"fromCurrency":"EUR","toCurrency":"SEK"}}"#, thread * 1_000_000 + i),
            ),
        };
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let target = format!("{path}/currency-exchange/{tool}");
        match connection.request("POST", &target, &[], Some(raw.as_bytes())) {
            Ok(answer) => count(&mut answered, session, &raw, &answer.text()),
            Err(_) => break,
        }
    }
    answered
}

/// Several clients, each with a session of its own or in the sandbox, until `end` has done its work.
fn under_load(server: &Server, sessions: &[String], end: impl FnOnce()) -> Calls {
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let client = |i: usize| hammer(server.agent, &sessions[i % sessions.len()], i, &stop);
        let clients: Vec<_> = (0..THREADS).map(|i| scope.spawn(move || client(i))).collect();
        end();
        let mut all = Calls::new();
        for client in clients {
            for (call, times) in client.join().unwrap() {
                *all.entry(call).or_default() += times;
            }
        }
        all
    })
}

fn sessions(server: &Server) -> Vec<String> {
    let open = || server.open(&json!({ "persona": fixture() }))["id"].as_str().unwrap().to_owned();
    vec!["sandbox".into(), open(), open()]
}

fn journalled<'a>(records: impl IntoIterator<Item = &'a Record>) -> Calls {
    let mut calls = Calls::new();
    for record in records {
        if let Event::Call(call) = &record.event {
            count(&mut calls, &record.session, call.raw.as_deref().unwrap(), call.body.get());
        }
    }
    calls
}

/// Fails unless every answered call is in the journal as often as it was answered.
#[track_caller]
fn holds(journalled: &Calls, answered: &Calls) {
    for (call, times) in answered {
        assert!(journalled.get(call).is_some_and(|found| found >= times), "answered and not journalled: {call:?}");
    }
}

/// The records of a journal whose writer was killed, and the length of its torn last line.
fn after_death(dir: &Path) -> (Vec<Record>, Option<u64>) {
    let (mut whole, mut torn) = (Vec::new(), None);
    for entry in journal::read(dir).unwrap() {
        match entry {
            Ok(entry) => whole.push(entry.record),
            Err(JournalError::Torn { bytes, .. }) => torn = Some(bytes),
            Err(e) => panic!("{e}"),
        }
    }
    (whole, torn)
}

#[test]
fn what_was_answered_survives_sigkill() {
    let rounds = std::env::var("UTB_CRASH_ROUNDS").map_or(5, |rounds| rounds.parse().unwrap());
    let home = tempfile::tempdir().unwrap();
    let dir = home.path().join("journal");
    let mut chance = Chance::new(u64::from(std::process::id()));
    let mut answered = Calls::new();
    let mut torn_before = None;
    for round in 0..rounds {
        let server = Server::start_on(&dir, &["--suite", fixture_suite()]).noisy();
        let log = server.log();
        match torn_before {
            Some(bytes) => assert!(log.contains(&format!("cut a torn last line of {bytes} bytes")), "{log}"),
            None => assert_eq!(log, ""),
        }
        holds(&journalled(&records(&dir)), &answered);
        let sessions = sessions(&server);
        let moment = Duration::from_millis(20 + chance.below(250) as u64);
        let of_round = under_load(&server, &sessions, || {
            std::thread::sleep(moment);
            server.signal("KILL");
        });
        let before = answered.values().sum::<usize>();
        for (call, times) in of_round {
            *answered.entry(call).or_default() += times;
        }
        let (whole, torn) = after_death(&dir);
        let found = journalled(&whole);
        holds(&found, &answered);
        let more = found.values().sum::<usize>() - answered.values().sum::<usize>();
        assert!(
            more <= (round + 1) * THREADS,
            "{before}: only calls in flight may be journalled and not answered: {more}"
        );
        torn_before = torn;
    }
    let mut last = Server::start_on(&dir, &["--suite", fixture_suite()]).noisy();
    last.stop();
    assert!(answered.values().sum::<usize>() > 10 * rounds, "too few were answered to prove anything: {answered:?}");
    holds(&journalled(&records(&dir)), &answered);
}

#[test]
fn a_torn_last_line_is_cut_and_reported_and_nothing_else_is_lost() {
    let home = tempfile::tempdir().unwrap();
    let dir = home.path().join("journal");
    let mut server = Server::start_on(&dir, &[]);
    server.get("/currency-exchange/getSupportedCurrencies").expect(200);
    let whole = server.stop().len();
    drop(server);
    let mut file = std::fs::File::options().append(true).open(dir.join("journal-000001.jsonl")).unwrap();
    file.write_all(br#"{"v":1,"session":"sandbox","n":9,"wall":"2026"#).unwrap();
    let mut server = Server::start_on(&dir, &[]).noisy();
    let log = server.log();
    assert!(log.contains("journal-000001.jsonl") && log.contains("cut a torn last line of 45 bytes"), "{log}");
    assert_eq!(server.records().len(), whole + 1, "and the sandbox of the new server");
    server.stop();
    drop(server);
    let server = Server::start_on(&dir, &[]);
    assert_eq!(server.log(), "", "it is told once");
}

#[test]
fn a_file_that_death_left_empty_does_not_loosen_the_chain() {
    let home = tempfile::tempdir().unwrap();
    let dir = home.path().join("journal");
    let mut server = Server::start_on(&dir, &[]);
    server.get("/currency-exchange/getSupportedCurrencies").expect(200);
    server.stop();
    drop(server);
    for (name, content) in [("journal-000002.jsonl", &b""[..]), ("journal-000003.jsonl", b"{\"journal\":1,\"fi")] {
        std::fs::write(dir.join(name), content).unwrap();
    }
    let mut server = Server::start_on(&dir, &[]).noisy();
    assert!(server.log().contains("journal-000003.jsonl"), "{}", server.log());
    server.stop();
    assert_eq!(records(&dir).len(), 5);
    let first = dir.join("journal-000001.jsonl");
    let text = std::fs::read_to_string(&first).unwrap();
    let shorter = &text[..=text.trim_end().rfind('\n').unwrap()];
    std::fs::write(&first, shorter).unwrap();
    let broken = journal::read(&dir).unwrap().find_map(Result::err);
    assert!(matches!(broken, Some(JournalError::Bad { .. })), "a line that is missing is noticed: {broken:?}");
}

#[test]
fn a_polite_end_answers_what_is_in_flight_and_completes_the_journal() {
    for signal in ["TERM", "INT"] {
        let mut server = Server::start(&["--suite", fixture_suite()]);
        let sessions = sessions(&server);
        let answered = under_load(&server, &sessions, || {
            std::thread::sleep(Duration::from_millis(150));
            server.signal(signal);
        });
        assert_eq!(server.wait().code(), Some(0), "{}", server.log());
        let records = server.records();
        assert_eq!(
            journalled(&records),
            answered,
            "each journalled call was answered, and each answered one journalled"
        );
        for session in &sessions {
            let last = records.iter().rfind(|record| record.session == *session).unwrap();
            assert!(matches!(&last.event, Event::Closed(closed) if closed.reason == "shutdown"), "{:?}", last.event);
        }
        assert!(matches!(records.last().unwrap().event, Event::Closed(_)));
    }
}

#[test]
fn a_signal_that_comes_with_the_first_sign_of_life_is_heeded() {
    for _ in 0..5 {
        let mut server = Server::start(&[]);
        assert_eq!(server.stop().len(), 2, "opened and closed");
    }
}

#[test]
fn a_body_that_is_still_coming_does_not_hold_up_the_end_for_long() {
    let mut server = Server::start(&[]);
    let mut slow = Connection::open(server.agent);
    slow.send(b"POST /currency-exchange/convertCurrency HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\n{")
        .unwrap();
    let idle = Connection::open(server.agent);
    server.get("/tools").expect(200);
    server.stop();
    drop((slow, idle));
}

#[test]
fn a_taken_address_is_named_with_the_flag_that_changes_it() {
    let server = Server::start(&[]);
    let home = tempfile::tempdir().unwrap();
    for (flag, addr) in [("--agent-addr", server.agent), ("--operator-addr", server.operator)] {
        let refused = refuse_to_start(&home.path().join("journal"), &[flag, &addr.to_string()]);
        let said = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert_eq!(refused.status.code(), Some(2), "{said}");
        assert!(said.contains(flag) && said.contains(&addr.to_string()), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
    }
    ask(server.agent, "GET", "/tools", &[], None).expect(200);
}

#[test]
fn a_journal_in_use_or_in_the_wrong_place_is_refused_clearly() {
    let server = Server::start(&[]);
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("file");
    std::fs::write(&file, "").unwrap();
    for (dir, reason) in [(server.journal(), "another process"), (&file, "file")] {
        let refused = refuse_to_start(dir, &[]);
        let said = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert_eq!(refused.status.code(), Some(2), "{said}");
        assert!(said.contains(dir.to_str().unwrap()) && said.contains(reason), "{said}");
    }
    let nowhere = home.path().join("no/such/ready.json");
    let refused = refuse_to_start(&home.path().join("journal"), &["--ready-file", nowhere.to_str().unwrap()]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("ready"));
    server.get("/tools").expect(200);
}
