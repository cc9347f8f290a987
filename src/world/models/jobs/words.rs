//! Spellings that are compared: words without case, accents and endings.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Spellings of two words that mean one.
const JOINED: [(&str, &str); 14] = [
    ("full-time", "fulltime"),
    ("full time", "fulltime"),
    ("part-time", "parttime"),
    ("part time", "parttime"),
    ("on-site", "onsite"),
    ("on site", "onsite"),
    ("home office", "remote"),
    ("home-office", "remote"),
    ("work from home", "remote"),
    ("entry level", "junior"),
    ("entry-level", "junior"),
    ("front-end", "frontend"),
    ("front end", "frontend"),
    ("back-end", "backend"),
];

/// Words of a text as they are compared, in order.
pub(super) fn words(text: &str) -> Vec<String> {
    let mut plain: String = text.nfkd().filter(|c| !is_combining_mark(*c)).flat_map(char::to_lowercase).collect();
    plain = plain.replace(['\'', '’'], "");
    for (two, one) in JOINED {
        if plain.contains(two) {
            plain = plain.replace(two, one);
        }
    }
    let part = |c: char| !c.is_alphanumeric() && c != '+' && c != '#';
    plain.split(part).filter(|word| word.chars().any(char::is_alphanumeric)).map(stem).collect()
}

/// A word without its ending: `nurses`, `nurse` and `nursing` are one, `care` and `car` are two.
pub(super) fn stem(word: &str) -> String {
    if !word.is_ascii() {
        return word.to_owned();
    }
    let mut stem = word;
    if let Some(body) = stem.strip_suffix("ies").filter(|body| body.len() >= 3) {
        return format!("{body}y");
    }
    if stem.len() >= 4 && !stem.ends_with("ss") && !stem.ends_with("us") {
        stem = stem.strip_suffix('s').unwrap_or(stem);
    }
    if let Some(body) = stem.strip_suffix("ing").filter(|body| body.len() >= 4) {
        stem = body;
    }
    if stem.len() >= 5 {
        stem = stem.strip_suffix('e').unwrap_or(stem);
    }
    stem.to_owned()
}

/// Words of which one begins with the other, and that mean different things.
const APART: [(&str, &str); 1] = [("nurs", "nursery")];

/// How well a word that someone typed fits one that stands there: 2 the same, 1 the beginning of it, 0 not at all.
pub(super) fn fit(typed: &str, there: &str) -> u32 {
    match there.strip_prefix(typed) {
        Some("") => 2,
        // `develop` for `developer`, but not `java` for `javascript`.
        Some(rest) if typed.len() >= 4 && rest.len() <= 4 && !APART.contains(&(typed, there)) => 1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_and_accents_do_not_matter() {
        assert_eq!(words("Nurses, nursing & NURSE"), ["nurs", "nurs", "nurs"]);
        assert_eq!(words("Café manager (part-time)"), ["cafe", "manager", "parttim"]);
        assert_eq!(words("C++ and C#, please"), ["c++", "and", "c#", "pleas"]);
        assert_eq!(words("deliveries"), ["delivery"]);
        assert_eq!(words("🦀 — …"), Vec::<String>::new());
    }

    #[test]
    fn beginnings_fit_when_little_is_missing() {
        assert_eq!(fit("develop", "developer"), 1);
        assert_eq!(fit("java", "javascript"), 0);
        assert_eq!(fit("car", "carpenter"), 0);
        assert_eq!(fit("nurs", "nurs"), 2);
        assert_eq!(fit("nurs", "nursery"), 0);
    }
}
