//! Laws of `currency-exchange`: one market, seen through seven tools.

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::bench::Bench;

const SET: &str = "currency-exchange";

/// Fiat money of every class of volatility and kind of peg, and crypto assets, all with rates since 2015.
const CODES: [&str; 16] =
    ["EUR", "USD", "RUB", "GBP", "JPY", "KWD", "DKK", "XOF", "HKD", "MOP", "TRY", "NGN", "IRR", "BTC", "LTC", "USDT"];

fn ok(bench: &mut Bench, tool: &str, arguments: Value) -> Value {
    bench.ok(&format!("{SET}/{tool}"), arguments)
}

fn refused(bench: &mut Bench, tool: &str, arguments: Value) -> (u16, String, Value) {
    bench.refused(&format!("{SET}/{tool}"), arguments)
}

fn rate_on(bench: &mut Bench, base: &str, target: &str, day: &str) -> f64 {
    let answer = ok(bench, "getHistoricalRates", json!({"baseCurrency": base, "targetCurrency": target, "date": day}));
    answer["rate"].as_f64().expect("a rate is a number")
}

/// Days from 2016 on, so that there is always a day before and every code above has a rate.
fn day() -> impl Strategy<Value = String> {
    (2016..=2025, 1..=12, 1..=28).prop_map(|(year, month, day)| format!("{year}-{month:02}-{day:02}"))
}

fn code() -> impl Strategy<Value = &'static str> {
    prop::sample::select(&CODES[..])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn a_rate_of_a_day_is_the_same_number_wherever_it_is_shown(seed: u64, base in code(), target in code(), day in day()) {
        let mut bench = Bench::new(seed).at(&format!("{day}T12:00:00Z"), "UTC");
        let pair = json!({"baseCurrency": base, "targetCurrency": target});
        let single = ok(&mut bench, "getHistoricalRates", json!({"baseCurrency": base, "targetCurrency": target, "date": day}));
        let rate = &single["rate"];
        prop_assert_eq!(&ok(&mut bench, "RetrieveExchangeRate", pair)["rates"], &json!([{"date": day, "rate": rate}]));
        let convert = json!({"fromCurrency": base, "toCurrency": target, "amount": 1});
        prop_assert_eq!(&ok(&mut bench, "convertCurrency", convert)["rate"], rate);
        let table = ok(&mut bench, "getAllExchangeRates", json!({"baseCurrency": base}));
        let row = table["rates"].as_array().and_then(|rows| rows.iter().find(|row| row["currency"] == target)).cloned().unwrap_or_default();
        prop_assert_eq!(&row["rate"], rate);
    }

    #[test]
    fn the_rouble_tools_quote_the_rate_against_the_rouble(seed: u64, currency in code(), day in day()) {
        let mut bench = Bench::new(seed).at(&format!("{day}T12:00:00Z"), "UTC");
        let quote = ok(&mut bench, "getExchangeRate", json!({"currency": currency}));
        prop_assert_eq!(quote["rate"].as_f64(), Some(rate_on(&mut bench, currency, "RUB", &day)));
        let before = quote["previousDate"].as_str().unwrap_or_default().to_owned();
        prop_assert_eq!(quote["previousRate"].as_f64(), Some(rate_on(&mut bench, currency, "RUB", &before)));
        let trend = ok(&mut bench, "getExchangeTrends", json!({"currency": currency, "period": "1d"}));
        prop_assert_eq!([&trend["endRate"], &trend["startRate"], &trend["change"]], [&quote["rate"], &quote["previousRate"], &quote["change"]]);
        let nominal = quote["nominal"].as_f64().unwrap_or_default() * quote["rate"].as_f64().unwrap_or_default();
        prop_assert!((quote["nominalRate"].as_f64().unwrap_or_default() / nominal - 1.0).abs() < 1e-12);
    }

    #[test]
    fn a_conversion_is_the_amount_times_the_shown_rate_and_comes_back(cents in 0_i64..10_000_000, target in code(), seed: u64) {
        let mut bench = Bench::new(seed);
        let amount = format!("{}.{:02}", cents / 100, cents % 100).parse::<f64>().unwrap();
        let there = ok(&mut bench, "convertCurrency", json!({"fromCurrency": "EUR", "toCurrency": target, "amount": amount}));
        let (rate, got) = (there["rate"].as_f64().unwrap(), there["convertedAmount"].as_f64().unwrap());
        let unit = unit_of(target);
        prop_assert!((got - amount * rate).abs() <= unit * 0.500_001 + got * 1e-15, "{there}");
        let back = ok(&mut bench, "convertCurrency", json!({"fromCurrency": target, "toCurrency": "EUR", "amount": got}));
        let (inverse, returned) = (back["rate"].as_f64().unwrap(), back["convertedAmount"].as_f64().unwrap());
        // Half a unit of the target, half a cent, and half a unit in the sixth digit of either rate.
        let rounding = unit * inverse / 2.0 + 0.005_001 + amount * 1.05e-5;
        prop_assert!((returned - amount).abs() <= rounding, "{there} {back}");
    }

    #[test]
    fn no_detour_earns_anything(a in code(), b in code(), c in code(), day in day(), seed: u64) {
        let mut bench = Bench::new(seed);
        let [ab, bc, ac] = [(a, b), (b, c), (a, c)].map(|(x, y)| rate_on(&mut bench, x, y, &day));
        prop_assert!((ab * bc / ac - 1.0).abs() < 1.6e-5, "{a} {b} {c}: {ab} {bc} {ac}");
    }

    #[test]
    fn a_range_is_its_days_one_by_one(base in code(), target in code(), day in day(), length in 0_i64..12) {
        let mut bench = Bench::new(7);
        let start: jiff::civil::Date = day.parse().unwrap();
        let end = start + jiff::Span::new().days(length);
        let range = json!({"baseCurrency": base, "targetCurrency": target, "startDate": day, "endDate": end.to_string()});
        let rows = ok(&mut bench, "RetrieveExchangeRate", range)["rates"].as_array().cloned().unwrap_or_default();
        prop_assert_eq!(rows.len() as i64, length + 1);
        for row in rows {
            let day = row["date"].as_str().unwrap_or_default();
            prop_assert_eq!(row["rate"].as_f64(), Some(rate_on(&mut bench, base, target, day)));
        }
    }

    #[test]
    fn whatever_is_called_a_currency_gets_an_answer_or_suggestions_that_work(text in "[ -~]{1,12}") {
        let mut bench = Bench::new(0);
        let outcome = bench.call(&format!("{SET}/getExchangeRate"), json!({"currency": text}));
        prop_assert!(outcome.is_ok() || outcome.status == 404, "{text}: {}", outcome.body);
        for suggestion in outcome.body["suggestions"].as_array().into_iter().flatten() {
            ok(&mut bench, "getExchangeRate", json!({"currency": suggestion}));
        }
    }
}

/// The smallest amount of a currency.
fn unit_of(code: &str) -> f64 {
    match code {
        "JPY" | "XOF" => 1.0,
        "KWD" => 0.001,
        "BTC" | "LTC" | "USDT" => 1e-8,
        _ => 0.01,
    }
}

#[test]
fn every_supported_currency_is_known_by_code_and_name_to_all_tools() {
    let mut bench = Bench::new(42);
    let list = ok(&mut bench, "getSupportedCurrencies", json!({}));
    let table = ok(&mut bench, "getAllExchangeRates", json!({"baseCurrency": "USD"}));
    let currencies = list["currencies"].as_array().cloned().unwrap_or_default();
    let codes = |rows: &Value, key: &str| -> Vec<Value> {
        rows.as_array().into_iter().flatten().map(|row| row[key].clone()).collect()
    };
    assert_eq!(codes(&list["currencies"], "code"), codes(&table["rates"], "currency"));
    assert_eq!(list["total"], currencies.len());
    for currency in &currencies {
        let by_name = ok(&mut bench, "getExchangeRate", json!({"currency": currency["name"]}));
        let by_code = ok(&mut bench, "getExchangeRate", json!({"currency": currency["code"]}));
        assert_eq!(by_name, by_code);
        assert_eq!((&by_code["currency"], &by_code["name"]), (&currency["code"], &currency["name"]));
    }
}

#[test]
fn fiat_and_crypto_make_up_all() {
    let mut bench = Bench::new(42);
    let [all, fiat, crypto] = ["all", "fiat", "crypto"]
        .map(|kind| ok(&mut bench, "getSupportedCurrencies", json!({"type": kind}))["total"].as_u64().unwrap_or(0));
    assert_eq!(all, fiat + crypto);
    assert!(fiat >= 150 && crypto == 30, "{fiat} and {crypto}; the description says thirty crypto assets");
}

#[test]
fn a_currency_is_worth_exactly_itself() {
    let mut bench = Bench::new(42);
    for code in CODES {
        assert_eq!(rate_on(&mut bench, code, code, "2025-06-01"), 1.0);
    }
    let same =
        ok(&mut bench, "convertCurrency", json!({"fromCurrency": "EUR", "toCurrency": "euros", "amount": 12.34}));
    assert_eq!(same["convertedAmount"], 12.34);
}

#[test]
fn spellings_of_one_currency_give_one_answer() {
    let mut bench = Bench::new(42);
    let spellings = [
        ("USD", "us dollars"),
        ("EUR", "€"),
        ("CNY", "RMB"),
        ("GBP", "Pound Sterling"),
        ("PLN", "złoty"),
        ("BTC", "bitcoin"),
    ];
    for (code, spelling) in spellings {
        let plain = ok(&mut bench, "getExchangeTrends", json!({"currency": code}));
        assert_eq!(ok(&mut bench, "getExchangeTrends", json!({"currency": spelling})), plain);
    }
}

#[test]
fn a_trend_sums_up_the_daily_rates_of_its_range() {
    for (period, points) in [("1d", 2), ("7d", 8), ("1m", 29), ("3m", 14), ("1y", 54)] {
        let mut bench = Bench::new(3);
        let trend = ok(&mut bench, "getExchangeTrends", json!({"currency": "GBP", "period": period}));
        let range = json!({"baseCurrency": "GBP", "targetCurrency": "RUB", "startDate": trend["startDate"], "endDate": trend["endDate"]});
        let daily = ok(&mut bench, "RetrieveExchangeRate", range)["rates"].as_array().cloned().unwrap_or_default();
        let rates: Vec<f64> = daily.iter().filter_map(|row| row["rate"].as_f64()).collect();
        let highest = rates.iter().copied().fold(f64::MIN, f64::max);
        let lowest = rates.iter().copied().fold(f64::MAX, f64::min);
        assert_eq!([trend["high"]["rate"].as_f64(), trend["low"]["rate"].as_f64()], [Some(highest), Some(lowest)]);
        let mean = rates.iter().sum::<f64>() / rates.len() as f64;
        assert!((trend["average"].as_f64().unwrap_or(0.0) / mean - 1.0).abs() < 1e-5);
        let shown = trend["points"].as_array().cloned().unwrap_or_default();
        assert_eq!(shown.len(), points, "{period}");
        assert!(shown.iter().all(|point| daily.contains(point)));
        assert_eq!((shown.first(), shown.last()), (daily.first(), daily.last()));
    }
}

#[test]
fn days_end_with_today_in_the_users_time_zone() {
    // Late on 1 March in London it is already the 2nd in Tokyo.
    let ask = |zone: &str| {
        let mut bench = Bench::new(42).at("2026-03-01T20:00:00Z", zone);
        bench.call(&format!("{SET}/getExchangeRate"), json!({"currency": "JPY", "date": "2026-03-02"}))
    };
    assert!(ask("Asia/Tokyo").is_ok());
    assert_eq!(ask("Europe/London").body["code"], "date_out_of_range");
}

#[test]
fn errors_name_what_would_have_worked() {
    let mut bench = Bench::new(42);
    let pair = |start: &str, end: &str| json!({"baseCurrency": "EUR", "targetCurrency": "USD", "startDate": start, "endDate": end});
    let cases = [
        (pair("2026-03-01", "2026-03-03"), 422, "date_out_of_range", "from 2015-01-01 to 2026-03-02"),
        (pair("2014-12-31", "2015-01-03"), 422, "date_out_of_range", "2014-12-31 is outside"),
        (pair("2026-02-02", "2026-02-01"), 422, "reversed_range", "2026-02-02 lies after"),
        (pair("2025-01-01", "2026-01-02"), 422, "range_too_long", "are 367 days"),
        (json!({"baseCurrency": "EUR", "targetCurrency": "peso"}), 404, "unknown_currency", "targetCurrency: 'peso'"),
    ];
    for (arguments, status, code, words) in cases {
        let (got, found, body) = refused(&mut bench, "RetrieveExchangeRate", arguments);
        assert_eq!((got, found.as_str()), (status, code));
        assert!(body["detail"].as_str().is_some_and(|detail| detail.contains(words)), "{body}");
    }
    ok(&mut bench, "RetrieveExchangeRate", pair("2025-01-01", "2026-01-01"));
}

#[test]
fn worlds_of_other_seeds_have_other_rates_and_the_same_world_has_the_same() {
    let ask = |seed| ok(&mut Bench::new(seed), "getAllExchangeRates", json!({"baseCurrency": "EUR"}));
    assert_eq!(ask(1), ask(1));
    assert_ne!(ask(1), ask(2));
}
