use super::text::fold;

/// Whether text holds all these words (or phrases), in any case and order.
pub fn holds_all(text: &str, words: &[String]) -> bool {
    words.iter().all(|word| holds(text, word))
}

/// Whether text holds a word or phrase, in any case: as a whole word, so that `art` is not in `party`. Scripts that are
/// written without spaces have no whole words; there it only has to occur.
pub fn holds(text: &str, word: &str) -> bool {
    if text.len() < word.trim().len() && text.is_ascii() && word.is_ascii() {
        return false;
    }
    let (text, word) = (fold(text), fold(word.trim()));
    if word.is_empty() {
        return false;
    }
    let (first, last) = (word.chars().next(), word.chars().next_back());
    text.match_indices(&word).any(|(at, found)| {
        let before = text[..at].chars().next_back();
        let after = text[at + found.len()..].chars().next();
        !joined(before, first) && !joined(last, after)
    })
}

/// Whether text says these words, in any case and as whole words; numbers may be written with commas between their
/// digits.
pub fn says(text: &str, words: &str) -> bool {
    holds(&without_commas(text), &without_commas(words))
}

/// `$23,553, or more` → `$23553, or more`
fn without_commas(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let digit = |at: Option<usize>| at.and_then(|at| chars.get(at)).is_some_and(char::is_ascii_digit);
    let separates = |at: usize| chars[at] == ',' && digit(at.checked_sub(1)) && digit(Some(at + 1));
    (0..chars.len()).filter(|at| !separates(*at)).map(|at| chars[at]).collect()
}

/// Whether two neighbouring characters belong to one word.
fn joined(left: Option<char>, right: Option<char>) -> bool {
    let spaced = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() && !is_unspaced(c));
    spaced(left) && spaced(right)
}

/// Han, Kana, Bopomofo, Thai, Lao, Khmer and Myanmar are written without spaces between words. Hangul has spaces, but
/// its particles are joined to the word.
fn is_unspaced(c: char) -> bool {
    matches!(c as u32,
        0x0E00..=0x0EFF | 0x1000..=0x109F | 0x1780..=0x17FF | 0x2E80..=0x9FFF | 0xAC00..=0xD7A3 | 0xF900..=0xFAFF
        | 0x1100..=0x11FF | 0x20000..=0x3FFFF)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_whole_and_of_any_case() {
        assert!(holds("Would you like FIRST or second class?", "first"));
        assert!(holds("second-class, please", "second") && holds("36Kr's GreenLeaf piece", "36kr"));
        assert!(holds("from Den Bosch on", "den bosch"));
        assert!(!holds("a party", "art") && !holds("in 2012", "12") && !holds("anything", ""));
        assert!(holds("party art", "art"), "a later place counts too");
    }

    #[test]
    fn unspaced_scripts_only_have_to_hold_it() {
        assert!(holds("请问您要一等座还是二等座？", "二等座"));
        assert!(holds("36氪GreenLeaf报道", "greenleaf"));
    }

    #[test]
    fn numbers_are_said_with_commas_or_without() {
        assert!(says("You have saved $23,553, all in all.", "23553") && says("23553", "23,553"));
        assert!(!says("123,553", "23553") && !says("23, 553", "23553"));
        assert_eq!(without_commas(",1, a,b 1,234,567,"), ",1, a,b 1234567,");
    }

    #[test]
    fn all_words_are_needed() {
        let words = ["retail".to_owned(), "GreenLeaf".to_owned()];
        assert!(holds_all("greenleaf, the retail star", &words));
        assert!(!holds_all("greenleaf the star", &words));
    }
}
