//! What the functions give, as values for expressions.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;
use jiff::{Timestamp, ToSpan};
use minijinja::value::Value as Dynamic;

use super::book::{Book, Transaction};
use super::{Account, Home};
use crate::simulator::value::{list, optional, record};
use crate::world::models::household::{ACCOUNTS, FIRST_DAY};
use crate::world::zone;

/// Category of money that comes in.
const INCOME: &str = "Income";

/// A moment as the user would write it, with the offset.
pub(super) fn local(home: &Home, at: Timestamp) -> String {
    at.to_zoned_datetime(zone(home.context.clock.zone_name())).strftime("%Y-%m-%dT%H:%M:%S%:z").to_string()
}

pub(super) fn transaction(home: &Home, line: &Transaction) -> Dynamic {
    let words = |text: &Option<String>| optional(text.as_deref().map(Dynamic::from));
    record([
        ("transaction_id", Dynamic::from(line.id.as_str())),
        ("account_id", Dynamic::from(line.account.as_str())),
        ("date", Dynamic::from(line.date.to_string())),
        ("amount", home.amount(line.amount)),
        ("payee_name", words(&line.payee)),
        ("category_name", words(&line.category)),
        ("memo", words(&line.memo)),
        ("cleared", Dynamic::from(line.cleared.as_str())),
        ("approved", Dynamic::from(line.approved)),
        ("source", Dynamic::from(if line.manual { "manual" } else { "bank" })),
        ("import_id", words(&line.import)),
    ])
}

pub(super) fn account(home: &Home, account: &Account, book: &Book) -> Dynamic {
    let of = |wanted: fn(&str) -> bool| -> i64 {
        let lines = book.transactions.iter().filter(|line| line.account == account.id);
        lines.filter(|line| wanted(&line.cleared)).map(|line| line.amount).sum()
    };
    let at = ACCOUNTS.iter().position(|own| own.id == account.id);
    let opening = account.opening + at.map_or(0, |at| book.before[at]);
    let (cleared, uncleared) = (opening + of(|c| c != "uncleared"), of(|c| c == "uncleared"));
    record([
        ("account_id", Dynamic::from(account.id.as_str())),
        ("name", Dynamic::from(account.name.as_str())),
        ("type", Dynamic::from(account.kind.as_str())),
        ("balance", home.amount(cleared + uncleared)),
        ("cleared_balance", home.amount(cleared)),
        ("uncleared_balance", home.amount(uncleared)),
    ])
}

/// The running month and the one before it.
fn months(home: &Home) -> Vec<Date> {
    let this = home.context.clock.today().first_of_month();
    [this, this.saturating_sub(1.month())].into_iter().filter(|month| *month >= FIRST_DAY).collect()
}

pub(super) fn budget(home: &Home, book: &Book, since: i64) -> Dynamic {
    let months = months(home);
    let first = months.last().copied().unwrap_or(FIRST_DAY);
    let listed = |line: &&Transaction| (line.date >= first || line.touched) && line.knowledge > since;
    let names: BTreeSet<&str> = home.household.payees().iter().map(|payee| payee.name.as_str()).collect();
    let written = book.transactions.iter().filter(|line| line.touched).filter_map(|line| line.payee.as_deref());
    let payees: BTreeSet<&str> = names.into_iter().chain(written).collect();
    record([
        ("server_knowledge", Dynamic::from(book.knowledge)),
        ("first_month", Dynamic::from(first.strftime("%Y-%m").to_string())),
        ("last_month", Dynamic::from(months.first().unwrap_or(&first).strftime("%Y-%m").to_string())),
        ("accounts", list(home.accounts(), |one| account(home, &one, book))),
        ("payees", list(payees, Dynamic::from)),
        ("months", list(months, |day| month(home, book, day))),
        ("transactions", list(book.transactions.iter().filter(listed), |line| transaction(home, line))),
        ("last_import", Dynamic::from(local(home, book.last_import))),
        ("waiting", Dynamic::from(book.waiting.len())),
    ])
}

fn month(home: &Home, book: &Book, first: Date) -> Dynamic {
    let mut spent: BTreeMap<&str, i64> = BTreeMap::new();
    let lines = book.transactions.iter().filter(|line| line.date.first_of_month() == first);
    let mut uncategorised = 0;
    for line in lines {
        match &line.category {
            Some(category) => *spent.entry(category).or_default() += line.amount,
            // What goes to another account of the household is not spent.
            None if line.payee.as_deref().is_some_and(|payee| payee.starts_with("Transfer: ")) => {}
            None => uncategorised += line.amount,
        }
    }
    let of = |name: &str| spent.get(name).copied().unwrap_or(0);
    let planned = home.household.categories().iter().filter(|category| category.name != INCOME);
    let rows: Vec<(i64, i64, &str, &str)> = planned
        .map(|category| {
            let budgeted = home.scale.minor(category.budgeted);
            (budgeted, of(&category.name), category.group.as_str(), category.name.as_str())
        })
        .collect();
    let total = |part: fn(&(i64, i64, &str, &str)) -> i64| home.amount(rows.iter().map(part).sum());
    record([
        ("month", Dynamic::from(first.strftime("%Y-%m").to_string())),
        ("income", home.amount(of(INCOME))),
        ("budgeted", total(|row| row.0)),
        ("activity", total(|row| row.1)),
        ("uncategorised", home.amount(uncategorised)),
        (
            "categories",
            list(&rows, |(budgeted, activity, group, name)| {
                record([
                    ("group", Dynamic::from(*group)),
                    ("name", Dynamic::from(*name)),
                    ("budgeted", home.amount(*budgeted)),
                    ("activity", home.amount(*activity)),
                    ("remaining", home.amount(budgeted + activity)),
                ])
            }),
        ),
    ])
}
