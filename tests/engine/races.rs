//! Many threads at one session. A close that was acknowledged stands, whoever held the session or was bringing it back
//! from the journal at that moment; and the journal of a session is one story without gaps.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::{Map, Value, json};
use usertoolbench::call::Problem;
use usertoolbench::session::{Engine, ForkRequest, Incoming, ResetRequest, Via};

use crate::parts::Bench;

/// Sessions that are closed under the eyes of others.
const ROUNDS: usize = 16;

/// Parks whatever nobody holds, now and again.
fn park(engine: &Engine) -> usize {
    std::thread::sleep(Duration::from_micros(200));
    engine.park_unheld()
}

/// Forks and closes the fork.
fn fork(engine: &Engine, id: &str, at: Option<u64>) -> Result<(), Problem> {
    let (child, _) = engine.fork(&*engine.session(id)?, ForkRequest { at, agent: None })?;
    engine.close(&child.id).map(drop)
}

/// Makes a call. One over MCP is never answered with what another got, but worked out, without the session's lock.
fn call(engine: &Engine, id: &str, via: Via) -> Result<u16, Problem> {
    let session = engine.session(id)?;
    let tool = usertoolbench::call::ToolName::new("currency-exchange", "getSupportedCurrencies");
    let incoming = Incoming { tool, raw: b"{}", arguments: Some(Ok(Map::new())), via, key: None, trace: None };
    Ok(engine.call(&session, incoming).status)
}

fn is_gone<T: std::fmt::Debug>(result: &Result<T, Problem>) -> bool {
    result.as_ref().is_err_and(|problem| problem.status == 404 && problem.code == "unknown_session")
}

#[test]
fn after_a_close_nothing_is_answered_however_the_session_was_come_by() {
    let bench = Bench::of_turns(2);
    let engine = &bench.engine;
    let answered = AtomicUsize::new(0);
    for round in 0..ROUNDS {
        let id = bench.open(json!({})).id.to_string();
        call(engine, &id, Via::Post).unwrap();
        if round % 2 == 0 {
            assert!(park(engine) >= 1);
        }
        let closed = AtomicBool::new(false);
        // What was seen after the close had been acknowledged when it began must be nothing.
        let check = |done: bool, after: bool| {
            assert!(!(done && after), "round {round}: answered after the close");
            answered.fetch_add(usize::from(done), Ordering::Relaxed);
            after
        };
        let begun = || closed.load(Ordering::SeqCst);
        std::thread::scope(|scope| {
            for via in [Via::Post, Via::Mcp, Via::Mcp] {
                let (begun, check, id) = (&begun, &check, &id);
                scope.spawn(
                    move || {
                        while !so(begun(), |after| check(matches!(call(engine, id, via), Ok(200)), after)) {}
                    },
                );
            }
            scope.spawn(|| while !so(begun(), |after| check(fork(engine, &id, None).is_ok(), after)) {});
            scope.spawn(|| while !so(begun(), |after| check(fork(engine, &id, Some(1)).is_ok(), after)) {});
            scope.spawn(|| {
                let reset = || engine.reset(&*engine.session(&id)?, &ResetRequest { to: Some("start".into()) });
                let snapshot = || engine.snapshot(&*engine.session(&id)?);
                while !so(begun(), |after| check(reset().is_ok() | snapshot().is_ok(), after)) {}
            });
            scope.spawn(|| {
                while !begun() {
                    park(engine);
                }
            });
            std::thread::sleep(Duration::from_millis(round as u64 % 7));
            engine.close(&id).unwrap();
            closed.store(true, Ordering::SeqCst);
        });
        assert!(is_gone(&call(engine, &id, Via::Post)) && is_gone(&engine.close(&id)));
    }
    assert!(answered.load(Ordering::Relaxed) > ROUNDS, "the threads did come in between");
    tells_one_story(bench);
}

/// Whether it was already so before this was done.
fn so(before: bool, run: impl Fn(bool) -> bool) -> bool {
    run(before)
}

#[test]
fn who_still_holds_a_closed_session_gets_nothing_out_of_it() {
    let bench = Bench::new();
    let engine = &bench.engine;
    let session = bench.open(json!({ "turn": "t03.1" }));
    let train = bench.train(&session);
    let booking = json!({ "train_id": train, "date": "2026-04-09", "seat_level": "first_class" });
    let book = || bench.call_with_key(&session, "train-booking/bookTrainTickets", booking.clone(), Some("k"));
    assert_eq!(book().status, 200);
    engine.close(&session.id).unwrap();
    let answer = book();
    let problem: Value = serde_json::from_slice(&answer.body).unwrap();
    assert_eq!((answer.status, &problem["code"]), (404, &json!("unknown_session")), "not even a retry");
    assert!(is_gone(&engine.fork(&session, ForkRequest::default())));
    assert!(is_gone(&engine.fork(&session, ForkRequest { at: Some(0), agent: None })));
    assert!(is_gone(&engine.reset(&session, &ResetRequest::default())));
    assert!(is_gone(&engine.snapshot(&session)));
    assert!(is_gone(&engine.turn(&session)));
    tells_one_story(bench);
}

#[test]
fn sessions_that_are_parked_while_they_are_called_lose_nothing() {
    let bench = Bench::of_turns(2);
    let engine = &bench.engine;
    let ids: Vec<String> = (0..4).map(|_| bench.open(json!({ "history": "own" })).id.to_string()).collect();
    let done = AtomicBool::new(false);
    let parked = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        let callers: Vec<_> = (0..4)
            .map(|_| {
                scope.spawn(|| (0..48).for_each(|i| assert_eq!(call(engine, &ids[i % 4], Via::Mcp).unwrap(), 200)))
            })
            .collect();
        scope.spawn(|| {
            while !done.load(Ordering::SeqCst) {
                parked.fetch_add(park(engine), Ordering::Relaxed);
            }
        });
        callers.into_iter().for_each(|caller| caller.join().unwrap());
        done.store(true, Ordering::SeqCst);
    });
    assert!(parked.load(Ordering::Relaxed) > 4, "sessions were parked in between");
    for id in &ids {
        let described = engine.describe(&engine.session(id).unwrap());
        assert_eq!(described["events"], 50, "opened, begun, 48 calls: {described}");
    }
    tells_one_story(bench);
}

#[test]
fn a_fork_of_hundreds_of_forks_comes_back() {
    let bench = Bench::of_turns(2);
    let mut session = bench.open(json!({}));
    for _ in 0..200 {
        call(&bench.engine, &session.id, Via::Post).unwrap();
        session = bench.engine.fork(&session, ForkRequest::default()).unwrap().0;
    }
    let (id, before) = (session.id.clone(), bench.engine.turn(&session).unwrap());
    drop(session);
    assert!(park(&bench.engine) > 200);
    assert_eq!(bench.engine.turn(&bench.engine.session(&id).unwrap()).unwrap(), before);
    tells_one_story(bench);
}

/// Records of each session are numbered without a gap, nothing follows a close, and all calls replay.
fn tells_one_story(bench: Bench) {
    bench.engine.shut_down().unwrap();
    let mut next = std::collections::BTreeMap::<String, Option<u64>>::new();
    for entry in usertoolbench::journal::read(&bench.journal()).unwrap() {
        let record = entry.unwrap().record;
        let closed = matches!(&record.event, usertoolbench::journal::Event::Closed(c) if c.reason == "deleted");
        let at = next.insert(record.session.clone(), (!closed).then_some(record.n + 1));
        assert_eq!(at.unwrap_or(Some(0)), Some(record.n), "session {}: {:?}", record.session, record.event);
    }
    let summary = bench.replayed();
    assert!(summary.is_equal(), "{summary:?}");
}

#[test]
fn a_parked_session_comes_back_only_where_there_is_room() {
    let mut bench = Bench::new();
    let ids: Vec<_> = (0..6).map(|_| bench.open(json!({})).id.clone()).collect();
    assert!(park(&bench.engine) >= 6);
    bench.engine.settings.max_sessions = 3;
    let back: Vec<_> = ids.iter().map(|id| bench.engine.session(id)).collect();
    let refused: Vec<_> = back.iter().filter_map(|session| session.as_ref().err()).collect();
    assert!((2..=3).contains(&refused.len()), "the sandbox counts for nothing: {}", refused.len());
    assert!(refused.iter().all(|problem| (problem.status, &*problem.code) == (503, "too_many_sessions")));
    drop(back);
    assert!(park(&bench.engine) >= 3);
    assert!(bench.engine.session(&ids[5]).is_ok(), "it is still there");
}
