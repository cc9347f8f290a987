//! Chat messages as OpenAI writes them, one line a turn: what fine-tuning sets, evaluators and viewers read.
//!
//! ```json
//! {"session":"…","turn":"t01.2","messages":[{"role":"user","content":"…"},{"role":"assistant","content":null,"tool_calls":[…]},…]}
//! ```
//!
//! The journal has what the agent did and what the user answered; the words with which the user began the turn are
//! in the suite.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::Lost;
use super::source::{ExportError, Exported, Source};
use crate::call::strict;
use crate::journal::format::{CallRecord, Forked, Opened, ReplyRecord, TurnStarted};
use crate::journal::{Event, Record};
use crate::suite::Suite;

/// Writes the turns of a journal as lines of messages, each when it ends. Only sessions whose name begins with `session`
/// are taken; without a suite the user's first words are left out.
///
/// # Errors
///
/// There is no journal, or `out` cannot be written.
pub fn export(
    journal: &Path,
    session: &str,
    suite: Option<&Suite>,
    out: &mut dyn Write,
) -> Result<Exported, ExportError> {
    let mut source = Source::open(journal, session)?;
    let mut scribe = Scribe { suite, sessions: BTreeMap::new(), lost: Lost::default(), lines: 0, out };
    for record in &mut source {
        scribe.take(&record)?;
    }
    for (session, mut state) in std::mem::take(&mut scribe.sessions) {
        scribe.cut_off(&session, state.turn.take())?;
    }
    scribe.out.flush()?;
    Ok(source.finish(scribe.lines, scribe.lost))
}

struct Scribe<'a> {
    suite: Option<&'a Suite>,
    sessions: BTreeMap<String, Session>,
    lost: Lost,
    lines: u64,
    out: &'a mut dyn Write,
}

/// What must be known of a session to write its next turn.
#[derive(Clone, Default)]
struct Session {
    persona: Option<Arc<str>>,
    /// Digest of the suite it was played from.
    suite: Option<Arc<str>>,
    turn: Option<Turn>,
}

/// A turn that has not ended.
#[derive(Clone)]
struct Turn {
    id: String,
    /// Number of its first record.
    start: u64,
    /// Each message and the number of the record it comes from.
    messages: Vec<(u64, Value)>,
}

impl Scribe<'_> {
    fn take(&mut self, record: &Record) -> Result<(), ExportError> {
        let (session, n) = (record.session.as_str(), record.n);
        match &record.event {
            Event::Opened(opened) => self.open(session, opened),
            Event::TurnStarted(started) => {
                self.cut_off_current(session)?;
                self.start(session, n, started);
            }
            Event::Call(call) => match &call.turn {
                Some(turn) => {
                    self.turn(record, turn)?.extend(called(n, call).map(|message| (n, message)));
                    self.lost.part("of calls: tool set, changed rows, times, and which were made in one breath");
                }
                None => self.lost.whole("calls outside a turn, as in a sandbox"),
            },
            Event::Reply(reply) => self.turn(record, &reply.turn)?.extend(said(reply).map(|message| (n, message))),
            Event::TurnEnded(_) => {
                let turn = self.sessions.get_mut(session).and_then(|session| session.turn.take());
                if let Some(turn) = turn {
                    self.write(session, &turn, true)?;
                }
            }
            Event::Forked(forked) => self.fork(session, forked),
            Event::Reset(reset) if reset.turn.is_some() => {
                let abandoned = self.sessions.get_mut(session).and_then(|session| session.turn.take());
                if abandoned.is_some() {
                    self.lost.whole("turns that a reset broke off");
                }
            }
            Event::Closed(closed) => {
                self.cut_off_current(session)?;
                if closed.is_for_good() {
                    self.sessions.remove(session);
                }
            }
            _ => self.lost.whole("snapshots and resets of rows alone"),
        }
        Ok(())
    }

    /// A fork keeps what it has of its parent's turn.
    fn open(&mut self, session: &str, opened: &Opened) {
        let state = self.sessions.entry(session.to_owned()).or_default();
        state.persona = opened.persona.as_deref().map(Arc::from);
        state.suite = opened.suite.as_deref().map(Arc::from);
    }

    fn start(&mut self, session: &str, n: u64, started: &TurnStarted) {
        let words = self.words(session, &started.turn);
        let state = self.sessions.entry(session.to_owned()).or_default();
        let messages = words.map(|words| (n, user(&words))).into_iter().collect();
        state.turn = Some(Turn { id: started.turn.clone(), start: n, messages });
    }

    /// The words with which the user begins a turn.
    fn words(&mut self, session: &str, turn: &str) -> Option<String> {
        let Some(suite) = self.suite else {
            self.lost.part("the user's first words of a turn: they are in the suite, which --suite gives");
            return None;
        };
        let state = self.sessions.get(session);
        let persona = state.and_then(|state| state.persona.clone());
        let words = persona.and_then(|persona| Some(suite.dialogue(&persona)?.1.find(turn)?.turn.user.clone()));
        let other = state.and_then(|state| state.suite.as_deref()).is_some_and(|digest| digest != suite.digest);
        match &words {
            None => self.lost.part("the user's first words of a turn: the suite has no such persona or turn"),
            Some(_) if other => {
                self.lost.part("certainty about the user's first words: the session was played from another suite");
            }
            Some(_) => {}
        }
        words
    }

    /// The messages of the turn that is played. Its beginning may lie in a file, or in a session, that was not read.
    fn turn(&mut self, record: &Record, id: &str) -> Result<&mut Vec<(u64, Value)>, ExportError> {
        let open = self.sessions.get(&record.session).and_then(|session| session.turn.as_ref());
        if open.is_none_or(|turn| turn.id != id) {
            self.cut_off_current(&record.session)?;
            self.lost.part("beginnings of turns: they are in no record that was read");
        }
        let state = self.sessions.entry(record.session.clone()).or_default();
        let begin = || Turn { id: id.to_owned(), start: record.n, messages: Vec::new() };
        Ok(&mut state.turn.get_or_insert_with(begin).messages)
    }

    fn fork(&mut self, parent: &str, forked: &Forked) {
        let Some(parent) = self.sessions.get(parent) else { return };
        let mut child = parent.clone();
        child.turn = child.turn.filter(|turn| turn.start < forked.events);
        if let Some(turn) = &mut child.turn {
            turn.start = 0;
            turn.messages.retain(|(n, _)| *n < forked.events);
        }
        self.sessions.insert(forked.child.clone(), child);
    }

    fn cut_off_current(&mut self, session: &str) -> Result<(), ExportError> {
        let turn = self.sessions.get_mut(session).and_then(|session| session.turn.take());
        self.cut_off(session, turn)
    }

    /// Writes a turn that never ended, and says so.
    fn cut_off(&mut self, session: &str, turn: Option<Turn>) -> Result<(), ExportError> {
        match turn {
            Some(turn) => self.write(session, &turn, false),
            None => Ok(()),
        }
    }

    fn write(&mut self, session: &str, turn: &Turn, ended: bool) -> Result<(), ExportError> {
        let messages: Vec<&Value> = turn.messages.iter().map(|(_, message)| message).collect();
        let mut line = json!({ "session": session, "turn": turn.id, "messages": messages });
        if !ended {
            line["ended"] = false.into();
        }
        serde_json::to_writer(&mut *self.out, &line).map_err(std::io::Error::from)?;
        self.out.write_all(b"\n")?;
        self.lines += 1;
        Ok(())
    }
}

/// A call and its answer. The journal does not tell which calls were made in one breath, so each is a message of its own.
fn called(n: u64, call: &CallRecord) -> impl Iterator<Item = Value> {
    let id = format!("call_{n}");
    let function = json!({ "name": call.tool, "arguments": written(call) });
    let tool_call = json!({ "id": id, "type": "function", "function": function });
    let content = call.rendered.as_ref().map_or(call.body.get(), |rendered| &rendered.text);
    let asked = json!({ "role": "assistant", "content": null, "tool_calls": [tool_call] });
    let answered = json!({ "role": "tool", "tool_call_id": id, "content": content });
    [asked, answered].into_iter()
}

/// The arguments as the agent wrote them, so that what it did wrong stays visible; of a query, the object it means.
fn written(call: &CallRecord) -> String {
    let canonical = || call.arguments.as_ref().map(|raw| raw.get().to_owned());
    let raw = call.raw.as_deref().unwrap_or_default();
    match call.via.as_str() {
        "get" => canonical().unwrap_or_else(|| query(raw)),
        "mcp" => mcp(raw).or_else(canonical).unwrap_or_else(|| "{}".into()),
        _ if raw.trim().is_empty() => canonical().unwrap_or_else(|| "{}".into()),
        _ => raw.to_owned(),
    }
}

/// A query that was refused, as an object of strings.
fn query(raw: &str) -> String {
    let pairs = form_urlencoded::parse(raw.as_bytes());
    let map: Map<String, Value> =
        pairs.map(|(name, value)| (name.into_owned(), Value::from(value.into_owned()))).collect();
    Value::Object(map).to_string()
}

/// The arguments in a `tools/call` message.
fn mcp(raw: &str) -> Option<String> {
    let message = strict::value(raw.as_bytes()).ok()?;
    message.pointer("/params/arguments").filter(|arguments| !arguments.is_null()).map(Value::to_string)
}

/// What the agent said, and what the user answered.
fn said(reply: &ReplyRecord) -> impl Iterator<Item = Value> {
    let answer = reply.user.as_deref().map(user);
    std::iter::once(json!({ "role": "assistant", "content": reply.text })).chain(answer)
}

fn user(words: &str) -> Value {
    json!({ "role": "user", "content": words })
}
