//! Signs and spaces that do not belong into an address.

use super::address::is_invisible;
use super::correct::Level;

/// What was put right, in words, with its kind.
pub(super) type Fix = (&'static str, &'static str);

/// A step: the text after it.
type Step = fn(&str) -> String;

/// Steps for every level, in order.
const BASIC: [(Fix, Step); 6] = [
    (("invisible_signs", "Signs that cannot be seen were taken out."), invisible),
    (("wide_signs", "Wide signs became plain ones."), narrow),
    (("surroundings", "What stood around the address was taken off."), surroundings),
    (("at_sign", "One @ stands between the parts."), at_sign),
    (("spaces", "Spaces at the @, the dots and in the domain were taken out."), spaces),
    (("dots", "Dots stand between the parts and nowhere else."), dots),
];

/// Steps that guess more.
const DEEP: [(Fix, Step); 2] = [
    (("at_sign", "The word 'at' became an @, the word 'dot' a dot."), words),
    (("spaces", "All spaces were taken out."), all_spaces),
];

/// The text with what can be told without knowing any domain put right.
pub(super) fn tidy(text: &str, level: Level) -> (String, Vec<Fix>) {
    let (mut text, mut fixes) = (text.to_owned(), Vec::new());
    let deep = DEEP.iter().filter(|_| level == Level::Deep);
    // The basic steps again: what the deep ones leave may be in need of them.
    for (fix, step) in BASIC.iter().chain(deep).chain(&BASIC) {
        let after = step(&text);
        if after != text {
            fixes.push(*fix);
            text = after;
        }
    }
    fixes.dedup();
    (text, fixes)
}

fn invisible(text: &str) -> String {
    text.chars().map(|c| if c.is_whitespace() { ' ' } else { c }).filter(|c| *c == ' ' || !is_invisible(*c)).collect()
}

fn narrow(text: &str) -> String {
    let plain = |c: char| match c {
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(c as u32 - 0xFEE0).unwrap_or(c),
        '。' | '｡' => '.',
        '“' | '”' => '"',
        other => other,
    };
    text.chars().map(plain).collect()
}

/// `Ada <ada@…>`, `mailto:ada@…`, `(ada@…),`.
fn surroundings(text: &str) -> String {
    let mut bare = text;
    loop {
        let before = bare;
        bare = bare.trim();
        if let (Some(open), Some(close)) = (bare.find('<'), bare.rfind('>'))
            && open < close
            && bare[open..close].contains('@')
        {
            bare = &bare[open + 1..close];
        }
        if bare.get(..7).is_some_and(|start| start.eq_ignore_ascii_case("mailto:")) {
            bare = bare[7..].split('?').next().unwrap_or_default();
        }
        for (open, close) in [('<', '>'), ('(', ')'), ('[', ']'), ('{', '}'), ('"', '"'), ('\'', '\''), ('«', '»')] {
            let inner = bare.strip_prefix(open).and_then(|rest| rest.strip_suffix(close));
            bare = inner.filter(|inner| inner.contains('@')).unwrap_or(bare);
        }
        bare = bare.trim_end_matches(['.', ',', ';', ':', '!', '?', '>', ')', '"']);
        bare = bare.trim_start_matches(['<', '(', ',', ';', ':']);
        if bare == before {
            return bare.to_owned();
        }
    }
}

fn at_sign(text: &str) -> String {
    let mut text = replace(text, &["(at)", "[at]", "{at}", "<at>"], "@");
    while text.contains("@@") {
        text = text.replace("@@", "@");
    }
    text
}

/// Replaces whatever the case.
fn replace(text: &str, marks: &[&str], by: &str) -> String {
    let mut text = text.to_owned();
    for mark in marks {
        while let Some(at) = text.to_ascii_lowercase().find(mark) {
            text.replace_range(at..at + mark.len(), by);
        }
    }
    text
}

fn spaces(text: &str) -> String {
    let mut text = text.trim().to_owned();
    for mark in ["@", "."] {
        while text.contains(&format!(" {mark}")) || text.contains(&format!("{mark} ")) {
            text = text.replace(&format!(" {mark}"), mark).replace(&format!("{mark} "), mark);
        }
    }
    match text.rsplit_once('@') {
        Some((local, domain)) if domain.contains(' ') => format!("{local}@{}", domain.replace(' ', "")),
        _ => text,
    }
}

fn dots(text: &str) -> String {
    let mut text = replace(text, &["(dot)", "[dot]", "{dot}"], ".");
    while text.contains("..") {
        text = text.replace("..", ".");
    }
    let Some((local, domain)) = text.rsplit_once('@') else { return text };
    let domain = domain.replace([',', ';', ':'], ".");
    let mut whole = format!("{}@{}", local.trim_matches(['.', ',']), domain.trim_matches('.'));
    while whole.contains("..") {
        whole = whole.replace("..", ".");
    }
    whole
}

fn words(text: &str) -> String {
    let text = if text.contains('@') { text.to_owned() } else { replace(text, &[" at "], "@") };
    replace(&text, &[" dot ", " punt ", " punkt ", " point "], ".")
}

fn all_spaces(text: &str) -> String {
    text.replace(' ', "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_belong_is_taken_off() {
        for (text, wanted) in [
            ("  ada@a.example ", "ada@a.example"),
            ("Ada Lovelace <ada@a.example>", "ada@a.example"),
            ("mailto:ada@a.example?subject=x", "ada@a.example"),
            ("(ada@a.example),", "ada@a.example"),
            ("ada@@a..example", "ada@a.example"),
            ("ada@a,example", "ada@a.example"),
            ("ada (at) a [dot] example", "ada@a.example"),
            ("ada＠a。example", "ada@a.example"),
            ("ada@a.exa\u{200B}mple", "ada@a.example"),
            (".ada.@.a.example.", "ada@a.example"),
            ("ada @ a . example", "ada@a.example"),
        ] {
            assert_eq!(tidy(text, Level::Basic).0, wanted, "{text}");
        }
        assert_eq!(tidy("ada at a dot example", Level::Deep).0, "ada@a.example");
        assert_eq!(tidy("ada love@a.example", Level::Basic).0, "ada love@a.example");
        assert_eq!(tidy("ada love@a.example", Level::Deep).0, "adalove@a.example");
    }
}
