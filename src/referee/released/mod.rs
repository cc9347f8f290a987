//! The released verdict: what the paper's own evaluator says about a turn, also where it is plainly wrong.
//!
//! It is written from a description of that evaluator (`tests/fixtures/evaluator-cases/SPEC.md`), and held against what
//! the evaluator itself said about some three hundred turns. Nothing here is used for the other verdicts.
//!
//! - [`judge`]: a turn's gold and the agent's messages, as the verdict or the [`Crash`] that the original ends in
//! - [`Graph`], [`run`](mod@run), [`score`](mod@score): which steps are allowed; the phase of names; the phase of arguments
//! - `check`, `schema`, `compare`, `strings`: the arguments of one call
//! - [`rates`]: a persona's topics as one session, its tables, thirds and means
//! - [`conformance`]: recorded verdicts of the original against ours
//! - `turn`: our own turns, as the original would see them
//! - [`Py`]: values by Python's rules

mod check;
mod compare;
pub mod conformance;
mod crash;
mod gold;
mod graph;
#[cfg(test)]
mod oracle;
mod paths;
mod possible;
mod python;
pub mod rates;
mod run;
mod schema;
mod score;
mod strings;
pub(super) mod turn;

pub use check::{CORRECT, Checker, as_sent};
pub use crash::{Crash, Exception, Stage};
pub use gold::{ANSWER, ASK, Node, read as read_gold};
pub use graph::Graph;
pub use paths::{Expansion, LISTED, NO_PATH};
pub use python::{Py, Unreadable, dumps, read};
pub use run::{Call, Halt, Matched, Reason, Reply, Run, Step};
pub use score::{Pair, Score, ScoredStep};
pub use strings::Strings;

/// What the original makes of a turn.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// How many of the agent's messages were read
    pub steps_read: usize,
    /// The first phase, where it came to its end
    pub run: Option<Run>,
    /// The second phase
    pub score: Result<Score, Crash>,
}

impl Outcome {
    /// Whether it says that the turn is right.
    pub fn is_right(&self) -> bool {
        self.score.as_ref().is_ok_and(Score::is_right)
    }
}

/// Judges one turn as the original does.
///
/// `gold` are the nodes of the dataset, `messages` the agent's, one for each step, `tools` those on offer, in the usual
/// chat-completion shape. A message that is missing counts as an empty one.
pub fn judge(gold: &Py, messages: &[Py], tools: &Py, strings: Strings) -> Outcome {
    let lost = |exception, steps_read| {
        let crash = Crash { stage: Stage::Running, exception };
        Outcome { steps_read, run: None, score: Err(crash) }
    };
    let nodes = match read_gold(gold) {
        Ok(nodes) => nodes,
        Err(exception) => return lost(exception, 0),
    };
    let run = match run::run(&nodes, messages) {
        Ok(run) => run,
        Err(halt) => return lost(halt.exception, halt.steps_read),
    };
    let tools = as_sent(tools);
    let score = score::score(&nodes, &run, &Checker::new(&tools, strings));
    let score = score.map_err(|exception| Crash { stage: Stage::Scoring, exception });
    Outcome { steps_read: run.steps_read, run: Some(run), score }
}
