//! What one unit of a currency costs in US dollars on a day.
//!
//! The logarithm of a price is that of its anchor, less the drift of the years before 2026, plus noise of seven time
//! scales from four days to four years, plus a little that is new each day. Half of the noise or more is a
//! currency's own; the rest is shared by all fiat money (the dollar rises against everything) or by all crypto assets. The noise is
//! bounded, so that no seed ever leaves what a market could plausibly show.

use jiff::civil::{Date, date};

use super::currency::{Currency, Kind, Volatility};
use crate::world::seed::{Field, Seed};

/// The day the anchors of the table are meant for.
const ANCHOR_DAY: Date = date(2026, 1, 1);

/// Widths of the noise's features in days, and each one's part of it: growing with the square root of the width, as in a
/// random walk. The parts add up to one.
const SCALES: [(f64, f64); 7] =
    [(4.0, 0.02), (11.0, 0.033), (30.0, 0.055), (80.0, 0.09), (220.0, 0.148), (600.0, 0.247), (1600.0, 0.407)];

/// How far apart the scales start on a field's axis, so that they never read the same lattice points.
const APART: f64 = 1e6;

/// How strongly the summed noise is pressed towards its bounds: sums of many scales rarely come near them by themselves.
const PRESS: f64 = 1.8;

/// The moves of one class of volatility, as fractions of the price.
struct Moves {
    /// Farthest from the anchor through the smooth noise.
    reach: f64,
    /// Part of it that is shared by the kind.
    shared: f64,
    /// Farthest through the part that is new each day.
    daily: f64,
}

fn moves(volatility: Volatility) -> Moves {
    let (reach, shared, daily) = match volatility {
        Volatility::None | Volatility::Pegged => (0.0, 0.0, 0.0),
        Volatility::Managed => (0.015, 0.0, 0.0003),
        Volatility::Low => (0.05, 0.3, 0.0012),
        Volatility::Major => (0.09, 0.5, 0.002),
        Volatility::Emerging => (0.13, 0.35, 0.003),
        Volatility::High => (0.27, 0.15, 0.0035),
        Volatility::Crypto => (0.6, 0.5, 0.012),
        Volatility::Alt => (0.85, 0.5, 0.016),
    };
    Moves { reach, shared, daily }
}

/// The noise of one currency: prepared once, asked for many days.
pub(super) struct Curve {
    own: Field,
    shared: Field,
}

impl Curve {
    pub(super) fn new(seed: Seed, currency: &Currency) -> Self {
        Self {
            own: seed.field(&["rates", "currency", &currency.code]),
            shared: seed.field(&["rates", "market", currency.kind.name()]),
        }
    }

    /// US dollars for one unit, for a currency without a peg.
    pub(super) fn free(&self, currency: &Currency, day: Date) -> f64 {
        if currency.volatility == Volatility::None {
            return currency.anchor_usd();
        }
        let log = drift(currency, day) + self.noise(currency.volatility, day);
        // A fiat anchor counts units per dollar, so what raises it lowers the price.
        let log = if currency.kind == Kind::Fiat { -log } else { log };
        currency.anchor_usd() * libm::exp(log)
    }

    /// The factor by which a peg deviates from its parity; at most the band away from one.
    pub(super) fn within_band(&self, band: f64, day: Date) -> f64 {
        let t = days(day);
        let new = self.own.lattice(t, 1, 0);
        1.0 + band * (0.9 * smooth(self.own, t as f64) + 0.1 * new)
    }

    fn noise(&self, volatility: Volatility, day: Date) -> f64 {
        let t = days(day);
        let Moves { reach, shared, daily } = moves(volatility);
        let common = shared * smooth(self.shared, t as f64);
        let own = (1.0 - shared) * smooth(self.own, t as f64);
        reach * (common + own) + daily * self.own.lattice(t, 1, 0)
    }
}

/// Smooth noise in `[-1, 1]`.
fn smooth(field: Field, t: f64) -> f64 {
    let parts = SCALES.iter().enumerate().map(|(i, (width, part))| part * field.line(t / width + APART * i as f64));
    libm::tanh(PRESS * parts.sum::<f64>())
}

/// The anchor's drift from this day to the anchor day; none after it, since the future is anyone's guess.
fn drift(currency: &Currency, day: Date) -> f64 {
    let years = (days(day) - days(ANCHOR_DAY)) as f64 / 365.25;
    currency.yearly_drift * years.min(0.0)
}

/// Days since 2015-01-01.
fn days(day: Date) -> i64 {
    i64::from((day - super::FIRST_DAY).get_days())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_of_the_noise_add_up_to_one() {
        let total: f64 = SCALES.iter().map(|(_, part)| part).sum();
        assert!((total - 1.0).abs() < 1e-9, "{total}");
    }

    #[test]
    fn days_count_from_the_first() {
        assert_eq!(days(date(2015, 1, 1)), 0);
        assert_eq!(days(date(2016, 1, 1)), 365);
        assert_eq!(days(date(2014, 12, 31)), -1);
    }
}
