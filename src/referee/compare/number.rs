use serde_json::Number;

/// Whether two numbers have the same value: their shortest decimal texts, compared digit by digit. A difference of any
/// size is a difference.
pub(super) fn same(a: &Number, b: &Number) -> bool {
    // Nearly all are whole numbers, and those need no texts.
    if let (Some(a), Some(b)) = (a.as_i64(), b.as_i64()) {
        return a == b;
    }
    decimal(&a.to_string()) == decimal(&b.to_string())
}

/// Sign, digits without zeros at either end, and the power of ten of the last digit.
fn decimal(text: &str) -> (bool, String, i64) {
    let (negative, text) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let all = format!("{whole}{fraction}");
    let digits = all.trim_end_matches('0');
    let shift = all.len() - digits.len();
    let digits = digits.trim_start_matches('0').to_owned();
    if digits.is_empty() {
        return (false, digits, 0);
    }
    let exponent = exponent.parse::<i64>().unwrap_or(0) - fraction.len() as i64 + shift as i64;
    (negative, digits, exponent)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn equal(a: &str, b: &str) -> bool {
        same(&serde_json::from_str(a).unwrap(), &serde_json::from_str(b).unwrap())
    }

    #[test]
    fn one_value_has_many_spellings() {
        assert!(equal("1", "1.0") && equal("100", "1e2") && equal("0.10", "1e-1") && equal("0", "-0.0"));
        assert!(equal("1200", "1.2e3") && equal("-2.50", "-2.5"));
    }

    #[test]
    fn near_is_not_the_same() {
        assert!(!equal("0.1", "0.10000001") && !equal("1", "-1") && !equal("10", "1") && !equal("0.01", "0.1"));
        assert!(!equal("9007199254740993", "9007199254740992.0"));
    }
}
