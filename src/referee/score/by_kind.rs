use std::collections::BTreeMap;

use serde::Serialize;

use super::measure::Tallied;
use super::{Figure, Figures, Measure, Trials, trials};
use crate::referee::verdict::{Status, Third, TurnVerdict, VerdictKind};
use crate::suite::Task;

/// Parts into which dialogues are cut for the curve over position.
const PARTS: usize = 10;

/// What one kind of verdict says of an agent.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct KindScore {
    /// The paper's row of a model (tables 4 and 5), and what belongs beside it.
    #[serde(flatten)]
    pub figures: Figures,
    /// Turns that passed, by tenth of their dialogue, without chat.
    pub positions: Vec<Measure>,
    /// Turns on which no verdict of this kind was given. Where there are others, they count as not passed; where there are
    /// none, the kind has no figures.
    #[serde(skip_serializing_if = "is_zero")]
    pub unjudged: usize,
    /// Over several sessions with the same turns, where there are any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub trials: Vec<Trials>,
}

impl KindScore {
    /// What a kind says of these.
    pub fn of(kind: VerdictKind, verdicts: &[&TurnVerdict]) -> Self {
        let unjudged = verdicts.iter().filter(|verdict| verdict.judgement(kind).is_none()).count();
        // A kind that was given for none of the turns has nothing to say; else each turn counts.
        let verdicts = if unjudged == verdicts.len() { &[] } else { verdicts };
        let mut tallied: BTreeMap<Figure, Tallied> = BTreeMap::new();
        for verdict in verdicts {
            let passed = passes(verdict, kind);
            for figure in figures_of(verdict) {
                tallied.entry(figure).or_default().count(verdict.status, passed);
            }
            if verdict.task != Task::Chat {
                tallied.entry(Figure::Optimal).or_default().count(verdict.status, passed && is_shortest(verdict));
            }
        }
        tallied.insert(Figure::Session, sessions(kind, verdicts));
        let rate = |figure: Figure| tallied.get(&figure).map(Tallied::rate).unwrap_or_default();
        let mut figures: Figures = Figure::of(super::Group::Verdict).map(|figure| (figure, rate(figure))).collect();
        let three = [Figure::St, Figure::Mt, Figure::Loi].map(rate);
        figures.insert(Figure::Average, Measure::mean_of(&three));
        Self { figures, positions: positions(kind, verdicts), unjudged, trials: trials::trials(kind, verdicts) }
    }

    /// Whether there is a verdict of this kind on any turn.
    pub fn is_given(&self) -> bool {
        self.figures.values().any(|measure| measure.value.is_some())
    }

    /// One of its figures.
    pub fn figure(&self, figure: Figure) -> Measure {
        self.figures.get(&figure).copied().unwrap_or_default()
    }
}

/// Whether a turn passed; one without such a verdict has not.
pub(super) fn passes(verdict: &TurnVerdict, kind: VerdictKind) -> bool {
    verdict.passes(kind) == Some(true)
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands out references")]
fn is_zero(n: &usize) -> bool {
    *n == 0
}

/// The figures a turn counts in by what it is.
fn figures_of(verdict: &TurnVerdict) -> Vec<Figure> {
    let task = match verdict.task {
        Task::Chat => return vec![Figure::Chat],
        Task::SingleTool => Figure::St,
        Task::MultiTool => Figure::Mt,
        Task::LackOfInformation => Figure::Loi,
    };
    let third = match verdict.third {
        Third::First => Figure::First,
        Third::Mid => Figure::Mid,
        Third::Last => Figure::Last,
    };
    vec![task, third]
}

/// Whether no more was called and asked than gold does.
fn is_shortest(verdict: &TurnVerdict) -> bool {
    let needed = usize::from(verdict.clarification.is_some_and(|clarification| clarification.needed));
    verdict.tally.calls <= verdict.tally.gold_calls && verdict.tally.questions <= needed
}

/// One a session. A session with a turn that was not run is one that was not run to its end.
fn sessions(kind: VerdictKind, verdicts: &[&TurnVerdict]) -> Tallied {
    let mut by_session: BTreeMap<&str, (bool, Status)> = BTreeMap::new();
    for verdict in verdicts.iter().filter(|verdict| verdict.task != Task::Chat) {
        let (passed, status) = by_session.entry(&verdict.session).or_insert((true, Status::Judged));
        *passed &= passes(verdict, kind);
        *status = (*status).max(verdict.status);
    }
    let mut tallied = Tallied::default();
    by_session.into_values().for_each(|(passed, status)| tallied.count(status, passed));
    tallied
}

fn positions(kind: VerdictKind, verdicts: &[&TurnVerdict]) -> Vec<Measure> {
    let mut tallied = vec![Tallied::default(); PARTS];
    for verdict in verdicts.iter().filter(|verdict| verdict.task != Task::Chat) {
        let part = (verdict.index * PARTS / verdict.tally.dialogue.max(1)).min(PARTS - 1);
        tallied[part].count(verdict.status, passes(verdict, kind));
    }
    tallied.iter().map(Tallied::rate).collect()
}
