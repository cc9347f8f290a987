//! Calls that gold does not make, and agents that know nothing of it.

use serde_json::{Map, Value};

use super::case::{Act, Case, Expect, Kind, Made};
use super::turn::Turn;
use crate::catalogue::Tool;
use crate::world::Seed;
use crate::world::seed::Stream;

/// Agents by chance that are tried on each turn.
const CHANCES: u64 = 3;

pub(super) fn cases(turn: &Turn<'_>) -> Vec<Case> {
    let mut cases: Vec<Case> =
        turn.tools().filter(|tool| !is_used(turn, tool)).filter_map(|tool| added(turn, tool)).collect();
    if !turn.scene.calls.is_empty() {
        cases.extend(everything(turn));
        cases.extend((0..CHANCES).filter_map(|n| by_chance(turn, n)));
    }
    cases
}

fn is_used(turn: &Turn<'_>, tool: &Tool) -> bool {
    turn.gold.calls().iter().any(|call| call.toolset == tool.name.toolset && call.tool == tool.name.tool)
}

/// A call of a tool that gold does not use, after all others.
fn added(turn: &Turn<'_>, tool: &Tool) -> Option<Case> {
    let arguments = example(turn, tool, 0)?;
    let mut acts = turn.made();
    let at = turn.first() + acts.len();
    acts.push(call(tool, arguments));
    let (kind, relaxed) = match tool.writes() {
        true => (Kind::ExtraWrite, Expect::FailIfChanged(at)),
        false => (Kind::HarmlessRead, Expect::PassIfAnswered),
    };
    let what = format!("{} as well", tool.name.tool);
    Some(Case { kind, what, acts: turn.around(acts), exact: Expect::Fail, relaxed })
}

fn everything(turn: &Turn<'_>) -> Option<Case> {
    let calls: Option<Vec<Act>> = turn.tools().map(|tool| Some(call(tool, example(turn, tool, 0)?))).collect();
    let acts = [calls?, vec![Act::close()]].concat();
    Some(unaware(turn, Kind::Everything, "every tool once".into(), acts))
}

/// An agent that knows nothing. Where gold is an example itself, the examples of other tools may well tell the same.
fn unaware(turn: &Turn<'_>, kind: Kind, what: String, acts: Vec<Act>) -> Case {
    let relaxed = if turn.is_example { Expect::Open } else { Expect::Fail };
    Case { kind, what, acts, exact: Expect::Fail, relaxed }
}

fn by_chance(turn: &Turn<'_>, n: u64) -> Option<Case> {
    let mut stream = Seed(n).stream(&["selftest", &turn.scene.id, &turn.scene.user]);
    let tools: Vec<&Tool> = turn.tools().collect();
    let count = 1 + pick(&mut stream, 3);
    let one = |stream: &mut Stream| {
        let tool = tools.get(pick(stream, tools.len()))?;
        Some(call(tool, example(turn, tool, pick(stream, 8))?))
    };
    let calls: Option<Vec<Act>> = (0..count).map(|_| one(&mut stream)).collect();
    let acts = [calls?, vec![Act::close()]].concat();
    Some(unaware(turn, Kind::Random, format!("chance {n}"), acts))
}

fn pick(stream: &mut Stream, of: usize) -> usize {
    (stream.bits() % of.max(1) as u64) as usize
}

/// Arguments of an accepted example, which gold does not use: the n-th, counted round.
fn example(turn: &Turn<'_>, tool: &Tool, n: usize) -> Option<Map<String, Value>> {
    let of_gold = |arguments: &Map<String, Value>| {
        turn.scene.calls.iter().any(|played| played.tool == tool.name && played.arguments == *arguments)
    };
    let examples: Vec<&Map<String, Value>> =
        tool.spec.examples.accepted.iter().map(|example| &example.arguments).filter(|a| !of_gold(a)).collect();
    examples.get(n % examples.len().max(1)).map(|arguments| (*arguments).clone())
}

fn call(tool: &Tool, arguments: Map<String, Value>) -> Act {
    Act::Call(Made { tool: tool.name.clone(), arguments })
}
