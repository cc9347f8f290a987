use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::script::{Script, play};
use crate::simulator::Simulator;
use crate::suite::Suite;
use crate::world::{Facts, World};

/// What must be known to play sessions: tools, tables, suite, and the scripts and worlds made from them so far.
#[derive(Debug)]
pub struct Stage {
    /// Tools with their programs.
    pub simulator: Arc<Simulator>,
    /// Personas and dialogues.
    pub suite: Arc<Suite>,
    facts: Arc<Facts>,
    scripts: Mutex<BTreeMap<(String, u64), Arc<Script>>>,
    worlds: Mutex<BTreeMap<u64, Arc<World>>>,
}

/// Why a persona's dialogue cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StageError {
    /// There is no such persona.
    #[error("there is no persona '{0}'")]
    UnknownPersona(String),
    /// Its gold does not run.
    #[error("the suite is broken: {0}")]
    Broken(String),
}

impl Stage {
    /// A stage on which nothing was played yet.
    pub fn new(simulator: Arc<Simulator>, facts: Arc<Facts>, suite: Arc<Suite>) -> Self {
        Self { simulator, suite, facts, scripts: Mutex::default(), worlds: Mutex::default() }
    }

    /// The script of a persona under a seed, played when it is first needed.
    ///
    /// # Errors
    ///
    /// There is no such persona, or its gold does not run.
    pub fn script(&self, persona: &str, seed: u64) -> Result<Arc<Script>, StageError> {
        let key = (persona.to_owned(), seed);
        let mut scripts = self.scripts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(script) = scripts.get(&key) {
            return Ok(script.clone());
        }
        let (who, dialogue) =
            self.suite.dialogue(persona).ok_or_else(|| StageError::UnknownPersona(persona.to_owned()))?;
        // Played under the lock: two sessions that ask at the same time would otherwise both play it.
        let played = play(&self.simulator, &self.world(seed), who, dialogue).map_err(StageError::Broken)?;
        Ok(scripts.entry(key).or_insert(Arc::new(played)).clone())
    }

    /// The world of a seed.
    pub fn world(&self, seed: u64) -> Arc<World> {
        let mut worlds = self.worlds.lock().unwrap_or_else(PoisonError::into_inner);
        worlds.entry(seed).or_insert_with(|| Arc::new(World::new(seed, self.facts.clone()))).clone()
    }
}
