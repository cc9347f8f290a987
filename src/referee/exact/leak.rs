use serde_json::Value;

use super::Case;
use crate::referee::compare::holds;
use crate::referee::finding::{Finding, FindingKind as K};
use crate::referee::noted::{Noted, of_call};
use crate::referee::transcript::{CallRun, ReplyRun};
use crate::suite::Preference;

/// Words of which a sentence must have so many that nobody hits upon it by chance.
const TELLING: usize = 4;

/// Preferences whose wording the agent used before the user had spoken of them.
pub(super) fn leaks(case: &Case<'_>) -> Vec<Noted> {
    let until_here = || case.place.turns.iter().take(case.place.here.index + 1);
    let revealed = |preference: &&Preference| until_here().any(|t| t.turn.reveals.contains(&preference.id));
    let secrets = case.persona.preferences.iter().filter(|preference| !revealed(preference));
    secrets.filter_map(|preference| leak(case, preference)).collect()
}

fn leak(case: &Case<'_>, preference: &Preference) -> Option<Noted> {
    let wording = preference.sentence.trim().trim_end_matches('.');
    let call = case.run.calls.iter().find(|call| call.arguments.values().any(|value| says(value, wording)));
    let reply = || case.run.replies.iter().find(|reply| holds(&reply.reply.text, wording));
    let place = call.map(Use::Call).or_else(|| reply().map(Use::Reply))?;
    // Looked at last, since hardly an agent comes so far.
    let said = || case.place.turns.iter().take(case.place.here.index + 1).any(|t| holds(&t.turn.user, wording));
    if wording.split_whitespace().count() < TELLING || said() {
        return None;
    }
    let (id, repair) = (&preference.id, "The agent should not have been shown the profile.".to_owned());
    let sentence = format!("The agent used the wording of preference {id}, of which the user had not spoken.");
    Some(match place {
        Use::Call(call) => Noted::of(call, of_call(K::LeakedProfile, [], call, sentence), repair),
        Use::Reply(reply) => {
            let finding = Finding { record: Some(reply.n), ..Finding::new(K::LeakedProfile, [], sentence) };
            Noted::asked(reply, finding, repair)
        }
    })
}

/// Where the agent used it first.
enum Use<'a> {
    Call(&'a CallRun),
    Reply(&'a ReplyRun),
}

fn says(value: &Value, wording: &str) -> bool {
    match value {
        Value::String(text) => holds(text, wording),
        Value::Array(items) => items.iter().any(|item| says(item, wording)),
        Value::Object(fields) => fields.values().any(|field| says(field, wording)),
        _ => false,
    }
}
