//! The rows of the two tables, and the checks they have to pass.

use serde::Deserialize;

use super::ACCOUNTS;
use crate::world::facts::read_table;

/// A category of the budget.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Category {
    /// The group it is shown in.
    pub group: String,
    /// Its name.
    pub name: String,
    /// Euros meant for a month.
    pub budgeted: f64,
}

/// A row as it stands in `budget_payees.json`; the order of the fields is that of the columns.
#[derive(Deserialize)]
struct Row {
    payee: String,
    category: String,
    account: String,
    low: f64,
    high: f64,
    rhythm: String,
    memo: String,
}

/// When something is paid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rhythm {
    /// On this day of each month.
    Monthly(i8),
    /// On this day of each month, or the Friday before it where that is on a weekend.
    Salary(i8),
    /// On this day of this month.
    Yearly(i8, i8),
    /// So many times a week on average.
    Weekly(f64),
}

/// Someone who is paid, or pays.
#[derive(Clone, Debug, PartialEq)]
pub struct Payee {
    /// Name.
    pub name: String,
    /// Name of the category.
    pub category: String,
    /// Index of the account.
    pub account: usize,
    /// Bounds of an amount in euros, negative when it goes out.
    pub amount: (f64, f64),
    /// When.
    pub rhythm: Rhythm,
    /// Words that come with it.
    pub memo: Option<String>,
}

pub(super) fn categories(bytes: &[u8]) -> Result<Vec<Category>, String> {
    read_table("budget_categories", bytes)
}

pub(super) fn payees(bytes: &[u8], categories: &[Category]) -> Result<Vec<Payee>, String> {
    let rows: Vec<Row> = read_table("budget_payees", bytes)?;
    let known = |name: &str| categories.iter().any(|category| category.name == name);
    let payee = |row: Row| {
        let account = ACCOUNTS.iter().position(|account| account.id.strip_prefix("acc-") == Some(&*row.account));
        let rhythm = rhythm(&row.rhythm);
        match (account, rhythm, known(&row.category)) {
            (Some(account), Some(rhythm), true) => Ok(Payee {
                name: row.payee,
                category: row.category,
                account,
                amount: (row.low, row.high),
                rhythm,
                memo: Some(row.memo).filter(|memo| !memo.is_empty()),
            }),
            _ => Err(format!("budget_payees: {}: account, rhythm or category is not known", row.payee)),
        }
    };
    rows.into_iter().map(payee).collect()
}

fn rhythm(text: &str) -> Option<Rhythm> {
    let mut words = text.split(' ');
    let (kind, first) = (words.next()?, words.next()?);
    Some(match kind {
        "monthly" => Rhythm::Monthly(first.parse().ok()?),
        "salary" => Rhythm::Salary(first.parse().ok()?),
        "yearly" => Rhythm::Yearly(first.parse().ok()?, words.next()?.parse().ok()?),
        "weekly" => Rhythm::Weekly(first.parse().ok()?),
        _ => return None,
    })
}
