//! A journal that was judged again, for people.

use anstyle::{AnsiColor, Style};

use crate::referee::{Cause, Change, How, Rejudged, VerdictChange};

const RED: Style = AnsiColor::Red.on_default();
const GREEN: Style = AnsiColor::Green.on_default();
const BOLD: Style = Style::new().bold();

/// A line for each verdict that changed, then one for each cause.
pub fn rejudged(result: &Rejudged) -> String {
    let mut lines: Vec<String> = result.changed.iter().flat_map(change).collect();
    let Rejudged { turns, changed, gold_only, gone, new } = result;
    lines.push(format!("{} of {turns} turns have another verdict", changed.len()));
    let say = |count: usize, what: &str| (count > 0).then(|| format!("{count} {what}"));
    lines.extend(say(*gold_only, "more have other gold and the same verdicts"));
    lines.extend(say(*gone, "turns were judged before and are no more"));
    lines.extend(say(*new, "turns were not judged before"));
    lines.join("\n")
}

fn change(change: &Change) -> Vec<String> {
    let Change { session, persona, turn, verdicts, causes } = change;
    let mut lines = vec![format!("{BOLD}{persona} {turn}{BOLD:#} ({session})")];
    lines.extend(verdicts.iter().map(verdict));
    lines.extend(causes.iter().map(|cause| format!("  by {}", because(cause))));
    lines
}

fn verdict(change: &VerdictChange) -> String {
    let word = |pass: Option<bool>| match pass {
        Some(true) => "pass",
        Some(false) => "fail",
        None => "not judged",
    };
    let style = if change.after == Some(true) { GREEN } else { RED };
    let (before, after) = (word(change.before), word(change.after));
    let why = match (&change.decided, &change.decides) {
        (Some(was), Some(is)) => format!(": {was} Now: {is}"),
        (Some(was), None) => format!(": {was}"),
        (None, Some(is)) => format!(": {is}"),
        (None, None) => String::new(),
    };
    format!("  {} {before} → {style}{after}{style:#}{why}", change.kind.id())
}

fn because(cause: &Cause) -> String {
    match cause {
        Cause::Gold { file, line, pointer, how } => {
            let how = match how {
                How::Changed => "changed",
                How::Added => "added",
                How::Removed => "removed",
            };
            format!("{file}:{line} {pointer} ({how})")
        }
        Cause::Referee { before, after } => format!("the referee's rules, version {before} → {after}"),
        Cause::Other => "tool specs, or parts of the suite that are not this turn's gold".into(),
    }
}
