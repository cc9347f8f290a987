//! From what people write to a currency, and what they may have meant when there is none.

use std::collections::BTreeMap;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::currency::Currency;

/// At most this many suggestions.
const SUGGESTIONS: usize = 3;

/// Less alike than this is not a likeness.
const ALIKE: f64 = 0.86;

/// Among equals, the money that most people mean comes first.
const PROMINENT: [&str; 16] =
    ["USD", "EUR", "GBP", "JPY", "CNY", "CHF", "AUD", "CAD", "INR", "MXN", "SEK", "NOK", "DKK", "RUB", "BTC", "ETH"];

/// The form in which names are compared: lower case, no accents or apostrophes, single spaces, `and` for `&`.
pub(super) fn fold(text: &str) -> String {
    // Most texts are codes.
    if text.bytes().all(|b| b.is_ascii_alphanumeric()) {
        return text.to_ascii_lowercase();
    }
    let mut folded = String::with_capacity(text.len());
    for character in text.nfd().filter(|c| !is_combining_mark(*c)).flat_map(char::to_lowercase) {
        match character {
            // The stroke is no accent to Unicode, but it is to a keyboard without one.
            'ł' => folded.push('l'),
            '&' => folded.push_str("and"),
            '\'' | '’' | '‘' | '`' | 'ʻ' => {}
            other => folded.push(other),
        }
    }
    folded.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Every spelling that leads to one currency.
#[derive(Debug)]
pub(super) struct Lookup {
    spellings: BTreeMap<String, usize>,
    former: BTreeMap<String, usize>,
}

impl Lookup {
    /// Indexes the currencies; two of them may not share a spelling.
    pub(super) fn new(currencies: &[Currency]) -> Result<Self, String> {
        let mut lookup = Self { spellings: BTreeMap::new(), former: BTreeMap::new() };
        for (index, currency) in currencies.iter().enumerate() {
            for spelling in spellings(currency) {
                if let Some(other) = lookup.spellings.insert(spelling.clone(), index).filter(|other| *other != index) {
                    return Err(format!("'{spelling}' leads to {} and {}", currencies[other].code, currency.code));
                }
            }
            lookup.former.extend(currency.replaces.iter().map(|name| (fold(name), index)));
        }
        Ok(lookup)
    }

    /// The currency that is written so.
    pub(super) fn find(&self, text: &str) -> Option<usize> {
        self.spellings.get(&fold(text)).copied()
    }

    /// Up to three codes, most likely first: the successor of former money, else names that share a word, else those
    /// that look alike.
    pub(super) fn near(&self, currencies: &[Currency], text: &str) -> Vec<String> {
        let wanted = fold(text);
        let found = match self.former.get(&wanted) {
            Some(successor) => vec![*successor],
            None => ranked(currencies, |currency| shared_words(currency, &wanted)),
        };
        let found = if found.is_empty() { ranked(currencies, |currency| likeness(currency, &wanted)) } else { found };
        found.into_iter().take(SUGGESTIONS).map(|index| currencies[index].code.clone()).collect()
    }
}

fn spellings(currency: &Currency) -> impl Iterator<Item = String> + '_ {
    // Symbols are among the aliases where they mean one currency only.
    [&currency.code, &currency.name].into_iter().chain(&currency.aliases).map(|text| fold(text))
}

/// Indices of the currencies with a score, best first; among equals the prominent and then those of the table's order.
fn ranked(currencies: &[Currency], score: impl Fn(&Currency) -> f64) -> Vec<usize> {
    let prominence =
        |i: usize| PROMINENT.iter().position(|code| *code == currencies[i].code).unwrap_or(PROMINENT.len());
    let mut scored: Vec<_> =
        (0..currencies.len()).map(|i| (score(&currencies[i]), i)).filter(|(s, _)| *s > 0.0).collect();
    scored.sort_by(|(a, i), (b, j)| b.total_cmp(a).then(prominence(*i).cmp(&prominence(*j))).then(i.cmp(j)));
    scored.into_iter().map(|(_, index)| index).collect()
}

/// The part of the wanted words that a name or alias has; words of two letters say nothing.
fn shared_words(currency: &Currency, wanted: &str) -> f64 {
    let words = || wanted.split([' ', '-', '(', ')', ',', '/']).filter(|word| word.chars().count() > 2);
    let count = |spelling: &str| words().filter(|word| has_word(spelling, word)).count();
    let best = spellings(currency).map(|spelling| count(&spelling)).max().unwrap_or(0);
    best as f64 / words().count().max(1) as f64
}

fn has_word(spelling: &str, word: &str) -> bool {
    let stem = word.strip_suffix('s').unwrap_or(word);
    spelling.split(' ').any(|own| own == word || own.strip_suffix('s').unwrap_or(own) == stem)
}

/// How much the wanted text looks like a code, name or alias, 0 when it does not.
fn likeness(currency: &Currency, wanted: &str) -> f64 {
    // One slip in a code is too much for the general measure, which was made for names.
    let slip = strsim::osa_distance(&fold(&currency.code), wanted) == 1;
    let best = spellings(currency).map(|spelling| strsim::jaro_winkler(&spelling, wanted)).fold(0.0, f64::max);
    if best >= ALIKE || slip { best.max(ALIKE) } else { 0.0 }
}
