//! The paper's dataset: what its evaluator said of recorded sessions, the released verdict says of the imported ones.

use std::path::PathBuf;

use serde_json::{Value, json};
use usertoolbench::convert::gold::{GoldError, Imported, user_tool_bench};

use super::{fixtures, records, referee, refused, suite};

fn file(name: &str) -> PathBuf {
    fixtures("evaluator-cases").join(name)
}

fn imported() -> Imported {
    user_tool_bench::import(&[file("session.json")], Some(&file("toolsets.json"))).unwrap()
}

fn session() -> Value {
    serde_json::from_str(&std::fs::read_to_string(file("session.json")).unwrap()).unwrap()
}

/// Imports one topic, written as a line of a persona's file.
fn topic(topic: &Value) -> Result<Imported, GoldError> {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("persona7.jsonl");
    std::fs::write(&path, format!("{topic}\n")).unwrap();
    user_tool_bench::import(&[path], None)
}

fn ferry() -> Value {
    let from = json!({"type": "object", "properties": {"from": {"type": "string"}, "day": {"type": "string"}}});
    let tool =
        |name: &str| json!({"type": "function", "function": {"name": name, "description": "…", "parameters": from}});
    let node = |name: &str, arguments: Value, waits: Value, observation: Value| {
        let action = json!({"name": name, "arguments": arguments});
        json!({"action": action, "dependency_list": waits, "observation": observation, "user_input": "From Horta."})
    };
    let asked = json!({"tool_name": "findFerry", "missing_required_parameters": ["from"]});
    let found = json!({"departs": ["09:15"]});
    json!({
        "id": "p1_t3", "env_info": "Current Time：2024-05-02 10:30:00 Thursday", "tools": [tool("findFerry"), tool("bookFerry")],
        "tasks": ["When is the next ferry on Friday?", "Thanks."], "task_types": ["澄清", "Chit-Chat"],
        "turn_subtypes": ["指代"],
        "answer_list": [[
            node("ask_user_for_required_parameters", asked, json!([]), json!("From which harbour?")),
            node("bookFerry", json!({"from": "Horta"}), json!([2]), json!("booked")),
            node("findFerry", json!({"from": "Horta", "day": "2024-05-03"}), json!([0]), found),
            node("prepare_to_answer", json!({}), json!([1]), json!("At 09:15.")),
        ], [node("prepare_to_answer", json!({}), json!([]), json!("You are welcome."))]],
    })
}

#[test]
fn recorded_sessions_are_judged_as_they_were() {
    let imported = imported();
    let judged = referee(&imported).judge_records(records(&imported, "scripted"));
    let expected = session();
    let (mut compared, mut others) = (0, Vec::new());
    for name in ["invented_persona1", "invented_persona2", "invented_persona3"] {
        let persona = name.replace('_', "-");
        let verdicts: Vec<_> = judged.verdicts.iter().filter(|verdict| *verdict.persona == *persona).collect();
        let turns = expected["expected"][name]["turns"].as_array().unwrap();
        assert_eq!(verdicts.len(), expected["expected"][name]["num_turns"].as_u64().unwrap() as usize);
        for (verdict, turn) in verdicts.iter().zip(turns) {
            let released = verdict.released.as_ref().unwrap();
            compared += 1;
            if released.pass != (turn["label"] == "correct") {
                others.push((persona.clone(), verdict.turn.clone()));
            }
        }
    }
    assert_eq!(compared, 50);
    // A call without an id, which calls over HTTP never have; the import says that this is lost.
    assert_eq!(others, [("invented-persona2".to_owned(), "t05.3".into())]);
    assert!(imported.lost.lines().any(|line| line.contains("that a call has no id")));
}

#[test]
fn gold_passes_every_verdict() {
    let imported = imported();
    let judged = referee(&imported).judge_records(records(&imported, "gold"));
    assert_eq!(judged.verdicts.len(), 55);
    for verdict in &judged.verdicts {
        let passes = [verdict.released.as_ref().unwrap().pass, verdict.exact.pass, verdict.relaxed.pass];
        assert_eq!(passes, [true; 3], "{} {}: {:?}", verdict.persona, verdict.turn, verdict.findings);
    }
}

#[test]
fn a_topic_becomes_turns_with_question_order_and_results() {
    let imported = topic(&ferry()).unwrap();
    let suite = suite(&imported);
    let dialogue = &suite.dialogues["persona7"];
    let first = dialogue.find("t01.1").unwrap();
    assert_eq!((first.topic.clock.as_str(), first.topic.title.as_str()), ("2024-05-02T10:30:00Z", "p1_t3"));
    let ask = first.turn.gold.ask().unwrap();
    assert_eq!((ask.question.as_str(), ask.reply.as_str()), ("From which harbour?", "From Horta."));
    assert_eq!((ask.missing[0].slot.as_str(), ask.missing[0].tool.as_str()), ("from", "findFerry"));
    let calls: Vec<(&str, usize)> = ask.then.calls.iter().map(|call| (call.tool.as_str(), call.after.len())).collect();
    assert_eq!(calls, [("findFerry", 0), ("bookFerry", 1)], "in an order in which they can be made");
    let lost: Vec<String> = imported.lost.lines().collect();
    assert!(lost.iter().any(|line| line.contains("the subtype '指代'")), "{lost:?}");
    let results: Vec<Value> = records(&imported, "gold")
        .iter()
        .filter_map(|record| serde_json::to_value(&record.event).unwrap()["call"]["body"].as_object().cloned())
        .map(Value::Object)
        .collect();
    assert_eq!(results, [json!({"departs": ["09:15"]}), json!({"result": "booked"})]);
}

#[test]
fn english_fields_stand_in_for_empty_ones() {
    let mut english = ferry();
    let tasks = english["tasks"].take();
    english["english_tasks"] = tasks;
    english["tasks"] = json!([]);
    assert_eq!(topic(&english).unwrap().suite, topic(&ferry()).unwrap().suite);
}

#[test]
fn what_cannot_be_taken_is_named_with_its_place() {
    let change = |change: &dyn Fn(&mut Value)| {
        let mut changed = ferry();
        change(&mut changed);
        refused(topic(&changed))
    };
    let short = change(&|topic| topic["task_types"] = json!(["Chat"]));
    assert_eq!(short, "persona7.jsonl: line 1: tasks, answer_list and task_types have not as many entries");
    let circle = change(&|topic| topic["answer_list"][0][2]["dependency_list"] = json!([1]));
    assert!(circle.contains("/answer_list/0: some nodes wait for each other"), "{circle}");
    let nowhere = change(&|topic| topic["answer_list"][0][2]["dependency_list"] = json!([9]));
    assert!(nowhere.ends_with("there is no node 9: the turn has 4"), "{nowhere}");
    let month = change(&|topic| topic["env_info"] = json!("2024-13-02 10:30:00"));
    assert!(month.contains("/env_info: '2024-13-02 10:30:00' is no time"), "{month}");
    let unnamed = refused(user_tool_bench::import(&[file("session.json")], None));
    assert!(unnamed.contains("name its file with --toolsets"), "{unnamed}");
}
