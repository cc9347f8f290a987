//! What tickets cost.

use super::acts::Shows;

/// From the cheapest to the dearest ticket.
#[derive(Clone, Debug, PartialEq)]
pub struct Price {
    /// Of the cheapest, in `currency`; 0 when the entrance is free.
    pub from: f64,
    /// Of the dearest.
    pub to: f64,
    /// ISO 4217 code.
    pub currency: String,
}

impl Shows {
    /// Tickets of a price level (0 to 4) in a country. `luck` in `[0, 1)` moves both ends.
    pub(super) fn price(&self, country: &str, level: u8, luck: [f64; 2]) -> Price {
        let currency = self.country(country).currency;
        let local = price_level(country) * self.per_euro(&currency);
        let (low, spread) = match level {
            0 => (0.0, 1.0),
            1 => (9.0, 1.5),
            2 => (18.0, 1.9),
            3 => (29.0, 2.5),
            _ => (44.0, 3.2),
        };
        let from = low * (0.85 + 0.3 * luck[0]) * local;
        let to = from * (1.0 + (spread - 1.0) * (0.6 + 0.8 * luck[1]));
        Price { from: two_digits(from), to: two_digits(to), currency }
    }
}

/// To two significant digits, as prices are made.
fn two_digits(amount: f64) -> f64 {
    if amount <= 0.0 {
        return 0.0;
    }
    let mut step = 0.01;
    while amount >= step * 100.0 {
        step *= 10.0;
    }
    // Dividing keeps 3.4 from becoming 3.4000000000000004.
    if step < 1.0 { (amount / step).round() / (1.0 / step).round() } else { (amount / step).round() * step.round() }
}

/// What an evening out costs against the euro area, roughly after comparative price levels.
fn price_level(country: &str) -> f64 {
    const DEAR: &str = "CH NO IS DK US GB AU LU IE SE FI LI MC BM KY IL";
    const MIDDLING: &str = "NL BE DE AT FR CA NZ JP SG HK IT AE QA KW KR";
    const CHEAPER: &str = "ES PT GR CZ PL HU SK SI HR EE LV LT RO BG CY MT CN TW SA BH OM CL UY CR PA MX BR TR RS RU";
    let among = |list: &str| list.split(' ').any(|code| code == country);
    match () {
        () if among(DEAR) => 1.25,
        () if among(MIDDLING) => 1.0,
        () if among(CHEAPER) => 0.7,
        () => 0.42,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prices_have_two_digits() {
        let cases =
            [(23.4, 23.0), (0.0, 0.0), (3.44, 3.4), (234.0, 230.0), (3_467.0, 3_500.0), (1_234_567.0, 1_200_000.0)];
        for (amount, expected) in cases {
            assert_eq!(two_digits(amount), expected);
        }
    }
}
