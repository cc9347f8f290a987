use serde_json::{Value, json};
use usertoolbench::session::Miss;

use crate::parts::Bench;

const CONVERT: &str = "currency-exchange/convertCurrency";

#[test]
fn a_journal_answers_what_it_has_seen_and_nothing_else() {
    let first = Bench::new();
    let session = first.open(json!({ "turn": "t03.1" }));
    let train = first.train(&session);
    let bookings = [first.book(&session, &train, "first_class"), first.book(&session, &train, "first_class")];
    let refused = first.call(&session, "train-booking/bookTrainTickets", json!({ "train_id": 7 }));
    let sandbox = first.engine.session("sandbox").unwrap();
    let money = json!({ "fromCurrency": "USD", "toCurrency": "EUR", "amount": 12 });
    let converted = first.ok(&sandbox, CONVERT, money);

    let strict = Bench::replaying(&first, Miss::Strict);
    let sandbox = strict.engine.session("sandbox").unwrap();
    // Another order of keys is the same call.
    let money = json!({ "amount": 12.0, "toCurrency": "EUR", "fromCurrency": "USD" });
    assert_eq!(strict.ok(&sandbox, CONVERT, money), converted);
    let session = strict.open(json!({ "turn": "t03.1" }));
    assert_eq!(strict.train(&session), train);
    for booking in &bookings {
        assert_eq!(&strict.book(&session, &train, "first_class"), booking, "answers come in their order");
    }
    assert_eq!(strict.bookings(&session), 2, "rows change as they did");
    assert_eq!(&strict.book(&session, &train, "first_class"), &bookings[1], "the last answer goes on");
    let again = strict.call(&session, "train-booking/bookTrainTickets", json!({ "train_id": 7 }));
    assert_eq!((again.status, again.body), (refused.status, refused.body));
    let other = json!({ "fromCurrency": "USD", "toCurrency": "EUR", "amount": 13 });
    let unknown = strict.call(&sandbox, CONVERT, other.clone());
    let body: Value = serde_json::from_slice(&unknown.body).unwrap();
    assert_eq!((unknown.status, &body["code"]), (404, &json!("not_recorded")));

    let lenient = Bench::replaying(&first, Miss::Simulate);
    let sandbox = lenient.engine.session("sandbox").unwrap();
    assert_eq!(lenient.ok(&sandbox, CONVERT, other)["amount"], 13);
}
