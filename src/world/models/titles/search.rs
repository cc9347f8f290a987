//! Ranking what holds all words of a query.

use std::collections::BTreeMap;

use strsim::osa_distance;

use super::index::{Field, Index, telling};
use super::words::{key, words};

/// More words than these are not looked at.
const MOST_WORDS: usize = 12;

/// Why an entry was found; the last is the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rank {
    /// Some word stands only in the text about it.
    Far,
    /// All words stand close to it (its artist), misspelt.
    NearTypo,
    /// All words stand close to it.
    Near,
    /// At least one word is in a name, and some are misspelt.
    Typo,
    /// Some words are in a name, the others close by.
    Mixed,
    /// Words of a name begin like the words.
    Parts,
    /// All words are in its names.
    Words,
    /// A name begins like the query.
    Prefix,
    /// A whole name, and otherwise what stands close by.
    Both,
    /// The query is a name.
    Exact,
}

/// How well a word of the query was met: misspelt, as a beginning, in full.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Likeness {
    Typo,
    Beginning,
    Whole,
}

type Hits = BTreeMap<u32, (Field, Likeness)>;

impl Index {
    /// Numbers of the entries that hold all telling words of a query, and why, best first; ties in their order.
    ///
    /// Words of two letters or more may be the beginning of a longer word. A word that nothing begins with may be
    /// misspelt: one slip from four letters on, two from eight.
    pub fn search(&self, query: &str) -> Vec<(u32, Rank)> {
        let all = words(query);
        let mut wanted = telling(&all);
        wanted.truncate(MOST_WORDS);
        wanted.sort_unstable();
        wanted.dedup();
        let Some((first, rest)) = wanted.split_first() else { return Vec::new() };
        let mut found: BTreeMap<u32, Vec<(Field, Likeness)>> =
            self.hits(first).into_iter().map(|(entry, hit)| (entry, vec![hit])).collect();
        for word in rest {
            if found.is_empty() {
                return Vec::new();
            }
            let hits = self.hits(word);
            found.retain(|entry, so_far| hits.get(entry).map(|hit| so_far.push(*hit)).is_some());
        }
        let query = key(query);
        let mut ranked: Vec<(u32, Rank)> =
            found.into_iter().map(|(entry, hits)| (entry, self.rank(entry, &query, &hits))).collect();
        ranked.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
        ranked
    }

    /// Where a word stands: in the closest field of each entry, as well as it is met there.
    fn hits(&self, word: &str) -> Hits {
        let mut hits = Hits::new();
        let start = self.vocabulary.partition_point(|(w, _)| w.as_str() < word);
        let long_enough = word.chars().count() >= 2;
        for (candidate, spots) in self.vocabulary[start..].iter().take_while(|(w, _)| w.starts_with(word)) {
            match candidate.len() == word.len() {
                true => note(&mut hits, spots, Likeness::Whole),
                false if long_enough => note(&mut hits, spots, Likeness::Beginning),
                false => {}
            }
        }
        if hits.is_empty() {
            for (_, spots) in self.vocabulary.iter().filter(|(w, _)| is_slip(word, w)) {
                note(&mut hits, spots, Likeness::Typo);
            }
        }
        hits
    }

    fn rank(&self, entry: u32, query: &str, hits: &[(Field, Likeness)]) -> Rank {
        let names = &self.names[entry as usize];
        if names.iter().any(|name| name == query) {
            return Rank::Exact;
        }
        let worst = hits.iter().map(|hit| hit.1).min().unwrap_or(Likeness::Typo);
        let own = hits.iter().filter(|hit| hit.0 == Field::Own).count();
        let far = hits.iter().any(|hit| hit.0 == Field::Far);
        let whole_name = own >= self.lengths[entry as usize].max(1);
        match (own, worst) {
            _ if far => Rank::Far,
            (0, Likeness::Typo) => Rank::NearTypo,
            (0, _) => Rank::Near,
            (_, Likeness::Typo) => Rank::Typo,
            (n, _) if n == hits.len() && names.iter().any(|name| name.starts_with(query)) => Rank::Prefix,
            (n, Likeness::Whole) if n == hits.len() => Rank::Words,
            (n, _) if n == hits.len() => Rank::Parts,
            (_, Likeness::Whole) if whole_name => Rank::Both,
            _ => Rank::Mixed,
        }
    }
}

fn note(hits: &mut Hits, spots: &[(u32, Field)], likeness: Likeness) {
    for (entry, field) in spots {
        let hit = hits.entry(*entry).or_insert((*field, likeness));
        *hit = (*hit).max((*field, likeness));
    }
}

/// Whether one word may be the other, misspelt.
pub(super) fn is_slip(word: &str, other: &str) -> bool {
    let length = word.chars().count();
    let slips = match length {
        0..=3 => return false,
        4..=7 => 1,
        _ => 2,
    };
    other.chars().count().abs_diff(length) <= slips && osa_distance(word, other) <= slips
}
