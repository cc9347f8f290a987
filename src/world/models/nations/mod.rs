//! People, economy and public finance of countries, by year. They are facts: no seed has a say in them.
//!
//! ```text
//! nation   what the tables say of a country, and its series of years
//! people   heads, ages, town and country, births and deaths
//! economy  output and work of a sector in a quarter
//! finance  revenue, expenditure, balance and debt of a year
//! ```
//!
//! Amounts are whole numbers that add up: sectors to the whole, quarters to the year, parts to the budget.

mod economy;
mod finance;
mod nation;
mod people;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

pub use economy::{Quarter, Sector};
pub use finance::Finance;
pub use nation::{Basis, FIRST_YEAR, LAST_YEAR, Nation, Point};
pub use people::People;

use self::nation::{Row, Series};
use crate::world::facts::{Model, read_table};

/// All countries with figures.
#[derive(Debug)]
pub struct Nations(BTreeMap<String, Nation>);

impl Model for Nations {
    const TABLES: &'static [&'static str] = &["nations", "nation_years"];

    fn build(tables: &[&[u8]]) -> Result<Self, String> {
        let [about, years] = tables else { return Err("expected the tables nations and nation_years".into()) };
        let about: Vec<Row> = read_table("nations", about)?;
        let years: Vec<Series> = read_table("nation_years", years)?;
        if about.len() != years.len() {
            return Err(format!("nations: {} rows, nation_years: {}", about.len(), years.len()));
        }
        let nation = |(about, years)| Nation::new(about, years).map(|nation| (nation.code.clone(), nation));
        about.into_iter().zip(years).map(nation).collect::<Result<_, String>>().map(Self)
    }
}

impl Nations {
    /// The country of an alpha-2 code.
    pub fn get(&self, code: &str) -> Option<&Nation> {
        self.0.get(code)
    }
}
