//! Gold as JSON, part by part.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use crate::call::{canonical, hex};
use crate::catalogue::arguments::escape;
use crate::suite::{Argument, Gold, GoldCall, Match, Provenance, Source, TurnRef};

/// Bytes of a digest that are kept: two versions of one part are told apart, and that is all.
const KEPT: usize = 4;

/// Where gold calls stand in a turn of a dialogue file.
pub fn calls_pointer(gold: &Gold) -> &'static str {
    match gold {
        Gold::Ask(_) => "/gold/then",
        Gold::Calls(_) | Gold::Chat => "/gold/calls",
    }
}

/// Digests of the parts of a turn's gold, by JSON pointer into the turn.
pub(in crate::referee) fn digests(here: TurnRef<'_>) -> BTreeMap<String, String> {
    let says = here.turn.says.iter().enumerate().map(|(i, words)| (format!("/says/{i}"), json!(words)));
    parts(&here.turn.gold).into_iter().chain(says).map(|(pointer, part)| (pointer, digest(&part))).collect()
}

fn digest(part: &Value) -> String {
    hex(&Sha256::digest(canonical::bytes(part))[..KEPT])
}

fn parts(gold: &Gold) -> Vec<(String, Value)> {
    let kind = match gold {
        Gold::Calls(_) => "calls",
        Gold::Ask(_) => "ask",
        Gold::Chat => "chat",
    };
    let mut parts = vec![("/gold/kind".to_owned(), json!(kind))];
    if let Some(ask) = gold.ask() {
        for (i, m) in ask.missing.iter().enumerate() {
            parts.push((
                format!("/gold/missing/{i}"),
                json!({"toolset": m.toolset, "tool": m.tool, "slot": m.slot, "words": m.words}),
            ));
        }
        parts.push(("/gold/question".into(), json!(ask.question)));
        parts.push(("/gold/reply".into(), json!(ask.reply)));
    }
    for (i, call) in gold.calls().iter().enumerate() {
        let at = format!("{}/{i}", calls_pointer(gold));
        parts.push((format!("{at}/id"), json!(call.id)));
        parts.push((format!("{at}/tool"), json!({"toolset": call.toolset, "tool": call.tool})));
        parts.push((format!("{at}/after"), json!(call.after)));
        if call.optional {
            parts.push((format!("{at}/optional"), json!(true)));
        }
        let argument =
            |(name, argument): &(String, Argument)| (format!("{at}/arguments/{}", escape(name)), as_json(argument));
        parts.extend(call.arguments.iter().map(argument));
    }
    parts
}

/// The arguments of a gold call, as a dialogue file writes them.
pub fn arguments(call: &GoldCall) -> Map<String, Value> {
    call.arguments.iter().map(|(name, argument)| (name.clone(), as_json(argument))).collect()
}

fn as_json(argument: &Argument) -> Value {
    let mut json = match &argument.source {
        Source::Value(value) => json!({"value": value}),
        Source::Path { call, path } => json!({"result": call, "path": path}),
        Source::Pick { call, pick } => json!({"result": call, "pick": pick.source()}),
    };
    json["from"] = match &argument.from {
        Provenance::Stated => json!("stated"),
        Provenance::Turn(turn) => json!({"turn": turn}),
        Provenance::Preference(id) => json!({"preference": id}),
        Provenance::Result => json!("result"),
        Provenance::Reply => json!("reply"),
        Provenance::Derived => json!("derived"),
        Provenance::Free => json!("free"),
        Provenance::Unknown => json!("unknown"),
    };
    match &argument.matching {
        Match::Equal => {}
        Match::Contains(words) => json["match"] = json!({"contains": words}),
        Match::AnyOf(values) => json["match"] = json!({"any_of": values}),
        Match::SameResults => json["match"] = json!("same_results"),
    }
    json
}
