//! A whole session: all turns are run, then all are scored.

use super::topics::Turn;
use crate::referee::released::check::{Checker, as_sent};
use crate::referee::released::crash::{Crash, Exception, Stage};
use crate::referee::released::gold::{ASK, Node, is_special, read};
use crate::referee::released::graph::Graph;
use crate::referee::released::python::Py;
use crate::referee::released::run::{Run, run};
use crate::referee::released::score::score;
use crate::referee::released::strings::Strings;

/// What the tables take from one scored turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnScore {
    /// Whether it was right
    pub is_right: bool,
    /// Whether it took the fewest steps
    pub is_optimal: bool,
    /// Steps left in its log
    pub steps_kept: usize,
    /// Nodes of its gold
    pub nodes: usize,
}

/// Plays and scores a session.
///
/// `scripts` has the agent's messages for each turn; at `fails_at` its service fails, and the turns after that are not run.
///
/// # Errors
///
/// What the original raises: while running, the session has no scored turn; while scoring, nothing is scored at all.
pub fn play(
    turns: &[Turn],
    scripts: &[Vec<Py>],
    fails_at: Option<usize>,
    strings: Strings,
) -> Result<Vec<TurnScore>, Crash> {
    let running = |exception| Crash { stage: Stage::Running, exception };
    let mut runs: Vec<(Vec<Node>, Option<Run>)> = Vec::new();
    for (i, turn) in turns.iter().enumerate() {
        if let Some((before, _)) = runs.last() {
            tell(before).map_err(running)?;
        }
        let nodes = read(&turn.gold).map_err(running)?;
        if fails_at == Some(i) {
            runs.push((nodes, None));
            break;
        }
        let script = scripts.get(i).map_or(&[][..], Vec::as_slice);
        let run = run(&nodes, script).map_err(|halt| running(halt.exception))?;
        runs.push((nodes, Some(run)));
    }
    let scored = runs.iter().zip(turns).map(|((nodes, run), turn)| score_turn(nodes, run.as_ref(), turn, strings));
    scored.collect::<Result<_, _>>().map_err(|exception| Crash { stage: Stage::Scoring, exception })
}

fn score_turn(nodes: &[Node], run: Option<&Run>, turn: &Turn, strings: Strings) -> Result<TurnScore, Exception> {
    // A service that fails leaves one step in the log, which is wrong.
    let Some(run) = run else {
        return Ok(TurnScore { is_right: false, is_optimal: false, steps_kept: 1, nodes: nodes.len() });
    };
    let tools = as_sent(&turn.tools);
    let score = score(nodes, run, &Checker::new(&tools, strings))?;
    Ok(TurnScore {
        is_right: score.is_right(),
        is_optimal: score.is_optimal,
        steps_kept: score.steps_kept(),
        nodes: nodes.len(),
    })
}

/// The original tells each later turn about this one, along the first shortest path, and fails where talk stands beside
/// something else in one step.
fn tell(nodes: &[Node]) -> Result<(), Exception> {
    let path = Graph::new(nodes).first_shortest().ok_or(Exception::Index)?;
    for step in &path {
        for node in step.iter().map(|node| &nodes[*node]).filter(|node| is_special(&node.name)) {
            if step.len() > 1 {
                return Err(Exception::Assertion);
            }
            if node.name == ASK && node.user_input.is_none() {
                return Err(Exception::Key);
            }
        }
    }
    Ok(())
}
