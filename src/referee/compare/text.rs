use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;

/// Whether two texts have the same characters after Unicode NFC.
pub(super) fn same(a: &str, b: &str) -> bool {
    a == b || nfc(a) == nfc(b)
}

/// The same in any case.
pub(super) fn same_caseless(a: &str, b: &str) -> bool {
    a == b || fold(a) == fold(b)
}

/// The same in any case, whatever blanks, points, commas, slashes, dashes and underscores there are.
pub(super) fn same_spelling(a: &str, b: &str) -> bool {
    a == b || letters(a) == letters(b)
}

fn letters(text: &str) -> String {
    let mark = |c: char| c.is_whitespace() || matches!(c, ',' | '.' | '/' | '-' | '_' | '*' | '^');
    fold(text).replace('\'', "\"").chars().filter(|c| !mark(*c)).collect()
}

/// Text without its case. Through upper case first, because `ß` has no other way to `ss`.
pub(super) fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    nfc(&nfc(text).to_uppercase().to_lowercase()).into_owned()
}

fn nfc(text: &str) -> Cow<'_, str> {
    match text.is_ascii() {
        true => Cow::Borrowed(text),
        false => Cow::Owned(text.nfc().collect()),
    }
}
