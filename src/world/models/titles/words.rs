//! Cutting text into comparable words.

use crate::world::gazetteer::fold;

/// Letters before an apostrophe that are a word of their own: `l'heure`, `d'amour`, `qu'elle`.
const ELIDED: [&str; 9] = ["l", "d", "j", "n", "s", "c", "m", "t", "qu"];

/// Words of a text without case and accents. Chinese, kana and hangul syllables are a word each, since nobody puts spaces
/// between them when searching.
pub fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    for run in text.split(|c: char| !(c.is_alphanumeric() || is_apostrophe(c) || is_mark(c))) {
        for part in parts(run) {
            push(&fold(&part), &mut words);
        }
    }
    words
}

/// The words of a name in one string, without an English article in front: what two spellings of a name share.
pub fn key(text: &str) -> String {
    let words = words(text);
    let rest = match words.first().map(String::as_str) {
        Some("the" | "a" | "an") if words.len() > 1 => &words[1..],
        _ => &words[..],
    };
    rest.join(" ")
}

/// `d'Été` is two parts, `don't` is one.
fn parts(run: &str) -> Vec<String> {
    if !run.contains(is_apostrophe) {
        return vec![run.to_owned()];
    }
    let plain = run.replace(is_apostrophe, "'");
    match plain.split_once('\'') {
        Some((first, rest)) if ELIDED.contains(&&*fold(first)) && !rest.is_empty() && rest != "s" => {
            vec![first.to_owned(), rest.replace('\'', "")]
        }
        _ => vec![plain.replace('\'', "")],
    }
}

fn push(word: &str, words: &mut Vec<String>) {
    let mut latin = String::new();
    for c in word.chars() {
        if is_syllable(c) {
            flush(&mut latin, words);
            words.push(c.to_string());
        } else {
            latin.push(c);
        }
    }
    flush(&mut latin, words);
}

fn flush(word: &mut String, words: &mut Vec<String>) {
    if !word.is_empty() {
        words.push(std::mem::take(word));
    }
}

fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '’' | '‘' | '`')
}

/// Marks stay with their letter, as in Hindi.
fn is_mark(c: char) -> bool {
    unicode_normalization::char::is_combining_mark(c)
}

/// Whether a character is a whole syllable or word: Chinese, kana (also half-width), hangul.
fn is_syllable(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{f900}'..='\u{faff}')
}
