use super::deeds;
use crate::referee::compare::holds;
use crate::referee::exact::Case;
use crate::referee::finding::FindingKind as K;
use crate::referee::noted::Noted;
use crate::referee::transcript::CallRun;
use crate::referee::verdict::VerdictKind;
use crate::suite::Ask;

/// Whether something that was missing was asked for before anything was done with it, or changed. The user's answer
/// tells all that is missing, so a question about one of several things will do.
pub(super) fn in_time(case: &Case<'_>, ask: &Ask, calls: &[&CallRun]) -> bool {
    let acted = calls.iter().find(|call| supplies(case, ask, call) || deeds::is_deed(case, call));
    let acted = acted.map_or(usize::MAX, |call| call.at);
    let words = || ask.missing.iter().flat_map(|missing| &missing.words);
    let mut asked = case.run.questions().filter(|question| question.at < acted);
    asked.any(|question| words().any(|word| holds(&question.reply.text, word)))
}

/// Whether a call has a value that only the user could have given. The tool's default is none: it comes of itself.
fn supplies(case: &Case<'_>, ask: &Ask, call: &CallRun) -> bool {
    let defaults = case.terms.catalogue.find(&call.toolset, &call.tool).map(|tool| tool.defaults());
    let default = |slot: &str| defaults.and_then(|defaults| defaults.get(slot));
    let has = |slot: &str| call.arguments.get(slot).is_some_and(|v| !v.is_null() && default(slot) != Some(v));
    ask.missing.iter().any(|m| (&m.toolset, &m.tool) == (&call.toolset, &call.tool) && has(&m.slot))
}

/// All that the exact verdict says about asking holds here too.
pub(super) fn mark(noted: &mut [Noted]) {
    let kinds = [K::ShouldHaveAsked, K::ActedOnUnsupportedValue, K::AskedWrongThing];
    let exact = noted.iter_mut().filter(|n| n.finding.fails(VerdictKind::Exact));
    for n in exact.filter(|n| kinds.contains(&n.finding.kind)) {
        n.finding.decides.insert(VerdictKind::Relaxed);
    }
}
