//! How a rate went over a period.

use jiff::civil::Date;
use jiff::{Span, ToSpan};

use super::decimal;

/// Below this change in percent a rate has not moved.
const STEADY: f64 = 0.1;

/// A rate on a day.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// The day.
    pub date: Date,
    /// The rate, rounded as shown.
    pub rate: f64,
}

/// A look back from today.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Period {
    /// `1d`
    Day,
    /// `7d`
    Week,
    /// `1m`
    Month,
    /// `3m`
    Quarter,
    /// `1y`
    Year,
}

impl Period {
    /// Reads `1d`, `7d`, `1m`, `3m` or `1y`.
    pub fn parse(text: &str) -> Option<Self> {
        Some(match text {
            "1d" => Self::Day,
            "7d" => Self::Week,
            "1m" => Self::Month,
            "3m" => Self::Quarter,
            "1y" => Self::Year,
            _ => return None,
        })
    }

    /// The first day: the same day of the month one or three months or a year before, or that month's last day.
    pub fn start(self, today: Date) -> Date {
        let back: Span = match self {
            Self::Day => 1.day(),
            Self::Week => 7.days(),
            Self::Month => 1.month(),
            Self::Quarter => 3.months(),
            Self::Year => 1.year(),
        };
        today.saturating_sub(back)
    }

    /// Days from one shown point to the next.
    pub fn days_between_points(self) -> usize {
        match self {
            Self::Day | Self::Week | Self::Month => 1,
            Self::Quarter | Self::Year => 7,
        }
    }
}

/// Where a rate went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// By 0.1 % or more.
    Up,
    /// By 0.1 % or more.
    Down,
    /// By less than 0.1 %.
    Flat,
}

impl Direction {
    /// As the tools write it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Up => "up",
            Self::Down => "down",
            Self::Flat => "flat",
        }
    }
}

/// A rate over a period. High, low, average and volatility are over every day, not only over the points shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Trend {
    /// First day and its rate.
    pub start: Point,
    /// Last day and its rate.
    pub end: Point,
    /// `end` − `start`, exact.
    pub change: f64,
    /// The change in percent of `start`, two decimals.
    pub change_percent: f64,
    /// Where it went.
    pub direction: Direction,
    /// The highest rate, on its first day.
    pub high: Point,
    /// The lowest rate, on its first day.
    pub low: Point,
    /// Mean of the daily rates, to as many significant digits as they have.
    pub average: f64,
    /// Standard deviation of the daily changes, in percent, two decimals.
    pub volatility_percent: f64,
    /// Days from one point to the next; the first gap may be shorter.
    pub step_days: usize,
    /// The rates, oldest first; the first and the last day are always there.
    pub points: Vec<Point>,
}

impl Trend {
    /// Sums up daily rates, oldest first; there must be at least one.
    pub(super) fn of(daily: &[Point], step_days: usize, digits: u32) -> Self {
        let (start, end) = (daily[0], daily[daily.len() - 1]);
        let change_percent = percent(start.rate, end.rate);
        Self {
            start,
            end,
            change: decimal::difference(end.rate, start.rate),
            change_percent,
            direction: direction(change_percent),
            high: extreme(daily, |rate, best| rate > best),
            low: extreme(daily, |rate, best| rate < best),
            average: decimal::significant(mean(daily), digits),
            volatility_percent: volatility(daily),
            step_days,
            points: thinned(daily, step_days),
        }
    }
}

/// The change from one rate to another in percent, two decimals.
pub fn percent(from: f64, to: f64) -> f64 {
    decimal::places(decimal::difference(to, from) / from * 100.0, 2)
}

fn direction(change_percent: f64) -> Direction {
    match change_percent {
        c if c >= STEADY => Direction::Up,
        c if c <= -STEADY => Direction::Down,
        _ => Direction::Flat,
    }
}

fn extreme(daily: &[Point], better: impl Fn(f64, f64) -> bool) -> Point {
    daily.iter().skip(1).fold(daily[0], |best, point| if better(point.rate, best.rate) { *point } else { best })
}

fn mean(daily: &[Point]) -> f64 {
    let rates: Vec<f64> = daily.iter().map(|point| point.rate).collect();
    decimal::sum(&rates) / rates.len() as f64
}

fn volatility(daily: &[Point]) -> f64 {
    let moves: Vec<f64> = daily.windows(2).map(|pair| (pair[1].rate / pair[0].rate - 1.0) * 100.0).collect();
    let count = moves.len().max(1) as f64;
    let mean = moves.iter().sum::<f64>() / count;
    let spread = moves.iter().map(|m| (m - mean) * (m - mean)).sum::<f64>() / count;
    decimal::places(spread.sqrt(), 2)
}

/// Every `step`th day counted back from the last, and the first.
fn thinned(daily: &[Point], step: usize) -> Vec<Point> {
    let last = daily.len() - 1;
    let kept = |i: &usize| *i == 0 || (last - *i).is_multiple_of(step);
    (0..daily.len()).filter(kept).map(|i| daily[i]).collect()
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    fn daily(rates: &[f64]) -> Vec<Point> {
        (0..).zip(rates).map(|(i, rate)| Point { date: date(2026, 1, 1 + i), rate: *rate }).collect()
    }

    #[test]
    fn a_trend_sums_up_its_days() {
        let trend = Trend::of(&daily(&[80.0, 82.5, 79.1, 81.2]), 1, 6);
        assert_eq!((trend.change, trend.change_percent, trend.direction), (1.2, 1.5, Direction::Up));
        assert_eq!((trend.high.rate, trend.low.date), (82.5, date(2026, 1, 3)));
        assert_eq!(trend.average, 80.7);
    }

    #[test]
    fn points_are_counted_back_from_the_last_day() {
        let rates: Vec<f64> = (0..17).map(f64::from).map(|i| 80.0 + i).collect();
        let kept: Vec<f64> = thinned(&daily(&rates), 7).iter().map(|p| p.rate).collect();
        assert_eq!(kept, [80.0, 82.0, 89.0, 96.0]);
    }

    #[test]
    fn periods_end_on_the_same_day_of_the_month_or_its_last() {
        assert_eq!(Period::Month.start(date(2026, 3, 31)), date(2026, 2, 28));
        assert_eq!(Period::Year.start(date(2028, 2, 29)), date(2027, 2, 28));
        assert_eq!(Period::Week.start(date(2026, 3, 2)), date(2026, 2, 23));
        assert_eq!(Period::parse("7D"), None);
    }
}
