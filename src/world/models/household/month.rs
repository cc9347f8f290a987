//! The entries of one month.

use jiff::ToSpan;
use jiff::civil::{Date, Weekday};

use super::table::{Payee, Rhythm};
use super::{ACCOUNTS, Household, Scale};
use crate::world::seed::{Seed, Stream};

/// Indices of the accounts.
const CHECKING: usize = 0;
const SAVINGS: usize = 1;
const CREDIT: usize = 2;

/// Day on which the credit card is paid, day on which something is put aside, and how many euros.
const CARD_DAY: i8 = 5;
const SAVING_DAY: i8 = 26;
const SAVING: f64 = 200.0;

/// The bank books between these minutes of the UTC day: then the date is the same, or yesterday's, for everyone on earth.
const BOOKED: (i64, i64) = (12 * 60, 21 * 60 + 30);

/// Something that went through an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// `BT-` with the date and the row of the payee, e.g. `BT-20260301-03`; the second of a day ends with `b`, and the sides of
    /// a transfer have `T1` and `T2` for a row.
    pub id: String,
    /// The day.
    pub date: Date,
    /// Minute of the UTC day at which the bank booked it.
    pub minute: i64,
    /// Index of the account.
    pub account: usize,
    /// Smallest units of the money, negative when it went out.
    pub amount: i64,
    /// Who was paid, or paid.
    pub payee: String,
    /// Name of the category; none for a transfer between the household's own accounts.
    pub category: Option<String>,
    /// Words that came with it.
    pub memo: Option<String>,
}

/// The entries of the month that begins on this day, oldest first.
pub(super) fn entries(household: &Household, seed: Seed, scale: Scale, first: Date) -> Vec<Entry> {
    let mut all = bought(household, seed, scale, first);
    all.extend(transfer(first, SAVING_DAY, scale.minor(SAVING), SAVINGS));
    if first > super::FIRST_DAY {
        let before = bought(household, seed, scale, first.saturating_sub(1.month()));
        let owed: i64 = before.iter().filter(|entry| entry.account == CREDIT).map(|entry| -entry.amount).sum();
        all.extend(transfer(first, CARD_DAY, owed, CREDIT));
    }
    all.sort_by(|a, b| (a.date, a.minute, &a.payee, a.account).cmp(&(b.date, b.minute, &b.payee, b.account)));
    all
}

/// What was paid and received, without transfers.
fn bought(household: &Household, seed: Seed, scale: Scale, first: Date) -> Vec<Entry> {
    let month = first.strftime("%Y-%m").to_string();
    let mut stream = seed.stream(&["household", "month", &month]);
    let mut all = Vec::new();
    for (row, payee) in (1..).zip(household.payees()) {
        let mut last = None;
        for date in dates(payee, first, &mut stream) {
            let again = if last.replace(date) == Some(date) { "b" } else { "" };
            let (low, high) = payee.amount;
            let amount = if low == high { low } else { stream.between(low.min(high), low.max(high)) };
            all.push(Entry {
                id: id(date, &format!("{row:02}{again}")),
                date,
                minute: stream.within(BOOKED.0, BOOKED.1),
                account: payee.account,
                amount: scale.minor(amount),
                payee: payee.name.clone(),
                category: Some(payee.category.clone()),
                memo: payee.memo.clone(),
            });
        }
    }
    all
}

fn dates(payee: &Payee, first: Date, stream: &mut Stream) -> Vec<Date> {
    let on = |day: i8| first.saturating_add(i64::from(day.min(first.days_in_month()) - 1).days());
    match payee.rhythm {
        Rhythm::Monthly(day) => vec![on(day)],
        Rhythm::Salary(day) => vec![working_day(on(day))],
        Rhythm::Yearly(month, day) if month == first.month() => vec![on(day)],
        Rhythm::Yearly(..) => Vec::new(),
        Rhythm::Weekly(times) => (1..=first.days_in_month())
            .flat_map(|day| std::iter::repeat_n(day, arrivals(times / 7.0, stream)))
            .map(on)
            .collect(),
    }
}

/// How often something happens on a day on which it happens so often on average; twice at most.
fn arrivals(expected: f64, stream: &mut Stream) -> usize {
    let u = stream.unit();
    usize::from(u < expected) + usize::from(u < expected * expected * 0.3)
}

fn id(date: Date, what: &str) -> String {
    format!("BT-{}-{what}", date.strftime("%Y%m%d"))
}

fn working_day(date: Date) -> Date {
    match date.weekday() {
        Weekday::Saturday => date.saturating_sub(1.day()),
        Weekday::Sunday => date.saturating_sub(2.days()),
        _ => date,
    }
}

/// Both sides of a transfer from the first account to another.
fn transfer(first: Date, day: i8, amount: i64, to: usize) -> Vec<Entry> {
    if amount <= 0 {
        return Vec::new();
    }
    let date = first.saturating_add(i64::from(day - 1).days());
    let side = |account: usize, other: usize, amount: i64| Entry {
        id: id(date, if amount < 0 { "T1" } else { "T2" }),
        date,
        minute: BOOKED.0 + i64::from(day),
        account,
        amount,
        payee: format!("Transfer: {}", ACCOUNTS[other].name),
        category: None,
        memo: None,
    };
    vec![side(CHECKING, to, -amount), side(to, CHECKING, amount)]
}
