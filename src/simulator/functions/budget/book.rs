//! All transactions of a user, as the rows of the session and the bank's entries give them.
//!
//! The bank is read every Saturday at 03:00 UTC, and whenever the user asks (`budget_imports` by import id: `import_id`,
//! `imported_at`, `knowledge`). An entry that the user had already written down (`budget_transactions` by transaction id:
//! `transaction_id`, `account_id`, `date`, `amount`, `payee_name`, `category_name`, `memo` or null, `cleared`, `approved`,
//! `knowledge`, `created_at`) is not added again: the same account and amount, dates at most three days apart. What is changed
//! stands in `budget_changes` by change id (`change_id`, `transaction_id`, `knowledge`, and the columns of a transaction with
//! their new values), where the latest decides.
//!
//! Knowledge numbers grow with every change; they are minutes since 2020 where time has passed, and the next number where it
//! has not.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use jiff::civil::{Date, Weekday};
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp, ToSpan};
use minijinja::Error;
use serde_json::Value;

use super::{ACCOUNTS, Home};
use crate::simulator::functions::wrong;
use crate::world::Row;
use crate::world::models::household::{Entry, FIRST_DAY, Month};

/// Days that may lie between the date a user wrote down and the bank's.
const MATCH_DAYS: i32 = 3;

/// Hour of Saturday (UTC) at which the bank is read.
const IMPORT_HOUR: i8 = 3;

/// One line of the book.
#[derive(Clone, Debug)]
pub(super) struct Transaction {
    pub(super) id: String,
    pub(super) account: String,
    pub(super) date: Date,
    pub(super) amount: i64,
    pub(super) payee: Option<String>,
    pub(super) category: Option<String>,
    pub(super) memo: Option<String>,
    pub(super) cleared: String,
    pub(super) approved: bool,
    pub(super) knowledge: i64,
    /// Id of the bank's entry, once it was read.
    pub(super) import: Option<String>,
    /// Whether the user wrote it down.
    pub(super) manual: bool,
    /// Whether the session wrote or changed it.
    pub(super) touched: bool,
}

/// The transactions of the months that matter, newest first, and what the bank still has.
///
/// Those are the running month and the one before it, and every month that the session wrote to or asks for. Of all others
/// only the sums are needed: the bank was read since, and nothing of theirs was changed.
pub(super) struct Book {
    pub(super) transactions: Vec<Transaction>,
    /// What the other months came to on each of the household's accounts.
    pub(super) before: [i64; ACCOUNTS.len()],
    pub(super) waiting: Vec<Transaction>,
    pub(super) waiting_matched: usize,
    pub(super) last_import: Timestamp,
    pub(super) next_import: Timestamp,
    pub(super) knowledge: i64,
}

/// When the bank is read.
struct Imports {
    /// Those of the user, oldest first: moment and knowledge.
    asked: Vec<(Timestamp, i64)>,
    now: Timestamp,
}

impl Imports {
    fn of(home: &Home) -> Self {
        let row = |(_, row): (&str, &Arc<Row>)| {
            let at = row.get("imported_at")?.as_str()?.parse().ok()?;
            Some((at, row.get("knowledge")?.as_i64()?))
        };
        let mut asked: Vec<_> = home.context.state().rows("budget_imports").filter_map(row).collect();
        asked.sort_unstable();
        Self { asked, now: home.context.clock.now() }
    }

    /// When an entry is read: moment, knowledge, and whether the user asked for it.
    fn reading(&self, booked: Timestamp) -> (Timestamp, i64, bool) {
        let saturday = saturday_after(booked);
        let asked = self.asked.iter().find(|(at, _)| *at >= booked && *at < saturday);
        asked.map_or((saturday, minutes(saturday), false), |(at, knowledge)| (*at, *knowledge, true))
    }

    fn last(&self) -> Timestamp {
        let saturday = saturday_after(self.now - SignedDuration::from_hours(24 * 7) + SignedDuration::from_secs(1));
        self.asked.last().map_or(saturday, |(at, _)| saturday.max(*at))
    }
}

impl Book {
    /// The book, with the month of a transaction id among those that matter.
    pub(super) fn of(home: &Home, id: Option<&str>) -> Result<Self, Error> {
        let imports = Imports::of(home);
        let mut lines = written(home)?;
        let (months, before) = months(home, imports.now, &matter(home, &lines, id));
        let mut open: Vec<usize> = (0..lines.len()).collect();
        let (mut waiting, mut waiting_matched) = (Vec::new(), 0);
        let mut read = Vec::new();
        for entry in months.iter().flat_map(|month| &month.entries) {
            let booked = midnight(entry.date) + SignedDuration::from_mins(entry.minute);
            if booked > imports.now {
                continue;
            }
            let (at, knowledge, asked) = imports.reading(booked);
            let pending = at > imports.now;
            let found = open.iter().position(|line| matches(&lines[*line], entry, at.min(imports.now)));
            match (found, pending) {
                (Some(found), false) => {
                    let line = &mut lines[open.remove(found)].line;
                    line.import = Some(import_id(entry));
                    line.cleared = if line.cleared == "uncleared" { "cleared".into() } else { line.cleared.clone() };
                    line.knowledge = line.knowledge.max(knowledge);
                }
                (Some(found), true) => {
                    open.remove(found);
                    waiting_matched += 1;
                }
                (None, true) => waiting.push(from_bank(entry, 0, false)),
                (None, false) => read.push(from_bank(entry, knowledge, !asked)),
            }
        }
        let mut transactions: Vec<Transaction> = lines.into_iter().map(|written| written.line).chain(read).collect();
        change(home, &mut transactions)?;
        transactions.sort_by(|a, b| b.date.cmp(&a.date).then_with(|| b.id.cmp(&a.id)));
        waiting.sort_by(|a, b| b.date.cmp(&a.date).then_with(|| b.id.cmp(&a.id)));
        let last_import = imports.last();
        let of_imports = imports.asked.iter().map(|(_, knowledge)| *knowledge).chain([minutes(last_import)]);
        let knowledge = transactions.iter().map(|t| t.knowledge).chain(of_imports).max().unwrap_or(0);
        let next_import = saturday_after(imports.now + SignedDuration::from_secs(1));
        Ok(Self { transactions, before, waiting, waiting_matched, last_import, next_import, knowledge })
    }

    pub(super) fn find(&self, id: &str) -> Option<&Transaction> {
        self.transactions.iter().find(|transaction| transaction.id == id)
    }

    /// The knowledge that a change of this moment gets.
    pub(super) fn next_knowledge(&self, home: &Home) -> i64 {
        minutes(home.context.clock.now()).max(self.knowledge + 1)
    }
}

/// A transaction that the user wrote down, and what the bank's entry is compared with.
struct Written {
    line: Transaction,
    created: Timestamp,
}

/// Oldest first.
fn written(home: &Home) -> Result<Vec<Written>, Error> {
    let mut lines = Vec::new();
    for (key, row) in home.context.state().rows("budget_transactions") {
        let blank = Transaction {
            id: key.to_owned(),
            account: String::new(),
            date: FIRST_DAY,
            amount: 0,
            payee: None,
            category: None,
            memo: None,
            cleared: "uncleared".into(),
            approved: false,
            knowledge: 0,
            import: None,
            manual: true,
            touched: true,
        };
        let created = row.get("created_at").and_then(Value::as_str).and_then(|text| text.parse().ok());
        lines.push(Written { line: set(home, blank, key, row)?, created: created.unwrap_or_default() });
    }
    lines.sort_by(|a, b| (a.created, &a.line.id).cmp(&(b.created, &b.line.id)));
    Ok(lines)
}

/// Puts the columns of a row into a transaction.
fn set(home: &Home, mut line: Transaction, key: &str, row: &Row) -> Result<Transaction, Error> {
    let bad = |column: &str| wrong(format!("row {key}: {column} is missing or wrong"));
    let text = |column: &str| row.get(column).and_then(Value::as_str);
    let words = |column: &str| text(column).filter(|text| !text.is_empty()).map(str::to_owned);
    line.account = text("account_id").ok_or_else(|| bad("account_id"))?.to_owned();
    line.date = text("date").and_then(|date| date.parse().ok()).ok_or_else(|| bad("date"))?;
    line.amount = row.get("amount").and_then(Value::as_f64).map(|a| home.minor(a)).ok_or_else(|| bad("amount"))?;
    line.payee = words("payee_name");
    line.category = words("category_name");
    line.memo = words("memo");
    line.cleared = text("cleared").unwrap_or("uncleared").to_owned();
    line.approved = row.get("approved").and_then(Value::as_bool).unwrap_or(false);
    line.knowledge = row.get("knowledge").and_then(Value::as_i64).unwrap_or(0).max(line.knowledge);
    Ok(line)
}

/// The latest change of each transaction.
fn change(home: &Home, transactions: &mut [Transaction]) -> Result<(), Error> {
    let state = home.context.state();
    let mut latest: BTreeMap<&str, (i64, &str, &Row)> = BTreeMap::new();
    for (key, row) in state.rows("budget_changes") {
        let Some(id) = row.get("transaction_id").and_then(Value::as_str) else { continue };
        let knowledge = row.get("knowledge").and_then(Value::as_i64).unwrap_or(0);
        let known = latest.get(id).is_some_and(|(other, ..)| *other >= knowledge);
        if !known {
            latest.insert(id, (knowledge, key, row));
        }
    }
    for line in transactions.iter_mut() {
        if let Some((knowledge, key, row)) = latest.get(line.id.as_str()) {
            let before = line.knowledge;
            *line = Transaction { touched: true, ..set(home, line.clone(), key, row)? };
            // The bank confirmed it after it was changed.
            if line.import.is_some() && *knowledge < before && line.cleared == "uncleared" {
                line.cleared = "cleared".into();
            }
        }
    }
    Ok(())
}

/// The first days of months whose transactions matter one by one.
fn matter(home: &Home, lines: &[Written], id: Option<&str>) -> BTreeSet<Date> {
    let today = home.context.clock.today();
    // The bank's dates are those of UTC, so both sides of a month's end may be today.
    let mut months: BTreeSet<Date> = [-33, 0, 1].map(|days: i64| today.saturating_add(days.days())).into();
    months.insert(today.first_of_month().saturating_sub(1.month()));
    for line in lines {
        let days = i64::from(MATCH_DAYS);
        months.extend([-days, days].map(|days| line.line.date.saturating_add(days.days())));
    }
    let state = home.context.state();
    let changed = state.rows("budget_changes").filter_map(|(_, row)| row.get("transaction_id")?.as_str());
    months.extend(changed.chain(id).filter_map(date_of));
    months.into_iter().map(Date::first_of_month).collect()
}

/// The date in the id of a bank's entry.
fn date_of(id: &str) -> Option<Date> {
    Date::strptime("%Y%m%d", id.strip_prefix("BT-")?.get(..8)?).ok()
}

/// The months up to now that matter, oldest first, and the sums of the others.
fn months(home: &Home, now: Timestamp, matter: &BTreeSet<Date>) -> (Vec<Arc<Month>>, [i64; ACCOUNTS.len()]) {
    let last = now.to_zoned_datetime(TimeZone::UTC).date();
    let (mut months, mut before) = (Vec::new(), [0; ACCOUNTS.len()]);
    for first in FIRST_DAY.series(1.month()).take_while(|month| *month <= last) {
        let month = home.household.month(home.seed(), home.scale, first);
        if matter.contains(&first) {
            months.push(month);
        } else {
            before.iter_mut().zip(month.sums).for_each(|(sum, of_month)| *sum += of_month);
        }
    }
    (months, before)
}

/// Whether the user had written the entry down before it was read.
fn matches(written: &Written, entry: &Entry, read: Timestamp) -> bool {
    let line = &written.line;
    line.amount == entry.amount
        && line.account == ACCOUNTS[entry.account].id
        && written.created <= read
        && (line.date - entry.date).get_days().abs() <= MATCH_DAYS
}

fn from_bank(entry: &Entry, knowledge: i64, approved: bool) -> Transaction {
    Transaction {
        id: entry.id.clone(),
        account: ACCOUNTS[entry.account].id.into(),
        date: entry.date,
        amount: entry.amount,
        payee: Some(entry.payee.clone()),
        category: entry.category.clone(),
        memo: entry.memo.clone(),
        cleared: "cleared".into(),
        approved,
        knowledge,
        import: Some(import_id(entry)),
        manual: false,
        touched: false,
    }
}

/// The same entry has the same import id, however it got into the book.
fn import_id(entry: &Entry) -> String {
    format!("BANK:{}", entry.id.trim_start_matches("BT-"))
}

fn midnight(date: Date) -> Timestamp {
    // Every midnight exists in UTC.
    date.at(0, 0, 0, 0).to_zoned_datetime(TimeZone::UTC).map(|zoned| zoned.timestamp()).unwrap_or_default()
}

/// The first reading of a Saturday at or after a moment.
fn saturday_after(at: Timestamp) -> Timestamp {
    let date = at.to_zoned_datetime(TimeZone::UTC).date();
    let ahead = i64::from(Weekday::Saturday.since(date.weekday()));
    let reading =
        |days: i64| midnight(date.saturating_add(days.days())) + SignedDuration::from_hours(IMPORT_HOUR.into());
    let first = reading(ahead);
    if first >= at { first } else { reading(ahead + 7) }
}

/// Minutes since 2020.
fn minutes(at: Timestamp) -> i64 {
    (at.as_second() - 1_577_836_800) / 60
}
