//! One name among many: an artist, an author, a song of an artist.

use std::collections::BTreeMap;

use strsim::osa_distance;

use super::words::key;
use crate::catalogue::nearest;

/// What a text names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Match {
    /// One thing.
    One(usize),
    /// Several, equally well.
    Several(Vec<usize>),
    /// Nothing.
    None,
}

impl Match {
    /// The one thing, where it is one.
    pub fn one(&self) -> Option<usize> {
        match self {
            Self::One(number) => Some(*number),
            _ => None,
        }
    }
}

/// Names and their other spellings, each with the number of what it names.
#[derive(Debug, Default)]
pub struct Names {
    by_key: BTreeMap<String, Vec<usize>>,
    spelt: Vec<String>,
}

impl Names {
    /// Adds a name. The first spelling of a thing is the one that is suggested.
    pub fn add(&mut self, name: &str, number: usize, suggest: bool) {
        let numbers = self.by_key.entry(key(name)).or_default();
        if !numbers.contains(&number) {
            numbers.push(number);
        }
        if suggest {
            self.spelt.push(name.to_owned());
        }
    }

    /// What has this name; without case, accents, punctuation and a leading article. A text that is nobody's name stands
    /// for the one name it is a slip away from: one from five letters on, two from nine.
    pub fn find(&self, text: &str) -> Match {
        let wanted = key(text);
        if wanted.is_empty() || wanted.len() > 200 {
            return Match::None;
        }
        if let Some(numbers) = self.by_key.get(&wanted) {
            return of(numbers.clone());
        }
        let length = wanted.chars().count();
        for slips in 1..=match length {
            0..=4 => 0,
            5..=8 => 1,
            _ => 2,
        } {
            let near =
                |name: &str| name.chars().count().abs_diff(length) <= slips && osa_distance(name, &wanted) <= slips;
            let mut numbers: Vec<usize> =
                self.by_key.iter().filter(|(name, _)| near(name)).flat_map(|(_, n)| n.clone()).collect();
            numbers.sort_unstable();
            numbers.dedup();
            if !numbers.is_empty() {
                return of(numbers);
            }
        }
        Match::None
    }

    /// What has this very name, without the allowance for slips: a slip is a slip, though a tool may be kind about it.
    pub fn called(&self, text: &str) -> Match {
        self.by_key.get(&key(text)).map_or(Match::None, |numbers| of(numbers.clone()))
    }

    /// Up to three names that look like a text, nearest first.
    pub fn near(&self, text: &str) -> Vec<String> {
        nearest::few(text, self.spelt.iter().map(String::as_str))
    }
}

fn of(mut numbers: Vec<usize>) -> Match {
    match numbers.len() {
        0 => Match::None,
        1 => Match::One(numbers.remove(0)),
        _ => Match::Several(numbers),
    }
}
