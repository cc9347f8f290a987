use serde::Deserialize;
use serde_json::{Value, json};

use super::engine::Engine;
use super::live::{History, Inner, Phase, Session, Turn};
use super::speech;
use crate::call::Problem;
use crate::journal::Event;
use crate::journal::format::{ReplyKind, ReplyRecord, TurnEnded, Usage};
use crate::script::{Answering, Scene};
use crate::suite::{Fact, Said};

/// Questions that a user answers in one turn before losing patience.
const PATIENCE: usize = 3;

/// What a user says who was asked for nothing that is open.
const NOTHING_OPEN: &str = "I have nothing to add to that. Please go by what you know.";

/// Body of `POST /s/{session}/reply`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReplyRequest {
    /// The agent's words.
    pub text: String,
    /// Whether they are a question; worked out from the words when left out.
    #[serde(default)]
    pub kind: Option<ReplyKind>,
    /// What the agent has spent since it spoke last, if it wants to say so.
    #[serde(default)]
    pub usage: Option<Usage>,
}

impl Engine {
    /// Takes the agent's words: the user answers a question, anything else ends the turn.
    ///
    /// # Errors
    ///
    /// 409: no user is waiting for a reply.
    pub fn reply(&self, session: &Session, request: ReplyRequest) -> Result<(Value, u64), Problem> {
        let mut inner = session.enter()?;
        let Phase::Turn(turn) = &mut inner.phase else {
            let detail = "No user is waiting for a reply: the session is a sandbox, or finished.";
            return Err(Problem::new(409, "no_turn", detail));
        };
        let scene = session.scene(turn.index).ok_or_else(|| Problem::new(500, "broken_script", "no such turn"))?;
        let kind = request.kind.unwrap_or_else(|| speech::classify(&request.text));
        let user = match kind {
            ReplyKind::Question => answer(turn, scene, &request.text),
            ReplyKind::Statement => None,
        };
        turn.said(&request.text, user.as_deref(), scene.ask.as_ref());
        let record = ReplyRecord {
            turn: scene.id.clone(),
            text: request.text,
            kind,
            declared: request.kind.is_some(),
            user: user.clone(),
            usage: request.usage,
        };
        let ticket = self.record(&session.id, &mut inner, Event::Reply(record));
        match user {
            Some(words) => Ok((json!({ "status": "user_replied", "message": words }), ticket)),
            None => Ok(self.end_turn(session, &mut inner)),
        }
    }

    fn end_turn(&self, session: &Session, inner: &mut Inner) -> (Value, u64) {
        let Phase::Turn(turn) = std::mem::replace(&mut inner.phase, Phase::Finished) else {
            return (Value::Null, 0);
        };
        let Some(scene) = session.scene(turn.index) else { return (Value::Null, 0) };
        let next = turn.index + 1;
        let ended = TurnEnded { turn: scene.id.clone(), state: inner.state.digest() };
        self.record(&session.id, inner, Event::TurnEnded(ended));
        self.metrics.turns.inc();
        if session.history == History::Own {
            inner.past.extend(turn.into_past(&scene.user));
        }
        let ticket = self.begin_turn(session, inner, next);
        let finished = matches!(inner.phase, Phase::Finished);
        (json!({ "status": "turn_over", "finished": finished }), ticket)
    }
}

/// What the user answers, or nothing once patience is at an end: to each thing she was asked for what she knows of it.
fn answer(turn: &Turn, scene: &Scene, question: &str) -> Option<String> {
    if turn.questions == PATIENCE {
        return None;
    }
    let mut said: Vec<String> = Vec::new();
    let asked_for = |ask: &&Answering| ask.words.iter().any(|words| speech::is_about(question, words));
    match scene.ask.as_ref().filter(asked_for) {
        Some(ask) if turn.told => said.push(format!("As I said: {}", ask.reply)),
        Some(ask) => said.push(ask.reply.clone()),
        None => {}
    }
    // A word that asks for what is missing asks for nothing else: "Which station?" is about the one that she left out.
    let taken =
        |word: &&String| scene.ask.iter().any(|ask| ask.words.iter().any(|words| speech::holds_any(words, word)));
    let asked_for = |fact: &&Fact| {
        let words: Vec<String> = fact.words.iter().filter(|word| !taken(word)).cloned().collect();
        speech::is_about(question, &words)
    };
    for sentence in scene.facts.iter().filter(asked_for).map(|fact| tell(fact, turn)) {
        if !said.contains(&sentence) {
            said.push(sentence);
        }
    }
    Some(if said.is_empty() { NOTHING_OPEN.to_owned() } else { said.join(" ") })
}

/// Something she said before, said again.
fn tell(fact: &Fact, turn: &Turn) -> String {
    let value = &fact.value;
    let first = match fact.said {
        Said::Now => format!("That is in what I wrote: {value}."),
        Said::Before => format!("I told you before: {value}."),
        Said::Always => format!("You know how I like it: {value}."),
    };
    match turn.heard(&first) {
        true => format!("I have told you already: {value}."),
        false => first,
    }
}
