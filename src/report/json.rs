use serde::Serialize;

use super::{Format, Report};
use crate::referee::{AgentScore, Notice, TurnVerdict, by_agent};

/// Everything, for programs: figures by agent, then each verdict with its findings. `docs/schemas/report.schema.json` is its
/// schema, `docs/scores.md` defines the figures.
#[derive(Clone, Copy, Debug, Default)]
pub struct Json;

#[derive(Serialize)]
struct Document<'a> {
    agents: Vec<Agent<'a>>,
    notices: &'a [Notice],
}

#[derive(Serialize)]
struct Agent<'a> {
    #[serde(flatten)]
    score: AgentScore,
    verdicts: Vec<&'a TurnVerdict>,
}

impl Format for Json {
    fn text(&self, report: &Report) -> String {
        let agents = by_agent(&report.verdicts).into_iter().map(|(name, verdicts)| Agent::of(name, verdicts)).collect();
        let document = Document { agents, notices: &report.notices };
        serde_json::to_string_pretty(&document).expect("verdicts have only strings, numbers, lists and named fields")
    }
}

impl<'a> Agent<'a> {
    fn of(name: Option<&str>, verdicts: Vec<&'a TurnVerdict>) -> Self {
        Self { score: AgentScore::of(name, &verdicts), verdicts }
    }
}
