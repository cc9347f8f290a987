use serde::Deserialize;
use serde_json::{Value, json};

use super::engine::Engine;
use super::live::{History, Inner, Phase, Session, Turn};
use super::speech;
use crate::call::Problem;
use crate::journal::Event;
use crate::journal::format::{ReplyKind, ReplyRecord, TurnEnded, Usage};
use crate::script::Answering;

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
            ReplyKind::Question => answer(turn, scene.ask.as_ref(), &request.text),
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

/// What the user answers, or nothing once patience is at an end.
fn answer(turn: &Turn, ask: Option<&Answering>, question: &str) -> Option<String> {
    if turn.questions == PATIENCE {
        return None;
    }
    let asked_for = |ask: &&Answering| ask.words.iter().any(|words| speech::is_about(question, words));
    Some(match ask.filter(asked_for) {
        Some(ask) if turn.told => format!("As I said: {}", ask.reply),
        Some(ask) => ask.reply.clone(),
        None => NOTHING_OPEN.to_owned(),
    })
}
