use std::collections::BTreeSet;

use super::covers::Covers;
use super::{Reason, missing, rows};
use crate::call::Effect;
use crate::referee::exact::Case;
use crate::referee::finding::{Finding, FindingKind as K};
use crate::referee::noted::{Noted, of_call};
use crate::referee::transcript::CallRun;
use crate::referee::verdict::VerdictKind;
use crate::suite::GoldCall;

/// What was to be changed, and what was.
pub(super) struct Deeds<'a> {
    /// Gold calls that change something, by position.
    pub gold: Vec<usize>,
    /// Calls of the agent that changed something which stayed changed, by position.
    done: Vec<usize>,
    /// Calls that took something back, and those that they took back.
    taken_back: BTreeSet<usize>,
    all: &'a [GoldCall],
    calls: &'a [&'a CallRun],
}

/// Whether a call changed something, as far as can be told.
pub(super) fn is_deed(case: &Case<'_>, call: &CallRun) -> bool {
    let changed = call.effects.iter().any(|effect| effect.before != effect.after);
    match tells(case, call) {
        true => changed,
        false => call.is_ok() && writes(case, &call.toolset, &call.tool),
    }
}

/// Whether a call says which rows it changed. Behind a proxy none does.
fn tells(case: &Case<'_>, call: &CallRun) -> bool {
    !call.effects.is_empty() || !call.passed_on && case.terms.gold.tells_effects(&call.toolset, &call.tool)
}

fn writes(case: &Case<'_>, toolset: &str, tool: &str) -> bool {
    case.terms.catalogue.find(toolset, tool).is_some_and(|tool| tool.writes())
}

/// Calls that changed something which gold does not change at any time.
pub(super) fn needless(case: &Case<'_>, gold: &[GoldCall], calls: &[&CallRun]) -> Vec<Reason> {
    let of_gold = |call: &CallRun| gold.iter().any(|g| (&g.toolset, &g.tool) == (&call.toolset, &call.tool));
    let deeds = Deeds::of(case, gold, calls);
    deeds.done.iter().map(|at| calls[*at]).filter(|call| !of_gold(call)).map(harmful).collect()
}

impl<'a> Deeds<'a> {
    pub fn of(case: &Case<'_>, all: &'a [GoldCall], calls: &'a [&'a CallRun]) -> Self {
        let gold = (0..all.len()).filter(|g| is_gold_deed(case, &all[*g])).collect();
        let mut deeds: Vec<usize> = (0..calls.len()).filter(|at| is_deed(case, calls[*at])).collect();
        let taken_back = taken_back(case, &deeds, calls);
        deeds.retain(|at| !taken_back.contains(at));
        let net = rows::net(calls.iter().flat_map(|call| &call.effects));
        let undone = |call: &CallRun| {
            tells(case, call) && call.effects.iter().all(|effect| !net.contains_key(&(&effect.table, &effect.key)))
        };
        let done = deeds.into_iter().filter(|at| !undone(calls[*at])).collect();
        Self { gold, done, taken_back, all, calls }
    }

    /// What is not as gold leaves it. The rows decide; where they differ or are not known, it suffices that each call
    /// that changed something is right for one of gold's, and each of gold's has one.
    ///
    /// Of calls that are as right, those come first that the exact verdict does not blame either.
    pub fn reasons(&self, case: &Case<'_>, covers: &Covers<'_>, blamed: &BTreeSet<u64>) -> Vec<Reason> {
        if self.leaves_the_same_rows(case) {
            return Vec::new();
        }
        let partners = self.partners(covers, blamed);
        let missing = self.gold.iter().zip(&partners).filter(|(_, partner)| partner.is_none());
        let mut reasons: Vec<Reason> = missing.map(|(g, _)| undone(&self.all[*g])).collect();
        let extra = self.done.iter().filter(|at| !partners.contains(&Some(**at)));
        reasons.extend(extra.map(|at| harmful(self.calls[*at])));
        reasons.extend(self.late(&partners));
        reasons
    }

    fn leaves_the_same_rows(&self, case: &Case<'_>) -> bool {
        let Some(scene) = case.terms.gold.scene else { return false };
        let gold_tells = |g: &usize| case.terms.gold.tells_effects(&self.all[*g].toolset, &self.all[*g].tool);
        let told = self.gold.iter().all(gold_tells) && self.done.iter().all(|at| tells(case, self.calls[*at]));
        let gold: Vec<&Effect> = scene.calls.iter().flat_map(|call| &call.outcome.effects).collect();
        let stands = |at: &usize| !self.taken_back.contains(at);
        let done: Vec<&Effect> = (0..self.calls.len()).filter(stands).flat_map(|at| &self.calls[at].effects).collect();
        told && rows::same(&gold, &done)
    }

    /// For each deed of gold a call that is right for it and for no other, for as many as possible.
    fn partners(&self, covers: &Covers<'_>, blamed: &BTreeSet<u64>) -> Vec<Option<usize>> {
        let right_for = |g: &usize| {
            let mut right = covers.own[*g].clone();
            right.retain(|at| self.done.contains(at));
            right.sort_by_key(|at| (blamed.contains(&self.calls[*at].n), *at));
            right
        };
        let right: Vec<Vec<usize>> = self.gold.iter().map(right_for).collect();
        let mut partners = vec![None; right.len()];
        for g in 0..right.len() {
            find_partner(g, &right, &mut partners, &mut BTreeSet::new());
        }
        in_order(&right, &mut partners);
        partners
    }

    /// Deeds on the same row in another order than gold demands.
    fn late(&self, partners: &[Option<usize>]) -> Vec<Reason> {
        let mut reasons = Vec::new();
        let at = |i: usize| partners[i].map(|at| self.calls[at]);
        for (i, g) in self.gold.iter().enumerate() {
            for (j, before) in self.gold.iter().enumerate() {
                let (Some(call), Some(earlier)) = (at(i), at(j)) else { continue };
                let waits = self.all[*g].after.contains(&self.all[*before].id);
                if waits && earlier.at > call.at && share_a_row(earlier, call) {
                    reasons.push(Reason::Own(in_wrong_order(&self.all[*g], call, earlier)));
                }
            }
        }
        reasons
    }
}

/// Pairs of an order and its cancellation, where a tool's spec says that it undoes the other: both rows stay, and mean
/// nothing together.
fn taken_back(case: &Case<'_>, deeds: &[usize], calls: &[&CallRun]) -> BTreeSet<usize> {
    let mut taken = BTreeSet::new();
    for (i, back) in deeds.iter().enumerate() {
        let call = calls[*back];
        let Some(tool) = case.terms.catalogue.find(&call.toolset, &call.tool) else { continue };
        let names = |key: &String| call.arguments.values().any(|value| value.as_str() == Some(key));
        let made = |at: &&usize| {
            let made = calls[**at];
            let rows = made.effects.iter().filter(|effect| effect.before.is_none());
            let undoes = made.toolset == call.toolset && tool.spec.undoes.contains(&made.tool);
            undoes && !taken.contains(*at) && rows.into_iter().any(|effect| names(&effect.key))
        };
        if let Some(at) = deeds[..i].iter().find(made).copied() {
            taken.extend([at, *back]);
        }
    }
    taken
}

/// Whether a gold call changes something that must be changed, as far as is known.
fn is_gold_deed(case: &Case<'_>, call: &GoldCall) -> bool {
    if call.optional {
        return false;
    }
    let tells = case.terms.gold.tells_effects(&call.toolset, &call.tool);
    match case.terms.gold.played(&call.id).filter(|_| tells) {
        Some(played) => played.outcome.effects.iter().any(|effect| effect.before != effect.after),
        None => writes(case, &call.toolset, &call.tool),
    }
}

/// Kuhn's augmenting paths: gives a deed a partner, moving others where they have another choice.
fn find_partner(
    g: usize,
    right: &[Vec<usize>],
    partners: &mut Vec<Option<usize>>,
    tried: &mut BTreeSet<usize>,
) -> bool {
    for at in &right[g] {
        if !tried.insert(*at) {
            continue;
        }
        let holder = partners.iter().position(|partner| *partner == Some(*at));
        if holder.is_none_or(|holder| find_partner(holder, right, partners, tried)) {
            partners[g] = Some(*at);
            return true;
        }
    }
    false
}

/// Deeds that could have each other's partners take them in their order.
fn in_order(right: &[Vec<usize>], partners: &mut [Option<usize>]) {
    for i in 0..partners.len() {
        for j in i + 1..partners.len() {
            if right[i] == right[j] && partners[i].is_some() && partners[j].is_some() && partners[i] > partners[j] {
                partners.swap(i, j);
            }
        }
    }
}

fn share_a_row(a: &CallRun, b: &CallRun) -> bool {
    a.effects.iter().any(|a| b.effects.iter().any(|b| (&a.table, &a.key) == (&b.table, &b.key)))
}

fn undone(gold: &GoldCall) -> Reason {
    missing(gold, format!("What {} changes was not changed so.", gold.tool))
}

fn harmful(call: &CallRun) -> Reason {
    let sentence = format!("{} changed something that was not to be changed.", call.tool);
    let finding = of_call(K::ExtraEffect, [VerdictKind::Relaxed], call, sentence);
    Reason::Call(call.n, Noted::of(call, finding, format!("{} should not have been called.", call.tool)))
}

fn in_wrong_order(gold: &GoldCall, call: &CallRun, before: &CallRun) -> Noted {
    let sentence = format!("{} was called before {}, and both change the same row.", call.tool, before.tool);
    let repair = format!("{} should have been called before {}.", before.tool, call.tool);
    let finding = Finding { gold: Some(gold.id.clone()), ..of_call(K::Order, [VerdictKind::Relaxed], call, sentence) };
    Noted::of(call, finding, repair)
}
