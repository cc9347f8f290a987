//! Wilson's score interval.

use super::{Interval, Z_975};

/// The 95 % interval of so many of so many; nothing of none.
///
/// With p = passed / total and z = 1.96 it is (p + z²/2n ± z √(p(1 − p)/n + z²/4n²)) / (1 + z²/n). It never leaves 0 to
/// 1, and says something where all or none passed (Wilson 1927; Newcombe 1998, method 3).
pub fn interval(passed: usize, total: usize) -> Option<Interval> {
    if total == 0 {
        return None;
    }
    let (n, z2) = (total as f64, Z_975 * Z_975);
    let p = passed as f64 / n;
    let middle = p + z2 / (2.0 * n);
    let half = Z_975 * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
    let ends = |x: f64| (x / (1.0 + z2 / n)).clamp(0.0, 1.0);
    let low = if passed == 0 { 0.0 } else { ends(middle - half) };
    let high = if passed == total { 1.0 } else { ends(middle + half) };
    Some(Interval { low, high })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Newcombe 1998, table I, method 3.
    #[test]
    fn published_intervals_come_out() {
        for (passed, total, low, high) in
            [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)]
        {
            let found = interval(passed, total).unwrap();
            assert!((found.low - low).abs() < 5e-5 && (found.high - high).abs() < 5e-5, "{passed}/{total}: {found:?}");
        }
        assert_eq!(interval(0, 0), None);
    }

    #[test]
    fn the_rate_is_always_inside_and_the_two_sides_mirror_each_other() {
        for total in 1..60_usize {
            for passed in 0..=total {
                let (a, b) = (interval(passed, total).unwrap(), interval(total - passed, total).unwrap());
                let rate = passed as f64 / total as f64;
                assert!(0.0 <= a.low && a.low <= rate && rate <= a.high && a.high <= 1.0);
                assert!((a.low + b.high - 1.0).abs() < 1e-12);
            }
        }
    }
}
