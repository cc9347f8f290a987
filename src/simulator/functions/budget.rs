//! A household's budget: what its bank booked, what the session wrote down itself, and what both come to.
//!
//! Session tables: `budget_users` by user id (`user_id`, `name`, `currency`), `budget_accounts` by account id (`account_id`, `name`,
//! `type`, `opening_balance`, in addition to the world's), and those that the tools write: `budget_transactions`,
//! `budget_changes`, `budget_imports` (see `book`).

mod book;
mod records;

use std::sync::Arc;

use minijinja::value::Value as Dynamic;
use minijinja::{Environment, Error, State};
use serde_json::Value;

use super::wrong;
use crate::simulator::scope::{Context, context};
use crate::simulator::value::{list, optional, record};
use crate::world::Seed;
use crate::world::models::household::{ACCOUNTS, FIRST_DAY, Household, Scale};
use crate::world::models::rates::{Rates, decimal};

use self::book::Book;

/// Id under which the session's own user is always known.
const ME: &str = "me";

/// Money of a household of which nothing else is known.
const EURO: &str = "EUR";

pub(super) fn register(env: &mut Environment<'static>) {
    env.add_function("budget_user", budget_user);
    env.add_function("budget_user_ids", budget_user_ids);
    env.add_function("budget", budget);
    env.add_function("budget_account", budget_account);
    env.add_function("budget_account_ids", budget_account_ids);
    env.add_function("budget_category", budget_category);
    env.add_function("budget_categories", budget_categories);
    env.add_function("budget_transaction", budget_transaction);
    env.add_function("budget_transaction_ids", budget_transaction_ids);
    env.add_function("budget_amount", budget_amount);
    env.add_function("budget_waiting", budget_waiting);
    env.add_function("budget_first_day", || FIRST_DAY.to_string());
}

/// What a call needs: the model, the user and the user's money.
struct Home {
    household: Arc<Household>,
    context: Arc<Context>,
    user: String,
    name: Option<String>,
    currency: String,
    scale: Scale,
}

/// An account of the user.
#[derive(Clone)]
struct Account {
    id: String,
    name: String,
    kind: String,
    opening: i64,
}

impl Home {
    fn of(state: &State<'_, '_>) -> Result<Self, Error> {
        let context = context(state)?;
        let household = context.world.facts.model::<Household>();
        let row = context.state().rows("budget_users").next().map(|(key, row)| (key.to_owned(), row.clone()));
        let text = |column: &str| row.as_ref().and_then(|(_, row)| row.get(column)?.as_str().map(str::to_owned));
        let currency = text("currency").unwrap_or_else(|| EURO.into());
        let scale = scale(&context, &currency)?;
        let (user, name) = (row.as_ref().map_or(ME, |(key, _)| key).to_owned(), text("name"));
        Ok(Self { household, context, user, name, currency, scale })
    }

    fn seed(&self) -> Seed {
        self.context.world.seed
    }

    fn accounts(&self) -> Vec<Account> {
        let own = ACCOUNTS.map(|account| Account {
            id: account.id.into(),
            name: account.name.into(),
            kind: account.kind.into(),
            opening: self.scale.minor(account.opening as f64),
        });
        let more = self.context.state().rows("budget_accounts").map(|(key, row)| {
            let text = |column: &str| row.get(column).and_then(Value::as_str).map(str::to_owned);
            Account {
                id: key.to_owned(),
                name: text("name").unwrap_or_else(|| key.to_owned()),
                kind: text("type").unwrap_or_else(|| "checking".into()),
                opening: row.get("opening_balance").and_then(Value::as_f64).map_or(0, |amount| self.minor(amount)),
            }
        });
        own.into_iter().chain(more).collect()
    }

    /// The account of an id, in any case.
    fn account(&self, id: &str) -> Option<Account> {
        self.accounts().into_iter().find(|account| account.id.eq_ignore_ascii_case(id))
    }

    /// An amount in the smallest unit of the user's money.
    fn minor(&self, amount: f64) -> i64 {
        let factor = 10_u32.pow(u32::from(self.scale.decimals));
        decimal::places(decimal::times_power_of_ten(amount, factor), 0) as i64
    }

    /// Smallest units as an amount, with no more digits than it has.
    fn amount(&self, minor: i64) -> Dynamic {
        // An integer with an exponent always parses.
        let value: f64 = format!("{minor}e-{}", self.scale.decimals).parse().unwrap_or(f64::NAN);
        if value.fract() == 0.0 { Dynamic::from(value as i64) } else { Dynamic::from(value) }
    }
}

/// Units for one euro at the beginning of 2026, to two digits: a household in yen does not pay the cents of one in euros.
fn scale(context: &Context, code: &str) -> Result<Scale, Error> {
    if code == EURO {
        return Ok(Scale { units: 1.0, decimals: 2 });
    }
    let rates = context.world.facts.model::<Rates>();
    let find = |code: &str| rates.find(code).ok_or_else(|| wrong(format!("budget_users: '{code}' is no currency")));
    let (euro, own) = (find(EURO)?, find(code)?);
    let day = jiff::civil::date(2026, 1, 1);
    let units = decimal::significant(rates.rate(context.world.seed, euro, own, day).value, 2);
    Ok(Scale { units, decimals: own.minor_units.min(3) })
}

/// `none`, or `{user_id, name, currency}` of the session's own user, by id or as `me`.
fn budget_user(state: &State<'_, '_>, id: &str) -> Result<Dynamic, Error> {
    let home = Home::of(state)?;
    Ok(optional((id == home.user || id == ME).then(|| {
        record([
            ("user_id", Dynamic::from(home.user.as_str())),
            ("name", optional(home.name.as_deref().map(Dynamic::from))),
            ("currency", Dynamic::from(home.currency.as_str())),
        ])
    })))
}

/// The ids under which the user is known.
fn budget_user_ids(state: &State<'_, '_>) -> Result<Vec<String>, Error> {
    Ok(vec![Home::of(state)?.user])
}

/// Everything: `{server_knowledge, currency, first_month, last_month, accounts, groups, payees, months, transactions, bank}`, with
/// those transactions that changed after a knowledge.
fn budget(state: &State<'_, '_>, since: i64) -> Result<Dynamic, Error> {
    let home = Home::of(state)?;
    Ok(records::budget(&home, &Book::of(&home, None)?, since))
}

/// `none`, or the account of an id with its balances.
fn budget_account(state: &State<'_, '_>, id: &str) -> Result<Dynamic, Error> {
    let home = Home::of(state)?;
    let book = Book::of(&home, None)?;
    Ok(optional(home.account(id).map(|account| records::account(&home, &account, &book))))
}

/// Ids of the accounts.
fn budget_account_ids(state: &State<'_, '_>) -> Result<Vec<String>, Error> {
    Ok(Home::of(state)?.accounts().into_iter().map(|account| account.id).collect())
}

/// The category of this name as it is written, in any case, or `none`.
fn budget_category(state: &State<'_, '_>, name: &str) -> Result<Option<String>, Error> {
    let home = Home::of(state)?;
    let wanted = crate::catalogue::nearest::fold(name);
    let found = home.household.categories().iter().find(|c| crate::catalogue::nearest::fold(&c.name) == wanted);
    Ok(found.map(|category| category.name.clone()))
}

/// Names of the categories.
fn budget_categories(state: &State<'_, '_>) -> Result<Vec<String>, Error> {
    let home = Home::of(state)?;
    Ok(home.household.categories().iter().map(|category| category.name.clone()).collect())
}

/// The transaction of an id as it stands now, or `none`.
fn budget_transaction(state: &State<'_, '_>, id: &str) -> Result<Dynamic, Error> {
    let home = Home::of(state)?;
    let book = Book::of(&home, Some(id))?;
    Ok(optional(book.find(id).map(|transaction| records::transaction(&home, transaction))))
}

/// Ids of the latest transactions, newest first.
fn budget_transaction_ids(state: &State<'_, '_>) -> Result<Vec<String>, Error> {
    let home = Home::of(state)?;
    Ok(Book::of(&home, None)?.transactions.iter().take(100).map(|t| t.id.clone()).collect())
}

/// `{decimals, whole, knowledge}` for an amount that is to be written down: how many decimals the user's money has, whether
/// the amount has no more of them, and the knowledge that the next change gets.
fn budget_amount(state: &State<'_, '_>, amount: f64) -> Result<Dynamic, Error> {
    let home = Home::of(state)?;
    let decimals = home.scale.decimals;
    Ok(record([
        ("decimals", Dynamic::from(decimals)),
        ("whole", Dynamic::from(decimal::places(amount, decimals) == amount)),
        ("knowledge", Dynamic::from(Book::of(&home, None)?.next_knowledge(&home))),
    ]))
}

/// What the bank has that the budget has not yet: `{last_import, next_import, transactions, matched, knowledge}`.
fn budget_waiting(state: &State<'_, '_>) -> Result<Dynamic, Error> {
    let home = Home::of(state)?;
    let book = Book::of(&home, None)?;
    let rows = list(&book.waiting, |transaction| records::transaction(&home, transaction));
    Ok(record([
        ("last_import", Dynamic::from(records::local(&home, book.last_import))),
        ("next_import", Dynamic::from(records::local(&home, book.next_import))),
        ("transactions", rows),
        ("matched", Dynamic::from(book.waiting_matched)),
        ("knowledge", Dynamic::from(book.next_knowledge(&home))),
    ]))
}
