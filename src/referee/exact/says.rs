use super::{Case, wording};
use crate::referee::compare::says;
use crate::referee::finding::{Finding, FindingKind as K};
use crate::referee::noted::Noted;
use crate::referee::verdict::VerdictKind as V;

/// What the agent had to say and said in none of its replies.
pub(super) fn unsaid(case: &Case<'_>) -> Vec<Noted> {
    let is_said = |words: &str| case.run.replies.iter().any(|reply| says(&reply.reply.text, words));
    case.place.here.turn.says.iter().filter(|words| !is_said(words)).map(|words| missing(words)).collect()
}

fn missing(words: &str) -> Noted {
    let shown = wording::show(&words.into());
    let finding = Finding {
        expected: Some(words.into()),
        ..Finding::new(K::DidNotSay, [V::Exact], format!("The agent never said {shown}."))
    };
    Noted::missing(finding, format!("The agent should have said {shown}."))
}
