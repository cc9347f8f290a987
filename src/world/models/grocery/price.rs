//! What a product costs in a week.

use jiff::ToSpan;
use jiff::civil::Date;

use super::Product;
use crate::world::models::rates::decimal;
use crate::world::seed::Seed;

/// Part of the products on promotion in a week.
const PROMOTED: f64 = 0.08;

/// Part of the products that a shop is out of on a day.
const SOLD_OUT: f64 = 0.05;

/// Money in which prices are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Money {
    /// Units for a euro.
    pub rate: f64,
    /// Decimals of a price.
    pub decimals: u8,
}

/// A price.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Offer {
    /// What it usually costs.
    pub regular: f64,
    /// What it costs in a week of promotion.
    pub promotion: Option<f64>,
}

impl Offer {
    /// What it costs now.
    pub fn price(&self) -> f64 {
        self.promotion.unwrap_or(self.regular)
    }
}

/// The first day of the week of a day; weeks of the chain begin on Sunday.
pub(super) fn week_of(day: Date) -> Date {
    day.saturating_sub(i64::from(day.weekday().to_sunday_zero_offset()).days())
}

/// Days since 2020 began, for noise.
fn number(day: Date) -> i64 {
    i64::from((day - jiff::civil::date(2020, 1, 1)).get_days())
}

impl Product {
    /// What it costs on a day, where the shop's prices are `level` times those of the table.
    pub fn offer(&self, seed: Seed, day: Date, level: f64, money: Money) -> Offer {
        let key = self.key();
        let chance = seed.field(&["grocery", "promotions"]).lattice(number(week_of(day)), key, 0);
        let promoted = (chance + 1.0) / 2.0 < PROMOTED;
        let depth = if promoted { 0.75 + 0.15 * (chance + 1.0) / 2.0 / PROMOTED } else { 1.0 };
        let regular = self.euros * level * money.rate;
        let shown = |price: f64| decimal::places(price, money.decimals).max(least(money.decimals));
        Offer { regular: shown(regular), promotion: promoted.then(|| shown(regular * depth)) }
    }

    /// Whether a shop, by its own number, has it on a day.
    pub fn in_stock(&self, seed: Seed, day: Date, shop: i64) -> bool {
        let chance = seed.field(&["grocery", "stock"]).lattice(number(day), self.key(), shop);
        (chance + 1.0) / 2.0 >= SOLD_OUT
    }

    fn key(&self) -> i64 {
        self.upc.parse().unwrap_or(0)
    }
}

fn least(decimals: u8) -> f64 {
    format!("1e-{decimals}").parse().unwrap_or(1.0)
}
