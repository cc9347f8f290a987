//! What is shown of verdicts.

use std::collections::BTreeMap;

use quick_xml::events::Event;
use quick_xml::events::attributes::Attribute;
use serde_json::{Value, json};
use usertoolbench::referee::{Figure, Group, Status, TurnVerdict, VerdictKind};
use usertoolbench::report::{self, Format, Junit, Markdown, Report};

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
    let parts = |figure: &str| ["value", "numerator", "denominator", "not_run"].map(|part| exact[figure][part].clone());
    assert_eq!(parts("st"), [json!(0.5), json!(1.0), json!(2.0), json!(1.0)]);
    assert_eq!(parts("mt"), [json!(0.0), json!(0.0), json!(1.0), json!(null)]);
    assert_eq!(parts("average")[0], json!(0.5));
    let released = &agent["scores"]["released"];
    assert_eq!(
        (&released["st"]["value"], &released["unjudged"]),
        (&Value::Null, &json!(5)),
        "no verdict is no failure"
    );
    assert_eq!(agent["conduct"]["progress"]["numerator"], json!(2.0));
    assert_eq!(agent["conduct"]["progress"]["denominator"], json!(4.0), "turns that were not run want their calls too");
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
    assert!(text.contains("  ana not run: 2 turns, t4 to t5"), "{text}");
    assert!(text.contains("released: not judged"), "a verdict that was not given has no table: {text}");
    assert!(!text.contains("t3 lack_of_information"), "{text}");
}

#[test]
fn nothing_judged_is_still_a_report() {
    let nothing = Report::default();
    assert!(report::table(&nothing).contains("AGENT"));
    assert_eq!(serde_json::from_str::<Value>(&report::json(&nothing)).unwrap(), json!({"agents": [], "notices": []}));
}

#[test]
fn markdown_has_every_figure_and_no_open_markup() {
    let text = Markdown.text(&judged());
    for figure in Figure::ALL {
        assert!(text.contains(&format!("| {} |", figure.title())), "{} in\n{text}", figure.id());
    }
    assert!(text.contains("| Single tool | 1/2 50.0 % | 9.5 to 90.5 % | 1 | 0 |"), "{text}");
    let mut evil = judged();
    let finding = evil.verdicts[1].exact.decisive.as_mut().unwrap();
    finding.sentence = "a | b\n# c <script>alert(1)</script> [x](y)".into();
    let text = Markdown.text(&evil);
    assert!(text.contains(r"a \| b \# c \<script\>alert(1)\</script\> \[x\](y)"), "{text}");
}

type Rule = (&'static str, &'static [&'static str], &'static [&'static str], &'static [&'static str]);

/// What the schemas of Jenkins (junit-10.xsd) and of Surefire (3.0) both take: attributes that must and may be there, and
/// elements within.
const GRAMMAR: [Rule; 6] = [
    ("testsuites", &[], &["name", "time", "tests", "failures", "errors"], &["testsuite"]),
    ("testsuite", &["name", "tests", "errors", "skipped", "failures"], &["time"], &["testcase"]),
    ("testcase", &["name", "time"], &["classname"], &["failure", "skipped", "error"]),
    ("failure", &["type"], &["message"], &[]),
    ("error", &["type"], &["message"], &[]),
    ("skipped", &[], &["message"], &[]),
];

/// Elements of a document as (depth, name, attributes), checked against the grammar.
fn elements(xml: &str) -> Vec<(String, BTreeMap<String, String>)> {
    let mut reader = quick_xml::Reader::from_str(xml);
    let (mut open, mut found): (Vec<String>, Vec<_>) = (Vec::new(), Vec::new());
    loop {
        let event = reader.read_event().unwrap();
        let (start, stays) = match &event {
            Event::Start(start) => (start, true),
            Event::Empty(start) => (start, false),
            Event::End(_) => {
                open.pop();
                continue;
            }
            Event::Eof => return found,
            _ => continue,
        };
        let name = start.name().as_ref().to_owned();
        let rule = GRAMMAR.iter().find(|rule| rule.0 == name).unwrap_or_else(|| panic!("<{name}>"));
        if let Some(parent) = open.last() {
            let parent = GRAMMAR.iter().find(|rule| rule.0 == parent.as_str()).unwrap();
            assert!(parent.3.contains(&name.as_str()), "<{name}> in <{}>", parent.0);
        } else {
            assert_eq!(name, "testsuites");
        }
        let attribute = |a: Attribute<'_>| {
            let value = quick_xml::escape::unescape(&a.value).unwrap().into_owned();
            (a.key.as_ref().to_owned(), value)
        };
        let attributes: BTreeMap<String, String> = start.attributes().map(|a| attribute(a.unwrap())).collect();
        assert!(rule.1.iter().all(|must| attributes.contains_key(*must)), "<{name}> {attributes:?}");
        let known = |key: &String| rule.1.contains(&key.as_str()) || rule.2.contains(&key.as_str());
        assert!(attributes.keys().all(known), "<{name}> {attributes:?}");
        if let Some(time) = attributes.get("time") {
            assert!(time.split_once('.').is_some_and(|(s, ms)| !s.is_empty() && ms.len() == 3), "{time}");
        }
        if stays {
            open.push(name.clone());
        }
        found.push((name, attributes));
    }
}

#[test]
fn junit_has_a_case_a_turn_as_jenkins_and_surefire_take_it() {
    let mut report = judged();
    report.verdicts[2].status = Status::Infrastructure;
    report.verdicts[2].exact.pass = false;
    report.verdicts[2].exact.decisive = report.verdicts[1].exact.decisive.clone();
    let nasty = "]]> & <b> \"\u{0}\u{1b}[31m\u{fffe}";
    report.verdicts[1].exact.decisive.as_mut().unwrap().sentence = nasty.into();
    report.verdicts[1].exact.repair = Some(nasty.into());
    let xml = Junit { kind: VerdictKind::Exact }.text(&report);
    let found = elements(&xml);
    let of = |name: &str| found.iter().filter(|(n, _)| n == name).map(|(_, a)| a).collect::<Vec<_>>();
    assert_eq!(of("testcase").iter().map(|a| a["name"].as_str()).collect::<Vec<_>>(), ["t1", "t2", "t3", "t4", "t5"]);
    let suite = of("testsuite")[0];
    let counts = ["tests", "failures", "errors", "skipped"].map(|name| suite[name].as_str());
    assert_eq!(counts, ["5", "1", "1", "2"]);
    assert_eq!((of("failure").len(), of("error").len(), of("skipped").len()), (1, 1, 2));
    let told = nasty.replace(['\u{0}', '\u{1b}', '\u{fffe}'], "\u{fffd}");
    assert_eq!((of("failure")[0]["type"].as_str(), &of("failure")[0]["message"]), ("wrong_value", &told));
    assert_eq!(of("testcase")[0]["classname"], "agent.ana.single_tool");
}

#[test]
fn json_fits_its_schema_which_has_every_figure() {
    let path = format!("{}/docs/schemas/report.schema.json", env!("CARGO_MANIFEST_DIR"));
    let schema: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    for report in [Report::default(), judged()] {
        let document: Value = serde_json::from_str(&report::json(&report)).unwrap();
        let faults: Vec<String> =
            validator.iter_errors(&document).map(|fault| format!("{}: {fault}", fault.instance_path())).collect();
        assert_eq!(faults, Vec::<String>::new());
    }
    for (group, place) in
        [(Group::Verdict, "/$defs/score/required"), (Group::Conduct, "/$defs/agent/properties/conduct/required")]
    {
        let listed = schema.pointer(place).unwrap().as_array().unwrap();
        let listed: Vec<&str> = listed.iter().map(|id| id.as_str().unwrap()).filter(|id| *id != "positions").collect();
        assert_eq!(listed, Figure::of(group).map(Figure::id).collect::<Vec<_>>(), "{place}");
    }
}
