//! What a vacancy pays: gross, in the money of the country.

use super::dice::{Dice, What};
use super::kinds::Level;
use super::tables::{Role, Wage};

/// Over what time pay is stated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Span {
    /// A year.
    Year,
    /// A month.
    Month,
    /// An hour.
    Hour,
}

impl Span {
    /// `year`, `month` or `hour`.
    pub fn code(self) -> &'static str {
        ["year", "month", "hour"][self as usize]
    }
}

/// An amount in hundredths of a unit of money, so that hours add up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Money(pub i64);

/// Pay from the least to the most, for a full week.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pay {
    /// Least.
    pub minimum: Money,
    /// Most.
    pub maximum: Money,
    /// Over what time.
    pub span: Span,
    /// ISO 4217 code.
    pub currency: [u8; 3],
    /// Weeks and hours of a full year, for pay by the hour.
    weekly_hours: f64,
}

impl Pay {
    pub(super) fn of(dice: Dice, role: &Role, level: Level, wage: &Wage, currency: &str) -> Pay {
        let middle = 0.93 + 0.16 * dice.roll(What::PayMiddle);
        Pay::around(middle, 0.05 + 0.08 * dice.roll(What::PayWidth), role, level, wage, currency)
    }

    /// Everything that vacancies of the role and level may pay.
    pub(super) fn scale(role: &Role, level: Level, wage: &Wage, currency: &str) -> Pay {
        Pay::around(1.01, 0.2, role, level, wage, currency)
    }

    fn around(middle: f64, width: f64, role: &Role, level: Level, wage: &Wage, currency: &str) -> Pay {
        let middle = middle * wage.median * role.pay * level.factor();
        // Interns learn, and are paid for that in nearly all countries less than the least wage.
        let least = if level == Level::Intern { 0.3 * wage.median } else { wage.least };
        let low = (middle * (1.0 - width)).max(least);
        let high = (middle * (1.0 + width)).max(low * 1.04);
        let span = match (wage.by_the_hour && role.hourly, wage.period.as_str()) {
            (true, _) => Span::Hour,
            (_, "month") => Span::Month,
            _ => Span::Year,
        };
        let weekly_hours = wage.weekly_hours;
        let parts = match span {
            Span::Year => 1.0,
            Span::Month => 12.0,
            Span::Hour => 52.0 * weekly_hours,
        };
        let mut code = *b"USD";
        code.copy_from_slice(&currency.as_bytes()[..3]);
        // Rounded up, so that no one is paid less than the least.
        let (minimum, maximum) = (round(low / parts, f64::ceil), round(high / parts, f64::round));
        Pay { minimum, maximum: maximum.max(minimum), span, currency: code, weekly_hours }
    }

    /// ISO 4217 code.
    pub fn currency(&self) -> &str {
        std::str::from_utf8(&self.currency).unwrap_or("USD")
    }

    /// Least and most for a full-time year, in whole units.
    pub fn yearly(&self) -> (i64, i64) {
        let year = |money: Money| match self.span {
            Span::Year => money.0 / 100,
            Span::Month => money.0 * 12 / 100,
            Span::Hour => (money.0 as f64 * 52.0 * self.weekly_hours / 100.0).round() as i64,
        };
        (year(self.minimum), year(self.maximum))
    }
}

/// As pay is written: three digits, the last of them a nought or a five; an hour to the quarter below a hundred.
fn round(amount: f64, how: fn(f64) -> f64) -> Money {
    if amount < 100.0 {
        return Money((how(amount * 4.0) * 25.0) as i64);
    }
    let mut power = 1.0;
    while amount >= power * 1000.0 {
        power *= 10.0;
    }
    let step = if amount < 1000.0 { 5.0 } else { 5.0 * power };
    Money((how(amount / step) * step * 100.0) as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_look_like_pay() {
        for (amount, shown) in [(46_123.0, 46_000), (3_847.0, 3_850), (4_649_000.0, 4_650_000), (812.0, 810)] {
            assert_eq!(round(amount, f64::round), Money(shown * 100));
        }
        assert_eq!(round(14.73, f64::round), Money(1475));
        assert_eq!(round(14.76, f64::ceil), Money(1500));
    }
}
