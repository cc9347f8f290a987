//! Properties of the whole market, over all currencies, several seeds and many days.

use super::*;

const SEEDS: [Seed; 4] = [Seed(0), Seed(1), Seed(42), Seed(u64::MAX)];

fn rates() -> Rates {
    let table = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/responses/world/currencies.json"));
    Rates::from_table(table).expect("the table is sound")
}

fn get<'a>(rates: &'a Rates, code: &str) -> &'a Currency {
    rates.find(code).unwrap_or_else(|| panic!("{code} is known"))
}

/// Days from 2015 to 2035 in steps that hit all weekdays and months.
fn sampled() -> impl Iterator<Item = Date> {
    FIRST_DAY.series(97.days()).take_while(|day| day.year() <= 2035)
}

/// All days from 2015 to 2035.
fn every_day() -> impl Iterator<Item = Date> {
    FIRST_DAY.series(1.day()).take_while(|day| day.year() <= 2035)
}

#[test]
fn the_table_holds_the_worlds_money() {
    let rates = rates();
    let fiat = rates.all().iter().filter(|c| c.kind == Kind::Fiat).count();
    assert!(fiat >= 150, "{fiat} fiat currencies");
    assert!(rates.all().len() - fiat >= 25);
    let order: Vec<_> = rates.all().iter().map(|c| (c.kind, &c.code)).collect();
    assert!(order.is_sorted());
}

#[test]
fn every_price_is_positive_and_finite() {
    let rates = rates();
    for (currency, day) in rates.all().iter().flat_map(|c| sampled().map(move |d| (c, d))) {
        let price = rates.usd_per(Seed(42), currency, day);
        assert!(price.is_finite() && price > 0.0, "{} on {day}: {price}", currency.code);
    }
}

#[test]
fn no_triangle_earns_more_than_rounding() {
    let rates = rates();
    let day = date(2026, 3, 2);
    let all = rates.all();
    let pairs = all.iter().flat_map(|a| all.iter().step_by(13).map(move |b| (a, b)));
    for (i, (a, b)) in pairs.enumerate() {
        let c = &all[i * 7 % all.len()];
        let [ab, bc, ac] = [(a, b), (b, c), (a, c)].map(|(x, y)| rates.rate(Seed(42), x, y, day).value);
        // Each rate is off by half a unit of its sixth digit at most, 5e-6 of it.
        assert!((ab * bc / ac - 1.0).abs() < 1.6e-5, "{} {} {}: {ab} {bc} {ac}", a.code, b.code, c.code);
    }
}

#[test]
fn the_inverse_is_the_inverse_up_to_rounding_and_a_currency_is_worth_itself() {
    let rates = rates();
    for (a, day) in rates.all().iter().flat_map(|c| sampled().step_by(7).map(move |d| (c, d))) {
        for b in ["USD", "EUR", "RUB", "JPY", "BTC"].map(|code| get(&rates, code)) {
            let [there, back] = [(a, b), (b, a)].map(|(x, y)| rates.rate(Seed(1), x, y, day).value);
            assert!((there * back - 1.0).abs() < 1.1e-5, "{} {} {day}: {there} {back}", a.code, b.code);
        }
        assert_eq!(rates.rate(Seed(1), a, a, day).value, 1.0);
    }
}

#[test]
fn an_amount_comes_back_within_rounding() {
    let rates = rates();
    let (euro, day) = (get(&rates, "EUR"), date(2026, 3, 2));
    for other in rates.all() {
        let there = convert(1000.0, &rates.rate(Seed(42), euro, other, day), other);
        let back = convert(there, &rates.rate(Seed(42), other, euro, day), euro);
        let unit = libm::pow(10.0, -f64::from(other.minor_units)) * rates.rate(Seed(42), other, euro, day).value;
        assert!((back - 1000.0).abs() <= 0.011 + unit, "{}: {there} and back {back}", other.code);
    }
}

#[test]
fn rates_have_six_digits_and_with_crypto_eight() {
    let rates = rates();
    for target in rates.all() {
        let rate = rates.rate(Seed(42), get(&rates, "EUR"), target, date(2026, 3, 2)).value;
        let mantissa = format!("{rate:e}").split('e').next().map_or(0, |m| m.replace('.', "").len());
        assert!(mantissa <= if target.is_crypto() { 8 } else { 6 }, "{}: {rate}", target.code);
    }
}

#[test]
fn majors_move_less_than_three_percent_a_day_and_crypto_less_than_fifteen() {
    let rates = rates();
    let majors = ["USD", "EUR", "GBP", "JPY", "CHF", "CAD", "AUD", "NZD", "SEK", "NOK"].map(|code| get(&rates, code));
    let coins = rates.all().iter().filter(|c| c.is_crypto());
    for (currency, (years, seed)) in
        majors.into_iter().chain(coins).flat_map(|c| SEEDS.iter().enumerate().map(move |s| (c, s)))
    {
        // Against the euro, whose own moves come on top; the dollar's are nil. Another two years for each seed.
        let from = date(2016 + 5 * years as i16, 1, 1);
        let series = rates.series(*seed, currency, get(&rates, "EUR"), from, from + 2.years());
        let limit = if currency.is_crypto() { 0.15 } else { 0.03 };
        let worst = series.windows(2).map(|w| (w[1].rate / w[0].rate - 1.0).abs()).fold(0.0, f64::max);
        assert!(worst < limit, "{}: {worst}", currency.code);
    }
}

#[test]
fn rates_are_the_numbers_they_always_were() {
    let rates = rates();
    let on =
        |base: &str, target: &str| rates.rate(Seed(42), get(&rates, base), get(&rates, target), date(2026, 3, 2)).value;
    let drawn = [on("EUR", "USD"), on("USD", "RUB"), on("EUR", "DKK"), on("BTC", "EUR"), on("RUB", "BTC")];
    assert_eq!(drawn, [1.15009, 76.4154, 7.45953, 90_185.962, 1.261_681_2e-7]);
}

#[test]
fn no_world_leaves_what_is_plausible() {
    let rates = rates();
    let bounds = [
        ("EUR", "USD", 0.95, 1.25),
        ("USD", "RUB", 60.0, 120.0),
        ("GBP", "USD", 1.1, 1.7),
        ("USD", "JPY", 100.0, 175.0),
    ];
    for (base, target, low, high) in bounds {
        let pair = [base, target].map(|code| get(&rates, code));
        for seed in (0..40).map(Seed) {
            for day in sampled() {
                let rate = rates.rate(seed, pair[0], pair[1], day).value;
                assert!((low..high).contains(&rate), "{base}{target} {rate} on {day} of seed {}", seed.0);
            }
        }
    }
}

#[test]
fn worlds_differ_and_years_move() {
    let rates = rates();
    let [euro, dollar] = ["EUR", "USD"].map(|code| get(&rates, code));
    let on_a_day: Vec<f64> = (0..40).map(|s| rates.rate(Seed(s), euro, dollar, date(2026, 3, 2)).value).collect();
    let (low, high) = on_a_day.iter().fold((f64::MAX, 0.0_f64), |(l, h), r| (l.min(*r), h.max(*r)));
    assert!(high / low > 1.05, "forty seeds stay within {low} and {high}");
    let year = rates.series(Seed(42), euro, dollar, date(2025, 3, 2), date(2026, 3, 2));
    assert!(year.windows(2).filter(|w| w[0].rate != w[1].rate).count() > 350);
}

#[test]
fn pegs_stay_within_their_bands() {
    let rates = rates();
    for currency in rates.all() {
        let Some(peg) = &currency.peg else { continue };
        let other = get(&rates, &peg.to);
        for day in every_day().step_by(31) {
            let units = rates.usd_per(Seed(7), other, day) / rates.usd_per(Seed(7), currency, day);
            let off = (units / peg.parity - 1.0).abs();
            assert!(off <= peg.band * 1.01 + 1e-9, "{} on {day}: {units} for one {}", currency.code, peg.to);
        }
    }
    let day = date(2026, 3, 2);
    assert_eq!(rates.rate(Seed(7), get(&rates, "USD"), get(&rates, "AED"), day).value, 3.6725);
    assert_eq!(rates.rate(Seed(7), get(&rates, "EUR"), get(&rates, "XOF"), day).value, 655.957);
    assert_eq!(rates.rate(Seed(7), get(&rates, "XAF"), get(&rates, "XOF"), day).value, 1.0);
}

#[test]
fn a_day_alone_has_the_rate_it_has_in_a_series_and_a_trend() {
    let rates = rates();
    let today = date(2026, 3, 2);
    let [euro, rouble] = ["EUR", "RUB"].map(|code| get(&rates, code));
    let trend = rates.trend(Seed(42), euro, Period::Year, today);
    for point in &trend.points {
        assert_eq!(point.rate, rates.rate(Seed(42), euro, rouble, point.date).value);
    }
    assert_eq!(rates.series(Seed(42), euro, rouble, today, today), vec![trend.end]);
    assert!(rates.series(Seed(42), euro, rouble, today, FIRST_DAY).is_empty());
}

#[test]
fn codes_names_nicknames_and_signs_are_found() {
    let rates = rates();
    let spellings = [
        ("usd", "USD"),
        (" Euro ", "EUR"),
        ("US dollars", "USD"),
        ("dollar", "USD"),
        ("€", "EUR"),
        ("£", "GBP"),
        ("CA$", "CAD"),
        ("Rouble", "RUB"),
        ("yuan", "CNY"),
        ("RMB", "CNY"),
        ("złoty", "PLN"),
        ("Icelandic króna", "ISK"),
        ("Ether", "ETH"),
        ("bitcoin", "BTC"),
        ("₽", "RUB"),
        ("pa'anga", "TOP"),
        ("São Tomé and Príncipe dobra", "STN"),
        ("F CFA", "XOF"),
    ];
    for (text, code) in spellings {
        assert_eq!(rates.find(text).map(|c| c.code.as_str()), Some(code), "{text}");
    }
    for ambiguous in ["peso", "franc", "krone", "kr", "rupee", "dinar", "c$", "", "BGN"] {
        assert_eq!(rates.find(ambiguous), None, "{ambiguous}");
    }
}

#[test]
fn suggestions_are_what_may_have_been_meant() {
    let rates = rates();
    let suggested = [
        ("BGN", "EUR"),
        ("bulgarian lev", "EUR"),
        ("Swiss", "CHF"),
        ("pesos", "MXN"),
        ("EURO dollar", "USD"),
        ("bitcon", "BTC"),
        ("ANG", "XCG"),
        ("rupee", "INR"),
        ("swedish", "SEK"),
        ("USDD", "USD"),
    ];
    for (text, code) in suggested {
        let near = rates.near(text);
        assert!(near.len() <= 3 && near.iter().any(|n| n == code), "{text}: {near:?}");
    }
    assert!(rates.near("zzzzzzzz").is_empty());
}

#[test]
fn central_bank_nominals_bring_the_quotation_above_ten() {
    let rates = rates();
    let expected =
        [("USD", 1), ("CNY", 1), ("TRY", 10), ("JPY", 100), ("KRW", 1000), ("VND", 10_000), ("RUB", 1), ("BTC", 1)];
    for (code, nominal) in expected {
        assert_eq!(rates.nominal(get(&rates, code)), nominal, "{code}");
    }
}

#[test]
fn a_broken_table_is_refused_with_the_row() {
    let table = |rows: &str| {
        let head = r#"{"table": "currencies", "description": "", "source": "", "licence": "", "columns": []"#;
        Rates::from_table(format!("{head}, \"rows\": [{rows}]}}").as_bytes()).expect_err("it is broken")
    };
    let row =
        |code: &str, peg: &str| format!(r#"["{code}", "fiat", null, "{code}", "", 2, [], [], 1, 0, {peg}, null, []]"#);
    let circle = format!("{},{}", row("AAA", r#""pegged", "BBB", 1, 0"#), row("BBB", r#""pegged", "AAA", 1, 0"#));
    assert!(table(&circle).contains("AAA: its peg leads in a circle"));
    assert!(table(&row("AAA", r#""pegged", "EUR", 1, 0"#)).contains("EUR, which is unknown"));
    assert!(table(&row("AAA", r#""low", "USD", 1, 0"#)).contains("go together"));
    assert!(table(&row("AAA", r#""low", null, null, null"#)).contains("RUB is missing"));
    let twins = [row("AAA", r#""low", null, null, null"#), row("aaa", r#""low", null, null, null"#)].join(",");
    assert!(table(&twins).contains("leads to AAA and aaa"));
}
