use anstyle::{AnsiColor, Style};
use comfy_table::{CellAlignment, presets};

use super::{Format, Report};
use crate::referee::{Notice, Rate, Status, TurnVerdict, VerdictKind, by_agent, score_of};
use crate::suite::Task;

/// Scores as a table, then a line for each turn that failed, for people.
#[derive(Clone, Copy, Debug, Default)]
pub struct Table;

const RED: Style = AnsiColor::Red.on_default();
const YELLOW: Style = AnsiColor::Yellow.on_default();
const BOLD: Style = Style::new().bold();

const HEADER: [&str; 10] = ["AGENT", "ST", "MT", "LOI", "FIRST", "MID", "LAST", "AVG", "NOT RUN", "COULD NOT TELL"];

impl Format for Table {
    fn text(&self, report: &Report) -> String {
        let mut lines = Vec::new();
        for kind in VerdictKind::ALL {
            let unjudged = !report.verdicts.is_empty() && report.verdicts.iter().all(|v| v.judgement(*kind).is_none());
            lines.push(format!("{BOLD}{}{BOLD:#}{}", kind.id(), if unjudged { ": not judged" } else { "" }));
            if !unjudged {
                lines.push(scores(*kind, &report.verdicts).to_string());
            }
        }
        for (agent, verdicts) in by_agent(&report.verdicts) {
            failures(name(agent), &verdicts, &mut lines);
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

fn name(agent: Option<&str>) -> &str {
    agent.unwrap_or("(no name)")
}

fn scores(kind: VerdictKind, verdicts: &[TurnVerdict]) -> comfy_table::Table {
    let mut table = comfy_table::Table::new();
    table.load_style(presets::UTF8_FULL_CONDENSED).force_no_tty();
    table.set_header(HEADER);
    for (agent, verdicts) in by_agent(verdicts) {
        let score = score_of(kind, verdicts);
        let rates = [score.st, score.mt, score.loi, score.first, score.mid, score.last].map(cell);
        let average = score.average.rate.map_or_else(|| "-".into(), percent);
        let counts = [score.not_run.to_string(), score.infrastructure.to_string()];
        let cells = [name(agent).to_owned()].into_iter().chain(rates).chain([average]).chain(counts);
        table.add_row(cells);
    }
    table.column_iter_mut().skip(1).for_each(|column| column.set_cell_alignment(CellAlignment::Right));
    table
}

fn cell(rate: Rate) -> String {
    match rate.rate {
        Some(fraction) => format!("{}/{} {}", rate.passed, rate.total, percent(fraction)),
        None => "-".into(),
    }
}

fn percent(fraction: f64) -> String {
    format!("{:.1} %", fraction * 100.0)
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
    let decisive = VerdictKind::ALL.iter().find_map(|kind| verdict.judgement(*kind)?.decisive.as_ref());
    let (kind, sentence) = decisive.map_or(("", ""), |finding| (finding.kind.id(), finding.sentence.as_str()));
    let (persona, turn, task) = (&verdict.persona, &verdict.turn, task(verdict.task));
    format!("  {persona} {turn} {task} {style}{kind}{style:#}: {sentence}")
}

fn not_run(of_session: &[&TurnVerdict]) -> String {
    let (first, last) = (of_session[0], of_session[of_session.len() - 1]);
    let turns = match of_session.len() {
        1 => first.turn.clone(),
        n => format!("{n} turns, {} to {}", first.turn, last.turn),
    };
    format!("  {} {YELLOW}not run{YELLOW:#}: {turns}", first.persona)
}

fn task(task: Task) -> &'static str {
    match task {
        Task::SingleTool => "single_tool",
        Task::MultiTool => "multi_tool",
        Task::LackOfInformation => "lack_of_information",
        Task::Chat => "chat",
    }
}
