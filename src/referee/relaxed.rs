use super::finding::FindingKind as K;
use super::noted::Noted;
use super::verdict::VerdictKind;

/// Marks what fails the relaxed verdict too: all that fails the exact one, but for calls and questions that did no harm.
pub(super) fn mark(noted: &mut [Noted]) {
    for n in noted.iter_mut().filter(|n| n.finding.fails(VerdictKind::Exact) && !is_harmless(n)) {
        n.finding.decides.insert(VerdictKind::Relaxed);
    }
}

fn is_harmless(noted: &Noted) -> bool {
    let harmless = [K::ShouldNotHaveAsked, K::ExtraCall, K::Order];
    let repeats = [K::RepeatedCall, K::Loop].contains(&noted.finding.kind) && !noted.changed;
    repeats || harmless.contains(&noted.finding.kind)
}
