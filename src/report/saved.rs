//! Verdicts that were saved: a report as JSON, or the list that the operator's door gives.

use serde::Deserialize;
use serde_json::Value;

use crate::referee::TurnVerdict;

#[derive(Deserialize)]
struct Saved {
    agents: Vec<SavedAgent>,
}

#[derive(Deserialize)]
struct SavedAgent {
    verdicts: Vec<TurnVerdict>,
}

/// Why saved verdicts cannot be read.
#[derive(Debug, thiserror::Error)]
#[error(
    "these are no saved verdicts ({0}); expected what `utb score --format json` or GET /sessions/ID/verdicts gives"
)]
pub struct NotVerdicts(#[from] serde_json::Error);

/// Whether a text is one JSON document and no journal, whose lines are one each.
pub fn is_document(text: &str) -> bool {
    serde_json::from_str::<Value>(text).is_ok_and(|value| value.get("journal").is_none())
}

/// The verdicts in a text.
///
/// # Errors
///
/// It is neither of the two, or of another version.
pub fn read(text: &str) -> Result<Vec<TurnVerdict>, NotVerdicts> {
    if text.trim_start().starts_with('[') {
        return Ok(serde_json::from_str(text)?);
    }
    let saved: Saved = serde_json::from_str(text)?;
    Ok(saved.agents.into_iter().flat_map(|agent| agent.verdicts).collect())
}
