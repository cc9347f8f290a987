//! What the paper's evaluator would have said of our own turns.

use serde_json::{Value, json};
use usertoolbench::referee::{FindingKind, TurnVerdict};

use crate::bench::{Bench, after, gold};

/// The sentence of the released verdict, nothing where it passes.
fn objection(verdict: &TurnVerdict) -> Option<String> {
    let released = verdict.released.as_ref().unwrap();
    assert_eq!(released.pass, released.decisive.is_none());
    let finding = released.decisive.as_ref()?;
    assert_eq!(finding.kind, FindingKind::PublishedRule);
    Some(finding.sentence.clone())
}

fn search(arguments: Value) -> Value {
    gold("a", "trains/searchTrains", arguments)
}

fn searched(arguments: Value, said: Value) -> (bool, Option<String>) {
    let bench = Bench::calls(json!([search(arguments)]));
    let verdict = bench.play().call("trains/searchTrains", said, json!({})).verdict();
    (verdict.exact.pass, objection(&verdict))
}

#[test]
fn gold_played_by_the_letter_passes() {
    let way = json!({"from": "Utrecht", "to": "Breda"});
    assert_eq!(searched(way.clone(), way), (true, None));
}

#[test]
fn a_default_that_is_written_out_fails() {
    let said = json!({"from": "Utrecht", "to": "Breda", "limit": 10});
    let (exact, objection) = searched(json!({"from": "Utrecht", "to": "Breda"}), said);
    let sentence =
        "The paper's evaluator says of searchTrains in step 1: error_match: args keys mismatch (extra: ['limit']).";
    assert_eq!((exact, objection.as_deref()), (true, Some(sentence)));
}

#[test]
fn a_list_in_another_order_fails_and_a_slip_in_long_text_passes() {
    let classes = |classes: &[&str]| json!({"from": "Utrecht", "to": "Breda", "classes": classes});
    let (exact, objection) = searched(classes(&["first", "second"]), classes(&["second", "first"]));
    assert!(exact && objection.unwrap().contains("string similarity too low at 'classes[0]' (edit score: "));
    let from = |from: &str| json!({"from": from, "to": "Breda"});
    let (exact, objection) = searched(from("192.168.100.1"), from("192.168.100.2"));
    assert_eq!((exact, objection), (false, None), "dots part words, so one of four differs");
}

#[test]
fn names_and_words_that_were_not_due_are_quoted_with_their_step() {
    let bench = Bench::calls(json!([search(json!({"from": "Utrecht", "to": "Breda"}))]));
    let verdict = bench.play().call("trains/liveTrain", json!({"train": "x"}), json!({})).verdict();
    let sentence = "The paper's evaluator allows no calls of liveTrain in step 1.";
    assert_eq!(objection(&verdict).as_deref(), Some(sentence));
    assert_eq!(verdict.released.unwrap().decisive.unwrap().tool.as_deref(), Some("liveTrain"));
    let nothing = objection(&bench.play().verdict()).unwrap();
    assert_eq!(nothing, "The paper's evaluator has no place for words in step 1.");
}

#[test]
fn calls_in_a_row_are_a_step_unless_gold_has_one_wait() {
    let live = |id: &str, train: &str| gold(id, "trains/liveTrain", json!({"train": train}));
    let news = gold("n", "news/searchArticles", json!({"keywords": "tides"}));
    let bench = Bench::calls(json!([live("a", "t1"), live("b", "t2"), news, after(live("c", "t3"), &["n"])]));
    let play = |order: &[&str]| {
        let played = order.iter().fold(bench.play(), |play, train| match *train {
            "n" => play.call("news/searchArticles", json!({"keywords": "tides"}), json!({})),
            train => play.call("trains/liveTrain", json!({"train": train}), json!({})),
        });
        objection(&played.verdict())
    };
    assert_eq!(play(&["t2", "t1", "n", "t3"]), None, "within a step the order means nothing");
    assert_eq!(play(&["n", "t1", "t2", "t3"]), None);
    let early = play(&["t3", "t1", "t2", "n"]).unwrap();
    assert_eq!(
        early,
        "The paper's evaluator allows no calls of liveTrain, liveTrain, liveTrain, searchArticles in step 1."
    );
}

#[test]
fn values_out_of_results_are_those_that_the_agent_got() {
    let url = json!({"result": "a", "path": "/articles/0/url", "from": "result"});
    let meta =
        json!({"id": "b", "toolset": "news", "tool": "getArticleMetadata", "after": ["a"], "arguments": {"url": url}});
    let bench = Bench::calls(json!([gold("a", "news/searchArticles", json!({"keywords": "tides"})), meta]));
    let play = |url: &str| {
        let found = json!({"articles": [{"url": "https://news.example/of-this-world"}]});
        let play = bench.play().call("news/searchArticles", json!({"keywords": "tides"}), found);
        objection(&play.call("news/getArticleMetadata", json!({"url": url}), json!({})).verdict())
    };
    assert_eq!(play("https://news.example/of-this-world"), None);
    assert!(
        play("https://elsewhere.example/").unwrap().contains("step 2: error_match: string similarity too low at 'url'")
    );
}

#[test]
fn the_words_of_a_question_are_not_read() {
    let missing = json!([{"toolset": "trains", "tool": "liveTrain", "slot": "train", "words": ["train"]}]);
    let then = json!([gold("a", "trains/liveTrain", json!({"train": "t1"}))]);
    let ask = json!({"kind": "ask", "missing": missing, "question": "Which train?", "reply": "Second.", "then": then});
    let bench = Bench::of(vec![json!({"id": "t1", "task": "lack_of_information", "gold": ask})]);
    let call =
        |play: crate::bench::Play<'_>| play.call("trains/liveTrain", json!({"train": "t1"}), json!({})).verdict();
    let beside_the_point = call(bench.play().ask("How is the weather?"));
    assert!(!beside_the_point.exact.pass);
    assert_eq!(objection(&beside_the_point), None);
    let unasked = objection(&call(bench.play())).unwrap();
    assert_eq!(unasked, "The paper's evaluator allows no calls of liveTrain in step 1.");
}

#[test]
fn where_it_cannot_be_told_this_verdict_cannot_either() {
    let bench = Bench::calls(json!([search(json!({"from": "Utrecht", "to": "Breda"}))]));
    let verdict = bench.play().refused("trains/searchTrains", json!({"from": "Utrecht", "to": "Breda"}), 503).verdict();
    let released = verdict.released.unwrap();
    assert_eq!(released.decisive, verdict.exact.decisive);
    assert_eq!(released.decisive.unwrap().kind, FindingKind::Infrastructure);
}
