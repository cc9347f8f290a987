//! What the original does not survive: Python's exceptions, by name.

use thiserror::Error;

/// Python's exceptions that its code lets through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Exception {
    /// A combination that its author thought impossible
    #[error("AssertionError")]
    Assertion,
    /// A method that a value does not have
    #[error("AttributeError")]
    Attribute,
    /// A place in a list that is not there
    #[error("IndexError")]
    Index,
    /// A key that is not there
    #[error("KeyError")]
    Key,
    /// Nested too deep
    #[error("RecursionError")]
    Recursion,
    /// A value of a type that the operation does not take
    #[error("TypeError")]
    Type,
    /// A number that is too long
    #[error("ValueError")]
    Value,
}

/// While what it happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The agent was being asked: the whole session is lost
    Running,
    /// The log was being scored: scoring stops, for all files
    Scoring,
}

impl Stage {
    /// The word for it.
    pub fn id(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Scoring => "scoring",
        }
    }
}

/// The end of a turn without a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{exception} while {}", stage.id())]
pub struct Crash {
    /// While what
    pub stage: Stage,
    /// What was raised
    pub exception: Exception,
}
