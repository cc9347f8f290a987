//! What several subcommands take.

use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, ValueEnum};

use crate::assets::{Assets, Overlays};
use crate::catalogue::Catalogue;
use crate::simulator::Simulator;
use crate::world::{Facts, World};

/// Directories laid over the files in the binary.
#[derive(Clone, Debug, Default, Args)]
pub struct Files {
    /// Directory of tool specs to add to, or replace, those built in.
    #[arg(long, value_name = "DIR")]
    pub specs: Option<PathBuf>,
    /// Directory of responses and world tables to add to, or replace, those built in.
    #[arg(long, value_name = "DIR")]
    pub responses: Option<PathBuf>,
    /// Directory of personas and dialogues to add to, or replace, those built in.
    #[arg(long, value_name = "DIR")]
    pub suite: Option<PathBuf>,
}

/// Everything that is read once and never changes.
pub struct Loaded {
    /// The files as they are.
    pub assets: Assets,
    /// Tools with their programs.
    pub simulator: Arc<Simulator>,
    /// Tables.
    pub facts: Arc<Facts>,
}

impl Loaded {
    /// The world of one seed.
    pub fn world(&self, seed: u64) -> Arc<World> {
        Arc::new(World::new(seed, self.facts.clone()))
    }
}

impl Files {
    /// Reads specs, responses and tables.
    ///
    /// # Errors
    ///
    /// The first file that is wrong.
    pub fn load(&self) -> anyhow::Result<Loaded> {
        let overlays =
            Overlays { specs: self.specs.clone(), responses: self.responses.clone(), suite: self.suite.clone() };
        let assets = Assets::load(&overlays)?;
        let catalogue = Arc::new(Catalogue::load(&assets.specs)?);
        let simulator = Arc::new(Simulator::load(catalogue, &assets.responses)?);
        let facts = Arc::new(Facts::load(&assets.responses)?);
        Ok(Loaded { assets, simulator, facts })
    }
}

/// How results are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Output {
    /// For people.
    #[default]
    Table,
    /// For programs.
    Json,
}
