//! Decimal arithmetic on numbers that came as JSON, so that `0.1 + 0.2` never shows.
//!
//! A float is taken for the shortest decimal that reads back as it, which is what its writer typed. Sums and products of
//! such decimals are exact in 128 bits; only the last step rounds, half to even as banks do.

/// Digits that a JSON number carries without loss; results are never given more of them.
const SAFE_DIGITS: u32 = 15;

/// `digits` × 10^`exponent`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Decimal {
    digits: i128,
    exponent: i32,
}

impl Decimal {
    /// The shortest decimal that reads back as this float; nothing for infinities and NaN.
    fn shortest(value: f64) -> Option<Self> {
        let text = format!("{value:e}");
        let (mantissa, exponent) = text.split_once('e')?;
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let digits = format!("{whole}{fraction}").parse().ok()?;
        Some(Self { digits, exponent: exponent.parse::<i32>().ok()? - fraction.len() as i32 })
    }

    fn times(self, other: Self) -> Option<Self> {
        let digits = self.digits.checked_mul(other.digits)?;
        Some(Self { digits, exponent: self.exponent + other.exponent })
    }

    fn minus(self, other: Self) -> Option<Self> {
        let exponent = self.exponent.min(other.exponent);
        let digits = self.digits_at(exponent)?.checked_sub(other.digits_at(exponent)?)?;
        Some(Self { digits, exponent })
    }

    fn plus(self, other: Self) -> Option<Self> {
        self.minus(Self { digits: -other.digits, ..other })
    }

    /// The digits when written with a smaller exponent.
    fn digits_at(self, exponent: i32) -> Option<i128> {
        let shift = u32::try_from(self.exponent - exponent).ok()?;
        self.digits.checked_mul(10_i128.checked_pow(shift)?)
    }

    /// Rounds half to even so that no digit stands below 10^`exponent`.
    fn rounded_at(self, exponent: i32) -> Self {
        let Ok(shift) = u32::try_from(exponent - self.exponent) else {
            return self;
        };
        let Some(unit) = 10_i128.checked_pow(shift) else {
            return Self { digits: 0, exponent };
        };
        let (floor, rest) = (self.digits.div_euclid(unit), self.digits.rem_euclid(unit));
        let up = rest * 2 > unit || (rest * 2 == unit && floor % 2 != 0);
        Self { digits: floor + i128::from(up), exponent }
    }

    /// Rounds half to even to so many significant digits.
    fn rounded_to(self, significant: u32) -> Self {
        let length = self.digits.unsigned_abs().checked_ilog10().map_or(1, |l| l + 1);
        let surplus = length.saturating_sub(significant) as i32;
        self.rounded_at(self.exponent + surplus)
    }

    fn float(self) -> f64 {
        // A decimal literal always parses; zero digits with any exponent is zero without a sign.
        format!("{}e{}", self.digits, self.exponent).parse().unwrap_or(f64::NAN)
    }
}

/// Rounds to so many significant digits (at least one), as a number that prints with no more of them.
pub fn significant(value: f64, digits: u32) -> f64 {
    // The standard library's formatting rounds the float's exact value, the same on every machine.
    let text = format!("{value:.*e}", digits.max(1) as usize - 1);
    text.parse().unwrap_or(value)
}

/// `amount` × `rate`, rounded half to even to `places` decimals; beyond 15 significant digits to 15.
pub fn product(amount: f64, rate: f64, places: u8) -> f64 {
    let exact = Decimal::shortest(amount).zip(Decimal::shortest(rate)).and_then(|(a, r)| a.times(r));
    exact.map_or(amount * rate, |d| d.rounded_at(-i32::from(places)).rounded_to(SAFE_DIGITS).float())
}

/// `value` × `power`, a power of ten: only the decimal point moves.
pub fn times_power_of_ten(value: f64, power: u32) -> f64 {
    let exact = Decimal::shortest(value).zip(Decimal::shortest(f64::from(power))).and_then(|(v, p)| v.times(p));
    exact.map_or(value * f64::from(power), Decimal::float)
}

/// `a` − `b` without a float's tail.
pub fn difference(a: f64, b: f64) -> f64 {
    let exact = Decimal::shortest(a).zip(Decimal::shortest(b)).and_then(|(a, b)| a.minus(b));
    exact.map_or(a - b, |d| d.rounded_to(SAFE_DIGITS).float())
}

/// The sum without a float's tail.
pub fn sum(values: &[f64]) -> f64 {
    let add = |total: Decimal, value: &f64| total.plus(Decimal::shortest(*value)?);
    let exact = values.iter().try_fold(Decimal { digits: 0, exponent: 0 }, add);
    exact.map_or_else(|| values.iter().sum(), |d| d.rounded_to(SAFE_DIGITS).float())
}

/// Rounds half to even to so many decimals.
pub fn places(value: f64, places: u8) -> f64 {
    Decimal::shortest(value).map_or(value, |d| d.rounded_at(-i32::from(places)).float())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_are_those_of_the_written_decimals() {
        assert_eq!(product(0.1, 3.0, 2).to_string(), "0.3");
        assert_eq!(product(1.1, 1.1, 2), 1.21);
        assert_eq!(product(19.99, 1.0, 2), 19.99);
        assert_eq!(product(1_000_000_000_000.0, 82.1234, 2), 82_123_400_000_000.0);
    }

    #[test]
    fn halves_go_to_the_even_neighbour() {
        assert_eq!(product(2.5, 1.0, 0), 2.0);
        assert_eq!(product(3.5, 1.0, 0), 4.0);
        assert_eq!(product(1.005, 1.0, 2), 1.0);
        assert_eq!(product(1.015, 1.0, 2), 1.02);
    }

    #[test]
    fn more_digits_than_a_number_carries_are_cut_at_fifteen() {
        assert_eq!(product(999_999_999_999.0, 1.23457e9, 8), 1.23456999999877e21);
    }

    #[test]
    fn a_tiny_amount_rounds_to_zero_without_a_sign() {
        assert_eq!(product(1e-300, 1e-300, 8).to_bits(), 0.0_f64.to_bits());
        assert_eq!(difference(1.5, 1.5).to_bits(), 0.0_f64.to_bits());
    }

    #[test]
    fn a_power_of_ten_moves_the_point() {
        assert_eq!(times_power_of_ten(0.529_123, 100).to_string(), "52.9123");
        assert_eq!(times_power_of_ten(82.1, 1).to_string(), "82.1");
    }

    #[test]
    fn differences_and_sums_have_no_tail() {
        assert_eq!(difference(0.3, 0.1).to_string(), "0.2");
        assert_eq!(difference(82.1234, 83.0).to_string(), "-0.8766");
        assert_eq!(sum(&[0.1, 0.2]).to_string(), "0.3");
    }

    #[test]
    fn places_round_to_even_on_either_side_of_zero() {
        assert_eq!(places(0.125, 2), 0.12);
        assert_eq!(places(-0.125, 2), -0.12);
        assert_eq!(places(-0.375, 2), -0.38);
        assert_eq!(places(-0.001, 2).to_bits(), 0.0_f64.to_bits());
    }

    #[test]
    fn significant_digits_count_from_the_first_that_is_not_zero() {
        assert_eq!(significant(0.000_123_456_78, 6), 0.000_123_457);
        assert_eq!(significant(123_456_789.0, 6), 123_457_000.0);
        assert_eq!(significant(0.0, 6), 0.0);
    }
}
