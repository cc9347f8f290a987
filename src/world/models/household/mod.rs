//! What a household's bank knows: salary, rent, groceries and all else that goes through its accounts.
//!
//! A month is made by itself from the seed and the rhythms of the table of payees, so any month can be asked for without
//! those before it; only the monthly payment of the credit card looks back, at what was bought with it the month before.

mod month;
mod table;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use jiff::civil::{Date, date};

pub use month::Entry;
pub use table::{Category, Payee};

use crate::world::facts::Model;
use crate::world::memo::Memo;
use crate::world::seed::Seed;

/// The first day with entries; before it there are only opening balances.
pub const FIRST_DAY: Date = date(2024, 6, 1);

/// Months that are remembered.
const REMEMBERED: usize = 512;

/// One of the household's accounts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Account {
    /// Id, e.g. `acc-checking`.
    pub id: &'static str,
    /// What its owner calls it.
    pub name: &'static str,
    /// `checking`, `savings` or `credit_card`.
    pub kind: &'static str,
    /// Euros on it before the first day.
    pub opening: i64,
}

/// The household's accounts, the most used first.
pub const ACCOUNTS: [Account; 3] = [
    Account { id: "acc-checking", name: "Everyday account", kind: "checking", opening: 2_340 },
    Account { id: "acc-savings", name: "Rainy day savings", kind: "savings", opening: 8_500 },
    Account { id: "acc-credit", name: "Credit card", kind: "credit_card", opening: 0 },
];

/// Money in which a household counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    /// Units for one euro of the table.
    pub units: f64,
    /// Decimals of an amount.
    pub decimals: u8,
}

impl Scale {
    /// Euros in the smallest units of the money.
    pub fn minor(self, euros: f64) -> i64 {
        libm::round(euros * self.units * libm::pow(10.0, f64::from(self.decimals))) as i64
    }

    fn key(self) -> (u64, u8) {
        (self.units.to_bits(), self.decimals)
    }
}

/// Which month of which household: seed, year, month, money.
type Key = (Seed, i16, i8, (u64, u8));

/// What went through the accounts in a month.
#[derive(Debug)]
pub struct Month {
    /// Oldest first.
    pub entries: Vec<Entry>,
    /// What it changed on each of [`ACCOUNTS`], in the smallest units of the money.
    pub sums: [i64; ACCOUNTS.len()],
}

/// The tables, and the months that were made lately.
#[derive(Debug)]
pub struct Household {
    categories: Vec<Category>,
    payees: Vec<Payee>,
    months: Memo<Key, Arc<Month>>,
}

impl Model for Household {
    const TABLES: &'static [&'static str] = &["budget_categories", "budget_payees"];

    fn build(tables: &[&[u8]]) -> Result<Self, String> {
        match tables {
            [categories, payees] => Self::from_tables(categories, payees),
            _ => Err(format!("two tables are needed, not {}", tables.len())),
        }
    }
}

impl Household {
    /// Reads `responses/world/budget_categories.json` and `budget_payees.json`.
    ///
    /// # Errors
    ///
    /// A table is not of its shape, or a payee has a category, an account or a rhythm that there is not; names the row.
    pub fn from_tables(categories: &[u8], payees: &[u8]) -> Result<Self, String> {
        let categories = table::categories(categories)?;
        let payees = table::payees(payees, &categories)?;
        Ok(Self { categories, payees, months: Memo::new(REMEMBERED) })
    }

    /// The categories, in the order in which they are shown.
    pub fn categories(&self) -> &[Category] {
        &self.categories
    }

    /// Who the household pays and is paid by.
    pub fn payees(&self) -> &[Payee] {
        &self.payees
    }

    /// The month in which a day lies.
    pub fn month(&self, seed: Seed, scale: Scale, day: Date) -> Arc<Month> {
        let key = (seed, day.year(), day.month(), scale.key());
        self.months.get(&key, || {
            let entries = month::entries(self, seed, scale, day.first_of_month());
            let mut sums = [0; ACCOUNTS.len()];
            entries.iter().for_each(|entry| sums[entry.account] += entry.amount);
            Arc::new(Month { entries, sums })
        })
    }
}
