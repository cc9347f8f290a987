use std::collections::BTreeMap;
use std::io::Write;

use flate2::Compression;
use flate2::write::DeflateEncoder;
use serde::Serialize;

use crate::call::base64;
use crate::referee::{
    AgentScore, Figure, Finding, FindingKind, Group, Notice, Status, TurnVerdict, TurnView, Unit, VerdictKind, scores,
};
use crate::report::Report;
use crate::suite::Task;

/// What the page unpacks. Text of agents and users is in here and nowhere else in the file.
#[derive(Serialize)]
struct Data<'a> {
    agents: Vec<AgentScore>,
    figures: Vec<FigureWords>,
    kinds: Vec<&'static str>,
    findings: BTreeMap<&'static str, &'static str>,
    notices: &'a [Notice],
    turns: Vec<Turn<'a>>,
}

#[derive(Serialize)]
struct FigureWords {
    id: &'static str,
    title: &'static str,
    verdict: bool,
    unit: &'static str,
    above: &'static str,
    below: &'static str,
}

#[derive(Serialize)]
struct Turn<'a> {
    agent: Option<&'a str>,
    session: &'a str,
    persona: &'a str,
    turn: &'a str,
    index: usize,
    task: Task,
    status: Status,
    verdicts: BTreeMap<&'static str, Verdict<'a>>,
    findings: &'a [Finding],
    view: Option<&'a TurnView>,
}

#[derive(Serialize)]
struct Verdict<'a> {
    pass: bool,
    /// Position of the decisive finding.
    decisive: Option<usize>,
    repair: Option<&'a str>,
}

/// The report as JSON, deflated, in base64: small, and without a character that HTML could misread.
pub(super) fn packed(report: &Report) -> String {
    let json = serde_json::to_vec(&data(report)).expect("a report has only strings, numbers, lists and named fields");
    let mut deflate = DeflateEncoder::new(Vec::new(), Compression::default());
    let written = deflate.write_all(&json).and_then(|()| deflate.finish());
    base64::encode(&written.expect("a list of bytes takes all that is written"))
}

fn data(report: &Report) -> Data<'_> {
    let views: BTreeMap<(&str, &str), &TurnView> =
        report.views.iter().map(|view| ((view.session.as_str(), view.turn.as_str()), view)).collect();
    let turn = |verdict: &'_ TurnVerdict| views.get(&(&*verdict.session, &*verdict.turn)).copied();
    Data {
        agents: scores(&report.verdicts),
        figures: Figure::ALL.iter().copied().map(words).collect(),
        kinds: VerdictKind::ALL.iter().map(|kind| kind.id()).collect(),
        findings: FindingKind::ALL.iter().map(|kind| (kind.id(), kind.meaning())).collect(),
        notices: &report.notices,
        turns: report.verdicts.iter().map(|verdict| of_turn(verdict, turn(verdict))).collect(),
    }
}

fn words(figure: Figure) -> FigureWords {
    let (above, below) = figure.parts();
    let unit = match figure.unit() {
        Unit::Share => "share",
        Unit::Number => "number",
        Unit::Micros => "micros",
    };
    let verdict = figure.group() == Group::Verdict;
    FigureWords { id: figure.id(), title: figure.title(), verdict, unit, above, below }
}

fn of_turn<'a>(verdict: &'a TurnVerdict, view: Option<&'a TurnView>) -> Turn<'a> {
    let of_kind = |kind: &VerdictKind| {
        let judgement = verdict.judgement(*kind)?;
        let decisive = judgement.decisive.as_ref();
        let decisive = decisive.and_then(|decisive| verdict.findings.iter().position(|finding| *finding == **decisive));
        Some((kind.id(), Verdict { pass: judgement.pass, decisive, repair: judgement.repair.as_deref() }))
    };
    Turn {
        agent: verdict.agent.as_deref(),
        session: &verdict.session,
        persona: &verdict.persona,
        turn: &verdict.turn,
        index: verdict.index,
        task: verdict.task,
        status: verdict.status,
        verdicts: VerdictKind::ALL.iter().filter_map(of_kind).collect(),
        findings: &verdict.findings,
        view,
    }
}
