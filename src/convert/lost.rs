use std::collections::BTreeMap;
use std::fmt::Write;

/// What a conversion could not carry over. Nothing is dropped without being noted here.
///
/// Notes of one reason are kept together, so that a long journal or a large file makes a short list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lost {
    reasons: BTreeMap<(Extent, String), Places>,
}

/// How much of a thing was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Extent {
    Whole,
    Part,
}

/// What was lost for one reason.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Places {
    count: u64,
    /// Positions in the file that was read, in ascending order; empty where things are only counted.
    entries: Vec<usize>,
}

impl Lost {
    /// An entry of a file that was left out.
    pub fn entry(&mut self, index: usize, why: impl Into<String>) {
        self.note(Extent::Whole, why.into(), Some(index));
    }

    /// Something that an entry of a file was kept without.
    pub fn part_of_entry(&mut self, index: usize, what: impl Into<String>) {
        self.note(Extent::Part, what.into(), Some(index));
    }

    /// Something of a journal that was left out.
    pub fn whole(&mut self, what: impl Into<String>) {
        self.note(Extent::Whole, what.into(), None);
    }

    /// Something that was kept in part.
    pub fn part(&mut self, what: impl Into<String>) {
        self.note(Extent::Part, what.into(), None);
    }

    fn note(&mut self, extent: Extent, reason: String, entry: Option<usize>) {
        let places = self.reasons.entry((extent, reason)).or_default();
        places.count += 1;
        places.entries.extend(entry);
    }

    /// Whether everything was carried over.
    pub fn is_empty(&self) -> bool {
        self.reasons.is_empty()
    }

    /// How many things were left out whole.
    pub fn left_out(&self) -> u64 {
        self.reasons.iter().filter(|((extent, _), _)| *extent == Extent::Whole).map(|(_, places)| places.count).sum()
    }

    /// Adds what another conversion lost.
    pub fn extend(&mut self, other: Self) {
        for (reason, places) in other.reasons {
            let own = self.reasons.entry(reason).or_default();
            own.count += places.count;
            own.entries.extend(places.entries);
        }
    }

    /// The same for programs: an array with `extent` (`left_out` or `not_kept`), `what`, `count` and `entries`.
    pub fn json(&self) -> serde_json::Value {
        let one = |((extent, what), places): (&(Extent, String), &Places)| {
            let extent = if *extent == Extent::Whole { "left_out" } else { "not_kept" };
            serde_json::json!({"extent": extent, "what": what, "count": places.count, "entries": places.entries})
        };
        self.reasons.iter().map(one).collect()
    }

    /// One line a reason: first what was left out, then what was kept in part.
    pub fn lines(&self) -> impl Iterator<Item = String> {
        self.reasons.iter().map(|((extent, reason), places)| {
            let verb = match extent {
                Extent::Whole => "left out",
                Extent::Part => "not kept",
            };
            match places.entries.as_slice() {
                [] => format!("{verb}: {reason} ({})", places.count),
                [one] => format!("{verb}: entry {one}: {reason}"),
                many => format!("{verb}: entries {}: {reason}", ranges(many)),
            }
        })
    }
}

/// `0, 2–4, 9`.
fn ranges(sorted: &[usize]) -> String {
    let mut text = String::new();
    for run in sorted.chunk_by(|a, b| a + 1 == *b) {
        let comma = if text.is_empty() { "" } else { ", " };
        let (first, last) = (run[0], run[run.len() - 1]);
        // Writing to a string cannot fail.
        let _ = match run.len() {
            1 => write!(text, "{comma}{first}"),
            2 => write!(text, "{comma}{first}, {last}"),
            _ => write!(text, "{comma}{first}–{last}"),
        };
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_is_named_and_neighbours_stand_together() {
        let mut lost = Lost::default();
        [0, 2, 3, 4, 9, 10].iter().for_each(|i| lost.entry(*i, "the method PUT"));
        lost.part_of_entry(7, "its query");
        lost.whole("snapshots");
        lost.whole("snapshots");
        let lines: Vec<String> = lost.lines().collect();
        assert_eq!(
            lines,
            [
                "left out: snapshots (2)",
                "left out: entries 0, 2–4, 9, 10: the method PUT",
                "not kept: entry 7: its query"
            ]
        );
        assert_eq!(lost.left_out(), 8);
        let mut twice = lost.clone();
        twice.extend(lost.clone());
        assert_eq!(twice.left_out(), 16);
        let what = serde_json::json!({"extent": "left_out", "what": "snapshots", "count": 2, "entries": []});
        assert_eq!(lost.json()[0], what);
    }
}
