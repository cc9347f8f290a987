//! Where each word stands.

use std::collections::BTreeMap;

use super::words::{key, words};

/// Words that say nothing about a work; they are looked at only when a query has no others.
const FILLERS: [&str; 22] = [
    "the", "a", "an", "of", "in", "on", "and", "by", "from", "to", "for", "song", "songs", "album", "track", "lyrics",
    "artist", "book", "books", "author", "feat", "ft",
];

/// One work or person as it is indexed.
#[derive(Debug, Default)]
pub struct Entry<'a> {
    /// Its names: title, translated title, aliases.
    pub own: Vec<&'a str>,
    /// Names close to it: its artist or author, its subtitle.
    pub near: Vec<&'a str>,
    /// Text about it.
    pub far: Vec<&'a str>,
}

/// How close to an entry a word stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Field {
    Far,
    Near,
    Own,
}

/// All entries, by the number in which they came, and all their words in order.
#[derive(Debug)]
pub struct Index {
    /// Keys of the names of each entry.
    pub(super) names: Vec<Vec<String>>,
    /// Telling words of the first name of each entry.
    pub(super) lengths: Vec<usize>,
    pub(super) vocabulary: Vec<(String, Vec<(u32, Field)>)>,
}

impl Index {
    /// Indexes entries; their numbers are their places in the order given.
    pub fn new<'a>(entries: impl IntoIterator<Item = Entry<'a>>) -> Self {
        let mut spots: BTreeMap<String, Vec<(u32, Field)>> = BTreeMap::new();
        let (mut names, mut lengths) = (Vec::new(), Vec::new());
        for (number, entry) in (0_u32..).zip(entries) {
            let fields = [(Field::Own, &entry.own), (Field::Near, &entry.near), (Field::Far, &entry.far)];
            for (field, texts) in fields {
                for word in texts.iter().flat_map(|text| words(text)) {
                    let at = spots.entry(word).or_default();
                    // The closest field came first.
                    if at.last().is_none_or(|(last, _)| *last != number) {
                        at.push((number, field));
                    }
                }
            }
            names.push(entry.own.iter().map(|name| key(name)).filter(|key| !key.is_empty()).collect());
            lengths.push(entry.own.first().map_or(0, |name| telling(&words(name)).len()));
        }
        Self { names, lengths, vocabulary: spots.into_iter().collect() }
    }
}

/// The words that say something; all of them when none does.
pub(super) fn telling(words: &[String]) -> Vec<&str> {
    let some: Vec<&str> = words.iter().map(String::as_str).filter(|word| !FILLERS.contains(word)).collect();
    if some.is_empty() { words.iter().map(String::as_str).collect() } else { some }
}
