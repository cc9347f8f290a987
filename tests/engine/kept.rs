use std::sync::Arc;

use serde_json::json;

use crate::parts::Bench;

const SEEDS: u64 = 3_000;

#[test]
fn sessions_of_thousands_of_seeds_leave_a_bounded_number_of_scripts() {
    let bench = Bench::of_turns(2);
    let begin = |seed: u64| bench.open(json!({ "seed": seed, "turn": 1 }));
    let seen = |seed: u64| {
        let session = begin(seed);
        let mut turn = bench.engine.turn(&session).unwrap();
        turn["session"] = json!(null);
        turn["urls"] = json!(null);
        let answer = bench.ok(&session, "currency-exchange/getExchangeRate", json!({ "currency": "SEK" }));
        bench.engine.close(&session.id).unwrap();
        (turn, answer)
    };
    let first: Vec<_> = (0..3).map(seen).collect();
    let held = begin(0);
    let mut most = 0;
    for seed in 3..SEEDS {
        let session = begin(seed);
        bench.engine.close(&session.id).unwrap();
        most = most.max(bench.engine.stage.kept_scripts());
    }
    assert!((1..1_000).contains(&most), "{most} scripts were kept");
    assert_eq!((0..3).map(seen).collect::<Vec<_>>(), first, "a script that was let go is played again as it was");
    assert_eq!(Arc::strong_count(&held.world), 1, "a world lives as long as its sessions");
    assert_eq!(bench.engine.turn(&held).unwrap()["history"], first[0].0["history"]);
}

#[test]
fn metrics_are_written_in_one_order() {
    let text = |bench: &Bench| bench.engine.metrics();
    let (one, other) = (Bench::new(), Bench::new());
    assert_eq!(text(&one), text(&other));
    let all = text(&one);
    let families: Vec<&str> = all.lines().filter_map(|line| line.strip_prefix("# TYPE ")).collect();
    assert!(families.len() >= 8 && families.is_sorted(), "{families:?}");
    let series: Vec<&str> = all.lines().filter(|line| line.starts_with("utb_calls_total{")).collect();
    let tools = one.engine.stage.simulator.catalogue.tools().count();
    assert_eq!(series.len(), 3 * (tools + 1));
    assert!(series.is_sorted(), "{series:#?}");
}
