//! The user's side of a dialogue under one seed: what the history shows, and the state in which each turn begins.
//!
//! A script is played once and shared by all sessions of its persona and seed, so that a session started at turn n
//! costs a fork and not a replay.

use std::collections::BTreeMap;
use std::sync::Arc;

use minijinja::value::Value as Dynamic;
use serde_json::{Map, Value, json};

use crate::call::{Call, Outcome, ToolName};
use crate::expression::Scope;
use crate::expression::value::{Record, from_json, to_json};
use crate::simulator::Simulator;
use crate::suite::{Argument, Dialogue, Fact, Gold, GoldCall, Persona, Source, TurnRef, facts};
use crate::world::{Clock, State, World};

/// A dialogue played along the gold.
#[derive(Debug)]
pub struct Script {
    /// Persona.
    pub persona: String,
    /// Each turn in order.
    pub turns: Vec<Scene>,
}

impl Script {
    /// What the history shows at the beginning of a turn.
    pub fn messages_before(&self, turn: usize) -> impl Iterator<Item = &Arc<Value>> {
        self.turns.iter().take(turn).flat_map(|scene| &scene.messages)
    }
}

/// One turn of a script.
#[derive(Debug)]
pub struct Scene {
    /// Id of the turn.
    pub id: String,
    /// Tool sets on offer.
    pub toolsets: Vec<String>,
    /// Session clock.
    pub clock: Clock,
    /// The user's words.
    pub user: String,
    /// The state in which the turn begins.
    pub before: State,
    /// Digest of that state.
    pub digest: String,
    /// What the turn adds to the history of later ones: chat messages as OpenAI writes them.
    pub messages: Vec<Arc<Value>>,
    /// What the user knows about a question; none where no question is due.
    pub ask: Option<Answering>,
    /// What she can tell again, since she told it before.
    pub facts: Vec<Fact>,
    /// The gold calls as they were made.
    pub calls: Vec<Played>,
}

/// How the user answers a question.
#[derive(Clone, Debug)]
pub struct Answering {
    /// For each missing slot, the words of which a question about it holds one.
    pub words: Vec<Vec<String>>,
    /// The answer.
    pub reply: String,
}

/// One gold call as it was made.
#[derive(Clone, Debug)]
pub struct Played {
    /// Id in the gold.
    pub id: String,
    /// Tool.
    pub tool: ToolName,
    /// Arguments with references resolved.
    pub arguments: Map<String, Value>,
    /// Its answer.
    pub outcome: Outcome,
}

/// Plays a dialogue along its gold.
///
/// # Errors
///
/// The turn, and what the gold does that the simulator refuses.
pub fn play(
    simulator: &Simulator,
    world: &Arc<World>,
    persona: &Persona,
    dialogue: &Dialogue,
) -> Result<Script, String> {
    let mut state = accounts(persona)?;
    let mut turns = Vec::new();
    for turn in dialogue.turns() {
        let scene = scene(simulator, world, (persona, dialogue), turn, &mut state);
        turns.push(scene.map_err(|e| format!("{}: turn {}: {e}", persona.id, turn.turn.id))?);
    }
    Ok(Script { persona: persona.id.clone(), turns })
}

/// The state with which a persona's first turn begins.
///
/// # Errors
///
/// Two rows of one key, which a JSON object rules out.
pub fn accounts(persona: &Persona) -> Result<State, String> {
    let mut state = State::default();
    for (table, rows) in &persona.accounts {
        for (key, row) in rows {
            state.insert(table, key, row.clone()).map_err(|e| e.to_string())?;
        }
    }
    Ok(state)
}

fn scene(
    simulator: &Simulator,
    world: &Arc<World>,
    (persona, dialogue): (&Persona, &Dialogue),
    turn: TurnRef<'_>,
    state: &mut State,
) -> Result<Scene, String> {
    let before = state.clone();
    let clock = Clock::parse(&turn.turn.clock, &persona.timezone)?;
    let mut calls: Vec<Played> = Vec::new();
    for call in turn.turn.gold.calls() {
        let arguments = resolve(call, &|id| calls.iter().find(|p| p.id == id).map(|p| p.outcome.body.clone()))?;
        let tool = ToolName::new(&call.toolset, &call.tool);
        let reply = simulator.respond(world, &clock, state, Call { tool: tool.clone(), arguments: arguments.clone() });
        if !reply.outcome.is_ok() && !call.optional {
            let body = &reply.outcome.body;
            return Err(format!("gold call '{}' to {tool} is refused: {} {}", call.id, body["detail"], body["errors"]));
        }
        if let Some(next) = reply.state {
            *state = next;
        }
        calls.push(Played { id: call.id.clone(), tool, arguments, outcome: reply.outcome });
    }
    let closing = turn.turn.assistant.text(&results(&calls))?;
    Ok(Scene {
        id: turn.turn.id.clone(),
        toolsets: turn.topic.toolsets.clone(),
        clock,
        user: turn.turn.user.clone(),
        digest: before.digest(),
        before,
        messages: messages(turn, &calls, &closing),
        ask: turn.turn.gold.ask().map(|ask| Answering {
            words: ask.missing.iter().map(|m| m.words.clone()).collect(),
            reply: ask.reply.clone(),
        }),
        facts: facts(dialogue, turn),
        calls,
    })
}

/// The arguments of a gold call, with references looked up in the answers of earlier calls.
///
/// # Errors
///
/// A reference that leads nowhere.
pub fn resolve(call: &GoldCall, answer: &dyn Fn(&str) -> Option<Value>) -> Result<Map<String, Value>, String> {
    let mut arguments = Map::new();
    for (name, argument) in &call.arguments {
        let value = value_of(argument, answer).map_err(|e| format!("argument '{name}' of '{}': {e}", call.id))?;
        arguments.insert(name.clone(), value);
    }
    Ok(arguments)
}

fn value_of(argument: &Argument, answer: &dyn Fn(&str) -> Option<Value>) -> Result<Value, String> {
    let body = |call: &str| answer(call).ok_or_else(|| format!("'{call}' has no answer"));
    match &argument.source {
        Source::Value(value) => Ok(value.clone()),
        Source::Path { call, path } => {
            let body = body(call)?;
            body.pointer(path).cloned().ok_or_else(|| format!("the answer of '{call}' has nothing at {path}"))
        }
        Source::Pick { call, pick } => {
            let root = Record(vec![("result".into(), from_json(&body(call)?))]);
            to_json(&pick.eval(&Scope::new(Dynamic::from_object(root)))?)
        }
    }
}

fn results(calls: &[Played]) -> Scope {
    let fields = calls.iter().map(|call| (call.id.clone().into(), from_json(&call.outcome.body)));
    Scope::new(Dynamic::from_object(Record(fields.collect())))
}

/// The turn as chat messages. Calls that do not wait for each other stand in one message, as an agent would make them.
fn messages(turn: TurnRef<'_>, calls: &[Played], closing: &str) -> Vec<Arc<Value>> {
    let mut messages = vec![user(&turn.turn.user)];
    if let Gold::Ask(ask) = &turn.turn.gold {
        messages.push(assistant(&ask.question));
        messages.push(user(&ask.reply));
    }
    for step in steps(turn.turn.gold.calls()) {
        let of_step: Vec<(usize, &Played)> = step.into_iter().map(|i| (i, &calls[i])).collect();
        let id = |i: usize| format!("call_{}_{}", turn.index, i);
        let call = |(i, played): &(usize, &Played)| tool_call(&id(*i), &played.tool.tool, &played.arguments);
        messages.push(tool_calls(of_step.iter().map(call).collect()));
        messages.extend(of_step.iter().map(|(i, played)| tool_result(&id(*i), &played.outcome)));
    }
    messages.push(assistant(closing));
    messages.into_iter().map(Arc::new).collect()
}

/// Gold calls in the steps in which they can be made: each as early as what it waits for allows.
pub fn steps(calls: &[GoldCall]) -> Vec<Vec<usize>> {
    let mut level: BTreeMap<&str, usize> = BTreeMap::new();
    let mut steps: Vec<Vec<usize>> = Vec::new();
    for (i, call) in calls.iter().enumerate() {
        let after = call.after.iter().filter_map(|id| level.get(id.as_str()).map(|l| l + 1)).max().unwrap_or(0);
        level.insert(&call.id, after);
        if steps.len() <= after {
            steps.resize(after + 1, Vec::new());
        }
        steps[after].push(i);
    }
    steps
}

/// A user's message.
pub fn user(text: &str) -> Value {
    json!({ "role": "user", "content": text })
}

/// An assistant's message.
pub fn assistant(text: &str) -> Value {
    json!({ "role": "assistant", "content": text })
}

/// An assistant's message that makes calls.
pub fn tool_calls(calls: Vec<Value>) -> Value {
    json!({ "role": "assistant", "content": null, "tool_calls": calls })
}

/// One call in such a message.
pub fn tool_call(id: &str, name: &str, arguments: &Map<String, Value>) -> Value {
    let arguments = Value::Object(arguments.clone()).to_string();
    json!({ "id": id, "type": "function", "function": { "name": name, "arguments": arguments } })
}

/// The answer to one call.
pub fn tool_result(id: &str, outcome: &Outcome) -> Value {
    let content = outcome.rendered.as_ref().map_or_else(|| outcome.body.to_string(), |r| r.text.clone());
    json!({ "role": "tool", "tool_call_id": id, "content": content })
}
