//! What the doors show of a session.

use serde_json::{Map, Value, json};

use super::engine::{Engine, SANDBOX};
use super::live::{History, Inner, Phase, Session, Turn};
use crate::call::Problem;
use crate::catalogue::export::{self, Format};
use crate::catalogue::{Tool, ToolSet};
use crate::script;

impl Engine {
    /// What the agent may know about the turn: clock, words, history, tools.
    ///
    /// # Errors
    ///
    /// 409: the session is a sandbox, in which no user speaks.
    pub fn turn(&self, session: &Session) -> Result<Value, Problem> {
        let inner = session.enter()?;
        match &inner.phase {
            Phase::Sandbox => {
                let detail = "No user speaks in the sandbox. An operator opens a session with POST /sessions.";
                Err(Problem::new(409, "no_turn", detail))
            }
            Phase::Finished | Phase::Closed => Ok(json!({ "session": &*session.id, "status": "finished" })),
            Phase::Turn(turn) => Ok(self.playing(session, &inner, turn)),
        }
    }

    fn playing(&self, session: &Session, inner: &Inner, turn: &Turn) -> Value {
        let scene = session.scene(turn.index);
        let user = scene.map_or("", |scene| &scene.user);
        let said = std::iter::once(script::user(user)).chain(turn.talk.iter().map(|m| (**m).clone()));
        let messages: Vec<Value> = said.collect();
        let latest = messages.iter().rev().find(|m| m["role"] == "user").map_or(Value::Null, |m| m["content"].clone());
        let tools: Vec<&Tool> = self.offered(session, inner).flat_map(|set| &set.tools).collect();
        let url = |(name, tool): (std::borrow::Cow<'_, str>, &Tool)| {
            let path = format!("/s/{}/{}/{}", session.id, tool.name.toolset, tool.name.tool);
            (name.into_owned(), Value::String(path))
        };
        json!({
            "session": &*session.id,
            "status": "playing",
            "turn": turn.index,
            "last": turn.index + 1 == session.end,
            "now": inner.clock.text(),
            "message": latest,
            "messages": messages,
            "history": history(session, inner, turn.index),
            "tools": export::tools(tools.iter().copied(), Format::OpenAi),
            "urls": export::named(tools.iter().copied()).into_iter().map(url).collect::<Map<String, Value>>(),
        })
    }

    /// The tools on offer, in a client's shape.
    pub fn tools(&self, session: &Session, format: Format) -> Value {
        let inner = session.lock();
        export::tools(self.offered(session, &inner).flat_map(|set| &set.tools), format)
    }

    /// The tools on offer, as OpenAPI. `server` is the URL of the agent door.
    pub fn openapi(&self, session: &Session, server: &str) -> Value {
        let inner = session.lock();
        let base = if *session.id == *SANDBOX { server.to_owned() } else { format!("{server}/s/{}", session.id) };
        export::openapi(self.offered(session, &inner), &base)
    }

    /// The tool sets that a session's agent may call now.
    pub fn offered<'a>(&'a self, session: &'a Session, inner: &'a Inner) -> impl Iterator<Item = &'a ToolSet> {
        let only = inner.turn().and_then(|turn| session.scene(turn.index)).map(|scene| &scene.toolsets);
        self.stage
            .simulator
            .catalogue
            .toolsets()
            .filter(move |set| only.is_none_or(|only| only.contains(&set.spec.toolset)))
    }

    /// What an operator sees of a session.
    pub fn describe(&self, session: &Session) -> Value {
        let inner = session.lock();
        let (status, turn) = match &inner.phase {
            Phase::Sandbox => ("sandbox", None),
            Phase::Turn(turn) => ("playing", session.scene(turn.index).map(|scene| (turn.index, &scene.id))),
            Phase::Finished | Phase::Closed => ("finished", None),
        };
        json!({
            "id": &*session.id,
            "persona": session.script.as_ref().map(|script| &script.persona),
            "agent": session.agent,
            "seed": session.world.seed.0,
            "history": session.history,
            "status": status,
            "turn": turn.map(|(index, _)| index),
            "turn_id": turn.map(|(_, id)| id),
            "start": session.start,
            "end": session.end,
            "parent": session.parent,
            "events": inner.events,
            "clock": inner.clock.text(),
            "path": format!("/s/{}", session.id),
        })
    }

    /// All sessions in memory, in the order of their names.
    pub fn list(&self) -> Value {
        Value::Array(self.store.all_live().iter().map(|session| self.describe(session)).collect())
    }

    /// The personas an operator can choose from.
    pub fn personas(&self) -> Value {
        let row = |(id, dialogue): (&String, &crate::suite::Dialogue)| json!({ "persona": id, "topics": dialogue.topics.len(), "turns": dialogue.len() });
        Value::Array(self.stage.suite.dialogues.iter().map(row).collect())
    }
}

fn history(session: &Session, inner: &Inner, index: usize) -> Vec<Value> {
    match (session.history, &session.script) {
        (History::Own, _) => inner.past.iter().map(|m| (**m).clone()).collect(),
        (History::Gold, Some(script)) => script.messages_before(index).map(|m| (**m).clone()).collect(),
        (History::Gold, None) => Vec::new(),
    }
}
