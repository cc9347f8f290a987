//! Suggestions for misspelt names.

use std::cmp::Reverse;

use super::fold::fold;
use super::lookup::{Gazetteer, LONGEST, Named};
use super::query::{Qualifier, readings};
use crate::world::place::Place;

/// How many suggestions a reader takes in at a glance.
const FEW: usize = 3;

/// From how many letters on a beginning says something.
const SOME: usize = 3;

/// How good a suggestion is; the least is the best.
type Rank = (bool, usize, bool, Reverse<u32>, u32);

impl Gazetteer {
    /// Up to three places that a misspelt text may mean, as `Name, Country`, nearest spelling first, then the most
    /// populous.
    ///
    /// Places in the region or country that the text names come first. A suggestion can be looked up as it is: where
    /// `Name, Country` would mean a greater place of that name, the region stands between.
    pub fn near(&self, text: &str) -> Vec<String> {
        if text.len() > LONGEST {
            return Vec::new();
        }
        let (name, rest) = split(text);
        let qualifiers: Vec<_> = rest.iter().filter_map(|part| Qualifier::new(&self.countries, part)).collect();
        let elsewhere = |named: &Named| !qualifiers.iter().all(|q| q.holds(self.place(*named)));
        let mut ranked: Vec<(Rank, Named)> = Vec::new();
        for (distance, named) in self.spelt_like(&fold(&name)) {
            let (size, id) = self.by_size(&named);
            ranked.push(((elsewhere(&named), distance, !named.own, size, id), named));
        }
        ranked.sort_unstable_by_key(|(rank, _)| *rank);
        let mut found: Vec<String> = Vec::new();
        for (_, named) in ranked {
            let label = self.label(self.place(named));
            if !found.contains(&label) {
                found.push(label);
            }
            if found.len() == FEW {
                break;
            }
        }
        found
    }

    /// Every name within a few typing errors, or that starts so, with its distance: two for each error, and three for
    /// a name that was not finished, which is worse than one error and better than two.
    fn spelt_like(&self, folded: &str) -> Vec<(usize, Named)> {
        let shape = Shape::new(folded);
        let most = errors_allowed(shape.length);
        let mut found = Vec::new();
        for (name, named) in self.names.iter() {
            if shape.may_be(name, most) {
                let errors = strsim::osa_distance(folded, name);
                if errors <= most {
                    found.push((2 * errors, *named));
                }
            }
        }
        if shape.length >= SOME {
            found.extend(self.names.starting(folded).map(|named| (3, *named)));
        }
        found
    }

    /// `Name, Country`, with the region between when it is needed to find the place again.
    pub(super) fn label(&self, place: &Place) -> String {
        let country = self.countries.with_code(&place.country).map_or(place.country.as_str(), |c| c.name.as_str());
        let short = format!("{}, {country}", place.name);
        match self.find(&short) {
            Some(found) if found.place.id != place.id => format!("{}, {}, {country}", place.name, place.region),
            _ => short,
        }
    }
}

/// The name to respell, and the qualifiers after the first comma or bracket. Words without one are all name.
fn split(text: &str) -> (String, Vec<String>) {
    match readings(text).pop() {
        Some(reading) if text.contains([',', '，', '(']) => reading,
        _ => (text.to_string(), Vec::new()),
    }
}

/// Short names allow few errors, or everything would resemble everything.
fn errors_allowed(length: usize) -> usize {
    match length {
        0..SOME => 0,
        SOME..=4 => 1,
        5..=8 => 2,
        _ => 3,
    }
}

/// What of a name can be compared fast: its length and which letters it has.
struct Shape {
    length: usize,
    letters: u64,
}

impl Shape {
    fn new(name: &str) -> Shape {
        let letters = name.chars().fold(0, |set, c| set | 1 << (u32::from(c) % 64));
        Shape { length: name.chars().count(), letters }
    }

    /// Whether the other name can be within so many errors. An error changes the length by one at most, and brings one
    /// letter and takes another at most.
    fn may_be(&self, other: &str, errors: usize) -> bool {
        // A letter takes one to four bytes; this spares counting the letters of most names.
        if other.len() + errors < self.length || other.len() > 4 * (self.length + errors) {
            return false;
        }
        let other = Shape::new(other);
        let changed = (self.letters ^ other.letters).count_ones() as usize;
        self.length.abs_diff(other.length) <= errors && changed <= 2 * errors
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_prefilter_lets_every_near_name_pass() {
        let (name, near) = ("amsterdam", ["amsterdm", "amsterdamm", "amstredam", "amstordan", "xmsterdam"]);
        for other in near {
            let errors = strsim::osa_distance(name, other);
            assert!(Shape::new(name).may_be(other, errors), "{other} is {errors} away");
        }
        assert!(!Shape::new(name).may_be("johannesburg", 3));
    }
}
