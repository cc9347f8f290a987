//! Verdicts as figures: [`AgentScore`]. Each is a numerator over a denominator, and turns that were not run or could not be
//! judged stand in every denominator they belong to; `docs/scores.md` defines all of them.
//!
//! - [`Figure`], [`Group`]: the list
//! - [`Measure`]: one figure of one agent
//! - `by_kind`: what a kind of verdict says
//! - `conduct`: what the agent did, whatever verdicts say
//! - `preference`: how each preference was kept
//! - `trials`: several sessions over the same turns
//! - `page`: what `docs/scores.md` says

mod by_kind;
mod conduct;
mod figure;
mod measure;
pub mod page;
mod preference;
mod trials;

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::verdict::{Status, TurnVerdict, VerdictKind};

pub use by_kind::KindScore;
pub use figure::{Figure, Group, Unit};
pub use measure::Measure;
pub use preference::PreferenceScore;
pub use trials::Trials;

/// Figures by their place in the list.
pub type Figures = BTreeMap<Figure, Measure>;

/// All figures of one agent.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AgentScore {
    /// Its name, where the driver told it.
    pub agent: Option<String>,
    /// Its sessions.
    pub sessions: usize,
    /// Their turns.
    pub turns: usize,
    /// Those that could not be judged.
    pub infrastructure: usize,
    /// Those that were not run.
    pub not_run: usize,
    /// By id of the kind of verdict.
    pub scores: BTreeMap<&'static str, KindScore>,
    /// What it did, whatever the verdicts say.
    pub conduct: Figures,
    /// How it kept each preference.
    pub preferences: Vec<PreferenceScore>,
}

/// The figures of each agent, by name; agents without one come first.
pub fn scores(verdicts: &[TurnVerdict]) -> Vec<AgentScore> {
    by_agent(verdicts).into_iter().map(|(agent, verdicts)| AgentScore::of(agent, &verdicts)).collect()
}

/// The verdicts of each agent, by name, in their order.
pub fn by_agent(verdicts: &[TurnVerdict]) -> BTreeMap<Option<&str>, Vec<&TurnVerdict>> {
    let mut agents: BTreeMap<Option<&str>, Vec<&TurnVerdict>> = BTreeMap::new();
    for verdict in verdicts {
        agents.entry(verdict.agent.as_deref()).or_default().push(verdict);
    }
    agents
}

impl AgentScore {
    /// The figures of one agent.
    pub fn of(agent: Option<&str>, verdicts: &[&TurnVerdict]) -> Self {
        let with = |status: Status| verdicts.iter().filter(|verdict| verdict.status == status).count();
        let sessions: BTreeSet<&str> = verdicts.iter().map(|verdict| &*verdict.session).collect();
        Self {
            agent: agent.map(str::to_owned),
            sessions: sessions.len(),
            turns: verdicts.len(),
            infrastructure: with(Status::Infrastructure),
            not_run: with(Status::NotRun),
            scores: VerdictKind::ALL.iter().map(|kind| (kind.id(), KindScore::of(*kind, verdicts))).collect(),
            conduct: conduct::figures(verdicts),
            preferences: preference::scores(verdicts),
        }
    }

    /// What one kind of verdict says.
    ///
    /// # Panics
    ///
    /// Never: there is a score for each kind.
    pub fn score(&self, kind: VerdictKind) -> &KindScore {
        &self.scores[kind.id()]
    }
}
