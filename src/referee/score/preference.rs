use std::collections::BTreeMap;

use serde::Serialize;

use super::Measure;
use super::measure::Tallied;
use crate::referee::tally::SlotOutcome;
use crate::referee::verdict::{Status, TurnVerdict};

/// How one preference of one persona was kept.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PreferenceScore {
    /// Whose.
    pub persona: String,
    /// Id of the preference.
    pub preference: String,
    /// Of the topics that use it (one a session), those in which every argument it fixes was right.
    pub topics: Measure,
}

type Uses<'a> = BTreeMap<(&'a str, &'a str), BTreeMap<(&'a str, &'a str), (bool, Status)>>;

/// By persona and preference, then by session and topic: whether it was kept.
fn uses<'a>(verdicts: &[&'a TurnVerdict]) -> Uses<'a> {
    let mut uses: Uses<'a> = BTreeMap::new();
    for verdict in verdicts {
        for slot in &*verdict.tally.slots {
            let Some(preference) = slot.preference.as_deref() else { continue };
            let topics = uses.entry((&verdict.persona, preference)).or_default();
            let place = (&*verdict.session, &*verdict.tally.topic);
            let (kept, status) = topics.entry(place).or_insert((true, Status::Judged));
            *kept &= slot.outcome == SlotOutcome::Right;
            *status = (*status).max(verdict.status);
        }
    }
    uses
}

/// Each preference that gold uses.
pub(super) fn scores(verdicts: &[&TurnVerdict]) -> Vec<PreferenceScore> {
    let score = |((persona, preference), topics): ((&str, &str), BTreeMap<_, (bool, Status)>)| {
        let mut tallied = Tallied::default();
        topics.into_values().for_each(|(kept, status)| tallied.count(status, kept));
        PreferenceScore { persona: persona.to_owned(), preference: preference.to_owned(), topics: tallied.rate() }
    };
    uses(verdicts).into_iter().map(score).collect()
}

/// All preferences together.
pub(super) fn all(verdicts: &[&TurnVerdict]) -> Tallied {
    let mut tallied = Tallied::default();
    for topics in uses(verdicts).into_values() {
        topics.into_values().for_each(|(kept, status)| tallied.count(status, kept));
    }
    tallied
}
