//! Text as Python sees it.

/// Python's `str.isspace` for one character: Unicode's white space, and the four separators of ASCII.
pub fn is_space(c: char) -> bool {
    c.is_whitespace() || ('\u{1c}'..='\u{1f}').contains(&c)
}

/// Python's `str.split()` without arguments.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(is_space).filter(|word| !word.is_empty())
}

/// The text without white space, in lower case.
pub fn squeezed(text: &str) -> String {
    words(text).collect::<String>().to_lowercase()
}

/// Python's `repr` of text: in single quotes, or in double ones where that saves an escape.
pub fn repr(text: &str) -> String {
    let quote = if text.contains('\'') && !text.contains('"') { '"' } else { '\'' };
    let mut out = String::from(quote);
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            _ if c == quote => out.extend(['\\', c]),
            _ if is_printable(c) => out.push(c),
            _ => escape(c, &mut out),
        }
    }
    out.push(quote);
    out
}

fn escape(c: char, out: &mut String) {
    let code = match super::read::surrogate(c) {
        Some(surrogate) => surrogate,
        None => u32::from(c),
    };
    let escaped = match code {
        0..=0xff => format!("\\x{code:02x}"),
        0x100..=0xffff => format!("\\u{code:04x}"),
        _ => format!("\\U{code:08x}"),
    };
    out.push_str(&escaped);
}

/// Rust's debug output escapes the same categories as Python's `repr`; after another character it leaves marks alone.
fn is_printable(c: char) -> bool {
    let pair: String = ['x', c].into_iter().collect();
    !pair.escape_debug().skip(1).take(3).eq("\\u{".chars()) && (u32::from(c) >= 0x20)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_separators_of_ascii_are_white_space() {
        assert_eq!(words("a\u{1c}b\u{85}c\u{3000} d").collect::<Vec<_>>(), ["a", "b", "c", "d"]);
        assert_eq!(squeezed(" A\u{a0}B\u{200b}"), "ab\u{200b}");
    }

    #[test]
    fn names_are_quoted_as_python_quotes_them() {
        assert_eq!(repr("limit"), "'limit'");
        assert_eq!(repr("it's"), "\"it's\"");
        assert_eq!(repr("'\""), "'\\'\"'");
        assert_eq!(repr("a\nb\u{7f}\u{200b}é\\"), "'a\\nb\\x7f\\u200bé\\\\'");
        assert_eq!(repr("\0"), "'\\x00'");
        assert_eq!(repr("e\u{301}"), "'e\u{301}'");
    }
}
