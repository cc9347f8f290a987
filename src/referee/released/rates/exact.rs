//! Means and variances as Python's `statistics` gives them: worked out exactly, rounded once.

use num_bigint::{BigInt, Sign};

/// Every float is a whole multiple of two to the power of minus this.
const SCALE: u64 = 1074;

/// `statistics.fmean`; nothing for no values.
pub fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| ratio(&sum(values), &(BigInt::from(1) << SCALE)) / values.len() as f64)
}

/// `statistics.pvariance`; nothing for no values.
pub fn variance(values: &[f64]) -> Option<f64> {
    let count = BigInt::from(values.len());
    let sum = sum(values);
    let squares: BigInt = values.iter().map(|value| scaled(*value) * scaled(*value)).sum();
    let spread = &count * squares - &sum * &sum;
    (!values.is_empty()).then(|| ratio(&spread, &((&count * &count) << (2 * SCALE))))
}

/// `statistics.median`; nothing for no values.
pub fn median(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    match sorted.len() {
        0 => None,
        n if n % 2 == 1 => Some(sorted[middle]),
        _ => Some((sorted[middle - 1] + sorted[middle]) / 2.0),
    }
}

fn sum(values: &[f64]) -> BigInt {
    values.iter().map(|value| scaled(*value)).sum()
}

/// The value times two to the power of [`SCALE`].
fn scaled(value: f64) -> BigInt {
    let bits = value.to_bits();
    let exponent = (bits >> 52) & 0x7ff;
    let fraction = bits & ((1 << 52) - 1);
    let magnitude =
        if exponent == 0 { BigInt::from(fraction) } else { BigInt::from(fraction | (1 << 52)) << (exponent - 1) };
    if value < 0.0 { -magnitude } else { magnitude }
}

/// The float nearest to a fraction, ties to even.
fn ratio(numerator: &BigInt, denominator: &BigInt) -> f64 {
    if numerator.sign() == Sign::NoSign {
        return 0.0;
    }
    let shift = 56 + denominator.bits() as i64 - numerator.bits() as i64;
    let (top, bottom) = match u64::try_from(shift) {
        Ok(shift) => (numerator.magnitude() << shift, denominator.magnitude().clone()),
        Err(_) => (numerator.magnitude().clone(), denominator.magnitude() << shift.unsigned_abs()),
    };
    let quotient = &top / &bottom;
    let is_inexact = &quotient * &bottom != top;
    // At least 56 bits, the last of which says whether something follows: rounding them to 53 is rounding the fraction.
    let digits = u64::try_from(quotient).unwrap_or(u64::MAX) | u64::from(is_inexact);
    let size = libm::ldexp(digits as f64, i32::try_from(-shift).unwrap_or(i32::MIN));
    if numerator.sign() == Sign::Minus { -size } else { size }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn python_gives_the_same() {
        // statistics.fmean, pvariance and median of Python 3.11.
        let values = [3.0 / 7.0, 5.0 / 7.0, 0.5];
        assert_eq!(mean(&values), Some(0.547_619_047_619_047_6));
        assert_eq!(variance(&values), Some(0.014_739_229_024_943_314));
        assert_eq!(median(&values), Some(0.5));
        assert_eq!(variance(&[0.1; 3]), Some(0.0));
        assert_eq!((mean(&[]), variance(&[]), median(&[])), (None, None, None));
    }

    proptest! {
        #[test]
        fn the_mean_of_one_value_is_the_value(value in -1e300_f64..1e300) {
            prop_assert_eq!(mean(&[value]), Some(value));
            prop_assert_eq!(variance(&[value]), Some(0.0));
        }

        #[test]
        fn variance_is_that_of_whole_numbers(values in proptest::collection::vec(-1000_i64..1000, 1..20)) {
            let floats: Vec<f64> = values.iter().map(|n| *n as f64).collect();
            let n = values.len() as i64;
            let (sum, squares) = (values.iter().sum::<i64>(), values.iter().map(|v| v * v).sum::<i64>());
            // Both sides of the division are exact floats, so the quotient is rounded once.
            prop_assert_eq!(variance(&floats), Some((n * squares - sum * sum) as f64 / (n * n) as f64));
        }
    }
}
