//! Words of free text.

use crate::catalogue::nearest;

/// The longest text that is read, in bytes: beyond it nobody describes an activity.
pub(super) const LONGEST: usize = 4_000;

/// Words that say nothing of what is done.
const EMPTY: &[&str] = &[
    "a", "about", "activ", "activity", "after", "all", "also", "an", "and", "any", "are", "as", "at", "be", "but",
    "by", "can", "could", "day", "do", "each", "for", "from", "get", "go", "good", "have", "her", "him", "his", "how",
    "i", "if", "in", "into", "is", "it", "its", "join", "like", "look", "make", "me", "mor", "my", "near", "new",
    "nice", "no", "not", "of", "on", "one", "or", "our", "out", "own", "play", "pleas", "som", "someth", "tak", "that",
    "the", "them", "then", "there", "they", "thing", "this", "to", "together", "try", "until", "up", "us", "visit",
    "want", "watch", "we", "what", "when", "wher", "who", "will", "with", "without", "would", "you", "your",
];

/// The start of a text up to [`LONGEST`] bytes, at a character's end.
pub(super) fn start(text: &str) -> &str {
    let mut end = text.len().min(LONGEST);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// The words of a text, folded, as they stand.
pub(super) fn words(text: &str) -> Vec<String> {
    let parts = start(text).split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '’' && c != '.' && c != ',');
    let parts = parts.flat_map(|part| part.split([',', '\'', '’'])).map(|part| part.trim_matches('.'));
    parts
        .map(|part| if number(part) { part.to_owned() } else { nearest::fold(part) })
        .filter(|w| !w.is_empty())
        .collect()
}

fn number(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit()) && text.chars().all(|c| c.is_ascii_digit() || c == '.')
}

/// The stems of the words that say something, each once, sorted.
pub(super) fn stems(text: &str) -> Vec<String> {
    let mut all: Vec<String> =
        words(text).iter().map(|word| stem(word)).filter(|s| !EMPTY.contains(&s.as_str())).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// A word without its ending: `hiking`, `hikes` and `hike` are one.
fn stem(word: &str) -> String {
    let mut stem = word;
    for ending in ["ings", "ing", "ies", "es", "ed", "er", "s", "y"] {
        if let Some(short) = stem.strip_suffix(ending).filter(|short| short.len() >= 3 && !short.ends_with('s')) {
            stem = short;
            break;
        }
    }
    let stem = stem.strip_suffix('e').filter(|short| short.len() >= 2).unwrap_or(stem);
    let bytes = stem.as_bytes();
    match bytes {
        [.., a, b] if a == b && stem.len() > 3 && b.is_ascii_lowercase() && word.len() > stem.len() => {
            stem[..stem.len() - 1].to_owned()
        }
        _ => stem.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_a_word_are_one() {
        for forms in [["hiking", "hikes", "hike"], ["swimming", "swim", "swims"], ["baking", "bake", "baked"]] {
            let stems: Vec<String> = forms.iter().map(|word| stem(word)).collect();
            assert!(stems.iter().all(|one| *one == stems[0]), "{stems:?}");
        }
        assert_eq!(stems("Go for a walk, and a WALK."), ["walk"]);
        assert!(stems("🎲 🎲").is_empty());
    }
}
