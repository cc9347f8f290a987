//! A turn as a person wants to see it: what was said, what gold does, what the agent did. For reports; no verdict and no
//! figure is made of it.

use serde::Serialize;
use serde_json::{Map, Value};

use super::align::Terms;
use super::provenance::Place;
use super::tally::{Pairing, gold as parts};
use super::transcript::{CallRun, ReplyRun, TurnEvent, TurnRun};
use crate::journal::format::ReplyKind;
use crate::suite::{Gold, GoldCall};

/// Gold and run of one turn.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct TurnView {
    /// Session.
    pub session: String,
    /// Id of the turn.
    pub turn: String,
    /// Title of its topic.
    pub title: String,
    /// Session clock, RFC 3339.
    pub clock: String,
    /// The user's words.
    pub said: String,
    /// `calls`, `ask` or `chat`.
    pub gold: &'static str,
    /// The question that gold asks first.
    pub question: Option<String>,
    /// What the user answers to it.
    pub reply: Option<String>,
    /// The calls of gold.
    pub wanted: Vec<WantedView>,
    /// What the agent did, in order.
    pub steps: Vec<StepView>,
}

/// A gold call, with its arguments as the dialogue file writes them.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct WantedView {
    /// Id of the gold call.
    pub id: String,
    /// Tool set.
    pub toolset: String,
    /// Tool.
    pub tool: String,
    /// Ids of the calls that come first.
    pub after: Vec<String>,
    /// Arguments: value or where it stands in a result, and provenance.
    pub arguments: Map<String, Value>,
}

/// Something that the agent did.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum StepView {
    /// It called a tool.
    Call(CallView),
    /// It spoke.
    Reply {
        /// What it said.
        text: String,
        /// Whether that was a question.
        question: bool,
        /// What the user answered.
        user: Option<String>,
    },
}

/// A call of the agent.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct CallView {
    /// Number of its record in the session.
    pub record: u64,
    /// Tool set.
    pub toolset: String,
    /// Tool.
    pub tool: String,
    /// Arguments, with defaults filled in.
    pub arguments: Map<String, Value>,
    /// HTTP status of the answer.
    pub status: u16,
    /// Why it was refused.
    pub detail: Option<String>,
    /// Rows that it changed.
    pub rows: usize,
    /// Latency in microseconds.
    pub micros: u64,
    /// Id of the gold call that it stands for.
    pub gold: Option<String>,
}

/// The view of a turn; one that was not run has no steps.
pub(super) fn view(
    terms: &Terms<'_>,
    place: &Place<'_>,
    session: &str,
    run: Option<&TurnRun>,
    in_time: bool,
) -> TurnView {
    let (topic, turn) = (place.here.topic, place.here.turn);
    let pairing = Pairing::of(terms, place, run, in_time);
    let step = |event: &TurnEvent<'_>| match event {
        TurnEvent::Call(call) => StepView::Call(call_view(call, pairing.gold_of(call))),
        TurnEvent::Reply(reply) => reply_view(reply),
    };
    TurnView {
        session: session.to_owned(),
        turn: turn.id.clone(),
        title: topic.title.clone(),
        clock: turn.clock.clone(),
        said: turn.user.clone(),
        gold: match turn.gold {
            Gold::Calls(_) => "calls",
            Gold::Ask(_) => "ask",
            Gold::Chat => "chat",
        },
        question: turn.gold.ask().map(|ask| ask.question.clone()),
        reply: turn.gold.ask().map(|ask| ask.reply.clone()),
        wanted: turn.gold.calls().iter().map(wanted_view).collect(),
        steps: run.map(|run| run.events().iter().map(step).collect()).unwrap_or_default(),
    }
}

fn wanted_view(call: &GoldCall) -> WantedView {
    WantedView {
        id: call.id.clone(),
        toolset: call.toolset.clone(),
        tool: call.tool.clone(),
        after: call.after.iter().cloned().collect(),
        arguments: parts::arguments(call),
    }
}

fn call_view(call: &CallRun, gold: Option<&str>) -> CallView {
    let detail = || call.body.get("detail").and_then(Value::as_str).map(str::to_owned);
    CallView {
        record: call.n,
        toolset: call.toolset.clone(),
        tool: call.tool.clone(),
        arguments: call.arguments.clone(),
        status: call.status,
        detail: if call.is_ok() { None } else { detail() },
        rows: call.effects.len(),
        micros: call.micros,
        gold: gold.map(str::to_owned),
    }
}

fn reply_view(reply: &ReplyRun) -> StepView {
    let said = &reply.reply;
    StepView::Reply { text: said.text.clone(), question: said.kind == ReplyKind::Question, user: said.user.clone() }
}
