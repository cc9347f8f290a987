//! Several trials of the same turn.

/// The unbiased estimate that at least one of k trials passes, when c of n did: 1 − C(n − c, k) / C(n, k) (Chen et al.
/// 2021). Nothing where there are fewer than k trials, or k is none.
pub fn at_k(n: usize, c: usize, k: usize) -> Option<f64> {
    Some(1.0 - all_of(n, n.checked_sub(c)?, k)?)
}

/// The unbiased estimate that all of k trials pass, when c of n did: C(c, k) / C(n, k) (Yao et al. 2024). Nothing where
/// there are fewer than k trials, or k is none.
pub fn hat_k(n: usize, c: usize, k: usize) -> Option<f64> {
    all_of(n, c, k)
}

/// How likely k drawn out of n are all of a part of m.
fn all_of(n: usize, m: usize, k: usize) -> Option<f64> {
    if k == 0 || k > n || m > n {
        return None;
    }
    Some((0..k).map(|i| m.saturating_sub(i) as f64 / (n - i) as f64).product())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The mean over all choices of k trials, counted one by one.
    fn counted(n: usize, c: usize, k: usize, all: bool) -> f64 {
        let choices = (0_u32..1 << n).filter(|choice| choice.count_ones() as usize == k);
        let passed = (1_u32 << c) - 1;
        let good = choices.clone().filter(|choice| if all { choice & !passed == 0 } else { choice & passed != 0 });
        good.count() as f64 / choices.count() as f64
    }

    #[test]
    fn both_are_the_mean_over_all_choices_of_trials() {
        for n in 1..=8 {
            for c in 0..=n {
                for k in 1..=n {
                    assert!((at_k(n, c, k).unwrap() - counted(n, c, k, false)).abs() < 1e-12, "{n} {c} {k}");
                    assert!((hat_k(n, c, k).unwrap() - counted(n, c, k, true)).abs() < 1e-12, "{n} {c} {k}");
                }
            }
        }
        assert_eq!((at_k(3, 1, 4), hat_k(3, 1, 0)), (None, None));
    }
}
