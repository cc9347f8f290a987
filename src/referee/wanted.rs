use std::borrow::Cow;
use std::sync::Arc;

use minijinja::value::Value as Dynamic;
use serde_json::Value;

use super::align::Terms;
use super::compare::{Kind, Resolver, holds_all, same, same_answer};
use super::finding::FindingKind;
use super::transcript::CallRun;
use crate::catalogue::Tool;
use crate::expression::{Scope, value};
use crate::script::Played;
use crate::suite::{Argument, GoldCall, Match, Provenance, Source};

/// A gold call with its values worked out, to be compared with calls of the agent.
#[derive(Debug)]
pub struct Wanted<'a> {
    /// The gold call.
    pub call: &'a GoldCall,
    slots: Vec<Slot<'a>>,
}

#[derive(Debug)]
struct Slot<'a> {
    name: &'a str,
    decides: bool,
    argument: Option<&'a Argument>,
    kind: Kind<'a>,
    /// The tool, where the catalogue has it.
    tool: Option<&'a Tool>,
    /// What leaving the argument out means; filled in before only where the call was valid.
    default: Option<&'a Value>,
    value: Want<'a>,
}

/// What an argument should be.
#[derive(Debug)]
enum Want<'a> {
    /// This.
    Value(Cow<'a, Value>),
    /// Text with these words.
    Words(&'a [String]),
    /// Any of these.
    AnyOf(&'a [Value]),
    /// This, where it is known, or whatever gets the answer that gold's call got.
    Answer(Option<Cow<'a, Value>>, Option<&'a Value>),
    /// Whatever is valid.
    Anything,
    /// Nothing at all.
    Absent,
    /// Something out of a result that the agent never got, so whatever it wrote has no ground.
    Unknown,
}

/// One argument of a call that is not what it should be.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference<'a> {
    /// Name of the argument.
    pub slot: &'a str,
    /// Wrong value, missing or invented argument.
    pub kind: FindingKind,
    /// The gold argument; none where gold leaves it to the default, or out.
    pub argument: Option<&'a Argument>,
    /// What it should have been, where that is known.
    pub expected: Option<Value>,
    /// What it was.
    pub actual: Option<Value>,
    /// Whether it is a decision slot.
    pub decides: bool,
}

impl<'a> Wanted<'a> {
    /// Works out the values; `answer` gives the answer that the agent got to a gold call of this id.
    pub(super) fn new(call: &'a GoldCall, terms: &Terms<'a>, answer: impl Fn(&str) -> Option<&'a CallRun>) -> Self {
        let slots = match terms.catalogue.find(&call.toolset, &call.tool) {
            Some(tool) => slots(call, tool, &answer, terms.gold.played(&call.id)),
            None => call.arguments.iter().map(|(name, a)| Slot::of_unknown_tool(name, a, &answer)).collect(),
        };
        Self { call, slots }
    }

    /// Whether a call is one of this tool.
    pub fn is_of_tool(&self, run: &CallRun) -> bool {
        self.call.toolset == run.toolset && self.call.tool == run.tool
    }

    /// The deciding arguments that gold names, with their values where those are known.
    pub fn named(&self) -> Vec<(&'a str, Option<Value>)> {
        let named = self.slots.iter().filter(|slot| slot.decides && slot.argument.is_some());
        named.map(|slot| (slot.name, slot.value.shown())).collect()
    }

    /// Every argument that gold names, with one value for all that would be right; null where it stands in a result that
    /// the agent never got.
    pub fn literal(&self) -> Vec<(&'a str, Value)> {
        let slot = |name: &str| self.slots.iter().find(|slot| slot.name == name && slot.argument.is_some());
        let named = self.call.arguments.iter().filter_map(|(name, _)| slot(name));
        named.map(|slot| (slot.name, slot.literal())).collect()
    }

    /// How many deciding differences there are; a call that was refused is wrong whatever its arguments.
    pub fn faults(&self, run: &CallRun, resolver: &dyn Resolver) -> usize {
        let wrong = self.slots.iter().filter(|slot| slot.decides && slot.fault(run, resolver).is_some());
        wrong.count() + usize::from(!run.is_ok())
    }

    /// All differences; those of technical arguments decide nothing.
    pub fn differences(&self, run: &CallRun, resolver: &dyn Resolver) -> Vec<Difference<'a>> {
        let difference = |slot: &Slot<'a>| {
            let kind = slot.fault(run, resolver)?;
            let (expected, actual) = (slot.value.shown(), slot.actual(run).cloned());
            Some(Difference { slot: slot.name, kind, argument: slot.argument, expected, actual, decides: slot.decides })
        };
        self.slots.iter().filter_map(difference).collect()
    }
}

/// All decision slots of the tool, then the technical arguments that gold names.
fn slots<'a>(
    call: &'a GoldCall,
    tool: &'a Tool,
    answer: &impl Fn(&str) -> Option<&'a CallRun>,
    played: Option<&'a Played>,
) -> Vec<Slot<'a>> {
    let decision = &tool.spec.decision_slots;
    let slot = |name: &'a str, decides: bool| {
        let argument = call.argument(name).filter(|argument| !is_absent(argument, tool, name));
        let default = tool.defaults().get(name);
        let value = match argument {
            Some(argument) => Want::of(argument, answer, played),
            None => default.map_or(Want::Absent, |value| Want::Value(Cow::Borrowed(value))),
        };
        Slot { name, decides, argument, kind: Kind::of(tool, name), tool: Some(tool), default, value }
    };
    let technical =
        call.arguments.iter().map(|(name, _)| name.as_str()).filter(|name| !decision.iter().any(|d| d == name));
    let decisive = decision.iter().map(|name| slot(name, true));
    decisive.chain(technical.map(|name| slot(name, false))).collect()
}

/// Null stands for "not given", unless the tool has a meaning for it.
fn is_absent(argument: &Argument, tool: &Tool, name: &str) -> bool {
    let plain = argument.matching == Match::Equal;
    plain && matches!(argument.source, Source::Value(Value::Null)) && !admits_null(tool, name)
}

fn admits_null(tool: &Tool, name: &str) -> bool {
    match tool.property(name).and_then(|schema| schema.get("type")) {
        Some(Value::Array(types)) => types.iter().any(|t| t == "null"),
        Some(one) => one == "null",
        None => false,
    }
}

impl<'a> Slot<'a> {
    /// Where the catalogue has no such tool, every argument decides.
    fn of_unknown_tool(name: &'a str, argument: &'a Argument, answer: &impl Fn(&str) -> Option<&'a CallRun>) -> Self {
        let value = Want::of(argument, answer, None);
        Self { name, decides: true, argument: Some(argument), kind: Kind::default(), tool: None, default: None, value }
    }

    fn actual<'r>(&'r self, run: &'r CallRun) -> Option<&'r Value> {
        run.arguments.get(self.name).or(self.default)
    }

    fn literal(&self) -> Value {
        let written = self.argument.map(|argument| &argument.source);
        match (&self.value, written) {
            (Want::Value(value) | Want::Answer(Some(value), _), _) => value.clone().into_owned(),
            (_, Some(Source::Value(value))) => value.clone(),
            (Want::Words(words), _) => Value::String(words.join(" ")),
            (Want::AnyOf(values), _) => values.first().cloned().unwrap_or_default(),
            (Want::Anything | Want::Answer(None, _) | Want::Absent | Want::Unknown, _) => Value::Null,
        }
    }

    /// Whether a call got this answer.
    fn gives(&self, run: &CallRun, answer: Option<&Value>) -> bool {
        let (Some(tool), Some(answer)) = (self.tool, answer) else { return false };
        run.is_ok() && same_answer(tool, self.name, answer, &run.body)
    }

    /// What is wrong with this argument of a call.
    fn fault(&self, run: &CallRun, resolver: &dyn Resolver) -> Option<FindingKind> {
        let actual = self.actual(run);
        let given = actual.filter(|value| !value.is_null());
        let is = |wanted: &Value| match actual {
            Some(actual) => same(&self.kind, wanted, actual, resolver),
            None => wanted.is_null(),
        };
        let right = match &self.value {
            Want::Value(wanted) => is(wanted),
            Want::Words(words) => given.is_some_and(|actual| holds_all(&words_of(actual), words)),
            Want::AnyOf(values) => values.iter().any(is),
            Want::Answer(value, answer) => value.as_ref().is_some_and(|value| is(value)) || self.gives(run, *answer),
            Want::Anything => true,
            Want::Absent => given.is_none(),
            Want::Unknown => false,
        };
        match (right, given, &self.value) {
            (true, ..) => None,
            (_, None, _) => Some(FindingKind::MissingArgument),
            (_, Some(_), Want::Absent) => Some(FindingKind::InventedArgument),
            _ => Some(FindingKind::WrongValue),
        }
    }
}

impl<'a> Want<'a> {
    fn of(argument: &'a Argument, answer: &impl Fn(&str) -> Option<&'a CallRun>, played: Option<&'a Played>) -> Self {
        match (&argument.matching, &argument.from) {
            (_, Provenance::Free) => Self::Anything,
            (Match::Contains(words), _) => Self::Words(words),
            (Match::AnyOf(values), _) => Self::AnyOf(values),
            (Match::SameResults, _) => {
                Self::Answer(value_of(argument, answer), played.map(|played| &played.outcome.body))
            }
            (Match::Equal, _) => value_of(argument, answer).map_or(Self::Unknown, Self::Value),
        }
    }

    /// The value as evidence.
    fn shown(&self) -> Option<Value> {
        match self {
            Self::Value(value) | Self::Answer(Some(value), _) => Some(value.clone().into_owned()),
            Self::Words(words) => Some(serde_json::json!({"contains": words})),
            Self::AnyOf(values) => Some(serde_json::json!({"any_of": values})),
            Self::Answer(None, _) | Self::Anything | Self::Absent | Self::Unknown => None,
        }
    }
}

/// The texts of a value in one: free text may come as a list of words.
fn words_of(value: &Value) -> Cow<'_, str> {
    match value {
        Value::String(text) => Cow::Borrowed(text),
        Value::Array(items) => Cow::Owned(items.iter().map(words_of).collect::<Vec<_>>().join(" ")),
        _ => Cow::Borrowed(""),
    }
}

/// The value of a gold argument, or nothing when it stands in a result that the agent never got.
fn value_of<'a>(argument: &'a Argument, answer: &impl Fn(&str) -> Option<&'a CallRun>) -> Option<Cow<'a, Value>> {
    let answered = |call: &str| answer(call).filter(|run| run.is_ok());
    match &argument.source {
        Source::Value(value) => Some(Cow::Borrowed(value)),
        Source::Path { call, path } => answered(call)?.body.pointer(path).map(Cow::Borrowed),
        Source::Pick { call, pick } => {
            let result = value::from_json(&answered(call)?.body);
            let scope = Scope::new(Dynamic::from(())).bind(&Arc::from("result"), result);
            value::to_json(&pick.eval(&scope).ok()?).ok().map(Cow::Owned)
        }
    }
}
