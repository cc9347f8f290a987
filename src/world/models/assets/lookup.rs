//! From what people write to an asset, or to an asset and the money it is priced in.

use std::collections::BTreeMap;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::Market;
use super::table::Asset;
use crate::catalogue::nearest;
use crate::world::models::rates::Currency;

/// The longest text that is read, in bytes; no name and no pair is as long.
const LONGEST: usize = 100;

/// What stands between an asset and its money.
const BETWEEN: [&str; 6] = [" in ", "-", "/", "_", ":", " "];

/// What a text was read as.
#[derive(Debug, PartialEq)]
pub enum Pair<'a> {
    /// An asset, priced in the currency that follows it or in none.
    Found(&'a Asset, Option<&'a Currency>),
    /// An asset and a word that is no money in which prices are given.
    Unquotable(&'a Asset, String),
    /// No asset.
    Unknown,
}

/// Every spelling that leads to one asset.
#[derive(Debug)]
pub(super) struct Lookup {
    spellings: BTreeMap<String, usize>,
}

impl Lookup {
    /// Indexes the assets; two of them may not share a spelling.
    pub(super) fn new(assets: &[Asset]) -> Result<Self, String> {
        let mut spellings = BTreeMap::new();
        for (index, asset) in assets.iter().enumerate() {
            let currency = &asset.currency;
            for text in [&currency.code, &currency.name].into_iter().chain(&currency.aliases) {
                let other = spellings.insert(fold(text), index).filter(|other| *other != index);
                if let Some(other) = other {
                    return Err(format!("'{text}' leads to {} and {}", assets[other].code(), asset.code()));
                }
            }
        }
        Ok(Self { spellings })
    }

    pub(super) fn find(&self, text: &str) -> Option<usize> {
        if text.len() > LONGEST {
            return None;
        }
        self.spellings.get(&fold(text)).copied()
    }

    pub(super) fn near(&self, assets: &[Asset], text: &str) -> Vec<String> {
        let close = nearest::few(text, self.spellings.keys().map(String::as_str));
        let mut codes: Vec<String> = Vec::new();
        for code in close.iter().filter_map(|spelling| self.find(spelling)).map(|index| assets[index].code()) {
            if !codes.iter().any(|known| known == code) {
                codes.push(code.to_owned());
            }
        }
        codes
    }
}

/// The form in which names are compared: lower case without accents, spaces, dots, hyphens and apostrophes. Other signs stay,
/// since ₿ is a name and `BTC🪙` is none.
fn fold(text: &str) -> String {
    let marks = |c: &char| !matches!(c, '.' | '-' | '_' | '\'' | '’') && !c.is_whitespace() && !is_combining_mark(*c);
    text.nfkd().filter(marks).flat_map(char::to_lowercase).collect()
}

/// Reads an asset, or an asset and its money with or without something between them.
pub(super) fn pair<'a>(market: &'a Market, text: &str) -> Pair<'a> {
    let text = text.trim();
    if text.len() > LONGEST {
        return Pair::Unknown;
    }
    if let Some(asset) = market.find(text) {
        return Pair::Found(asset, None);
    }
    parted(market, text).or_else(|| joined(market, text)).unwrap_or(Pair::Unknown)
}

fn parted<'a>(market: &'a Market, text: &str) -> Option<Pair<'a>> {
    let mut unquotable = None;
    for (at, between) in BETWEEN.iter().flat_map(|b| text.match_indices(b)) {
        let (left, right) = (&text[..at], text[at + between.len()..].trim());
        let Some(asset) = market.find(left) else { continue };
        match market.money(right) {
            Some(money) => return Some(Pair::Found(asset, Some(money))),
            None if unquotable.is_none() => unquotable = Some(Pair::Unquotable(asset, right.to_owned())),
            None => {}
        }
    }
    unquotable
}

/// `BTCEUR`: the last three letters are the code of a currency.
fn joined<'a>(market: &'a Market, text: &str) -> Option<Pair<'a>> {
    let cut = text.len().checked_sub(3).filter(|cut| text.is_char_boundary(*cut))?;
    let (asset, money) = (market.find(&text[..cut])?, market.money(&text[cut..])?);
    money.code.eq_ignore_ascii_case(&text[cut..]).then_some(Pair::Found(asset, Some(money)))
}
