//! Personas and dialogues as they will stand in the files of a suite. `docs/formats.md` explains the fields.

use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::suite::{Foreign, Subtype, Task};

/// One task of another project: a persona and its dialogue.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Slug; the files are called after it.
    pub id: String,
    /// Where it comes from.
    pub origin: Foreign,
    /// Whatever the project says about the user.
    pub attributes: Map<String, Value>,
    /// IANA time zone of its clock.
    pub timezone: String,
    /// The topics.
    pub topics: Vec<Topic>,
}

/// A run of turns in which the same tools are offered.
#[derive(Clone, Debug, Serialize)]
pub struct Topic {
    /// Unique within the dialogue.
    pub topic: String,
    /// For people.
    pub title: String,
    /// Tool sets on offer.
    pub toolset: Vec<String>,
    /// RFC 3339.
    pub clock: String,
    /// The turns.
    pub turns: Vec<Turn>,
}

/// One request.
#[derive(Clone, Debug, Serialize)]
pub struct Turn {
    /// Unique within the dialogue.
    pub id: String,
    /// RFC 3339.
    pub clock: String,
    /// The user's words.
    pub user: String,
    subtype: Subtype,
    task: Task,
    /// What is right.
    pub gold: Gold,
    /// What the agent has to say.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub says: Vec<String>,
    assistant: String,
}

/// What is right.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Gold {
    /// These calls.
    Calls {
        /// The calls.
        calls: Vec<Call>,
    },
    /// A question, then these calls.
    Ask {
        /// What is missing.
        missing: Vec<Missing>,
        /// The question as gold asks it.
        question: String,
        /// What the user answers.
        reply: String,
        /// The calls.
        then: Vec<Call>,
    },
    /// Words alone.
    Chat {},
}

/// One thing that must be asked for.
#[derive(Clone, Debug, Serialize)]
pub struct Missing {
    /// Tool set.
    pub toolset: String,
    /// Tool.
    pub tool: String,
    /// Argument.
    pub slot: String,
    /// Words of which a question about it holds at least one.
    pub words: Vec<String>,
}

/// One gold call.
#[derive(Clone, Debug, Serialize)]
pub struct Call {
    id: String,
    /// Tool set.
    pub toolset: String,
    /// Tool.
    pub tool: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    after: Vec<String>,
    /// Arguments by name.
    pub arguments: Map<String, Value>,
    /// Whether it may be left out.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub optional: bool,
}

/// One argument of a gold call.
#[derive(Clone, Debug, Serialize)]
pub struct Argument {
    /// The value with which the gold is played.
    pub value: Value,
    from: &'static str,
    /// How it is compared, where not by equality.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    pub matching: Option<Match>,
}

/// How an argument is compared.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Match {
    /// One of these values; `null` among them: it may be left out.
    AnyOf(Vec<Value>),
}

impl Argument {
    /// An argument with this value, and where it comes from as far as the words tell.
    pub fn new(value: Value, words: &str) -> Self {
        let from = if is_stated(&value, words) { "stated" } else { "unknown" };
        Self { value, from, matching: None }
    }

    /// The same, where the user's reply to a question may have it besides.
    pub fn replied(value: Value, words: &str, reply: &str) -> Self {
        let is_reply = is_stated(&value, reply) && !is_stated(&value, words);
        if is_reply { Self { value, from: "reply", matching: None } } else { Self::new(value, words) }
    }

    /// An argument of which any valid value is right.
    pub fn free(value: Value) -> Self {
        Self { value, from: "free", matching: None }
    }
}

impl Call {
    /// A gold call; its id is its place in the turn.
    pub fn new(place: usize, toolset: &str, tool: &str, arguments: Vec<(String, Argument)>) -> Self {
        let arguments = arguments.into_iter().map(|(name, argument)| (name, json!(argument))).collect();
        let (toolset, tool) = (toolset.into(), tool.into());
        Self { id: id(place), toolset, tool, after: Vec::new(), arguments, optional: false }
    }

    /// The same, after the calls at these places of the turn.
    pub fn after(mut self, places: &[usize]) -> Self {
        self.after = places.iter().map(|place| id(*place)).collect();
        self
    }
}

impl Turn {
    /// A turn with its gold calls; without any it is talk.
    pub fn new(id: String, clock: &str, user: &str, calls: Vec<Call>, says: Vec<String>, assistant: &str) -> Self {
        let needed = calls.iter().filter(|call| !call.optional).count();
        let task = match (calls.len(), needed) {
            (0, _) => Task::Chat,
            (1, _) | (_, 1) => Task::SingleTool,
            _ => Task::MultiTool,
        };
        let subtype = if id.ends_with(".1") { Subtype::Opening } else { Subtype::PartialInformation };
        let gold = if calls.is_empty() { Gold::Chat {} } else { Gold::Calls { calls } };
        let (clock, user, assistant) = (clock.to_owned(), user.to_owned(), literal(assistant));
        Self { id, clock, user, subtype, task, gold, says, assistant }
    }

    /// The same, with a question before its calls.
    pub fn asking(mut self, missing: Vec<Missing>, question: &str, reply: &str) -> Self {
        let then = self.calls().to_vec();
        let (question, reply) = (question.to_owned(), reply.to_owned());
        self.gold = Gold::Ask { missing, question, reply, then };
        self
    }

    /// The same, of a kind that the project names.
    pub fn of_kind(mut self, subtype: Subtype, task: Task) -> Self {
        (self.subtype, self.task) = (subtype, task);
        self
    }

    /// What kind of turn it is.
    pub fn task(&self) -> Task {
        self.task
    }

    /// Its gold calls.
    pub fn calls(&self) -> &[Call] {
        match &self.gold {
            Gold::Calls { calls } | Gold::Ask { then: calls, .. } => calls,
            Gold::Chat {} => &[],
        }
    }
}

impl Plan {
    /// Content of `personas/<id>.json`.
    pub fn persona(&self) -> Value {
        let untold = format!("{} does not tell.", self.origin.project);
        json!({
            "id": self.id,
            "name": self.id,
            "summary": format!("The user of the task '{}' of {}.", self.origin.task, self.origin.project),
            "communication": {"style": untold, "clarification": untold},
            "timezone": self.timezone,
            "home": "",
            "preferences": [],
            "habits": {"budget": untold, "travel": untold, "scheduling": untold, "services": untold},
            "constraints": [],
            "attributes": self.attributes,
            "origin": self.origin,
        })
    }

    /// Content of `dialogues/<id>.jsonl`.
    pub fn dialogue(&self) -> String {
        self.topics.iter().map(|topic| json!(topic).to_string() + "\n").collect()
    }

    /// Its turns in order.
    pub fn turns(&self) -> impl Iterator<Item = &Turn> {
        self.topics.iter().flat_map(|topic| &topic.turns)
    }
}

/// `a` to `z`, then `a1` and so on: ids are names in the template of the closing words.
fn id(place: usize) -> String {
    let letter = char::from(b'a' + u8::try_from(place % 26).unwrap_or(0));
    if place < 26 { letter.to_string() } else { format!("{letter}{}", place / 26) }
}

/// Text that means itself where a template is expected.
fn literal(text: &str) -> String {
    text.replace("{{", "{{ '{{' }}")
}

/// Whether the words hold the value as it is written; what people put otherwise is not looked for.
fn is_stated(value: &Value, words: &str) -> bool {
    match value {
        Value::String(text) => stands(text, words),
        Value::Number(number) => stands(&number.to_string(), words),
        Value::Array(items) => !items.is_empty() && items.iter().all(|item| is_stated(item, words)),
        _ => false,
    }
}

fn stands(text: &str, words: &str) -> bool {
    let (text, words) = (text.trim().to_lowercase(), words.to_lowercase());
    let part_of_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let is_whole = |at: usize| {
        let (before, after) = (words[..at].chars().next_back(), words[at + text.len()..].chars().next());
        !part_of_word(before) && !part_of_word(after)
    };
    !text.is_empty() && words.match_indices(&text).any(|(at, _)| is_whole(at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_hold_whole_values_in_any_case() {
        let is = |value: Value| is_stated(&value, "Cancel #W2378156, for Yusuf, 2 of 23.");
        assert!(is(json!("yusuf")) && is(json!("#W2378156")) && is(json!(2)) && is(json!(["Yusuf", 23])));
        assert!(!is(json!("W23")) && !is(json!(3)) && !is(json!("")) && !is(json!(true)) && !is(json!([])));
    }

    #[test]
    fn ids_are_names_and_never_the_same() {
        let ids: std::collections::BTreeSet<String> = (0..100).map(id).collect();
        assert_eq!(ids.len(), 100);
        assert_eq!((id(0), id(25), id(26)), ("a".into(), "z".into(), "a1".into()));
    }
}
