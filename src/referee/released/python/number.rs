//! Numbers: equality between whole ones and those with a point, and the shortest spelling of the latter.

use num_bigint::BigInt;

/// A number, or a boolean, which Python takes for one.
pub enum Number<'a> {
    /// `True` and `False`
    Small(i64),
    /// A whole number
    Whole(&'a BigInt),
    /// A number with a point
    Real(f64),
}

impl Number<'_> {
    /// Whether both are the same number, compared exactly.
    pub fn equals(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Real(a), Self::Real(b)) => a == b,
            (Self::Real(real), whole) | (whole, Self::Real(real)) => whole_of(*real) == whole.whole(),
            (a, b) => a.whole() == b.whole(),
        }
    }

    fn whole(&self) -> Option<BigInt> {
        match self {
            Self::Small(n) => Some(BigInt::from(*n)),
            Self::Whole(n) => Some((*n).clone()),
            Self::Real(real) => whole_of(*real),
        }
    }
}

/// The whole number that a float is, if it is one.
fn whole_of(real: f64) -> Option<BigInt> {
    (real.is_finite() && real.fract() == 0.0).then(|| format!("{real:.0}").parse().ok()).flatten()
}

/// Python's `repr` of a float: the shortest digits that give it back, as `1.5`, `1e+16` or `1e-05`.
pub fn repr(real: f64) -> String {
    if real.is_nan() {
        return "NaN".to_owned();
    }
    if real.is_infinite() {
        return if real > 0.0 { "Infinity" } else { "-Infinity" }.to_owned();
    }
    let scientific = format!("{real:e}");
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if (-4..16).contains(&exponent) {
        let plain = real.to_string();
        return if plain.contains('.') { plain } else { plain + ".0" };
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{mantissa}e{sign}{:02}", exponent.abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_are_written_as_python_writes_them() {
        let cases = [
            (1.0, "1.0"),
            (-0.0, "-0.0"),
            (0.1, "0.1"),
            (1e15, "1000000000000000.0"),
            (1e16, "1e+16"),
            (1.5e16, "1.5e+16"),
            (0.0001, "0.0001"),
            (0.00001, "1e-05"),
            (1.25e-7, "1.25e-07"),
            (5e-324, "5e-324"),
            (1.797_693_134_862_315_7e308, "1.7976931348623157e+308"),
            (123_456_789.125, "123456789.125"),
            (f64::INFINITY, "Infinity"),
        ];
        for (real, text) in cases {
            assert_eq!(repr(real), text);
        }
    }

    #[test]
    fn whole_numbers_equal_floats_only_where_they_are_the_same_number() {
        let big = BigInt::from(9_007_199_254_740_993_i64);
        assert!(!Number::Whole(&big).equals(&Number::Real(9_007_199_254_740_992.0)));
        assert!(Number::Whole(&BigInt::from(0)).equals(&Number::Real(-0.0)));
        assert!(Number::Small(1).equals(&Number::Real(1.0)));
        assert!(!Number::Real(f64::NAN).equals(&Number::Real(f64::NAN)));
    }
}
