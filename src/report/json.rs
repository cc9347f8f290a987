use std::collections::BTreeMap;

use serde::Serialize;

use super::{Format, Report};
use crate::referee::{Average, ClarificationScore, Notice, Rate, Score, TurnVerdict, VerdictKind, by_agent, score_of};

/// Everything, for programs: scores by agent and kind of verdict, then each verdict with its findings. Rates are
/// fractions from 0 to 1, with the counts beside them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Json;

#[derive(Serialize)]
struct Document<'a> {
    agents: Vec<Agent<'a>>,
    notices: &'a [Notice],
}

#[derive(Serialize)]
struct Agent<'a> {
    agent: Option<&'a str>,
    scores: BTreeMap<&'static str, Scores>,
    turns: usize,
    infrastructure: usize,
    not_run: usize,
    verdicts: Vec<&'a TurnVerdict>,
}

/// A score without the numbers that no kind of verdict can change.
#[derive(Serialize)]
struct Scores {
    st: Rate,
    mt: Rate,
    loi: Rate,
    first: Rate,
    mid: Rate,
    last: Rate,
    average: Average,
    chat: Rate,
    clarification: ClarificationScore,
}

impl Format for Json {
    fn text(&self, report: &Report) -> String {
        let agents = by_agent(&report.verdicts).into_iter().map(|(name, verdicts)| agent(name, verdicts)).collect();
        let document = Document { agents, notices: &report.notices };
        serde_json::to_string_pretty(&document).expect("verdicts have only strings, numbers, lists and named fields")
    }
}

fn agent<'a>(name: Option<&'a str>, verdicts: Vec<&'a TurnVerdict>) -> Agent<'a> {
    let score = |kind: VerdictKind| score_of(kind, verdicts.iter().copied());
    let Score { turns, infrastructure, not_run, .. } = score(VerdictKind::Exact);
    let scores = VerdictKind::ALL.iter().map(|kind| (kind.id(), Scores::from(score(*kind)))).collect();
    Agent { agent: name, scores, turns, infrastructure, not_run, verdicts }
}

impl From<Score> for Scores {
    fn from(score: Score) -> Self {
        let Score { st, mt, loi, first, mid, last, average, chat, clarification, .. } = score;
        Self { st, mt, loi, first, mid, last, average, chat, clarification }
    }
}
