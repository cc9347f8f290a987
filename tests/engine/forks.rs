use serde_json::json;
use usertoolbench::session::{ForkRequest, ResetRequest};

use crate::parts::Bench;

const AT_BOOKING: &str = "t03.1";

#[test]
fn a_fork_goes_its_own_way() {
    let bench = Bench::new();
    let parent = bench.open(json!({ "turn": AT_BOOKING }));
    let train = bench.train(&parent);
    bench.book(&parent, &train, "first_class");
    let (child, _) = bench.engine.fork(&parent, ForkRequest::default()).unwrap();
    bench.book(&child, &train, "second_class");
    assert_eq!((bench.bookings(&parent), bench.bookings(&child)), (1, 2));
    let diff = bench.engine.diff(&child, &parent.id).unwrap();
    assert_eq!(diff["rows"].as_array().unwrap().len(), 1);
    assert_eq!(diff["rows"][0]["after"]["seat_level"], "second_class");
    let summary = bench.replayed();
    assert!(summary.is_equal(), "{summary:?}");
    assert!(summary.calls >= 3);
}

#[test]
fn a_fork_from_an_earlier_event_knows_nothing_later() {
    let bench = Bench::new();
    let parent = bench.open(json!({ "turn": AT_BOOKING }));
    let train = bench.train(&parent);
    let before = bench.engine.describe(&parent)["events"].as_u64().unwrap() - 1;
    let booked = bench.book(&parent, &train, "first_class");
    let (child, _) = bench.engine.fork(&parent, ForkRequest { at: Some(before), agent: None }).unwrap();
    assert_eq!(bench.bookings(&child), 0);
    let again = bench.book(&child, &train, "first_class");
    assert_eq!(again, booked, "the same call in the same state has the same answer");
    let beyond = bench.engine.fork(&parent, ForkRequest { at: Some(999), agent: None });
    assert_eq!(beyond.unwrap_err().status, 404);
    assert!(bench.replayed().is_equal());
}

#[test]
fn resets_go_back_to_turn_start_and_snapshot() {
    let bench = Bench::new();
    for history in ["gold", "own"] {
        let session = bench.open(json!({ "turn": AT_BOOKING, "history": history }));
        let train = bench.train(&session);
        let empty = bench.engine.snapshot(&session).unwrap().0["digest"].as_str().unwrap().to_owned();
        let first = bench.book(&session, &train, "first_class");
        let one = bench.engine.snapshot(&session).unwrap().0["digest"].as_str().unwrap().to_owned();
        let reset = |to: &str| bench.engine.reset(&session, &ResetRequest { to: Some(to.into()) }).map(|(v, _)| v);
        reset("turn").unwrap();
        assert_eq!(bench.engine.state_of(&session)["digest"], empty.as_str());
        assert_eq!(bench.book(&session, &train, "first_class"), first);
        bench.book(&session, &train, "second_class");
        reset(&one).unwrap();
        assert_eq!(bench.bookings(&session), 1);
        let second = bench.book(&session, &train, "first_class");
        assert_ne!(second["booking_id"], first["booking_id"], "the snapshot remembers that this call was made");
        bench.say(&session, "Booked.");
        assert_eq!(bench.engine.turn(&session).unwrap()["turn"], 12);
        reset("start").unwrap();
        assert_eq!(bench.engine.turn(&session).unwrap()["turn"], 11);
        assert_eq!(bench.book(&session, &train, "first_class"), first);
        assert_eq!(reset("nonsense").unwrap_err().code, "unknown_snapshot");
    }
    let summary = bench.replayed();
    assert!(summary.is_equal(), "{summary:?}");
}

#[test]
fn a_fork_may_leave_between_a_reset_and_the_turn_that_begins_anew() {
    let bench = Bench::new();
    for history in ["gold", "own"] {
        for to in ["turn", "start"] {
            let session = bench.open(json!({ "turn": AT_BOOKING, "history": history }));
            let train = bench.train(&session);
            bench.book(&session, &train, "first_class");
            bench.say(&session, "Booked.");
            bench.book(&session, &train, "second_class");
            let before = bench.engine.state_of(&session);
            let reset = bench.engine.describe(&session)["events"].as_u64().unwrap();
            bench.engine.reset(&session, &ResetRequest { to: Some(to.into()) }).unwrap();
            let after = bench.engine.state_of(&session);
            assert_ne!(before, after, "{history} {to}");
            let (child, _) = bench.engine.fork(&session, ForkRequest { at: Some(reset), agent: None }).unwrap();
            assert_eq!(bench.engine.state_of(&child), after, "{history} {to}: the reset is what happened last");
            bench.book(&child, &train, "first_class");
        }
    }
    let summary = bench.replayed();
    assert!(summary.is_equal(), "{summary:?}");
}

#[test]
fn an_idle_session_comes_back_as_it_was() {
    let bench = Bench::new();
    for history in ["gold", "own"] {
        let session = bench.open(json!({ "turn": "t01.3", "history": history }));
        bench.ok(&session, "currency-exchange/getSupportedCurrencies", json!({}));
        let answer = bench.say(&session, "What is the amount on the invoice?");
        assert_eq!(answer["status"], "user_replied");
        let (child, _) = bench.engine.fork(&session, ForkRequest::default()).unwrap();
        for session in [session, child] {
            let (id, view) = (session.id.clone(), bench.engine.turn(&session).unwrap());
            let described = bench.engine.describe(&session);
            drop(session);
            std::thread::sleep(std::time::Duration::from_millis(1100));
            assert!(bench.engine.park_idle(std::time::Duration::ZERO) >= 1);
            let back = bench.engine.session(&id).unwrap();
            assert_eq!(bench.engine.turn(&back).unwrap(), view, "{history}");
            assert_eq!(bench.engine.describe(&back), described, "{history}");
            let again = bench.say(&back, "And the amount, please?");
            assert!(again["message"].as_str().unwrap().starts_with("As I said"), "{again}");
        }
    }
    assert!(bench.replayed().is_equal());
}
