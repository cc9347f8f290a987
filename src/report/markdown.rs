use std::collections::BTreeMap;

use super::{Format, Report, words};
use crate::referee::{
    AgentScore, Figure, Figures, FindingKind, Group, Measure, Status, TurnVerdict, VerdictKind, by_agent,
};

/// All figures and every turn that did not pass, as a page.
#[derive(Clone, Copy, Debug, Default)]
pub struct Markdown;

impl Format for Markdown {
    fn text(&self, report: &Report) -> String {
        let mut lines = vec!["# Scores".to_owned()];
        for (name, verdicts) in by_agent(&report.verdicts) {
            agent(&AgentScore::of(name, &verdicts), &verdicts, &mut lines);
        }
        if !report.notices.is_empty() {
            lines.push("\n## Notices\n".into());
        }
        for notice in &report.notices {
            let session = notice.session.as_deref().map(|s| format!("session {s}: ")).unwrap_or_default();
            lines.push(format!("- {}", words::escaped(&format!("{session}{}", notice.text))));
        }
        lines.join("\n")
    }
}

fn agent(score: &AgentScore, verdicts: &[&TurnVerdict], lines: &mut Vec<String>) {
    lines.push(format!("\n## {}\n", words::escaped(words::name(score.agent.as_deref()))));
    let AgentScore { sessions, turns, not_run, infrastructure, .. } = score;
    let sessions = if *sessions == 1 { "1 session".into() } else { format!("{sessions} sessions") };
    lines.push(format!(
        "{turns} turns of {sessions}, of which {not_run} were not run and {infrastructure} could not be judged."
    ));
    for kind in VerdictKind::ALL.iter().filter(|kind| score.score(**kind).is_given()) {
        let score = score.score(*kind);
        figures(kind.id(), &score.figures, Group::Verdict, lines);
        for trials in &score.trials {
            lines.push(row(&format!("pass@{}", trials.k), &trials.pass_at_k, Figure::Average));
            lines.push(row(&format!("pass^{}", trials.k), &trials.pass_hat_k, Figure::Average));
        }
    }
    figures("Conduct", &score.conduct, Group::Conduct, lines);
    if !score.preferences.is_empty() {
        head("Preferences", lines);
    }
    for kept in &score.preferences {
        let name = words::escaped(&format!("{} {}", kept.persona, kept.preference));
        lines.push(row(&name, &kept.topics, Figure::Consistency));
    }
    findings(verdicts, lines);
    failed(verdicts, lines);
}

fn head(title: &str, lines: &mut Vec<String>) {
    lines.push(format!(
        "\n### {title}\n\n| figure | value | 95 % | not run | could not tell |\n|---|---:|---:|---:|---:|"
    ));
}

fn figures(title: &str, figures: &Figures, group: Group, lines: &mut Vec<String>) {
    head(title, lines);
    let of = Figure::of(group).filter_map(|figure| Some((figure, figures.get(&figure)?)));
    lines.extend(of.map(|(figure, measure)| row(figure.title(), measure, figure)));
}

fn row(title: &str, measure: &Measure, figure: Figure) -> String {
    let (value, interval) = (words::figure(measure, figure.unit()), words::interval(measure, figure.unit()));
    let (not_run, untold) = (measure.not_run, measure.infrastructure);
    format!("| {title} | {value} | {} | {not_run} | {untold} |", interval.unwrap_or_else(|| "-".into()))
}

/// How often each kind of finding came up, and for which verdicts it decided.
fn findings(verdicts: &[&TurnVerdict], lines: &mut Vec<String>) {
    let mut counts: BTreeMap<FindingKind, usize> = BTreeMap::new();
    for finding in verdicts.iter().flat_map(|verdict| &verdict.findings) {
        *counts.entry(finding.kind).or_default() += 1;
    }
    if !counts.is_empty() {
        lines.push("\n### Findings\n\n| kind | found |\n|---|---:|".into());
    }
    lines.extend(counts.iter().map(|(kind, count)| format!("| `{}` | {count} |", kind.id())));
}

fn failed(verdicts: &[&TurnVerdict], lines: &mut Vec<String>) {
    let fails = |v: &&&TurnVerdict| VerdictKind::ALL.iter().any(|kind| v.passes(*kind) == Some(false));
    let failed: Vec<&&TurnVerdict> = verdicts.iter().filter(fails).filter(|v| v.status != Status::NotRun).collect();
    if failed.is_empty() {
        return;
    }
    let kinds = VerdictKind::ALL.iter().map(|kind| kind.id()).collect::<Vec<_>>().join(" | ");
    lines.push(format!("\n### Turns that did not pass\n\n| turn | task | {kinds} | why |\n|---|---|---|---|---|---|"));
    for verdict in failed {
        let outcomes = VerdictKind::ALL.iter().map(|kind| words::outcome(verdict, *kind)).collect::<Vec<_>>();
        let (kind, sentence) = words::decisive(verdict).unwrap_or_default();
        let turn = words::escaped(&format!("{} {}", verdict.persona, verdict.turn));
        let (task, outcomes, sentence) = (words::task(verdict.task), outcomes.join(" | "), words::escaped(sentence));
        lines.push(format!("| {turn} | {task} | {outcomes} | `{kind}` {sentence} |"));
    }
}
