//! The original's search, written down plainly: every path in a list, and the list narrowed step by step. What the rest
//! of this room finds without the list must be the same.

use std::collections::HashSet;

use proptest::prelude::*;

use super::gold::{ANSWER, ASK, Node};
use super::graph::{Done, Graph};
use super::python::Py;
use super::run::{Matched, Reason, run};
use super::{Exception, Expansion};

type Path = Vec<Vec<usize>>;

/// Every path, in the order of the search.
fn list(nodes: &[Node]) -> Vec<Path> {
    let mut paths = Vec::new();
    search(nodes, &mut vec![false; nodes.len()], &mut Vec::new(), &mut paths);
    paths
}

fn search(nodes: &[Node], placed: &mut Vec<bool>, path: &mut Path, paths: &mut Vec<Path>) {
    if placed.iter().all(|placed| *placed) {
        paths.push(path.clone());
        return;
    }
    let is_ready = |i: &usize| !placed[*i] && nodes[*i].waits_for.iter().all(|earlier| placed[*earlier]);
    let ready: Vec<usize> = (0..nodes.len()).filter(is_ready).collect();
    let mut runs: Vec<Vec<usize>> = Vec::new();
    for node in &ready {
        match runs.last_mut() {
            Some(run) if nodes[run[0]].name == nodes[*node].name => run.push(*node),
            _ => runs.push(vec![*node]),
        }
    }
    runs.retain(|run| run.len() > 1);
    let mut known = HashSet::new();
    for group in groups(&ready) {
        if !known.insert(group.iter().map(|node| nodes[*node].name.clone()).collect::<Vec<_>>()) {
            continue;
        }
        let beginnings: Vec<&[usize]> = (1..=group.len()).map(|n| &group[..n]).collect();
        let is_part =
            |part: &&[usize], run: &Vec<usize>| part.len() < run.len() && part.iter().all(|n| run.contains(n));
        let in_part = beginnings.iter().any(|part| runs.iter().any(|run| is_part(part, run)));
        let has_whole = beginnings.iter().any(|part| runs.iter().any(|run| *part == run.as_slice()));
        if group.len() > 1 && in_part && !has_whole {
            continue;
        }
        let run = runs.iter().find(|run| group.len() == 1 && run[0] == group[0]);
        let steps: Path = run.map_or_else(|| vec![group.clone()], |run| run.iter().map(|node| vec![*node]).collect());
        let before = path.len();
        steps.iter().flatten().for_each(|node| placed[*node] = true);
        path.extend(steps.clone());
        search(nodes, placed, path, paths);
        path.truncate(before);
        steps.iter().flatten().for_each(|node| placed[*node] = false);
    }
}

/// Non-empty groups, smaller ones first, then in order.
fn groups(ready: &[usize]) -> Vec<Vec<usize>> {
    let all = 1_u32..1 << ready.len();
    let mut groups: Vec<Vec<usize>> =
        all.map(|bits| (0..ready.len()).filter(|i| bits >> i & 1 == 1).map(|i| ready[i]).collect()).collect();
    groups.sort_by_key(|group: &Vec<usize>| (group.len(), group.clone()));
    groups
}

#[derive(Clone, Debug, PartialEq)]
enum Seen {
    Step(Result<Matched, Reason>),
    Raised(Exception),
}

/// The run phase over a list of paths. A message is the names it calls, or text if it calls none.
fn play(nodes: &[Node], messages: &[Vec<String>]) -> Vec<Seen> {
    let mut possible = list(nodes);
    let mut seen = Vec::new();
    for (k, names) in messages.iter().enumerate() {
        let candidates = possible.iter().filter_map(|path| path.get(k));
        if names.is_empty() {
            if k >= nodes.len() {
                seen.push(Seen::Raised(Exception::Key));
                return seen;
            }
            let talk = candidates.clone().find(|step| step.iter().any(|node| nodes[*node].is_special()));
            let Some(step) = talk else {
                seen.push(Seen::Step(Err(Reason::NotACandidate)));
                return seen;
            };
            assert_eq!(step.len(), 1, "single nodes come before groups");
            let is_question = nodes[step[0]].name == ASK;
            seen.push(Seen::Step(Ok(if is_question { Matched::Ask } else { Matched::Answer })));
            if is_question {
                continue;
            }
            return seen;
        }
        if k >= nodes.len() {
            seen.push(Seen::Step(Err(Reason::NoSuchStep)));
            return seen;
        }
        let sorted = |step: &Vec<usize>| {
            let mut names: Vec<String> = step.iter().map(|node| nodes[*node].name.clone()).collect();
            names.sort();
            names
        };
        let mut wanted = names.clone();
        wanted.sort();
        let Some(step) = candidates.clone().find(|step| sorted(step) == wanted).cloned() else {
            seen.push(Seen::Step(Err(Reason::NotACandidate)));
            return seen;
        };
        if possible.iter().any(|path| path.len() <= k) {
            seen.push(Seen::Raised(Exception::Index));
            return seen;
        }
        possible.retain(|path| path[k] == step);
        seen.push(Seen::Step(Ok(Matched::Tools(step))));
    }
    seen.push(Seen::Step(Err(Reason::EmptyMessage)));
    seen
}

/// What the room itself makes of the same messages.
fn ours(nodes: &[Node], messages: &[Vec<String>]) -> Vec<Seen> {
    let texts: Vec<Py> = messages.iter().map(|names| message(names)).collect();
    match run(nodes, &texts) {
        Ok(run) => run.steps.into_iter().map(|step| Seen::Step(step.outcome)).collect(),
        Err(halt) => {
            // The steps before the exception are the same if they are the same without the message that raises.
            let mut seen = ours(nodes, &messages[..halt.steps_read - 1]);
            *seen.last_mut().unwrap() = Seen::Raised(halt.exception);
            seen
        }
    }
}

fn message(names: &[String]) -> Py {
    if names.is_empty() {
        return Py::dict([("content", Py::text("text")), ("tool_calls", Py::Null)]);
    }
    let call = |(i, name): (usize, &String)| {
        let function = Py::dict([("name", Py::text(name)), ("arguments", Py::text("{}"))]);
        Py::dict([("id", Py::text(format!("c{i}"))), ("function", function)])
    };
    let calls = names.iter().enumerate().map(call).collect();
    Py::dict([("content", Py::Null), ("tool_calls", Py::List(calls))])
}

fn node(name: &str, waits_for: Vec<usize>) -> Node {
    let nothing = Py::Dict(Vec::new());
    Node { name: name.to_owned(), arguments: nothing.clone(), observation: nothing, user_input: None, waits_for }
}

/// Small turns: few names, so that runs are common; mostly without circles.
fn turns() -> impl Strategy<Value = Vec<Node>> {
    let name = prop::sample::select(vec!["A", "A", "B", "B", "C", ASK, ANSWER]);
    let one = (name, prop::collection::vec(any::<prop::sample::Index>(), 0..3), 0_u8..30);
    prop::collection::vec(one, 0..6).prop_map(|nodes| {
        let count = nodes.len();
        let each = nodes.into_iter().enumerate().map(|(i, (name, earlier, odd))| {
            let waits = earlier.into_iter().filter_map(|index| {
                let bound = if odd == 0 { count } else { i };
                (bound > 0).then(|| index.index(bound))
            });
            node(name, waits.collect())
        });
        each.collect()
    })
}

/// Messages that mostly follow some path, so that turns are walked to their end.
fn follow(nodes: &[Node], choices: &[(prop::sample::Index, u8)]) -> Vec<Vec<String>> {
    let paths = list(nodes);
    let all = ["A", "B", "C"];
    let path = (!paths.is_empty()).then(|| choices[0].0.get(&paths));
    let each = choices.iter().enumerate().map(|(k, (index, odd))| match (odd, path.and_then(|path| path.get(k))) {
        (0, _) => Vec::new(),
        (1, _) | (_, None) => vec![(*index.get(&all)).to_owned()],
        (_, Some(step)) if step.iter().all(|node| nodes[*node].is_special()) && odd % 4 != 0 => Vec::new(),
        (_, Some(step)) => step.iter().rev().map(|node| nodes[*node].name.clone()).collect(),
    });
    each.collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn a_graph_expands_to_the_listed_paths(nodes in turns()) {
        let paths = list(&nodes);
        let Expansion { min_steps, path_count, paths: ours } = Graph::new(&nodes).expand();
        prop_assert_eq!(path_count, Some(paths.len() as u128));
        prop_assert_eq!(min_steps, paths.iter().map(Vec::len).min().unwrap_or(super::NO_PATH));
        if paths.len() <= 120 {
            prop_assert_eq!(ours, Some(paths.clone()));
        }
        let shortest = paths.iter().find(|path| path.len() == min_steps).cloned();
        prop_assert_eq!(Graph::new(&nodes).first_shortest(), shortest);
    }

    #[test]
    fn steps_match_as_in_the_list(
        nodes in turns(),
        choices in prop::collection::vec((any::<prop::sample::Index>(), 0_u8..12), 1..8),
    ) {
        let messages = follow(&nodes, &choices);
        prop_assert_eq!(ours(&nodes, &messages), play(&nodes, &messages));
    }
}

#[test]
fn wide_turns_are_judged_without_a_list() {
    for width in [12, 16, 20, 200] {
        let names: Vec<String> = (0..width).map(|i| format!("tool{i:03}")).collect();
        let mut nodes: Vec<Node> = names.iter().map(|name| node(name, Vec::new())).collect();
        nodes.push(node(ANSWER, (0..width).collect()));
        let (first, rest) = names.split_at(width / 3);
        let whole = run(&nodes, &[message(&names), message(&[])]).unwrap();
        assert!(whole.names_right && whole.is_optimal);
        let split = run(&nodes, &[message(rest), message(first), message(&[])]).unwrap();
        assert!(split.names_right && !split.is_optimal);
        let lacking = run(&nodes, &[message(rest), message(&[])]).unwrap();
        assert_eq!(lacking.steps[1].outcome, Err(Reason::NotACandidate));
        assert_eq!(Graph::new(&nodes).steps_left(&Done::default()), Some(2));
    }
}

#[test]
fn the_counts_of_independent_calls_are_known() {
    for (width, paths) in [(5, 541), (6, 4_683), (7, 47_293), (8, 545_835), (9, 7_087_261), (10, 102_247_563)] {
        let nodes: Vec<Node> = (0..width).map(|i| node(&format!("t{i}"), Vec::new())).collect();
        assert_eq!(Graph::new(&nodes).expand().path_count, Some(paths));
    }
}
