use std::sync::Arc;

use quick_cache::sync::{Cache, DefaultLifecycle};
use quick_cache::{DefaultHashBuilder, OptionsBuilder, Weighter};

use crate::script::{Script, play};
use crate::simulator::Simulator;
use crate::suite::Suite;
use crate::world::{Facts, World};

/// Turns of scripts that are kept for sessions to come, whoever uses them now. A turn takes some 40 KB.
const KEPT_TURNS: u64 = 1_024;

/// What must be known to play sessions: tools, tables, suite, and the scripts that were played lately.
#[derive(Debug)]
pub struct Stage {
    /// Tools with their programs.
    pub simulator: Arc<Simulator>,
    /// Personas and dialogues.
    pub suite: Arc<Suite>,
    facts: Arc<Facts>,
    scripts: Cache<Key, Arc<Script>, Turns>,
}

/// Persona and seed.
type Key = (String, u64);

#[derive(Clone, Copy, Debug)]
struct Turns;

impl Weighter<Key, Arc<Script>> for Turns {
    fn weight(&self, _: &Key, script: &Arc<Script>) -> u64 {
        1 + script.turns.len() as u64
    }
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
        // One shard, since each has its share of the whole only, and a long script must fit into one.
        let options = OptionsBuilder::new().estimated_items_capacity(256).weight_capacity(KEPT_TURNS).shards(1).build();
        let options = options.expect("both capacities are given");
        let (hasher, lifecycle) = (DefaultHashBuilder::default(), DefaultLifecycle::default());
        Self { simulator, suite, facts, scripts: Cache::with_options(options, Turns, hasher, lifecycle) }
    }

    /// The script of a persona under a seed, played when it is first needed, and again when others have taken its
    /// place since: both times it is the same. Who asks while it is played waits for it.
    ///
    /// # Errors
    ///
    /// There is no such persona, or its gold does not run.
    pub fn script(&self, persona: &str, seed: u64) -> Result<Arc<Script>, StageError> {
        let unknown = || StageError::UnknownPersona(persona.to_owned());
        let (who, dialogue) = self.suite.dialogue(persona).ok_or_else(unknown)?;
        self.scripts.get_or_insert_with(&(persona.to_owned(), seed), || {
            let played = play(&self.simulator, &self.world(seed), who, dialogue);
            played.map(Arc::new).map_err(StageError::Broken)
        })
    }

    /// The world of a seed. It is as good as free, so none is kept.
    pub fn world(&self, seed: u64) -> Arc<World> {
        Arc::new(World::new(seed, self.facts.clone()))
    }

    /// Whether a script need not be played.
    pub fn keeps_script(&self, persona: &str, seed: u64) -> bool {
        self.scripts.contains_key(&(persona.to_owned(), seed))
    }

    /// Scripts that are kept.
    pub fn kept_scripts(&self) -> usize {
        self.scripts.len()
    }
}
