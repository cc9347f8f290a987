//! Laws of `crypto-wallet`: the same market as `crypto-trading`, and an account that adds up. Session tables are those named
//! in `crypto_trading`, with names that begin with `crypto_wallet`.

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::bench::{Bench, items};

const SET: &str = "crypto-wallet";

fn ok(bench: &mut Bench, tool: &str, arguments: Value) -> Value {
    bench.ok(&format!("{SET}/{tool}"), arguments)
}

fn num(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

fn account(bench: &mut Bench) -> Value {
    ok(bench, "getAccountInfo", json!({"accountId": "main"}))
}

/// Balances are the sum of the transactions, reserves those of the open orders, and the value that of the balances.
fn adds_up(account: &Value) {
    for balance in items(&account["balances"]) {
        let of = |row: &&Value| row["currency"] == balance["currency"];
        let changes = items(&account["transactions"]).iter().flat_map(|t| items(&t["changes"]));
        let total: f64 = changes.filter(of).map(|change| num(&change["amount"])).sum();
        assert!((total - num(&balance["total"])).abs() < 1e-7, "{balance} {total}");
        let held = items(&account["orders"]).iter().map(|order| &order["reserved"]).filter(of);
        let reserved: f64 = held.map(|held| num(&held["amount"])).sum();
        assert!((reserved - num(&balance["reserved"])).abs() < 1e-7);
        let available = num(&balance["total"]) - num(&balance["reserved"]);
        assert!((available - num(&balance["available"])).abs() < 1e-7 && num(&balance["available"]) >= 0.0);
    }
    let value: f64 = items(&account["balances"]).iter().map(|balance| num(&balance["value"])).sum();
    assert!((value - num(&account["value"])).abs() < 1e-6);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn both_services_see_one_market(seed: u64, hour in 0..24, minute in 0..60) {
        let mut bench = Bench::new(seed).at(&format!("2026-05-17T{hour:02}:{minute:02}:30Z"), "UTC");
        for pair in ["BTC", "ETH-USD", "sol/jpy", "Monero in CHF"] {
            let [here, there] = [SET, "crypto-trading"].map(|set| bench.clone().ok(&format!("{set}/getRealTimePrice"), json!({"currency": pair})));
            prop_assert_eq!(here, there);
            let day = ok(&mut bench, "getHistoricalPrice", json!({"currency": pair, "date": "2026-05-16"}));
            let range = json!({"currency": pair, "start_date": "2026-05-16", "end_date": "2026-05-16"});
            let mut other = bench.ok("crypto-trading/getHistoricalPrice", range)["candles"][0].clone();
            other.as_object_mut().unwrap().remove("date");
            prop_assert_eq!(&day["day"], &other);
        }
    }

    #[test]
    fn hours_make_up_their_day(seed: u64, day in 1..28, hour in 0..24) {
        let mut bench = Bench::new(seed).at(&format!("2026-04-{day:02}T{hour:02}:41:00Z"), "UTC");
        for (back, asset) in [(0, "BTC"), (1, "DOGE-GBP"), (9, "USDC")] {
            let date = format!("2026-{:02}-{day:02}", if back == 0 { 4 } else { 3 });
            let told = ok(&mut bench, "getHistoricalPrice", json!({"currency": asset, "date": date}));
            let (hours, day) = (items(&told["hours"]), &told["day"]);
            prop_assert_eq!(hours.len(), if back == 0 { hour as usize + 1 } else { 24 });
            let of = |field: &str| hours.iter().map(|row| num(&row[field])).collect::<Vec<f64>>();
            prop_assert_eq!(of("high").into_iter().fold(f64::MIN, f64::max), num(&day["high"]));
            prop_assert_eq!(of("low").into_iter().fold(f64::MAX, f64::min), num(&day["low"]));
            prop_assert_eq!((&hours[0]["open"], &hours[hours.len() - 1]["close"]), (&day["open"], &day["close"]));
            prop_assert!(hours.windows(2).all(|pair| pair[0]["close"] == pair[1]["open"]));
            let traded: f64 = of("volume").iter().sum();
            prop_assert!((traded - num(&day["volume"])).abs() <= num(&day["volume"]) * 1e-9);
        }
    }

    #[test]
    fn the_account_adds_up_after_any_orders(seed: u64, orders in prop::collection::vec((0..4_usize, 1..40_i64, any::<bool>(), 0..3_usize), 1..8)) {
        let mut bench = Bench::new(seed);
        let mut day = 2;
        for (asset, size, buy, limit) in orders {
            let asset = ["BTC", "ETH", "LTC", "ADA-EUR"][asset];
            let price = num(&ok(&mut bench, "getRealTimePrice", json!({"currency": asset}))["price"]);
            let amount = ((size as f64 * 25.0 / price) * 1e6).round() / 1e6;
            let mut order = json!({"currency": asset, "amount": amount, "type": if buy { "buy" } else { "sell" }});
            if limit > 0 {
                let factor: f64 = [1.0, 0.97, 1.03][limit];
                order["price"] = json!((price * factor * 1e4).round() / 1e4);
            }
            let before = account(&mut bench);
            let outcome = bench.call("crypto-wallet/createOrder", order);
            let after = account(&mut bench);
            adds_up(&after);
            match outcome.status {
                200 => prop_assert_eq!(items(&after["orders"]).len(), items(&before["orders"]).len() + 1),
                _ => prop_assert_eq!(&after, &before),
            }
            day += 3;
            bench = bench.at(&format!("2026-03-{day:02}T12:00:00+01:00"), "Europe/Amsterdam");
            adds_up(&account(&mut bench));
        }
    }
}

#[test]
fn a_receipt_is_what_the_account_shows() {
    let mut bench = Bench::new(12);
    for (price, status) in [(Value::Null, "filled"), (json!(1000), "open")] {
        let order = json!({"currency": "BTC", "amount": 0.01, "type": "buy", "price": price});
        let mut receipt = ok(&mut bench, "createOrder", order);
        let balances = receipt.as_object_mut().unwrap().remove("balances").unwrap();
        assert_eq!(receipt["status"], status);
        let account = account(&mut bench);
        let mut shown = items(&account["orders"]).iter();
        assert_eq!(shown.find(|order| order["order_id"] == receipt["order_id"]), Some(&receipt));
        for balance in items(&balances) {
            let row = items(&account["balances"]).iter().find(|row| row["currency"] == balance["currency"]).unwrap();
            assert_eq!((&row["total"], &row["available"]), (&balance["total"], &balance["available"]));
        }
    }
}

#[test]
fn a_filled_order_cannot_be_cancelled_and_a_cancelled_one_is_never_filled() {
    let mut bench = Bench::new(5);
    let filled = ok(&mut bench, "createOrder", json!({"currency": "ETH", "amount": 0.2, "type": "sell"}));
    let outcome = bench.call("crypto-wallet/deleteOrder", json!({"orderId": filled["order_id"]}));
    assert_eq!((outcome.status, &outcome.body["code"]), (409, &json!("order_filled")));
    let price = num(&filled["fill_price"]);
    let near =
        json!({"currency": "ETH", "amount": 0.2, "type": "buy", "price": (price * 0.9999 * 100.0).round() / 100.0});
    let open = ok(&mut bench, "createOrder", near);
    assert_eq!(open["status"], "open");
    ok(&mut bench, "deleteOrder", json!({"orderId": open["order_id"]}));
    let mut later = bench.at("2026-06-01T09:00:00+02:00", "Europe/Amsterdam");
    let account = account(&mut later);
    let order = items(&account["orders"]).iter().find(|order| order["order_id"] == open["order_id"]).unwrap();
    assert_eq!((&order["status"], &order["reserved"]), (&json!("cancelled"), &Value::Null));
    adds_up(&account);
}

#[test]
fn the_two_services_keep_their_own_books() {
    let mut bench = Bench::new(5);
    let before = account(&mut bench);
    bench.ok("crypto-trading/createOrder", json!({"currency": "BTC", "amount": 0.02, "type": "buy"}));
    assert_eq!(account(&mut bench), before);
}

#[test]
fn an_unknown_account_is_refused_with_those_there_are() {
    let mut bench = Bench::new(5);
    let outcome = bench.call("crypto-wallet/getAccountInfo", json!({"accountId": "savings"}));
    assert_eq!((outcome.status, &outcome.body["suggestions"]), (404, &json!(["main"])));
    for id in ["w-2", "w-1"] {
        let row = json!({"account_id": id, "currency": "USD", "email": "kim@mail.example", "opened_at": "2025-01-01T00:00:00Z",
            "balances": [{"currency": "USD", "amount": 500}, {"currency": "LTC", "amount": 3}]});
        bench.state.insert("crypto_wallet_accounts", id, row.as_object().unwrap().clone()).unwrap();
    }
    let outcome = bench.call("crypto-wallet/getAccountInfo", json!({"accountId": "main"}));
    assert_eq!((outcome.status, &outcome.body["suggestions"]), (404, &json!(["w-1", "w-2"])));
    let told = ok(&mut bench, "getAccountInfo", json!({"accountId": "w-2"}));
    adds_up(&told);
    assert_eq!((&told["currency"], items(&told["orders"]).len()), (&json!("USD"), 0));
}

#[test]
fn a_fill_while_waiting_shows_up_by_itself() {
    let mut bench = Bench::new(21);
    let price = num(&ok(&mut bench, "getRealTimePrice", json!({"currency": "ETH"}))["price"]);
    let order =
        json!({"currency": "ETH", "amount": 0.5, "type": "buy", "price": (price * 0.999 * 100.0).round() / 100.0});
    let placed = ok(&mut bench, "createOrder", order);
    assert_eq!(placed["status"], "open");
    let mut later = bench.at("2026-09-01T12:00:00+02:00", "Europe/Amsterdam");
    let account = account(&mut later);
    adds_up(&account);
    let now = items(&account["orders"]).iter().find(|order| order["order_id"] == placed["order_id"]).unwrap();
    assert_eq!((&now["status"], &now["fill_price"]), (&json!("filled"), &placed["limit_price"]));
    let told = ok(&mut later, "getNotifications", json!({"type": "order_filled"}));
    assert_eq!(told["notifications"][0]["at"], now["filled_at"]);
}
