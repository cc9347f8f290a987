use std::collections::BTreeSet;

use serde_json::Value;

use crate::expression::Expression;

/// What is right for one turn.
#[derive(Debug, PartialEq)]
pub enum Gold {
    /// These calls.
    Calls(Calls),
    /// A question first, then these calls.
    Ask(Ask),
    /// Words alone.
    Chat,
}

/// Calls with the order that they need.
#[derive(Debug, Default, PartialEq)]
pub struct Calls {
    /// The calls, in an order in which they can be made.
    pub calls: Vec<GoldCall>,
}

/// One call.
#[derive(Debug, PartialEq)]
pub struct GoldCall {
    /// Unique within the turn.
    pub id: String,
    /// Tool set.
    pub toolset: String,
    /// Tool.
    pub tool: String,
    /// Ids of the calls that must be answered first.
    pub after: BTreeSet<String>,
    /// Argument by name, in the order of the file.
    pub arguments: Vec<(String, Argument)>,
    /// Whether it may as well be left out: it is one way to learn something, or changes nothing.
    pub optional: bool,
}

/// One argument and where its value comes from.
#[derive(Debug, PartialEq)]
pub struct Argument {
    /// The value.
    pub source: Source,
    /// Where it comes from.
    pub from: Provenance,
    /// How free text is compared.
    pub matching: Match,
    /// How a derived value is worked out.
    pub note: Option<String>,
}

/// Where to take a value.
#[derive(Debug, PartialEq)]
pub enum Source {
    /// It is this.
    Value(Value),
    /// It stands in the result of an earlier call of the turn, at a JSON pointer.
    Path {
        /// Id of the call.
        call: String,
        /// JSON pointer into its answer.
        path: String,
    },
    /// It is worked out from the result of an earlier call of the turn.
    Pick {
        /// Id of the call.
        call: String,
        /// Expression over `result`.
        pick: Expression,
    },
}

/// Where a value comes from.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Provenance {
    /// This turn's words.
    Stated,
    /// The words of an earlier turn of this id.
    Turn(String),
    /// A preference of this id, revealed earlier.
    Preference(String),
    /// An earlier call of this turn.
    Result,
    /// The user's scripted reply of this turn.
    Reply,
    /// Worked out from the clock.
    Derived,
    /// Any valid value will do.
    Free,
    /// The gold is another project's, which does not tell.
    Unknown,
}

/// How a value is compared.
#[derive(Clone, Debug, PartialEq)]
pub enum Match {
    /// Equal by type and meaning.
    Equal,
    /// Text that holds all these words, in any case.
    Contains(Vec<String>),
    /// One of these values.
    AnyOf(Vec<Value>),
    /// Any value with which the call answers what gold's call answered.
    SameResults,
}

/// A question that must be asked.
#[derive(Debug, PartialEq)]
pub struct Ask {
    /// What is missing.
    pub missing: Vec<Missing>,
    /// The question as a good assistant would ask it.
    pub question: String,
    /// What the user answers.
    pub reply: String,
    /// The calls that are right after the answer.
    pub then: Calls,
}

/// One thing that is missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// Tool set.
    pub toolset: String,
    /// Tool.
    pub tool: String,
    /// Argument.
    pub slot: String,
    /// Words of which a question about it holds at least one, in any case.
    pub words: Vec<String>,
}

impl Gold {
    /// The calls, before or after a question.
    pub fn calls(&self) -> &[GoldCall] {
        match self {
            Self::Calls(calls) => &calls.calls,
            Self::Ask(ask) => &ask.then.calls,
            Self::Chat => &[],
        }
    }

    /// The question that must be asked, if any.
    pub fn ask(&self) -> Option<&Ask> {
        match self {
            Self::Ask(ask) => Some(ask),
            _ => None,
        }
    }
}

impl Argument {
    /// Id of the call out of whose result the value is taken.
    pub fn call(&self) -> Option<&str> {
        match &self.source {
            Source::Value(_) => None,
            Source::Path { call, .. } | Source::Pick { call, .. } => Some(call),
        }
    }
}

impl GoldCall {
    /// One argument.
    pub fn argument(&self, name: &str) -> Option<&Argument> {
        self.arguments.iter().find(|(n, _)| n == name).map(|(_, a)| a)
    }
}
