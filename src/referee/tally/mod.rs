//! What is counted in a turn beside its verdicts: figures are made of it. It is worked out by the pairing of the exact
//! verdict, and no verdict depends on it.
//!
//! - [`Tally`]: one turn
//! - [`SlotTally`]: one argument that had to be decided
//! - `count`: how it is counted
//! - [`gold`]: what gold is made of, part by part, so that two versions of it can be compared

mod count;
pub mod gold;

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::finding::Origin;
use crate::journal::format::Usage;

pub(super) use count::{Pairing, tally};

/// Equal calls of a turn from which on an agent goes round in circles.
pub(super) const LOOP: usize = 4;

/// Counts of one turn. What is zero or empty is left out of its JSON.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(default)]
pub struct Tally {
    /// Topic of the turn.
    pub topic: Arc<str>,
    /// Turns of its dialogue.
    pub dialogue: usize,
    /// Calls that gold wants, without those that may be left out.
    pub gold_calls: usize,
    /// Of these, those that were made with every deciding argument right, were answered, and stand in the right order.
    #[serde(skip_serializing_if = "is_zero")]
    pub right_calls: usize,
    /// Calls of the agent, without those in which the service failed.
    #[serde(skip_serializing_if = "is_zero")]
    pub calls: usize,
    /// Calls in which the service failed.
    #[serde(skip_serializing_if = "is_zero")]
    pub failed_calls: usize,
    /// Calls that were refused, by the schema or by the tool.
    #[serde(skip_serializing_if = "is_zero")]
    pub refused_calls: usize,
    /// Calls that stand for no gold call and repeat none.
    #[serde(skip_serializing_if = "is_zero")]
    pub extra_calls: usize,
    /// Calls that repeat an equal one without need.
    #[serde(skip_serializing_if = "is_zero")]
    pub repeated_calls: usize,
    /// Calls that were made four times or more, each counted once.
    #[serde(skip_serializing_if = "is_zero")]
    pub loops: usize,
    /// Questions to the user.
    #[serde(skip_serializing_if = "is_zero")]
    pub questions: usize,
    /// Rows that the agent changed.
    #[serde(skip_serializing_if = "is_zero")]
    pub rows: usize,
    /// Of these, those that were changed by a call that stands for no gold call, or is wrong.
    #[serde(skip_serializing_if = "is_zero")]
    pub collateral_rows: usize,
    /// Microseconds that each call took to be answered, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub micros: Vec<u64>,
    /// What the agent says it has spent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub usage: Option<Usage>,
    /// Arguments that had to be decided.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub slots: Arc<[SlotTally]>,
    /// Digests of the parts of gold, by JSON pointer into the turn's line of the dialogue file.
    #[serde(skip_serializing_if = "is_empty")]
    pub gold: Arc<BTreeMap<String, String>>,
}

/// An argument of a gold call that had to be decided: a decision slot that gold names, unless any value will do.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
pub struct SlotTally {
    /// Id of the gold call.
    pub call: String,
    /// Name of the argument.
    pub slot: String,
    /// Where its value was to be found.
    pub from: Origin,
    /// How many turns back that was said; 0 is this turn. Nothing where it was not said by anybody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turns_back: Option<usize>,
    /// The preference that fixes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preference: Option<String>,
    /// What became of it.
    pub outcome: SlotOutcome,
}

/// What became of an argument that had to be decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SlotOutcome {
    /// The call was made and the value was right.
    Right,
    /// The call was made, and the value was wrong, was left out, or was a guess at what only the user could say.
    Wrong,
    /// The call was not made.
    NotCalled,
}

fn is_zero(n: &usize) -> bool {
    *n == 0
}

fn is_empty(digests: &BTreeMap<String, String>) -> bool {
    digests.is_empty()
}
