use std::collections::BTreeMap;

use serde::Serialize;

use super::{Format, Report};
use crate::referee::{ClarificationScore, Notice, Score, TurnVerdict, VerdictKind, by_agent, score_of};

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

/// A score as fractions, with the counts behind them beside them. Fractions of nothing are `null`.
#[derive(Serialize)]
struct Scores {
    st: Option<f64>,
    mt: Option<f64>,
    loi: Option<f64>,
    first: Option<f64>,
    mid: Option<f64>,
    last: Option<f64>,
    average: Option<f64>,
    chat: Option<f64>,
    unjudged: usize,
    counts: Counts,
    clarification: ClarificationScore,
}

/// How many of how many, by the name of the fraction.
#[derive(Serialize)]
struct Counts {
    st: Count,
    mt: Count,
    loi: Count,
    first: Count,
    mid: Count,
    last: Count,
    chat: Count,
}

#[derive(Serialize)]
struct Count {
    passed: usize,
    total: usize,
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
        let Score { st, mt, loi, first, mid, last, average, chat, clarification, unjudged, .. } = score;
        let [st_count, mt_count, loi_count, first_count, mid_count, last_count, chat_count] =
            [st, mt, loi, first, mid, last, chat].map(|rate| Count { passed: rate.passed, total: rate.total });
        Self {
            st: st.rate,
            mt: mt.rate,
            loi: loi.rate,
            first: first.rate,
            mid: mid.rate,
            last: last.rate,
            average: average.rate,
            chat: chat.rate,
            unjudged,
            counts: Counts {
                st: st_count,
                mt: mt_count,
                loi: loi_count,
                first: first_count,
                mid: mid_count,
                last: last_count,
                chat: chat_count,
            },
            clarification,
        }
    }
}
