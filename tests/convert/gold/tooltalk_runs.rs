//! ToolTalk: a conversation is a success when all its turns pass the relaxed verdict.

use std::collections::BTreeMap;

use serde_json::Value;
use usertoolbench::convert::gold::{Imported, tooltalk};
use usertoolbench::journal::{Event, Record};
use usertoolbench::referee::Referee;

use super::{again, changed, fixtures, records, referee, refused, renumber, verdicts};

fn imported() -> Imported {
    tooltalk::import(&fixtures("tooltalk")).unwrap()
}

/// What the project's rule needs to know of a call.
#[derive(Clone, Debug, PartialEq)]
struct Seen {
    tool: String,
    arguments: Value,
    ok: bool,
}

fn seen(records: &[Record]) -> Vec<Seen> {
    let of = |record: &Record| match &record.event {
        Event::Call(call) => Some(Seen {
            tool: call.tool.clone(),
            arguments: serde_json::from_str(call.raw.as_deref().unwrap()).unwrap(),
            ok: call.status == 200,
        }),
        _ => None,
    };
    records.iter().filter_map(of).collect()
}

/// The project's own rule, as its documentation has it: gold calls are matched greedily, each by one call at most, in
/// whatever order; success is that all are matched and no call that is an action and went well is left over.
fn rule(gold: &[Seen], made: &[Seen], actions: &BTreeMap<String, bool>) -> bool {
    let mut left: Vec<&Seen> = made.iter().collect();
    let mut take = |gold: &Seen| left.iter().position(|call| *call == gold).map(|at| left.remove(at));
    let matched = gold.iter().filter(|gold| take(gold).is_some()).count();
    let bad = left.iter().any(|call| call.ok && actions[&call.tool]);
    matched == gold.len() && !bad
}

fn actions() -> BTreeMap<String, bool> {
    let text = std::fs::read_to_string(fixtures("tooltalk").join("apis.json")).unwrap();
    let apis: Vec<Value> = serde_json::from_str(&text).unwrap();
    apis.iter().map(|api| (api["name"].as_str().unwrap().to_owned(), api["is_action"] == true)).collect()
}

fn success(referee: &Referee, records: &[Record]) -> bool {
    let verdicts = referee.judge(records);
    assert!(!verdicts.is_empty());
    verdicts.iter().all(|verdict| verdict.relaxed.pass)
}

fn sessions(records: &[Record]) -> Vec<Vec<Record>> {
    let of = |run: &[Record]| run.iter().map(again).collect();
    records.chunk_by(|a, b| a.session == b.session).map(of).collect()
}

#[test]
fn gold_against_itself_is_perfect() {
    let imported = imported();
    let verdicts = verdicts(&imported, "gold");
    assert_eq!(imported.tasks(), 22);
    assert!(verdicts.len() > 60 && verdicts.iter().all(|verdict| verdict.exact.pass && verdict.relaxed.pass));
    let text = std::fs::read_to_string(fixtures("tooltalk").join("gold_reexecution.json")).unwrap();
    let again: BTreeMap<String, Vec<Value>> = serde_json::from_str(&text).unwrap();
    let mut calls = 0;
    for (name, gold) in &again {
        let name = name.trim_end_matches(".json").to_lowercase();
        let session = ["easy", "hard"].map(|kind| format!("tooltalk-{kind}-{name}-gold"));
        let own: Vec<&Record> = records(&imported, "gold").iter().filter(|r| session.contains(&r.session)).collect();
        if own.is_empty() {
            continue;
        }
        let made: Vec<&str> = own
            .iter()
            .filter_map(|record| match &record.event {
                Event::Call(call) => Some(call.tool.as_str()),
                _ => None,
            })
            .collect();
        let wanted: Vec<&str> = gold.iter().map(|call| call["api"].as_str().unwrap()).collect();
        assert_eq!(made, wanted, "{name}");
        assert!(gold.iter().all(|call| call["matches_gold"] == true), "so says the project's own matcher too");
        calls += made.len();
    }
    assert_eq!(calls, 71, "every gold call of the sample was run again");
}

/// Every gold run is changed in every way that its calls allow, and what the project's rule says of the result is what
/// the verdicts say.
#[test]
fn what_the_projects_rule_calls_a_success_passes_and_nothing_else_does() {
    let imported = imported();
    let (referee, actions) = (referee(&imported), actions());
    let runs = sessions(records(&imported, "gold"));
    let donors: Vec<Record> = runs.iter().flatten().filter(|r| matches!(r.event, Event::Call(_))).map(again).collect();
    let mut counts = (0, 0);
    for (i, run) in runs.iter().enumerate() {
        let gold = seen(run);
        let mut check = |mut changed: Vec<Record>, what: &str| {
            renumber(&mut changed);
            let wanted = rule(&gold, &seen(&changed), &actions);
            assert_eq!(success(&referee, &changed), wanted, "{}: {what}", run[0].session);
            if wanted { counts.0 += 1 } else { counts.1 += 1 }
        };
        for (at, record) in run.iter().enumerate() {
            let Event::Call(call) = &record.event else { continue };
            let copy = || run.iter().map(again).collect::<Vec<_>>();
            let mut without = copy();
            without.remove(at);
            check(without, "a call left out");
            let mut twice = copy();
            twice.insert(at, again(record));
            check(twice, "a call made twice");
            let mut other = copy();
            if change_argument(&mut other[at]) {
                check(other, "an argument changed");
            }
            let mut failed = copy();
            failed.insert(at, refused_call(record));
            check(failed, "a call that failed before it went well");
            let donor = &donors[(i * 7 + at * 3) % donors.len()];
            for add in [moved(donor, record), refused_call(&moved(donor, record))] {
                let tool = name(&add);
                if gold.iter().any(|call| call.tool == tool) {
                    continue;
                }
                let mut more = copy();
                more.insert(at + 1, add);
                check(more, &format!("{tool} beside {}", call.tool));
            }
        }
        let mut reversed: Vec<Record> = run.iter().map(again).collect();
        reversed.chunk_by_mut(|a, b| is_call(a) && is_call(b)).for_each(<[Record]>::reverse);
        check(reversed, "the calls of each turn the other way round");
    }
    assert!(counts.0 > 100 && counts.1 > 150, "{counts:?}");
}

fn is_call(record: &Record) -> bool {
    matches!(record.event, Event::Call(_))
}

fn name(record: &Record) -> String {
    let Event::Call(call) = &record.event else { unreachable!("only calls are asked") };
    call.tool.clone()
}

/// The call as if it had been made in the place of another.
fn moved(call: &Record, to: &Record) -> Record {
    let (mut call, Event::Call(there)) = (again(call), &to.event) else {
        unreachable!("calls take the place of calls")
    };
    let Event::Call(own) = &mut call.event else { unreachable!("only calls are moved") };
    own.turn.clone_from(&there.turn);
    call.session.clone_from(&to.session);
    call
}

fn refused_call(record: &Record) -> Record {
    let mut record = again(record);
    let Event::Call(call) = &mut record.event else { unreachable!("only calls are refused") };
    call.status = 409;
    record
}

/// Another value for the first argument that has a text; false where none has.
fn change_argument(record: &mut Record) -> bool {
    let Event::Call(call) = &mut record.event else { unreachable!("only calls are changed") };
    let mut arguments: BTreeMap<String, Value> = serde_json::from_str(call.raw.as_deref().unwrap()).unwrap();
    let Some(value) = arguments.values_mut().find(|value| value.is_string()) else { return false };
    *value = "another value".into();
    let raw = serde_json::to_string(&arguments).unwrap();
    call.arguments = Some(serde_json::value::RawValue::from_string(raw.clone()).unwrap());
    call.raw = Some(raw);
    true
}

#[test]
fn what_is_no_conversation_is_refused_with_its_place() {
    let file = "conversations/hard/AccountTools-Alarm-Calendar-AddAlarm-0.json";
    let import = |file: &str, change: &dyn Fn(&str) -> String| {
        let dir = changed("tooltalk", file, change);
        refused(tooltalk::import(dir.path()))
    };
    let api = import(file, &|text| text.replacen("\"api_name\": \"RegisterUser\"", "\"api_name\": \"Register\"", 1));
    assert_eq!(api, format!("{file}: /conversation/3/apis/0/request/api_name: apis.json has no 'Register'"));
    let role = import(file, &|text| text.replacen("\"role\": \"assistant\"", "\"role\": \"tool\"", 1));
    assert_eq!(role, format!("{file}: /conversation/1/role: 'tool' is neither user nor assistant"));
    let clock = import(file, &|text| text.replacen("2023-09-11 09:00:00", "soon", 1));
    assert!(clock.starts_with(&format!("{file}: /metadata/timestamp: 'soon' is no time")), "{clock}");
    let apis = import("apis.json", &|text| text.replacen("is_action", "acts", 1));
    assert_eq!(apis, "apis.json: /0: the member 'is_action' is missing");
    assert!(refused(tooltalk::import(&fixtures("tau-bench"))).contains("holds no apis.json"));
}

#[test]
fn what_has_no_counterpart_is_said_to_be_lost() {
    let lines: Vec<String> = imported().lost.lines().collect();
    for what in ["session_token", "last words", "time zone", "`name` of CreateEvent"] {
        assert!(lines.iter().any(|line| line.contains(what)), "{what}: {lines:#?}");
    }
}
