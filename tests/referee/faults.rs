//! The faults of the paper's evaluator, as `tests/fixtures/evaluator-cases/SPEC.md` lists them in section 10: that they are
//! here is what makes the released verdict the released one. Numbers are those of the list.
//!
//! Not here, since no verdict shows them: 31 (an option of its command line) and 32 (its time; see the wide turns in
//! `src/referee/released/oracle.rs`). 18, 29, 30 and 33 are about replies and rates, and in the recorded cases.

use serde_json::{Value, json};
use usertoolbench::referee::released::{Exception, Outcome, Py, Stage, Strings, judge};

const ASK: &str = "ask_user_for_required_parameters";
const ANSWER: &str = "prepare_to_answer";

/// Whether a single argument is taken for gold's.
fn passes(schema: Value, gold: Value, said: Value) -> bool {
    let tools = tools(&[("f", json!({"type": "object", "properties": {"v": schema}}))]);
    let turn = [node("f", json!({"v": gold}), &[]), node(ANSWER, json!({}), &[0])];
    play(&turn, &[calls(&[("f", json!({"v": said}))]), text("done")], &tools).is_right()
}

fn text_passes(gold: &str, said: &str) -> bool {
    passes(json!({"type": "string"}), json!(gold), json!(said))
}

fn play(gold: &[Value], messages: &[Value], tools: &Value) -> Outcome {
    let messages: Vec<Py> = messages.iter().map(Py::from_json).collect();
    judge(&Py::from_json(&json!(gold)), &messages, &Py::from_json(tools), Strings::WithRouge)
}

fn tools(tools: &[(&str, Value)]) -> Value {
    let tool = |(name, parameters): &(&str, Value)| json!({"type": "function", "function": {"name": name, "parameters": parameters}});
    tools.iter().map(tool).collect()
}

fn node(name: &str, arguments: Value, waits_for: &[usize]) -> Value {
    let action = json!({"name": name, "arguments": arguments});
    json!({"action": action, "dependency_list": waits_for, "observation": "seen", "user_input": "so"})
}

fn calls(calls: &[(&str, Value)]) -> Value {
    let call = |(name, arguments): &(&str, Value)| json!({"id": name, "function": {"name": name, "arguments": arguments.to_string()}});
    json!({"content": null, "tool_calls": calls.iter().map(call).collect::<Vec<_>>()})
}

fn text(text: &str) -> Value {
    json!({"content": text, "tool_calls": null})
}

/// Turns over tools A, B and C with one text argument each.
fn walk(gold: &[(&str, &str, &[usize])], steps: &[&[(&str, &str)]]) -> Outcome {
    let schema = json!({"type": "object", "properties": {"v": {"type": "string"}}});
    let tools = tools(&["A", "B", "C"].map(|name| (name, schema.clone())));
    let mut nodes: Vec<Value> = gold.iter().map(|(name, v, waits)| node(name, json!({"v": v}), waits)).collect();
    nodes.push(node(ANSWER, json!({}), &(0..gold.len()).collect::<Vec<_>>()));
    let step =
        |step: &&[(&str, &str)]| calls(&step.iter().map(|(name, v)| (*name, json!({"v": v}))).collect::<Vec<_>>());
    let messages: Vec<Value> = steps.iter().map(step).chain([text("done")]).collect();
    play(&nodes, &messages, &tools)
}

#[test]
fn texts_that_mean_something_else_pass() {
    let taken = [
        (1, "192.168.100.1", "192.168.100.2"),
        (1, "192.168.100.1", "100.1.192.168"),
        (2, "john.smith@mail.example.com", "john.doe@mail.example.com"),
        (3, "https://shop.eu.example.com/item/1", "https://shop.eu.example.com/item/2"),
        (4, "01.05.2024", "05.01.2024"),
        (5, "buy 100 shares of AAPL at market price", "buy 900 shares of AAPL at market price"),
        (5, "buy 100 shares of AAPL at market price", "sell 100 shares of AAPL at market price"),
        (5, "please do cancel my hotel booking tonight", "please do not cancel my hotel booking tonight"),
        (6, "10 10 10 10 10", "10 10"),
        (6, "10.0.0.1", "1.0.0.10"),
    ];
    for (number, gold, said) in taken {
        assert!(text_passes(gold, said), "fault {number}: {gold} / {said}");
    }
}

#[test]
fn texts_that_mean_the_same_fail() {
    let refused = [
        (7, "2024-05-01", "2024/05/01"),
        (7, "2024-05-01", "2024-5-1"),
        (7, "2024-05-01", "20240501"),
        (8, "100", "100.00"),
        (11, "Paris", "Pariss"),
        (11, "San Francisco", "San Fransisco"),
        (12, "one two three four five six seven eight nine ten", "One Two Three Four Five Six Seven Eight Nine Ten."),
    ];
    for (number, gold, said) in refused {
        assert!(!text_passes(gold, said), "fault {number}: {gold} / {said}");
    }
}

#[test]
fn values_are_held_to_their_spelling() {
    assert!(!passes(json!({"type": "number"}), json!(250), json!(250.0)), "fault 8");
    assert!(passes(json!({"type": "float"}), json!(250), json!(250)), "float is written number");
    let list = json!({"type": "array", "items": {"type": "string"}});
    assert!(!passes(list, json!(["EUR", "JPY"]), json!(["JPY", "EUR"])), "fault 9");
    let open = json!({"type": "object"});
    assert!(!passes(open, json!({"k": 1}), json!({"k": 1})), "fault 22");
    let narrow = json!({"type": "string", "enum": ["a"]});
    assert!(!passes(narrow, json!("b"), json!("b")), "fault 23");
}

#[test]
fn arguments_that_gold_leaves_out_are_wrong() {
    let format = json!({"type": "string", "default": "JSON"});
    let tools = tools(&[("f", json!({"type": "object", "properties": {"format": format}}))]);
    let turn = [node("f", json!({}), &[]), node(ANSWER, json!({}), &[0])];
    let said = |arguments: Value| play(&turn, &[calls(&[("f", arguments)]), text("done")], &tools).is_right();
    assert!(said(json!({})));
    assert!(!said(json!({"format": "JSON"})), "fault 10");
    let empty = json!({"tool_calls": [{"id": "c", "function": {"name": "f", "arguments": ""}}]});
    assert!(!play(&turn, &[empty, text("done")], &tools).is_right(), "fault 21");
}

#[test]
fn groupings_that_respect_every_dependency_fail() {
    let three: &[(&str, &str, &[usize])] = &[("A", "x", &[]), ("A", "y", &[]), ("A", "z", &[])];
    assert!(walk(three, &[&[("A", "x"), ("A", "y"), ("A", "z")]]).is_right());
    assert!(walk(three, &[&[("A", "x")], &[("A", "y")], &[("A", "z")]]).is_right());
    assert!(!walk(three, &[&[("A", "x"), ("A", "y")], &[("A", "z")]]).is_right(), "fault 13");
    assert!(!walk(three, &[&[("A", "y")], &[("A", "x")], &[("A", "z")]]).is_right(), "fault 13");
    let mixed: &[(&str, &str, &[usize])] = &[("A", "x", &[]), ("A", "y", &[]), ("B", "z", &[])];
    assert!(!walk(mixed, &[&[("A", "x")], &[("B", "z")], &[("A", "y")]]).is_right(), "fault 14");
    let chains: &[(&str, &str, &[usize])] = &[("A", "x", &[]), ("A", "y", &[]), ("C", "x", &[0]), ("C", "y", &[1])];
    let one_by_one: &[&[(&str, &str)]] = &[&[("A", "x")], &[("C", "x")], &[("A", "y")], &[("C", "y")]];
    assert!(!walk(chains, one_by_one).is_right(), "fault 15");
}

#[test]
fn the_order_in_which_gold_lists_its_calls_decides() {
    let last: &[(&str, &str, &[usize])] = &[("A", "x", &[]), ("A", "y", &[]), ("B", "z", &[])];
    let first: &[(&str, &str, &[usize])] = &[("B", "z", &[]), ("A", "x", &[]), ("A", "y", &[])];
    let steps: &[&[(&str, &str)]] = &[&[("B", "z"), ("A", "x")], &[("A", "y")]];
    assert!(walk(first, steps).is_right(), "fault 16");
    assert!(!walk(last, steps).is_right(), "fault 16");
}

#[test]
fn equal_calls_are_paired_by_their_text() {
    let schema = json!({"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}});
    let tools = tools(&[("f", schema)]);
    let gold = |a: &str, b: &str| json!({"a": a, "b": b});
    let turn = [node("f", gold("one", "2"), &[]), node("f", gold("two", "1"), &[]), node(ANSWER, json!({}), &[0, 1])];
    let same = calls(&[("f", gold("one", "2")), ("f", gold("two", "1"))]);
    assert!(play(&turn, &[same, text("done")], &tools).is_right());
    let turned = calls(&[("f", json!({"b": "2", "a": "one"})), ("f", json!({"b": "1", "a": "two"}))]);
    assert!(!play(&turn, &[turned, text("done")], &tools).is_right(), "fault 17");
}

#[test]
fn text_is_never_read() {
    let tools = tools(&[("A", json!({}))]);
    let turn = [node(ASK, json!({}), &[]), node("A", json!({}), &[0]), node(ANSWER, json!({}), &[1])];
    let call = calls(&[("A", json!({}))]);
    assert!(play(&turn, &[text("No."), call.clone(), text(" ")], &tools).is_right(), "fault 19");
    let beside = [node(ASK, json!({}), &[]), node("A", json!({}), &[]), node(ANSWER, json!({}), &[0, 1])];
    assert!(play(&beside, &[text("a"), text("b"), text("c")], &tools).is_right(), "fault 20");
}

#[test]
fn progress_counts_steps_against_nodes() {
    let two: &[(&str, &str, &[usize])] = &[("A", "x", &[]), ("B", "y", &[0])];
    let kept = |steps: &[&[(&str, &str)]]| walk(two, steps).score.unwrap().steps_kept();
    assert_eq!(kept(&[&[("C", "x")]]), 1, "fault 24: the failing step counts");
    assert_eq!(kept(&[&[("A", "other")], &[("B", "y")]]), 2, "fault 25: one step is lost, not all");
}

#[test]
fn what_the_original_does_not_survive_is_a_crash() {
    let tools = tools(&[("A", json!({}))]);
    let crash = |turn: &[Value], messages: &[Value]| {
        let crash = play(turn, messages, &tools).score.unwrap_err();
        (crash.stage, crash.exception)
    };
    let turn = [node("A", json!({}), &[]), node(ANSWER, json!({}), &[0])];
    let object = json!({"tool_calls": [{"id": "c", "function": {"name": "A", "arguments": {}}}]});
    assert_eq!(crash(&turn, &[object, text("done")]), (Stage::Scoring, Exception::Type), "fault 26");
    let call = calls(&[("A", json!({}))]);
    assert_eq!(crash(&turn[..1], &[call.clone(), text("done")]), (Stage::Running, Exception::Key), "fault 27");
    let answered = calls(&[(ANSWER, json!({}))]);
    assert_eq!(crash(&turn, &[call, answered, text("done")]), (Stage::Running, Exception::Key), "fault 27");
}

#[test]
fn the_schema_is_the_one_that_was_sent() {
    let turn = [node("A", json!({"v": "x"}), &[]), node(ANSWER, json!({}), &[0])];
    let messages = [calls(&[("A", json!({"v": "x"}))]), text("done")];
    let schema = json!({"type": "object", "properties": {"v": {"type": "string"}}});
    let moved = json!([{"type": "function", "function": {"name": "A"}, "inputSchema": schema}]);
    assert!(!play(&turn, &messages, &moved).is_right(), "fault 28");
    let twice = tools(&[("A", schema.clone()), ("A", json!({"type": "object", "properties": {}}))]);
    assert!(!play(&turn, &messages, &twice).is_right(), "fault 34: the last definition counts");
    assert!(play(&turn, &messages, &tools(&[("A", json!({})), ("A", schema)])).is_right(), "fault 34");
}
