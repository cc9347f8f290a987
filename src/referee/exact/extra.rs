use std::collections::{BTreeMap, BTreeSet};

use super::Case;
use crate::referee::finding::FindingKind as K;
use crate::referee::noted::{Noted, of_call};
use crate::referee::tally::LOOP;
use crate::referee::transcript::CallRun;
use crate::referee::verdict::VerdictKind as V;

/// A call that stands for no gold call.
pub(super) struct Extra<'a> {
    pub call: &'a CallRun,
    pub noted: Noted,
    /// Whether no equal call was made in the turn.
    pub fresh: bool,
}

/// Says of each call that stands for no gold call what it is.
pub(super) fn classify<'a>(case: &Case<'_>, extra: &[usize], calls: &[&'a CallRun]) -> Vec<Extra<'a>> {
    let mut equal: BTreeMap<Vec<u8>, Vec<usize>> = BTreeMap::new();
    for (at, call) in calls.iter().enumerate() {
        equal.entry(call.identity()).or_default().push(at);
    }
    let left: BTreeSet<usize> = extra.iter().copied().collect();
    let mut found: Vec<(usize, Extra<'a>)> =
        equal.values().flat_map(|group| of_group(case, group, &left, calls)).collect();
    found.sort_by_key(|(at, _)| *at);
    found.into_iter().map(|(_, extra)| extra).collect()
}

/// The calls of a group of equal ones that are left over. When none of the group was wanted, the first was without
/// need, and the others repeat it.
fn of_group<'a>(
    case: &Case<'_>,
    group: &[usize],
    left: &BTreeSet<usize>,
    calls: &[&'a CallRun],
) -> Vec<(usize, Extra<'a>)> {
    let over: Vec<usize> = group.iter().copied().filter(|at| left.contains(at)).collect();
    let needed = over.len() < group.len();
    if group.len() >= LOOP {
        let at = over.get(usize::from(!needed)).copied();
        let noted = at.map(|at| (at, going_round(calls[at], group.len())));
        return noted.map(|(at, noted)| (at, Extra { call: calls[at], noted, fresh: false })).into_iter().collect();
    }
    let say = |(i, at): (usize, usize)| {
        let call = calls[at];
        // A call that was refused and then went through is no repetition.
        let first = i == 0 && (!needed || !call.is_ok());
        let noted = if first { needless(case, call) } else { repeated(call) };
        (at, Extra { call, noted, fresh: first && !needed })
    };
    over.into_iter().enumerate().map(say).collect()
}

fn going_round(call: &CallRun, times: usize) -> Noted {
    let sentence = format!("{} was called {times} times with the same arguments.", call.tool);
    let finding = of_call(K::Loop, [V::Exact], call, sentence);
    Noted::of(call, finding, format!("{} should not have been called again and again.", call.tool))
}

fn repeated(call: &CallRun) -> Noted {
    let sentence = format!("{} was called again with the same arguments{}.", call.tool, changes(call));
    let finding = of_call(K::RepeatedCall, [V::Exact], call, sentence);
    Noted::of(call, finding, format!("{} should not have been called again.", call.tool))
}

fn needless(case: &Case<'_>, call: &CallRun) -> Noted {
    let repair = format!("{} should not have been called.", call.tool);
    if !call.is_ok() {
        return Noted { repair, ..refused(case, call) };
    }
    let kind = if call.effects.is_empty() { K::ExtraCall } else { K::ExtraEffect };
    let sentence = format!("{} was called without need{}.", call.tool, changes(call));
    Noted::of(call, of_call(kind, [V::Exact], call, sentence), repair)
}

/// A call that was answered with a problem.
pub(super) fn refused(case: &Case<'_>, call: &CallRun) -> Noted {
    let (tool, detail) =
        (&call.tool, call.body.get("detail").and_then(|d| d.as_str()).unwrap_or("no reason was given"));
    let detail = detail.trim_end_matches('.');
    let (kind, sentence, repair) = if case.terms.catalogue.find(&call.toolset, tool).is_none() {
        let sentence = format!("{tool} was called, but {} has no such tool.", call.toolset);
        (K::InvalidCall, sentence, format!("{tool} should not have been called; there is no such tool."))
    } else if call.valid {
        (
            K::RefusedCall,
            format!("{tool} refused: {detail}."),
            format!("{tool} should not have been refused ({detail})."),
        )
    } else if call.status == 422 {
        let sentence = format!("{tool} was called with arguments that do not fit its schema ({detail}).");
        (K::InvalidCall, sentence, format!("{tool} should have been called with valid arguments ({detail})."))
    } else {
        // Not JSON, too large, or a tool that is not on offer in this turn.
        let sentence = format!("{tool} could not be called so: {detail}.");
        (K::InvalidCall, sentence, format!("{tool} should not have been called so ({detail})."))
    };
    let mut finding = of_call(kind, [V::Exact], call, sentence);
    finding.actual = call.body.get("errors").or_else(|| call.body.get("code")).cloned();
    Noted::of(call, finding, repair)
}

/// What a call changed, as the end of a sentence.
fn changes(call: &CallRun) -> String {
    let tables: BTreeSet<&str> = call.effects.iter().map(|effect| effect.table.as_str()).collect();
    let tables = tables.into_iter().collect::<Vec<_>>().join(" and ");
    match call.effects.len() {
        0 => String::new(),
        1 => format!(" and changed a row of {tables}"),
        n => format!(" and changed {n} rows of {tables}"),
    }
}
