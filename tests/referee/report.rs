//! What is shown of verdicts.

use serde_json::{Value, json};
use usertoolbench::referee::TurnVerdict;
use usertoolbench::report::{self, Report};

use crate::bench::{Bench, gold};

fn judged() -> Report {
    let calls = |id: &str| json!({"kind": "calls", "calls": [gold("a", "trains/liveTrain", json!({"train": id}))]});
    let turn = |id: &str, task: &str| json!({"id": id, "task": task, "gold": calls(id)});
    let bench = Bench::of(vec![
        turn("t1", "single_tool"),
        turn("t2", "multi_tool"),
        turn("t3", "lack_of_information"),
        turn("t4", "single_tool"),
        json!({"id": "t5", "task": "chat"}),
    ]);
    let mut play = bench.play();
    for (turn, train) in [("t1", "t1"), ("t2", "wrong"), ("t3", "t3")] {
        if turn != "t1" {
            play = play.start(turn);
        }
        play = play.call("trains/liveTrain", json!({"train": train}), json!({})).end();
    }
    Report::from(bench.judge(&play.close("deleted").records))
}

#[test]
fn json_has_rates_as_fractions_with_their_counts() {
    let document: Value = serde_json::from_str(&report::json(&judged())).unwrap();
    let agent = &document["agents"][0];
    assert_eq!(agent["agent"], "agent");
    let exact = &agent["scores"]["exact"];
    assert_eq!((&exact["st"], &exact["counts"]["st"]), (&json!(0.5), &json!({"passed": 1, "total": 2})));
    assert_eq!((&exact["mt"], &exact["counts"]["mt"]), (&json!(0.0), &json!({"passed": 0, "total": 1})));
    assert_eq!(exact["average"], json!(0.5));
    let released = &agent["scores"]["released"];
    assert_eq!((&released["st"], &released["unjudged"]), (&Value::Null, &json!(5)), "no verdict is no failure");
    assert_eq!((&agent["turns"], &agent["not_run"], &agent["infrastructure"]), (&json!(5), &json!(2), &json!(0)));
    let verdicts: Vec<TurnVerdict> = serde_json::from_value(agent["verdicts"].clone()).unwrap();
    assert_eq!(verdicts, judged().verdicts, "verdicts survive the way through JSON");
    assert_eq!(document["notices"], json!([]));
}

#[test]
fn the_table_shows_scores_and_a_line_for_each_failed_turn() {
    let text = anstream::adapter::strip_str(&report::table(&judged())).to_string();
    assert!(text.contains("1/2 50.0 %") && text.contains("0/1 0.0 %"), "{text}");
    let line = r#"  ana t2 multi_tool wrong_value: liveTrain was called with train = "wrong"; right was "t2" (said in this turn)."#;
    assert!(text.contains(line), "{text}");
    assert!(text.contains("released: not judged"), "a verdict that was not given has no table: {text}");
    assert!(text.contains("  ana not run: 2 turns, t4 to t5"), "{text}");
    assert!(!text.contains("t3 lack_of_information"), "{text}");
}

#[test]
fn nothing_judged_is_still_a_report() {
    let nothing = Report::default();
    assert!(report::table(&nothing).contains("AGENT"));
    assert_eq!(serde_json::from_str::<Value>(&report::json(&nothing)).unwrap(), json!({"agents": [], "notices": []}));
}
