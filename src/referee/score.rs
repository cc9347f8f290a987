use std::collections::BTreeMap;

use serde::Serialize;

use super::verdict::{Clarification, Status, Third, TurnVerdict, VerdictKind};
use crate::suite::Task;

/// How many of how many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Rate {
    /// Right ones.
    pub passed: usize,
    /// All.
    pub total: usize,
    /// The one by the other, 0 to 1; none of none is nothing.
    pub rate: Option<f64>,
}

/// The plain mean of the rates of ST, MT and LOI.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Average {
    /// 0 to 1; nothing when one of the three has no turns.
    pub rate: Option<f64>,
}

/// The paper's row of a model (tables 4 and 5). Turns that were not run or could not be judged count as failed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Score {
    /// Single tool.
    pub st: Rate,
    /// Multi tool.
    pub mt: Rate,
    /// Lack of information.
    pub loi: Rate,
    /// First third of the dialogue, without chat.
    pub first: Rate,
    /// Middle third, without chat.
    pub mid: Rate,
    /// Last third, without chat.
    pub last: Rate,
    /// Mean of ST, MT and LOI.
    pub average: Average,
    /// Turns that need no tool; in no other number.
    pub chat: Rate,
    /// Asking where it is needed.
    pub clarification: ClarificationScore,
    /// All turns.
    pub turns: usize,
    /// Those that could not be judged.
    pub infrastructure: usize,
    /// Those that were not run.
    pub not_run: usize,
    /// Those on which no verdict of this kind was given; in no rate.
    pub unjudged: usize,
}

/// Asking where it is needed, and only there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct ClarificationScore {
    /// Of the turns in which the agent asked, those that needed it.
    pub precision: Rate,
    /// Of the turns that needed a question, those in which the agent asked in time.
    pub recall: Rate,
    /// Of the turns in which a needed question was asked, those in which it was about what was missing.
    pub subject: Rate,
}

/// The scores of one agent.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AgentScore {
    /// Its name, where the driver told it.
    pub agent: Option<String>,
    /// Its score by each kind of verdict.
    pub scores: BTreeMap<VerdictKind, Score>,
}

impl Rate {
    fn count(&mut self, passed: bool) {
        self.total += 1;
        self.passed += usize::from(passed);
        self.rate = Some(self.passed as f64 / self.total as f64);
    }
}

/// The exact score over these verdicts.
pub fn score(verdicts: &[TurnVerdict]) -> Score {
    score_of(VerdictKind::Exact, verdicts)
}

/// The score of one kind of verdict.
pub fn score_of<'a>(kind: VerdictKind, verdicts: impl IntoIterator<Item = &'a TurnVerdict>) -> Score {
    let mut score = Score::default();
    verdicts.into_iter().for_each(|verdict| score.add(kind, verdict));
    let rates = [score.st.rate, score.mt.rate, score.loi.rate];
    if let [Some(st), Some(mt), Some(loi)] = rates {
        score.average.rate = Some((st + mt + loi) / 3.0);
    }
    score
}

/// The scores of each agent, by name; agents without one come first.
pub fn score_by_agent(verdicts: &[TurnVerdict]) -> Vec<AgentScore> {
    let of_agent = |(agent, verdicts): (Option<&str>, Vec<&TurnVerdict>)| AgentScore {
        agent: agent.map(str::to_owned),
        scores: VerdictKind::ALL.iter().map(|kind| (*kind, score_of(*kind, verdicts.iter().copied()))).collect(),
    };
    by_agent(verdicts).into_iter().map(of_agent).collect()
}

/// The verdicts of each agent, by name, in their order.
pub fn by_agent(verdicts: &[TurnVerdict]) -> BTreeMap<Option<&str>, Vec<&TurnVerdict>> {
    let mut agents: BTreeMap<Option<&str>, Vec<&TurnVerdict>> = BTreeMap::new();
    for verdict in verdicts {
        agents.entry(verdict.agent.as_deref()).or_default().push(verdict);
    }
    agents
}

impl Score {
    fn add(&mut self, kind: VerdictKind, verdict: &TurnVerdict) {
        self.turns += 1;
        self.infrastructure += usize::from(verdict.status == Status::Infrastructure);
        self.not_run += usize::from(verdict.status == Status::NotRun);
        let Some(passed) = verdict.passes(kind) else {
            self.unjudged += 1;
            return;
        };
        match verdict.task {
            Task::Chat => return self.chat.count(passed),
            Task::SingleTool => self.st.count(passed),
            Task::MultiTool => self.mt.count(passed),
            Task::LackOfInformation => self.loi.count(passed),
        }
        match verdict.third {
            Third::First => self.first.count(passed),
            Third::Mid => self.mid.count(passed),
            Third::Last => self.last.count(passed),
        }
        if let Some(clarification) = verdict.clarification {
            self.clarification.add(clarification);
        }
    }
}

impl ClarificationScore {
    fn add(&mut self, Clarification { needed, asked, right }: Clarification) {
        if asked {
            self.precision.count(needed);
        }
        if needed {
            self.recall.count(asked);
        }
        if needed && asked {
            self.subject.count(right);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::verdict::Judgement;

    fn verdict(task: Task, index: usize, pass: bool) -> TurnVerdict {
        TurnVerdict {
            session: "s".into(),
            agent: Some("a".into()),
            persona: "p".into(),
            turn: format!("t{index}"),
            index,
            third: Third::of(index, 6),
            task,
            status: Status::Judged,
            exact: Judgement { pass, ..Judgement::default() },
            ..TurnVerdict::default()
        }
    }

    #[test]
    fn the_average_is_the_plain_mean_of_the_three_kinds() {
        let tasks =
            [Task::SingleTool, Task::SingleTool, Task::MultiTool, Task::LackOfInformation, Task::Chat, Task::Chat];
        let verdicts: Vec<_> = tasks.into_iter().enumerate().map(|(i, task)| verdict(task, i, i % 2 == 0)).collect();
        let score = score(&verdicts);
        assert_eq!((score.st.passed, score.st.total, score.st.rate), (1, 2, Some(0.5)));
        assert_eq!(score.average.rate, Some((0.5 + 1.0 + 0.0) / 3.0));
        assert_eq!((score.first.total, score.mid.total, score.last.total), (2, 2, 0));
        assert_eq!((score.chat.passed, score.chat.total, score.turns), (1, 2, 6));
        assert_eq!(score.last.rate, None);
    }

    #[test]
    fn without_one_of_the_kinds_there_is_no_average() {
        assert_eq!(score(&[verdict(Task::SingleTool, 0, true)]).average.rate, None);
    }

    #[test]
    fn what_was_not_run_counts_as_failed() {
        let mut missed = verdict(Task::MultiTool, 1, false);
        missed.status = Status::NotRun;
        let score = score(&[verdict(Task::MultiTool, 0, true), missed]);
        assert_eq!((score.mt.passed, score.mt.total, score.not_run), (1, 2, 1));
    }

    #[test]
    fn each_agent_has_its_own_score() {
        let mut other = verdict(Task::SingleTool, 0, false);
        other.agent = None;
        let scores = score_by_agent(&[verdict(Task::SingleTool, 0, true), other]);
        assert_eq!(
            scores.iter().map(|s| (s.agent.as_deref(), s.scores[&VerdictKind::Exact].st.passed)).collect::<Vec<_>>(),
            [(None, 0), (Some("a"), 1)]
        );
    }
}
