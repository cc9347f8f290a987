//! Orders and balances: what an order costs, when it is filled, and what an account holds because of all of them.
//!
//! A market order, or a limit order whose limit the market meets at once, is filled in the minute in which it is placed, at
//! that minute's price. Any other limit order waits; it is filled, at its limit, in the first later minute whose price has
//! come to it. Since prices of the past never change, that minute follows from the order alone.

use super::path::Minute;
use super::quote::Quote;
use super::table::ASSET_DECIMALS;
use crate::world::models::rates::decimal;

/// Parts of the value that are taken for an order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fees {
    /// Of an order that is filled at once.
    pub taker: f64,
    /// Of one that waited.
    pub maker: f64,
}

/// Which way an order goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Money for an asset.
    Buy,
    /// An asset for money.
    Sell,
}

impl Side {
    /// Reads `buy` or `sell` in any case.
    pub fn named(text: &str) -> Option<Self> {
        [Self::Buy, Self::Sell].into_iter().find(|side| text.eq_ignore_ascii_case(side.name()))
    }

    /// As the tools write it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Buy => "buy",
            Self::Sell => "sell",
        }
    }
}

/// What was wanted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wish {
    /// Which way.
    pub side: Side,
    /// Units of the asset.
    pub amount: f64,
    /// The worst price that is taken; nothing for a market order.
    pub limit: Option<f64>,
}

/// What an order comes to at a price.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Deal {
    /// Money for one unit.
    pub price: f64,
    /// Amount times price, in the money's smallest unit, one of those at least.
    pub value: f64,
    /// Taken on top of a purchase or out of a sale.
    pub fee: f64,
    /// Money paid for a purchase, or received from a sale.
    pub total: f64,
}

impl Wish {
    /// Whether the order is filled in the minute it is placed, when the asset costs `market`.
    pub fn executes(&self, market: f64) -> bool {
        match (self.side, self.limit) {
            (_, None) => true,
            (Side::Buy, Some(limit)) => market <= limit,
            (Side::Sell, Some(limit)) => market >= limit,
        }
    }

    /// The deal when the order is placed while the asset costs `market`: at the market when that is filled at once, else at
    /// the limit.
    pub fn deal(&self, market: f64, fees: Fees, decimals: u8) -> Deal {
        match (self.executes(market), self.limit) {
            (false, Some(limit)) => self.at(limit, fees.maker, decimals),
            _ => self.at(market, fees.taker, decimals),
        }
    }

    /// The deal at a price with a fee.
    pub fn at(&self, price: f64, fee: f64, decimals: u8) -> Deal {
        let least = libm::pow(10.0, -f64::from(decimals));
        let value = decimal::product(self.amount, price, decimals).max(decimal::places(least, decimals));
        let fee = decimal::product(value, fee, decimals);
        let total = match self.side {
            Side::Buy => decimal::sum(&[value, fee]),
            Side::Sell => decimal::difference(value, fee),
        };
        Deal { price, value, fee, total }
    }

    /// The minute after `placed` and not after `now` in which a waiting order is filled.
    pub fn filled_in(&self, quote: &Quote<'_>, placed: Minute, now: Minute) -> Option<Minute> {
        quote.crossing(placed, now, self.limit?, self.side == Side::Buy)
    }
}

/// Whether an amount has no more decimals than an asset has.
pub fn is_whole_amount(amount: f64) -> bool {
    decimal::places(amount, ASSET_DECIMALS) == amount
}

/// What an account has of one currency or asset.
#[derive(Clone, Debug, PartialEq)]
pub struct Balance {
    /// Code.
    pub currency: String,
    /// All of it.
    pub total: f64,
    /// Held back for waiting orders.
    pub reserved: f64,
}

impl Balance {
    /// What can be spent.
    pub fn available(&self) -> f64 {
        decimal::difference(self.total, self.reserved)
    }
}

/// Balances by code, in the order in which they were first touched.
#[derive(Clone, Debug, Default)]
pub struct Purse(pub Vec<Balance>);

impl Purse {
    /// Adds to (or with a negative amount takes from) what there is of a currency.
    pub fn add(&mut self, currency: &str, amount: f64) {
        let balance = self.of(currency);
        balance.total = decimal::sum(&[balance.total, amount]);
    }

    /// Holds back a part.
    pub fn reserve(&mut self, currency: &str, amount: f64) {
        let balance = self.of(currency);
        balance.reserved = decimal::sum(&[balance.reserved, amount]);
    }

    /// Makes the deal.
    pub fn settle(&mut self, asset: &str, money: &str, wish: &Wish, deal: &Deal) {
        match wish.side {
            Side::Buy => {
                self.add(money, -deal.total);
                self.add(asset, wish.amount);
            }
            Side::Sell => {
                self.add(asset, -wish.amount);
                self.add(money, deal.total);
            }
        }
    }

    /// Holds back what a waiting order will take.
    pub fn hold(&mut self, asset: &str, money: &str, wish: &Wish, deal: &Deal) {
        match wish.side {
            Side::Buy => self.reserve(money, deal.total),
            Side::Sell => self.reserve(asset, wish.amount),
        }
    }

    /// The balance of a currency, made if there was none.
    pub fn of(&mut self, currency: &str) -> &mut Balance {
        let at = self.0.iter().position(|balance| balance.currency == currency).unwrap_or_else(|| {
            self.0.push(Balance { currency: currency.to_owned(), total: 0.0, reserved: 0.0 });
            self.0.len() - 1
        });
        &mut self.0[at]
    }
}
