//! "Did you mean": suggestions for people, never part of a verdict.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// How alike two words must be to be worth suggesting.
const ENOUGH: f64 = 0.7;

/// Longest word, in bytes, that is compared: the time grows with its length, and no name is as long.
const LONGEST: usize = 200;

/// Up to three of the candidates that look like the word, nearest first, ties by spelling.
pub fn few<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    if word.len() > LONGEST {
        return Vec::new();
    }
    let wanted = fold(word);
    let mut scored: Vec<(f64, &str)> = candidates
        .into_iter()
        .map(|candidate| (likeness(&wanted, &fold(candidate)), candidate))
        .filter(|(score, _)| *score >= ENOUGH)
        .collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
    scored.dedup_by(|a, b| a.1 == b.1);
    scored.into_iter().take(3).map(|(_, name)| name.to_owned()).collect()
}

fn likeness(wanted: &str, candidate: &str) -> f64 {
    let contained =
        wanted.len() >= 3 && (candidate.contains(wanted) || wanted.contains(candidate) && candidate.len() >= 3);
    let score = strsim::jaro_winkler(wanted, candidate);
    if contained { score.max(0.9) } else { score }
}

/// Lower case without accents, spaces and punctuation.
pub fn fold(text: &str) -> String {
    text.nfkd().filter(|c| !is_combining_mark(*c) && c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
