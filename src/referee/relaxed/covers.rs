use std::collections::BTreeMap;

use serde_json::Value;

use crate::catalogue::Tool;
use crate::referee::compare::{Kind, same};
use crate::referee::exact::Case;
use crate::referee::transcript::CallRun;
use crate::referee::wanted::Wanted;
use crate::suite::GoldCall;

/// Choices of earlier answers that are tried for one gold call. One that takes its values out of two answers, each of
/// which stands six times, stays below.
const CHOICES: usize = 64;

/// Which calls give what a gold call gives.
pub(super) struct Covers<'a> {
    pub gold: &'a [GoldCall],
    pub calls: &'a [&'a CallRun],
    /// For each gold call, the calls of its tool that are right, by position.
    pub own: Vec<Vec<usize>>,
    /// For each gold call, the calls of other tools that give the same.
    pub others: Vec<Vec<usize>>,
}

impl<'a> Covers<'a> {
    pub fn new(case: &Case<'a>, gold: &'a [GoldCall], calls: &'a [&'a CallRun]) -> Self {
        let mut covers = Self { gold, calls, own: Vec::new(), others: Vec::new() };
        for call in gold {
            let choices = covers.choices(call);
            let wanted: Vec<Wanted<'a>> = choices.iter().map(|answers| covers.wanted(case, call, answers)).collect();
            let of_tool = |at: &usize| calls[*at].is_ok() && wanted[0].is_of_tool(calls[*at]);
            let is_right = |at: &usize| wanted.iter().any(|w| w.faults(calls[*at], case.terms.resolver) == 0);
            let own: Vec<usize> = (0..calls.len()).filter(of_tool).filter(is_right).collect();
            covers.others.push((0..calls.len()).filter(|at| is_equivalent(case, &wanted, calls[*at])).collect());
            covers.own.push(own);
        }
        covers
    }

    /// Whether what a gold call gives was learned.
    pub fn is_covered(&self, g: usize) -> bool {
        !self.own[g].is_empty() || !self.others[g].is_empty()
    }

    fn wanted(&self, case: &Case<'a>, call: &'a GoldCall, answers: &BTreeMap<&str, usize>) -> Wanted<'a> {
        Wanted::new(call, &case.terms, |id| answers.get(id).map(|at| self.calls[*at]))
    }

    /// The ways to take the answers that a gold call needs: any call that is right for the gold call it refers to.
    fn choices(&self, call: &'a GoldCall) -> Vec<BTreeMap<&'a str, usize>> {
        let mut choices = vec![BTreeMap::new()];
        let mut seen: Vec<&str> = Vec::new();
        for id in call.arguments.iter().filter_map(|(_, argument)| argument.call()) {
            let of = self.gold.iter().position(|gold| gold.id == id).filter(|_| !seen.contains(&id));
            seen.push(id);
            let Some(right) = of.and_then(|g| self.own.get(g)).filter(|right| !right.is_empty()) else { continue };
            let extend = |choice: &BTreeMap<&'a str, usize>| {
                let with = |at: &usize| choice.iter().map(|(id, at)| (*id, *at)).chain([(id, *at)]).collect();
                right.iter().map(with).collect::<Vec<_>>()
            };
            choices = choices.iter().flat_map(extend).take(CHOICES).collect();
        }
        choices
    }
}

/// Whether a call of another tool, which the gold tool's spec names, was asked for the same: each deciding value of gold
/// is its argument of the same name or of the name that the spec gives; where it has none, the value is found among its
/// arguments or in its answer.
fn is_equivalent(case: &Case<'_>, wanted: &[Wanted<'_>], call: &CallRun) -> bool {
    let gold = wanted[0].call;
    let Some(tool) = case.terms.catalogue.find(&gold.toolset, &gold.tool) else { return false };
    let Some(other) = case.terms.catalogue.find(&call.toolset, &call.tool) else { return false };
    let Some(named) = tool.spec.equivalents.iter().find(|e| e.tool == call.tool) else { return false };
    if tool.writes() || other.writes() || !call.is_ok() || call.toolset != gold.toolset {
        return false;
    }
    let right = |name: &str, value: &Value| {
        let kind = Kind::of(tool, name);
        let is = |found: &Value| same(&kind, value, found, case.terms.resolver);
        let names =
            named.slots.get(name).map_or_else(|| vec![name], |names| names.iter().map(String::as_str).collect());
        let own: Vec<&str> = names.into_iter().filter(|name| other.property(name).is_some()).collect();
        match own.is_empty() {
            true => call.arguments.values().any(|v| stands_in(v, &is)) || stands_in(&call.body, &is),
            false => own.iter().all(|name| argument(call, other, name).is_some_and(|v| stands_in(v, &is))),
        }
    };
    let has = |(name, value): (&String, &Value)| {
        argument(call, other, name).is_some_and(|v| same(&Kind::of(other, name), value, v, case.terms.resolver))
    };
    let mut of_values = wanted.iter().map(Wanted::named);
    named.with.iter().all(has)
        && of_values
            .any(|named| named.iter().all(|(name, value)| value.as_ref().is_some_and(|value| right(name, value))))
}

fn argument<'r>(call: &'r CallRun, tool: &'r Tool, name: &str) -> Option<&'r Value> {
    call.arguments.get(name).or_else(|| tool.defaults().get(name))
}

/// Whether a value is this one, or holds it.
fn stands_in(value: &Value, is: &impl Fn(&Value) -> bool) -> bool {
    is(value)
        || match value {
            Value::Array(items) => items.iter().any(|item| stands_in(item, is)),
            Value::Object(fields) => fields.values().any(|field| stands_in(field, is)),
            _ => false,
        }
}
