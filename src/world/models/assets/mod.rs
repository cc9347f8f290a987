//! The market of crypto assets: one path of prices in US dollars for each asset, seen by the minute, the hour and the day.
//!
//! `table` reads the assets → `path` is the price at every minute in dollars → `quote` says it in any state currency →
//! `lookup` finds what people call an asset or a pair → `indicators` and `signals` work on closed days → `ledger` keeps
//! orders and balances.
//!
//! A day is a UTC day. It opens at the daily rate that [`Rates`] has for it and closes at the rate of the next one, so what
//! a currency converter says of a day is the market's opening price of that day. In a currency other than the dollar a
//! price is the dollar price over that day's rate of the currency; the rate changes at midnight UTC, and that step belongs
//! to the last minute of the old day, so each day's close is the next day's open in every currency.

pub mod indicators;
pub mod ledger;
mod lookup;
mod path;
mod quote;
pub mod signals;
mod table;
#[cfg(test)]
mod tests;

use jiff::civil::Date;

pub use lookup::Pair;
pub use path::{Minute, Sum};
pub use quote::{Candle, Quote, Ticker};
pub use table::Asset;

use self::lookup::Lookup;
use super::rates::{Currency, Rates};
use crate::world::facts::Model;
use crate::world::seed::Seed;

/// Significant digits of a price, as in the rates of crypto assets.
const DIGITS: u32 = 8;

/// All assets, how to find them, and the money they are priced in.
#[derive(Debug)]
pub struct Market {
    assets: Vec<Asset>,
    lookup: Lookup,
    rates: Rates,
}

impl Model for Market {
    const TABLES: &'static [&'static str] = &["crypto_assets", "currencies"];

    fn build(tables: &[&[u8]]) -> Result<Self, String> {
        match tables {
            [assets, currencies] => Self::from_tables(assets, currencies),
            _ => Err(format!("two tables are needed, not {}", tables.len())),
        }
    }
}

impl Market {
    /// Reads `responses/world/crypto_assets.json` and `currencies.json`.
    ///
    /// # Errors
    ///
    /// A table is not of its shape, two assets share a spelling, or a row has no price; names the row's code.
    pub fn from_tables(assets: &[u8], currencies: &[u8]) -> Result<Self, String> {
        let rates = Rates::from_table(currencies)?;
        let assets = table::read(assets, &rates)?;
        Ok(Self { lookup: Lookup::new(&assets)?, assets, rates })
    }

    /// All assets, by code.
    pub fn all(&self) -> &[Asset] {
        &self.assets
    }

    /// The asset with this code, name or other name; case, accents and spacing do not matter.
    pub fn find(&self, text: &str) -> Option<&Asset> {
        self.lookup.find(text).map(|index| &self.assets[index])
    }

    /// What a text such as `BTC`, `btc-eur`, `ETH/USD` or `Bitcoin in yen` names.
    pub fn pair(&self, text: &str) -> Pair<'_> {
        lookup::pair(self, text)
    }

    /// Up to three codes that may have been meant, most likely first.
    pub fn near(&self, text: &str) -> Vec<String> {
        self.lookup.near(&self.assets, text)
    }

    /// The currency with this code, name or sign, crypto assets among them.
    pub fn currency(&self, text: &str) -> Option<&Currency> {
        self.rates.find(text)
    }

    /// The money in which prices may be asked: state currencies only.
    pub fn money(&self, text: &str) -> Option<&Currency> {
        self.rates.find(text).filter(|currency| !currency.is_crypto())
    }

    /// Prices of an asset in a currency, in the world of a seed.
    pub fn quote<'a>(&'a self, seed: Seed, asset: &'a Asset, money: &'a Currency) -> Quote<'a> {
        Quote::new(&self.rates, seed, asset, money)
    }

    /// Units of `to` for one of `from` on a day: the rate that [`Rates::rate`] shows.
    pub fn rate(&self, seed: Seed, from: &Currency, to: &Currency, day: Date) -> f64 {
        self.rates.rate(seed, from, to, day).value
    }
}
