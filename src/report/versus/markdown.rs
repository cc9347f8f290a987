use super::{Comparison, alone, row, why};
use crate::report::words;

pub(super) fn text(comparison: &Comparison) -> String {
    let (first, second) = (words::escaped(&comparison.first), words::escaped(&comparison.second));
    let mut lines = vec![
        format!("# {first} against {second}\n"),
        format!("| verdict | {first} | {second} | difference | 95 % | only one passed | p | turns needed |"),
        "|---|---:|---:|---:|---:|---:|---:|---:|".to_owned(),
    ];
    for kind in &comparison.versus.kinds {
        lines.push(format!("| {} | {} |", kind.kind.id(), row(kind).join(" | ")));
    }
    for kind in comparison.versus.kinds.iter().filter(|kind| !kind.flips.is_empty()) {
        lines.push(format!("\n## Turns that differ: {}\n", kind.kind.id()));
        lines.push("| turn | task | | why not in the other run |\n|---|---|---|---|".into());
        for flip in &kind.flips {
            let (finding, sentence) = why(flip);
            let word = if flip.gained { "gained" } else { "lost" };
            let (turn, task) = (words::escaped(&flip.name.turn), words::task(flip.task));
            let persona = words::escaped(&flip.name.persona);
            lines.push(format!("| {persona} {turn} | {task} | {word} | `{finding}` {} |", words::escaped(sentence)));
        }
    }
    lines.extend(alone(comparison).into_iter().map(|text| format!("\n> {}", words::escaped(&text))));
    lines.join("\n")
}
