use std::str::FromStr;
use std::sync::atomic::AtomicU32;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::Value;

use super::keys::Keys;
use super::store::{Next, Parked};
use crate::call::Problem;
use crate::journal::Place;
use crate::journal::format::Parent;
use crate::script::{self, Answering, Scene, Script};
use crate::simulator::Offer;
use crate::world::{Clock, State, World};

/// One agent's run.
#[derive(Debug)]
pub struct Session {
    /// Unguessable name.
    pub id: Arc<str>,
    /// The world it lives in.
    pub world: Arc<World>,
    /// The user's side; none in a sandbox.
    pub script: Option<Arc<Script>>,
    /// Whose past stands.
    pub history: History,
    /// Name of the agent, where the driver told it.
    pub agent: Option<String>,
    /// First turn that is played.
    pub start: usize,
    /// Turn after the last one that is played.
    pub end: usize,
    /// Place in the journal before its first record.
    pub began: Place,
    /// Place in the journal before the first record of the session that it was forked from, in however many steps.
    pub root: Place,
    /// Where it was forked off.
    pub parent: Option<Parent>,
    /// When it was last asked for, in seconds since the engine began.
    pub last_used: AtomicU32,
    inner: Mutex<Inner>,
}

/// Whose past a turn starts from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum History {
    /// The gold's, whatever the agent did before (as in the paper).
    #[default]
    Gold,
    /// The agent's own.
    Own,
}

impl FromStr for History {
    type Err = String;

    fn from_str(s: &str) -> Result<Self, String> {
        match s {
            "gold" => Ok(Self::Gold),
            "own" => Ok(Self::Own),
            other => Err(format!("'{other}' is neither 'gold' nor 'own'")),
        }
    }
}

/// What changes as the session goes on.
#[derive(Debug)]
pub struct Inner {
    /// Rows.
    pub state: State,
    /// What time it is.
    pub clock: Clock,
    /// Events journalled so far.
    pub events: u64,
    /// Where the dialogue stands.
    pub phase: Phase,
    /// With its own history: the messages of past turns.
    pub past: Vec<Arc<Value>>,
    /// Idempotency keys.
    pub keys: Keys,
}

/// Where a dialogue stands.
#[derive(Clone, Debug)]
pub enum Phase {
    /// No user speaks.
    Sandbox,
    /// A turn is being played.
    Turn(Turn),
    /// Nothing more is expected.
    Finished,
    /// The operator closed it for good, or the server ended: whoever still holds it finds nothing any more.
    Closed,
}

/// A turn that is being played.
#[derive(Clone, Debug, Default)]
pub struct Turn {
    /// Position in the dialogue.
    pub index: usize,
    /// The state in which it began.
    pub began: State,
    /// What was said since the user's first words: questions and answers.
    pub talk: Vec<Arc<Value>>,
    /// Calls made, for the ids of messages.
    pub calls: usize,
    /// Questions the user has answered.
    pub questions: usize,
    /// Whether the user has given the scripted reply.
    pub told: bool,
}

impl Session {
    pub(super) fn new(parts: Parts) -> Self {
        let Parts { id, world, script, history, agent, start, end, began, root, parent, inner } = parts;
        let (last_used, inner) = (AtomicU32::new(0), Mutex::new(inner));
        Self { id, world, script, history, agent, start, end, began, root, parent, last_used, inner }
    }

    /// Takes the lock. A call that panicked changed nothing, since state is replaced in one step, so its poison is
    /// ignored.
    pub fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the lock, unless the session is closed for good.
    ///
    /// # Errors
    ///
    /// 404: it is closed.
    pub(super) fn enter(&self) -> Result<MutexGuard<'_, Inner>, Problem> {
        let inner = self.lock();
        match inner.phase {
            Phase::Closed => Err(unknown_session()),
            _ => Ok(inner),
        }
    }

    /// With its own history: the messages of the turns before the first that is played.
    pub(super) fn past_before_start(&self) -> Vec<Arc<Value>> {
        past(self.script.as_deref(), self.history, self.start)
    }

    /// What is kept of it while it is parked.
    pub(super) fn parked(&self) -> Parked {
        let inner = self.lock();
        Parked {
            began: self.began,
            root: self.root,
            next: Next { n: inner.events, clock: inner.clock.text().to_owned() },
            open: !inner.is_over(),
        }
    }

    /// The tools that may be called now.
    pub fn offer(&self, inner: &Inner) -> Offer<'_> {
        match &inner.phase {
            Phase::Sandbox => Offer::All,
            Phase::Finished | Phase::Closed => Offer::Nothing,
            Phase::Turn(turn) => self.scene(turn.index).map_or(Offer::Nothing, |scene| Offer::Only(&scene.toolsets)),
        }
    }

    /// The scene of a turn.
    pub fn scene(&self, index: usize) -> Option<&Scene> {
        self.script.as_ref()?.turns.get(index)
    }
}

/// What a session is made of.
pub(super) struct Parts {
    pub id: Arc<str>,
    pub world: Arc<World>,
    pub script: Option<Arc<Script>>,
    pub history: History,
    pub agent: Option<String>,
    pub start: usize,
    pub end: usize,
    pub began: Place,
    pub root: Place,
    pub parent: Option<Parent>,
    pub inner: Inner,
}

impl Inner {
    /// Whether the journal says that it ended.
    pub fn is_over(&self) -> bool {
        matches!(self.phase, Phase::Finished | Phase::Closed)
    }

    /// The turn that is being played.
    pub fn turn(&self) -> Option<&Turn> {
        match &self.phase {
            Phase::Turn(turn) => Some(turn),
            _ => None,
        }
    }
}

impl Turn {
    /// Takes in what the agent said and what the user answered.
    pub fn said(&mut self, agent: &str, user: Option<&str>, ask: Option<&Answering>) {
        let words = [Some(script::assistant(agent)), user.map(script::user)];
        self.talk.extend(words.into_iter().flatten().map(Arc::new));
        if let Some(user) = user {
            self.questions += 1;
            self.told |= ask.is_some_and(|ask| user.contains(&ask.reply));
        }
    }

    /// Whether the user has said this in the turn.
    pub fn heard(&self, sentence: &str) -> bool {
        let by_user = self.talk.iter().filter(|message| message["role"] == "user");
        by_user.into_iter().any(|message| message["content"].as_str().is_some_and(|text| text.contains(sentence)))
    }

    /// The turn as part of a later one's history.
    pub fn into_past(self, user: &str) -> impl Iterator<Item = Arc<Value>> {
        std::iter::once(Arc::new(script::user(user))).chain(self.talk)
    }
}

/// There is none of this name, or none any more.
pub(super) fn unknown_session() -> Problem {
    let detail = "There is no session of this name. An operator opens one with POST /sessions.";
    Problem::new(404, "unknown_session", detail)
}

/// With its own history: the messages of the turns before the first that is played.
pub(super) fn past(script: Option<&Script>, history: History, start: usize) -> Vec<Arc<Value>> {
    match (script, history) {
        (Some(script), History::Own) => script.messages_before(start).cloned().collect(),
        _ => Vec::new(),
    }
}
