//! What may come next in a turn: the steps that the original allows once some nodes are done.
//!
//! The original writes down every path from the empty turn to the full one. What may come next depends on nothing but the
//! set of nodes that are done, so the paths need not be listed to know whether a step is one of theirs:
//!
//! - Of the subsets with one sequence of names it keeps the first, which is the one that takes each name as early as it
//!   can.
//! - A subset that begins in a run (neighbours among the ready nodes with one name, at least two) must begin with the
//!   whole of it; all others are kept. A single node that begins a run stands for the whole run, one node a step.
//!
//! So the first subset with given names is found by walking the ready nodes once.

use super::gold::Node;

/// Nodes that are done.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Done(Vec<u64>);

impl Done {
    fn holds(&self, node: usize) -> bool {
        self.0.get(node / 64).is_some_and(|word| word >> (node % 64) & 1 == 1)
    }

    fn with(&self, nodes: &[usize]) -> Self {
        let mut words = self.0.clone();
        for node in nodes {
            if words.len() <= node / 64 {
                words.resize(node / 64 + 1, 0);
            }
            words[node / 64] |= 1 << (node % 64);
        }
        Self(words)
    }
}

/// One way on: steps that follow each other, and the nodes that are done once they are.
///
/// All ways but one are a single step; a run that is walked node by node is several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// The steps, each a list of nodes in rising order
    pub steps: Vec<Vec<usize>>,
    /// What is done after the last of them
    pub done: Done,
}

/// Nodes, their names, and what waits for what.
#[derive(Debug)]
pub struct Graph<'a> {
    nodes: &'a [Node],
    /// The first node with the same name, for each node: names as numbers
    kinds: Vec<usize>,
    /// Length of the longest chain that starts at a node; none if there is a circle
    chains: Option<Vec<usize>>,
}

impl<'a> Graph<'a> {
    /// The graph of a turn.
    pub fn new(nodes: &'a [Node]) -> Self {
        let kind = |node: &Node| nodes.iter().position(|other| other.name == node.name).unwrap_or_default();
        Self { nodes, kinds: nodes.iter().map(kind).collect(), chains: chains(nodes) }
    }

    /// Number of nodes.
    pub fn size(&self) -> usize {
        self.nodes.len()
    }

    /// Whether everything can be done: there is no circle.
    pub fn can_end(&self) -> bool {
        self.chains.is_some()
    }

    /// Name of a node.
    pub fn name(&self, node: usize) -> &'a str {
        &self.nodes[node].name
    }

    /// Whether a node is a question or the closing text.
    pub fn is_talk(&self, node: usize) -> bool {
        self.nodes[node].is_special()
    }

    /// The fewest steps from here to the end: all that is ready may always be done at once, so it is the longest chain.
    pub fn steps_left(&self, done: &Done) -> Option<usize> {
        let chains = self.chains.as_ref()?;
        Some((0..self.size()).filter(|node| !done.holds(*node)).map(|node| chains[node]).max().unwrap_or(0))
    }

    /// Length of the longest chain that starts at a node.
    pub fn chain(&self, node: usize) -> usize {
        self.chains.as_ref().map_or(0, |chains| chains[node])
    }

    /// The nodes that may be done now, in the order of gold.
    pub fn ready(&self, done: &Done) -> Vec<usize> {
        let is_ready =
            |node: &usize| !done.holds(*node) && self.nodes[*node].waits_for.iter().all(|earlier| done.holds(*earlier));
        (0..self.size()).filter(is_ready).collect()
    }

    /// The first way on with these names.
    pub fn way_with(&self, done: &Done, names: &[&str]) -> Option<Way> {
        let ready = self.ready(done);
        let kind = |name: &&str| self.nodes.iter().position(|node| node.name == *name);
        let mut left: Vec<usize> = names.iter().map(kind).collect::<Option<_>>()?;
        if let [kind] = *left {
            let place = ready.iter().position(|node| self.kinds[*node] == kind)?;
            return Some(self.way_of(done, &ready, &[place]));
        }
        let mut taken = Vec::with_capacity(names.len());
        self.begin(&ready, &mut left, &mut taken)?;
        while !left.is_empty() {
            let from = taken.last().map_or(0, |place| place + 1);
            let place = (from..ready.len()).find(|place| self.may_take(&ready, *place, &left))?;
            self.take(&ready, place, &mut left, &mut taken);
        }
        Some(self.way_of(done, &ready, &taken))
    }

    /// The first node that may begin, and where it begins a run the whole of it.
    fn begin(&self, ready: &[usize], left: &mut Vec<usize>, taken: &mut Vec<usize>) -> Option<()> {
        let is_first = |place: usize| (0..place).all(|earlier| self.kinds[ready[earlier]] != self.kinds[ready[place]]);
        let place = (0..ready.len()).filter(|place| is_first(*place)).find(|place| {
            let has = left.iter().filter(|kind| **kind == self.kinds[ready[*place]]).count();
            has >= self.run_length(ready, *place) && self.may_take(ready, *place, left)
        })?;
        for place in place..place + self.run_length(ready, place) {
            self.take(ready, place, left, taken);
        }
        Some(())
    }

    /// Whether a node is wanted, and the rest of what is wanted comes after it.
    fn may_take(&self, ready: &[usize], place: usize, left: &[usize]) -> bool {
        let count = |kind: usize| ready[place..].iter().filter(|node| self.kinds[**node] == kind).count();
        let wanted = |kind: usize| left.iter().filter(|other| **other == kind).count();
        left.contains(&self.kinds[ready[place]]) && left.iter().all(|kind| count(*kind) >= wanted(*kind))
    }

    fn take(&self, ready: &[usize], place: usize, left: &mut Vec<usize>, taken: &mut Vec<usize>) {
        if let Some(at) = left.iter().position(|kind| *kind == self.kinds[ready[place]]) {
            left.remove(at);
        }
        taken.push(place);
    }

    /// The way on whose first step is exactly this one.
    pub fn way_by(&self, done: &Done, step: &[usize]) -> Option<Way> {
        let ready = self.ready(done);
        let places: Option<Vec<usize>> = step.iter().map(|node| ready.iter().position(|other| other == node)).collect();
        let places = places?;
        self.is_kept(&ready, &places).then(|| self.way_of(done, &ready, &places))
    }

    /// Whether the original keeps a subset of the ready nodes, given by places.
    pub fn is_kept(&self, ready: &[usize], places: &[usize]) -> bool {
        let mut from = 0;
        for place in places {
            let kind = self.kinds[ready[*place]];
            if (from..*place).any(|earlier| self.kinds[ready[earlier]] == kind) {
                return false;
            }
            from = place + 1;
        }
        let Some(first) = places.first() else { return false };
        let run = self.run_length(ready, *first);
        places.len() == 1 || run == 1 || (places.len() >= run && (0..run).all(|i| places[i] == first + i))
    }

    /// Length of the run that a place begins. It is only asked of places whose name does not stand right before them.
    fn run_length(&self, ready: &[usize], place: usize) -> usize {
        ready[place..].iter().take_while(|node| self.kinds[**node] == self.kinds[ready[place]]).count()
    }

    /// The way of a kept subset.
    pub fn way_of(&self, done: &Done, ready: &[usize], places: &[usize]) -> Way {
        let nodes: Vec<usize> = match places {
            [place] => ready[*place..*place + self.run_length(ready, *place)].to_vec(),
            _ => places.iter().map(|place| ready[*place]).collect(),
        };
        let after = done.with(&nodes);
        let steps = if places.len() == 1 { nodes.into_iter().map(|node| vec![node]).collect() } else { vec![nodes] };
        Way { steps, done: after }
    }

    /// The first single node that is a question or the closing text: the only candidates that text can meet, since the
    /// original tries single nodes before groups.
    pub fn first_talk(&self, done: &Done) -> Option<usize> {
        self.ready(done).into_iter().find(|node| self.nodes[*node].is_special())
    }
}

/// The longest chain from each node; none if some node waits for itself.
fn chains(nodes: &[Node]) -> Option<Vec<usize>> {
    let mut waiting: Vec<usize> = vec![0; nodes.len()];
    for node in nodes {
        node.waits_for.iter().for_each(|earlier| waiting[*earlier] += 1);
    }
    let mut chains = vec![1; nodes.len()];
    let mut last: Vec<usize> = (0..nodes.len()).filter(|node| waiting[*node] == 0).collect();
    let mut seen = 0;
    while let Some(node) = last.pop() {
        seen += 1;
        for earlier in &nodes[node].waits_for {
            chains[*earlier] = chains[*earlier].max(chains[node] + 1);
            waiting[*earlier] -= 1;
            if waiting[*earlier] == 0 {
                last.push(*earlier);
            }
        }
    }
    (seen == nodes.len()).then_some(chains)
}
