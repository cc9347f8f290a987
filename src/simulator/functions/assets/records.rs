//! What the functions give, as values for expressions.

use std::borrow::Cow;

use jiff::civil::Date;
use minijinja::value::Value as Dynamic;

use crate::simulator::value::{Record, list, optional, record};
use crate::world::models::assets::indicators::Indicator;
use crate::world::models::assets::ledger::Balance;
use crate::world::models::assets::signals::{Signal, advice};
use crate::world::models::assets::{Asset, Candle, Ticker};
use crate::world::models::rates::{Currency, decimal, percent};

/// Significant digits of an indicator's value.
const DIGITS: u32 = 9;

/// A whole number is written without `.0`, as people and most services write it.
pub(super) fn number(value: f64) -> Dynamic {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    if value.fract() == 0.0 && value.abs() <= EXACT { Dynamic::from(value as i64) } else { Dynamic::from(value) }
}

pub(super) fn pair(asset: &Asset, money: &Currency, unquotable: Option<String>) -> Dynamic {
    record([
        ("code", Dynamic::from(asset.code())),
        ("name", Dynamic::from(asset.currency.name.as_str())),
        ("first_day", Dynamic::from(asset.first_day().to_string())),
        ("money", Dynamic::from(money.code.as_str())),
        ("money_name", Dynamic::from(money.name.as_str())),
        ("decimals", Dynamic::from(money.minor_units)),
        ("unquotable", optional(unquotable.map(Dynamic::from))),
    ])
}

pub(super) fn ticker(ticker: &Ticker, at: &str, usd_rate: f64, day: Date) -> Dynamic {
    record([
        ("price", number(ticker.price)),
        ("at", Dynamic::from(at)),
        ("open", number(ticker.open)),
        ("day_before", number(ticker.day_before)),
        ("change", number(decimal::difference(ticker.price, ticker.day_before))),
        ("change_percent", number(percent(ticker.day_before, ticker.price))),
        ("high", number(ticker.high)),
        ("low", number(ticker.low)),
        ("volume", number(ticker.volume)),
        ("usd_rate", number(usd_rate)),
        ("day", Dynamic::from(day.to_string())),
    ])
}

pub(super) fn balance(balance: &Balance) -> Dynamic {
    Dynamic::from_object(Record(balance_fields(balance)))
}

pub(super) fn balance_fields(balance: &Balance) -> Vec<(Cow<'static, str>, Dynamic)> {
    vec![
        ("currency".into(), Dynamic::from(balance.currency.as_str())),
        ("total".into(), number(balance.total)),
        ("reserved".into(), number(balance.reserved)),
        ("available".into(), number(balance.available())),
    ]
}

pub(super) fn candle(candle: &Candle) -> Dynamic {
    let prices = candle.prices;
    record([
        ("date", Dynamic::from(candle.day.to_string())),
        ("hour", optional(candle.hour.map(|hour| Dynamic::from(format!("{hour:02}:00"))))),
        ("open", number(prices.open)),
        ("high", number(prices.high)),
        ("low", number(prices.low)),
        ("close", number(prices.close)),
        ("volume", number(candle.volume)),
        ("complete", Dynamic::from(candle.complete)),
    ])
}

pub(super) fn window(candles: &[Candle], needed: Option<usize>, rows: Dynamic) -> Dynamic {
    let day = |candle: Option<&Candle>| optional(candle.map(|candle| Dynamic::from(candle.day.to_string())));
    record([
        ("from", day(candles.first())),
        ("to", day(candles.last())),
        ("days", Dynamic::from(candles.len())),
        ("close", optional(candles.last().map(|candle| number(candle.prices.close)))),
        ("needed", optional(needed.map(Dynamic::from))),
        ("rows", rows),
    ])
}

pub(super) fn indicator(indicator: Indicator, candles: &[Candle], period: usize) -> Dynamic {
    let now = indicator.of(candles, period).unwrap_or_default();
    // A day earlier the window was the same but for its last day.
    let before = indicator.of(&candles[..candles.len().saturating_sub(1)], period).unwrap_or_default();
    let shown = |value: f64| number(decimal::significant(value, DIGITS));
    let value = |((name, value), (_, before)): (&(&'static str, f64), &(&'static str, f64))| {
        record([("name", Dynamic::from(*name)), ("value", shown(*value)), ("previous", shown(*before))])
    };
    record([
        ("indicator", Dynamic::from(indicator.code())),
        ("title", Dynamic::from(indicator.title())),
        ("period", optional(indicator.has_period().then(|| Dynamic::from(period)))),
        ("values", list(now.iter().zip(&before), value)),
    ])
}

pub(super) fn signal(indicator: Indicator, signal: &Signal, threshold: f64) -> Dynamic {
    record([
        ("indicator", Dynamic::from(indicator.code())),
        ("score", number(signal.score)),
        ("signal", Dynamic::from(advice(signal.score, threshold))),
        ("reason", Dynamic::from(signal.reason.as_str())),
    ])
}

pub(super) fn signals(
    candles: &[Candle],
    needed: Option<usize>,
    rows: Dynamic,
    overall: f64,
    threshold: f64,
) -> Dynamic {
    let whole = window(candles, needed, rows);
    record([("window", whole), ("score", number(overall)), ("signal", Dynamic::from(advice(overall, threshold)))])
}
