//! What several subcommands take.

use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, ValueEnum};

use crate::assets::{Assets, Overlays, digest};
use crate::catalogue::Catalogue;
use crate::journal::Durability;
use crate::referee::{Referee, Rehearsed, VerdictKind};
use crate::replay::Stage;
use crate::report::{self, Format, Report};
use crate::simulator::Simulator;
use crate::suite::Suite;
use crate::world::models;
use crate::world::{Facts, World};

/// Directories laid over the files in the binary.
#[derive(Clone, Debug, Default, Args)]
pub struct Files {
    /// Directory of tool specs to add to, or replace, those built in.
    #[arg(long, value_name = "DIR", global = true)]
    pub specs: Option<PathBuf>,
    /// Directory of responses and world tables to add to, or replace, those built in.
    #[arg(long, value_name = "DIR", global = true)]
    pub responses: Option<PathBuf>,
    /// Directory of personas and dialogues to add to, or replace, those built in.
    #[arg(long, value_name = "DIR", global = true)]
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

    /// Personas and dialogues.
    ///
    /// # Errors
    ///
    /// The first file that is wrong.
    pub fn suite(&self) -> anyhow::Result<Suite> {
        let suite = Suite::load(&self.assets.suite)?;
        suite.check_tools(&self.assets.suite, &self.simulator.catalogue)?;
        Ok(suite)
    }

    /// Which specs, programs and tables these are.
    pub fn catalogue_digest(&self) -> String {
        digest(&[&self.assets.specs, &self.assets.responses])
    }

    /// A stage on which a suite can be played.
    pub fn stage(&self, suite: Arc<Suite>) -> Stage {
        Stage::new(self.simulator.clone(), self.facts.clone(), suite)
    }

    /// A referee for a suite.
    pub fn referee(&self, suite: Arc<Suite>) -> Referee {
        let facts = self.facts.clone();
        let same = move |kind: &str, a: &str, b: &str| facts.same(kind, a, b);
        Referee::new(suite, self.simulator.catalogue.clone(), Arc::new(same))
    }

    /// A referee that can play the gold of a suite itself, for journals without an engine.
    pub fn rehearsed_referee(&self, suite: Arc<Suite>) -> Referee {
        let stage = Arc::new(self.stage(suite.clone()));
        self.referee(suite).rehearsing(Arc::new(Rehearsed::new(stage, self.catalogue_digest())))
    }
}

impl Files {
    /// Reads specs, responses and tables.
    ///
    /// # Errors
    ///
    /// The first file that is wrong.
    pub fn load(&self) -> anyhow::Result<Loaded> {
        self.load_with(|assets| assets)
    }

    /// The same, with other files added.
    ///
    /// # Errors
    ///
    /// The first file that is wrong.
    pub fn load_with(&self, add: impl FnOnce(Assets) -> Assets) -> anyhow::Result<Loaded> {
        let overlays =
            Overlays { specs: self.specs.clone(), responses: self.responses.clone(), suite: self.suite.clone() };
        let assets = add(Assets::load(&overlays)?);
        let catalogue = Arc::new(Catalogue::load(&assets.specs)?);
        let simulator = Arc::new(Simulator::load(catalogue, &assets.responses)?);
        let facts = Arc::new(Facts::load(&assets.responses)?);
        if self.responses.is_some() {
            models::check(&facts).map_err(anyhow::Error::msg)?;
        }
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

/// How a report is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ReportFormat {
    /// For people, in a terminal
    #[default]
    Table,
    /// For programs
    Json,
    /// For people, on a page
    Markdown,
    /// For continuous integration
    Junit,
    /// For people, in a browser: one file that loads nothing
    Html,
}

/// How verdicts are shown.
#[derive(Clone, Copy, Debug, Args)]
pub struct Shown {
    /// How to print the scores
    #[arg(long, value_enum, default_value_t)]
    pub format: ReportFormat,
    /// The kind of verdict by which a test case of `--format junit` fails
    #[arg(long, value_enum, value_name = "KIND", default_value_t)]
    pub verdict: VerdictArg,
}

/// A kind of verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum VerdictArg {
    /// What the published evaluator says
    Released,
    /// The paper as written
    #[default]
    Exact,
    /// The task is done
    Relaxed,
}

impl Shown {
    /// A report in this format, without a newline at its end.
    pub fn text(self, report: &Report) -> String {
        match self.format {
            ReportFormat::Table => report::Table.text(report),
            ReportFormat::Json => report::Json.text(report),
            ReportFormat::Markdown => report::Markdown.text(report),
            ReportFormat::Html => report::Html.text(report),
            ReportFormat::Junit => report::Junit { kind: self.verdict.into() }.text(report),
        }
    }
}

impl From<VerdictArg> for VerdictKind {
    fn from(arg: VerdictArg) -> Self {
        match arg {
            VerdictArg::Released => Self::Released,
            VerdictArg::Exact => Self::Exact,
            VerdictArg::Relaxed => Self::Relaxed,
        }
    }
}

/// When a record counts as written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum DurabilityArg {
    /// At once; a crash loses what was not flushed
    None,
    /// When the operating system has it: survives the death of the process
    #[default]
    Os,
    /// When the disk has it: survives the death of the machine
    Disk,
}

impl From<DurabilityArg> for Durability {
    fn from(arg: DurabilityArg) -> Self {
        match arg {
            DurabilityArg::None => Self::None,
            DurabilityArg::Os => Self::Os,
            DurabilityArg::Disk => Self::Disk,
        }
    }
}
