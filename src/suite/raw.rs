//! The dialogue files as written, and the way from there to checked types.

use std::collections::BTreeSet;

use serde::Deserialize;
use serde_json::{Map, Value};

use super::dialogue::{Dialogue, Subtype, Task, Topic, Turn};
use super::gold::{Argument, Ask, Calls, Gold, GoldCall, Match, Missing, Provenance, Source};
use crate::expression::template::Wrong;
use crate::expression::{Expression, Names, Template};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawTopic {
    topic: String,
    title: String,
    toolset: OneOrMany,
    clock: String,
    turns: Vec<RawTurn>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMany {
    One(String),
    Many(Vec<String>),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawTurn {
    id: String,
    clock: String,
    user: String,
    subtype: Subtype,
    task: Task,
    #[serde(default)]
    reveals: Vec<String>,
    gold: RawGold,
    #[serde(default)]
    says: Vec<String>,
    assistant: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, tag = "kind", rename_all = "snake_case")]
enum RawGold {
    Calls { calls: Vec<RawCall> },
    Ask { missing: Vec<RawMissing>, question: String, reply: String, then: Vec<RawCall> },
    Chat {},
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawMissing {
    #[serde(default)]
    toolset: Option<String>,
    tool: String,
    slot: String,
    words: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawCall {
    id: String,
    #[serde(default)]
    toolset: Option<String>,
    tool: String,
    #[serde(default)]
    after: Vec<String>,
    arguments: Map<String, Value>,
    #[serde(default)]
    optional: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawArgument {
    #[serde(default, deserialize_with = "present")]
    value: Option<Value>,
    #[serde(default)]
    result: Option<String>,
    #[serde(default)]
    path: Option<String>,
    #[serde(default)]
    pick: Option<String>,
    from: RawProvenance,
    #[serde(default, rename = "match")]
    matching: Option<RawMatch>,
    #[serde(default)]
    note: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "snake_case")]
enum RawProvenance {
    Stated,
    Turn(String),
    Preference(String),
    Result,
    Reply,
    Derived,
    Free,
    Unknown,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "snake_case")]
enum RawMatch {
    Contains(Vec<String>),
    AnyOf(Vec<Value>),
    SameResults,
}

/// A `null` that is written counts as a value.
fn present<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}

/// Reads a dialogue file.
///
/// # Errors
///
/// Line (and pointer within it), and what was expected.
pub(super) fn dialogue(persona: &str, file: &str, bytes: &[u8]) -> Result<Dialogue, Wrong> {
    let text = std::str::from_utf8(bytes).map_err(|e| (String::new(), e.to_string()))?;
    let mut topics = Vec::new();
    for (i, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let raw: RawTopic =
            serde_json::from_str(line).map_err(|e| (format!("line {} column {}", i + 1, e.column()), e.to_string()))?;
        topics.push(topic(raw, i + 1).map_err(|(at, e)| (format!("line {} {at}", i + 1), e))?);
    }
    let dialogue = Dialogue { persona: persona.to_owned(), file: file.to_owned(), topics };
    check_order(&dialogue)?;
    Ok(dialogue)
}

fn topic(raw: RawTopic, line: usize) -> Result<Topic, Wrong> {
    let toolsets = match raw.toolset {
        OneOrMany::One(one) => vec![one],
        OneOrMany::Many(many) => many,
    };
    if toolsets.is_empty() {
        return Err(("/toolset".into(), "names no tool set".into()));
    }
    let turn = |(i, t)| turn(t, &toolsets, &format!("/turns/{i}"));
    let turns = raw.turns.into_iter().enumerate().map(turn).collect::<Result<_, _>>()?;
    Ok(Topic { id: raw.topic, line, title: raw.title, toolsets, clock: raw.clock, turns })
}

fn turn(raw: RawTurn, toolsets: &[String], at: &str) -> Result<Turn, Wrong> {
    let gold = gold(raw.gold, toolsets, &format!("{at}/gold"))?;
    if let Some(i) = raw.says.iter().position(|words| words.trim().is_empty()) {
        return Err((format!("{at}/says/{i}"), "holds no words".into()));
    }
    let names = Names::only(gold.calls().iter().map(|call| call.id.as_str()));
    let source = Value::from(raw.assistant.as_str());
    let assistant = Template::compile(&source, &names, &format!("{at}/assistant"))?;
    Ok(Turn {
        id: raw.id,
        clock: raw.clock,
        user: raw.user,
        subtype: raw.subtype,
        task: raw.task,
        reveals: raw.reveals,
        gold,
        says: raw.says,
        assistant,
        assistant_source: raw.assistant,
    })
}

fn gold(raw: RawGold, toolsets: &[String], at: &str) -> Result<Gold, Wrong> {
    match raw {
        RawGold::Chat {} => Ok(Gold::Chat),
        RawGold::Calls { calls } => calls_of(calls, toolsets, &format!("{at}/calls")).map(Gold::Calls),
        RawGold::Ask { missing, question, reply, then } => {
            if missing.is_empty() || missing.iter().any(|m| m.words.is_empty()) {
                return Err((format!("{at}/missing"), "names no slot, or no words for one".into()));
            }
            let missing = missing.into_iter().map(|m| Missing {
                toolset: m.toolset.unwrap_or_else(|| toolsets[0].clone()),
                tool: m.tool,
                slot: m.slot,
                words: m.words,
            });
            let then = calls_of(then, toolsets, &format!("{at}/then"))?;
            Ok(Gold::Ask(Ask { missing: missing.collect(), question, reply, then }))
        }
    }
}

/// Calls must stand in an order in which they can be made, which also rules out cycles.
fn calls_of(raw: Vec<RawCall>, toolsets: &[String], at: &str) -> Result<Calls, Wrong> {
    let mut calls: Vec<GoldCall> = Vec::new();
    for (i, raw) in raw.into_iter().enumerate() {
        let at = format!("{at}/{i}");
        let earlier: BTreeSet<&str> = calls.iter().map(|c| c.id.as_str()).collect();
        if earlier.contains(raw.id.as_str()) {
            return Err((format!("{at}/id"), format!("'{}' stands twice", raw.id)));
        }
        let mut after: BTreeSet<String> = raw.after.into_iter().collect();
        let mut arguments = Vec::new();
        for (name, value) in raw.arguments {
            let place = format!("{at}/arguments/{name}");
            let argument = argument(value, &place)?;
            after.extend(argument.call().map(str::to_owned));
            arguments.push((name, argument));
        }
        if let Some(later) = after.iter().find(|id| !earlier.contains(id.as_str())) {
            return Err((at, format!("needs '{later}', which is not an earlier call of this turn")));
        }
        let toolset = raw.toolset.unwrap_or_else(|| toolsets[0].clone());
        if !toolsets.contains(&toolset) {
            return Err((at, format!("'{toolset}' is not a tool set of this topic")));
        }
        calls.push(GoldCall { id: raw.id, toolset, tool: raw.tool, after, arguments, optional: raw.optional });
    }
    match calls.is_empty() {
        true => Err((at.to_owned(), "there are no calls".into())),
        false => Ok(Calls { calls }),
    }
}

fn argument(source: Value, at: &str) -> Result<Argument, Wrong> {
    let wrong = |detail: String| (at.to_owned(), detail);
    let raw: RawArgument = serde_json::from_value(source).map_err(|e| wrong(e.to_string()))?;
    let source = match (raw.value, raw.result, raw.path, raw.pick) {
        (Some(value), None, None, None) => Source::Value(value),
        (None, Some(call), Some(path), None) => Source::Path { call, path },
        (None, Some(call), None, Some(pick)) => {
            let pick = pick.trim().trim_start_matches("{{").trim_end_matches("}}");
            Source::Pick { call, pick: Expression::compile(pick, &Names::only(["result"])).map_err(wrong)? }
        }
        _ => return Err(wrong("expected 'value', or 'result' with 'path' or 'pick'".into())),
    };
    let from = match raw.from {
        RawProvenance::Stated => Provenance::Stated,
        RawProvenance::Turn(id) => Provenance::Turn(id),
        RawProvenance::Preference(id) => Provenance::Preference(id),
        RawProvenance::Result => Provenance::Result,
        RawProvenance::Reply => Provenance::Reply,
        RawProvenance::Derived => Provenance::Derived,
        RawProvenance::Free => Provenance::Free,
        RawProvenance::Unknown => Provenance::Unknown,
    };
    let matching = match raw.matching {
        None => Match::Equal,
        Some(RawMatch::Contains(words)) => Match::Contains(words),
        Some(RawMatch::AnyOf(values)) => Match::AnyOf(values),
        Some(RawMatch::SameResults) => Match::SameResults,
    };
    Ok(Argument { source, from, matching, note: raw.note })
}

/// Ids are unique, clocks do not run backwards, and provenance points to earlier turns.
fn check_order(dialogue: &Dialogue) -> Result<(), Wrong> {
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    let mut latest: Option<jiff::Timestamp> = None;
    for turn in dialogue.turns() {
        let turn = turn.turn;
        let wrong = |detail: String| (format!("turn {}", turn.id), detail);
        let clock = turn.clock.parse().map_err(|e| wrong(format!("/clock '{}': {e}", turn.clock)))?;
        if latest.is_some_and(|before| clock < before) {
            return Err(wrong(format!("/clock {} is before the turn before", turn.clock)));
        }
        latest = Some(clock);
        for call in turn.gold.calls() {
            for (name, argument) in &call.arguments {
                if let Provenance::Turn(id) = &argument.from
                    && !seen.contains(id.as_str())
                {
                    return Err(wrong(format!("argument '{name}' comes from '{id}', which is no earlier turn")));
                }
            }
        }
        if !seen.insert(&turn.id) {
            return Err(wrong("this id stands twice".into()));
        }
    }
    Ok(())
}
