use std::collections::BTreeSet;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use super::verdict::VerdictKind;
use crate::call::kinds;

kinds! {
    /// What kind of thing the referee noticed. Of two things noticed at the same record, the one that stands first
    /// here is named first.
    pub enum FindingKind {
        Infrastructure "infrastructure"
            "The service failed (a 5xx answer), or the journal was cut off or lacks records in this turn: it cannot be told what the agent would have done. Where the turn was completed all the same, it decides nothing."
        ShouldNotHaveAsked "should_not_have_asked"
            "The agent asked the user although everything needed had been said or could be inferred from the history."
        ActedOnUnsupportedValue "acted_on_unsupported_value"
            "The agent called a tool with a value that nobody had given it, where it should have asked for the value first."
        AskedWrongThing "asked_wrong_thing"
            "The agent asked, but its question was not about what was missing."
        WrongTool "wrong_tool"
            "A call that was needed is missing, and another tool of the same tool set was called instead."
        WrongValue "wrong_value"
            "An argument has another value than it should have. The provenance says where the right value was to be found."
        MissingArgument "missing_argument"
            "An argument that should have been given was left out."
        InventedArgument "invented_argument"
            "An argument was given that nobody asked for, and that has no default."
        InvalidCall "invalid_call"
            "The arguments do not fit the tool's schema or cannot be read, or there is no such tool on offer."
        RefusedCall "refused_call"
            "The tool itself said no to a call with valid arguments (403, 404, 409 and the like)."
        Order "order"
            "A call was made before another one was answered on which it depends, or before the question that had to come first."
        Loop "loop"
            "The same call was made four times or more."
        RepeatedCall "repeated_call"
            "A call was made again that had been made already, and was needed only once."
        ExtraEffect "extra_effect"
            "A call that was not needed changed something."
        ExtraCall "extra_call"
            "A call that was not needed; it changed nothing."
        Guessed "guessed"
            "A tool that was needed was tried with other values beside the right ones: more often than it was needed, or after the right ones. Only the relaxed verdict fails for it; to the exact one each such call is an extra call."
        Scattered "scattered"
            "More than two tools were called that were not needed. Only the relaxed verdict fails for it."
        LeakedProfile "leaked_profile"
            "The agent used the wording of a preference that the user had not spoken of: it has seen the profile, which no agent should. Decides nothing, but what this agent scores is not worth much."
        IgnoredError "ignored_error"
            "A call was refused, and the agent ended the turn without trying again. Decides nothing: the refusal does."
        ShouldHaveAsked "should_have_asked"
            "Something needed was neither said nor to be found in the history, and the agent did not ask before it acted or stopped."
        MissingCall "missing_call"
            "A call that was needed was not made."
        DidNotSay "did_not_say"
            "The agent never said what it had to tell the user in this turn."
        NoReply "no_reply"
            "The agent never ended the turn."
        PublishedRule "published_rule"
            "What the paper's published evaluator would have held against the turn, in its own words. Decides the released verdict and no other."
    }
}

impl Serialize for FindingKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}

impl<'de> Deserialize<'de> for FindingKind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let id = String::deserialize(deserializer)?;
        let kind = Self::ALL.iter().find(|kind| kind.id() == id);
        kind.copied().ok_or_else(|| D::Error::custom(format!("'{id}' is no kind of finding")))
    }
}

/// A `null` that is written counts as a value.
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}

/// One thing the referee noticed, with its evidence.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct Finding {
    /// What kind of thing.
    pub kind: FindingKind,
    /// Id of the gold call it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gold: Option<String>,
    /// Number of the record it is about, within the session.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub record: Option<u64>,
    /// Tool set of the tool.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub toolset: Option<String>,
    /// The tool: the one called, or the one that should have been where none was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool: Option<String>,
    /// JSON pointer into the arguments.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pointer: Option<String>,
    /// What was right, where that is known: a value, `{"contains": […]}`, `{"any_of": […]}`, a tool or a question.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub expected: Option<Value>,
    /// What was found instead.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub actual: Option<Value>,
    /// Where the right value was to be found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provenance: Option<ProvenanceNote>,
    /// The verdicts that fail for it.
    pub decides: BTreeSet<VerdictKind>,
    /// The same for a person.
    pub sentence: String,
}

/// Where a right value was to be found.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct ProvenanceNote {
    /// Kind of place.
    pub from: Origin,
    /// Turn in whose words it stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<String>,
    /// How many turns before this one that was; 0 is this turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turns_back: Option<usize>,
    /// Preference that fixes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preference: Option<String>,
    /// Latest turn in which the user spoke of that preference.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub revealed_in: Option<String>,
}

/// Kind of place in which a value stands; `docs/formats.md` explains them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// This turn's words.
    Stated,
    /// An earlier turn's words.
    Turn,
    /// A preference.
    Preference,
    /// The result of an earlier call of this turn.
    Result,
    /// The user's answer to the question.
    Reply,
    /// Worked out from the clock.
    Derived,
    /// Any valid value.
    Free,
    /// The gold does not tell.
    Unknown,
}

impl Finding {
    /// One without evidence yet.
    pub(super) fn new(kind: FindingKind, decides: impl IntoIterator<Item = VerdictKind>, sentence: String) -> Self {
        Self {
            kind,
            gold: None,
            record: None,
            toolset: None,
            tool: None,
            pointer: None,
            expected: None,
            actual: None,
            provenance: None,
            decides: decides.into_iter().collect(),
            sentence,
        }
    }

    /// Whether a verdict fails for it.
    pub fn fails(&self, kind: VerdictKind) -> bool {
        self.decides.contains(&kind)
    }
}

/// The page that explains all kinds of findings, as `docs/findings.md` has it.
pub fn findings_page() -> String {
    let mut page = String::from(PAGE);
    for kind in FindingKind::ALL {
        page.push_str(&format!("| `{}` | {} |\n", kind.id(), kind.meaning()));
    }
    page
}

const PAGE: &str = "# Findings

What the referee may notice in a turn. This page is made from `src/referee/finding.rs`; after a change there, run
`UPDATE_DOCS=1 cargo test --test referee`.

A finding names the verdicts that it *decides*: those fail for it. The *decisive* finding of a verdict is the first deciding
one in the order of the journal; what is missing has no record and comes last; of several findings at the same record, the one that stands
first in this table is named.

| id | meaning |
|---|---|
";
