//! Exchange rates of every day: one price in US dollars a currency and day, and everything else out of that.
//!
//! The rate of a pair is the quotient of two dollar prices, so no round trip can earn anything. It is rounded here and
//! nowhere else (`shown`): to 6 significant digits between fiat money, to 8 when a crypto asset is in it. Every tool
//! shows that number, and conversions multiply by it. A rate is a daily fixing: one for a calendar day, weekends included.

mod currency;
pub mod decimal;
mod lookup;
mod price;
mod trend;

use jiff::ToSpan;
use jiff::civil::{Date, date};

pub use currency::{Currency, Kind, Peg, Volatility};
pub use trend::{Direction, Period, Point, Trend, percent};

use self::currency::Row;
use self::lookup::Lookup;
use self::price::Curve;
use crate::world::facts::{Model, read_table};
use crate::world::seed::Seed;

/// The first day with rates.
pub const FIRST_DAY: Date = date(2015, 1, 1);

/// Currency against which the central-bank tools quote.
pub const ROUBLE: &str = "RUB";

/// Significant digits of a rate between fiat money, and with a crypto asset.
const DIGITS: (u32, u32) = (6, 8);

/// A peg of a peg of a peg would be a mistake in the table.
const DEEPEST_PEG: usize = 3;

/// All currencies, and how to find them.
#[derive(Debug)]
pub struct Rates {
    currencies: Vec<Currency>,
    lookup: Lookup,
}

impl Model for Rates {
    const TABLES: &'static [&'static str] = &["currencies"];

    fn build(tables: &[&[u8]]) -> Result<Self, String> {
        match tables {
            [currencies] => Self::from_table(currencies),
            _ => Err(format!("one table is needed, not {}", tables.len())),
        }
    }
}

/// What one unit of `base` costs in `target` on a day.
#[derive(Clone, Debug, PartialEq)]
pub struct Rate {
    /// Code of the currency that is priced.
    pub base: String,
    /// Code of the currency it is priced in.
    pub target: String,
    /// The day.
    pub date: Date,
    /// Units of `target` for one of `base`, rounded as shown.
    pub value: f64,
}

/// A pair made ready to be asked for many days.
struct Pair<'a> {
    base: Price<'a>,
    target: Price<'a>,
}

/// The dollar price of one currency, with that of the currency it is pegged to.
struct Price<'a> {
    currency: &'a Currency,
    curve: Curve,
    peg: Option<(&'a Peg, Box<Price<'a>>)>,
}

impl Rates {
    /// Reads `responses/world/currencies.json`.
    ///
    /// # Errors
    ///
    /// The table is not of its shape, two currencies share a spelling, or a peg leads nowhere; names the row's code.
    pub fn from_table(bytes: &[u8]) -> Result<Self, String> {
        let rows: Vec<Row> = read_table("currencies", bytes)?;
        let currencies = rows.into_iter().map(Currency::try_from).collect::<Result<Vec<_>, _>>()?;
        let rates = Self { lookup: Lookup::new(&currencies)?, currencies };
        for currency in &rates.currencies {
            rates.check_peg(currency)?;
        }
        match rates.find(ROUBLE) {
            Some(_) => Ok(rates),
            None => Err(format!("{ROUBLE} is missing, which the central-bank rates need")),
        }
    }

    fn check_peg(&self, currency: &Currency) -> Result<(), String> {
        let mut at = currency;
        for _ in 0..DEEPEST_PEG {
            let Some(peg) = &at.peg else { return Ok(()) };
            let known = self.currencies.iter().find(|c| c.code == peg.to);
            at = known.ok_or_else(|| format!("{}: pegged to {}, which is unknown", at.code, peg.to))?;
        }
        Err(format!("{}: its peg leads in a circle or too far", currency.code))
    }

    /// All currencies: fiat money by code, then crypto assets by ticker.
    pub fn all(&self) -> &[Currency] {
        &self.currencies
    }

    /// The currency with this code, name, everyday name or sign; case, accents and spacing do not matter.
    pub fn find(&self, text: &str) -> Option<&Currency> {
        self.lookup.find(text).map(|index| &self.currencies[index])
    }

    /// Where in [`Rates::all`] the currency of a text stands.
    pub fn position(&self, text: &str) -> Option<usize> {
        self.lookup.find(text)
    }

    /// Up to three codes that may have been meant, most likely first.
    pub fn near(&self, text: &str) -> Vec<String> {
        self.lookup.near(&self.currencies, text)
    }

    /// US dollars for one unit on a day, not rounded. Defined for every day, also outside those the tools offer.
    pub fn usd_per(&self, seed: Seed, currency: &Currency, day: Date) -> f64 {
        self.price(seed, currency).on(day)
    }

    /// US dollars for one unit on every day from `from` to `to`, both included; the numbers of [`Rates::usd_per`].
    pub fn usd_series(&self, seed: Seed, currency: &Currency, from: Date, to: Date) -> Vec<f64> {
        let price = self.price(seed, currency);
        from.series(1.day()).take_while(|day| *day <= to).map(|day| price.on(day)).collect()
    }

    /// Units of `target` for one of `base` on a day.
    pub fn rate(&self, seed: Seed, base: &Currency, target: &Currency, day: Date) -> Rate {
        let value = self.pair(seed, base, target).on(day);
        Rate { base: base.code.clone(), target: target.code.clone(), date: day, value }
    }

    /// Rates of every day from `from` to `to`, both included; empty when reversed.
    pub fn series(&self, seed: Seed, base: &Currency, target: &Currency, from: Date, to: Date) -> Vec<Point> {
        let pair = self.pair(seed, base, target);
        let days = from.series(1.day()).take_while(|day| *day <= to);
        days.map(|day| Point { date: day, rate: pair.on(day) }).collect()
    }

    /// The rate of `base` in every currency that has one on the day, in the order of [`Rates::all`].
    pub fn table(&self, seed: Seed, base: &Currency, day: Date) -> Vec<(&Currency, f64)> {
        let base_usd = self.usd_per(seed, base, day);
        let targets = self.currencies.iter().filter(|target| target.first_day <= day);
        targets.map(|target| (target, shown(base, base_usd, target, self.usd_per(seed, target, day)))).collect()
    }

    fn pair<'a>(&'a self, seed: Seed, base: &'a Currency, target: &'a Currency) -> Pair<'a> {
        Pair { base: self.price(seed, base), target: self.price(seed, target) }
    }

    fn price<'a>(&'a self, seed: Seed, currency: &'a Currency) -> Price<'a> {
        let tie = |peg: &'a Peg| Some((peg, Box::new(self.price(seed, self.find(&peg.to)?))));
        // `from_table` has walked every peg to its end.
        let peg = currency.peg.as_ref().and_then(tie);
        Price { currency, curve: Curve::new(seed, currency), peg }
    }

    /// How the rouble price of a currency went over the period that ends on `today`.
    pub fn trend(&self, seed: Seed, currency: &Currency, period: Period, today: Date) -> Trend {
        // `from_table` refuses a table without the rouble.
        let rouble = self.find(ROUBLE).unwrap_or(currency);
        let daily = self.series(seed, currency, rouble, period.start(today), today);
        Trend::of(&daily, period.days_between_points(), digits(currency, rouble))
    }

    /// Units for which a central bank would quote the currency in roubles: the power of ten that brings the quotation to ten
    /// roubles or more at the anchor. The same on every day and for every seed.
    pub fn nominal(&self, currency: &Currency) -> u32 {
        let rouble = self.find(ROUBLE).map_or(1.0, Currency::anchor_usd);
        let roubles = currency.anchor_usd() / rouble;
        if currency.code == ROUBLE {
            return 1;
        }
        (0..6).map(|power| 10_u32.pow(power)).find(|n| roubles * f64::from(*n) >= 10.0).unwrap_or(1_000_000)
    }
}

impl Pair<'_> {
    fn on(&self, day: Date) -> f64 {
        shown(self.base.currency, self.base.on(day), self.target.currency, self.target.on(day))
    }
}

impl Price<'_> {
    fn on(&self, day: Date) -> f64 {
        match &self.peg {
            None => self.curve.free(self.currency, day),
            Some((peg, anchor)) => anchor.on(day) / peg.parity * self.curve.within_band(peg.band, day),
        }
    }
}

/// The rate out of two dollar prices, rounded as it is shown everywhere.
fn shown(base: &Currency, base_usd: f64, target: &Currency, target_usd: f64) -> f64 {
    match base.code == target.code {
        true => 1.0,
        false => decimal::significant(base_usd / target_usd, digits(base, target)),
    }
}

/// Significant digits of the rates of a pair.
fn digits(base: &Currency, target: &Currency) -> u32 {
    if base.is_crypto() || target.is_crypto() { DIGITS.1 } else { DIGITS.0 }
}

/// `amount` at a shown rate, in the target's smallest units: half to even, at most 15 significant digits.
pub fn convert(amount: f64, rate: &Rate, target: &Currency) -> f64 {
    decimal::product(amount, rate.value, target.minor_units)
}

#[cfg(test)]
mod tests;
