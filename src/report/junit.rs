use std::borrow::Cow;

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};

use super::{Format, Report, words};
use crate::referee::{Status, TurnVerdict, VerdictKind};

/// For continuous integration: a test suite a session, a test case a turn. It fails where one kind of verdict does; a turn
/// that could not be judged is an `error`, one that was not run is `skipped`. Fits what Jenkins and Surefire prescribe.
#[derive(Clone, Copy, Debug)]
pub struct Junit {
    /// The kind of verdict.
    pub kind: VerdictKind,
}

/// What a turn is to a test runner.
enum Case<'a> {
    Passed,
    Skipped(&'static str),
    Error { kind: &'static str, sentence: &'a str },
    Failure { kind: &'static str, sentence: &'a str, repair: &'a str },
}

type Xml = Writer<Vec<u8>>;

impl Format for Junit {
    fn text(&self, report: &Report) -> String {
        let mut xml = Writer::new_with_indent(Vec::new(), b' ', 2);
        let written = self.document(report, &mut xml);
        written.expect("a list of bytes takes all that is written");
        String::from_utf8(xml.into_inner()).expect("the writer was given text alone")
    }
}

impl Junit {
    fn document(&self, report: &Report, xml: &mut Xml) -> std::io::Result<()> {
        let all: Vec<&TurnVerdict> = report.verdicts.iter().collect();
        xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
        let mut root = BytesStart::new("testsuites");
        root.push_attribute(("name", "utb"));
        self.counts(&all, &mut root, &["tests", "failures", "errors"]);
        xml.write_event(Event::Start(root))?;
        for session in report.verdicts.chunk_by(|a, b| a.session == b.session) {
            self.suite(session, xml)?;
        }
        xml.write_event(Event::End(BytesEnd::new("testsuites")))
    }

    fn suite(&self, verdicts: &[TurnVerdict], xml: &mut Xml) -> std::io::Result<()> {
        let all: Vec<&TurnVerdict> = verdicts.iter().collect();
        let mut suite = BytesStart::new("testsuite");
        let (first, agent) = (&verdicts[0], words::name(verdicts[0].agent.as_deref()));
        push(&mut suite, "name", &format!("{agent} {} {}", first.persona, first.session));
        self.counts(&all, &mut suite, &["tests", "failures", "errors", "skipped"]);
        push(&mut suite, "time", &seconds(all.iter().copied()));
        xml.write_event(Event::Start(suite))?;
        verdicts.iter().try_for_each(|verdict| self.test_case(verdict, agent, xml))?;
        xml.write_event(Event::End(BytesEnd::new("testsuite")))
    }

    fn counts(&self, verdicts: &[&TurnVerdict], element: &mut BytesStart<'_>, names: &[&str]) {
        for name in names {
            let is = |verdict: &&&TurnVerdict| match self.case(verdict) {
                Case::Passed => *name == "tests",
                Case::Skipped(_) => ["tests", "skipped"].contains(name),
                Case::Error { .. } => ["tests", "errors"].contains(name),
                Case::Failure { .. } => ["tests", "failures"].contains(name),
            };
            push(element, name, &verdicts.iter().filter(is).count().to_string());
        }
    }

    fn test_case(&self, verdict: &TurnVerdict, agent: &str, xml: &mut Xml) -> std::io::Result<()> {
        let mut element = BytesStart::new("testcase");
        push(&mut element, "name", &verdict.turn);
        push(&mut element, "classname", &format!("{agent}.{}.{}", verdict.persona, words::task(verdict.task)));
        push(&mut element, "time", &seconds([verdict]));
        match self.case(verdict) {
            Case::Passed => return xml.write_event(Event::Empty(element)),
            case => {
                xml.write_event(Event::Start(element))?;
                outcome(&case, xml)?;
            }
        }
        xml.write_event(Event::End(BytesEnd::new("testcase")))
    }

    fn case<'a>(&self, verdict: &'a TurnVerdict) -> Case<'a> {
        let Some(judgement) = verdict.judgement(self.kind) else {
            return Case::Skipped(if verdict.status == Status::NotRun { "not run" } else { "not judged" });
        };
        let decisive = judgement.decisive.as_ref();
        let (kind, sentence) = decisive.map_or(("", ""), |finding| (finding.kind.id(), finding.sentence.as_str()));
        match (verdict.status, judgement.pass) {
            (Status::NotRun, _) => Case::Skipped("not run"),
            (_, true) => Case::Passed,
            (Status::Infrastructure, false) => Case::Error { kind, sentence },
            (Status::Judged, false) => {
                Case::Failure { kind, sentence, repair: judgement.repair.as_deref().unwrap_or_default() }
            }
        }
    }
}

fn outcome(case: &Case<'_>, xml: &mut Xml) -> std::io::Result<()> {
    let (name, kind, message, text) = match case {
        Case::Passed => return Ok(()),
        Case::Skipped(why) => ("skipped", None, *why, ""),
        Case::Error { kind, sentence } => ("error", Some(*kind), *sentence, ""),
        Case::Failure { kind, sentence, repair } => ("failure", Some(*kind), *sentence, *repair),
    };
    let mut element = BytesStart::new(name);
    kind.into_iter().for_each(|kind| push(&mut element, "type", kind));
    push(&mut element, "message", message);
    if text.is_empty() {
        return xml.write_event(Event::Empty(element));
    }
    xml.write_event(Event::Start(element))?;
    xml.write_event(Event::Text(BytesText::new(&allowed(text))))?;
    xml.write_event(Event::End(BytesEnd::new(name)))
}

fn push(element: &mut BytesStart<'_>, name: &str, value: &str) {
    element.push_attribute((name, &*allowed(value)));
}

/// XML has no place for most control characters, not even escaped. An agent may have written them.
fn allowed(text: &str) -> Cow<'_, str> {
    let is_allowed =
        |c: char| matches!(c, '\t' | '\n' | '\r' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..);
    match text.chars().all(is_allowed) {
        true => Cow::Borrowed(text),
        false => Cow::Owned(text.chars().map(|c| if is_allowed(c) { c } else { '\u{fffd}' }).collect()),
    }
}

/// What the calls of these turns took.
fn seconds<'a>(verdicts: impl IntoIterator<Item = &'a TurnVerdict>) -> String {
    let micros: u64 = verdicts.into_iter().flat_map(|verdict| &verdict.tally.micros).sum();
    format!("{:.3}", micros as f64 / 1e6)
}
