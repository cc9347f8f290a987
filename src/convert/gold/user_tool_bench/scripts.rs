//! What scripted agents did, as runs.

use super::nodes::Nodes;
use crate::convert::Lost;
use crate::convert::gold::tools::legal;
use crate::convert::gold::{At, GoldError, RunTurn, Step};

/// A turn of a run for each script. Where the agent's service failed the turn has no end, and the later ones were not run.
pub(super) fn turns(
    scripts: &[At<'_>],
    fails_at: Option<u64>,
    nodes: &[Nodes],
    lost: &mut Lost,
) -> Result<Vec<RunTurn>, GoldError> {
    let mut turns = Vec::new();
    for (i, (script, nodes)) in scripts.iter().zip(nodes).enumerate() {
        let fails = fails_at == Some(i as u64);
        let (steps, ended) = if fails { (Vec::new(), false) } else { steps(&script.field("predicted")?, nodes, lost)? };
        turns.push(RunTurn { id: nodes.id.clone(), index: nodes.index, clock: nodes.clock.clone(), steps, ended });
        if fails {
            lost.part("why an agent's service failed: its turn has no end");
            break;
        }
    }
    (nodes.len()..scripts.len()).for_each(|_| lost.whole("a script of which there is no turn"));
    Ok(turns)
}

fn steps(script: &At<'_>, nodes: &Nodes, lost: &mut Lost) -> Result<(Vec<Step>, bool), GoldError> {
    let mut steps = Vec::new();
    let mut left: Vec<_> = nodes.calls.iter().collect();
    let mut question = nodes.question.as_ref();
    let messages = script.items()?;
    for (k, message) in messages.iter().enumerate() {
        let calls = message.maybe("tool_calls").map_or(Ok(Vec::new()), |calls| calls.items())?;
        if calls.len() > 1 {
            lost.part("that calls were made in one step: they stand one after the other");
        }
        for call in &calls {
            if call.maybe("id").is_none() {
                lost.part("that a call has no id, for which the evaluator refuses it: calls over HTTP have none");
            }
            let function = call.field("function")?;
            let tool = legal(function.field("name")?.text()?);
            let arguments = function.field("arguments")?.value;
            let raw = arguments.as_str().map_or_else(|| arguments.to_string(), str::to_owned);
            let gold = left.iter().position(|node| node.tool == tool).map(|place| left.remove(place));
            steps.push(nodes.answered(&tool, raw, gold));
        }
        let said = message.maybe("content").and_then(|content| content.value.as_str()).unwrap_or_default();
        if !calls.is_empty() {
            question = None;
            if !said.is_empty() {
                lost.part("words beside calls");
            }
            continue;
        }
        let user = question.take().map(|question| question.reply.clone());
        let ended = user.is_none();
        steps.push(Step::Said { text: said.to_owned(), user });
        if ended {
            (k + 1..messages.len()).for_each(|_| lost.whole("a message after the end of its turn"));
            return Ok((steps, true));
        }
    }
    Ok((steps, false))
}
