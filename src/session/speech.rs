//! Whether an agent's words are a question, and what a question is about. Rules, no language model, so that the same
//! words are always judged alike.

use crate::journal::format::ReplyKind;

/// Ways of asking without a question mark.
const REQUESTS: [&str; 12] = [
    "please tell me",
    "please let me know",
    "please specify",
    "please provide",
    "please confirm",
    "let me know which",
    "let me know what",
    "let me know when",
    "let me know where",
    "let me know whether",
    "let me know if you",
    "i need to know",
];

/// Questions that expect no answer.
const COURTESIES: [&str; 8] = [
    "anything else",
    "something else",
    "help with anything",
    "help you with",
    "else i can",
    "more i can do",
    "all right?",
    "sound good?",
];

/// Whether the words ask for something. A text is a question when one of its sentences asks and is not a courtesy.
pub fn classify(text: &str) -> ReplyKind {
    match sentences(&own_words(text)).iter().any(|sentence| asks(sentence)) {
        true => ReplyKind::Question,
        false => ReplyKind::Statement,
    }
}

/// The text without what it quotes: who reports a question does not ask it. A text that is nothing but a quotation, or
/// in which a quotation mark stands alone, is taken as it is.
fn own_words(text: &str) -> String {
    let mut quoted = false;
    let mut own = String::new();
    for c in text.chars() {
        match c {
            '"' => quoted = !quoted,
            '“' => quoted = true,
            '”' => quoted = false,
            _ if !quoted => own.push(c),
            _ => {}
        }
    }
    match quoted || !own.contains(char::is_alphanumeric) {
        true => text.to_owned(),
        false => own,
    }
}

/// Whether a question is about a thing: it holds one of the words, in any case.
pub fn is_about(text: &str, words: &[String]) -> bool {
    let text = text.to_lowercase();
    words.iter().any(|word| holds(&text, &word.to_lowercase()))
}

fn asks(sentence: &str) -> bool {
    let lower = sentence.to_lowercase();
    let marked = lower.ends_with(['?', '？', '؟']);
    let asks = marked || REQUESTS.iter().any(|request| lower.contains(request));
    asks && !COURTESIES.iter().any(|courtesy| lower.contains(courtesy))
}

/// Sentences with their closing marks.
fn sentences(text: &str) -> Vec<&str> {
    let ends = |c: char| matches!(c, '.' | '!' | '?' | '？' | '。' | '！' | '؟' | '\n');
    text.split_inclusive(ends).map(str::trim).filter(|s| !s.is_empty()).collect()
}

/// Whether a word stands in a text by itself; scripts that write no spaces are searched as they are.
fn holds(text: &str, word: &str) -> bool {
    let joins = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
    text.match_indices(word).any(|(at, found)| {
        let (before, after) = (text[..at].chars().next_back(), text[at + found.len()..].chars().next());
        !word.is_ascii() || !(joins(before) || joins(after))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_told_from_statements() {
        for question in [
            "First or second class?",
            "I can book that. Which date do you want?",
            "Please tell me the station you leave from.",
            "Where to? I will look it up.",
            "从哪个车站出发？",
            "\"First or second class?\"",
            "**Which day?**",
            "Do you want the 15\" screen?",
            "You said “the early one”. Which day?",
        ] {
            assert_eq!(classify(question), ReplyKind::Question, "{question}");
        }
        for statement in [
            "Booked: coach 3, seat 21.",
            "The rate is 1.08. Is there anything else I can do for you?",
            "Let me know if anything is unclear.",
            "",
            "You asked \"when?\" and the answer is nine.",
        ] {
            assert_eq!(classify(statement), ReplyKind::Statement, "{statement}");
        }
    }

    #[test]
    fn a_word_counts_only_by_itself() {
        let words = vec!["date".to_owned(), "day".to_owned()];
        assert!(is_about("Which day, please?", &words));
        assert!(!is_about("Shall I update the booking today?", &words));
        assert!(is_about("哪一天出发？", &["天".to_owned()]));
    }
}
