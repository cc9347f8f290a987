//! Verdicts in the shape in which they were recorded.

use crate::referee::released::python::Py;
use crate::referee::released::run::{Matched, Reply, Run, Step};
use crate::referee::released::score::{Score, ScoredStep};
use crate::referee::released::{CORRECT, Crash, Expansion, Outcome};

/// The `expected` of a row.
pub fn outcome(outcome: &Outcome, total: usize) -> Py {
    match (&outcome.score, &outcome.run) {
        (Ok(score), Some(run)) => verdict(run, score, total),
        (Err(crash), run) => crashed(*crash, outcome.steps_read, run.as_ref()),
        (Ok(_), None) => Py::Null,
    }
}

/// The `crash` of a row.
pub fn crash(crash: Crash) -> Py {
    Py::dict([("stage", Py::text(crash.stage.id())), ("exception", Py::text(crash.exception.to_string()))])
}

fn crashed(reason: Crash, steps_read: usize, run: Option<&Run>) -> Py {
    let crash = [("crash", crash(reason)), ("steps_read", Py::int(steps_read))];
    match run {
        None => Py::dict(crash),
        Some(run) => {
            let [crash, read] = crash;
            Py::dict([crash, read, ("action_name_label_before_scoring", label(run.names_right))])
        }
    }
}

fn verdict(run: &Run, score: &Score, total: usize) -> Py {
    let steps = run.steps.iter().zip(&score.steps).enumerate();
    Py::dict([
        ("label", label(score.is_right())),
        ("action_name_label", label(score.names_right)),
        ("action_arguments_label", label(score.arguments_right)),
        ("action_name_label_before_scoring", label(run.names_right)),
        ("is_optimal", Py::Bool(score.is_optimal)),
        ("is_optimal_before_scoring", Py::Bool(run.is_optimal)),
        ("complete_step", Py::int(score.steps_kept())),
        ("total_step", Py::int(total)),
        ("steps_read", Py::int(run.steps_read)),
        ("script_ran_out", Py::Bool(run.ran_out)),
        ("steps", Py::List(steps.map(|(i, (step, scored))| one_step(i, step, scored)).collect())),
    ])
}

/// `correct` or `error`.
pub fn label(is_right: bool) -> Py {
    Py::text(if is_right { CORRECT } else { "error" })
}

fn one_step(i: usize, step: &Step, scored: &ScoredStep) -> Py {
    let (matched_as, matched_gold) = match &step.outcome {
        Ok(Matched::Tools(nodes)) => (Py::text("tools"), indices(nodes)),
        Ok(Matched::Ask) => (Py::text("ask"), Py::Null),
        Ok(Matched::Answer) => (Py::text("answer"), Py::Null),
        Err(_) => (Py::Null, Py::Null),
    };
    Py::dict([
        ("step", Py::int(i)),
        ("name_label", label(step.outcome.is_ok())),
        ("matched_as", matched_as),
        ("matched_gold", matched_gold),
        ("reason", step.outcome.as_ref().err().map_or(Py::Null, |reason| Py::text(reason.id()))),
        ("replies", Py::List(step.replies.iter().map(reply).collect())),
        ("kept_in_log", Py::Bool(scored.kept)),
        ("arguments", arguments(scored)),
        ("misdelivered", Py::List(scored.misdelivered.clone())),
    ])
}

fn arguments(scored: &ScoredStep) -> Py {
    let Some(pairs) = &scored.pairs else { return Py::Null };
    let rows = pairs.iter().map(|pair| {
        Py::dict([("call_id", pair.call.clone()), ("gold_index", Py::int(pair.gold)), ("check", Py::text(&pair.check))])
    });
    let is_right = pairs.iter().all(|pair| pair.is_right());
    Py::dict([("label", label(is_right)), ("pairs", Py::List(rows.collect()))])
}

fn reply(reply: &Reply) -> Py {
    match reply {
        Reply::Tool { content, call } => {
            Py::dict([("role", Py::text("tool")), ("content", Py::text(content)), ("tool_call_id", call.clone())])
        }
        Reply::User(content) => Py::dict([("role", Py::text("user")), ("content", content.clone())]),
    }
}

fn indices(nodes: &[usize]) -> Py {
    Py::List(nodes.iter().map(|node| Py::int(*node)).collect())
}

/// The `graph` of a row.
pub fn graph(expansion: &Expansion) -> Py {
    let path = |path: &Vec<Vec<usize>>| Py::List(path.iter().map(|step| indices(step)).collect());
    let paths = expansion.paths.as_ref().map_or(Py::Null, |paths| Py::List(paths.iter().map(path).collect()));
    Py::dict([
        ("min_steps", Py::int(expansion.min_steps)),
        ("path_count", expansion.path_count.map_or(Py::Null, |count| Py::Int(count.into()))),
        ("paths", paths),
    ])
}
