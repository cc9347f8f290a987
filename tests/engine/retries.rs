use serde_json::{Value, json};

use crate::parts::Bench;

#[test]
fn a_retry_under_a_key_books_once() {
    let bench = Bench::new();
    let session = bench.open(json!({ "turn": "t03.1" }));
    let train = bench.train(&session);
    let booking = json!({ "train_id": train, "date": "2026-04-09", "seat_level": "first_class" });
    let book = |arguments: &Value, key| {
        bench.call_with_key(&session, "train-booking/bookTrainTickets", arguments.clone(), key)
    };
    let (first, retry) = (book(&booking, Some("k1")), book(&booking, Some("k1")));
    assert_eq!((first.status, &first.body), (200, &retry.body));
    assert_eq!(bench.bookings(&session), 1);
    let other = json!({ "train_id": train, "date": "2026-04-09", "seat_level": "second_class" });
    assert_eq!(book(&other, Some("k1")).status, 422);
    assert_eq!(bench.bookings(&session), 1);
    assert_ne!(book(&booking, Some("k2")).body, first.body, "another key is another booking");
    assert_eq!(book(&booking, None).status, 200);
    assert_eq!(bench.bookings(&session), 3);
    let lines = bench.engine.journal_lines(&session).unwrap();
    let retries: Vec<&Value> = lines.iter().filter(|l| !l["event"]["call"]["retry_of"].is_null()).collect();
    assert_eq!(retries.len(), 1);
    assert!(retries[0]["event"]["call"]["effects"].is_null());
    let summary = bench.replayed();
    assert!(summary.is_equal(), "{summary:?}");
    assert_eq!(summary.not_replayable, 2, "the retry and the reused key");
}
