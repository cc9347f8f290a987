use super::{Case, extra, wording};
use crate::catalogue::arguments::escape;
use crate::referee::align::{Alignment, align};
use crate::referee::finding::{Finding, FindingKind as K};
use crate::referee::noted::{Noted, of_call};
use crate::referee::transcript::CallRun;
use crate::referee::verdict::VerdictKind as V;
use crate::referee::wanted::{Difference, Wanted};
use crate::suite::{GoldCall, Source};

/// Everything that is to be said about these calls when those of gold were wanted and no others.
pub(super) fn against(case: &Case<'_>, gold: &[GoldCall], calls: &[&CallRun]) -> Vec<Noted> {
    let alignment = align(gold, calls, &case.terms);
    let mut noted = Vec::new();
    for (wanted, partner) in alignment.wanted.iter().zip(&alignment.partners) {
        if let Some(at) = *partner {
            noted.extend(pair(case, wanted, calls[at], gold));
            noted.extend(order(wanted.call, at, &alignment, calls));
        }
    }
    noted.extend(left_over(case, &alignment, calls));
    noted
}

/// A gold call and the call that stands for it.
fn pair(case: &Case<'_>, wanted: &Wanted<'_>, call: &CallRun, gold: &[GoldCall]) -> Vec<Noted> {
    let differences = wanted.differences(call, case.terms.resolver);
    let mut noted: Vec<Noted> = differences.iter().map(|d| difference(case, wanted.call, call, d, gold)).collect();
    if !call.is_ok() {
        let explained = differences.iter().any(|d| d.decides);
        let mut refused = extra::refused(case, call);
        refused.finding.gold = Some(wanted.call.id.clone());
        if explained {
            refused.repair.clear();
        }
        noted.push(refused);
    }
    noted
}

fn difference(case: &Case<'_>, wanted: &GoldCall, call: &CallRun, d: &Difference<'_>, gold: &[GoldCall]) -> Noted {
    let provenance = d.argument.map(|argument| case.place.note(&argument.from));
    let source = d.argument.and_then(|argument| source_of(&argument.source, gold));
    let words = wording::Slot {
        tool: &call.tool,
        slot: d.slot,
        expected: d.expected.as_ref(),
        actual: d.actual.as_ref(),
        whence: wording::whence(provenance.as_ref(), d.argument, source.as_ref()),
        result: source,
    };
    let finding = Finding {
        gold: Some(wanted.id.clone()),
        pointer: Some(format!("/{}", escape(d.slot))),
        expected: d.expected.clone(),
        actual: d.actual.clone(),
        provenance,
        ..of_call(d.kind, d.decides.then_some(V::Exact), call, words.sentence(d.kind))
    };
    Noted::of(call, finding, words.repair(d.kind))
}

/// Tool and place of the result out of which a value had to be taken.
fn source_of(source: &Source, gold: &[GoldCall]) -> Option<(String, String)> {
    let (call, place) = match source {
        Source::Value(_) => return None,
        Source::Path { call, path } => (call, format!(" at {path}")),
        Source::Pick { call, pick } => (call, format!(", picked by `{}`", pick.source())),
    };
    let tool = gold.iter().find(|g| g.id == *call).map_or(call, |g| &g.tool);
    Some((tool.clone(), place))
}

/// Calls that had to be answered before this one and were not.
fn order(gold: &GoldCall, at: usize, alignment: &Alignment<'_>, calls: &[&CallRun]) -> Vec<Noted> {
    let call = calls[at];
    let earlier =
        alignment.wanted.iter().zip(&alignment.partners).filter(|(wanted, _)| gold.after.contains(&wanted.call.id));
    let late = earlier.filter_map(|(_, partner)| partner.map(|at| calls[at])).filter(|before| before.at > call.at);
    late.map(|before| out_of_order(gold, call, before)).collect()
}

fn out_of_order(gold: &GoldCall, call: &CallRun, before: &CallRun) -> Noted {
    let sentence = format!("{} was called before {} was answered, on which it depends.", call.tool, before.tool);
    let repair = format!("{} should have been called before {}.", before.tool, call.tool);
    let finding = Finding { gold: Some(gold.id.clone()), ..of_call(K::Order, [V::Exact], call, sentence) };
    Noted::of(call, finding, repair)
}

/// Gold calls that were not made and calls that were not wanted; where one of each belongs to the same tool set, the
/// wrong tool was taken.
fn left_over(case: &Case<'_>, alignment: &Alignment<'_>, calls: &[&CallRun]) -> Vec<Noted> {
    let mut extras = extra::classify(case, &alignment.extra(calls.len()), calls);
    let mut noted = Vec::new();
    let missing = alignment
        .wanted
        .iter()
        .zip(&alignment.partners)
        .filter(|(wanted, partner)| partner.is_none() && !wanted.call.optional);
    for (wanted, _) in missing {
        noted.push(match instead(case, wanted.call, &extras) {
            Some(at) => wrong_tool(wanted, extras.remove(at).call),
            None => missing_call(wanted),
        });
    }
    noted.extend(extras.into_iter().map(|extra| extra.noted));
    noted
}

/// The call that was made instead of a missing one: of those of the tool set that were not made before, one that was
/// answered and has the same kind of effect before one that has not.
fn instead(case: &Case<'_>, missing: &GoldCall, extras: &[extra::Extra<'_>]) -> Option<usize> {
    let writes = |toolset: &str, tool: &str| case.terms.catalogue.find(toolset, tool).is_some_and(|tool| tool.writes());
    let wanted = writes(&missing.toolset, &missing.tool);
    let fits = |call: &CallRun| call.toolset == missing.toolset && call.tool != missing.tool;
    let alike = |call: &CallRun| (writes(&call.toolset, &call.tool) == wanted, call.is_ok());
    let fitting = extras.iter().enumerate().filter(|(_, extra)| extra.fresh && fits(extra.call));
    // The last of equals would win, so the search runs backwards.
    fitting.rev().max_by_key(|(_, extra)| alike(extra.call)).map(|(at, _)| at)
}

fn wrong_tool(wanted: &Wanted<'_>, call: &CallRun) -> Noted {
    let gold = wanted.call;
    let sentence = format!("{} was called instead of {}.", call.tool, gold.tool);
    let repair = format!("{} should have been called{}, not {}.", gold.tool, wording::with(wanted), call.tool);
    let finding = Finding {
        gold: Some(gold.id.clone()),
        expected: Some(gold.tool.as_str().into()),
        actual: Some(call.tool.as_str().into()),
        ..of_call(K::WrongTool, [V::Exact], call, sentence)
    };
    Noted::of(call, finding, repair)
}

fn missing_call(wanted: &Wanted<'_>) -> Noted {
    let gold = wanted.call;
    let sentence = format!("{} was not called.", gold.tool);
    let repair = format!("{} should have been called{}.", gold.tool, wording::with(wanted));
    let finding = Finding {
        gold: Some(gold.id.clone()),
        toolset: Some(gold.toolset.clone()),
        tool: Some(gold.tool.clone()),
        ..Finding::new(K::MissingCall, [V::Exact], sentence)
    };
    Noted::missing(finding, repair)
}
