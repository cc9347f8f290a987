//! A journal played again over HTTP: the same calls and replies, sent to a server that runs.

use std::collections::BTreeMap;
use std::path::Path;

use hyper::Method;
use serde_json::{Value, json};

use super::client::{Client, ClientError};
use crate::call::unhex;
use crate::journal::format::{CallRecord, Opened};
use crate::journal::{Entry, Event, JournalError, read};
use crate::replay::{Outcome, Summary, difference};

/// Plays every record again, in the order of the journal, against the server whose operator door this is.
///
/// # Errors
///
/// There is no journal, or the server does not answer. What is wrong inside the journal ends the replay and stands in
/// the outcome.
pub async fn replay_over(client: &Client, operator: &str, journal: &Path) -> Result<Outcome, ReplayError> {
    let index = client.expect(Method::GET, &format!("{operator}/"), None).await?;
    let agent = index["agent"].as_str().unwrap_or_default().to_owned();
    let mut again = Again { client, operator, agent, homes: BTreeMap::new(), summary: Summary::default() };
    let mut fault = None;
    for entry in read(journal)? {
        match entry {
            Ok(entry) => again.take(&entry).await?,
            Err(e) => fault = Some(e),
        }
    }
    Ok(Outcome { summary: again.summary, fault })
}

/// Why a journal could not be played again.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// The server.
    #[error(transparent)]
    Client(#[from] ClientError),
    /// The journal.
    #[error(transparent)]
    Journal(#[from] JournalError),
}

struct Again<'a> {
    client: &'a Client,
    operator: &'a str,
    agent: String,
    /// Recorded session → the session that plays it now.
    homes: BTreeMap<String, Home>,
    summary: Summary,
}

#[derive(Clone)]
struct Home {
    id: String,
    /// What its tools' paths begin with.
    base: String,
}

impl Again<'_> {
    async fn take(&mut self, entry: &Entry) -> Result<(), ClientError> {
        let record = &entry.record;
        match &record.event {
            Event::Opened(opened) => self.open(&record.session, opened).await,
            Event::Call(call) => self.call(entry, call).await,
            Event::Reply(reply) => {
                let Some(home) = self.homes.get(&record.session) else { return Ok(()) };
                let body = json!({ "text": reply.text, "kind": reply.kind });
                self.client.send(Method::POST, &format!("{}/reply", home.base), Some(&body)).await.map(drop)
            }
            Event::Snapshot(_) => self.operate(&record.session, "snapshots", &json!({})).await.map(drop),
            Event::Reset(reset) => self.operate(&record.session, "reset", &json!({ "to": reset.to })).await.map(drop),
            Event::Forked(forked) => {
                let at = json!({ "at": forked.events - 1 });
                if let Some(child) = self.operate(&record.session, "fork", &at).await? {
                    self.homes.insert(forked.child.clone(), home(&child));
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    async fn open(&mut self, session: &str, opened: &Opened) -> Result<(), ClientError> {
        self.summary.sessions += 1;
        if self.homes.contains_key(session) && opened.parent.is_some() {
            return Ok(());
        }
        let Some(persona) = &opened.persona else {
            self.homes.insert(session.to_owned(), Home { id: "sandbox".into(), base: self.agent.clone() });
            return Ok(());
        };
        let body = json!({
            "persona": persona, "turn": opened.start, "turns": opened.end.saturating_sub(opened.start).max(1),
            "seed": opened.seed, "history": opened.history, "agent": opened.agent,
        });
        let url = format!("{}/sessions", self.operator);
        match self.client.send(Method::POST, &url, Some(&body)).await? {
            (201, opened) => drop(self.homes.insert(session.to_owned(), home(&opened))),
            (status, problem) => {
                let why = format!("{status}: {}", problem["detail"].as_str().unwrap_or_default());
                self.summary.unplayable.insert(session.to_owned(), why);
            }
        }
        Ok(())
    }

    /// Asks the operator door for something of a session.
    async fn operate(&self, session: &str, what: &str, body: &Value) -> Result<Option<Value>, ClientError> {
        let Some(home) = self.homes.get(session) else { return Ok(None) };
        let url = format!("{}/sessions/{}/{what}", self.operator, home.id);
        self.client.expect(Method::POST, &url, Some(body)).await.map(Some)
    }

    async fn call(&mut self, entry: &Entry, call: &CallRecord) -> Result<(), ClientError> {
        let raw = match (&call.raw, &call.raw_hex) {
            (Some(raw), _) => Some(raw.clone().into_bytes()),
            (None, hex) => hex.as_deref().and_then(unhex),
        };
        let transport = matches!(call.status, 408 | 413) || call.via == "mcp";
        let (Some(home), Some(raw), false) = (self.homes.get(&entry.record.session), raw, transport) else {
            self.summary.not_replayable += 1;
            return Ok(());
        };
        let path = format!("{}/{}/{}", home.base, segment(&call.toolset), segment(&call.tool));
        let key = call.idempotency_key.as_deref();
        let (status, now) = match call.via.as_str() {
            "get" => {
                let url = format!("{path}?{}", String::from_utf8_lossy(&raw));
                self.client.bytes(Method::GET, &url, Vec::new(), None).await?
            }
            _ => self.client.bytes(Method::POST, &path, raw, key).await?,
        };
        self.summary.count(entry, call, difference(call, status, &now));
        Ok(())
    }
}

fn home(description: &Value) -> Home {
    let text = |name: &str| description[name].as_str().unwrap_or_default().to_owned();
    Home { id: text("id"), base: text("url") }
}

fn segment(name: &str) -> String {
    percent_encoding::utf8_percent_encode(name, percent_encoding::NON_ALPHANUMERIC).to_string()
}
