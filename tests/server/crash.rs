//! Ends and starts: what is torn is cut, what is in flight is answered, what cannot start says why.

use std::io::Write;

use usertoolbench::journal::{self, Event, JournalError};

use crate::load::{journalled, under_load};
use crate::support::{Connection, Server, ask, everyone, records, refuse_to_start};

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
    let home = tempfile::tempdir().unwrap();
    let suite = everyone(home.path());
    for (seed, signal) in [(1, "TERM"), (2, "INT")] {
        let mut server = Server::start(&["--suite", suite.to_str().unwrap()]);
        let done = under_load(&server, seed, 100, || server.signal(signal));
        assert_eq!(server.wait().code(), Some(0), "{}", server.log());
        let records = server.records();
        let (found, answered) = (journalled(&records), done.answered);
        assert_eq!(found, answered, "each journalled deed was answered, and each answered one journalled");
        for session in &done.sessions {
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
