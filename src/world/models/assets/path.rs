//! The price in US dollars at every minute.
//!
//! A day is given by its opening rate, the next day's, and a highest and a lowest price that the day's own noise decides.
//! Its 24 hours are laid between them so that one hour touches the highest price and one the lowest; each hour's 60 minutes
//! are laid within the hour in the same way. So every level is known without the finer one, a single moment costs a few
//! operations, and a day's high is the highest of its hours, which is the highest of their minutes.
//!
//! Minute `n` of an hour has the price that holds from its first second until the next minute begins.

use jiff::ToSpan;
use jiff::civil::Date;

use super::table::Asset;
use crate::world::models::rates::{FIRST_DAY, Rates, Volatility};
use crate::world::seed::{Field, Seed};

/// Hours of a day.
pub(super) const HOURS: usize = 24;
/// Minutes of an hour.
pub(super) const MINUTES: usize = 60;

/// Channels of an asset's noise, so that no two quantities read the same lattice point.
mod channel {
    pub(super) const DAY: i64 = 1;
    pub(super) const HOUR_PRICE: i64 = 2;
    pub(super) const HOUR_WICK: i64 = 3;
    pub(super) const MINUTE_PRICE: i64 = 4;
    pub(super) const VOLUME: i64 = 5;
    pub(super) const HOUR_VOLUME: i64 = 6;
}

/// A minute of UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Minute {
    /// The day.
    pub day: Date,
    /// 0 to 23.
    pub hour: usize,
    /// 0 to 59.
    pub minute: usize,
}

/// Prices over a span: first, highest, lowest, last.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sum {
    /// At the beginning.
    pub open: f64,
    /// Highest, both ends included.
    pub high: f64,
    /// Lowest, both ends included.
    pub low: f64,
    /// At the end, which is the beginning of the next span.
    pub close: f64,
}

impl Sum {
    /// One price.
    pub fn at(price: f64) -> Self {
        Self { open: price, high: price, low: price, close: price }
    }

    /// This span and the one that follows it.
    pub fn then(self, next: Self) -> Self {
        Self { high: self.high.max(next.high), low: self.low.min(next.low), close: next.close, ..self }
    }

    fn holding(self, price: f64) -> f64 {
        let margin = (self.high - self.low) * 0.01;
        price.clamp(self.low + margin, self.high - margin)
    }
}

/// The path of one asset in the world of one seed.
pub(super) struct Path<'a> {
    asset: &'a Asset,
    rates: &'a Rates,
    seed: Seed,
    field: Field,
    /// How far a usual day reaches beyond its open and close, as a fraction.
    reach: f64,
}

/// One day of a path.
pub(super) struct Day<'p> {
    field: Field,
    asset: &'p Asset,
    number: i64,
    reach: f64,
    /// The day as a whole.
    pub(super) sum: Sum,
    high_hour: usize,
    low_hour: usize,
}

impl<'a> Path<'a> {
    pub(super) fn new(rates: &'a Rates, seed: Seed, asset: &'a Asset) -> Self {
        let reach = match asset.currency.volatility {
            Volatility::None | Volatility::Pegged => 0.0005,
            Volatility::Managed | Volatility::Low | Volatility::Major => 0.004,
            Volatility::Emerging | Volatility::High => 0.009,
            Volatility::Crypto => 0.024,
            Volatility::Alt => 0.038,
        };
        Self { asset, rates, seed, field: seed.field(&["assets", asset.code()]), reach }
    }

    /// The days from one to another, both included.
    pub(super) fn days(&self, from: Date, to: Date) -> Vec<Day<'a>> {
        let fixings = self.rates.usd_series(self.seed, &self.asset.currency, from, to.saturating_add(1.day()));
        let dates = from.series(1.day());
        fixings.windows(2).zip(dates).map(|(pair, date)| self.between(date, pair[0], pair[1])).collect()
    }

    fn between(&self, date: Date, open: f64, close: f64) -> Day<'a> {
        let number = i64::from((date - FIRST_DAY).get_days());
        let noise = |z| unit(self.field.lattice(number, channel::DAY, z));
        let beyond = |u: f64| self.reach * (0.06 + 0.94 * u * u * u);
        let high_hour = (noise(2) * HOURS as f64) as usize;
        let others = (noise(3) * (HOURS - 1) as f64) as usize;
        Day {
            field: self.field,
            asset: self.asset,
            number,
            reach: self.reach,
            sum: Sum {
                open,
                high: open.max(close) * (1.0 + beyond(noise(0))),
                low: open.min(close) * (1.0 - beyond(noise(1))),
                close,
            },
            high_hour,
            low_hour: (high_hour + 1 + others) % HOURS,
        }
    }
}

impl Day<'_> {
    /// The price at the beginning of an hour; hour 24 is the next day's hour 0.
    fn boundary(&self, hour: usize) -> f64 {
        match hour {
            0 => self.sum.open,
            HOURS => self.sum.close,
            _ => {
                let peaks = [(self.high_hour as f64 + 0.5, self.sum.high), (self.low_hour as f64 + 0.5, self.sum.low)];
                let line = along(self.sum, peaks, HOURS as f64, hour as f64);
                let noise = self.field.lattice(self.number, channel::HOUR_PRICE, hour as i64);
                self.sum.holding(line * (1.0 + 0.12 * self.reach * noise))
            }
        }
    }

    /// An hour as a whole.
    pub(super) fn hour(&self, hour: usize) -> Sum {
        let (open, close) = (self.boundary(hour), self.boundary(hour + 1));
        let wick = |side| {
            let u = unit(self.field.lattice(self.number, channel::HOUR_WICK, 2 * hour as i64 + side));
            0.16 * self.reach * u * u
        };
        let (top, bottom) = (open.max(close), open.min(close));
        let high =
            if hour == self.high_hour { self.sum.high } else { self.sum.holding(top * (1.0 + wick(0))).max(top) };
        let low =
            if hour == self.low_hour { self.sum.low } else { self.sum.holding(bottom * (1.0 - wick(1))).min(bottom) };
        Sum { open, high, low, close }
    }

    /// The prices at the beginning of the minutes `0..=60` of an hour, as a function.
    pub(super) fn minutes(&self, hour: usize) -> impl Fn(usize) -> f64 {
        let sum = self.hour(hour);
        let (field, x, y) = (self.field, self.number * HOURS as i64 + hour as i64, channel::MINUTE_PRICE);
        let pick = |z: i64, n: usize| (unit(field.lattice(x, y, z)) * n as f64) as usize;
        let at_high = 1 + pick(100, MINUTES - 1);
        let at_low = 1 + (at_high + pick(101, MINUTES - 2)) % (MINUTES - 1);
        let jitter = (sum.high - sum.low) * 0.08;
        move |minute| match minute {
            0 => sum.open,
            MINUTES => sum.close,
            m if m == at_high => sum.high,
            m if m == at_low => sum.low,
            m => {
                let peaks = [(at_high as f64, sum.high), (at_low as f64, sum.low)];
                let line = along(sum, peaks, MINUTES as f64, m as f64);
                sum.holding(line + jitter * field.lattice(x, y, m as i64))
            }
        }
    }

    /// Steps traded (see [`Asset::volume_exponent`]) from the beginning of the day to a minute of an hour, which may be 24:00.
    pub(super) fn traded(&self, hour: usize, minute: usize) -> i64 {
        let weights: [f64; HOURS] = std::array::from_fn(|hour| {
            // Busiest in the afternoon of Europe, which is the morning of America.
            let of_day = libm::cos((hour as f64 - 15.0) / HOURS as f64 * std::f64::consts::TAU);
            1.0 + 0.35 * of_day + 0.3 * self.field.lattice(self.number, channel::HOUR_VOLUME, hour as i64)
        });
        let whole: f64 = weights.iter().sum();
        let passed: f64 = weights[..hour].iter().sum();
        let part = weights.get(hour).map_or(0.0, |weight| weight * minute as f64 / MINUTES as f64);
        let total = self.volume();
        if hour == HOURS { total } else { libm::floor(total as f64 * (passed + part) / whole) as i64 }
    }

    /// Steps traded on the whole day: more when the price moved more.
    fn volume(&self) -> i64 {
        let slow = self.field.line(self.number as f64 / 23.0 + 5e7);
        let new = self.field.lattice(self.number, channel::VOLUME, 0);
        let range = (self.sum.high / self.sum.low - 1.0) / self.reach - 1.0;
        let factor = libm::exp(0.45 * slow + 0.25 * new + 0.22 * range.clamp(-1.0, 3.0));
        let steps = self.asset.usual_volume * factor / libm::pow(10.0, f64::from(self.asset.volume_exponent));
        libm::round(steps) as i64
    }
}

/// The price at `t` of `[0, length]` on the line from open over the two peaks, in the order of their times, to close.
fn along(sum: Sum, mut peaks: [(f64, f64); 2], length: f64, t: f64) -> f64 {
    peaks.sort_by(|a, b| a.0.total_cmp(&b.0));
    let points = [(0.0, sum.open), peaks[0], peaks[1], (length, sum.close)];
    let leg = points.windows(2).find(|leg| t <= leg[1].0).unwrap_or(&points[2..]);
    let (a, b) = (leg[0], leg[1]);
    a.1 + (b.1 - a.1) * (t - a.0) / (b.0 - a.0)
}

/// From `[-1, 1)` to `[0, 1)`.
fn unit(noise: f64) -> f64 {
    ((noise + 1.0) / 2.0).clamp(0.0, 1.0 - f64::EPSILON)
}
