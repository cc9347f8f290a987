//! Laws of `budgeting`: every number of the budget is a sum of its transactions, and nothing is counted twice.
//!
//! Session tables: `budget_users` by user id: `user_id`, `name`, `currency` (the first row is the user; without one it is
//! `me`, in euros). `budget_accounts` by account id: `account_id`, `name`, `type`, `opening_balance`, beside the world's three.
//! `budget_transactions` by transaction id: `transaction_id`, `account_id`, `date`, `amount`, `payee_name`, `category_name`, `memo`
//! (all three may be null), `cleared`, `approved`, `knowledge`, `created_at`. `budget_changes` by change id: `change_id`,
//! `transaction_id`, `knowledge` and the columns of a transaction. `budget_imports` by import id: `import_id`, `imported_at`,
//! `knowledge`.

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::bench::{Bench, items};

const SET: &str = "budgeting";

fn ok(bench: &mut Bench, tool: &str, arguments: Value) -> Value {
    bench.ok(&format!("{SET}/{tool}"), arguments)
}

fn refused(bench: &mut Bench, tool: &str, arguments: Value) -> (u16, String, Value) {
    bench.refused(&format!("{SET}/{tool}"), arguments)
}

/// Hundredths, exactly as printed: no third decimal may be there.
fn cents(value: &Value) -> i64 {
    let text = value.to_string();
    let (whole, part) = text.split_once('.').unwrap_or((&text, ""));
    assert!(part.len() <= 2, "{text} has a tail");
    let sign = if whole.starts_with('-') { -1 } else { 1 };
    whole.parse::<i64>().unwrap() * 100 + sign * format!("{part:0<2}").parse::<i64>().unwrap()
}

fn budget(bench: &mut Bench, since: i64) -> Value {
    ok(bench, "getBudgets", json!({"user_id": "me", "last_knowledge_of_server": since}))
}

fn balance(budget: &Value, account: &str) -> i64 {
    let row = items(&budget["accounts"]).iter().find(|row| row["account_id"] == account);
    cents(&row.expect("the account")["balance"])
}

fn at(seed: u64, day: i64, hour: i64) -> Bench {
    let start: jiff::Timestamp = "2025-01-03T00:00:00Z".parse().unwrap();
    let now = start + jiff::SignedDuration::from_hours(24 * day + hour);
    Bench::new(seed).at(&now.to_string(), "Europe/Amsterdam")
}

/// Activity is the sum of the listed transactions, totals are the sums of their parts.
fn adds_up(budget: &Value) {
    for month in items(&budget["months"]) {
        let of = |category: &Value| {
            let lines = items(&budget["transactions"]).iter().filter(|line| {
                line["date"].as_str().unwrap().starts_with(month["month"].as_str().unwrap())
                    && line["category_name"] == *category
            });
            lines.map(|line| cents(&line["amount"])).sum::<i64>()
        };
        let rows = items(&month["categories"]);
        for row in rows {
            assert_eq!(cents(&row["activity"]), of(&row["name"]), "{row}");
            assert_eq!(cents(&row["remaining"]), cents(&row["budgeted"]) + cents(&row["activity"]));
        }
        for total in ["budgeted", "activity"] {
            assert_eq!(cents(&month[total]), rows.iter().map(|row| cents(&row[total])).sum::<i64>());
        }
        assert_eq!(cents(&month["income"]), of(&json!("Income")));
    }
    for account in items(&budget["accounts"]) {
        assert_eq!(
            cents(&account["balance"]),
            cents(&account["cleared_balance"]) + cents(&account["uncleared_balance"])
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6))]

    #[test]
    fn every_number_is_a_sum_of_transactions(seed: u64, day in 0_i64..700, hour in 0_i64..24) {
        let mut bench = at(seed, day, hour);
        adds_up(&budget(&mut bench, 0));
        ok(&mut bench, "syncTransactions", json!({"user_id": "me"}));
        adds_up(&budget(&mut bench, 0));
    }

    #[test]
    fn a_transaction_moves_its_account_by_its_amount(seed: u64, day in 0_i64..700, amount in -99_999_i64..99_999, account in 0..3_usize) {
        prop_assume!(amount != 0);
        let mut bench = at(seed, day, 9);
        let account = ["acc-checking", "acc-savings", "acc-credit"][account];
        let before = budget(&mut bench, 0);
        let today = before["transactions"][0]["date"].clone();
        let amount_text: f64 = format!("{amount}e-2").parse().unwrap();
        let made = ok(&mut bench, "createTransaction", json!({"account_id": account, "date": today, "amount": amount_text, "category_name": "gifts", "payee_name": "Oma"}));
        prop_assert_eq!(cents(&made["balance_before"]), balance(&before, account));
        prop_assert_eq!(cents(&made["account"]["balance"]), balance(&before, account) + amount);
        let after = budget(&mut bench, 0);
        prop_assert_eq!(balance(&after, account), balance(&before, account) + amount);
        adds_up(&after);
        prop_assert!(items(&after["transactions"]).contains(&made["transaction"]));
        prop_assert!(items(&after["payees"]).contains(&json!("Oma")));
        prop_assert_eq!(&after["server_knowledge"], &made["server_knowledge"]);
    }

    #[test]
    fn what_changed_since_is_exactly_what_changed(seed: u64, day in 0_i64..700) {
        let mut bench = at(seed, day, 9);
        let first = budget(&mut bench, 0);
        let known = |answer: &Value| answer["server_knowledge"].as_i64().unwrap();
        let all = items(&first["transactions"]).to_vec();
        prop_assert!(items(&budget(&mut bench, known(&first))["transactions"]).is_empty());
        let synced = ok(&mut bench, "syncTransactions", json!({"user_id": "me"}));
        let news = budget(&mut bench, known(&first));
        let same = |a: &[Value], b: &[Value]| a.iter().all(|row| b.contains(row)) && a.len() == b.len();
        prop_assert!(same(items(&news["transactions"]), items(&synced["transactions"])));
        let made = ok(&mut bench, "createTransaction", json!({"account_id": "acc-checking", "date": "2024-06-03", "amount": -1.01}));
        let old = &all[all.len() / 2];
        let changed = ok(&mut bench, "updateTransaction", json!({"transaction_id": old["transaction_id"], "account_id": old["account_id"], "date": old["date"], "amount": old["amount"], "memo": "seen"}));
        let last = budget(&mut bench, known(&news));
        prop_assert!(same(items(&last["transactions"]), &[made["transaction"].clone(), changed["transaction"].clone()]));
        // Joined, the parts are the whole.
        let mut joined: std::collections::BTreeMap<String, Value> = Default::default();
        for part in [&first, &news, &last] {
            for row in items(&part["transactions"]) {
                joined.insert(row["transaction_id"].to_string(), row.clone());
            }
        }
        let whole = budget(&mut bench, 0);
        prop_assert!(same(items(&whole["transactions"]), &joined.into_values().collect::<Vec<_>>()));
    }

    #[test]
    fn an_import_brings_each_entry_once_whenever_it_is_made(seed: u64, day in 0_i64..690, hour in 0_i64..24) {
        let waited = {
            let mut bench = at(seed, day + 9, 12);
            ok(&mut bench, "syncTransactions", json!({"user_id": "me"}));
            budget(&mut bench, 0)
        };
        let mut bench = at(seed, day, hour);
        let mut imported = Vec::new();
        for step in [0, 1, 4, 9] {
            let now = at(seed, day + step, if step == 9 { 12 } else { hour });
            let state = bench.state.clone();
            bench = now;
            bench.state = state;
            let looked = ok(&mut bench, "syncTransactions", json!({"user_id": "me", "sync": false}));
            let untouched = bench.state.digest();
            prop_assert_eq!(untouched, bench.state.digest());
            let got = ok(&mut bench, "syncTransactions", json!({"user_id": "me"}));
            prop_assert_eq!(&got["transactions"], &looked["transactions"]);
            imported.extend(items(&got["transactions"]).iter().map(|row| row["transaction_id"].clone()));
            prop_assert_eq!(&ok(&mut bench, "syncTransactions", json!({"user_id": "me"}))["imported"], &json!(0));
        }
        let count = imported.len();
        imported.sort_by_key(|id| id.to_string());
        imported.dedup();
        prop_assert_eq!(imported.len(), count);
        let stepwise = budget(&mut bench, 0);
        let strip = |answer: &Value| items(&answer["transactions"]).iter().map(|row| (row["transaction_id"].clone(), row["amount"].clone())).collect::<Vec<_>>();
        prop_assert_eq!(strip(&stepwise), strip(&waited));
        prop_assert_eq!(&stepwise["accounts"], &waited["accounts"]);
    }

    #[test]
    fn what_was_written_down_is_not_imported_again(seed: u64, day in 0_i64..690, late in 0_i64..4) {
        let mut bench = at(seed, day, 23);
        let waiting = ok(&mut bench, "syncTransactions", json!({"user_id": "me", "sync": false}));
        prop_assume!(waiting["imported"].as_i64().unwrap() > 0);
        let entry = &waiting["transactions"][0];
        let date: jiff::civil::Date = entry["date"].as_str().unwrap().parse().unwrap();
        let date = date.saturating_sub(jiff::Span::new().days(late)).to_string();
        let made = ok(&mut bench, "createTransaction", json!({"account_id": entry["account_id"], "date": date, "amount": entry["amount"], "memo": "by hand"}));
        let before = balance(&budget(&mut bench, 0), entry["account_id"].as_str().unwrap());
        let got = ok(&mut bench, "syncTransactions", json!({"user_id": "me"}));
        let matched = i64::from(late <= 3);
        prop_assert_eq!(got["matched"].as_i64(), Some(matched));
        prop_assert_eq!(got["imported"].as_i64().unwrap() + matched, waiting["imported"].as_i64().unwrap());
        let after = budget(&mut bench, 0);
        let others: i64 = items(&got["transactions"]).iter().filter(|row| row["account_id"] == entry["account_id"]).map(|row| cents(&row["amount"])).sum();
        prop_assert_eq!(balance(&after, entry["account_id"].as_str().unwrap()), before + others);
        let line = items(&after["transactions"]).iter().find(|row| row["transaction_id"] == made["transaction"]["transaction_id"]).unwrap();
        prop_assert_eq!(&line["cleared"], "cleared");
        // Two entries may cost the same; the one that was matched is not there any more.
        let twin = items(&waiting["transactions"]).iter().find(|row| row["import_id"] == line["import_id"]).unwrap();
        prop_assert_eq!((&twin["amount"], &twin["account_id"]), (&entry["amount"], &entry["account_id"]));
        prop_assert!(!items(&after["transactions"]).iter().any(|row| row["transaction_id"] == twin["transaction_id"]));
    }

    #[test]
    fn a_correction_moves_the_difference_and_can_be_taken_back(seed: u64, day in 0_i64..700, amount in -9_999_i64..-1, move_it: bool) {
        let mut bench = at(seed, day, 9);
        let before = budget(&mut bench, 0);
        let old = items(&before["transactions"]).iter().find(|row| row["account_id"] == "acc-checking").unwrap().clone();
        let to = if move_it { "acc-savings" } else { "acc-checking" };
        let new: f64 = format!("{amount}e-2").parse().unwrap();
        let call = json!({"transaction_id": old["transaction_id"], "account_id": to, "date": old["date"], "amount": new, "category_name": "Donations"});
        let changed = ok(&mut bench, "updateTransaction", call.clone());
        prop_assert_eq!(&changed["previous"], &old);
        let after = budget(&mut bench, 0);
        adds_up(&after);
        let total = |answer: &Value| balance(answer, "acc-checking") + balance(answer, "acc-savings");
        prop_assert_eq!(total(&after), total(&before) - cents(&old["amount"]) + amount);
        if move_it {
            prop_assert_eq!(balance(&after, "acc-checking"), balance(&before, "acc-checking") - cents(&old["amount"]));
        }
        let digest = bench.state.digest();
        prop_assert_eq!(&ok(&mut bench, "updateTransaction", call)["changed"], &json!(false));
        prop_assert_eq!(digest, bench.state.digest());
        ok(&mut bench, "updateTransaction", json!({"transaction_id": old["transaction_id"], "account_id": old["account_id"], "date": old["date"], "amount": old["amount"], "category_name": old["category_name"].as_str().unwrap_or("")}));
        let back = budget(&mut bench, 0);
        prop_assert_eq!(&back["accounts"], &before["accounts"]);
        prop_assert_eq!(&back["transactions"], &before["transactions"]);
        prop_assert_eq!(&back["months"], &before["months"]);
    }
}

#[test]
fn looking_changes_nothing_and_importing_does() {
    let mut bench = Bench::new(3);
    let before = bench.state.digest();
    let looked = ok(&mut bench, "syncTransactions", json!({"user_id": "me", "sync": false}));
    assert_eq!((bench.state.digest(), &looked["synced"]), (before.clone(), &json!(false)));
    assert!(items(&looked["transactions"]).len() > 1, "a weekend is waiting");
    let first = budget(&mut bench, 0);
    assert_eq!(first["bank"]["waiting"], looked["imported"]);
    ok(&mut bench, "syncTransactions", json!({"user_id": "me"}));
    assert_ne!(bench.state.digest(), before);
    let after = budget(&mut bench, 0);
    assert_eq!(
        (&after["bank"]["waiting"], &after["bank"]["last_import"]),
        (&json!(0), &json!("2026-03-02T09:00:00+01:00"))
    );
}

#[test]
fn refusals_say_what_would_have_worked() {
    let mut bench = Bench::new(1);
    let make = |field: &str, value: Value| {
        let mut call = json!({"account_id": "acc-checking", "date": "2026-03-01", "amount": -5});
        call[field] = value;
        call
    };
    for (call, status, code) in [
        (make("account_id", json!("acc-chequing")), 404, "unknown_account"),
        (make("category_name", json!("Grocery")), 404, "unknown_category"),
        (make("date", json!("2026-03-03")), 422, "date_out_of_range"),
        (make("date", json!("2024-05-31")), 422, "date_out_of_range"),
        (make("amount", json!(0)), 422, "zero_amount"),
        (make("amount", json!(1.005)), 422, "amount_too_precise"),
    ] {
        let (got, found, body) = refused(&mut bench, "createTransaction", call.clone());
        assert_eq!((got, found.as_str()), (status, code));
        if status == 404 {
            let field = if code == "unknown_account" { "account_id" } else { "category_name" };
            let mut again = call;
            again[field] = body["suggestions"][0].clone();
            ok(&mut bench.clone(), "createTransaction", again);
        }
    }
    let change =
        json!({"transaction_id": "BT-20260212-9", "account_id": "acc-checking", "date": "2026-02-12", "amount": -10});
    let (status, code, body) = refused(&mut bench, "updateTransaction", change);
    assert_eq!((status, code.as_str()), (404, "unknown_transaction"));
    assert!(items(&body["suggestions"]).contains(&json!("BT-20260212-09")));
    assert_eq!(refused(&mut bench, "getBudgets", json!({"user_id": "you"})).2["suggestions"], json!(["me"]));
}

#[test]
fn a_reconciled_transaction_is_locked() {
    let mut bench = Bench::new(2);
    let call = |amount: f64, cleared: &str| json!({"transaction_id": "BT-20260212-09", "account_id": "acc-checking", "date": "2026-02-12", "amount": amount, "cleared": cleared});
    ok(&mut bench, "updateTransaction", call(-10.0, "Reconciled"));
    let (status, code, _) = refused(&mut bench, "updateTransaction", call(-11.0, "reconciled"));
    assert_eq!((status, code.as_str()), (409, "reconciled"));
    ok(&mut bench, "updateTransaction", call(-11.0, "cleared"));
}

#[test]
fn a_seeded_user_counts_in_their_own_money() {
    let mut bench = Bench::new(2);
    let user = json!({"user_id": "u-7", "name": "Mai Sato", "currency": "JPY"});
    bench.state.insert("budget_users", "u-7", user.as_object().unwrap().clone()).unwrap();
    let purse = json!({"account_id": "acc-purse", "name": "Purse", "type": "cash", "opening_balance": 24_000});
    bench.state.insert("budget_accounts", "acc-purse", purse.as_object().unwrap().clone()).unwrap();
    let told = ok(&mut bench, "getBudgets", json!({"user_id": "u-7"}));
    assert_eq!(told["budgets"][0]["currency"], "JPY");
    assert!(items(&told["transactions"]).iter().all(|row| row["amount"].is_i64()));
    assert_eq!(balance(&told, "acc-purse"), 2_400_000);
    let call = |amount: f64| json!({"account_id": "acc-purse", "date": "2026-03-01", "amount": amount});
    assert_eq!(refused(&mut bench, "createTransaction", call(-120.5)).1, "amount_too_precise");
    let made = ok(&mut bench, "createTransaction", call(-120.0));
    assert_eq!(made["account"]["balance"], 23_880);
    assert_eq!(ok(&mut bench, "getBudgets", json!({"user_id": "me"}))["user_id"], "u-7");
}

#[test]
fn long_and_odd_words_are_met() {
    let mut bench = Bench::new(2);
    let call = |memo: &str| json!({"account_id": "acc-checking", "date": "2026-03-01", "amount": -1, "memo": memo, "payee_name": "كشك 🍉"});
    let made = ok(&mut bench, "createTransaction", call("للعيد 🎉"));
    assert_eq!(
        (&made["transaction"]["memo"], &made["transaction"]["payee_name"]),
        (&json!("للعيد 🎉"), &json!("كشك 🍉"))
    );
    assert_eq!(refused(&mut bench, "createTransaction", call(&"x".repeat(100_000))).0, 422);
}
