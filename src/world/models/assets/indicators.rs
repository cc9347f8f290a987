//! Technical indicators by their usual formulas, on closed daily candles from the oldest to the newest.
//!
//! Whatever is smoothed exponentially starts with the plain mean of the first values of the window, so a window of the
//! same days always gives the same number.

use super::quote::Candle;

/// Days of the window: every indicator looks at the last so many closed days.
pub const WINDOW: i64 = 365;

/// Spans of the MACD: fast, slow and signal line.
const MACD: (usize, usize, usize) = (12, 26, 9);

/// Days over which the stochastic %D is the mean of %K.
const STOCHASTIC_MEAN: usize = 3;

/// Deviations between a Bollinger band and its middle.
const BAND_WIDTH: f64 = 2.0;

/// What can be computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Indicator {
    /// Simple moving average.
    Sma,
    /// Exponential moving average.
    Ema,
    /// Linearly weighted moving average.
    Wma,
    /// Relative strength index with Wilder's smoothing.
    Rsi,
    /// Moving average convergence divergence, 12-26-9.
    Macd,
    /// Bollinger bands, two population deviations wide.
    Bollinger,
    /// Average true range with Wilder's smoothing.
    Atr,
    /// Stochastic oscillator %K with its three-day mean %D.
    Stochastic,
    /// Williams %R.
    Williams,
    /// Commodity channel index.
    Cci,
    /// Rate of change in percent.
    Roc,
    /// Momentum: difference to the close of some days before.
    Momentum,
    /// On-balance volume since the beginning of the window.
    Obv,
}

/// All of them with their short names, the usual one first.
const NAMES: [(Indicator, &[&str], &str); 13] = [
    (Indicator::Sma, &["SMA", "MA", "simplemovingaverage", "movingaverage"], "Simple moving average"),
    (Indicator::Ema, &["EMA", "exponentialmovingaverage"], "Exponential moving average"),
    (Indicator::Wma, &["WMA", "weightedmovingaverage"], "Weighted moving average"),
    (Indicator::Rsi, &["RSI", "relativestrengthindex"], "Relative strength index"),
    (Indicator::Macd, &["MACD", "movingaverageconvergencedivergence"], "Moving average convergence divergence"),
    (Indicator::Bollinger, &["BBANDS", "BB", "BOLL", "bollinger", "bollingerbands"], "Bollinger bands"),
    (Indicator::Atr, &["ATR", "averagetruerange"], "Average true range"),
    (Indicator::Stochastic, &["STOCH", "stochastic", "stochasticoscillator", "KD"], "Stochastic oscillator"),
    (Indicator::Williams, &["WILLR", "williamsr", "williams"], "Williams %R"),
    (Indicator::Cci, &["CCI", "commoditychannelindex"], "Commodity channel index"),
    (Indicator::Roc, &["ROC", "rateofchange"], "Rate of change"),
    (Indicator::Momentum, &["MOM", "momentum"], "Momentum"),
    (Indicator::Obv, &["OBV", "onbalancevolume"], "On-balance volume"),
];

impl Indicator {
    /// The indicator with this short or full name; case, spaces and punctuation do not matter.
    pub fn named(text: &str) -> Option<Self> {
        let fold = |s: &str| s.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect::<String>();
        let wanted = fold(text);
        NAMES.iter().find(|(_, names, _)| names.iter().any(|name| fold(name) == wanted)).map(|(one, ..)| *one)
    }

    /// Short names of all.
    pub fn codes() -> impl Iterator<Item = &'static str> {
        NAMES.iter().map(|(_, names, _)| names[0])
    }

    /// Its usual short name, e.g. `RSI`.
    pub fn code(self) -> &'static str {
        self.row().1[0]
    }

    /// Its full name.
    pub fn title(self) -> &'static str {
        self.row().2
    }

    fn row(self) -> &'static (Indicator, &'static [&'static str], &'static str) {
        // Every variant has a row, as a test walks them.
        NAMES.iter().find(|(one, ..)| *one == self).unwrap_or(&NAMES[0])
    }

    /// Whether the caller's period has a say: MACD and on-balance volume have none.
    pub fn has_period(self) -> bool {
        !matches!(self, Self::Macd | Self::Obv)
    }

    /// Candles that are needed for a value with this period.
    pub fn needs(self, period: usize) -> usize {
        match self {
            Self::Macd => MACD.1 + MACD.2 - 1,
            Self::Rsi | Self::Atr | Self::Roc | Self::Momentum => period + 1,
            Self::Stochastic => period + STOCHASTIC_MEAN - 1,
            Self::Obv => 2,
            _ => period,
        }
    }

    /// The named values on the last of the candles, or nothing when there are too few of them.
    pub fn of(self, candles: &[Candle], period: usize) -> Option<Vec<(&'static str, f64)>> {
        if period == 0 || candles.len() < self.needs(period) {
            return None;
        }
        let closes: Vec<f64> = candles.iter().map(|candle| candle.prices.close).collect();
        Some(match self {
            Self::Sma => vec![("sma", mean(last(&closes, period)))],
            Self::Ema => vec![("ema", ema(&closes, period).last().copied()?)],
            Self::Wma => vec![("wma", weighted(last(&closes, period)))],
            Self::Rsi => vec![("rsi", rsi(&closes, period))],
            Self::Macd => macd(&closes)?,
            Self::Bollinger => bollinger(last(&closes, period)),
            Self::Atr => vec![("atr", wilder(&true_ranges(candles), period))],
            Self::Stochastic => stochastic(candles, period),
            Self::Williams => vec![("williams_r", within(candles, period) - 100.0)],
            Self::Cci => vec![("cci", channel(last(candles, period)))],
            Self::Roc => vec![("roc", (closes[closes.len() - 1] / before(&closes, period) - 1.0) * 100.0)],
            Self::Momentum => vec![("momentum", closes[closes.len() - 1] - before(&closes, period))],
            Self::Obv => vec![("obv", on_balance(candles).last().copied()?)],
        })
    }
}

pub(super) fn last<T>(items: &[T], count: usize) -> &[T] {
    &items[items.len() - count..]
}

/// The close of `period` days before the last.
fn before(closes: &[f64], period: usize) -> f64 {
    closes[closes.len() - 1 - period]
}

pub(super) fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

fn weighted(values: &[f64]) -> f64 {
    let n = values.len() as f64;
    let sum: f64 = (1..).zip(values).map(|(weight, value)| f64::from(weight) * value).sum();
    sum / (n * (n + 1.0) / 2.0)
}

/// The averages from the `period`th value on.
fn ema(values: &[f64], period: usize) -> Vec<f64> {
    let alpha = 2.0 / (period as f64 + 1.0);
    let mut average = mean(&values[..period]);
    let mut all = vec![average];
    for value in &values[period..] {
        average += alpha * (value - average);
        all.push(average);
    }
    all
}

/// Wilder's average of the last value: each new one counts for one in `period`.
fn wilder(values: &[f64], period: usize) -> f64 {
    let n = period as f64;
    values[period..].iter().fold(mean(&values[..period]), |average, value| (average * (n - 1.0) + value) / n)
}

fn rsi(closes: &[f64], period: usize) -> f64 {
    let moves = |sign: f64| closes.windows(2).map(|c| (sign * (c[1] - c[0])).max(0.0)).collect::<Vec<_>>();
    let (gain, loss) = (wilder(&moves(1.0), period), wilder(&moves(-1.0), period));
    if gain + loss == 0.0 { 50.0 } else { 100.0 * gain / (gain + loss) }
}

fn macd(closes: &[f64]) -> Option<Vec<(&'static str, f64)>> {
    let (fast, slow) = (ema(closes, MACD.0), ema(closes, MACD.1));
    let line: Vec<f64> = last(&fast, slow.len()).iter().zip(&slow).map(|(f, s)| f - s).collect();
    let (value, signal) = (line.last().copied()?, ema(&line, MACD.2).last().copied()?);
    Some(vec![("macd", value), ("signal", signal), ("histogram", value - signal)])
}

fn bollinger(closes: &[f64]) -> Vec<(&'static str, f64)> {
    let middle = mean(closes);
    let variance = mean(&closes.iter().map(|close| (close - middle) * (close - middle)).collect::<Vec<_>>());
    let (lower, upper) = (middle - BAND_WIDTH * variance.sqrt(), middle + BAND_WIDTH * variance.sqrt());
    let width = upper - lower;
    let place = if width == 0.0 { 0.5 } else { (closes[closes.len() - 1] - lower) / width };
    vec![("upper", upper), ("middle", middle), ("lower", lower), ("percent_b", place)]
}

/// From the second candle on.
fn true_ranges(candles: &[Candle]) -> Vec<f64> {
    let range = |pair: &[Candle]| {
        let (before, day) = (pair[0].prices.close, pair[1].prices);
        day.high.max(before) - day.low.min(before)
    };
    candles.windows(2).map(range).collect()
}

/// Where the last close lies between the lowest and the highest price of the last days, in percent.
fn within(candles: &[Candle], period: usize) -> f64 {
    let days = last(candles, period);
    let high = days.iter().map(|day| day.prices.high).fold(f64::MIN, f64::max);
    let low = days.iter().map(|day| day.prices.low).fold(f64::MAX, f64::min);
    if high == low { 50.0 } else { (days[days.len() - 1].prices.close - low) / (high - low) * 100.0 }
}

fn stochastic(candles: &[Candle], period: usize) -> Vec<(&'static str, f64)> {
    let back = |days: usize| within(&candles[..candles.len() - days], period);
    let k: Vec<f64> = (0..STOCHASTIC_MEAN).map(back).collect();
    vec![("k", k[0]), ("d", mean(&k))]
}

fn channel(candles: &[Candle]) -> f64 {
    let typical = |c: &Candle| (c.prices.high + c.prices.low + c.prices.close) / 3.0;
    let prices: Vec<f64> = candles.iter().map(typical).collect();
    let middle = mean(&prices);
    let deviation = mean(&prices.iter().map(|p| (p - middle).abs()).collect::<Vec<_>>());
    if deviation == 0.0 { 0.0 } else { (prices[prices.len() - 1] - middle) / (0.015 * deviation) }
}

/// The running sum of volumes, up on days that closed higher and down on days that closed lower; 0 on the first day.
pub(super) fn on_balance(candles: &[Candle]) -> Vec<f64> {
    let step = |pair: &[Candle]| match pair[1].prices.close.total_cmp(&pair[0].prices.close) {
        std::cmp::Ordering::Greater => pair[1].volume,
        std::cmp::Ordering::Less => -pair[1].volume,
        std::cmp::Ordering::Equal => 0.0,
    };
    let sum = candles.windows(2).map(step).scan(0.0, |sum, step| {
        *sum += step;
        Some(*sum)
    });
    std::iter::once(0.0).chain(sum).collect()
}
