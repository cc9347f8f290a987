//! The first phase: the agent is asked step by step, and the names of the tools it calls are matched. Nobody looks at
//! arguments here, and what comes back is gold's, whatever was asked.

use super::crash::Exception;
use super::gold::{ASK, Node};
use super::graph::Graph;
use super::possible::Possible;
use super::python::{Py, dumps};

/// A call as the agent made it.
#[derive(Clone, Debug)]
pub struct Call {
    /// Its id, text as a rule
    pub id: Py,
    /// Name of the tool
    pub name: Py,
    /// Arguments, text as a rule
    pub arguments: Py,
}

/// What a step was taken for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Matched {
    /// Calls: the gold nodes of the step, in rising order
    Tools(Vec<usize>),
    /// A question
    Ask,
    /// The closing text
    Answer,
}

/// Why a step ended the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// No allowed step has these names, or there was text where calls were due
    NotACandidate,
    /// Neither calls nor text
    EmptyMessage,
    /// A call without id, name or arguments
    UnparsableCalls,
    /// More steps than gold has nodes
    NoSuchStep,
    /// The agent's service failed
    AgentFailed,
}

impl Reason {
    /// The word for it.
    pub fn id(self) -> &'static str {
        match self {
            Self::NotACandidate => "not_a_candidate",
            Self::EmptyMessage => "empty_message",
            Self::UnparsableCalls => "unparsable_calls",
            Self::NoSuchStep => "no_such_step",
            Self::AgentFailed => "agent_failed",
        }
    }
}

/// A message that the original sends back.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// A tool's result
    Tool {
        /// Its text
        content: String,
        /// The call it is given to
        call: Py,
    },
    /// What the user says to a question
    User(Py),
}

/// One step of the log.
#[derive(Clone, Debug)]
pub struct Step {
    /// What it was taken for, or why it was taken for nothing
    pub outcome: Result<Matched, Reason>,
    /// The calls of the message, where it had any that can be read
    pub calls: Vec<Call>,
    /// What was sent back
    pub replies: Vec<Reply>,
}

/// What the first phase leaves.
#[derive(Clone, Debug)]
pub struct Run {
    /// The steps, the one that ended the turn last
    pub steps: Vec<Step>,
    /// Whether the closing text came where it was due
    pub names_right: bool,
    /// Whether it took the fewest steps
    pub is_optimal: bool,
    /// How many of the agent's messages were read
    pub steps_read: usize,
    /// Whether a message was wanted that the agent does not have
    pub ran_out: bool,
}

/// An exception in the middle of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Halt {
    /// What was raised
    pub exception: Exception,
    /// How many of the agent's messages were read by then
    pub steps_read: usize,
}

/// What a message leads to.
enum Next {
    On(Step),
    Over(Step),
}

/// Plays a turn with the agent's messages in order.
///
/// # Errors
///
/// What the original raises; the session is lost then.
pub fn run(nodes: &[Node], messages: &[Py]) -> Result<Run, Halt> {
    let graph = Graph::new(nodes);
    let mut turn = Turn { nodes, possible: Possible::all(&graph) };
    let mut steps = Vec::new();
    loop {
        let step = steps.len();
        let steps_read = messages.len().min(step + 1);
        let halt = |exception| Halt { exception, steps_read };
        match turn.read(step, messages.get(step)).map_err(halt)? {
            Next::On(done) => steps.push(done),
            Next::Over(done) => {
                let names_right = done.outcome.is_ok();
                steps.push(done);
                let is_optimal = names_right && steps.len() == graph.min_steps();
                return Ok(Run { steps, names_right, is_optimal, steps_read, ran_out: step >= messages.len() });
            }
        }
    }
}

struct Turn<'g, 'n> {
    nodes: &'n [Node],
    possible: Possible<'g, 'n>,
}

impl Turn<'_, '_> {
    fn read(&mut self, step: usize, message: Option<&Py>) -> Result<Next, Exception> {
        let part = |name| message.and_then(|message| message.get(name)).filter(|part| **part != Py::Null);
        match part("tool_calls") {
            None => self.read_text(step, part("content")),
            Some(calls) => match length(calls).ok_or(Exception::Type)? {
                0 => self.read_text(step, part("content")),
                _ => self.read_calls(step, calls),
            },
        }
    }

    fn read_text(&mut self, step: usize, content: Option<&Py>) -> Result<Next, Exception> {
        if content.is_none_or(|content| content.as_str() == Some("")) {
            return Ok(wrong(Reason::EmptyMessage));
        }
        if step >= self.nodes.len() {
            return Err(Exception::Key);
        }
        let Some(node) = self.possible.talk() else { return Ok(wrong(Reason::NotACandidate)) };
        let node = &self.nodes[node];
        if node.name == ASK {
            self.possible.pass();
            let reply = Reply::User(node.user_input.clone().unwrap_or(Py::Null));
            return Ok(Next::On(Step { outcome: Ok(Matched::Ask), calls: Vec::new(), replies: vec![reply] }));
        }
        Ok(Next::Over(Step { outcome: Ok(Matched::Answer), calls: Vec::new(), replies: Vec::new() }))
    }

    fn read_calls(&mut self, step: usize, calls: &Py) -> Result<Next, Exception> {
        let Some(calls) = parse(calls) else { return Ok(wrong(Reason::UnparsableCalls)) };
        let names = sorted_names(&calls)?;
        if step >= self.nodes.len() {
            return Ok(wrong_calls(Reason::NoSuchStep, calls));
        }
        let matched = names.and_then(|names| self.possible.step_with(&names));
        let Some(matched) = matched else { return Ok(wrong_calls(Reason::NotACandidate, calls)) };
        if self.possible.some_are_over() {
            return Err(Exception::Index);
        }
        self.possible.keep(&matched);
        let replies = self.observations(&matched).zip(&calls).map(|(content, call)| {
            let call = call.id.clone();
            Reply::Tool { content, call }
        });
        let replies = replies.collect();
        Ok(Next::On(Step { outcome: Ok(Matched::Tools(matched)), calls, replies }))
    }

    /// The results of a step in the order in which the original hands them out.
    fn observations(&self, step: &[usize]) -> impl Iterator<Item = String> {
        by_name(self.nodes, step).into_iter().map(|node| match &self.nodes[node].observation {
            Py::Str(text) => text.clone(),
            other => dumps(other),
        })
    }
}

/// The nodes of a step sorted by name, those of one name in the order of gold.
pub fn by_name(nodes: &[Node], step: &[usize]) -> Vec<usize> {
    let mut sorted = step.to_vec();
    sorted.sort_by(|a, b| nodes[*a].name.cmp(&nodes[*b].name));
    sorted
}

fn wrong(reason: Reason) -> Next {
    wrong_calls(reason, Vec::new())
}

fn wrong_calls(reason: Reason, calls: Vec<Call>) -> Next {
    Next::Over(Step { outcome: Err(reason), calls, replies: Vec::new() })
}

/// Python's `len`.
fn length(value: &Py) -> Option<usize> {
    match value {
        Py::Str(text) => Some(text.chars().count()),
        Py::List(items) => Some(items.len()),
        Py::Dict(entries) => Some(entries.len()),
        _ => None,
    }
}

fn parse(calls: &Py) -> Option<Vec<Call>> {
    calls.as_list()?.iter().map(parse_call).collect()
}

fn parse_call(call: &Py) -> Option<Call> {
    let function = call.get("function")?;
    let (name, arguments) = (function.get("name")?.clone(), function.get("arguments")?.clone());
    Some(Call { id: call.get("id")?.clone(), name, arguments })
}

/// The names in order; none where they are no text and so match nothing.
fn sorted_names(calls: &[Call]) -> Result<Option<Vec<&str>>, Exception> {
    let texts: Option<Vec<&str>> = calls.iter().map(|call| call.name.as_str()).collect();
    let is_number = |call: &Call| matches!(call.name, Py::Bool(_) | Py::Int(_) | Py::Float(_));
    match texts {
        Some(mut names) => {
            names.sort_unstable();
            Ok(Some(names))
        }
        None if calls.len() == 1 || calls.iter().all(is_number) => Ok(None),
        None => Err(Exception::Type),
    }
}
