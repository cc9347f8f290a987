use super::{Case, calls, extra, wording};
use crate::catalogue::arguments::escape;
use crate::referee::compare::holds;
use crate::referee::finding::{Finding, FindingKind as K};
use crate::referee::noted::{Noted, of_call};
use crate::referee::transcript::{CallRun, ReplyRun};
use crate::referee::verdict::{Clarification, VerdictKind as V};
use crate::suite::{Ask, Missing};

type Judged = (Vec<Noted>, Option<Clarification>);

/// A turn in which something is missing: a question about it, and only then the calls.
///
/// The question must come before the first call that changes something or is one of gold's, even where that call does
/// not need what is missing: gold asks first.
pub(super) fn judge(case: &Case<'_>, ask: &Ask, calls: &[&CallRun]) -> Judged {
    let acted = calls.iter().find(|call| is_act(case, ask, call)).map_or(usize::MAX, |call| call.at);
    let asked: Vec<&ReplyRun> = case.run.questions().filter(|question| question.at < acted).collect();
    match asked.as_slice() {
        [] => without_asking(case, ask, calls),
        [first, ..] => after_asking(case, ask, calls, first, &asked),
    }
}

/// Whether a call must not be made before the question.
fn is_act(case: &Case<'_>, ask: &Ask, call: &CallRun) -> bool {
    let writes = case.terms.catalogue.find(&call.toolset, &call.tool).is_some_and(|tool| tool.writes());
    writes || is_of_gold(ask, call)
}

fn is_of_gold(ask: &Ask, call: &CallRun) -> bool {
    let mut gold = ask.then.calls.iter().map(|gold| (&gold.toolset, &gold.tool));
    let mut missing = ask.missing.iter().map(|missing| (&missing.toolset, &missing.tool));
    let name = (&call.toolset, &call.tool);
    gold.any(|of| of == name) || missing.any(|of| of == name)
}

fn after_asking(case: &Case<'_>, ask: &Ask, calls: &[&CallRun], first: &ReplyRun, asked: &[&ReplyRun]) -> Judged {
    let (before, after): (Vec<&CallRun>, Vec<&CallRun>) = calls.iter().partition(|call| call.at < first.at);
    let covers =
        |missing: &Missing, question: &ReplyRun| missing.words.iter().any(|word| holds(&question.reply.text, word));
    let missed: Vec<&Missing> = ask.missing.iter().filter(|m| !asked.iter().any(|q| covers(m, q))).collect();
    let mut noted: Vec<Noted> = missed.iter().map(|missing| wrong_subject(case, ask, missing, first)).collect();
    noted.extend(calls::against(case, &[], &before));
    noted.extend(calls::against(case, &ask.then.calls, &after));
    (noted, Some(Clarification { needed: true, asked: true, right: missed.is_empty() }))
}

/// Nothing was asked in time. What gold would have done after the answer is not held against the agent as well.
fn without_asking(case: &Case<'_>, ask: &Ask, calls: &[&CallRun]) -> Judged {
    let mut noted = Vec::new();
    for missing in &ask.missing {
        noted.extend(calls.iter().filter_map(|call| unsupported(case, ask, missing, call)));
    }
    let beside: Vec<usize> = (0..calls.len()).filter(|at| !is_of_gold(ask, calls[*at])).collect();
    noted.extend(extra::classify(case, &beside, calls).into_iter().map(|extra| extra.noted));
    noted.push(should_have_asked(case, ask));
    (noted, Some(Clarification { needed: true, asked: false, right: false }))
}

/// A call with a value that only the user could have given.
fn unsupported(case: &Case<'_>, ask: &Ask, missing: &Missing, call: &CallRun) -> Option<Noted> {
    let of_tool = (&call.toolset, &call.tool) == (&missing.toolset, &missing.tool);
    let value = call.arguments.get(&missing.slot).filter(|value| of_tool && !value.is_null())?;
    let (tool, slot, shown) = (&missing.tool, &missing.slot, wording::show(value));
    let sentence =
        format!("{tool} was called with {slot} = {shown}, which the user had not said; it should have been asked for.");
    let finding = Finding {
        pointer: Some(format!("/{}", escape(slot))),
        expected: Some(ask.question.as_str().into()),
        actual: Some(value.clone()),
        provenance: Some(case.place.note(&crate::suite::Provenance::Reply)),
        ..of_call(K::ActedOnUnsupportedValue, [V::Exact], call, sentence)
    };
    Some(Noted::of(call, finding, format!("Before {tool}, {slot} should have been asked for: \"{}\"", ask.question)))
}

fn should_have_asked(case: &Case<'_>, ask: &Ask) -> Noted {
    let missing = &ask.missing[0];
    let (tool, slot) = (&missing.tool, &missing.slot);
    let sentence = match case.run.questions().next() {
        Some(_) => format!("{slot} of {tool} was asked for only after the agent had acted."),
        None => format!("{slot} of {tool} was not asked for."),
    };
    let finding = about(missing, ask, Finding::new(K::ShouldHaveAsked, [V::Exact], sentence));
    Noted::missing(finding, format!("Before {tool}, {slot} should have been asked for: \"{}\"", ask.question))
}

fn wrong_subject(case: &Case<'_>, ask: &Ask, missing: &Missing, question: &ReplyRun) -> Noted {
    let (tool, slot) = (&missing.tool, &missing.slot);
    let asked: Vec<&str> = case.run.questions().map(|q| q.reply.text.as_str()).collect();
    let sentence = format!("The question was not about {slot} of {tool}: {}.", wording::show(&asked.join(" ").into()));
    let finding = Finding {
        record: Some(question.n),
        actual: Some(question.reply.text.as_str().into()),
        ..about(missing, ask, Finding::new(K::AskedWrongThing, [V::Exact], sentence))
    };
    Noted::asked(
        question,
        finding,
        format!("The question should have been about {slot} of {tool}: \"{}\"", ask.question),
    )
}

fn about(missing: &Missing, ask: &Ask, finding: Finding) -> Finding {
    Finding {
        toolset: Some(missing.toolset.clone()),
        tool: Some(missing.tool.clone()),
        pointer: Some(format!("/{}", escape(&missing.slot))),
        expected: Some(ask.question.as_str().into()),
        ..finding
    }
}

/// A question in a turn in which nothing is missing.
pub(super) fn needless(question: &ReplyRun) -> Noted {
    let sentence = format!(
        "The agent asked, though nothing was missing: {}.",
        wording::show(&question.reply.text.as_str().into())
    );
    let finding = Finding {
        record: Some(question.n),
        actual: Some(question.reply.text.as_str().into()),
        ..Finding::new(K::ShouldNotHaveAsked, [V::Exact], sentence)
    };
    Noted::asked(question, finding, "No question should have been asked.".into())
}
