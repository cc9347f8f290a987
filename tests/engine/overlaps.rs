use serde_json::json;

use crate::parts::Bench;

#[test]
fn a_read_beside_a_write_tells_of_before_or_after_it_as_the_journal_does() {
    let bench = Bench::new();
    let session = bench.open(json!({ "turn": "t03.1" }));
    let train = bench.train(&session);
    let number = train.split(['-', ' ', ':']).find_map(|part| part.parse::<u32>().ok()).unwrap();
    std::thread::scope(|scope| {
        for date in ["2026-04-09", "2026-04-10"] {
            let (bench, session, train) = (&bench, &session, &train);
            scope.spawn(move || {
                for _ in 0..40 {
                    let booking = json!({ "train_id": train, "date": date, "seat_level": "second_class" });
                    bench.ok(session, "train-booking/bookTrainTickets", booking);
                }
            });
            scope.spawn(move || {
                for _ in 0..200 {
                    let asked = json!({ "train_number": number, "date": date });
                    bench.ok(session, "train-booking/checkTrainAvailability", asked);
                }
            });
        }
    });
    assert_eq!(bench.bookings(&session), 80);
    let summary = bench.replayed();
    assert!(summary.is_equal(), "{summary:?}");
}
