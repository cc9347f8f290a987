//! Percentile bootstrap over turns; of very many turns, the normal interval that it comes to.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::Interval;

/// Resamples of a figure. The ends of an interval are the 2.5 % and 97.5 % points of as many values.
pub const RESAMPLES: usize = 1_000;

/// Turns up to which an interval is drawn. Of more of them the drawn mean is normal for all that can be seen, and the
/// interval is worked out: drawing would take seconds to say the same.
pub const DRAWN_UP_TO: usize = 4_000;

/// Every figure begins with the same seed, so the same verdicts give the same interval.
const SEED: u64 = 0x7574_6273_636f_7265;

/// A number that a turn adds to the sum above and to the count below.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Share {
    /// What it adds above.
    pub above: f64,
    /// What it adds below.
    pub below: f64,
}

/// The 95 % interval of a sum of shares above over one below, resampling turns with replacement: the calls of a turn
/// have much in common, so turns and not calls are drawn. Nothing where there is nothing below.
pub fn ratio(shares: &[Share]) -> Option<Interval> {
    let value = |drawn: &mut dyn Iterator<Item = Share>| {
        let sum = drawn.fold(Share::default(), |a, b| Share { above: a.above + b.above, below: a.below + b.below });
        (sum.below > 0.0).then(|| sum.above / sum.below)
    };
    let whole = value(&mut shares.iter().copied())?;
    if shares.len() > DRAWN_UP_TO {
        return Some(normal(whole, linearised(shares, whole)));
    }
    let mut draw = Draw::new();
    interval(|| value(&mut (0..shares.len()).map(|_| shares[draw.below(shares.len())])))
}

/// The 95 % interval of the plain mean of rates, resampling within each: `(passed, total)` of each.
pub fn mean_of_rates(rates: &[(usize, usize)]) -> Option<Interval> {
    if rates.is_empty() || rates.iter().any(|(_, total)| *total == 0) {
        return None;
    }
    if rates.iter().map(|(_, total)| total).sum::<usize>() > DRAWN_UP_TO {
        return Some(normal_mean(rates));
    }
    let mut draw = Draw::new();
    interval(|| {
        let drawn = rates.iter().map(|(passed, total)| {
            let again = (0..*total).filter(|_| draw.below(*total) < *passed).count();
            again as f64 / *total as f64
        });
        Some(drawn.sum::<f64>() / rates.len() as f64)
    })
}

/// The variance of a ratio of sums as it is to first order: of the residuals, over the square of what is below (Cochran
/// 1977, 6.13).
fn linearised(shares: &[Share], ratio: f64) -> f64 {
    let below: f64 = shares.iter().map(|share| share.below).sum();
    let residual = |share: &Share| share.above - ratio * share.below;
    let squares: f64 = shares.iter().map(|share| residual(share) * residual(share)).sum();
    squares / (below * below)
}

fn normal_mean(rates: &[(usize, usize)]) -> Interval {
    let n = rates.len() as f64;
    let of = |(passed, total): &(usize, usize)| (*passed as f64 / *total as f64, *total as f64);
    let mean = rates.iter().map(|rate| of(rate).0).sum::<f64>() / n;
    let variance: f64 = rates.iter().map(of).map(|(p, total)| p * (1.0 - p) / total).sum();
    let Interval { low, high } = normal(mean, variance / (n * n));
    Interval { low: low.max(0.0), high: high.min(1.0) }
}

fn normal(mean: f64, variance: f64) -> Interval {
    let half = super::Z_975 * variance.sqrt();
    Interval { low: mean - half, high: mean + half }
}

/// The middle 95 % of the values that resampling gives.
fn interval(mut resample: impl FnMut() -> Option<f64>) -> Option<Interval> {
    let mut values: Vec<f64> = (0..RESAMPLES).filter_map(|_| resample()).collect();
    values.sort_by(f64::total_cmp);
    let at = |share: f64| values.get(((values.len().checked_sub(1)?) as f64 * share).round() as usize).copied();
    Some(Interval { low: at(0.025)?, high: at(0.975)? })
}

struct Draw(ChaCha8Rng);

impl Draw {
    fn new() -> Self {
        Self(ChaCha8Rng::seed_from_u64(SEED))
    }

    /// A position below `n`. Only the raw bits are the crate's, the mapping is ours.
    fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.0.next_u64()) * n as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shares(above: impl IntoIterator<Item = f64>) -> Vec<Share> {
        above.into_iter().map(|above| Share { above, below: 1.0 }).collect()
    }

    #[test]
    fn the_same_shares_give_the_same_interval() {
        let of = shares((0..200).map(|i| f64::from(i % 7)));
        assert_eq!(ratio(&of), ratio(&of));
    }

    /// The mean of many draws is nearly normal, so the interval is nearly mean ± 1.96 · deviation / √n.
    #[test]
    fn the_interval_is_as_wide_as_theory_says() {
        let of = shares((0..1_000).map(|i| f64::from(i % 10)));
        let (deviation, n) = ((99.0_f64 / 12.0).sqrt(), 1_000.0_f64);
        let half = super::super::Z_975 * deviation / n.sqrt();
        let found = ratio(&of).unwrap();
        assert!((found.low - (4.5 - half)).abs() < 0.15 * half, "{found:?}, {half}");
        assert!((found.high - (4.5 + half)).abs() < 0.15 * half, "{found:?}, {half}");
    }

    /// On both sides of the number of turns from which an interval is worked out, it is the same one.
    #[test]
    fn what_is_worked_out_is_what_drawing_comes_to() {
        let share = |i: usize| Share { above: (i * i % 7) as f64, below: (1 + i % 3) as f64 };
        let near = |a: Interval, b: Interval| {
            let width = a.high - a.low;
            assert!((a.low - b.low).abs() < 0.08 * width && (a.high - b.high).abs() < 0.08 * width, "{a:?} {b:?}");
        };
        let of: Vec<Share> = (0..DRAWN_UP_TO).map(share).collect();
        let sums = of.iter().fold((0.0, 0.0), |sum, share| (sum.0 + share.above, sum.1 + share.below));
        let mean = sums.0 / sums.1;
        near(ratio(&of).unwrap(), normal(mean, linearised(&of, mean)));
        let more: Vec<Share> = (0..=DRAWN_UP_TO).map(share).collect();
        near(ratio(&of).unwrap(), ratio(&more).unwrap());
        let rates = [(900, 1_000), (100, 1_000), (1_300, 2_000)];
        near(mean_of_rates(&rates).unwrap(), normal_mean(&rates));
        near(mean_of_rates(&rates).unwrap(), mean_of_rates(&[(900, 1_000), (100, 1_000), (1_301, 2_001)]).unwrap());
    }

    #[test]
    fn what_never_varies_has_a_point_for_an_interval() {
        assert_eq!(ratio(&shares([3.0; 9])), Some(Interval { low: 3.0, high: 3.0 }));
        assert_eq!(mean_of_rates(&[(4, 4), (0, 3)]), Some(Interval { low: 0.5, high: 0.5 }));
        assert_eq!(ratio(&[]), None);
        assert_eq!(mean_of_rates(&[(1, 2), (0, 0)]), None);
    }
}
