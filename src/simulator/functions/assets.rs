//! Crypto assets: prices, candles, indicators, and the accounts of the two services that trade them. Assets and currencies go
//! between functions by code, days as `YYYY-MM-DD` of UTC.

mod account;
mod orders;
mod records;

use std::sync::Arc;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use minijinja::value::{Kwargs, Value as Dynamic};
use minijinja::{Environment, Error, State};

use super::time::date;
use super::wrong;
use crate::simulator::scope::{Context, context};
use crate::simulator::value::{list, optional};
use crate::world::models::assets::indicators::{Indicator, WINDOW};
use crate::world::models::assets::{Asset, Candle, Market, Minute, Pair, Quote, signals};
use crate::world::models::rates::Currency;
use crate::world::zone;

pub(super) fn register(env: &mut Environment<'static>) {
    env.add_function("find_pair", find_pair);
    env.add_function("near_assets", near_assets);
    env.add_function("asset_ticker", asset_ticker);
    env.add_function("asset_days", asset_days);
    env.add_function("asset_hours", asset_hours);
    env.add_function("near_indicators", near_indicators);
    env.add_function("unknown_indicator", unknown_indicator);
    env.add_function("asset_indicators", asset_indicators);
    env.add_function("asset_signals", asset_signals);
    account::register(env);
    orders::register(env);
}

/// What a call needs: the market, and the moment from which it is looked at.
struct Floor {
    market: Arc<Market>,
    context: Arc<Context>,
}

impl Floor {
    fn of(state: &State<'_, '_>) -> Result<Self, Error> {
        let context = context(state)?;
        Ok(Self { market: context.world.facts.model::<Market>(), context })
    }

    fn asset(&self, code: &str) -> Result<&Asset, Error> {
        self.market.find(code).ok_or_else(|| wrong(format!("'{code}' is no asset; find_pair gives codes")))
    }

    fn money(&self, code: &str) -> Result<&Currency, Error> {
        self.market.money(code).ok_or_else(|| wrong(format!("'{code}' is no money; find_pair gives codes")))
    }

    fn quote(&self, asset: &str, money: &str) -> Result<Quote<'_>, Error> {
        Ok(self.market.quote(self.context.world.seed, self.asset(asset)?, self.money(money)?))
    }

    fn now(&self) -> Minute {
        minute(self.context.clock.now())
    }

    /// A moment as the user would write it, with the offset.
    fn local(&self, at: Timestamp) -> String {
        at.to_zoned_datetime(zone(self.context.clock.zone_name())).strftime("%Y-%m-%dT%H:%M:%S%:z").to_string()
    }

    /// The closed days of the indicators' window, or those of them that there are.
    fn window(&self, quote: &Quote<'_>) -> Vec<Candle> {
        let (now, back) = (self.now(), |days: i64| jiff::Span::new().days(days));
        let last = now.day.saturating_sub(back(1));
        let first = last.saturating_sub(back(WINDOW - 1)).max(quote.asset.first_day());
        quote.daily(first, last, now)
    }
}

/// The minute of UTC in which a moment lies.
fn minute(at: Timestamp) -> Minute {
    let utc = at.to_zoned_datetime(TimeZone::UTC);
    Minute { day: utc.date(), hour: utc.hour().unsigned_abs().into(), minute: utc.minute().unsigned_abs().into() }
}

/// The moment at which a minute begins.
fn moment(at: Minute) -> Timestamp {
    let start = at.day.at(at.hour as i8, at.minute as i8, 0, 0).to_zoned_datetime(TimeZone::UTC);
    // Every time of day exists in UTC, and days of the market are within what a timestamp can hold.
    start.map(|zoned| zoned.timestamp()).unwrap_or_default()
}

/// `none` when no asset is named, else `{code, name, first_day, money, money_name, decimals, unquotable}` of a text such as
/// `BTC` or `ETH-USD`; the money is `default` where the text has none, and `unquotable` the word that should have been money
/// but is none in which prices are given.
fn find_pair(state: &State<'_, '_>, text: &str, default: &str) -> Result<Dynamic, Error> {
    let floor = Floor::of(state)?;
    let default = floor.money(default)?;
    Ok(optional(match floor.market.pair(text) {
        Pair::Found(asset, money) => Some(records::pair(asset, money.unwrap_or(default), None)),
        Pair::Unquotable(asset, word) => Some(records::pair(asset, default, Some(word))),
        Pair::Unknown => None,
    }))
}

/// Up to three codes that may have been meant.
fn near_assets(state: &State<'_, '_>, text: &str) -> Result<Vec<String>, Error> {
    Ok(Floor::of(state)?.market.near(text))
}

/// The price of this minute with the last 24 hours.
fn asset_ticker(state: &State<'_, '_>, asset: &str, money: &str) -> Result<Dynamic, Error> {
    let floor = Floor::of(state)?;
    let quote = floor.quote(asset, money)?;
    let now = floor.now();
    let day = now.day;
    let usd = floor.money("USD")?;
    let rate = floor.market.rate(floor.context.world.seed, usd, quote.money, day);
    Ok(records::ticker(&quote.ticker(now), &floor.local(moment(now)), rate, day))
}

/// A candle for each day of a range up to today.
fn asset_days(state: &State<'_, '_>, asset: &str, money: &str, from: &str, to: &str) -> Result<Dynamic, Error> {
    let floor = Floor::of(state)?;
    let candles = floor.quote(asset, money)?.daily(date(from)?, date(to)?, floor.now());
    Ok(list(candles, |candle| records::candle(&candle)))
}

/// A candle for each hour of a day up to now.
fn asset_hours(state: &State<'_, '_>, asset: &str, money: &str, day: &str) -> Result<Dynamic, Error> {
    let floor = Floor::of(state)?;
    let candles = floor.quote(asset, money)?.hourly(date(day)?, floor.now());
    Ok(list(candles, |candle| records::candle(&candle)))
}

/// The first of the names that is no indicator's, or `none`; with `directed=true` also one that tells no direction.
fn unknown_indicator(names: Vec<String>, options: Kwargs) -> Result<Option<String>, Error> {
    let directed: Option<bool> = options.get("directed")?;
    options.assert_all_used()?;
    let usable = |name: &String| match Indicator::named(name) {
        Some(Indicator::Atr) => directed != Some(true),
        found => found.is_some(),
    };
    Ok(names.into_iter().find(|name| !usable(name)))
}

/// Up to three short names of indicators that look like a word.
fn near_indicators(word: &str) -> Vec<String> {
    crate::catalogue::nearest::few(word, Indicator::codes())
}

/// Each once, in the order in which they were first named.
fn named(names: &[String]) -> Vec<Indicator> {
    let mut found = Vec::new();
    for indicator in names.iter().filter_map(|name| Indicator::named(name)) {
        if !found.contains(&indicator) {
            found.push(indicator);
        }
    }
    found
}

/// `{from, to, days, close, needed, indicators}`: values on the last closed day; `needed` is `none`, or how many days the
/// longest of them needs where there are fewer.
fn asset_indicators(
    state: &State<'_, '_>,
    asset: &str,
    money: &str,
    names: Vec<String>,
    period: usize,
) -> Result<Dynamic, Error> {
    let floor = Floor::of(state)?;
    let candles = floor.window(&floor.quote(asset, money)?);
    let indicators = named(&names);
    let needed = indicators.iter().map(|one| one.needs(period) + 1).max().filter(|needed| candles.len() < *needed);
    let rows = indicators.iter().filter(|_| needed.is_none());
    Ok(records::window(&candles, needed, list(rows, |one| records::indicator(*one, &candles, period))))
}

/// The same window with a signal of each indicator and one of all of them.
fn asset_signals(
    state: &State<'_, '_>,
    asset: &str,
    money: &str,
    names: Vec<String>,
    threshold: f64,
) -> Result<Dynamic, Error> {
    let floor = Floor::of(state)?;
    let candles = floor.window(&floor.quote(asset, money)?);
    let indicators = named(&names);
    let needed = indicators.iter().map(|one| one.needs(signals::PERIOD).max(signals::PERIOD) + 1).max();
    let needed = needed.filter(|needed| candles.len() < *needed);
    let found: Vec<_> = match needed {
        Some(_) => Vec::new(),
        None => indicators.iter().filter_map(|one| Some((*one, signals::signal(*one, &candles)?))).collect(),
    };
    let scores: Vec<f64> = found.iter().map(|(_, signal)| signal.score).collect();
    let overall = if scores.is_empty() { 0.0 } else { signals::overall(&scores) };
    let rows = list(&found, |(indicator, signal)| records::signal(*indicator, signal, threshold));
    Ok(records::signals(&candles, needed, rows, overall, threshold))
}
