//! Gold nodes of a turn, as gold of a suite.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::toolsets::Toolsets;
use crate::convert::Lost;
use crate::convert::gold::tools::legal;
use crate::convert::gold::{Argument, At, Call, GoldError, Missing, RunTurn, Step, Turn};

const ASK: &str = "ask_user_for_required_parameters";
const ANSWER: &str = "prepare_to_answer";

/// A call of the dataset.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub tool: String,
    pub arguments: Map<String, Value>,
    pub observation: Value,
    /// Places among the calls of the turn.
    waits_for: Vec<usize>,
}

/// A question of the dataset.
#[derive(Clone, Debug)]
pub(super) struct Question {
    pub text: String,
    pub reply: String,
    tool: Option<String>,
    slots: Vec<String>,
}

/// The nodes of a turn, the calls in an order in which they can be made.
#[derive(Clone, Debug, Default)]
pub(super) struct Nodes {
    pub id: String,
    pub index: usize,
    pub clock: String,
    pub toolset: String,
    pub question: Option<Question>,
    pub calls: Vec<Node>,
    answer: String,
}

impl Nodes {
    pub(super) fn read(gold: &At<'_>, toolset: &str, lost: &mut Lost) -> Result<Self, GoldError> {
        let mut nodes = Self { toolset: toolset.to_owned(), ..Self::default() };
        let items = gold.items()?;
        let names = items.iter().map(name).collect::<Result<Vec<_>, _>>()?;
        let mut places: Vec<usize> = Vec::new();
        for place in in_order(gold, &items)? {
            let at = &items[place];
            match names[place] {
                ASK if nodes.question.is_some() => lost.whole("a second question of a turn"),
                ASK => {
                    if !nodes.calls.is_empty() {
                        lost.part("that calls come before a question: it comes first here");
                    }
                    nodes.question = Some(question(at)?);
                }
                ANSWER => nodes.answer = text_of(&at.field("observation")?),
                tool => {
                    let before = |node: &usize| places.iter().position(|place| place == node);
                    let waits_for = dependencies(at, items.len())?.iter().filter_map(before).collect();
                    places.push(place);
                    let arguments = at.field("action")?.field("arguments")?.members()?.clone();
                    let observation = at.field("observation")?.value.clone();
                    nodes.calls.push(Node { tool: legal(tool), arguments, observation, waits_for });
                }
            }
        }
        Ok(nodes)
    }

    /// The turn of the suite.
    pub(super) fn turn(&self, words: &str, sets: &Toolsets, lost: &mut Lost) -> Turn {
        let reply = self.question.as_ref().map_or("", |question| &question.reply);
        let calls = self.calls.iter().enumerate().map(|(place, node)| {
            if sets.schema(&self.toolset, &node.tool).is_none() {
                lost.part(format!("that gold calls '{}', which is not on offer: nothing can be", node.tool));
            }
            let argument =
                |(name, value): (&String, &Value)| (name.clone(), Argument::replied(value.clone(), words, reply));
            let arguments = node.arguments.iter().map(argument).collect();
            Call::new(place, &self.toolset, &node.tool, arguments).after(&node.waits_for)
        });
        let calls: Vec<Call> = calls.collect();
        let turn = Turn::new(self.id.clone(), &self.clock, words, calls, Vec::new(), &self.answer);
        match &self.question {
            Some(_) if self.calls.is_empty() => {
                lost.part("a question after which gold calls nothing: the turn is talk");
                turn
            }
            Some(question) => turn.asking(self.missing(question, lost), &question.text, &question.reply),
            None => turn,
        }
    }

    /// What is missing. Which words a right question holds the dataset does not say.
    fn missing(&self, question: &Question, lost: &mut Lost) -> Vec<Missing> {
        lost.part("which words a right question holds: any longer word of gold's question will do");
        let words: BTreeSet<String> = question
            .text
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| word.chars().count() > 3)
            .map(str::to_lowercase)
            .collect();
        let words: Vec<String> =
            if words.is_empty() { vec![question.text.clone()] } else { words.into_iter().collect() };
        let first = self.calls.first();
        let tool = question.tool.clone().or(first.map(|call| call.tool.clone())).unwrap_or_default();
        let mut slots = question.slots.clone();
        if slots.is_empty() {
            slots.extend(first.and_then(|call| call.arguments.keys().next().cloned()));
        }
        let missing =
            |slot: String| Missing { toolset: self.toolset.clone(), tool: tool.clone(), slot, words: words.clone() };
        slots.into_iter().map(missing).collect()
    }

    /// Gold as a run: its calls with the recorded results, and its words.
    pub(super) fn gold_run(&self) -> RunTurn {
        let said = |text: &str, user: Option<String>| Step::Said { text: text.to_owned(), user };
        let mut steps: Vec<Step> = Vec::new();
        steps.extend(self.question.iter().map(|question| said(&question.text, Some(question.reply.clone()))));
        steps.extend(
            self.calls.iter().map(|call| self.answered(&call.tool, json!(call.arguments).to_string(), Some(call))),
        );
        steps.push(said(&self.answer, None));
        RunTurn { id: self.id.clone(), index: self.index, clock: self.clock.clone(), steps, ended: true }
    }

    /// A call with the result of a gold call, or refused where there is none.
    pub(super) fn answered(&self, tool: &str, raw: String, gold: Option<&Node>) -> Step {
        let body = match gold {
            Some(node) if node.observation.is_object() => node.observation.clone(),
            Some(node) => json!({"result": text(&node.observation)}),
            None => json!({"status": 409, "code": "not_in_gold", "detail": "The dataset has no result for this call."}),
        };
        Step::Call { toolset: self.toolset.clone(), tool: tool.to_owned(), raw, ok: gold.is_some(), body }
    }
}

fn name<'a>(node: &At<'a>) -> Result<&'a str, GoldError> {
    node.field("action")?.field("name")?.text()
}

fn question(at: &At<'_>) -> Result<Question, GoldError> {
    let arguments = at.field("action")?.field("arguments")?;
    let slots = arguments.maybe("missing_required_parameters").map_or(Ok(Vec::new()), |list| list.items())?;
    let slots = slots.iter().map(|slot| Ok(slot.text()?.to_owned())).collect::<Result<_, GoldError>>()?;
    let tool = arguments.maybe("tool_name").and_then(|name| name.value.as_str().map(legal));
    let reply = at.maybe("user_input").map_or(Ok(""), |reply| reply.text())?.to_owned();
    Ok(Question { text: text_of(&at.field("observation")?), reply, tool, slots })
}

fn dependencies(at: &At<'_>, count: usize) -> Result<Vec<usize>, GoldError> {
    let index = |at: At<'_>| {
        let n = usize::try_from(at.count()?).unwrap_or(usize::MAX);
        if n < count { Ok(n) } else { Err(at.wrong(format!("there is no node {n}: the turn has {count}"))) }
    };
    at.field("dependency_list")?.items()?.into_iter().map(index).collect()
}

/// Places of the nodes in an order in which they can be done, as near to the written one as can be.
fn in_order(gold: &At<'_>, items: &[At<'_>]) -> Result<Vec<usize>, GoldError> {
    let waits = items.iter().map(|at| dependencies(at, items.len())).collect::<Result<Vec<_>, _>>()?;
    let mut order: Vec<usize> = Vec::new();
    while order.len() < items.len() {
        let ready = |i: &usize| !order.contains(i) && waits[*i].iter().all(|earlier| order.contains(earlier));
        let next = (0..items.len()).find(ready);
        order.push(next.ok_or_else(|| gold.wrong("some nodes wait for each other, so none of them can be done"))?);
    }
    Ok(order)
}

fn text_of(at: &At<'_>) -> String {
    text(at.value)
}

fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
