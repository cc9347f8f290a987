use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{Problem, ToolName};

/// One request to one tool, as it arrived.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// Which tool.
    pub tool: ToolName,
    /// The arguments as the agent wrote them, read but not yet validated.
    pub arguments: Map<String, Value>,
}

/// What a call came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// HTTP status: 200, or that of the problem.
    pub status: u16,
    /// The JSON answer: the tool's body, or the problem object.
    pub body: Value,
    /// The body in the media type that the call asked for, when that is not JSON.
    pub rendered: Option<Rendered>,
    /// Rows that changed, in the order in which they changed.
    pub effects: Vec<Effect>,
}

impl Outcome {
    /// A success without effects.
    pub fn ok(body: Value) -> Self {
        Self { status: 200, body, rendered: None, effects: Vec::new() }
    }

    /// A failure; nothing changed.
    pub fn problem(problem: &Problem) -> Self {
        Self { status: problem.status, body: problem.to_value(), rendered: None, effects: Vec::new() }
    }

    /// Whether the tool did what it was asked.
    pub fn is_ok(&self) -> bool {
        self.status == 200
    }
}

/// An answer in a media type other than JSON.
#[derive(Clone, Debug, PartialEq)]
pub struct Rendered {
    /// Value of the `Content-Type` header.
    pub media_type: Cow<'static, str>,
    /// The text.
    pub text: String,
}

/// One row that a call changed. `before` is missing for an insert, `after` for a delete.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Effect {
    /// State table, e.g. `train_bookings`.
    pub table: String,
    /// Key of the row in its table.
    pub key: String,
    /// The row as it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<Map<String, Value>>,
    /// The row as it is now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<Map<String, Value>>,
}
