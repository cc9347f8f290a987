use super::case::{Act, Made};
use crate::catalogue::{Catalogue, Tool};
use crate::script::{Played, Scene};
use crate::suite::{Gold, GoldCall, TurnRef};

/// A turn as gold plays it.
pub(super) struct Turn<'a> {
    pub catalogue: &'a Catalogue,
    pub gold: &'a Gold,
    pub scene: &'a Scene,
    pub toolsets: &'a [String],
    /// Whether it is made of examples of a tool, which the tools of a set share.
    pub is_example: bool,
}

impl<'a> Turn<'a> {
    pub fn new(catalogue: &'a Catalogue, turn: TurnRef<'a>, scene: &'a Scene, is_example: bool) -> Self {
        Self { catalogue, gold: &turn.turn.gold, scene, toolsets: &turn.topic.toolsets, is_example }
    }

    /// The gold calls with the arguments that they were made with.
    pub fn calls(&self) -> impl Iterator<Item = (&'a GoldCall, &'a Played)> {
        self.gold.calls().iter().zip(&self.scene.calls)
    }

    /// The tools on offer.
    pub fn tools(&self) -> impl Iterator<Item = &'a Tool> {
        self.toolsets.iter().filter_map(|slug| self.catalogue.toolset(slug)).flat_map(|set| &set.tools)
    }

    /// Calls as gold makes them.
    pub fn made(&self) -> Vec<Act> {
        self.scene.calls.iter().map(|call| Act::Call(made(call))).collect()
    }

    /// Whether one of two calls of a tool tells what the other does: the same answer, or no deciding difference.
    pub fn repeats_itself(&self) -> bool {
        let calls = &self.scene.calls;
        let same = |(at, call): (usize, &Played)| {
            calls[..at].iter().any(|other| other.outcome.body == call.outcome.body || self.decide_alike(other, call))
        };
        calls.iter().enumerate().any(same)
    }

    fn decide_alike(&self, a: &Played, b: &Played) -> bool {
        let Some(tool) = self.catalogue.get(&a.tool).filter(|_| a.tool == b.tool) else { return false };
        let value = |call: &Played, slot: &str| {
            call.arguments.get(slot).or_else(|| tool.defaults().get(slot)).filter(|value| !value.is_null()).cloned()
        };
        tool.spec.decision_slots.iter().all(|slot| value(a, slot) == value(b, slot))
    }

    /// The turn around these calls: gold's question first, where it has one, and the closing words.
    pub fn around(&self, calls: Vec<Act>) -> Vec<Act> {
        let question = self.gold.ask().map(|ask| Act::ask(&ask.question));
        question.into_iter().chain(calls).chain([Act::close()]).collect()
    }

    /// Position of the first call in [`Turn::around`].
    pub fn first(&self) -> usize {
        usize::from(self.gold.ask().is_some())
    }
}

pub(super) fn made(call: &Played) -> Made {
    Made { tool: call.tool.clone(), arguments: call.arguments.clone() }
}
