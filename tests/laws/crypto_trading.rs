//! Laws of `crypto-trading`: one path of prices, and a book of orders that follows from it.
//!
//! Session tables (those of `crypto-wallet` begin with `crypto_wallet` instead):
//! `crypto_trading_accounts` by account id: `account_id`, `owner`, `email`, `currency`, `opened_at`, `verified_at` or null,
//! `balances` as a list of `{currency, amount}` from before all orders. The first one is used where no id is given; without a
//! row the world has an account `main`.
//! `crypto_trading_orders` by order id: `order_id`, `account_id`, `asset`, `money`, `side`, `amount`, `limit_price` or null,
//! `fill_price` (of an order that was filled at once) or null, `created_at`.
//! `crypto_trading_cancellations` by order id: `order_id`, `cancelled_at`.

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::bench::{Bench, items};

const SET: &str = "crypto-trading";

fn ok(bench: &mut Bench, tool: &str, arguments: Value) -> Value {
    bench.ok(&format!("{SET}/{tool}"), arguments)
}

fn refused(bench: &mut Bench, tool: &str, arguments: Value) -> (u16, String, Value) {
    bench.refused(&format!("{SET}/{tool}"), arguments)
}

fn num(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

fn price(bench: &mut Bench, pair: &str) -> f64 {
    num(&ok(bench, "getRealTimePrice", json!({"currency": pair}))["price"])
}

fn candles(bench: &mut Bench, pair: &str, from: &str, to: &str) -> Vec<Value> {
    let asked = json!({"currency": pair, "start_date": from, "end_date": to});
    items(&ok(bench, "getHistoricalPrice", asked)["candles"]).to_vec()
}

fn available(order: &Value, currency: &str) -> f64 {
    let row = items(&order["balances"]).iter().find(|row| row["currency"] == currency);
    num(&row.expect("the balance is told")["available"])
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-7 * a.abs().max(b.abs()).max(1e-12)
}

/// Assets that were all traded in 2020.
fn asset() -> impl Strategy<Value = &'static str> {
    prop::sample::select(&["BTC", "ETH", "LTC", "ADA", "DOGE", "XMR", "BAT", "ZEC", "USDC", "BCH", "XTZ", "MKR"][..])
}

fn money() -> impl Strategy<Value = &'static str> {
    prop::sample::select(&["EUR", "USD", "JPY", "GBP", "KWD", "INR", "TRY", "CHF", "XOF"][..])
}

/// Moments of 2025 and 2026, on the minute.
fn moment() -> impl Strategy<Value = String> {
    (2025..=2026, 1..=12, 1..=28, 0..24, 0..60)
        .prop_map(|(y, m, d, h, min)| format!("{y}-{m:02}-{d:02}T{h:02}:{min:02}:00Z"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn no_way_round_two_currencies_earns_anything(seed: u64, asset in asset(), money in money(), at in moment()) {
        let mut bench = Bench::new(seed).at(&at, "UTC");
        let (there, dollars) = (price(&mut bench, &format!("{asset}-{money}")), price(&mut bench, &format!("{asset}-USD")));
        let pair = json!({"baseCurrency": "USD", "targetCurrency": money, "date": &at[..10]});
        let rate = num(&bench.ok("currency-exchange/getHistoricalRates", pair)["rate"]);
        prop_assert!((dollars * rate / there - 1.0).abs() < 1e-5, "{there} {dollars} {rate}");
        let told = ok(&mut bench, "getRealTimePrice", json!({"currency": format!("{asset}/{money}")}));
        prop_assert_eq!(num(&told["usd_rate"]), rate);
    }

    #[test]
    fn a_day_opens_at_the_rate_of_the_exchange_and_closes_where_the_next_opens(seed: u64, at in moment(), money in money()) {
        let mut bench = Bench::new(seed).at(&at, "UTC");
        let from = "2024-11-20";
        for asset in ["BTC", "SHIB", "USDT"] {
            let days = candles(&mut bench, &format!("{asset}-{money}"), from, "2024-12-02");
            prop_assert_eq!(days.len(), 13);
            prop_assert!(days.windows(2).all(|pair| pair[0]["close"] == pair[1]["open"]));
            for day in days {
                let pair = json!({"baseCurrency": asset, "targetCurrency": money, "date": day["date"]});
                prop_assert_eq!(&bench.ok("currency-exchange/getHistoricalRates", pair)["rate"], &day["open"]);
                let [open, high, low, close] = ["open", "high", "low", "close"].map(|field| num(&day[field]));
                prop_assert!(low <= open.min(close) && open.max(close) <= high);
            }
        }
    }

    #[test]
    fn the_price_of_now_is_the_close_of_the_running_day_and_never_leaves_what_the_day_becomes(seed: u64, asset in asset(), at in moment()) {
        let mut bench = Bench::new(seed).at(&at, "UTC");
        let now = price(&mut bench, asset);
        let day = &at[..10];
        let running = candles(&mut bench, asset, day, day).remove(0);
        prop_assert_eq!(num(&running["close"]), now);
        prop_assert_eq!(&running["complete"], &json!(false));
        let mut later = bench.at("2027-02-03T04:05:06Z", "UTC");
        let whole = candles(&mut later, asset, day, day).remove(0);
        prop_assert_eq!(&whole["open"], &running["open"]);
        prop_assert!(num(&whole["low"]) <= num(&running["low"]) && num(&running["high"]) <= num(&whole["high"]));
        prop_assert!(num(&running["volume"]) <= num(&whole["volume"]));
    }

    #[test]
    fn joined_ranges_are_the_whole(seed: u64, asset in asset(), cut in 1_usize..30) {
        let mut bench = Bench::new(seed);
        let whole = candles(&mut bench, asset, "2026-01-01", "2026-01-31");
        let day = |n: usize| format!("2026-01-{n:02}");
        let mut joined = candles(&mut bench, asset, &day(1), &day(cut));
        joined.extend(candles(&mut bench, asset, &day(cut + 1), &day(31)));
        prop_assert_eq!(joined, whole);
    }

    #[test]
    fn indicators_follow_from_the_daily_candles(seed: u64, asset in asset(), period in 2_usize..60) {
        let mut bench = Bench::new(seed);
        let all = ["SMA", "EMA", "WMA", "RSI", "MACD", "BBANDS", "ATR", "STOCH", "WILLR", "CCI", "ROC", "MOM", "OBV"];
        let told = ok(&mut bench, "getTechnicalIndicators", json!({"currency": asset, "indicators": all, "timePeriod": period}));
        prop_assert_eq!(&told["as_of"], &json!("2026-03-01"));
        let days = candles(&mut bench, asset, told["from"].as_str().unwrap_or_default(), "2026-03-01");
        prop_assert_eq!(days.len(), 365);
        for (field, back) in [("value", 0), ("previous", 1)] {
            let days = &days[..days.len() - back];
            for (indicator, name, expected) in by_hand(days, period) {
                let row = items(&told["indicators"]).iter().find(|row| row["indicator"] == indicator).expect("asked for");
                let value = items(&row["values"]).iter().find(|value| value["name"] == name).expect("a value");
                let value = num(&value[field]);
                // Differences of large numbers carry the error of those.
                let slack = if name == "histogram" || name == "macd" { num(&told["close"]) * 1e-8 } else { 1e-6 };
                prop_assert!((value - expected).abs() <= slack.max(value.abs() * 1e-6), "{indicator} {name} {field}: {value}, by hand {expected}");
            }
        }
    }

    #[test]
    fn signals_follow_from_the_indicators(seed: u64, asset in asset(), threshold in 0.05_f64..1.0) {
        let mut bench = Bench::new(seed);
        let names = ["RSI", "SMA", "MACD", "BBANDS", "STOCH", "WILLR", "CCI", "ROC"];
        let told = ok(&mut bench, "getTechnicalIndicators", json!({"currency": asset, "indicators": names}));
        let said = ok(&mut bench, "getTradingSignals", json!({"currency": asset, "indicators": names, "threshold": threshold}));
        let close = num(&said["close"]);
        prop_assert_eq!(&told["close"], &said["close"]);
        let mut sum = 0.0;
        for (row, signal) in items(&told["indicators"]).iter().zip(items(&said["signals"])) {
            let value = |n: usize| num(&row["values"][n]["value"]);
            let score = match row["indicator"].as_str().unwrap_or_default() {
                "RSI" => (50.0 - value(0)) / 20.0,
                "SMA" => (close / value(0) - 1.0) / 0.05,
                "MACD" => value(2) / (0.01 * close),
                "BBANDS" => 1.0 - 2.0 * value(3),
                "STOCH" => (50.0 - value(0)) / 30.0,
                "WILLR" => (-50.0 - value(0)) / 30.0,
                "CCI" => -value(0) / 100.0,
                _ => value(0) / 10.0,
            };
            let shown = num(&signal["score"]);
            prop_assert!((shown - score.clamp(-1.0, 1.0)).abs() < 1e-3, "{row} {signal}");
            let word = if shown >= threshold { "buy" } else if shown <= -threshold { "sell" } else { "hold" };
            prop_assert_eq!(&signal["signal"], word);
            sum += shown;
        }
        prop_assert!((num(&said["score"]) - sum / 8.0).abs() < 1e-4);
    }

    #[test]
    fn an_order_moves_exactly_what_it_says(seed: u64, hundredths in 20_i64..200, at in moment()) {
        let mut bench = Bench::new(seed).at(&at, "UTC");
        let amount = format!("0.{hundredths:04}").parse::<f64>().unwrap();
        let market = price(&mut bench, "ETH");
        let bought = ok(&mut bench, "createOrder", json!({"currency": "ETH", "amount": amount, "type": "buy"}));
        prop_assert_eq!(num(&bought["fill_price"]), market);
        let [value, fee, total] = ["value", "fee", "total"].map(|field| num(&bought[field]));
        prop_assert!((value - amount * market).abs() <= 0.005 + 1e-9 && (fee - value * 0.004).abs() <= 0.005 + 1e-9);
        prop_assert!(close(total, value + fee) && close(available(&bought, "EUR"), 10_000.0 - total));
        let before = available(&bought, "ETH");
        let sold = ok(&mut bench, "createOrder", json!({"currency": "ETH", "amount": amount, "type": "sell"}));
        prop_assert!(close(available(&sold, "ETH"), before - amount));
        prop_assert!(close(available(&sold, "EUR"), 10_000.0 - total + num(&sold["total"])));
        for shown in items(&sold["balances"]).iter().map(|row| row["available"].to_string()) {
            prop_assert!(shown.split('.').nth(1).is_none_or(|decimals| decimals.len() <= 8), "{} has a tail", shown);
        }
    }

    #[test]
    fn a_waiting_order_is_filled_in_the_first_minute_that_reaches_its_limit(seed: u64, below in 1_i64..60, buy: bool) {
        let start = Bench::new(seed);
        let market = price(&mut start.clone(), "SOL");
        let (side, factor) = if buy { ("buy", 1.0 - below as f64 / 1000.0) } else { ("sell", 1.0 + below as f64 / 1000.0) };
        let limit = (market * factor * 100.0).round() / 100.0;
        let mut bench = start;
        ok(&mut bench, "createOrder", json!({"currency": "SOL", "amount": 2, "type": "buy"}));
        let placed = ok(&mut bench, "createOrder", json!({"currency": "SOL", "amount": 1, "type": side, "price": limit}));
        prop_assert_eq!(&placed["status"], "open");
        let later = bench.at("2026-03-12T18:30:00+01:00", "Europe/Amsterdam");
        let told = ok(&mut later.clone(), "getNotifications", json!({"type": "order_filled"}));
        let id = placed["order_id"].as_str().unwrap_or_default().to_owned();
        let filled = items(&told["notifications"]).iter().find(|n| n["text"].as_str().is_some_and(|t| t.contains(&id)));
        let reached = |price: f64| if buy { price <= limit } else { price >= limit };
        match filled {
            Some(filled) => {
                let at: jiff::Timestamp = filled["at"].as_str().unwrap_or_default().parse().unwrap();
                let mut then = later.clone().at(&at.to_string(), "UTC");
                prop_assert!(reached(price(&mut then, "SOL")));
                for minutes in [1, 2, 7, 61, 200] {
                    let before = at - jiff::SignedDuration::from_mins(minutes);
                    if before > "2026-03-02T08:00:00Z".parse::<jiff::Timestamp>().unwrap() {
                        prop_assert!(!reached(price(&mut then.clone().at(&before.to_string(), "UTC"), "SOL")));
                    }
                }
                let (status, code, _) = refused(&mut then, "deleteOrder", json!({"orderId": id}));
                prop_assert_eq!((status, code.as_str()), (409, "order_filled"));
            }
            None => {
                let days = candles(&mut later.clone(), "SOL", "2026-03-03", "2026-03-12");
                let extreme = if buy { "low" } else { "high" };
                prop_assert!(days.iter().all(|day| !reached(num(&day[extreme]))));
            }
        }
    }

    #[test]
    fn whatever_is_called_an_asset_gets_an_answer_or_suggestions_that_work(text in "[ -~]{1,14}") {
        let mut bench = Bench::new(0);
        let outcome = bench.call(&format!("{SET}/getRealTimePrice"), json!({"currency": text}));
        prop_assert!(matches!(outcome.status, 200 | 404 | 422), "{text}: {}", outcome.body);
        for suggestion in outcome.body["suggestions"].as_array().into_iter().flatten() {
            ok(&mut bench, "getRealTimePrice", json!({"currency": suggestion}));
        }
    }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

fn exponential(values: &[f64], period: usize) -> Vec<f64> {
    let alpha = 2.0 / (period as f64 + 1.0);
    values[period..].iter().fold(vec![mean(&values[..period])], |mut all, value| {
        let last = all[all.len() - 1];
        all.push(alpha * value + (1.0 - alpha) * last);
        all
    })
}

fn wilder(values: &[f64], period: usize) -> f64 {
    let n = period as f64;
    values[period..].iter().fold(mean(&values[..period]), |last, value| (last * (n - 1.0) + value) / n)
}

/// The textbook's indicators: short name, name of the value, value.
fn by_hand(days: &[Value], n: usize) -> Vec<(&'static str, &'static str, f64)> {
    let of = |field: &str| days.iter().map(|day| num(&day[field])).collect::<Vec<f64>>();
    let (closes, highs, lows, volumes) = (of("close"), of("high"), of("low"), of("volume"));
    let last = closes.len() - 1;
    let tail = &closes[closes.len() - n..];
    let middle = mean(tail);
    let deviation = mean(&tail.iter().map(|c| (c - middle) * (c - middle)).collect::<Vec<_>>()).sqrt();
    let changes: Vec<f64> = closes.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let gains = wilder(&changes.iter().map(|c| c.max(0.0)).collect::<Vec<_>>(), n);
    let losses = wilder(&changes.iter().map(|c| (-c).max(0.0)).collect::<Vec<_>>(), n);
    let (fast, slow) = (exponential(&closes, 12), exponential(&closes, 26));
    let line: Vec<f64> = slow.iter().enumerate().map(|(i, s)| fast[i + 14] - s).collect();
    let (macd, signal) = (line[line.len() - 1], exponential(&line, 9).last().copied().unwrap());
    let ranges: Vec<f64> = (1..=last).map(|i| highs[i].max(closes[i - 1]) - lows[i].min(closes[i - 1])).collect();
    let k = |i: usize| {
        let high = highs[i + 1 - n..=i].iter().copied().fold(f64::MIN, f64::max);
        let low = lows[i + 1 - n..=i].iter().copied().fold(f64::MAX, f64::min);
        100.0 * (closes[i] - low) / (high - low)
    };
    let typical: Vec<f64> = (closes.len() - n..closes.len()).map(|i| (highs[i] + lows[i] + closes[i]) / 3.0).collect();
    let spread = mean(&typical.iter().map(|t| (t - mean(&typical)).abs()).collect::<Vec<_>>());
    let obv = changes.iter().zip(&volumes[1..]).fold(0.0, |sum, (c, v)| {
        if *c > 0.0 {
            sum + v
        } else if *c < 0.0 {
            sum - v
        } else {
            sum
        }
    });
    let weights = (n * (n + 1)) as f64 / 2.0;
    vec![
        ("SMA", "sma", middle),
        ("EMA", "ema", exponential(&closes, n).last().copied().unwrap()),
        ("WMA", "wma", tail.iter().enumerate().map(|(i, c)| (i + 1) as f64 * c).sum::<f64>() / weights),
        ("RSI", "rsi", 100.0 - 100.0 / (1.0 + gains / losses)),
        ("MACD", "macd", macd),
        ("MACD", "histogram", macd - signal),
        ("BBANDS", "upper", middle + 2.0 * deviation),
        ("BBANDS", "lower", middle - 2.0 * deviation),
        ("ATR", "atr", wilder(&ranges, n)),
        ("STOCH", "k", k(last)),
        ("STOCH", "d", (k(last) + k(last - 1) + k(last - 2)) / 3.0),
        ("WILLR", "williams_r", k(last) - 100.0),
        ("CCI", "cci", (typical[n - 1] - mean(&typical)) / (0.015 * spread)),
        ("ROC", "roc", 100.0 * (closes[last] / closes[last - n] - 1.0)),
        ("MOM", "momentum", closes[last] - closes[last - n]),
        ("OBV", "obv", obv),
    ]
}

#[test]
fn an_open_order_holds_back_and_its_cancellation_frees_once() {
    let mut bench = Bench::new(4);
    let placed =
        ok(&mut bench, "createOrder", json!({"currency": "BTC", "amount": 0.1, "type": "buy", "price": 20000}));
    assert_eq!(placed["reserved"], json!({"currency": "EUR", "amount": 2005}));
    assert_eq!(available(&placed, "EUR"), 7995.0);
    let too_much = json!({"currency": "BTC", "amount": 0.4, "type": "buy", "price": 20000});
    assert_eq!(refused(&mut bench, "createOrder", too_much.clone()).1, "insufficient_funds");
    let id = json!({"orderId": placed["order_id"]});
    let cancelled = ok(&mut bench, "deleteOrder", id.clone());
    assert_eq!((&cancelled["status"], available(&cancelled, "EUR")), (&json!("cancelled"), 10_000.0));
    let (status, code, _) = refused(&mut bench, "deleteOrder", id);
    assert_eq!((status, code.as_str()), (409, "already_cancelled"));
    ok(&mut bench, "createOrder", too_much);
    let (status, code, body) = refused(&mut bench, "deleteOrder", json!({"orderId": "nonsense"}));
    assert_eq!((status, code.as_str()), (404, "unknown_order"));
    ok(&mut bench, "deleteOrder", json!({"orderId": body["suggestions"][0]}));
}

#[test]
fn all_of_the_money_can_be_spent_and_no_cent_more() {
    let mut bench = Bench::new(9);
    let market = price(&mut bench, "BTC");
    let most = (10_000.0 / 1.004 / market * 1e8).floor() / 1e8;
    assert_eq!(
        refused(&mut bench, "createOrder", json!({"currency": "BTC", "amount": most * 1.0001, "type": "buy"})).1,
        "amount_too_precise",
    );
    let above = ((most + 2e-6) * 1e8).round() / 1e8;
    let (_, code, _) = refused(&mut bench, "createOrder", json!({"currency": "BTC", "amount": above, "type": "buy"}));
    assert_eq!(code, "insufficient_funds");
    let order = ok(&mut bench, "createOrder", json!({"currency": "BTC", "amount": most, "type": "buy"}));
    assert!(available(&order, "EUR") < 0.02 && available(&order, "EUR") >= 0.0);
}

#[test]
fn a_limit_that_the_market_meets_is_filled_at_the_better_market_price() {
    let mut bench = Bench::new(2);
    let market = price(&mut bench, "ETH");
    let generous = json!({"currency": "ETH", "amount": 0.5, "type": "buy", "price": (market * 1.2).round()});
    let order = ok(&mut bench, "createOrder", generous.clone());
    assert_eq!((&order["status"], num(&order["fill_price"])), (&json!("filled"), market));
    let again = ok(&mut bench, "createOrder", generous);
    assert_ne!(order["order_id"], again["order_id"]);
    assert!(close(available(&order, "EUR") - available(&again, "EUR"), num(&again["total"])));
}

#[test]
fn every_order_event_is_told_once_newest_first() {
    let mut bench = Bench::new(6);
    let filled = ok(&mut bench, "createOrder", json!({"currency": "BTC", "amount": 0.01, "type": "sell"}));
    let open = ok(&mut bench, "createOrder", json!({"currency": "BTC", "amount": 0.01, "type": "buy", "price": 100}));
    ok(&mut bench, "deleteOrder", json!({"orderId": open["order_id"]}));
    let all = ok(&mut bench, "getNotifications", json!({"type": "all"}));
    let rows = items(&all["notifications"]);
    let mut kinds = 0;
    for kind in [
        "account_verified",
        "payment_received",
        "payment_sent",
        "order_created",
        "order_filled",
        "order_cancelled",
        "price_alert",
    ] {
        let some = ok(&mut bench, "getNotifications", json!({"type": kind.to_uppercase()}));
        let expected: Vec<&Value> = rows.iter().filter(|row| row["type"] == kind).collect();
        assert_eq!(items(&some["notifications"]).iter().collect::<Vec<_>>(), expected);
        kinds += expected.len();
    }
    assert_eq!(kinds, rows.len());
    let about = |order: &Value| {
        let id = order["order_id"].as_str().unwrap_or_default();
        rows.iter().filter(|row| row["text"].as_str().is_some_and(|text| text.contains(id))).count()
    };
    assert_eq!((about(&filled), about(&open)), (3, 2));
    let times: Vec<&str> = rows.iter().filter_map(|row| row["at"].as_str()).collect();
    assert!(times.windows(2).all(|pair| pair[0].parse::<jiff::Timestamp>().unwrap() >= pair[1].parse().unwrap()));
    let mut ids: Vec<&Value> = rows.iter().map(|row| &row["id"]).collect();
    ids.sort_by_key(|id| id.to_string());
    ids.dedup();
    assert_eq!(ids.len(), rows.len());
    let other = ok(&mut bench, "getNotifications", json!({"type": "all", "email": "nobody@mail.example"}));
    assert_eq!(other["count"], 0);
    let own = ok(&mut bench, "getNotifications", json!({"type": "all", "email": all["email"]}));
    assert_eq!(own, all);
}

#[test]
fn a_seeded_account_pays_in_its_own_currency() {
    let mut bench = Bench::new(3);
    let row = json!({"account_id": "a-1", "owner": "Ines Prado", "email": "ines@mail.example", "currency": "CHF",
        "opened_at": "2025-05-01T10:00:00Z", "verified_at": null, "balances": [{"currency": "CHF", "amount": 1200.5}]});
    bench.state.insert("crypto_trading_accounts", "a-1", row.as_object().unwrap().clone()).unwrap();
    let told = ok(&mut bench, "getRealTimePrice", json!({"currency": "bitcoin"}));
    assert_eq!(told["quote_currency"], "CHF");
    let order = ok(&mut bench, "createOrder", json!({"currency": "BTC", "amount": 0.005, "type": "buy"}));
    assert_eq!((&order["account_id"], &order["quote_currency"]), (&json!("a-1"), &json!("CHF")));
    assert!(close(available(&order, "CHF"), 1200.5 - num(&order["total"])));
    let verified = ok(&mut bench, "getNotifications", json!({"type": "account_verified"}));
    assert_eq!((&verified["count"], &verified["email"]), (&json!(0), &json!("ines@mail.example")));
    assert_eq!(refused(&mut bench, "deleteOrder", json!({"orderId": "OT0000000001"})).1, "unknown_order");
}

#[test]
fn dates_out_of_range_and_reversed_ranges_are_refused() {
    let mut bench = Bench::new(1);
    let ask = |asset: &str, from: &str, to: &str| json!({"currency": asset, "start_date": from, "end_date": to});
    for (arguments, code) in [
        (ask("BTC", "2026-03-02", "2026-03-03"), "date_out_of_range"),
        (ask("BTC", "2014-12-31", "2015-01-02"), "date_out_of_range"),
        (ask("SUI", "2023-05-02", "2023-05-05"), "date_out_of_range"),
        (ask("BTC", "2026-02-02", "2026-02-01"), "reversed_range"),
        (ask("BTC", "2025-01-01", "2026-01-02"), "range_too_long"),
        (ask("ETH-BTC", "2025-01-01", "2025-01-02"), "unsupported_quote"),
        (ask("EUR", "2025-01-01", "2025-01-02"), "unknown_asset"),
    ] {
        assert_eq!(refused(&mut bench, "getHistoricalPrice", arguments).1, code);
    }
    assert_eq!(candles(&mut bench, "SUI", "2023-05-03", "2023-05-03").len(), 1);
    assert_eq!(candles(&mut bench, "BTC", "2025-01-01", "2026-01-01").len(), 366);
}

#[test]
fn a_young_asset_has_too_little_history_for_long_averages() {
    let mut bench = Bench::new(1).at("2024-12-20T12:00:00Z", "UTC");
    let ask = |period: usize| json!({"currency": "HYPE", "indicators": ["SMA"], "timePeriod": period});
    assert_eq!(refused(&mut bench, "getTechnicalIndicators", ask(50)).1, "not_enough_history");
    assert_eq!(ok(&mut bench, "getTechnicalIndicators", ask(14))["days"], 21);
    let mut early = bench.at("2024-11-01T12:00:00Z", "UTC");
    assert_eq!(refused(&mut early, "getRealTimePrice", json!({"currency": "HYPE"})).1, "not_traded_yet");
}

#[test]
fn spellings_of_one_pair_give_one_answer() {
    let mut bench = Bench::new(8);
    let plain = ok(&mut bench, "getRealTimePrice", json!({"currency": "BTC-EUR"}));
    for spelling in ["BTC", "btc", "Bitcoin", "btc/eur", "BTCEUR", "bitcoin in euros", "₿", "BTC_EUR", "BTC:EUR"] {
        assert_eq!(ok(&mut bench, "getRealTimePrice", json!({"currency": spelling})), plain, "{spelling}");
    }
    let long = "B".repeat(100_000);
    assert_eq!(bench.call("crypto-trading/getRealTimePrice", json!({"currency": long})).status, 422);
    for odd in ["🪙", "بيتكوين", "BTC-🪙"] {
        let outcome = bench.call("crypto-trading/getRealTimePrice", json!({"currency": odd}));
        assert!(matches!(outcome.status, 404 | 422), "{odd}: {}", outcome.body);
    }
}
