use anstyle::{AnsiColor, Style};

use super::{Format, Report, words};
use crate::referee::{
    AgentScore, Figure, Group, Measure, Notice, Status, TurnVerdict, Unit, VerdictKind, by_agent, scores,
};

/// Scores as tables, then a line for each turn that failed, for people.
#[derive(Clone, Copy, Debug, Default)]
pub struct Table;

const RED: Style = AnsiColor::Red.on_default();
const YELLOW: Style = AnsiColor::Yellow.on_default();
const BOLD: Style = Style::new().bold();

/// The columns of a score: the paper's row of a model.
const ROW: [(&str, Figure); 9] = [
    ("ST", Figure::St),
    ("MT", Figure::Mt),
    ("LOI", Figure::Loi),
    ("FIRST", Figure::First),
    ("MID", Figure::Mid),
    ("LAST", Figure::Last),
    ("AVG", Figure::Average),
    ("SESSIONS", Figure::Session),
    ("OPTIMAL", Figure::Optimal),
];

impl Format for Table {
    fn text(&self, report: &Report) -> String {
        let scores = scores(&report.verdicts);
        let mut lines = Vec::new();
        for kind in VerdictKind::ALL {
            let unjudged = !scores.is_empty() && !scores.iter().any(|score| score.score(*kind).is_given());
            lines.push(format!("{BOLD}{}{BOLD:#}{}", kind.id(), if unjudged { ": not judged" } else { "" }));
            if !unjudged {
                lines.push(of_kind(*kind, &scores));
            }
        }
        lines.extend(trials(&scores));
        lines.push(format!("{BOLD}conduct{BOLD:#}"));
        lines.push(conduct(&scores));
        for (agent, verdicts) in by_agent(&report.verdicts) {
            failures(words::name(agent), &verdicts, &mut lines);
        }
        if !report.notices.is_empty() {
            lines.push(String::new());
        }
        lines.extend(report.notices.iter().map(notice));
        lines.join("\n")
    }
}

fn notice(notice: &Notice) -> String {
    let session = notice.session.as_deref().map(|s| format!("session {s}: ")).unwrap_or_default();
    format!("{YELLOW}notice{YELLOW:#}: {session}{}", notice.text)
}

fn of_kind(kind: VerdictKind, scores: &[AgentScore]) -> String {
    let names = ["AGENT"].into_iter().chain(ROW.map(|(name, _)| name)).chain(["NOT RUN", "COULD NOT TELL"]);
    let mut table = words::table(names.map(str::to_owned));
    for score in scores {
        let cell = |(_, figure): (&str, Figure)| {
            let measure = score.score(kind).figure(figure);
            // The sum of three rates over three says nothing that the three do not.
            match figure {
                Figure::Average => measure.value.map_or_else(|| "-".into(), words::percent),
                _ => words::figure(&measure, Unit::Share),
            }
        };
        let counts = [score.not_run.to_string(), score.infrastructure.to_string()];
        let name = [words::name(score.agent.as_deref()).to_owned()];
        table.add_row(name.into_iter().chain(ROW.map(cell)).chain(counts));
    }
    table.to_string()
}

/// One line an agent and kind that has several sessions over the same turns.
fn trials(scores: &[AgentScore]) -> Vec<String> {
    let mut lines = Vec::new();
    for score in scores {
        for kind in VerdictKind::ALL {
            let show = |m: &Measure| words::figure(m, Unit::Share);
            lines.extend(score.score(*kind).trials.iter().map(|t| {
                let (agent, k) = (words::name(score.agent.as_deref()), t.k);
                format!("{agent} {}: pass@{k} {}, pass^{k} {}", kind.id(), show(&t.pass_at_k), show(&t.pass_hat_k))
            }));
        }
    }
    lines
}

/// A row a figure, a column an agent.
fn conduct(scores: &[AgentScore]) -> String {
    let names = scores.iter().map(|score| words::name(score.agent.as_deref()).to_owned());
    let mut table = words::table([String::from("FIGURE")].into_iter().chain(names));
    for figure in Figure::of(Group::Conduct) {
        let cell = |score: &AgentScore| {
            let measure = score.conduct.get(&figure).copied().unwrap_or_default();
            let interval = words::interval(&measure, figure.unit()).map(|i| format!(" ({i})")).unwrap_or_default();
            format!("{}{interval}", words::figure(&measure, figure.unit()))
        };
        table.add_row([figure.title().to_owned()].into_iter().chain(scores.iter().map(cell)));
    }
    table.to_string()
}

/// One line a failed turn: turn, task, what decided. Turns that were not run are one line a session.
fn failures(agent: &str, verdicts: &[&TurnVerdict], lines: &mut Vec<String>) {
    let failed = verdicts.iter().filter(|v| !VerdictKind::ALL.iter().all(|kind| v.passes(*kind) != Some(false)));
    let (missed, failed): (Vec<&TurnVerdict>, Vec<&TurnVerdict>) =
        failed.copied().partition(|v| v.status == Status::NotRun);
    if failed.is_empty() && missed.is_empty() {
        return;
    }
    lines.push(format!("\n{BOLD}{agent}{BOLD:#}"));
    lines.extend(failed.into_iter().map(failure));
    lines.extend(missed.chunk_by(|a, b| a.session == b.session).map(not_run));
}

fn failure(verdict: &TurnVerdict) -> String {
    let style = if verdict.status == Status::Infrastructure { YELLOW } else { RED };
    let (kind, sentence) = words::decisive(verdict).unwrap_or_default();
    let (persona, turn, task) = (&verdict.persona, &verdict.turn, words::task(verdict.task));
    format!("  {persona} {turn} {task} {style}{kind}{style:#}: {sentence}")
}

fn not_run(of_session: &[&TurnVerdict]) -> String {
    let (first, last) = (of_session[0], of_session[of_session.len() - 1]);
    let turns = match of_session.len() {
        1 => first.turn.to_string(),
        n => format!("{n} turns, {} to {}", first.turn, last.turn),
    };
    format!("  {} {YELLOW}not run{YELLOW:#}: {turns}", first.persona)
}
