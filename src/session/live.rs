use std::str::FromStr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::Value;

use crate::script::{Scene, Script};
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
    /// Turn after the last one that is played.
    pub end: usize,
    /// Number of the journal file in which it began.
    pub journal_file: u32,
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
}

/// Where a dialogue stands.
#[derive(Debug)]
pub enum Phase {
    /// No user speaks.
    Sandbox,
    /// A turn is being played.
    Turn(Turn),
    /// Nothing more is expected, or the operator closed it.
    Finished,
}

/// A turn that is being played.
#[derive(Debug, Default)]
pub struct Turn {
    /// Position in the dialogue.
    pub index: usize,
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
        let Parts { id, world, script, history, agent, end, journal_file, inner } = parts;
        Self { id, world, script, history, agent, end, journal_file, inner: Mutex::new(inner) }
    }

    /// Takes the lock. A call that panicked changed nothing, since state is replaced in one step, so its poison is
    /// ignored.
    pub fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The tools that may be called now.
    pub fn offer(&self, inner: &Inner) -> Offer<'_> {
        match &inner.phase {
            Phase::Sandbox => Offer::All,
            Phase::Finished => Offer::Nothing,
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
    pub end: usize,
    pub journal_file: u32,
    pub inner: Inner,
}

impl Inner {
    /// The turn that is being played.
    pub fn turn(&self) -> Option<&Turn> {
        match &self.phase {
            Phase::Turn(turn) => Some(turn),
            _ => None,
        }
    }
}
