//! Making words comparable: for search, for addresses and for names of outlets.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Lower case without accents; letters that do not decompose are written out (`ß` as `ss`, `ø` as `o`).
pub(super) fn folded(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let mut plain = String::with_capacity(text.len());
    for c in text.nfkd().filter(|c| !is_combining_mark(*c)).flat_map(char::to_lowercase) {
        match c {
            'ß' => plain.push_str("ss"),
            'æ' => plain.push_str("ae"),
            'œ' => plain.push_str("oe"),
            'ø' => plain.push('o'),
            'ł' => plain.push('l'),
            'đ' | 'ð' => plain.push('d'),
            'þ' => plain.push_str("th"),
            'ı' => plain.push('i'),
            // Arabic spellings that writers mix: final ya, ta marbuta, and the stretching stroke.
            'ى' => plain.push('ي'),
            'ة' => plain.push('ه'),
            'ـ' => {}
            _ => plain.push(c),
        }
    }
    plain
}

/// Words of a text, folded. A run of Chinese gives each pair of neighbouring characters.
pub(super) fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let plain = folded(text).replace(['\'', '’'], "");
    for run in plain.split(|c: char| !c.is_alphanumeric()).filter(|run| !run.is_empty()) {
        match run.chars().any(is_han) {
            true => push_pairs(run, &mut words),
            false => words.push(without_article(run).to_owned()),
        }
    }
    words
}

/// Pairs of a run in which Chinese and other letters may meet.
fn push_pairs(run: &str, words: &mut Vec<String>) {
    let letters: Vec<char> = run.chars().collect();
    for part in letters.chunk_by(|a, b| is_han(*a) == is_han(*b)) {
        match part {
            [_] => words.push(part.iter().collect()),
            _ if is_han(part[0]) => words.extend(part.windows(2).map(|pair| pair.iter().collect())),
            _ => words.push(part.iter().collect()),
        }
    }
}

/// Whether a character is a Chinese one.
pub(super) fn is_han(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}')
}

/// An Arabic word without its article and the particles that grow onto it.
fn without_article(word: &str) -> &str {
    let bare = ["وال", "بال", "كال", "لل", "ال"].iter().find_map(|article| word.strip_prefix(article));
    bare.filter(|rest| rest.chars().count() >= 3).unwrap_or(word)
}

/// The part of an address that says what an article is about; nothing when no Latin letters are left.
pub(super) fn slug(title: &str) -> Option<String> {
    const LONGEST: usize = 64;
    let mut slug = String::new();
    for word in words(title).iter().filter(|w| w.is_ascii()) {
        if slug.len() + word.len() >= LONGEST {
            break;
        }
        if !slug.is_empty() {
            slug.push('-');
        }
        slug.push_str(word);
    }
    slug.bytes().any(|b| b.is_ascii_alphabetic()).then_some(slug)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_lose_case_accents_and_articles() {
        assert_eq!(words("Évêque, l’Été"), ["eveque", "lete"]);
        assert_eq!(words("Straße"), ["strasse"]);
        assert_eq!(words("المياه والمدرسة"), ["مياه", "مدرسه"]);
    }

    #[test]
    fn chinese_is_cut_into_pairs() {
        assert_eq!(words("新能源车2号"), ["新能", "能源", "源车", "2", "号"]);
        assert_eq!(words("car"), ["car"]);
    }

    #[test]
    fn slugs_are_plain_and_end_with_a_word() {
        assert_eq!(slug("\"Slow Thunder\": a café in Łódź").as_deref(), Some("slow-thunder-a-cafe-in-lodz"));
        assert_eq!(slug("早市改在学校操场"), None);
        assert!(slug(&"word ".repeat(40)).unwrap().len() <= 64);
    }
}
