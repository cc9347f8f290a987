//! Whether a value stands in somebody's words, in one of the ways in which people write it.

use jiff::civil::Date;
use serde_json::Value;

const NUMBERS: [&str; 21] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
];

/// Whether the words hold the value.
pub fn stands_in(value: &Value, words: &str) -> bool {
    let words = flat(words);
    match value {
        Value::Array(items) => items.iter().all(|item| stands_in(item, &words)),
        Value::Object(map) => map.values().all(|inner| stands_in(inner, &words)),
        other => spellings(other).iter().any(|spelling| holds(&words, &flat(spelling))),
    }
}

/// Whether words hold a spelling and nothing that makes it another word or number.
pub fn holds(words: &str, spelling: &str) -> bool {
    let edge = |inner: Option<char>, outer: Option<char>| match (inner, outer) {
        (Some(a), Some(b)) if a.is_alphanumeric() && b.is_alphanumeric() => a.is_numeric() != b.is_numeric(),
        _ => true,
    };
    !spelling.is_empty()
        && words.match_indices(spelling).any(|(at, found)| {
            let (before, after) = (words[..at].chars().next_back(), words[at + found.len()..].chars().next());
            let wide = !spelling.is_ascii();
            wide || (edge(found.chars().next(), before) && edge(found.chars().next_back(), after))
        })
}

/// Lower case, with single spaces and plain quotes and dashes.
pub fn flat(text: &str) -> String {
    let plain = text.replace(['’', '‘'], "'").replace(['–', '—'], "-").to_lowercase();
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The ways in which people write a value.
fn spellings(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) => of_text(text),
        Value::Number(n) => of_number(n.as_f64().unwrap_or(0.0), &n.to_string()),
        // A flag is never spelt out; the lint asks for a note instead.
        _ => Vec::new(),
    }
}

fn of_text(text: &str) -> Vec<String> {
    let mut ways = vec![text.to_owned(), text.replace(['_', '-'], " "), split_camel(text)];
    if let Ok(date) = text.parse::<Date>() {
        ways.extend(of_date(date));
    }
    if let Some((hour, minute)) = clock(text) {
        ways.extend(of_time(hour, minute));
    }
    if let Some(first) = text.split('_').next().filter(|_| text.ends_with("_class")) {
        ways.push(first.to_owned());
    }
    ways
}

fn of_number(n: f64, digits: &str) -> Vec<String> {
    let mut ways = vec![digits.to_owned(), digits.trim_end_matches(".0").to_owned()];
    if n.fract() == 0.0 && (0.0..=20.0).contains(&n) {
        ways.push(NUMBERS[n as usize].to_owned());
    }
    if n.fract() == 0.0 && n >= 1000.0 {
        ways.extend([grouped(n as u64, ','), grouped(n as u64, '.'), grouped(n as u64, ' ')]);
    }
    ways
}

fn of_date(date: Date) -> Vec<String> {
    let (day, month) = (date.day(), date.strftime("%B").to_string());
    let ordinal = match (day % 10, day) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    let forms = [format!("{day}"), format!("{day}{ordinal}")];
    let of = |form: &String| {
        [format!("{form} {month}"), format!("{month} {form}"), format!("{form} of {month}"), format!("the {form}")]
    };
    forms.iter().flat_map(of).collect()
}

fn clock(text: &str) -> Option<(u8, u8)> {
    let (hour, minute) = text.split_once(':')?;
    (minute.len() >= 2).then_some(())?;
    Some((hour.parse().ok()?, minute.get(..2)?.parse().ok()?))
}

fn of_time(hour: u8, minute: u8) -> Vec<String> {
    let (twelve, half) = (if hour.is_multiple_of(12) { 12 } else { hour % 12 }, if hour < 12 { "am" } else { "pm" });
    let mut ways =
        vec![format!("{hour}:{minute:02}"), format!("{twelve}:{minute:02} {half}"), format!("{hour}.{minute:02}")];
    if minute == 0 {
        let word = NUMBERS[usize::from(twelve)];
        ways.extend([
            format!("{twelve} {half}"),
            format!("{twelve}{half}"),
            format!("{word} o'clock"),
            word.to_owned(),
        ]);
        ways.push(format!("{hour} o'clock"));
    }
    if minute == 30 {
        ways.push(format!("half past {}", NUMBERS[usize::from(twelve)]));
    }
    if hour == 12 && minute == 0 {
        ways.extend(["noon".to_owned(), "midday".to_owned()]);
    }
    ways
}

fn grouped(n: u64, mark: char) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(mark);
        }
        out.push(digit);
    }
    out
}

fn split_camel(text: &str) -> String {
    let mut out = String::new();
    for (i, c) in text.char_indices() {
        if i > 0 && c.is_uppercase() {
            out.push(' ');
        }
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn values_are_found_as_people_write_them() {
        for (value, words) in [
            (json!("2026-03-12"), "Book it for 12 March please"),
            (json!("2026-03-12"), "on the 12th, as always"),
            (json!("09:00"), "not before nine"),
            (json!("14:30"), "half past two"),
            (json!(1250), "about 1,250 of them"),
            (json!(3), "for three people"),
            (json!("first_class"), "First class for me"),
            (json!(["GBP", "SEK"]), "both SEK and GBP"),
            (json!("Utrecht"), "From Utrecht’s station"),
        ] {
            assert!(stands_in(&value, words), "{value} in '{words}'");
        }
    }

    #[test]
    fn parts_of_other_words_do_not_count() {
        for (value, words) in [
            (json!(12), "the 2012 vintage"),
            (json!("EUR"), "a euro"),
            (json!("rail"), "the trail"),
            (json!(true), "true"),
        ] {
            assert!(!stands_in(&value, words), "{value} in '{words}'");
        }
    }
}
