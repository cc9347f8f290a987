//! Rows of the tables.

use serde::Deserialize;

use super::words::{State, flesh, method};
use crate::world::models::species::Status;

/// A kind of fish or shellfish.
#[derive(Debug, Deserialize)]
pub struct Fish {
    /// Scientific name.
    pub scientific: String,
    /// English names, the usual one first.
    pub names: Vec<String>,
    /// Its family.
    pub family: String,
    /// What its flesh is like; see [`flesh`].
    pub flesh: String,
    /// Category of the Red List; empty where the species table says it, `-` where it is not known.
    pub red_list: String,
    /// Longest, in centimetres.
    pub length_cm: f64,
    /// Heaviest, in kilograms.
    pub weight_kg: f64,
    /// `M` sea, `I` inland, `A` both, `C` breeds at sea and grows inland, `T` land.
    pub water: String,
    stocks: Vec<String>,
    /// Letters of methods, the usual one first.
    pub methods: String,
    /// Months of the season, e.g. `5-9` or `4-7, 11-1`.
    season: String,
    /// Per cent of what is eaten that comes from farms.
    pub farmed: u8,
    /// Per 100 g raw: kcal, protein, fat, saturated, carbohydrate and omega-3 in g, vitamins D and B12 in µg, mercury in mg/kg.
    pub nutrients: [f64; 9],
    /// A sentence about it.
    pub about: String,
}

/// A water.
#[derive(Debug, Deserialize)]
pub struct Region {
    /// Three letters.
    pub code: String,
    /// What it is called.
    pub name: String,
    /// Other names, parts, and wholes that it is a part of.
    pub others: Vec<String>,
    /// ISO 3166-1 alpha-2 codes.
    pub countries: Vec<String>,
    /// Who sets the rules.
    pub rules: String,
    /// How well they are kept, 0 to 3.
    pub strength: u8,
}

/// A stock: a species in a water.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stock<'a> {
    /// Code of the water.
    pub region: &'a str,
    /// How it is.
    pub state: State,
    /// Where its numbers go: `increasing`, `decreasing`, `stable` or `unknown`.
    pub trend: &'static str,
}

impl Fish {
    /// The usual name.
    pub fn name(&self) -> &str {
        self.names.first().unwrap_or(&self.scientific)
    }

    /// Its stocks, in the order of the table.
    pub fn stocks(&self) -> impl Iterator<Item = Stock<'_>> {
        self.stocks.iter().filter_map(|text| stock(text))
    }

    /// The months in which it is caught or harvested, 1 to 12.
    pub fn months(&self) -> Vec<i8> {
        (1..=12).filter(|month| self.season.split(", ").any(|part| within(part, *month))).collect()
    }

    /// Its category on the Red List as this table has it.
    pub fn own_category(&self) -> Option<Status> {
        Status::ALL.into_iter().find(|status| status.code() == self.red_list)
    }

    /// What is wrong with the row.
    pub(super) fn fault(&self, regions: &[Region]) -> Option<String> {
        let known = |stock: Stock<'_>| regions.iter().any(|region| region.code == stock.region);
        if let Some(bad) = self.stocks.iter().find(|text| !stock(text).is_some_and(known)) {
            return Some(format!("'{bad}' is no stock"));
        }
        if self.methods.is_empty() || self.methods.chars().any(|letter| method(letter).is_none()) {
            return Some(format!("'{}' are no methods", self.methods));
        }
        let category = self.red_list.is_empty() || self.red_list == "-" || self.own_category().is_some();
        let bad = [
            (self.names.is_empty(), "it has no name"),
            (flesh(&self.flesh).is_none(), "its flesh is unknown"),
            (!category, "its category is none"),
            (self.months().is_empty(), "it has no season"),
        ];
        bad.into_iter().find(|(is, _)| *is).map(|(_, fault)| fault.to_owned())
    }
}

/// Reads `NEA-m+`.
fn stock(text: &str) -> Option<Stock<'_>> {
    let (region, rest) = text.split_once('-')?;
    let mut letters = rest.chars();
    let state = State::of(letters.next()?)?;
    let trend = match letters.next()? {
        '+' => "increasing",
        '-' => "decreasing",
        '=' => "stable",
        '?' => "unknown",
        _ => return None,
    };
    Some(Stock { region, state, trend })
}

/// Whether a month lies in `5-9`, or in `10-3`, which runs over the new year.
fn within(part: &str, month: i8) -> bool {
    let Some((from, to)) = part.split_once('-') else { return false };
    match (from.parse::<i8>(), to.parse::<i8>()) {
        (Ok(from), Ok(to)) if from <= to => (from..=to).contains(&month),
        (Ok(from), Ok(to)) => month >= from || month <= to,
        _ => false,
    }
}
