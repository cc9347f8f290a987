//! BFCL: the exact verdict on requests of one turn is the project's, in whatever order, for every listed value.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};
use usertoolbench::catalogue::{Catalogue, arguments};
use usertoolbench::convert::gold::{Imported, bfcl};
use usertoolbench::journal::{Event, Record};
use usertoolbench::referee::Referee;

use super::{again, changed, files, fixtures, records, referee, refused, renumber, suite, verdicts};

fn imported() -> Imported {
    bfcl::import(&fixtures("bfcl")).unwrap()
}

#[test]
fn gold_against_itself_is_right_in_one_turn_and_in_several() {
    let imported = imported();
    let verdicts = verdicts(&imported, "gold");
    assert_eq!(imported.tasks(), 28 + 32);
    for verdict in &verdicts {
        assert!(
            verdict.exact.pass && verdict.relaxed.pass,
            "{} {}: {:#?}",
            verdict.session,
            verdict.turn,
            verdict.findings
        );
    }
    assert!(verdicts.len() > 28 + 100, "{}", verdicts.len());
}

/// The requests of one turn, as the published files have them.
fn requests() -> Vec<Value> {
    let files = ["live_parallel_multiple", "multiple", "parallel", "parallel_multiple"];
    let read =
        |name: &str| std::fs::read_to_string(fixtures("bfcl").join(format!("single_turn_{name}.jsonl"))).unwrap();
    files
        .into_iter()
        .flat_map(|name| read(name).lines().map(|l| serde_json::from_str(l).unwrap()).collect::<Vec<_>>())
        .collect()
}

/// The run of a request with other arguments for one of its calls; `None` leaves an argument out.
struct Bench<'a> {
    referee: Referee,
    catalogue: Catalogue,
    imported: &'a Imported,
}

impl Bench<'_> {
    fn run(&self, id: &str) -> Vec<Record> {
        let session = format!("bfcl-{}-gold", id.to_lowercase().replace('_', "-"));
        let own = records(self.imported, "gold").iter().filter(|record| record.session == session);
        own.map(again).collect()
    }

    fn passes(&self, mut run: Vec<Record>) -> bool {
        renumber(&mut run);
        let verdicts = self.referee.judge(&run);
        assert_eq!(verdicts.len(), 1);
        verdicts[0].exact.pass
    }

    /// The run with one argument of its call number `at` changed; a call that its schema refuses is refused.
    fn with(&self, run: &[Record], at: usize, name: &str, value: Option<&Value>) -> Vec<Record> {
        let mut run: Vec<Record> = run.iter().map(again).collect();
        let mut calls = run.iter_mut().filter_map(|record| match &mut record.event {
            Event::Call(call) => Some(call),
            _ => None,
        });
        let call = calls.nth(at).unwrap();
        let mut arguments: Map<String, Value> = serde_json::from_str(call.raw.as_deref().unwrap()).unwrap();
        match value {
            Some(value) => drop(arguments.insert(name.into(), value.clone())),
            None => drop(arguments.shift_remove(name)),
        }
        let raw = json!(arguments).to_string();
        let prepared = arguments::prepare(self.catalogue.find(&call.toolset, &call.tool).unwrap(), arguments);
        call.status = if prepared.is_ok() { 200 } else { 422 };
        call.arguments = prepared.ok().map(|map| serde_json::value::to_raw_value(&map).unwrap());
        call.raw = Some(raw);
        run
    }
}

fn bench(imported: &Imported) -> Bench<'_> {
    let catalogue = Catalogue::load(&files(&imported.specs)).unwrap();
    Bench { referee: referee(imported), catalogue, imported }
}

/// The project's own comparison of texts.
fn standard(text: &str) -> String {
    text.chars().filter(|c| !" ,./-_*^".contains(*c)).collect::<String>().to_lowercase().replace('\'', "\"")
}

/// The project's own comparison of a value with one that is listed; objects have a list for each member.
fn is_accepted(listed: &Value, value: &Value) -> bool {
    match (listed, value) {
        (Value::String(a), Value::String(b)) => standard(a) == standard(b),
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_accepted(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            let any = |list: &Value, value: &Value| list.as_array().unwrap().iter().any(|one| is_accepted(one, value));
            let has = |name: &String| b.contains_key(name) || a[name].as_array().unwrap().contains(&json!(""));
            a.keys().all(has) && b.iter().all(|(name, value)| a.get(name).is_some_and(|list| any(list, value)))
        }
        (a, b) => a == b || a.as_f64().is_some_and(|a| b.as_f64() == Some(a)),
    }
}

/// Values of all kinds, among them those that gold lists for other parameters.
fn strangers(requests: &[Value]) -> Vec<Value> {
    let mut values =
        vec![json!(""), json!("zebra"), json!(-17), json!(0.25), json!(true), json!([]), json!(["x"]), json!({})];
    for request in requests {
        for call in request["ground_truth"].as_array().unwrap() {
            for parameters in call.as_object().unwrap().values() {
                let lists = parameters.as_object().unwrap().values().filter_map(Value::as_array);
                values.extend(lists.flatten().filter(|v| !v.is_object()).cloned());
            }
        }
    }
    values.sort_by_key(Value::to_string);
    values.dedup();
    values
}

#[test]
fn every_listed_value_is_accepted_and_every_other_is_refused() {
    let (imported, requests) = (imported(), requests());
    let (bench, strangers) = (bench(&imported), strangers(&requests));
    let mut counts = (0, 0, 0);
    for request in &requests {
        let run = bench.run(request["id"].as_str().unwrap());
        let golds = request["ground_truth"].as_array().unwrap();
        for (at, gold) in golds.iter().enumerate() {
            let (_, parameters) = gold.as_object().unwrap().iter().next().unwrap();
            for (name, list) in parameters.as_object().unwrap() {
                let list = list.as_array().unwrap();
                let check = |value: Option<&Value>, wanted: bool| {
                    let passed = bench.passes(bench.with(&run, at, name, value));
                    assert_eq!(passed, wanted, "{} call {at} {name} = {value:?}", request["id"]);
                };
                for listed in list.iter().filter(|value| !value.is_object() && **value != "") {
                    check(Some(listed), true);
                    counts.0 += 1;
                }
                check(None, list.contains(&json!("")));
                counts.1 += 1;
                // Null says that an argument is not given.
                let may_be_null = list.contains(&json!(""));
                let is_right = |s: &Value| s.is_null() && may_be_null || list.iter().any(|l| is_accepted(l, s));
                let some = strangers.iter().skip(counts.1 % 9).step_by(9);
                for stranger in some.filter(|stranger| !is_right(stranger)) {
                    check(Some(stranger), false);
                    counts.2 += 1;
                }
            }
        }
    }
    assert!(counts.0 > 150 && counts.1 > 150 && counts.2 > 1_000, "{counts:?}");
}

#[test]
fn members_of_an_object_have_lists_of_their_own() {
    let imported = imported();
    let bench = bench(&imported);
    let run = bench.run("live_parallel_multiple_0-0-0");
    let passes = |value: Value| bench.passes(bench.with(&run, 1, "new_preferences", Some(&value)));
    let right = json!({"size": "large", "temperature": "hot", "sweetness_level": "regular", "milk_type": "almond"});
    assert!(passes(right.clone()));
    let mut less = right.clone();
    less.as_object_mut().unwrap().remove("sweetness_level");
    assert!(passes(less.clone()), "the list of this member holds the empty text");
    less.as_object_mut().unwrap().remove("size");
    assert!(!passes(less), "and that of this one does not");
    let mut other = right;
    other["milk_type"] = json!("soy");
    assert!(!passes(other));
}

#[test]
fn texts_are_compared_without_case_blanks_and_marks() {
    let imported = imported();
    let bench = bench(&imported);
    let run = bench.run("parallel_0");
    let passes = |value: &str| bench.passes(bench.with(&run, 0, "artist", Some(&json!(value))));
    assert!(passes("taylor swift") && passes("Taylor-Swift") && passes("TaylorSwift."));
    assert!(!passes("Taylor Swifts") && !passes("Taylor"));
}

#[test]
fn order_does_not_matter_and_number_does() {
    let imported = imported();
    let bench = bench(&imported);
    let is_call = |record: &Record| matches!(record.event, Event::Call(_));
    for request in requests() {
        let id = request["id"].as_str().unwrap();
        let run = bench.run(id);
        let mut reversed: Vec<Record> = run.iter().map(again).collect();
        reversed.chunk_by_mut(|a, b| is_call(a) && is_call(b)).for_each(<[Record]>::reverse);
        assert!(bench.passes(reversed), "{id} the other way round");
        for (at, record) in run.iter().enumerate().filter(|(_, record)| is_call(record)) {
            let mut less: Vec<Record> = run.iter().map(again).collect();
            less.remove(at);
            assert!(!bench.passes(less), "{id} without call {at}");
            let mut more: Vec<Record> = run.iter().map(again).collect();
            more.insert(at, again(record));
            assert!(!bench.passes(more), "{id} with call {at} twice");
        }
    }
}

#[test]
fn functions_that_are_held_back_are_on_offer_only_when_they_are_added() {
    let suite = suite(&imported());
    let dialogue = &suite.dialogues["bfcl-multi-turn-miss-func-0"];
    let offered: BTreeMap<&str, &Vec<String>> = dialogue.topics.iter().map(|t| (t.id.as_str(), &t.toolsets)).collect();
    assert_eq!(offered["t01"], &["bfcl-posting-api", "bfcl-gorilla-file-system-without-cp-sort"]);
    assert_eq!(offered["t02"], &["bfcl-posting-api", "bfcl-gorilla-file-system-without-cp"]);
    let first = &dialogue.topics[1].turns[0];
    assert_eq!(
        (first.user.as_str(), first.gold.calls()[0].tool.as_str()),
        ("There are more functions now: sort. Try again.", "sort")
    );
    // An argument without a name has found its name.
    assert!(first.gold.calls()[0].argument("file_name").is_some());
}

#[test]
fn what_is_no_task_is_refused_with_its_place() {
    let import = |file: &str, change: &dyn Fn(&str) -> String| {
        let dir = changed("bfcl", file, change);
        refused(bfcl::import(dir.path()))
    };
    let python =
        import("multi_turn_base.jsonl", &|text| text.replacen("cd(folder='document')", "cd(folder=document)", 1));
    assert!(
        python.starts_with("multi_turn_base.jsonl: line 1: /ground_truth/0/0: cd(folder=document): expected a literal"),
        "{python}"
    );
    let class = import("multi_turn_base.jsonl", &|text| {
        text.replacen("\"involved_classes\": [\"TwitterAPI\"", "\"involved_classes\": [\"X\"", 1)
    });
    assert!(class.starts_with("multi_turn_base.jsonl: line 1: /involved_classes/0: 'X' is no class"), "{class}");
    let list = import("single_turn_parallel.jsonl", &|text| text.replacen("[\"Taylor Swift\"]", "\"Taylor Swift\"", 1));
    assert_eq!(
        list,
        "single_turn_parallel.jsonl: line 1: /ground_truth/0/spotify.play/artist: expected an array, found a string"
    );
    let function =
        import("single_turn_parallel.jsonl", &|text| text.replacen("{\"spotify.play\"", "{\"spotify.stop\"", 1));
    assert!(function.ends_with("this function is not on offer"), "{function}");
    let run =
        import("gold_execution.jsonl", &|text| text.replacen("mkdir(dir_name='temp')", "mkdir(dir_name='tmp')", 1));
    assert!(run.contains("gold_execution.jsonl has another call than"), "{run}");
    assert!(refused(bfcl::import(&fixtures("tau-bench"))).contains("holds no tasks"));
}
