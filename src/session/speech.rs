//! Whether an agent's words are a question, and what a question is about. Rules, no language model, so that the same
//! words are always judged alike.

use crate::journal::format::ReplyKind;

/// Ways of asking without a question mark, in the languages in which agents speak.
const REQUESTS: [&[&str]; 10] = [
    &[
        "please tell me",
        "please let me know",
        "please specify",
        "please provide",
        "please confirm",
        "please clarify",
        "please choose",
        "please indicate",
        "please share",
        "tell me which",
        "tell me what",
        "tell me when",
        "tell me where",
        "tell me how",
        "tell me whether",
        "let me know which",
        "let me know what",
        "let me know when",
        "let me know where",
        "let me know how",
        "let me know whether",
        "let me know if you",
        "i need to know",
        "i still need",
        "i would need to know",
        "i'd need to know",
        "could you tell me",
        "can you tell me",
        "could you specify",
        "could you clarify",
        "i wonder which",
        "i wonder whether",
        "i am not sure which",
        "i'm not sure which",
        "i am not sure whether you",
        "i'm not sure whether you",
        "it would help to know",
    ],
    &[
        "bitte sagen sie",
        "bitte sag mir",
        "bitte nennen",
        "bitte geben sie",
        "bitte teilen sie",
        "lassen sie mich wissen",
        "lass mich wissen",
        "ich müsste wissen",
        "ich muss wissen",
        "ich brauche noch",
    ],
    &["laat me weten", "laat mij weten", "vertel me", "geef aan", "ik moet weten", "ik heb nog nodig", "zeg me"],
    &[
        "veuillez",
        "dites-moi",
        "dis-moi",
        "merci de préciser",
        "merci de me dire",
        "pourriez-vous me",
        "j'ai besoin de savoir",
    ],
    &["por favor, indi", "por favor, dime", "por favor, díga", "dígame", "dime ", "necesito saber", "indíqueme"],
    &["mi dica", "dimmi", "per favore indic", "mi faccia sapere", "fammi sapere", "ho bisogno di sapere"],
    &["por favor, inform", "por favor, diga", "diga-me", "me diga", "preciso saber", "informe-me"],
    &["请告诉我", "请问", "请确认", "请提供", "请说明", "请选择", "想知道您", "需要知道"],
    &["教えてください", "教えて下さい", "お知らせください", "ご指定ください", "でしょうか", "ますか", "ですか"],
    &["알려 주세요", "알려주세요", "말씀해 주세요", "말씀해주세요", "선택해 주세요"],
];

/// Words with which a sentence begins that asks, and those of which such a sentence holds one.
const OPENERS: [&str; 14] = [
    "which ",
    "what ",
    "when ",
    "where ",
    "who ",
    "how many ",
    "how much ",
    "how long ",
    "at what ",
    "for which ",
    "for how ",
    "on which ",
    "from which ",
    "to which ",
];
const ADDRESSED: [&str; 5] = [" you", " your", "should i", "shall i", "should it"];

/// Questions that expect no answer.
const COURTESIES: [&str; 18] = [
    "anything else",
    "something else",
    "help with anything",
    "help you with",
    "else i can",
    "more i can do",
    "all right?",
    "sound good?",
    "sonst noch",
    "verder nog",
    "nog iets",
    "autre chose",
    "algo más",
    "altro per",
    "mais alguma coisa",
    "还有什么",
    "他に何か",
    "도와드릴",
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

/// Whether one of several phrases holds a word, in any case.
pub fn holds_any(phrases: &[String], word: &str) -> bool {
    phrases.iter().any(|phrase| holds(&phrase.to_lowercase(), &word.to_lowercase()))
}

fn asks(sentence: &str) -> bool {
    let lower = sentence.to_lowercase();
    let marked = lower.ends_with(['?', '？', '؟', '⁇', '⁈', '⁉']) || lower.contains('¿');
    let requested = || REQUESTS.iter().copied().flatten().any(|request| lower.contains(request));
    let asks = marked || requested() || is_unmarked(&lower);
    asks && !COURTESIES.iter().any(|courtesy| lower.contains(courtesy))
}

/// A question that lost its mark: `Which day do you want`.
fn is_unmarked(sentence: &str) -> bool {
    let bare = sentence.trim_start_matches(|c: char| !c.is_alphanumeric());
    OPENERS.iter().any(|opener| bare.starts_with(opener)) && ADDRESSED.iter().any(|word| bare.contains(word))
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
            "Which day do you want",
            "I'm not sure which station you mean.",
            "Könnten Sie mir den Tag nennen?",
            "Bitte nennen Sie den Abfahrtsbahnhof.",
            "Laat me weten welke klas u wilt.",
            "Veuillez préciser la date.",
            "¿Primera o segunda clase",
            "Por favor, indique la fecha.",
            "Mi dica la data.",
            "Por favor, informe a data.",
            "请告诉我出发日期。",
            "出発日を教えてください。",
            "날짜를 알려 주세요.",
        ] {
            assert_eq!(classify(question), ReplyKind::Question, "{question}");
        }
        for statement in [
            "Booked: coach 3, seat 21.",
            "The rate is 1.08. Is there anything else I can do for you?",
            "Let me know if anything is unclear.",
            "",
            "You asked \"when?\" and the answer is nine.",
            "What I found is a direct train at nine.",
            "Gebucht. Kann ich sonst noch etwas tun?",
            "Geboekt. Kan ik verder nog iets doen?",
            "C'est réservé. Autre chose ?",
            "Reservado. ¿Algo más?",
            "已预订。还有什么可以帮您？",
            "Which is why I took the later one.",
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
