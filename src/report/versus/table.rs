use anstyle::{AnsiColor, Style};

use super::{Comparison, alone, row, why};
use crate::report::words;

const RED: Style = AnsiColor::Red.on_default();
const GREEN: Style = AnsiColor::Green.on_default();
const YELLOW: Style = AnsiColor::Yellow.on_default();
const BOLD: Style = Style::new().bold();

pub(super) fn text(comparison: &Comparison) -> String {
    let (first, second) = (&comparison.first, &comparison.second);
    let header = ["VERDICT", first, second, "DIFFERENCE", "95 %", "ONLY ONE PASSED", "P", "TURNS NEEDED"];
    let mut table = words::table(header.map(str::to_owned));
    for kind in &comparison.versus.kinds {
        table.add_row([kind.kind.id().to_owned()].into_iter().chain(row(kind)));
    }
    let mut lines = vec![table.to_string()];
    for kind in &comparison.versus.kinds {
        lines.push(format!("\n{BOLD}{}{BOLD:#}", kind.kind.id()));
        for flip in &kind.flips {
            let (style, word) = if flip.gained { (GREEN, "gained") } else { (RED, "lost") };
            let (finding, sentence) = why(flip);
            let (persona, turn, task) = (&flip.name.persona, &flip.name.turn, words::task(flip.task));
            lines.push(format!("  {style}{word}{style:#} {persona} {turn} {task} {finding}: {sentence}"));
        }
    }
    lines.extend(alone(comparison).into_iter().map(|text| format!("{YELLOW}notice{YELLOW:#}: {text}")));
    lines.join("\n")
}
