use super::finding::{Finding, FindingKind as K};
use super::transcript::{CallRun, ReplyRun};
use super::verdict::{Judgement, Status, VerdictKind};

/// A finding, with what the verdict needs to know about it.
pub(super) struct Noted {
    /// Where in the turn it was; nothing for what is missing.
    pub at: Option<usize>,
    pub finding: Finding,
    /// The change that would have prevented it; empty where another finding's change does so too.
    pub repair: String,
}

impl Noted {
    /// Something about a call of the agent.
    pub fn of(call: &CallRun, finding: Finding, repair: String) -> Self {
        Self { at: Some(call.at), finding, repair }
    }

    /// Something about a question of the agent.
    pub fn asked(question: &ReplyRun, finding: Finding, repair: String) -> Self {
        Self { at: Some(question.at), finding, repair }
    }

    /// Something that is not there.
    pub fn missing(finding: Finding, repair: String) -> Self {
        Self { at: None, finding, repair }
    }

    /// In the order of the turn, what is missing last; but where it cannot be told what the agent would have done, that
    /// first.
    fn rank(&self) -> (bool, usize, K) {
        let untold = self.finding.kind == K::Infrastructure && !self.finding.decides.is_empty();
        (!untold, self.at.unwrap_or(usize::MAX), self.finding.kind)
    }
}

/// What was noticed in one turn, as verdicts.
pub(super) struct Concluded {
    pub status: Status,
    pub exact: Judgement,
    pub relaxed: Judgement,
    pub findings: Vec<Finding>,
}

/// Puts in order what was noticed, and says for each verdict what came of it.
pub(super) fn conclude(mut noted: Vec<Noted>) -> Concluded {
    noted.sort_by_key(Noted::rank);
    let [exact, relaxed] = [VerdictKind::Exact, VerdictKind::Relaxed].map(|kind| judgement(kind, &noted));
    let untold = exact.decisive.as_ref().is_some_and(|finding| finding.kind == K::Infrastructure);
    let status = if untold { Status::Infrastructure } else { Status::Judged };
    Concluded { status, exact, relaxed, findings: noted.into_iter().map(|n| n.finding).collect() }
}

fn judgement(kind: VerdictKind, noted: &[Noted]) -> Judgement {
    let decisive = noted.iter().find(|n| n.finding.fails(kind)).map(|n| Box::new(n.finding.clone()));
    let untold = decisive.as_ref().is_some_and(|finding| finding.kind == K::Infrastructure);
    let repair = if untold { None } else { repair(kind, noted) };
    Judgement { pass: decisive.is_none(), decisive, repair }
}

/// The changes that all deciding findings ask for, as long as a person will read them.
fn repair(kind: VerdictKind, noted: &[Noted]) -> Option<String> {
    const SHOWN: usize = 3;
    let mut changes: Vec<&str> = Vec::new();
    for n in noted.iter().filter(|n| n.finding.fails(kind) && !n.repair.is_empty()) {
        if !changes.contains(&n.repair.as_str()) {
            changes.push(&n.repair);
        }
    }
    let mut text = changes[..changes.len().min(SHOWN)].join(" ");
    match changes.len().saturating_sub(SHOWN) {
        0 => {}
        1 => text.push_str(" One more change is needed."),
        more => text.push_str(&format!(" {more} more changes are needed.")),
    }
    (!text.is_empty()).then_some(text)
}

/// A finding about a call of the agent.
pub(super) fn of_call(
    kind: K,
    decides: impl IntoIterator<Item = VerdictKind>,
    call: &CallRun,
    sentence: String,
) -> Finding {
    Finding {
        record: Some(call.n),
        toolset: Some(call.toolset.clone()),
        tool: Some(call.tool.clone()),
        ..Finding::new(kind, decides, sentence)
    }
}
