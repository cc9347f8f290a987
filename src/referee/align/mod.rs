//! Which call of the agent stands for which gold call. Each call is accounted for once, and the whole is as right as it
//! can be: as few calls as possible are left over, then as few decision slots as possible are wrong, then as few calls
//! as possible stand in the wrong order.
//!
//! - `align`: gold calls and calls of the agent, paired
//! - [`hungarian`]: the assignment problem
//! - `exhaust`: all pairings, where calls depend on each other and are few
//! - `known`: pairings that were worked out already
//! - `refine`: where results of one call are arguments of another, equal calls are not interchangeable

mod exhaust;
pub mod hungarian;
mod known;
mod refine;

use std::collections::BTreeMap;

pub(in crate::referee) use known::Pairings;
use known::Partners;

use super::compare::Resolver;
use super::rehearsal::Rehearsals;
use super::transcript::CallRun;
use super::wanted::Wanted;
use crate::catalogue::Catalogue;
use crate::suite::GoldCall;

/// What calls are compared with.
#[derive(Clone, Copy)]
pub(super) struct Terms<'a> {
    pub catalogue: &'a Catalogue,
    pub resolver: &'a dyn Resolver,
    pub gold: Rehearsals<'a>,
    pub known: &'a Pairings,
}

/// Gold calls and calls of the agent, paired.
#[derive(Debug)]
pub struct Alignment<'a> {
    /// The gold calls with their values, in the order of the suite.
    pub wanted: Vec<Wanted<'a>>,
    /// For each of them the position of the agent's call that stands for it.
    pub partners: Vec<Option<usize>>,
}

/// Pairs gold calls with calls of the agent.
pub(super) fn align<'a>(gold: &'a [GoldCall], calls: &[&'a CallRun], terms: &Terms<'a>) -> Alignment<'a> {
    let partners = terms.known.get(gold, calls, || pair(gold, calls, terms));
    let state = State { partners, ..State::new(gold, calls, terms) };
    let wanted = (0..gold.len()).map(|g| state.wanted(g, &state.partners)).collect();
    Alignment { wanted, partners: state.partners }
}

/// The assignment goes level by level: first the gold calls that need no result, then those whose values stand in the
/// results of calls that are assigned by then. Within a level it is optimal; `refine` then exchanges partners across
/// levels where that makes the whole better.
fn pair<'a>(gold: &'a [GoldCall], calls: &[&'a CallRun], terms: &Terms<'a>) -> Partners {
    let mut state = State::new(gold, calls, terms);
    let levels = levels(gold);
    for level in 0..=levels.iter().copied().max().unwrap_or(0) {
        // What is needed takes its partners first.
        for optional in [false, true] {
            let is_of = |g: &usize| levels[*g] == level && gold[*g].optional == optional;
            state.assign(&(0..gold.len()).filter(is_of).collect::<Vec<_>>());
        }
    }
    refine::refine(&mut state);
    state.release_optional();
    state.partners
}

impl Alignment<'_> {
    /// Positions of the agent's calls that stand for no gold call.
    pub fn extra(&self, calls: usize) -> Vec<usize> {
        (0..calls).filter(|at| !self.partners.contains(&Some(*at))).collect()
    }
}

struct State<'a, 'b> {
    gold: &'a [GoldCall],
    calls: &'b [&'a CallRun],
    terms: &'b Terms<'a>,
    ids: BTreeMap<&'a str, usize>,
    partners: Partners,
}

impl<'a, 'b> State<'a, 'b> {
    fn new(gold: &'a [GoldCall], calls: &'b [&'a CallRun], terms: &'b Terms<'a>) -> Self {
        let ids = gold.iter().enumerate().map(|(g, call)| (call.id.as_str(), g)).collect();
        Self { gold, calls, terms, ids, partners: vec![None; gold.len()] }
    }

    /// A gold call with its values, out of the answers that the agent got under this pairing.
    fn wanted(&self, g: usize, partners: &[Option<usize>]) -> Wanted<'a> {
        let answer = |id: &str| self.ids.get(id).and_then(|g| partners[*g]).map(|at| self.calls[at]);
        Wanted::new(&self.gold[g], self.terms, answer)
    }

    /// Assigns gold calls of one level to calls that are still free, tool by tool.
    fn assign(&mut self, of_level: &[usize]) {
        let mut by_tool: BTreeMap<(&str, &str), Vec<usize>> = BTreeMap::new();
        for g in of_level {
            let call = &self.gold[*g];
            by_tool.entry((&call.toolset, &call.tool)).or_default().push(*g);
        }
        for ((toolset, tool), rows) in by_tool {
            let is_free = |at: &usize| !self.partners.contains(&Some(*at));
            let of_tool = |at: &usize| self.calls[*at].toolset == toolset && self.calls[*at].tool == tool;
            let mut columns: Vec<usize> = (0..self.calls.len()).filter(|at| of_tool(at) && is_free(at)).collect();
            columns.sort_by_cached_key(|at| self.calls[*at].identity());
            for (row, column) in hungarian::assign(&self.costs(&rows, &columns)).into_iter().enumerate() {
                self.partners[rows[row]] = column.map(|column| columns[column]);
            }
        }
    }

    /// A call that may be left out stands for another only where it is that very call: else it was left out, and the
    /// agent did something else.
    fn release_optional(&mut self) {
        for g in (0..self.gold.len()).filter(|g| self.gold[*g].optional) {
            let wrong = |at: usize| self.wanted(g, &self.partners).faults(self.calls[at], self.terms.resolver) > 0;
            if self.partners[g].is_some_and(wrong) {
                self.partners[g] = None;
            }
        }
    }

    /// Wrong slots first. Of equally right pairings, calls stand by what they say, and equal ones by their order: the
    /// result depends neither on chance nor on the order of calls that do not depend on each other.
    fn costs(&self, rows: &[usize], columns: &[usize]) -> Vec<Vec<i64>> {
        let longest = rows.len().max(columns.len()) as i64;
        let one_fault = longest * longest * longest + 1;
        let cost = |wanted: &Wanted<'_>, row: usize, column: usize| {
            let apart = row as i64 - column as i64;
            let faults = wanted.faults(self.calls[columns[column]], self.terms.resolver) as i64;
            faults * one_fault + apart * apart
        };
        let costs_of = |(row, g): (usize, &usize)| {
            let wanted = self.wanted(*g, &self.partners);
            (0..columns.len()).map(|column| cost(&wanted, row, column)).collect()
        };
        rows.iter().enumerate().map(costs_of).collect()
    }
}

/// How many results deep each gold call stands. Gold calls stand in an order in which they can be made.
fn levels(gold: &[GoldCall]) -> Vec<usize> {
    let mut levels: BTreeMap<&str, usize> = BTreeMap::new();
    for call in gold {
        let needs = call.arguments.iter().filter_map(|(_, argument)| argument.call());
        let level = needs.filter_map(|id| levels.get(id)).map(|level| level + 1).max().unwrap_or(0);
        levels.insert(&call.id, level);
    }
    gold.iter().map(|call| levels[call.id.as_str()]).collect()
}
