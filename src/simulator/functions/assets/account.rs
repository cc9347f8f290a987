//! Accounts of the two services, as their session tables and the world's default say.
//!
//! Tables of a service `s`: `<s>_accounts` by account id (`account_id`, `owner`, `email`, `currency`, `opened_at`,
//! `verified_at` or null, `balances` as a list of `{currency, amount}` from before all orders), and those of `orders`. Without
//! a row there is one account of the world, `main`. An order belongs to the account of its `account_id`.

use jiff::Timestamp;
use minijinja::value::Value as Dynamic;
use minijinja::{Environment, Error, State};
use serde_json::Value;

use super::orders::{self, Order, Stage};
use super::{Floor, records};
use crate::simulator::functions::wrong;
use crate::simulator::value::{Record, list, optional, record};
use crate::world::Row;
use crate::world::models::assets::ledger::{Fees, Purse, Side};
use crate::world::models::rates::percent;

/// A day on which a price moves by so many percent makes a notification.
const ALERT_PERCENT: f64 = 5.0;

/// Days that are looked back for such moves.
const ALERT_DAYS: i64 = 30;

pub(super) fn register(env: &mut Environment<'static>) {
    env.add_function("crypto_home", crypto_home);
    env.add_function("crypto_account", crypto_account);
    env.add_function("crypto_account_ids", crypto_account_ids);
    env.add_function("crypto_notifications", crypto_notifications);
}

/// Parts of the value that a service takes.
pub(super) fn fees(service: &str) -> Result<Fees, Error> {
    match service {
        "crypto_trading" => Ok(Fees { taker: 0.004, maker: 0.0025 }),
        "crypto_wallet" => Ok(Fees { taker: 0.01, maker: 0.01 }),
        other => Err(wrong(format!("'{other}' is no service; crypto_trading and crypto_wallet are"))),
    }
}

/// One account with its orders.
pub(super) struct Account {
    pub(super) id: String,
    owner: Option<String>,
    email: String,
    pub(super) currency: String,
    opened: Timestamp,
    verified: Option<Timestamp>,
    balances: Vec<(String, f64)>,
    /// Oldest first.
    pub(super) orders: Vec<Order>,
}

impl Account {
    /// The accounts of the session, or the world's own.
    pub(super) fn all(floor: &Floor, service: &str) -> Result<Vec<Self>, Error> {
        let table = format!("{service}_accounts");
        let mut accounts: Vec<Self> =
            floor.context.state().rows(&table).map(|(key, row)| Self::of_row(key, row)).collect();
        if accounts.is_empty() {
            accounts.push(Self::of_world(floor, service)?);
        }
        for account in &mut accounts {
            account.orders = orders::all(floor, service, &account.id)?;
        }
        Ok(accounts)
    }

    /// The account of this id, or the first one.
    pub(super) fn find(floor: &Floor, service: &str, id: Option<&str>) -> Result<Option<Self>, Error> {
        Ok(Self::all(floor, service)?.into_iter().find(|account| id.is_none_or(|id| id == account.id)))
    }

    /// The account that is used by default.
    pub(super) fn main(floor: &Floor, service: &str) -> Result<Self, Error> {
        let found = Self::find(floor, service, None)?;
        found.ok_or_else(|| wrong("a service always has an account"))
    }

    fn of_world(floor: &Floor, service: &str) -> Result<Self, Error> {
        let mut stream = floor.context.world.seed.stream(&["assets", "account", service]);
        let hundredths = |n: i64| n as f64 / 100.0;
        let (bitcoin, ether) = (hundredths(stream.within(8, 45)), hundredths(stream.within(90, 450)));
        let at = |text: &str| text.parse::<Timestamp>().map_err(|e| wrong(e.to_string()));
        let service = service.trim_start_matches("crypto_");
        Ok(Self {
            id: orders::WORLD_ACCOUNT.into(),
            owner: None,
            email: format!("me@{service}.example"),
            currency: "EUR".into(),
            opened: at("2024-02-12T09:26:00Z")?,
            verified: Some(at("2024-02-13T14:03:00Z")?),
            balances: vec![("EUR".into(), 10_000.0), ("BTC".into(), bitcoin), ("ETH".into(), ether)],
            orders: Vec::new(),
        })
    }

    fn of_row(key: &str, row: &Row) -> Self {
        let text = |column: &str| row.get(column).and_then(Value::as_str).map(str::to_owned);
        let time = |column: &str| text(column).and_then(|t| t.parse::<Timestamp>().ok());
        let balance = |row: &Value| Some((row["currency"].as_str()?.to_owned(), row["amount"].as_f64()?));
        let balances = row.get("balances").and_then(Value::as_array).into_iter().flatten().filter_map(balance);
        Self {
            id: key.to_owned(),
            owner: text("owner"),
            email: text("email").unwrap_or_else(|| format!("{key}@account.example")),
            currency: text("currency").unwrap_or_else(|| "EUR".into()),
            opened: time("opened_at").unwrap_or_default(),
            verified: time("verified_at"),
            balances: balances.collect(),
            orders: Vec::new(),
        }
    }

    /// What there is of everything now.
    pub(super) fn purse(&self, now: Timestamp) -> Purse {
        let mut purse = Purse::default();
        purse.of(&self.currency);
        for (currency, amount) in self.balances.iter().filter(|_| self.opened <= now) {
            purse.add(currency, *amount);
        }
        for order in &self.orders {
            match &order.stage {
                Stage::Open(deal) => purse.hold(&order.asset, &order.money, &order.wish, deal),
                Stage::Filled(_, deal) => purse.settle(&order.asset, &order.money, &order.wish, deal),
                Stage::Cancelled(_) => {}
            }
        }
        purse
    }

    fn events(&self, floor: &Floor) -> Result<Vec<Event>, Error> {
        let mut events = vec![];
        let mut tell = |id: String, kind, at, text| events.push(Event { id, kind, at, text });
        if let Some(verified) = self.verified {
            let text = format!("Your identity was checked and account {} is verified.", self.id);
            tell(format!("N-{}-verified", self.id), "account_verified", verified, text);
        }
        for (currency, amount) in &self.balances {
            let text = format!("{amount} {currency} arrived on account {}.", self.id);
            tell(format!("N-{}-{currency}", self.id), "payment_received", self.opened, text);
        }
        for order in &self.orders {
            let what = order.words();
            tell(format!("N-{}-created", order.id), "order_created", order.created, format!("Placed: {what}."));
            match &order.stage {
                Stage::Open(_) => {}
                Stage::Cancelled(at) => {
                    tell(format!("N-{}-cancelled", order.id), "order_cancelled", *at, format!("Cancelled: {what}."));
                }
                Stage::Filled(at, deal) => {
                    let text = format!("Filled at {} {}: {what}.", deal.price, order.money);
                    tell(format!("N-{}-filled", order.id), "order_filled", *at, text);
                    let (kind, verb) = match order.wish.side {
                        Side::Buy => ("payment_sent", "was paid"),
                        Side::Sell => ("payment_received", "arrived"),
                    };
                    let text = format!("{} {} {verb} for order {}.", deal.total, order.money, order.id);
                    tell(format!("N-{}-payment", order.id), kind, *at, text);
                }
            }
        }
        events.extend(self.alerts(floor)?);
        let now = floor.context.clock.now();
        events.retain(|event| event.at <= now);
        events.sort_by(|a, b| b.at.cmp(&a.at).then(a.id.cmp(&b.id)));
        Ok(events)
    }

    /// Large moves of what the account holds, at the end of their days.
    fn alerts(&self, floor: &Floor) -> Result<Vec<Event>, Error> {
        let now = floor.now();
        let held = self.purse(floor.context.clock.now()).0;
        let mut events = Vec::new();
        for balance in
            held.iter().filter(|balance| balance.total > 0.0 && floor.market.money(&balance.currency).is_none())
        {
            let Some(asset) = floor.market.find(&balance.currency) else { continue };
            let quote = floor.quote(asset.code(), &self.currency)?;
            let first = now.day.saturating_sub(jiff::Span::new().days(ALERT_DAYS)).max(asset.first_day());
            for day in quote.daily(first, now.day, now).iter().filter(|day| day.complete) {
                let change = percent(day.prices.open, day.prices.close);
                if change.abs() >= ALERT_PERCENT {
                    let next =
                        super::Minute { day: day.day.saturating_add(jiff::Span::new().days(1)), hour: 0, minute: 0 };
                    let way = if change > 0.0 { "rose" } else { "fell" };
                    events.push(Event {
                        id: format!("N-{}-{}", asset.code(), day.day),
                        kind: "price_alert",
                        at: super::moment(next),
                        text: format!(
                            "{} {way} by {} % on {} and closed at {} {}.",
                            asset.code(),
                            change.abs(),
                            day.day,
                            day.prices.close,
                            self.currency
                        ),
                    });
                }
            }
        }
        Ok(events)
    }
}

/// The currency of the first account, in which prices are given where no other is named.
fn crypto_home(state: &State<'_, '_>, service: &str) -> Result<String, Error> {
    let floor = Floor::of(state)?;
    let table = format!("{service}_accounts");
    let first = floor.context.state().rows(&table).next();
    Ok(first.and_then(|(_, row)| row.get("currency")?.as_str().map(str::to_owned)).unwrap_or_else(|| "EUR".into()))
}

/// Something the account's owner is told.
struct Event {
    id: String,
    kind: &'static str,
    at: Timestamp,
    text: String,
}

/// `none`, or the account of this id (of the first one for `none`): ids, owner, balances, orders and transactions, the newest
/// first, with what everything is worth in the account's currency.
fn crypto_account(state: &State<'_, '_>, service: &str, id: Option<String>) -> Result<Dynamic, Error> {
    let floor = Floor::of(state)?;
    let found = Account::find(&floor, service, id.as_deref())?;
    found.map(|account| full(&floor, &account)).transpose().map(optional)
}

/// Ids of the accounts there are.
fn crypto_account_ids(state: &State<'_, '_>, service: &str) -> Result<Vec<String>, Error> {
    let floor = Floor::of(state)?;
    let ids: Vec<String> =
        floor.context.state().rows(&format!("{service}_accounts")).map(|(key, _)| key.to_owned()).collect();
    Ok(if ids.is_empty() { vec![orders::WORLD_ACCOUNT.into()] } else { ids })
}

/// `{id, type, at, text}` of everything the owner of the first account was told, newest first: of one type or of `all`.
fn crypto_notifications(state: &State<'_, '_>, service: &str, kind: &str) -> Result<Dynamic, Error> {
    let floor = Floor::of(state)?;
    let events = Account::main(&floor, service)?.events(&floor)?;
    let told = events.iter().filter(|event| kind == "all" || kind == event.kind);
    Ok(list(told, |event| {
        record([
            ("id", Dynamic::from(event.id.as_str())),
            ("type", Dynamic::from(event.kind)),
            ("at", Dynamic::from(floor.local(event.at))),
            ("text", Dynamic::from(event.text.as_str())),
        ])
    }))
}

fn full(floor: &Floor, account: &Account) -> Result<Dynamic, Error> {
    let now = floor.context.clock.now();
    let purse = account.purse(now);
    let mut worth = Vec::new();
    let mut balances = Vec::new();
    for balance in &purse.0 {
        let value = orders::worth(floor, &balance.currency, balance.total, &account.currency)?;
        worth.push(value);
        let mut fields = records::balance_fields(balance);
        fields.push(("value".into(), records::number(value)));
        balances.push(Dynamic::from_object(Record(fields)));
    }
    let newest = || account.orders.iter().rev();
    Ok(record([
        ("account_id", Dynamic::from(account.id.as_str())),
        ("owner", optional(account.owner.as_deref().map(Dynamic::from))),
        ("email", Dynamic::from(account.email.as_str())),
        ("currency", Dynamic::from(account.currency.as_str())),
        ("opened_at", Dynamic::from(floor.local(account.opened))),
        ("verified_at", optional(account.verified.filter(|at| *at <= now).map(|at| Dynamic::from(floor.local(at))))),
        ("value", records::number(crate::world::models::rates::decimal::sum(&worth))),
        ("balances", Dynamic::from(balances)),
        ("orders", list(newest(), |order| order.record(floor))),
        ("transactions", transactions(floor, account, now)),
    ]))
}

/// Deposits and filled orders, newest first.
fn transactions(floor: &Floor, account: &Account, now: Timestamp) -> Dynamic {
    let mut all: Vec<(Timestamp, String, Dynamic)> = Vec::new();
    for (currency, amount) in account.balances.iter().filter(|_| account.opened <= now) {
        let id = format!("T-{}-{currency}", account.id);
        let changes = vec![change(currency, *amount)];
        all.push((account.opened, id.clone(), transaction(floor, &id, "deposit", account.opened, None, changes)));
    }
    for order in &account.orders {
        let Stage::Filled(at, deal) = &order.stage else { continue };
        let id = format!("T-{}", order.id);
        let sign = if order.wish.side == Side::Buy { 1.0 } else { -1.0 };
        let changes = vec![change(&order.asset, sign * order.wish.amount), change(&order.money, -sign * deal.total)];
        all.push((*at, id.clone(), transaction(floor, &id, order.wish.side.name(), *at, Some(&order.id), changes)));
    }
    all.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    list(all, |(_, _, row)| row)
}

fn change(currency: &str, amount: f64) -> Dynamic {
    record([("currency", Dynamic::from(currency)), ("amount", records::number(amount))])
}

fn transaction(
    floor: &Floor,
    id: &str,
    kind: &str,
    at: Timestamp,
    order: Option<&str>,
    changes: Vec<Dynamic>,
) -> Dynamic {
    record([
        ("transaction_id", Dynamic::from(id)),
        ("type", Dynamic::from(kind)),
        ("at", Dynamic::from(floor.local(at))),
        ("order_id", optional(order.map(Dynamic::from))),
        ("changes", Dynamic::from(changes)),
    ])
}
