use serde_json::Value;

use super::dialogue::{Dialogue, TurnRef};
use super::gold::{Provenance, Source};

/// Something the user can tell again when she is asked, because the agent could know it: she said it, or spoke of the
/// preference that fixes it. What only her profile says is no fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// Words of which a question about it holds one.
    pub words: Vec<String>,
    /// The value in plain words.
    pub value: String,
    /// Where she said it.
    pub said: Said,
}

/// Where the user said something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    /// In this turn.
    Now,
    /// In an earlier turn.
    Before,
    /// When she spoke of how she likes it.
    Always,
}

/// Names of arguments that say nothing by themselves.
const VAGUE: [&str; 12] =
    ["name", "type", "value", "list", "code", "data", "format", "mode", "with", "include", "user", "text"];

/// What the user can tell again in a turn, by the arguments of its gold.
pub fn facts(dialogue: &Dialogue, turn: TurnRef<'_>) -> Vec<Fact> {
    let mut facts: Vec<Fact> = Vec::new();
    for (name, argument) in turn.turn.gold.calls().iter().flat_map(|call| &call.arguments) {
        let said = match &argument.from {
            Provenance::Stated => Said::Now,
            Provenance::Turn(_) => Said::Before,
            Provenance::Preference(id) if is_revealed(dialogue, turn, id) => Said::Always,
            _ => continue,
        };
        let Source::Value(value) = &argument.source else { continue };
        let Some(value) = plain(value) else { continue };
        let fact = Fact { words: words(name), value, said };
        if !facts.contains(&fact) {
            facts.push(fact);
        }
    }
    facts
}

fn is_revealed(dialogue: &Dialogue, turn: TurnRef<'_>, preference: &str) -> bool {
    let until_here = dialogue.turns().take(turn.index + 1);
    until_here.flat_map(|turn| &turn.turn.reveals).any(|id| id == preference)
}

/// A value as a person says it: `first_class` is first class.
fn plain(value: &Value) -> Option<String> {
    match value {
        Value::String(text) if text.trim().is_empty() => None,
        Value::String(text) if is_name(text) => Some(text.replace('_', " ")),
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(yes) => Some(if *yes { "yes" } else { "no" }.to_owned()),
        Value::Array(items) => {
            let items: Option<Vec<String>> = items.iter().map(plain).collect();
            items.filter(|items| !items.is_empty()).map(|items| items.join(", "))
        }
        Value::Null | Value::Object(_) => None,
    }
}

fn is_name(text: &str) -> bool {
    text.contains('_') && text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
}

/// `toCurrency` and `to_currency` are about a "to currency", and about a "currency".
fn words(name: &str) -> Vec<String> {
    let mut parts: Vec<String> = vec![String::new()];
    for c in name.chars() {
        if (c == '_' || c == '-' || c.is_uppercase()) && parts.last().is_some_and(|part| !part.is_empty()) {
            parts.push(String::new());
        }
        if let Some(part) = parts.last_mut().filter(|_| c.is_alphanumeric()) {
            part.extend(c.to_lowercase());
        }
    }
    let telling = |part: &&String| part.len() > 3 && !VAGUE.contains(&part.as_str());
    let mut words: Vec<String> = parts.iter().filter(telling).cloned().collect();
    words.insert(0, parts.join(" "));
    words.dedup();
    words
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn names_of_arguments_are_words() {
        assert_eq!(words("toCurrency"), ["to currency", "currency"]);
        assert_eq!(words("seat_level"), ["seat level", "seat", "level"]);
        assert_eq!(words("date"), ["date"]);
        assert_eq!(words("user_name"), ["user name"]);
    }

    #[test]
    fn values_are_said_plainly() {
        let said = |value| plain(&value);
        assert_eq!(said(json!("first_class")).as_deref(), Some("first class"));
        assert_eq!(said(json!(["GBP", "EUR"])).as_deref(), Some("GBP, EUR"));
        assert_eq!(said(json!(6480)).as_deref(), Some("6480"));
        assert_eq!(said(json!(null)), None);
        assert_eq!(said(json!("USER_ID")).as_deref(), Some("USER_ID"));
    }
}
