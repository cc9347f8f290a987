//! A wanted salary as people write it: `50000-80000`, `€ 3.500 per month`, `60k+`, `up to 40,000`.

/// What someone wants to earn a year.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Asked {
    /// A code, name or sign of money, when one was written.
    pub currency: Option<String>,
    /// At least so much a year.
    pub minimum: Option<f64>,
    /// At most so much a year.
    pub maximum: Option<f64>,
}

/// Words for no limit.
const ANY: [&str; 7] = ["", "unlimited", "any", "all", "none", "no limit", "min-max"];

/// Words that say over what time, and how many of those are in a year; an hour stands for a week of forty.
const SPANS: [(&str, f64); 12] = [
    ("a month", 12.0),
    ("monthly", 12.0),
    ("month", 12.0),
    ("p.m.", 12.0),
    ("an hour", 2080.0),
    ("hourly", 2080.0),
    ("hour", 2080.0),
    ("annually", 1.0),
    ("annual", 1.0),
    ("yearly", 1.0),
    ("year", 1.0),
    ("p.a.", 1.0),
];

impl Asked {
    /// Reads a text; nothing when it is no range of pay.
    pub fn parse(text: &str) -> Option<Asked> {
        let mut plain = text.trim().to_lowercase().replace(['–', '—', '−', '‒'], "-");
        if ANY.contains(&plain.as_str()) {
            return Some(Asked::default());
        }
        let mut times = 1.0;
        for (word, n) in SPANS {
            if plain.contains(word) {
                plain = plain.replace(word, " ");
                times = n;
            }
        }
        for word in ["per ", "gross", "/"] {
            plain = plain.replace(word, " ");
        }
        let (currency, rest) = split_currency(&plain)?;
        let (minimum, maximum) = bounds(rest.trim())?;
        let year = |amount: Option<f64>| amount.map(|a| a * times);
        Some(Asked { currency, minimum: year(minimum), maximum: year(maximum) })
    }
}

/// Takes words and signs that are no numbers out of the text; they are the money when they are one and the same.
fn split_currency(text: &str) -> Option<(Option<String>, String)> {
    let mut rest = String::new();
    let mut names: Vec<String> = Vec::new();
    let mut word = String::new();
    for c in text.chars().chain([' ']) {
        if c.is_alphabetic() || is_sign(c) {
            word.push(c);
            continue;
        }
        match word.as_str() {
            "" => {}
            "k" | "m" if rest.ends_with(|d: char| d.is_ascii_digit()) => rest.push_str(&word),
            "to" | "till" | "until" | "and" => rest.push('-'),
            "from" | "over" | "above" | "min" | "minimum" | "least" | "at" | "between" | "more" | "than" => {}
            "up" | "under" | "below" | "max" | "maximum" | "most" => rest.push('<'),
            // `1e9` is no money called e.
            _ if rest.ends_with(|d: char| d.is_ascii_digit()) && c.is_ascii_digit() => return None,
            other => {
                let (head, tail) = suffix(other);
                if rest.ends_with(|d: char| d.is_ascii_digit()) && !head.is_empty() {
                    rest.push_str(head);
                }
                names.extend((!tail.is_empty()).then(|| tail.to_owned()));
            }
        }
        word.clear();
        rest.push(c);
    }
    names.dedup();
    (names.len() <= 1).then(|| (names.pop(), rest))
}

/// `k` and `€` of `50k€`, where the two stand without a space.
fn suffix(word: &str) -> (&str, &str) {
    match word.strip_prefix('k') {
        Some(tail) if tail.starts_with(is_sign) => ("k", tail),
        _ => ("", word),
    }
}

fn is_sign(c: char) -> bool {
    matches!(c, '$' | '€' | '£' | '¥' | '₹' | '₩' | '₽' | '₺' | '₫' | '₱' | '₪' | '₦' | '฿')
}

type Bounds = (Option<f64>, Option<f64>);

fn bounds(text: &str) -> Option<Bounds> {
    let plain: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let plain = plain.replace("<-", "<").replace("--", "-");
    if let Some(most) = plain.strip_prefix('<') {
        return Some((None, Some(number(most)?)));
    }
    if let Some(least) = plain.strip_suffix('+').or_else(|| plain.strip_prefix('>')) {
        return Some((Some(number(least)?), None));
    }
    let Some((low, high)) = plain.split_once('-') else { return Some((Some(number(&plain)?), None)) };
    match (low, high) {
        ("", "") => None,
        ("", high) => Some((None, Some(number(high)?))),
        (low, "") => Some((Some(number(low)?), None)),
        (low, high) => {
            let (mut first, second) = (number(low)?, number(high)?);
            // `50-80k` means thousands on both sides.
            if high.ends_with(['k', 'm']) && !low.ends_with(['k', 'm']) && first < 1000.0 {
                first *= second / number(high.trim_end_matches(['k', 'm']))?;
            }
            Some((Some(first), Some(second)))
        }
    }
}

/// A number with separators: `50,000`, `50.000`, `50'000`, `3.5k`.
fn number(text: &str) -> Option<f64> {
    let (digits, times) = match text.strip_suffix('k') {
        Some(digits) => (digits, 1e3),
        None => text.strip_suffix('m').map_or((text, 1.0), |digits| (digits, 1e6)),
    };
    let digits = digits.replace('\'', "");
    if digits.len() > 20 || !digits.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let parts: Vec<&str> = digits.split(['.', ',']).collect();
    let thousands = parts.len() > 1 && times == 1.0 && parts[1..].iter().all(|part| part.len() == 3);
    let plain = if thousands { parts.concat() } else { digits.replace(',', ".") };
    let value: f64 = plain.parse().ok()?;
    (value.is_finite() && value <= 1e12).then_some(value * times)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<(Option<String>, Option<f64>, Option<f64>)> {
        Asked::parse(text).map(|a| (a.currency, a.minimum, a.maximum))
    }

    #[test]
    fn pay_is_read_as_people_write_it() {
        let eur = || Some("eur".to_owned());
        let sign = || Some("€".to_owned());
        for (text, wanted) in [
            ("50000-80000", (None, Some(50_000.0), Some(80_000.0))),
            ("50k – 80k", (None, Some(50_000.0), Some(80_000.0))),
            ("50-80k", (None, Some(50_000.0), Some(80_000.0))),
            ("EUR 50,000 to 80,000", (eur(), Some(50_000.0), Some(80_000.0))),
            ("50.000-80.000 eur", (eur(), Some(50_000.0), Some(80_000.0))),
            ("€3500-€4200 per month", (sign(), Some(42_000.0), Some(50_400.0))),
            ("60k+", (None, Some(60_000.0), None)),
            ("60000-", (None, Some(60_000.0), None)),
            ("up to 40,000", (None, None, Some(40_000.0))),
            ("-40000", (None, None, Some(40_000.0))),
            ("60000", (None, Some(60_000.0), None)),
            ("$25/hour", (Some("$".to_owned()), Some(52_000.0), None)),
            ("Unlimited", (None, None, None)),
            ("0-0", (None, Some(0.0), Some(0.0))),
            ("3.5k-4k a month", (None, Some(42_000.0), Some(48_000.0))),
            ("at least 45000 GBP", (Some("gbp".to_owned()), Some(45_000.0), None)),
        ] {
            assert_eq!(read(text), Some(wanted), "{text}");
        }
    }

    #[test]
    fn what_is_no_pay_is_not_read() {
        for text in ["lots", "abc-def", "EUR 50 GBP 60", "-", "12..5", "1e999", "🦀", "9999999999999999999999999"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
