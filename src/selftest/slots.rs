//! Arguments with other values, with the same value in another spelling, left out and added.

use serde_json::{Map, Value};

use super::case::{Act, Case, Expect, Kind};
use super::turn::{Turn, made};
use super::values::{Slot, others, spellings};
use crate::catalogue::Tool;
use crate::script::Played;
use crate::suite::{Argument, GoldCall, Match, Provenance};

pub(super) fn cases(turn: &Turn<'_>) -> Vec<Case> {
    let mut cases = Vec::new();
    for (at, (gold, played)) in turn.calls().enumerate() {
        let Some(tool) = turn.catalogue.find(&gold.toolset, &gold.tool) else { continue };
        for name in tool.properties() {
            let place = Place { turn, at, gold, played, tool, name };
            match (gold.argument(name), played.arguments.get(name)) {
                (Some(argument), Some(value)) => place.given(argument, value, &mut cases),
                (None, None) => place.absent(&mut cases),
                _ => {}
            }
        }
    }
    cases
}

/// One argument of one gold call.
struct Place<'a> {
    turn: &'a Turn<'a>,
    at: usize,
    gold: &'a GoldCall,
    played: &'a Played,
    tool: &'a Tool,
    name: &'a str,
}

impl<'a> Place<'a> {
    fn given(&self, argument: &Argument, value: &Value, cases: &mut Vec<Case>) {
        if argument.from == Provenance::Free {
            return;
        }
        let slot = Slot { tool: self.tool, name: self.name };
        match &argument.matching {
            Match::Equal => {
                cases.extend(others(slot, value).into_iter().map(|(kind, other)| self.wrong(kind, other)));
                cases.extend(spellings(slot, value).into_iter().map(|same| self.right(Kind::Respell, same)));
                cases.extend(self.other_ids(argument, value));
            }
            Match::Contains(words) => {
                cases.push(self.wrong(Kind::Text, "something else altogether".into()));
                cases.push(self.right(Kind::Respell, words.join(" and ").to_uppercase().into()));
            }
            Match::AnyOf(values) => {
                cases.push(self.wrong(Kind::Text, "something else altogether".into()));
                cases.extend(values.iter().map(|other| self.right(Kind::Respell, other.clone())));
            }
            Match::SameResults => {
                cases.extend(
                    others(slot, value).into_iter().map(|(kind, other)| self.as_answered(kind, self.set(other))),
                );
                cases.extend(spellings(slot, value).into_iter().map(|same| self.right(Kind::Respell, same)));
            }
        }
        cases.push(match &argument.matching {
            Match::SameResults if self.decides() => self.as_answered(Kind::Omit, self.unset()),
            _ => self.left_out(value),
        });
    }

    /// Nothing stands in gold: the default may be written out, and nothing else may be added.
    fn absent(&self, cases: &mut Vec<Case>) {
        if let Some(default) = self.tool.defaults().get(self.name) {
            return cases.push(self.right(Kind::DefaultWritten, default.clone()));
        }
        let examples = self.tool.spec.examples.accepted.iter();
        let value = examples.filter_map(|example| example.arguments.get(self.name)).find(|value| !value.is_null());
        if let (Some(value), true) = (value, self.decides()) {
            let what = format!("{} is added as {value}", self.name());
            let acts = self.with(|arguments| drop(arguments.insert(self.name.to_owned(), value.clone())));
            cases.push(Case { kind: Kind::Invent, what, acts, exact: Expect::Fail, relaxed: Expect::Open });
        }
    }

    fn decides(&self) -> bool {
        self.tool.spec.decision_slots.iter().any(|slot| slot == self.name)
    }

    fn left_out(&self, value: &Value) -> Case {
        let (what, acts) = self.unset();
        match self.tool.defaults().get(self.name) {
            Some(default) if default == value => Case::both(Kind::DefaultLeftOut, what, acts, Expect::PassIfAnswered),
            // `en-GB` may be another spelling of the default `en`.
            Some(default) if starts_like(value, default) => Case::both(Kind::Omit, what, acts, Expect::Open),
            _ => self.weighed(Kind::Omit, what, acts),
        }
    }

    /// Another meaning: wrong where the argument decides.
    fn wrong(&self, kind: Kind, value: Value) -> Case {
        let (what, acts) = self.set(value);
        self.weighed(kind, what, acts)
    }

    fn right(&self, kind: Kind, value: Value) -> Case {
        let (what, acts) = self.set(value);
        Case::both(kind, what, acts, Expect::PassIfAnswered)
    }

    /// Another value, of which the answer says whether it comes to the same.
    fn as_answered(&self, kind: Kind, (what, acts): (String, Vec<Act>)) -> Case {
        match self.decides() {
            true => Case::both(kind, what, acts, Expect::AsAnswered(self.turn.first() + self.at)),
            false => self.weighed(kind, what, acts),
        }
    }

    /// What is done where the argument has this value, in words and in acts.
    fn set(&self, value: Value) -> (String, Vec<Act>) {
        let what = format!("{} = {value}", self.name());
        (what, self.with(|arguments| drop(arguments.insert(self.name.to_owned(), value))))
    }

    fn unset(&self) -> (String, Vec<Act>) {
        let acts = self.with(|arguments| drop(arguments.shift_remove(self.name)));
        (format!("{} is left out", self.name()), acts)
    }

    /// A technical argument decides nothing by itself. What it changes in a row that is written, or in a result that is
    /// needed later, may decide; that is for the tool to say.
    fn weighed(&self, kind: Kind, what: String, acts: Vec<Act>) -> Case {
        if self.decides() {
            let relaxed = Expect::FailUnlessSame(self.turn.first() + self.at);
            // An example may know a thing by a second name.
            let exact = if kind == Kind::Name { relaxed } else { Expect::Fail };
            return Case { kind, what, acts, exact, relaxed };
        }
        let is_needed = self.turn.gold.calls().iter().any(|other| other.after.contains(&self.gold.id));
        let (exact, relaxed) = match (is_needed, self.tool.writes()) {
            (true, _) => (Expect::Open, Expect::Open),
            (false, true) => (Expect::PassIfAnswered, Expect::Open),
            (false, false) => (Expect::PassIfAnswered, Expect::PassIfAnswered),
        };
        Case { kind: Kind::Technical, what, acts, exact, relaxed }
    }

    /// For a value out of a result: the others that stand in results at fields of the same name.
    fn other_ids(&self, argument: &Argument, value: &Value) -> Vec<Case> {
        let Some(from) = argument.call() else { return Vec::new() };
        let Some(result) = self.turn.scene.calls.iter().find(|call| call.id == from) else { return Vec::new() };
        let mut fields = Vec::new();
        named_fields(&result.outcome.body, "", &mut fields);
        let names: Vec<&str> = fields.iter().filter(|(_, v)| *v == value).map(|(name, _)| *name).collect();
        let others = fields.iter().filter(|(name, other)| names.contains(name) && *other != value);
        others.take(2).map(|(_, other)| self.wrong(Kind::Id, (*other).clone())).collect()
    }

    /// The turn with the arguments of this call changed.
    fn with(&self, change: impl FnOnce(&mut Map<String, Value>)) -> Vec<Act> {
        let mut call = made(self.played);
        change(&mut call.arguments);
        let mut acts = self.turn.made();
        acts[self.at] = Act::Call(call);
        self.turn.around(acts)
    }

    fn name(&self) -> String {
        format!("{} '{}': {}", self.gold.tool, self.gold.id, self.name)
    }
}

fn starts_like(value: &Value, start: &Value) -> bool {
    match (value.as_str(), start.as_str()) {
        (Some(value), Some(start)) => value.to_lowercase().starts_with(&start.to_lowercase()),
        _ => false,
    }
}

/// All texts and numbers of a value, with the names of the fields they stand in.
fn named_fields<'v>(value: &'v Value, name: &'v str, fields: &mut Vec<(&'v str, &'v Value)>) {
    match value {
        Value::Object(map) => map.iter().for_each(|(name, value)| named_fields(value, name, fields)),
        Value::Array(items) => items.iter().for_each(|item| named_fields(item, name, fields)),
        Value::String(_) | Value::Number(_) => fields.push((name, value)),
        Value::Bool(_) | Value::Null => {}
    }
}
