//! Orders of the two services.
//!
//! Rows of `<service>_orders`, by order id: `order_id`, `account_id`, `asset`, `money`, `side`, `amount`, `limit_price` or null,
//! `created_at`, `fill_price` (of an order that was filled when it was placed) or null. Whether an order that waited was filled
//! since follows from the prices. Rows of `<service>_cancellations`, by order id: `order_id`, `cancelled_at`.

use std::borrow::Cow;

use jiff::Timestamp;
use minijinja::value::{Kwargs, Value as Dynamic};
use minijinja::{Environment, Error, State};
use serde_json::Value;

use super::account::{Account, fees};
use super::{Floor, minute, moment, records};
use crate::simulator::functions::wrong;
use crate::simulator::value::{Record, list, optional, record};
use crate::world::Row;
use crate::world::models::assets::ledger::{Deal, Side, Wish, is_whole_amount};
use crate::world::models::rates::decimal;

/// An order is worth as much in US dollars at least, at the price of the moment.
const LEAST_USD: f64 = 1.0;

/// Id of the account that a service has where the session gives it none.
pub(super) const WORLD_ACCOUNT: &str = "main";

/// When the orders of that account were placed.
const WORLD_ORDERS_AT: &str = "2025-12-29T17:42:00Z";

pub(super) fn register(env: &mut Environment<'static>) {
    env.add_function("crypto_offer", crypto_offer);
    env.add_function("crypto_order", crypto_order);
    env.add_function("crypto_receipt", crypto_receipt);
    env.add_function("crypto_order_ids", crypto_order_ids);
}

/// Where an order is now.
pub(super) enum Stage {
    /// It waits, and would come to this.
    Open(Deal),
    /// It was filled then, and came to this.
    Filled(Timestamp, Deal),
    /// It was cancelled then.
    Cancelled(Timestamp),
}

/// What was placed, and when.
struct Placed<'a> {
    asset: &'a str,
    money: &'a str,
    wish: Wish,
    created: Timestamp,
}

impl Placed<'_> {
    /// Where an order is that was not filled when it was placed. What was cancelled was not filled before, since only an open
    /// order can be cancelled.
    fn waiting(&self, floor: &Floor, service: &str, id: &str, deal: Deal) -> Result<Stage, Error> {
        let row = floor.context.state().row(&format!("{service}_cancellations"), id);
        let cancelled = row.and_then(|row| row.get("cancelled_at")?.as_str()?.parse::<Timestamp>().ok());
        if let Some(at) = cancelled {
            return Ok(Stage::Cancelled(at));
        }
        let filled = self.wish.filled_in(&floor.quote(self.asset, self.money)?, minute(self.created), floor.now());
        Ok(filled.map_or(Stage::Open(deal), |at| Stage::Filled(moment(at), deal)))
    }
}

/// An order as it stands now.
pub(super) struct Order {
    pub(super) id: String,
    account: String,
    pub(super) asset: String,
    pub(super) money: String,
    pub(super) wish: Wish,
    pub(super) created: Timestamp,
    pub(super) stage: Stage,
}

impl Order {
    fn of_row(floor: &Floor, service: &str, key: &str, row: &Row) -> Result<Self, Error> {
        let bad = |column: &str| wrong(format!("{service}_orders: {key}: {column} is missing or wrong"));
        let text = |column: &str| row.get(column).and_then(Value::as_str).ok_or_else(|| bad(column));
        let number = |column: &str| row.get(column).and_then(Value::as_f64);
        let wish = Wish {
            side: Side::named(text("side")?).ok_or_else(|| bad("side"))?,
            amount: number("amount").ok_or_else(|| bad("amount"))?,
            limit: number("limit_price"),
        };
        let created = text("created_at")?.parse::<Timestamp>().map_err(|_| bad("created_at"))?;
        let placed = Placed { asset: text("asset")?, money: text("money")?, wish, created };
        let (fees, decimals) = (fees(service)?, floor.money(placed.money)?.minor_units);
        let stage = match (number("fill_price"), wish.limit) {
            (Some(price), _) => Stage::Filled(created, wish.at(price, fees.taker, decimals)),
            (None, Some(limit)) => placed.waiting(floor, service, key, wish.at(limit, fees.maker, decimals))?,
            (None, None) => return Err(bad("limit_price")),
        };
        let [asset, money] = [placed.asset, placed.money].map(str::to_owned);
        Ok(Self { id: key.to_owned(), account: text("account_id")?.to_owned(), asset, money, wish, created, stage })
    }

    /// The orders that the world's own account placed long ago: sales at a price that no world has seen.
    fn of_world(floor: &Floor, service: &str, at: Timestamp) -> Result<Vec<Self>, Error> {
        let letter = if service == "crypto_trading" { "T" } else { "W" };
        let order = |(n, asset, amount, limit): (u8, &str, f64, f64)| {
            let (id, wish) = (format!("O{letter}000000000{n}"), Wish { side: Side::Sell, amount, limit: Some(limit) });
            let placed = Placed { asset, money: "EUR", wish, created: at };
            let stage = placed.waiting(floor, service, &id, wish.at(limit, fees(service)?.maker, 2))?;
            let [asset, money] = [asset, "EUR"].map(str::to_owned);
            Ok(Self { id, account: WORLD_ACCOUNT.into(), asset, money, wish, created: at, stage })
        };
        [(1, "BTC", 0.01, 250_000.0), (2, "ETH", 0.1, 12_500.0)].into_iter().map(order).collect()
    }

    /// In words, e.g. `buy 0.1 BTC at 60000 EUR or better (order O1)`.
    pub(super) fn words(&self) -> String {
        let price = match self.wish.limit {
            Some(limit) => format!("at {limit} {} or better", self.money),
            None => format!("for {} at the market", self.money),
        };
        format!("{} {} {} {price} (order {})", self.wish.side.name(), self.wish.amount, self.asset, self.id)
    }

    pub(super) fn record(&self, floor: &Floor) -> Dynamic {
        Dynamic::from_object(Record(self.fields(floor)))
    }

    fn fields(&self, floor: &Floor) -> Vec<(Cow<'static, str>, Dynamic)> {
        let time = |at: Option<Timestamp>| optional(at.map(|at| Dynamic::from(floor.local(at))));
        let money = |value: Option<f64>| optional(value.map(records::number));
        let (status, deal, filled, cancelled) = match &self.stage {
            Stage::Open(deal) => ("open", Some(deal), None, None),
            Stage::Filled(at, deal) => ("filled", Some(deal), Some(*at), None),
            Stage::Cancelled(at) => ("cancelled", None, None, Some(*at)),
        };
        let done = deal.filter(|_| status == "filled");
        let held = deal.filter(|_| status == "open").map(|deal| match self.wish.side {
            Side::Buy => (self.money.as_str(), deal.total),
            Side::Sell => (self.asset.as_str(), self.wish.amount),
        });
        let held = held.map(|(currency, amount)| {
            record([("currency", Dynamic::from(currency)), ("amount", records::number(amount))])
        });
        let fields = [
            ("order_id", Dynamic::from(self.id.as_str())),
            ("account_id", Dynamic::from(self.account.as_str())),
            ("status", Dynamic::from(status)),
            ("side", Dynamic::from(self.wish.side.name())),
            ("kind", Dynamic::from(if self.wish.limit.is_some() { "limit" } else { "market" })),
            ("currency", Dynamic::from(self.asset.as_str())),
            ("amount", records::number(self.wish.amount)),
            ("quote_currency", Dynamic::from(self.money.as_str())),
            ("limit_price", money(self.wish.limit)),
            ("fill_price", money(done.map(|deal| deal.price))),
            ("value", money(done.map(|deal| deal.value))),
            ("fee", money(done.map(|deal| deal.fee))),
            ("total", money(done.map(|deal| deal.total))),
            ("reserved", optional(held)),
            ("created_at", time(Some(self.created))),
            ("filled_at", time(filled)),
            ("cancelled_at", time(cancelled)),
        ];
        fields.into_iter().map(|(name, value)| (Cow::Borrowed(name), value)).collect()
    }
}

/// The orders of an account, oldest first. The world's own account, which has no row, has orders of its own.
pub(super) fn all(floor: &Floor, service: &str, account: &str) -> Result<Vec<Order>, Error> {
    let of = |table: &str| format!("{service}_{table}");
    let state = floor.context.state();
    let table = of("orders");
    let own = state.rows(&table).filter(|(_, row)| row.get("account_id").and_then(Value::as_str) == Some(account));
    let mut orders =
        own.map(|(key, row)| Order::of_row(floor, service, key, row)).collect::<Result<Vec<_>, Error>>()?;
    let at: Timestamp = WORLD_ORDERS_AT.parse().map_err(|_| wrong("the constant is no time"))?;
    if at <= floor.context.clock.now() && state.rows(&of("accounts")).next().is_none() {
        orders.extend(Order::of_world(floor, service, at)?);
    }
    orders.sort_by(|a, b| a.created.cmp(&b.created).then(a.id.cmp(&b.id)));
    Ok(orders)
}

/// One of the orders of all accounts.
fn find(floor: &Floor, service: &str, id: &str) -> Result<Option<(Account, usize)>, Error> {
    for account in Account::all(floor, service)? {
        if let Some(at) = account.orders.iter().position(|order| order.id == id) {
            return Ok(Some((account, at)));
        }
    }
    Ok(None)
}

/// What an amount of money or of an asset is worth in a currency now, in that currency's smallest unit.
pub(super) fn worth(floor: &Floor, of: &str, amount: f64, money: &str) -> Result<f64, Error> {
    let target = floor.money(money)?;
    let price = match floor.market.money(of) {
        Some(currency) => floor.market.rate(floor.context.world.seed, currency, target, floor.now().day),
        None => floor.quote(of, money)?.price(floor.now()),
    };
    Ok(decimal::product(amount, price, target.minor_units))
}

/// What an order would come to now: `crypto_offer(service, asset, money, side=…, amount=…, limit=…)` gives
/// `{account_id, market, executes, price, value, fee, total, needs, required, available, enough, whole, least, too_small}`.
fn crypto_offer(
    state: &State<'_, '_>,
    service: &str,
    asset: &str,
    money: &str,
    wish: Kwargs,
) -> Result<Dynamic, Error> {
    let (side, amount, limit): (&str, f64, Option<f64>) = (wish.get("side")?, wish.get("amount")?, wish.get("limit")?);
    wish.assert_all_used()?;
    let floor = Floor::of(state)?;
    let side = Side::named(side).ok_or_else(|| wrong(format!("'{side}' is no side")))?;
    let wish = Wish { side, amount, limit };
    let quote = floor.quote(asset, money)?;
    let market = quote.price(floor.now());
    let deal = wish.deal(market, fees(service)?, quote.money.minor_units);
    let account = Account::main(&floor, service)?;
    let mut purse = account.purse(floor.context.clock.now());
    let (needs, required) = match side {
        Side::Buy => (money, deal.total),
        Side::Sell => (asset, amount),
    };
    let available = purse.of(needs).available();
    let dollars = floor.quote(asset, "USD")?.price(floor.now());
    let least = decimal::places(LEAST_USD / dollars + 5e-9, 8);
    Ok(record([
        ("account_id", Dynamic::from(account.id.as_str())),
        ("market", records::number(market)),
        ("executes", Dynamic::from(wish.executes(market))),
        ("price", records::number(deal.price)),
        ("value", records::number(deal.value)),
        ("fee", records::number(deal.fee)),
        ("total", records::number(deal.total)),
        ("needs", Dynamic::from(needs)),
        ("required", records::number(required)),
        ("available", records::number(available)),
        ("enough", Dynamic::from(required <= available)),
        ("whole", Dynamic::from(is_whole_amount(amount))),
        ("least", records::number(least)),
        ("too_small", Dynamic::from(amount < least)),
    ]))
}

/// The order of this id as it stands now, or `none`.
fn crypto_order(state: &State<'_, '_>, service: &str, id: &str) -> Result<Dynamic, Error> {
    let floor = Floor::of(state)?;
    Ok(optional(find(&floor, service, id)?.map(|(account, at)| account.orders[at].record(&floor))))
}

/// The same with the balances of both sides of its pair, for an order that there is.
fn crypto_receipt(state: &State<'_, '_>, service: &str, id: &str) -> Result<Dynamic, Error> {
    let floor = Floor::of(state)?;
    let (account, at) = find(&floor, service, id)?.ok_or_else(|| wrong(format!("there is no order '{id}'")))?;
    let order = &account.orders[at];
    let mut purse = account.purse(floor.context.clock.now());
    let sides = [&order.asset, &order.money].map(|code| purse.of(code).clone());
    let mut fields = order.fields(&floor);
    fields.push((Cow::Borrowed("balances"), list(&sides, records::balance)));
    Ok(Dynamic::from_object(Record(fields)))
}

/// Ids of orders that can be cancelled.
fn crypto_order_ids(state: &State<'_, '_>, service: &str) -> Result<Vec<String>, Error> {
    let floor = Floor::of(state)?;
    let accounts = Account::all(&floor, service)?;
    let open = |order: &&Order| matches!(order.stage, Stage::Open(_));
    Ok(accounts.iter().flat_map(|account| account.orders.iter().filter(open)).map(|order| order.id.clone()).collect())
}
