//! Two runs over the same turns: what tells them apart are the turns in which only one of them passed.

use super::{Interval, Z_80, Z_975};

/// Turns that differ, all the same way, from which on McNemar's exact test is below 5 %: 2 / 2⁶ = 0.031.
const LEAST: f64 = 6.0;

/// How the same turns came out in two runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairs {
    /// Both passed.
    pub both: usize,
    /// Only the first passed.
    pub only_first: usize,
    /// Only the second passed.
    pub only_second: usize,
    /// Neither passed.
    pub neither: usize,
}

impl Pairs {
    /// Counts one turn.
    pub fn count(&mut self, first: bool, second: bool) {
        *match (first, second) {
            (true, true) => &mut self.both,
            (true, false) => &mut self.only_first,
            (false, true) => &mut self.only_second,
            (false, false) => &mut self.neither,
        } += 1;
    }

    /// All turns.
    pub fn total(&self) -> usize {
        self.both + self.only_first + self.only_second + self.neither
    }

    /// Rate of the second less that of the first; nothing of no turns.
    pub fn difference(&self) -> Option<f64> {
        let n = self.total();
        (n > 0).then(|| (self.only_second as f64 - self.only_first as f64) / n as f64)
    }

    /// The 95 % interval of that difference: Wald's with one turn added to each of the two kinds of turns that differ
    /// (Bonett and Price 2012).
    pub fn interval(&self) -> Option<Interval> {
        let n = self.total();
        if n == 0 {
            return None;
        }
        let share = |turns: usize| (turns + 1) as f64 / (n + 2) as f64;
        let (first, second) = (share(self.only_first), share(self.only_second));
        let difference = second - first;
        let half = Z_975 * ((first + second - difference * difference) / (n + 2) as f64).sqrt();
        Some(Interval { low: (difference - half).max(-1.0), high: (difference + half).min(1.0) })
    }

    /// McNemar's exact test, two-sided: how likely a split at least as uneven is when each turn that differs falls to
    /// either run with the same chance. 1 where no turn differs.
    pub fn p_value(&self) -> f64 {
        let differ = self.only_first + self.only_second;
        let fewer = self.only_first.min(self.only_second);
        let tail: f64 = (0..=fewer).map(|k| half_chance(differ, k)).sum();
        (2.0 * tail).min(1.0)
    }

    /// How many turns it takes to tell two runs apart that differ as these do, at 5 % (two-sided) with a power of 0.8:
    /// (z₀.₉₇₅ √ψ + z₀.₈ √(ψ − δ²))² / δ², with ψ the share of turns that differ and δ the difference of the rates
    /// (Connor 1987), and at least six that differ, since the exact test says nothing with fewer. Nothing where the rates are
    /// equal.
    pub fn turns_needed(&self) -> Option<usize> {
        let difference = self.difference().filter(|difference| *difference != 0.0)?;
        let differ = (self.only_first + self.only_second) as f64 / self.total() as f64;
        Some(turns_needed(differ, difference))
    }
}

fn turns_needed(differ: f64, difference: f64) -> usize {
    let squared = difference * difference;
    let root = Z_975 * differ.sqrt() + Z_80 * (differ - squared).max(0.0).sqrt();
    let to_tell = (LEAST / differ).ceil();
    (root * root / squared).ceil().max(to_tell) as usize
}

/// The chance of k heads in n throws of a fair coin.
fn half_chance(n: usize, k: usize) -> f64 {
    let ln_factorial = |x: usize| libm::lgamma(x as f64 + 1.0);
    let ln = ln_factorial(n) - ln_factorial(k) - ln_factorial(n - k) - n as f64 * std::f64::consts::LN_2;
    libm::exp(ln)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(both: usize, only_first: usize, only_second: usize, neither: usize) -> Pairs {
        Pairs { both, only_first, only_second, neither }
    }

    /// Fagerland, Lydersen and Laake 2013, airway hyper-responsiveness before and after a transplantation.
    #[test]
    fn a_published_test_comes_out() {
        let p = pairs(1, 1, 7, 12).p_value();
        assert!((p - 0.0703).abs() < 5e-5, "{p}");
    }

    #[test]
    fn the_test_is_the_sum_of_the_binomial_tails() {
        for n in 0..20_u32 {
            for k in 0..=n {
                let choose = |k: u32| (0..k).fold(1.0, |c, i| c * f64::from(n - i) / f64::from(i + 1));
                let tail: f64 = (0..=k.min(n - k)).map(choose).sum::<f64>() / f64::from(1_u32 << n);
                let found = pairs(3, k as usize, (n - k) as usize, 3).p_value();
                assert!((found - (2.0 * tail).min(1.0)).abs() < 1e-12, "{k} of {n}: {found}");
            }
        }
        assert!(pairs(0, 900, 1_100, 0).p_value() > 0.0, "and thousands of turns do not vanish");
    }

    /// Connor 1987: shares 0.45 and 0.05 need 23 pairs; 0.30 and 0.15 need 155.
    #[test]
    fn published_numbers_of_pairs_come_out() {
        assert_eq!(turns_needed(0.50, 0.40), 23);
        assert_eq!(turns_needed(0.45, 0.15), 155);
        assert_eq!(pairs(10, 5, 45, 40).turns_needed(), Some(23));
        assert_eq!(pairs(10, 5, 5, 40).turns_needed(), None);
        assert_eq!(pairs(0, 0, 15, 0).turns_needed(), Some(6), "five could not be told from chance");
        assert!(pairs(0, 0, 5, 0).p_value() > 0.05 && pairs(0, 0, 6, 0).p_value() < 0.05);
    }

    #[test]
    fn the_interval_holds_the_difference_and_turns_round_with_the_runs() {
        let (one, other) = (pairs(1, 1, 7, 12), pairs(1, 7, 1, 12));
        let (a, b) = (one.interval().unwrap(), other.interval().unwrap());
        assert!((a.low - 0.0134).abs() < 5e-4 && (a.high - 0.5084).abs() < 5e-4, "{a:?}");
        assert!((a.low + b.high).abs() < 1e-12 && (a.high + b.low).abs() < 1e-12);
        assert_eq!((Pairs::default().difference(), Pairs::default().interval()), (None, None));
    }
}
