use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::parts::Bench;

/// All orders of so many things.
fn orders(n: usize) -> Vec<Vec<usize>> {
    if n == 0 {
        return vec![Vec::new()];
    }
    let with_last_at = |order: &Vec<usize>, at: usize| {
        let mut order = order.clone();
        order.insert(at, n - 1);
        order
    };
    orders(n - 1).iter().flat_map(|order| (0..n).map(move |at| with_last_at(order, at))).collect()
}

#[test]
fn independent_calls_give_the_same_bytes_and_state_in_every_order() {
    let bench = Bench::new();
    let probe = bench.open(json!({ "turn": "t03.1" }));
    let train = bench.train(&probe);
    let calls: [(&str, Value); 5] = [
        (
            "train-booking/bookTrainTickets",
            json!({ "train_id": train, "date": "2026-04-09", "seat_level": "first_class" }),
        ),
        (
            "train-booking/bookTrainTickets",
            json!({ "train_id": train, "date": "2026-04-09", "seat_level": "second_class" }),
        ),
        (
            "train-booking/bookTrainTickets",
            json!({ "train_id": train, "date": "2026-04-10", "seat_level": "first_class" }),
        ),
        ("train-booking/getStationInformation", json!({ "station": "Maastricht" })),
        ("city-weather/getRealtimeCity", json!({ "city": "Maastricht" })),
    ];
    let mut outcomes: BTreeMap<String, usize> = BTreeMap::new();
    for order in orders(calls.len()) {
        let session = bench.open(json!({ "turn": "t03.1" }));
        let mut answers = vec![String::new(); calls.len()];
        for i in order {
            let answer = bench.call(&session, calls[i].0, calls[i].1.clone());
            assert_eq!(answer.status, 200);
            answers[i] = String::from_utf8(answer.body.to_vec()).unwrap();
        }
        let end = bench.engine.state_of(&session);
        *outcomes.entry(format!("{answers:?} {}", end["digest"])).or_default() += 1;
        bench.engine.close(&session.id).unwrap();
    }
    assert_eq!(outcomes.len(), 1, "120 orders, one outcome");
    assert!(bench.replayed().is_equal());
}
