//! The path of an asset said in a currency: candles, the price of a moment, and how the last day went.

use jiff::ToSpan;
use jiff::civil::Date;

use super::path::{Day, HOURS, MINUTES, Minute, Path, Sum};
use super::table::Asset;
use super::{DIGITS, Rates};
use crate::world::models::rates::{Currency, decimal};
use crate::world::seed::Seed;

/// Prices and trades over a span.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candle {
    /// The day.
    pub day: Date,
    /// The hour, for an hourly candle.
    pub hour: Option<usize>,
    /// Prices, rounded as shown.
    pub prices: Sum,
    /// Units traded.
    pub volume: f64,
    /// Whether the span is over.
    pub complete: bool,
}

/// A price with the day before it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ticker {
    /// Price of the minute.
    pub price: f64,
    /// Price of the same minute a day before.
    pub day_before: f64,
    /// Highest since then.
    pub high: f64,
    /// Lowest since then.
    pub low: f64,
    /// Units traded since then.
    pub volume: f64,
    /// Price at which the day (UTC) opened.
    pub open: f64,
}

/// Prices of one asset in one currency.
pub struct Quote<'a> {
    rates: &'a Rates,
    seed: Seed,
    /// What is priced.
    pub asset: &'a Asset,
    /// In what.
    pub money: &'a Currency,
    path: Path<'a>,
}

/// A day with what one unit of the currency costs in dollars on it and on the next.
struct Priced<'a> {
    date: Date,
    day: Day<'a>,
    usd: f64,
    usd_next: f64,
}

impl<'a> Quote<'a> {
    pub(super) fn new(rates: &'a Rates, seed: Seed, asset: &'a Asset, money: &'a Currency) -> Self {
        Self { rates, seed, asset, money, path: Path::new(rates, seed, asset) }
    }

    /// The price that holds in a minute.
    pub fn price(&self, at: Minute) -> f64 {
        let day = self.one(at.day);
        day.shown(day.day.minutes(at.hour)(at.minute))
    }

    /// The price of a minute and what the 24 hours before it saw.
    pub fn ticker(&self, at: Minute) -> Ticker {
        let days = self.days(at.day.saturating_sub(1.day()), at.day);
        let [before, today] = days.as_slice() else { unreachable!("two days were asked for") };
        let (first, second) = (before.from(at.hour, at.minute), today.until(at.hour, at.minute));
        let whole = first.then(second);
        let traded = |day: &Priced<'_>| day.day.traded(at.hour, at.minute);
        let steps = before.day.traded(HOURS, 0) - traded(before) + traded(today);
        Ticker {
            price: whole.close,
            day_before: whole.open,
            high: whole.high,
            low: whole.low,
            volume: self.volume(steps),
            open: second.open,
        }
    }

    /// A candle for each day from `from` to `to`. The day of `now` ends with the price of now; later ones are left out.
    pub fn daily(&self, from: Date, to: Date, now: Minute) -> Vec<Candle> {
        let days = self.days(from, to.min(now.day));
        days.iter().map(|day| self.candle(day, now)).collect()
    }

    /// A candle for each hour of a day. The hour of `now` ends with the price of now; later ones are left out.
    pub fn hourly(&self, date: Date, now: Minute) -> Vec<Candle> {
        let day = self.one(date);
        let last = match date.cmp(&now.day) {
            std::cmp::Ordering::Less => HOURS,
            std::cmp::Ordering::Equal => now.hour + 1,
            std::cmp::Ordering::Greater => 0,
        };
        (0..last).map(|hour| self.hour_candle(&day, hour, now)).collect()
    }

    /// The first minute after `after` and not after `until` at which the price has come to a limit: has fallen to it or
    /// below (`below`), or risen to it or above.
    pub fn crossing(&self, after: Minute, until: Minute, limit: f64, below: bool) -> Option<Minute> {
        let reached = |sum: Sum| if below { sum.low <= limit } else { sum.high >= limit };
        let days = self.days(after.day, until.day);
        for day in days.iter().filter(|day| reached(day.whole())) {
            for hour in (0..HOURS).filter(|hour| reached(day.hour(*hour))) {
                let minutes = day.day.minutes(hour);
                for minute in 0..MINUTES {
                    let at = Minute { day: day.date, hour, minute };
                    if at > after && at <= until && reached(Sum::at(day.shown(minutes(minute)))) {
                        return Some(at);
                    }
                }
            }
        }
        None
    }

    fn candle(&self, day: &Priced<'_>, now: Minute) -> Candle {
        let running = day.date == now.day;
        let prices = if running { day.until(now.hour, now.minute) } else { day.whole() };
        let steps = if running { day.day.traded(now.hour, now.minute) } else { day.day.traded(HOURS, 0) };
        Candle { day: day.date, hour: None, prices, volume: self.volume(steps), complete: !running }
    }

    fn hour_candle(&self, day: &Priced<'_>, hour: usize, now: Minute) -> Candle {
        let running = day.date == now.day && hour == now.hour;
        let prices = if running { day.part(hour, 0, now.minute) } else { day.hour(hour) };
        let end = if running { day.day.traded(hour, now.minute) } else { day.day.traded(hour + 1, 0) };
        let volume = self.volume(end - day.day.traded(hour, 0));
        Candle { day: day.date, hour: Some(hour), prices, volume, complete: !running }
    }

    fn volume(&self, steps: i64) -> f64 {
        let text = format!("{steps}e{}", self.asset.volume_exponent);
        // An integer with an exponent always parses.
        text.parse().unwrap_or(f64::NAN)
    }

    fn one(&self, date: Date) -> Priced<'a> {
        self.days(date, date).pop().unwrap_or_else(|| unreachable!("one day was asked for"))
    }

    fn days(&self, from: Date, to: Date) -> Vec<Priced<'a>> {
        let usd = self.rates.usd_series(self.seed, self.money, from, to.saturating_add(1.day()));
        let days = self.path.days(from, to).into_iter().zip(usd.windows(2)).zip(from.series(1.day()));
        days.map(|((day, usd), date)| Priced { date, day, usd: usd[0], usd_next: usd[1] }).collect()
    }
}

impl Priced<'_> {
    fn shown(&self, dollars: f64) -> f64 {
        decimal::significant(dollars / self.usd, DIGITS)
    }

    fn sum(&self, dollars: Sum) -> Sum {
        let [open, high, low, close] =
            [dollars.open, dollars.high, dollars.low, dollars.close].map(|price| self.shown(price));
        Sum { open, high, low, close }
    }

    /// The same span, which ends at midnight, when the next day's rate of the currency takes over.
    fn with_midnight(&self, sum: Sum) -> Sum {
        sum.then(Sum::at(decimal::significant(self.day.sum.close / self.usd_next, DIGITS)))
    }

    /// The closing price at the old rate is never seen: at that moment the new rate holds.
    fn whole(&self) -> Sum {
        let hours = self.sum(self.day.sum);
        let unseen = self.shown(self.day.sum.close);
        // The high and low of a day lie beyond its close, so leaving the close at the old rate out changes neither.
        debug_assert!(hours.high >= unseen && hours.low <= unseen);
        self.with_midnight(hours)
    }

    fn hour(&self, hour: usize) -> Sum {
        let sum = self.sum(self.day.hour(hour));
        if hour + 1 == HOURS { self.with_midnight(sum) } else { sum }
    }

    /// From one minute of an hour to another; minute 60 is the next hour's minute 0.
    fn part(&self, hour: usize, from: usize, to: usize) -> Sum {
        let minutes = self.day.minutes(hour);
        let spans = (from..=to).map(|minute| match (hour + 1, minute) {
            (HOURS, MINUTES) => Sum::at(decimal::significant(self.day.sum.close / self.usd_next, DIGITS)),
            _ => Sum::at(self.shown(minutes(minute))),
        });
        // `from` is not after `to`, so there is one at least.
        spans.reduce(Sum::then).unwrap_or(Sum::at(f64::NAN))
    }

    fn until(&self, hour: usize, minute: usize) -> Sum {
        let passed = (0..hour).map(|hour| self.hour(hour));
        passed.chain([self.part(hour, 0, minute)]).reduce(Sum::then).unwrap_or(Sum::at(f64::NAN))
    }

    fn from(&self, hour: usize, minute: usize) -> Sum {
        let rest = (hour + 1..HOURS).map(|hour| self.hour(hour));
        [self.part(hour, minute, MINUTES)].into_iter().chain(rest).reduce(Sum::then).unwrap_or(Sum::at(f64::NAN))
    }
}
