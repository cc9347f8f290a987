//! All ways on, and all paths: for graphs small enough that somebody wants to see them.

use std::collections::HashMap;

use super::graph::{Done, Graph, Way};

/// What a graph expands to.
#[derive(Clone, Debug, PartialEq)]
pub struct Expansion {
    /// Length of the shortest path; 99999 where there is none, as in the original
    pub min_steps: usize,
    /// How many paths there are; none where they are more than 128 bits can count
    pub path_count: Option<u128>,
    /// The paths in the order of the original's search, each a list of steps; none where there are more than [`LISTED`]
    pub paths: Option<Vec<Vec<Vec<usize>>>>,
}

/// The most paths that are listed.
pub const LISTED: u128 = 120;

/// The original's length of the shortest path of a graph that has none.
pub const NO_PATH: usize = 99_999;

impl Graph<'_> {
    /// Every way on, in the order of the original's search: smaller groups first, then by place.
    pub fn ways(&self, done: &Done) -> impl Iterator<Item = Way> {
        let ready = self.ready(done);
        let groups = (1..=ready.len()).flat_map({
            let count = ready.len();
            move |size| Groups::new(count, size)
        });
        groups.filter_map(move |places| self.is_kept(&ready, &places).then(|| self.way_of(done, &ready, &places)))
    }

    /// What it expands to. The time grows with the number of ways on from each set of nodes that can be done.
    pub fn expand(&self) -> Expansion {
        let count = if self.can_end() { self.count(&Done::default(), &mut HashMap::new()) } else { Some(0) };
        let paths = count.is_some_and(|count| count <= LISTED).then(|| {
            let mut paths = Vec::new();
            if self.can_end() {
                self.list(&Done::default(), self.size(), &mut Vec::new(), &mut paths);
            }
            paths
        });
        Expansion { min_steps: self.min_steps(), path_count: count, paths }
    }

    /// Length of the shortest path, as the original counts it.
    pub fn min_steps(&self) -> usize {
        self.steps_left(&Done::default()).unwrap_or(NO_PATH)
    }

    fn count(&self, done: &Done, known: &mut HashMap<Done, Option<u128>>) -> Option<u128> {
        if self.steps_left(done) == Some(0) {
            return Some(1);
        }
        if let Some(count) = known.get(done) {
            return *count;
        }
        let mut counts = self.ways(done).map(|way| self.count(&way.done, known));
        let count = counts.try_fold(0_u128, |sum, count| sum.checked_add(count?));
        known.insert(done.clone(), count);
        count
    }

    fn list(&self, done: &Done, left: usize, path: &mut Vec<Vec<usize>>, paths: &mut Vec<Vec<Vec<usize>>>) {
        if left == 0 {
            paths.push(path.clone());
            return;
        }
        for way in self.ways(done) {
            let before = path.len();
            let nodes: usize = way.steps.iter().map(Vec::len).sum();
            path.extend(way.steps);
            self.list(&way.done, left - nodes, path, paths);
            path.truncate(before);
        }
    }

    /// The first of the shortest paths: what the original tells a later turn about this one. None in a circle.
    pub fn first_shortest(&self) -> Option<Vec<Vec<usize>>> {
        let mut path = Vec::new();
        let mut done = Done::default();
        let mut left = self.steps_left(&done)?;
        while left > 0 {
            let way = self.first_way_in(&done, left)?;
            left -= way.steps.len();
            path.extend(way.steps);
            done = way.done;
        }
        Some(path)
    }

    /// The first way after which the rest can be done in so many steps. It holds every ready node that starts a chain of
    /// that length, so only the others are tried, none first.
    fn first_way_in(&self, done: &Done, left: usize) -> Option<Way> {
        let ready = self.ready(done);
        let (due, free): (Vec<usize>, Vec<usize>) =
            (0..ready.len()).partition(|place| self.chain(ready[*place]) == left);
        let fits = |way: &Way| self.steps_left(&way.done).is_some_and(|rest| rest + way.steps.len() == left);
        for extra in 0..=free.len() {
            let mut groups: Vec<Vec<usize>> = Groups::new(free.len(), extra)
                .map(|group| {
                    let mut places: Vec<usize> = due.iter().copied().chain(group.iter().map(|i| free[*i])).collect();
                    places.sort_unstable();
                    places
                })
                .collect();
            groups.sort_unstable();
            let ways = groups.iter().filter(|places| self.is_kept(&ready, places));
            if let Some(way) = ways.map(|places| self.way_of(done, &ready, places)).find(fits) {
                return Some(way);
            }
        }
        None
    }
}

/// Groups of one size out of so many places, in order.
struct Groups {
    count: usize,
    next: Option<Vec<usize>>,
}

impl Groups {
    fn new(count: usize, size: usize) -> Self {
        Self { count, next: (size <= count).then(|| (0..size).collect()) }
    }
}

impl Iterator for Groups {
    type Item = Vec<usize>;

    fn next(&mut self) -> Option<Vec<usize>> {
        let group = self.next.take()?;
        let size = group.len();
        let movable = (0..size).rev().find(|i| group[*i] + size < self.count + i);
        self.next = movable.map(|i| {
            let start = group[i] + 1;
            group[..i].iter().copied().chain(start..start + size - i).collect()
        });
        Some(group)
    }
}
