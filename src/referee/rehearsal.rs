use std::sync::Arc;

use crate::call::ToolName;
use crate::replay::Stage;
use crate::script::{Played, Scene, Script};

/// Knows what gold does in the world of a session: what its calls answer and which rows they change. Without one, the
/// effect of a writing call is the call itself, and what gold's calls answer is not known.
pub trait Rehearsal: Send + Sync {
    /// A persona's dialogue played along its gold, under a seed. None where the session was played with other specs,
    /// programs or tables (`catalogue` is their digest), or where gold does not run.
    fn script(&self, persona: &str, seed: u64, catalogue: &str) -> Option<Arc<Script>>;

    /// Whether the calls of a tool tell which rows they changed.
    fn tells_effects(&self, toolset: &str, tool: &str) -> bool;
}

/// Rehearses on the built-in tools.
#[derive(Debug)]
pub struct Rehearsed {
    stage: Arc<Stage>,
    catalogue: String,
}

impl Rehearsed {
    /// On a stage whose specs, programs and tables have this digest.
    pub fn new(stage: Arc<Stage>, catalogue: String) -> Self {
        Self { stage, catalogue }
    }
}

impl Rehearsal for Rehearsed {
    fn script(&self, persona: &str, seed: u64, catalogue: &str) -> Option<Arc<Script>> {
        let known = self.catalogue == catalogue;
        known.then(|| self.stage.script(persona, seed).ok()).flatten()
    }

    fn tells_effects(&self, toolset: &str, tool: &str) -> bool {
        self.stage.simulator.has_program(&ToolName::new(toolset, tool))
    }
}

/// What is known of gold in one turn.
#[derive(Clone, Copy, Default)]
pub(super) struct Rehearsals<'a> {
    pub rehearsal: Option<&'a dyn Rehearsal>,
    /// Gold as it was played from the very state in which the turn began.
    pub scene: Option<&'a Scene>,
}

impl<'a> Rehearsals<'a> {
    /// A gold call as it was made.
    pub fn played(&self, id: &str) -> Option<&'a Played> {
        self.scene?.calls.iter().find(|played| played.id == id)
    }

    /// Whether the calls of a tool tell which rows they changed.
    pub fn tells_effects(&self, toolset: &str, tool: &str) -> bool {
        self.rehearsal.is_some_and(|rehearsal| rehearsal.tells_effects(toolset, tool))
    }
}
