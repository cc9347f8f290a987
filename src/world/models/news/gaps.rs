//! Texts with gaps: `{company.retail}`, `{city#2}`, `{subject:figure}`, `{num 3 9}`, `{=up|down}`, `{weekday}`, `{origin}`.

use super::pools::{Attribute, Pools};

/// A text of a story.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Text(pub Vec<Part>);

/// A stretch of a text.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Part {
    Literal(String),
    /// What fills the gap with this number in the story.
    Gap(usize, Attribute),
    /// Name of the outlet that had the story first.
    Origin,
}

/// What fills a gap. Each is drawn once a telling, so that headline, summary and follow-ups agree.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Filling {
    /// The story's subject.
    Subject,
    /// A member of a pool.
    Member {
        pool: usize,
    },
    /// A multiple of `step`, `low + n * step`, in units of 10^-`decimals`.
    Number {
        low: i64,
        step: i64,
        count: usize,
        decimals: usize,
    },
    /// One of these words.
    Choice(Vec<String>),
    Weekday,
    /// A month one to four after the story's own.
    Month,
}

/// The gaps of one story while its texts are read.
#[derive(Debug, Default)]
pub(super) struct Gaps {
    keys: Vec<String>,
    pub fillings: Vec<Filling>,
}

impl Gaps {
    /// With a subject, which is then always gap 0.
    pub fn with_subject(subject: bool) -> Self {
        match subject {
            true => Self { keys: vec!["subject".to_owned()], fillings: vec![Filling::Subject] },
            false => Self::default(),
        }
    }

    /// Reads a text.
    ///
    /// # Errors
    ///
    /// A brace is left open, or a gap has a name that nothing has.
    pub fn read(&mut self, text: &str, pools: &mut Pools) -> Result<Text, String> {
        let mut parts = Vec::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            let (gap, after) = after.split_once('}').ok_or_else(|| format!("'{text}' leaves a brace open"))?;
            if !before.is_empty() {
                parts.push(Part::Literal(before.to_owned()));
            }
            parts.push(self.part(gap, pools).map_err(|e| format!("'{text}': {e}"))?);
            rest = after;
        }
        if !rest.is_empty() {
            parts.push(Part::Literal(rest.to_owned()));
        }
        Ok(Text(parts))
    }

    fn part(&mut self, gap: &str, pools: &mut Pools) -> Result<Part, String> {
        if gap == "origin" {
            return Ok(Part::Origin);
        }
        let (key, attribute) = match gap.starts_with('=') {
            true => (gap, ""),
            false => gap.split_once(':').unwrap_or((gap, "")),
        };
        let attribute = Attribute::parse(attribute).ok_or_else(|| format!("'{attribute}' is no attribute"))?;
        if let Some(known) = self.keys.iter().position(|k| k == key) {
            return Ok(Part::Gap(known, attribute));
        }
        self.fillings.push(filling(key, pools)?);
        self.keys.push(key.to_owned());
        Ok(Part::Gap(self.keys.len() - 1, attribute))
    }
}

fn filling(key: &str, pools: &mut Pools) -> Result<Filling, String> {
    if let Some(words) = key.strip_prefix('=') {
        return Ok(Filling::Choice(words.split('|').map(str::to_owned).collect()));
    }
    if let Some(range) = key.strip_prefix("num ") {
        return number(range);
    }
    match key {
        "weekday" => Ok(Filling::Weekday),
        "month" => Ok(Filling::Month),
        _ => {
            let pool = key.split_once('#').map_or(key, |(pool, _)| pool);
            Ok(Filling::Member { pool: pools.pool(pool)? })
        }
    }
}

/// `low high` or `low high step`, with as many decimals as the low end is written with.
fn number(range: &str) -> Result<Filling, String> {
    let wrong = || format!("'{range}' is no range");
    let words: Vec<&str> = range.split(' ').collect();
    let decimals = words[0].split_once('.').map_or(0, |(_, d)| d.len());
    let read = |word: &str| scaled(word, decimals).ok_or_else(wrong);
    let (low, high, step) = match words.as_slice() {
        [low, high] => (read(low)?, read(high)?, 1),
        [low, high, step] => (read(low)?, read(high)?, read(step)?),
        _ => return Err(wrong()),
    };
    match high >= low && step > 0 {
        true => Ok(Filling::Number { low, step, count: ((high - low) / step + 1) as usize, decimals }),
        false => Err(wrong()),
    }
}

/// A decimal number as an integer of 10^-`decimals`.
fn scaled(word: &str, decimals: usize) -> Option<i64> {
    let (whole, fraction) = word.split_once('.').unwrap_or((word, ""));
    (fraction.len() <= decimals).then(|| format!("{whole}{fraction:0<decimals$}").parse().ok())?
}

/// A number as the language writes it: a decimal sign of its own, and thousands apart from five digits on (so that years
/// stay whole).
pub(super) fn written(value: i64, decimals: usize, language: &str) -> String {
    let (point, thousands) = match language {
        "nl" | "de" | "es" => (',', "."),
        "fr" => (',', "\u{202f}"),
        "zh" => ('.', ""),
        _ => ('.', ","),
    };
    let digits = format!("{value:0width$}", width = decimals + 1);
    let (whole, fraction) = digits.split_at(digits.len() - decimals);
    let whole = match whole.len() > 4 {
        true => grouped(whole, thousands),
        false => whole.to_owned(),
    };
    if decimals == 0 { whole } else { format!("{whole}{point}{fraction}") }
}

fn grouped(digits: &str, separator: &str) -> String {
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push_str(separator);
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_the_language_does() {
        assert_eq!(written(2015, 0, "en"), "2015");
        assert_eq!(written(12_400, 0, "en"), "12,400");
        assert_eq!(written(12_400, 0, "de"), "12.400");
        assert_eq!(written(31, 1, "nl"), "3,1");
        assert_eq!(written(8, 1, "en"), "0.8");
    }

    #[test]
    fn a_range_has_both_ends_and_its_steps() {
        let filling = number("1.2 4.8").unwrap();
        assert_eq!(filling, Filling::Number { low: 12, step: 1, count: 37, decimals: 1 });
        assert_eq!(number("80 260 10").unwrap(), Filling::Number { low: 80, step: 10, count: 19, decimals: 0 });
        assert!(number("9 3").is_err());
    }

    #[test]
    fn equal_gaps_are_one_and_unknown_ones_are_refused() {
        let mut pools = Pools::default();
        let mut gaps = Gaps::with_subject(true);
        let text = gaps.read("{subject:figure} saw {num 3 9} of {num 3 9}", &mut pools).unwrap();
        assert_eq!(gaps.fillings.len(), 2);
        assert_eq!(text.0[0], Part::Gap(0, Attribute::Figure));
        assert!(gaps.read("{nowhere}", &mut pools).unwrap_err().contains("'nowhere' is no list"));
        assert!(gaps.read("{open", &mut pools).unwrap_err().contains("brace"));
    }
}
