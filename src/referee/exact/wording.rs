//! Sentences for people.

use serde_json::Value;

use crate::referee::finding::{FindingKind as K, Origin, ProvenanceNote};
use crate::referee::wanted::Wanted;
use crate::suite::Argument;

/// Characters of a value that are shown.
const SHOWN: usize = 90;

/// One argument that is not what it should be.
pub(super) struct Slot<'a> {
    pub tool: &'a str,
    pub slot: &'a str,
    pub expected: Option<&'a Value>,
    pub actual: Option<&'a Value>,
    /// ` (preference x, spoken in t01.3, 9 turns back)`, or nothing.
    pub whence: String,
    /// Tool and place of the result it had to come out of.
    pub result: Option<(String, String)>,
}

impl Slot<'_> {
    /// What is wrong.
    pub fn sentence(&self, kind: K) -> String {
        let Self { tool, slot, whence, .. } = self;
        match (kind, self.expected) {
            (K::InventedArgument, _) => {
                format!("{tool} was called with {slot} = {}, which nobody asked for.", self.actual())
            }
            (K::MissingArgument, _) => {
                format!("{tool} was called without {slot}; right was {}{whence}.", self.expected())
            }
            (_, None) => {
                format!("{tool} was called with {slot} = {}, which is not {}.", self.actual(), self.expected())
            }
            _ => format!("{tool} was called with {slot} = {}; right was {}{whence}.", self.actual(), self.expected()),
        }
    }

    /// What would have been right.
    pub fn repair(&self, kind: K) -> String {
        let Self { tool, slot, whence, .. } = self;
        match (kind, self.expected) {
            (K::InventedArgument, _) => {
                format!("{tool} should have been called without {slot} (it had {}).", self.actual())
            }
            (K::MissingArgument, _) => format!("{tool} should have had {slot} = {}{whence}.", self.expected()),
            (_, None) => format!("{slot} of {tool} should have been {}, not {}.", self.expected(), self.actual()),
            _ => format!("{tool} should have had {slot} = {}{whence}, not {}.", self.expected(), self.actual()),
        }
    }

    fn actual(&self) -> String {
        self.actual.map_or_else(|| "nothing".into(), show)
    }

    fn expected(&self) -> String {
        match (self.expected, &self.result) {
            (Some(value), _) => show_wanted(value),
            (None, Some((tool, place))) => format!("what {tool} gives{place}"),
            (None, None) => "known".into(),
        }
    }
}

/// Where a value was to be found, as the end of a sentence.
pub(super) fn whence(
    note: Option<&ProvenanceNote>,
    argument: Option<&Argument>,
    result: Option<&(String, String)>,
) -> String {
    let Some(note) = note else { return " (the default)".into() };
    let back = match note.turns_back {
        None => String::new(),
        Some(0) => ", in this turn".into(),
        Some(1) => ", 1 turn back".into(),
        Some(n) => format!(", {n} turns back"),
    };
    let turn = note.turn.as_deref().unwrap_or_default();
    let text = match (note.from, result) {
        (_, Some((tool, place))) => format!("out of the result of {tool}{place}"),
        (Origin::Stated, _) => "said in this turn".into(),
        (Origin::Turn, _) => format!("said in {turn}{back}"),
        (Origin::Preference, _) => {
            let spoken = note.revealed_in.as_ref().map(|turn| format!(", spoken in {turn}")).unwrap_or_default();
            format!("preference {}{spoken}{back}", note.preference.as_deref().unwrap_or_default())
        }
        (Origin::Result, _) => "out of an earlier result".into(),
        (Origin::Reply, _) => "in the user's answer".into(),
        (Origin::Derived, _) => match argument.and_then(|argument| argument.note.as_deref()) {
            Some(how) => format!("worked out: {how}"),
            None => "worked out from the date".into(),
        },
        (Origin::Free, _) => "any valid value".into(),
        (Origin::Unknown, _) => "so the gold says".into(),
    };
    format!(" ({text})")
}

/// The arguments of a gold call, as the end of "should have been called".
pub(super) fn with(wanted: &Wanted<'_>) -> String {
    let named = wanted.named();
    let known: Vec<String> =
        named.iter().filter_map(|(name, value)| Some(format!("{name} = {}", show_wanted(value.as_ref()?)))).collect();
    match known.is_empty() {
        true => String::new(),
        false => format!(" with {}", known.join(", ")),
    }
}

fn show_wanted(value: &Value) -> String {
    let list = |key: &str| {
        value.get(key).and_then(Value::as_array).filter(|_| value.as_object().is_some_and(|o| o.len() == 1))
    };
    let all = |items: &[Value], word: &str| items.iter().map(show).collect::<Vec<_>>().join(word);
    match (list("contains"), list("any_of")) {
        (Some(words), _) => format!("text with {}", all(words, " and ")),
        (_, Some(values)) => all(values, " or "),
        _ => show(value),
    }
}

/// A value as JSON, cut where it is long.
pub(super) fn show(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(SHOWN) {
        Some((cut, _)) => format!("{}…", &text[..cut]),
        None => text,
    }
}
