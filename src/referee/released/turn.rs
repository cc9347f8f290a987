//! The released verdict on our own turns: gold as the nodes of the paper's dataset, the journal as an agent's messages.
//!
//! - A question is the first node and all others wait for it; the closing text is the last one and waits for all others.
//! - A value out of a result is what the agent was answered by the call that stands for the gold call. Gold that leaves room
//!   has one value in the dataset's format: the first of several, the words that a text must hold, one after the other.
//! - Calls that follow each other are one step unless gold has one wait for another: a journal does not say which calls an
//!   agent made at once, and this is the grouping that the original is readiest to accept.

use std::borrow::Cow;
use std::sync::Arc;

use super::python::{Py, dumps, read};
use super::run::{Reason, Step};
use super::score::{Pair, Score};
use super::{ANSWER, ASK, Crash, Outcome, Stage, Strings};
use crate::catalogue::export::{Format, named, tools};
use crate::catalogue::{Catalogue, Tool};
use crate::referee::align::{Alignment, align};
use crate::referee::exact::Case;
use crate::referee::finding::{Finding, FindingKind};
use crate::referee::transcript::{CallRun, TurnEvent};
use crate::referee::verdict::{Judgement, VerdictKind};
use crate::suite::{Ask, GoldCall};

/// What the original would have said of a turn. Where the exact verdict cannot tell, this one cannot either.
pub fn judge(case: &Case<'_>, exact: &Judgement) -> Judgement {
    let untold = exact.decisive.as_ref().filter(|finding| finding.kind == FindingKind::Infrastructure);
    if let Some(finding) = untold {
        return Judgement { pass: false, decisive: Some(finding.clone()), repair: None };
    }
    let seat = Seat::new(case);
    let outcome = super::judge(&seat.gold(), &seat.messages(), &seat.offer.tools, Strings::WithRouge);
    let decisive = seat.decisive(&outcome).map(Box::new);
    Judgement { pass: decisive.is_none(), decisive, repair: None }
}

/// The tools of some tool sets, as the original is given them.
#[derive(Debug)]
pub struct Offer {
    /// Tool set, tool, and the name under which it is offered.
    names: Vec<(String, String, String)>,
    /// In OpenAI's format.
    tools: Py,
}

impl Offer {
    /// Of these tool sets.
    pub fn new(sets: &[String], catalogue: &Catalogue) -> Self {
        let sets = sets.iter().filter_map(|set| catalogue.toolset(set));
        let offered = named(sets.flat_map(|set| &set.tools));
        let list = Py::from_json(&tools(offered.iter().map(|(_, tool)| *tool), Format::OpenAi));
        let name = |(name, tool): (Cow<'_, str>, &Tool)| {
            (tool.name.toolset.clone(), tool.spec.name.clone(), name.into_owned())
        };
        Self { names: offered.into_iter().map(name).collect(), tools: list }
    }
}

/// A turn with its gold calls paired with those of the agent.
struct Seat<'a> {
    case: &'a Case<'a>,
    calls: Vec<&'a CallRun>,
    alignment: Alignment<'a>,
    offer: Arc<Offer>,
}

impl<'a> Seat<'a> {
    fn new(case: &'a Case<'a>) -> Self {
        let calls: Vec<&CallRun> = case.run.calls.iter().filter(|call| !call.is_failure_of_the_service()).collect();
        let here = case.place.here;
        let alignment = align(here.turn.gold.calls(), &calls, &case.terms);
        Self { case, calls, alignment, offer: case.shelf.offer(here, case.terms.catalogue) }
    }

    /// The name under which a tool is offered; one that is not has its tool set in it, so that it is none of those.
    fn name(&self, toolset: &str, tool: &str) -> String {
        let offered = self.offer.names.iter().find(|(of, other, _)| of == toolset && other == tool);
        offered.map_or_else(|| format!("{toolset}/{tool}"), |(_, _, name)| name.clone())
    }

    /// The nodes in the dataset's format.
    fn gold(&self) -> Py {
        let gold = &self.case.place.here.turn.gold;
        let question = gold.ask();
        let mut nodes: Vec<Py> = question.map(question_node).into_iter().collect();
        let first = nodes.len();
        for wanted in &self.alignment.wanted {
            let arguments = wanted.literal().into_iter().map(|(name, value)| (name.to_owned(), Py::from_json(&value)));
            let waits = gold.calls().iter().enumerate().filter(|(_, earlier)| waits_for(wanted.call, earlier));
            let waits = (0..first).chain(waits.map(|(i, _)| first + i)).collect();
            let name = self.name(&wanted.call.toolset, &wanted.call.tool);
            nodes.push(node(&name, Py::Dict(arguments.collect()), waits, ""));
        }
        let kind = if nodes.is_empty() { "chat" } else { "tool" };
        let answer = Py::dict([("answer_type", Py::text(kind))]);
        nodes.push(node(ANSWER, answer, (0..nodes.len()).collect(), ""));
        Py::List(nodes)
    }

    /// What the agent did, as one message a step.
    fn messages(&self) -> Vec<Py> {
        let mut messages = Vec::new();
        let mut step: Vec<&CallRun> = Vec::new();
        for event in self.case.run.events() {
            match event {
                TurnEvent::Call(call) if call.is_failure_of_the_service() => {}
                TurnEvent::Call(call) => {
                    if step.iter().any(|earlier| self.waits(call, earlier)) {
                        messages.push(self.message(&std::mem::take(&mut step)));
                    }
                    step.push(call);
                }
                TurnEvent::Reply(reply) => {
                    if !step.is_empty() {
                        messages.push(self.message(&std::mem::take(&mut step)));
                    }
                    messages.push(Py::dict([("content", Py::text(&reply.reply.text))]));
                }
            }
        }
        if !step.is_empty() {
            messages.push(self.message(&step));
        }
        messages
    }

    /// Whether gold has a call wait for an earlier one, by the gold calls that they stand for.
    fn waits(&self, call: &CallRun, earlier: &CallRun) -> bool {
        let gold = |call: &CallRun| {
            let at = self.calls.iter().position(|other| other.n == call.n)?;
            let partner = self.alignment.partners.iter().position(|partner| *partner == Some(at))?;
            Some(self.alignment.wanted[partner].call)
        };
        gold(call).zip(gold(earlier)).is_some_and(|(call, earlier)| waits_for(call, earlier))
    }

    fn message(&self, step: &[&CallRun]) -> Py {
        let call = |call: &&CallRun| {
            let name = Py::text(self.name(&call.toolset, &call.tool));
            let function = Py::dict([("name", name), ("arguments", Py::text(argument_text(&call.written)))]);
            Py::dict([("id", Py::Int(call.n.into())), ("function", function)])
        };
        Py::dict([("tool_calls", Py::List(step.iter().map(call).collect()))])
    }

    /// What the original holds against the turn, the first of it.
    fn decisive(&self, outcome: &Outcome) -> Option<Finding> {
        let run = outcome.run.as_ref();
        let score = match &outcome.score {
            Ok(score) if score.is_right() => return None,
            Ok(score) => score,
            Err(crash) => return Some(finding(crash_sentence(*crash))),
        };
        let steps = run.map_or(&[][..], |run| &run.steps);
        self.wrong_arguments(score).or_else(|| {
            let (i, step) = steps.iter().enumerate().next_back()?;
            let reason = step.outcome.as_ref().err()?;
            Some(self.about(step.calls.first().map(|call| &call.id), refusal(i, step, *reason)))
        })
    }

    fn wrong_arguments(&self, score: &Score) -> Option<Finding> {
        let pairs = score.steps.iter().enumerate().filter_map(|(i, step)| Some((i, step.pairs.as_ref()?)));
        let mut wrong = pairs.filter_map(|(i, pairs)| Some((i, pairs.iter().find(|pair| !pair.is_right())?)));
        let (i, pair) = wrong.next()?;
        let tool = self.call(&pair.call).map_or("a call", |call| call.tool.as_str());
        let sentence = format!("The paper's evaluator says of {tool} in step {}: {}.", i + 1, pair.check);
        let gold = self.gold_of(pair);
        Some(Finding { gold: gold.map(|gold| gold.id.clone()), ..self.about(Some(&pair.call), sentence) })
    }

    fn gold_of(&self, pair: &Pair) -> Option<&GoldCall> {
        let gold = &self.case.place.here.turn.gold;
        gold.calls().get(pair.gold.checked_sub(usize::from(gold.ask().is_some()))?)
    }

    fn call(&self, id: &Py) -> Option<&CallRun> {
        self.calls.iter().copied().find(|call| *id == Py::Int(call.n.into()))
    }

    /// A finding about a call, if it is about one.
    fn about(&self, id: Option<&Py>, sentence: String) -> Finding {
        let Some(call) = id.and_then(|id| self.call(id)) else { return finding(sentence) };
        let (toolset, tool) = (Some(call.toolset.clone()), Some(call.tool.clone()));
        Finding { record: Some(call.n), toolset, tool, ..finding(sentence) }
    }
}

fn finding(sentence: String) -> Finding {
    Finding::new(FindingKind::PublishedRule, [VerdictKind::Released], sentence)
}

fn waits_for(call: &GoldCall, earlier: &GoldCall) -> bool {
    call.after.contains(&earlier.id) || call.arguments.iter().any(|(_, value)| value.call() == Some(&earlier.id))
}

fn question_node(ask: &Ask) -> Py {
    let slots = ask.missing.iter().map(|missing| Py::text(&missing.slot)).collect();
    let tool = ask.missing.first().map_or("", |missing| missing.tool.as_str());
    let arguments = Py::dict([("tool_name", Py::text(tool)), ("missing_required_parameters", Py::List(slots))]);
    let Py::Dict(mut fields) = node(ASK, arguments, Vec::new(), &ask.question) else { return Py::Null };
    fields.push(("user_input".to_owned(), Py::text(&ask.reply)));
    Py::Dict(fields)
}

fn node(name: &str, arguments: Py, waits_for: Vec<usize>, observation: &str) -> Py {
    Py::dict([
        ("action", Py::dict([("name", Py::text(name)), ("arguments", arguments)])),
        ("dependency_list", Py::List(waits_for.into_iter().map(Py::int).collect())),
        ("observation", Py::text(observation)),
    ])
}

/// Arguments as Python writes them, so that spaces of the agent's HTTP client decide nothing; what is not JSON, as it is.
fn argument_text(written: &str) -> String {
    match written {
        "" => "{}".to_owned(),
        text => read(text).map_or_else(|_| text.to_owned(), |value| dumps(&value)),
    }
}

fn crash_sentence(crash: Crash) -> String {
    let lost = match crash.stage {
        Stage::Running => "the whole session would be lost",
        Stage::Scoring => "the scoring of all sessions would stop",
    };
    format!("The paper's evaluator does not survive this turn: {crash}, and {lost}.")
}

fn refusal(i: usize, step: &Step, reason: Reason) -> String {
    let names: Vec<String> = step.calls.iter().filter_map(|call| call.name.as_str().map(str::to_owned)).collect();
    let what = match reason {
        Reason::NotACandidate if names.is_empty() => "has no place for words in".to_owned(),
        Reason::NotACandidate => format!("allows no calls of {} in", names.join(", ")),
        Reason::EmptyMessage => "misses calls or words in".to_owned(),
        Reason::UnparsableCalls => "cannot read the calls of".to_owned(),
        Reason::NoSuchStep => "knows no".to_owned(),
        Reason::AgentFailed => "got no answer in".to_owned(),
    };
    format!("The paper's evaluator {what} step {}.", i + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spaces_of_a_client_decide_nothing() {
        assert_eq!(argument_text(r#"{"b":1,"a":[true,null]}"#), r#"{"b": 1, "a": [true, null]}"#);
        assert_eq!(argument_text(""), "{}");
        assert_eq!(argument_text("{'a': 1}"), "{'a': 1}");
    }
}
