//! Which paths are still possible, without their list.
//!
//! A step that was matched by name leaves the paths that have that very step. Text that passes for a question leaves them
//! all, so after it a path may be in any of the places that one step leads to.

use std::collections::HashSet;

use super::graph::{Done, Graph, Way};

/// A place on a path: what is done, and the rest of a run that is walked node by node.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Place {
    done: Done,
    pending: Vec<Vec<usize>>,
}

impl Place {
    fn after(way: Way) -> (Vec<usize>, Self) {
        let mut steps = way.steps;
        let first = steps.remove(0);
        (first, Self { done: way.done, pending: steps })
    }

    fn after_pending(&self) -> (Vec<usize>, Self) {
        (self.pending[0].clone(), Self { done: self.done.clone(), pending: self.pending[1..].to_vec() })
    }
}

/// The paths that are still possible, before some step.
#[derive(Debug)]
pub struct Possible<'g, 'n> {
    graph: &'g Graph<'n>,
    /// Where they were after the last step that was matched by name, in the order of the original's search
    places: Vec<Place>,
    /// Steps since then that matched nothing in particular
    free: usize,
}

/// Says how a place goes on with a wanted step, if it does.
type Wanted<'w, T> = dyn Fn(&Place) -> Option<T> + 'w;

impl<'g, 'n> Possible<'g, 'n> {
    /// All paths of a graph, before the first step.
    pub fn all(graph: &'g Graph<'n>) -> Self {
        let places = if graph.can_end() { vec![Place::default()] } else { Vec::new() };
        Self { graph, places, free: 0 }
    }

    /// The first step of a possible path that has these names, which must be sorted.
    pub fn step_with(&self, names: &[&str]) -> Option<Vec<usize>> {
        self.first(&|place| match place.pending.first() {
            Some(step) => (names.len() == 1 && self.graph.name(step[0]) == names[0]).then(|| step.clone()),
            None => self.graph.way_with(&place.done, names).map(|way| way.steps[0].clone()),
        })
    }

    /// The first node of a possible step that is a question or the closing text.
    pub fn talk(&self) -> Option<usize> {
        self.first(&|place| match place.pending.first() {
            Some(step) => self.graph.is_talk(step[0]).then_some(step[0]),
            None => self.graph.first_talk(&place.done),
        })
    }

    /// Whether a possible path is over already. The original then fails on its way to look at the step it does not have.
    pub fn some_are_over(&self) -> bool {
        let left = |place: &Place| self.graph.steps_left(&place.done).unwrap_or(0) + place.pending.len();
        self.places.iter().any(|place| left(place) <= self.free)
    }

    /// Keeps the paths that have this very step now.
    pub fn keep(&mut self, step: &[usize]) {
        let mut kept = Vec::new();
        let mut known = HashSet::new();
        self.each(&mut |place| {
            if let Some(next) = self.next_by(place, step)
                && known.insert(next.clone())
            {
                kept.push(next);
            }
            false
        });
        self.places = kept;
        self.free = 0;
    }

    /// Lets a step pass that narrows nothing.
    pub fn pass(&mut self) {
        self.free += 1;
    }

    fn next_by(&self, place: &Place, step: &[usize]) -> Option<Place> {
        let (first, next) = match place.pending.first() {
            Some(_) => place.after_pending(),
            None => Place::after(self.graph.way_by(&place.done, step)?),
        };
        (first == step).then_some(next)
    }

    fn first<T>(&self, wanted: &Wanted<'_, T>) -> Option<T> {
        let mut found = None;
        self.each(&mut |place| {
            found = wanted(place);
            found.is_some()
        });
        found
    }

    /// Visits the places in which a possible path may be, each once, in the order of the original's search, until the
    /// visitor has seen enough.
    fn each(&self, visit: &mut dyn FnMut(&Place) -> bool) {
        let mut known = HashSet::new();
        let mut walk = Walk { graph: self.graph, known: &mut known, visit };
        let _ = self.places.iter().any(|place| walk.from(place, self.free));
    }
}

struct Walk<'w, 'n> {
    graph: &'w Graph<'n>,
    known: &'w mut HashSet<(Place, usize)>,
    visit: &'w mut dyn FnMut(&Place) -> bool,
}

impl Walk<'_, '_> {
    fn from(&mut self, place: &Place, steps: usize) -> bool {
        if !self.known.insert((place.clone(), steps)) {
            return false;
        }
        if steps == 0 {
            return (self.visit)(place);
        }
        if !place.pending.is_empty() {
            return self.from(&place.after_pending().1, steps - 1);
        }
        let graph = self.graph;
        graph.ways(&place.done).any(|way| self.from(&Place::after(way).1, steps - 1))
    }
}
