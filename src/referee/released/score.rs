//! The second phase: arguments are checked along the log, and the labels of the turn are settled.

use super::check::{CORRECT, Checker};
use super::crash::Exception;
use super::gold::{Node, is_special};
use super::python::{Py, dumps};
use super::run::{Call, Matched, Run, Step, by_name};

/// A call beside the gold node it was compared with.
#[derive(Clone, Debug)]
pub struct Pair {
    /// Id of the call
    pub call: Py,
    /// Index of the gold node
    pub gold: usize,
    /// `correct`, or the original's label for what is wrong
    pub check: String,
}

impl Pair {
    /// Whether the arguments are right.
    pub fn is_right(&self) -> bool {
        self.check == CORRECT
    }
}

/// What scoring says about one step.
#[derive(Clone, Debug)]
pub struct ScoredStep {
    /// Whether it still counts for progress
    pub kept: bool,
    /// The pairs in the order of the comparison; none where nothing was compared
    pub pairs: Option<Vec<Pair>>,
    /// Ids of calls that were right and got the result of another one
    pub misdelivered: Vec<Py>,
}

/// What scoring says about a turn.
#[derive(Clone, Debug)]
pub struct Score {
    /// One for each step of the run
    pub steps: Vec<ScoredStep>,
    /// The half for names, as scoring leaves it
    pub names_right: bool,
    /// The half for arguments
    pub arguments_right: bool,
    /// Whether it is still the shortest path
    pub is_optimal: bool,
}

impl Score {
    /// The verdict on the turn.
    pub fn is_right(&self) -> bool {
        self.names_right && self.arguments_right
    }

    /// Steps left in the log: the numerator that the original adds to progress.
    pub fn steps_kept(&self) -> usize {
        self.steps.iter().filter(|step| step.kept).count()
    }
}

/// Scores a run.
///
/// # Errors
///
/// What the original raises; scoring of all files stops then.
pub fn score(nodes: &[Node], run: &Run, checker: &Checker<'_>) -> Result<Score, Exception> {
    let untouched = ScoredStep { kept: true, pairs: None, misdelivered: Vec::new() };
    let mut steps = vec![untouched; run.steps.len()];
    let (mut names_right, mut arguments_right) = (run.names_right, true);
    for (scored, step) in steps.iter_mut().zip(&run.steps) {
        if !arguments_right {
            (names_right, scored.kept) = (true, false);
            break;
        }
        let Ok(matched) = &step.outcome else { break };
        let Matched::Tools(matched) = matched else { continue };
        let due = by_name(nodes, matched);
        if due.first().is_some_and(|node| is_special(&nodes[*node].name)) {
            continue;
        }
        let pairs = pair(nodes, &due, step, checker)?;
        arguments_right = pairs.iter().all(Pair::is_right);
        scored.misdelivered = misdelivered(nodes, &due, step, &pairs);
        scored.pairs = Some(pairs);
    }
    let is_optimal = run.is_optimal && (arguments_right || !names_right);
    Ok(Score { steps, names_right, arguments_right, is_optimal })
}

fn pair(nodes: &[Node], due: &[usize], step: &Step, checker: &Checker<'_>) -> Result<Vec<Pair>, Exception> {
    let calls = sorted_calls(&step.calls)?;
    let texts: Vec<(usize, String)> = due.iter().map(|node| (*node, dumps(&nodes[*node].arguments))).collect();
    let mut gold: Vec<&(usize, String)> = texts.iter().collect();
    gold.sort_by_key(|(node, text)| (&nodes[*node].name, text));
    let pairs = calls.into_iter().zip(gold).map(|(call, (node, _))| {
        let check = checker.check(&nodes[*node].name, &call.arguments, &nodes[*node].arguments)?;
        Ok(Pair { call: call.id.clone(), gold: *node, check })
    });
    pairs.collect()
}

/// By name, then by raw argument text. Arguments that are no text cannot be sorted beside text, and cannot be read later.
fn sorted_calls(calls: &[Call]) -> Result<Vec<&Call>, Exception> {
    let mut sorted: Vec<&Call> = calls.iter().collect();
    sorted.sort_by(|a, b| {
        let key = |call: &Call| (call.name.as_str().map(str::to_owned), call.arguments.as_str().map(str::to_owned));
        key(a).cmp(&key(b))
    });
    let clash = |pair: &[&Call]| {
        let [a, b] = pair else { return false };
        a.name == b.name && !a.arguments.equals(&b.arguments) && !comparable(&a.arguments, &b.arguments)
    };
    if sorted.windows(2).any(clash) { Err(Exception::Type) } else { Ok(sorted) }
}

fn comparable(a: &Py, b: &Py) -> bool {
    let is_number = |value: &Py| matches!(value, Py::Bool(_) | Py::Int(_) | Py::Float(_));
    matches!((a, b), (Py::Str(_), Py::Str(_)) | (Py::List(_), Py::List(_))) || (is_number(a) && is_number(b))
}

/// Results go to the calls in the order the agent wrote them, whatever the calls were.
fn misdelivered(nodes: &[Node], due: &[usize], step: &Step, pairs: &[Pair]) -> Vec<Py> {
    let delivered = step.calls.iter().zip(due);
    let wrong = delivered.filter(|(call, node)| {
        let pair = pairs.iter().find(|pair| pair.call == call.id);
        pair.is_some_and(|pair| {
            pair.is_right() && pair.gold != **node && nodes[pair.gold].observation != nodes[**node].observation
        })
    });
    wrong.map(|(call, _)| call.id.clone()).collect()
}
