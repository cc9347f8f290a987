//! Chinese text as words, the way jieba 0.42.1 cuts it by default.
//!
//! The crate has the same dictionary and the same model, and two rules of its own since: it takes rare characters into its
//! blocks, and keeps `2024-05-01` in one piece. Both are undone here.

use std::sync::OnceLock;

use jieba_rs::Jieba;

/// Whether a text has a character that the original takes for Chinese: it asks for the oldest block, without its end.
pub fn is_chinese(text: &str) -> bool {
    text.chars().any(|c| ('\u{4e00}'..='\u{9fa5}').contains(&c))
}

/// The words, with blanks between them.
pub fn words(text: &str) -> String {
    let mut words: Vec<&str> = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let in_block = is_in_block(first);
        let end = if in_block { rest.find(|c| !is_in_block(c)).unwrap_or(rest.len()) } else { first.len_utf8() };
        let (piece, after) = rest.split_at(end);
        if in_block {
            cut(piece, &mut words)
        } else {
            words.push(piece)
        }
        rest = after;
    }
    words.join(" ")
}

/// What jieba looks at together; every other character is a word.
fn is_in_block(c: char) -> bool {
    matches!(c, '\u{4e00}'..='\u{9fd5}' | 'a'..='z' | 'A'..='Z' | '0'..='9' | '+' | '#' | '&' | '.' | '_' | '%' | '-')
}

fn cut<'t>(block: &'t str, words: &mut Vec<&'t str>) {
    static JIEBA: OnceLock<Jieba> = OnceLock::new();
    for token in JIEBA.get_or_init(Jieba::new).cut(block, true) {
        match joins(token.word) {
            true => part(token.word, words),
            false => words.push(token.word),
        }
    }
}

/// Whether a token is several runs of letters and digits that the crate has joined. No word of the dictionary is.
fn joins(token: &str) -> bool {
    let runs = token.strip_suffix('%').unwrap_or(token);
    let is_run = |run: &str| !run.is_empty() && run.chars().all(|c| c.is_ascii_alphanumeric());
    runs.contains(CONNECTORS) && runs.split(CONNECTORS).all(is_run)
}

const CONNECTORS: [char; 3] = ['.', '_', '-'];

/// Parts it as jieba does: letters and digits, a dot with digits after it, a percent sign; what is between, apart.
fn part<'t>(token: &'t str, words: &mut Vec<&'t str>) {
    let mut rest = token;
    while !rest.is_empty() {
        let mut end = run(rest, |c| c.is_ascii_alphanumeric());
        if let Some(fraction) = rest[end..].strip_prefix('.') {
            let digits = run(fraction, |c| c.is_ascii_digit());
            end += if digits > 0 && end > 0 { 1 + digits } else { 0 };
        }
        end += usize::from(end > 0 && rest[end..].starts_with('%'));
        let (word, after) = rest.split_at(end.max(1));
        words.push(word);
        rest = after;
    }
}

fn run(text: &str, is_in: impl Fn(char) -> bool) -> usize {
    text.find(|c| !is_in(c)).unwrap_or(text.len())
}

/// The characters, with blanks between them.
pub fn characters(text: &str) -> String {
    let mut out = String::with_capacity(text.len() * 2);
    for (i, c) in text.chars().enumerate() {
        if i > 0 {
            out.push(' ');
        }
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_cut_as_jieba_0_42_1_cuts_it() {
        // What `" ".join(jieba.cut(text))` of jieba 0.42.1 gives.
        let cases = [
            ("我来到北京清华大学", "我 来到 北京 清华大学"),
            ("他来到了网易杭研大厦", "他 来到 了 网易 杭研 大厦"),
            ("会议在2024-05-01，地点a_b.c", "会议 在 2024 - 05 - 01 ， 地点 a _ b . c"),
            ("涨了3.14%和1.2.3", "涨 了 3.14% 和 1.2 . 3"),
            ("㐀龘字", "㐀 龘 字"),
        ];
        for (text, cut) in cases {
            assert_eq!(words(text), cut);
        }
    }
}
