//! What an indicator advises, as a score from -1 (sell) to 1 (buy).

use super::indicators::{Indicator, last, mean, on_balance};
use super::quote::Candle;
use crate::world::models::rates::decimal;

/// The period of every indicator that has one.
pub const PERIOD: usize = 14;

/// Decimals of a score.
const DECIMALS: u8 = 4;

/// A score with the sentence that explains it.
#[derive(Clone, Debug, PartialEq)]
pub struct Signal {
    /// From -1 to 1, four decimals.
    pub score: f64,
    /// Why.
    pub reason: String,
}

/// What a score comes to at a threshold.
pub fn advice(score: f64, threshold: f64) -> &'static str {
    match score {
        s if s >= threshold => "buy",
        s if s <= -threshold => "sell",
        _ => "hold",
    }
}

/// The mean of scores, rounded like a score.
pub fn overall(scores: &[f64]) -> f64 {
    decimal::places(mean(scores), DECIMALS)
}

/// The signal of an indicator on the last of the candles; nothing when it tells no direction or there are too few candles.
///
/// Followers of a trend score the distance from it, oscillators score against the side that is overdone.
pub fn signal(indicator: Indicator, candles: &[Candle]) -> Option<Signal> {
    let values = indicator.of(candles, PERIOD)?;
    let close = candles.last()?.prices.close;
    let value = values[0].1;
    let (score, reason) = match indicator {
        Indicator::Atr => return None,
        Indicator::Sma | Indicator::Ema | Indicator::Wma => {
            let off = (close / value - 1.0) * 100.0;
            (off / 5.0, format!("The close is {} the {}-day average.", apart(off, "above", "below"), PERIOD))
        }
        Indicator::Rsi => ((50.0 - value) / 20.0, zone("RSI", value, 30.0, 70.0)),
        Indicator::Macd => {
            let histogram = values[2].1;
            let side = if histogram >= 0.0 { "above" } else { "below" };
            (histogram / (0.01 * close), format!("The MACD line is {side} its signal line."))
        }
        Indicator::Bollinger => {
            let place = values[3].1;
            (1.0 - 2.0 * place, format!("The close lies {:.0} % of the way up between the bands.", place * 100.0))
        }
        Indicator::Stochastic => ((50.0 - value) / 30.0, zone("%K", value, 20.0, 80.0)),
        Indicator::Williams => ((-50.0 - value) / 30.0, zone("Williams %R", value, -80.0, -20.0)),
        Indicator::Cci => (-value / 100.0, zone("CCI", value, -100.0, 100.0)),
        Indicator::Roc => (value / 10.0, format!("The price is {} over {PERIOD} days.", apart(value, "up", "down"))),
        Indicator::Momentum => {
            let percent = value / (close - value) * 100.0;
            (percent / 10.0, format!("The price is {} over {PERIOD} days.", apart(percent, "up", "down")))
        }
        Indicator::Obv => volume_signal(candles)?,
    };
    Some(Signal { score: decimal::places(score.clamp(-1.0, 1.0), DECIMALS), reason })
}

/// On-balance volume against its own mean, in parts of what was traded in the meantime.
fn volume_signal(candles: &[Candle]) -> Option<(f64, String)> {
    if candles.len() < PERIOD {
        return None;
    }
    let obv = on_balance(candles);
    let traded: f64 = last(candles, PERIOD).iter().map(|candle| candle.volume).sum();
    let off = obv[obv.len() - 1] - mean(last(&obv, PERIOD));
    let side = if off >= 0.0 { "above" } else { "below" };
    Some((4.0 * off / traded, format!("On-balance volume is {side} its {PERIOD}-day mean.")))
}

fn apart(percent: f64, up: &str, down: &str) -> String {
    format!("{:.1} % {}", percent.abs(), if percent >= 0.0 { up } else { down })
}

fn zone(name: &str, value: f64, low: f64, high: f64) -> String {
    match value {
        v if v <= low => format!("{name} {v:.1} is in the oversold zone, {low} or less."),
        v if v >= high => format!("{name} {v:.1} is in the overbought zone, {high} or more."),
        v => format!("{name} {v:.1} is between {low} and {high}."),
    }
}
