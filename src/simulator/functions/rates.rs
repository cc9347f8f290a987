//! Currencies and their rates. Currencies go between functions by code, days as `YYYY-MM-DD`.

use std::sync::Arc;

use jiff::ToSpan;
use jiff::civil::Date;
use minijinja::value::{Enumerator, Object, Value as Dynamic};
use minijinja::{Environment, Error, State};

use super::time::date;
use super::wrong;
use crate::simulator::scope::context;
use crate::simulator::value::{list, optional, record};
use crate::world::Seed;
use crate::world::models::rates::{self, Currency, Period, Point, Rates, decimal};

pub(super) fn register(env: &mut Environment<'static>) {
    env.add_function("find_currency", find_currency);
    env.add_function("near_currencies", near_currencies);
    env.add_function("currencies", currencies);
    env.add_function("exchange_rate", exchange_rate);
    env.add_function("converted", converted);
    env.add_function("rate_table", rate_table);
    env.add_function("rate_series", rate_series);
    env.add_function("rouble_quote", rouble_quote);
    env.add_function("rouble_trend", rouble_trend);
    env.add_function("period_start", period_start);
}

/// What a call needs: the model, its seed and the user's date.
struct Market {
    rates: Arc<Rates>,
    seed: Seed,
    today: Date,
}

impl Market {
    fn of(state: &State<'_, '_>) -> Result<Self, Error> {
        let context = context(state)?;
        let rates = context.world.facts.model::<Rates>();
        Ok(Self { rates, seed: context.world.seed, today: context.clock.today() })
    }

    /// The currency with a code that `find_currency` gave.
    fn currency(&self, code: &str) -> Result<&Currency, Error> {
        self.rates.find(code).ok_or_else(|| wrong(format!("'{code}' is no currency; find_currency gives codes")))
    }

    fn rate(&self, base: &str, target: &str, day: &str) -> Result<rates::Rate, Error> {
        Ok(self.rates.rate(self.seed, self.currency(base)?, self.currency(target)?, date(day)?))
    }
}

/// `none`, or `{code, name, type, symbol, decimals, countries, firstDay}`.
fn find_currency(state: &State<'_, '_>, text: &str) -> Result<Dynamic, Error> {
    let rates = Market::of(state)?.rates;
    let position = rates.position(text);
    Ok(optional(position.map(|position| Dynamic::from_object(CurrencyFields { rates, position }))))
}

/// Up to three codes that may have been meant.
fn near_currencies(state: &State<'_, '_>, text: &str) -> Result<Vec<String>, Error> {
    Ok(Market::of(state)?.rates.near(text))
}

/// Records of all currencies that have a rate today: `fiat`, `crypto` or `all`.
fn currencies(state: &State<'_, '_>, kind: &str) -> Result<Dynamic, Error> {
    let market = Market::of(state)?;
    let wanted = |c: &Currency| c.first_day <= market.today && (kind == "all" || kind == c.kind.name());
    let wanted = market.rates.all().iter().enumerate().filter(|(_, currency)| wanted(currency));
    let fields = |(position, _)| Dynamic::from_object(CurrencyFields { rates: market.rates.clone(), position });
    Ok(list(wanted, fields))
}

/// Units of the target for one of the base.
fn exchange_rate(state: &State<'_, '_>, base: &str, target: &str, day: &str) -> Result<Dynamic, Error> {
    Ok(number(Market::of(state)?.rate(base, target, day)?.value))
}

/// The amount at the rate that `exchange_rate` gives, in the target's smallest unit.
fn converted(state: &State<'_, '_>, amount: f64, base: &str, target: &str, day: &str) -> Result<Dynamic, Error> {
    let market = Market::of(state)?;
    let rate = market.rate(base, target, day)?;
    Ok(number(rates::convert(amount, &rate, market.currency(target)?)))
}

/// `{currency, type, rate}` of every currency that has a rate on the day.
fn rate_table(state: &State<'_, '_>, base: &str, day: &str) -> Result<Dynamic, Error> {
    let (market, day) = (Market::of(state)?, date(day)?);
    let base = market.currency(base)?;
    let row = |(target, rate): (&Currency, f64)| {
        record([
            ("currency", Dynamic::from(target.code.as_str())),
            ("type", Dynamic::from(target.kind.name())),
            ("rate", number(rate)),
        ])
    };
    Ok(list(market.rates.table(market.seed, base, day), row))
}

/// `{date, rate}` of every day.
fn rate_series(state: &State<'_, '_>, base: &str, target: &str, from: &str, to: &str) -> Result<Dynamic, Error> {
    let market = Market::of(state)?;
    let (base, target) = (market.currency(base)?, market.currency(target)?);
    Ok(list(market.rates.series(market.seed, base, target, date(from)?, date(to)?), point_record))
}

/// The rate against the rouble with nominal, and how it changed since the day before.
fn rouble_quote(state: &State<'_, '_>, code: &str, day: &str) -> Result<Dynamic, Error> {
    let market = Market::of(state)?;
    let before = date(day)?.checked_sub(1.day()).map_err(|e| wrong(e.to_string()))?.to_string();
    let rate = market.rate(code, rates::ROUBLE, day)?.value;
    let previous = market.rate(code, rates::ROUBLE, &before)?.value;
    let nominal = market.rates.nominal(market.currency(code)?);
    Ok(record([
        ("rate", number(rate)),
        ("nominal", Dynamic::from(nominal)),
        ("nominalRate", number(decimal::times_power_of_ten(rate, nominal))),
        ("previousDate", Dynamic::from(before)),
        ("previousRate", number(previous)),
        ("change", number(decimal::difference(rate, previous))),
        ("changePercent", number(rates::percent(previous, rate))),
    ]))
}

/// How a currency went against the rouble over a period (`1d`, `7d`, `1m`, `3m`, `1y`) that ends today.
fn rouble_trend(state: &State<'_, '_>, code: &str, period: &str) -> Result<Dynamic, Error> {
    let market = Market::of(state)?;
    let trend = market.rates.trend(market.seed, market.currency(code)?, parse_period(period)?, market.today);
    Ok(record([
        ("startDate", Dynamic::from(trend.start.date.to_string())),
        ("endDate", Dynamic::from(trend.end.date.to_string())),
        ("startRate", number(trend.start.rate)),
        ("endRate", number(trend.end.rate)),
        ("change", number(trend.change)),
        ("changePercent", number(trend.change_percent)),
        ("direction", Dynamic::from(trend.direction.name())),
        ("high", point_record(trend.high)),
        ("low", point_record(trend.low)),
        ("average", number(trend.average)),
        ("volatilityPercent", number(trend.volatility_percent)),
        ("stepDays", Dynamic::from(trend.step_days)),
        ("points", list(trend.points, point_record)),
    ]))
}

/// First day of a period that ends today.
fn period_start(state: &State<'_, '_>, period: &str) -> Result<String, Error> {
    Ok(parse_period(period)?.start(Market::of(state)?.today).to_string())
}

fn parse_period(text: &str) -> Result<Period, Error> {
    Period::parse(text).ok_or_else(|| wrong(format!("'{text}' is not 1d, 7d, 1m, 3m or 1y")))
}

/// A currency, whose fields become values when they are looked at: the countries of the euro are many.
#[derive(Debug)]
struct CurrencyFields {
    rates: Arc<Rates>,
    position: usize,
}

impl Object for CurrencyFields {
    fn get_value(self: &Arc<Self>, key: &Dynamic) -> Option<Dynamic> {
        self.get_value_by_str(key.as_str()?)
    }

    fn get_value_by_str(self: &Arc<Self>, key: &str) -> Option<Dynamic> {
        let currency = self.rates.all().get(self.position)?;
        Some(match key {
            "code" => Dynamic::from(currency.code.as_str()),
            "name" => Dynamic::from(currency.name.as_str()),
            "type" => Dynamic::from(currency.kind.name()),
            "symbol" => Dynamic::from(currency.symbol.as_str()),
            "decimals" => Dynamic::from(currency.minor_units),
            "countries" => list(&currency.countries, |country| Dynamic::from(country.as_str())),
            "firstDay" => Dynamic::from(currency.first_day.to_string()),
            _ => return None,
        })
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        Enumerator::Str(&["code", "name", "type", "symbol", "decimals", "countries", "firstDay"])
    }
}

fn point_record(point: Point) -> Dynamic {
    record([("date", Dynamic::from(point.date.to_string())), ("rate", number(point.rate))])
}

/// A whole number is written without `.0`, as people and most services write it.
fn number(value: f64) -> Dynamic {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    if value.fract() == 0.0 && value.abs() <= EXACT { Dynamic::from(value as i64) } else { Dynamic::from(value) }
}
