use serde::Serialize;

/// Something about a journal that a reader of the verdicts should know; it is never a verdict itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Notice {
    /// What it is about.
    pub kind: NoticeKind,
    /// Session, where it is about one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    /// Record of that session.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub record: Option<u64>,
    /// The same for a person.
    pub text: String,
}

/// What a notice is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum NoticeKind {
    /// The journal ends where it should not: a torn or changed line.
    JournalBroken,
    /// A session has no `opened` record, so its persona is not known.
    NoOpening,
    /// A session was played from other suite files.
    OtherSuite,
    /// The suite has no such persona.
    UnknownPersona,
    /// The dialogue has no such turn.
    UnknownTurn,
    /// No turn of a session was started.
    NoTurns,
    /// Records of a session are missing.
    Gap,
    /// A record stands after a later one, or twice.
    OutOfOrder,
    /// A turn was started again; the last start counts.
    StartedAgain,
    /// A session was reset; of each turn the last attempt counts.
    WentBack,
    /// A call or reply belongs to no turn that was started.
    OutsideTurn,
    /// A record stands after the end of its session.
    AfterClose,
}

impl Notice {
    pub(super) fn new(kind: NoticeKind, session: &str, record: Option<u64>, text: String) -> Self {
        Self { kind, session: Some(session.to_owned()), record, text }
    }

    pub(super) fn broken(text: String) -> Self {
        Self { kind: NoticeKind::JournalBroken, session: None, record: None, text }
    }
}
