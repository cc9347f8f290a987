//! Laws of `account-login`: what was done is what the report says, locks hold and end, secrets stay secret.
//!
//! Tables: `login_accounts` (key user_id: user_id, name, email, phone, app_id, status `active` or `disabled`),
//! `login_devices` (key device_id: device_id, user_id, model, kind, sample, status `active` or `revoked`), `login_apps` (key
//! app_id: app_id, name, about, domain), all three beside those of every world; `login_events` (key event_id: event_id, at,
//! attempt, app_id, user_id, device_id, kind `biometric`, `email_link` or `two_factor_code`, result, method, sent_to,
//! expires_at) and `login_screens` (key `app#version`: app_id, version, primaryColor, fontFamily, changed_at).

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::bench::{Bench, items, word};

const SET: &str = "account-login";
const SAMPLE: &str = "demo-fingerprint-sample";

fn ok(bench: &mut Bench, tool: &str, arguments: Value) -> Value {
    bench.ok(&format!("{SET}/{tool}"), arguments)
}

fn refused(bench: &mut Bench, tool: &str, arguments: Value) -> (u16, String) {
    let (status, code, _) = bench.refused(&format!("{SET}/{tool}"), arguments);
    (status, code)
}

fn row(value: Value) -> serde_json::Map<String, Value> {
    value.as_object().unwrap().clone()
}

/// The bench so many minutes after noon of the second of March 2026, UTC.
fn after(bench: Bench, minutes: i64) -> Bench {
    let start: jiff::Timestamp = "2026-03-02T12:00:00Z".parse().unwrap();
    bench.at(&(start + jiff::Span::new().minutes(minutes)).to_string(), "UTC")
}

fn attempt(bench: &mut Bench, device: &str, sample: &str) -> Value {
    ok(bench, "biometricLogin", json!({"deviceID": device, "biometricData": sample}))
}

fn report(bench: &mut Bench, app: &str) -> Value {
    ok(bench, "userActivityReport", json!({"appID": app}))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn the_report_says_what_was_done(seed: u64, acts in prop::collection::vec((0..4_u8, 1..240_i64), 1..14)) {
        let mut bench = Bench::new(seed);
        let (mut minute, mut done, mut codes) = (0, Vec::new(), 0);
        for (act, wait) in acts {
            minute += wait;
            bench = after(bench, minute);
            let call = match act {
                0 => ("biometricLogin", json!({"deviceID": "DEV-DEMO-1", "biometricData": SAMPLE})),
                1 => ("biometricLogin", json!({"deviceID": "dev-demo-2", "biometricData": "a stranger"})),
                2 => ("emailLogin", json!({"email": "sam.doorn@inkwellmail.example", "loginExpiration": 20})),
                _ => ("twoFactorAuthentication", json!({"userID": "U-DEMO", "method": "SMS", "sendTo": "+353209110159"})),
            };
            let outcome = bench.call(&format!("{SET}/{}", call.0), call.1);
            if outcome.is_ok() && act == 3 {
                codes += 1;
            } else if outcome.is_ok() {
                let id = outcome.body["event_id"].as_str().or_else(|| outcome.body["link_id"].as_str()).unwrap().to_owned();
                done.push((id, act, minute));
            }
        }
        let told = report(&mut bench, "kaartenbak");
        let ids: Vec<&str> = items(&told["events"]).iter().map(|event| word(&event["event_id"])).collect();
        let expected: Vec<&str> = done.iter().rev().map(|(id, ..)| id.as_str()).collect();
        prop_assert_eq!(ids, expected, "each attempt once, newest first");
        prop_assert_eq!(told["codes_sent"].as_u64(), Some(codes));
        let count = |wanted: &dyn Fn(u8, i64) -> bool| done.iter().filter(|(_, act, at)| wanted(*act, *at)).count() as u64;
        let succeeded = count(&|act, _| act == 0);
        let failed = count(&|act, at| act == 1 || act == 2 && at + 20 <= minute);
        prop_assert_eq!(told["totals"].clone(), json!({"loginAttempts": done.len(), "successfulLogins": succeeded, "failedLogins": failed}));
        for (metric, total) in [("loginAttempts", done.len() as u64), ("successfulLogins", succeeded), ("failedLogins", failed)] {
            let one = ok(&mut bench, "userActivityReport", json!({"appID": "kaartenbak", "metrics": [metric]}));
            prop_assert_eq!(items(&one["events"]).len() as u64, total, "{}", metric);
            prop_assert_eq!(one["totals"].clone(), json!({metric: total}));
            let of_days: u64 = items(&one["days"]).iter().map(|day| day[metric].as_u64().unwrap()).sum();
            prop_assert_eq!(of_days, total);
        }
        prop_assert_eq!(report(&mut bench, "zwaluwbank")["totals"]["loginAttempts"].as_u64(), Some(0));
    }

    #[test]
    fn ranges_joined_are_the_whole(seed: u64, waits in prop::collection::vec(60..2000_i64, 4..12), cut in 1..6_i64) {
        let (mut bench, mut minute) = (Bench::new(seed), 0);
        for wait in waits {
            minute += wait;
            bench = after(bench, minute);
            attempt(&mut bench, "DEV-DEMO-1", SAMPLE);
        }
        let day = |n: i64| jiff::civil::date(2026, 3, 2).checked_add(jiff::Span::new().days(n)).unwrap().to_string();
        let mut of = |from: String, to: String| {
            let told = ok(&mut bench, "userActivityReport", json!({"appID": "kaartenbak", "dateRange": {"startDate": from, "endDate": to}}));
            items(&told["events"]).to_vec()
        };
        let whole = of(day(0), day(30));
        let mut joined = of(day(cut), day(30));
        joined.extend(of(day(0), day(cut - 1)));
        prop_assert_eq!(joined, whole);
    }

    #[test]
    fn five_failures_lock_a_device_until_time_passes(seed: u64, before in 0..4_usize) {
        let mut bench = after(Bench::new(seed), 0);
        for n in 0..before {
            prop_assert_eq!(&attempt(&mut bench, "DEV-DEMO-1", "wrong")["attempts_left"], 4 - n);
        }
        prop_assert_eq!(&attempt(&mut bench, "DEV-DEMO-1", SAMPLE)["attempts_left"], 5, "a success forgives");
        for n in 0..5 {
            let told = attempt(&mut bench, "DEV-DEMO-1", &format!("wrong {n}"));
            prop_assert_eq!((&told["authenticated"], &told["attempts_left"]), (&json!(false), &json!(4 - n)));
            prop_assert_eq!(told["locked_until"].is_string(), n == 4);
            prop_assert!(told["user"].is_null() && told["session"].is_null());
        }
        let right = json!({"deviceID": "DEV-DEMO-1", "biometricData": SAMPLE});
        let locked = (403, "device_locked".to_owned());
        prop_assert_eq!(refused(&mut bench, "biometricLogin", right.clone()), locked.clone());
        prop_assert_eq!(&attempt(&mut bench, "DEV-DEMO-2", "demo-face-sample")["authenticated"], true, "the other device is not locked");
        let mut bench = after(bench, 14);
        prop_assert_eq!(refused(&mut bench, "biometricLogin", right.clone()), locked);
        let mut bench = after(bench, 15);
        prop_assert_eq!(&attempt(&mut bench, "DEV-DEMO-1", "wrong again")["attempts_left"], 4, "the count begins anew");
        prop_assert_eq!(&ok(&mut bench, "biometricLogin", right)["authenticated"], true);
    }

    #[test]
    fn no_secret_is_told(seed: u64, sample in "[A-Za-z0-9+/=]{12,60}") {
        let mut bench = after(Bench::new(seed), 0);
        let failed = attempt(&mut bench, "DEV-DEMO-1", &sample);
        let passed = attempt(&mut bench, "DEV-DEMO-1", SAMPLE);
        let code = ok(&mut bench, "twoFactorAuthentication", json!({"userID": "U-DEMO", "method": "Email", "sendTo": "sam.doorn@inkwellmail.example"}));
        let told = report(&mut bench, "kaartenbak");
        for answer in [&failed, &passed, &told] {
            let text = answer.to_string();
            prop_assert!(!text.contains(&sample) && !text.contains(SAMPLE), "{}", text);
        }
        prop_assert!(!code.to_string().contains("sam.doorn@"));
        for (_, row) in bench.state.rows("login_events") {
            let text = Value::Object((**row).clone()).to_string();
            prop_assert!(!text.contains(&sample) && !text.contains(SAMPLE), "{}", text);
        }
    }

    #[test]
    fn the_last_theme_stands_and_can_be_taken_back(seed: u64, colours in prop::collection::vec("#[0-9a-f]{6}", 1..6), font in "[A-Z][a-z]{3,12}") {
        let mut bench = Bench::new(seed);
        let mut before = json!({"primaryColor": "#3498db", "fontFamily": "System"});
        for (n, colour) in colours.iter().enumerate() {
            let theme = json!({"primaryColor": colour, "fontFamily": font});
            let set = ok(&mut bench, "customizeLoginScreen", json!({"appID": "rosterlark", "theme": theme}));
            prop_assert_eq!((&set["theme"], &set["previous_theme"], &set["version"]), (&theme, &before, &json!(n + 1)));
            prop_assert_eq!(&set["changed"], theme != before);
            prop_assert!(set["contrast_ratio"].as_f64().unwrap() >= 4.5, "black or white can always be read");
            before = theme;
        }
        let screen = report(&mut bench, "rosterlark")["login_screen"].clone();
        prop_assert_eq!((&screen["primaryColor"], &screen["version"]), (&before["primaryColor"], &json!(colours.len())));
        prop_assert_eq!(&report(&mut bench, "kijkdoos")["login_screen"]["version"], 0);
        let plain = ok(&mut bench, "customizeLoginScreen", json!({"appID": "rosterlark"}));
        prop_assert_eq!(plain["theme"].clone(), json!({"primaryColor": "#3498db", "fontFamily": "System"}));
    }

    #[test]
    fn nothing_that_is_typed_breaks_a_tool(seed: u64, text in "\\PC{1,60}") {
        let mut bench = Bench::new(seed);
        for (tool, arguments) in [
            ("biometricLogin", json!({"deviceID": text, "biometricData": text})),
            ("biometricLogin", json!({"deviceID": "DEV-DEMO-1", "biometricData": text})),
            ("emailLogin", json!({"email": text})),
            ("twoFactorAuthentication", json!({"userID": text, "method": text, "sendTo": text})),
            ("twoFactorAuthentication", json!({"userID": "U-DEMO", "method": "SMS", "sendTo": text})),
            ("customizeLoginScreen", json!({"appID": text})),
            ("customizeLoginScreen", json!({"appID": "kaartenbak", "theme": {"fontFamily": text}})),
            ("userActivityReport", json!({"appID": text})),
        ] {
            let outcome = bench.call(&format!("{SET}/{tool}"), arguments.clone());
            prop_assert!(outcome.status < 500, "{} {}: {}", tool, arguments, outcome.body);
        }
    }
}

#[test]
fn links_and_codes_are_five_an_hour_and_the_next_hour_has_more() {
    let link = json!({"email": "SAM.DOORN@inkwellmail.example"});
    let code = json!({"userID": "U-DEMO", "method": "e-mail", "sendTo": "Sam.Doorn@inkwellmail.example"});
    let mut bench = after(Bench::new(1), 0);
    let mut last = Value::Null;
    for n in 0..5 {
        assert_eq!(ok(&mut bench, "emailLogin", link.clone())["links_left_this_hour"], 4 - n);
        let sent = ok(&mut bench, "twoFactorAuthentication", code.clone());
        assert_eq!(sent["replaces"], last, "a code replaces the one before");
        last = sent["challenge_id"].clone();
    }
    assert_eq!(refused(&mut bench, "emailLogin", link.clone()), (403, "too_many_links".to_owned()));
    assert_eq!(refused(&mut bench, "twoFactorAuthentication", code.clone()), (403, "too_many_codes".to_owned()));
    let mut bench = after(bench, 59);
    refused(&mut bench, "emailLogin", link.clone());
    let mut bench = after(bench, 60);
    assert_eq!(ok(&mut bench, "emailLogin", link)["links_left_this_hour"], 4);
    assert!(ok(&mut bench, "twoFactorAuthentication", code)["replaces"].is_null(), "the old one has run out");
}

#[test]
fn a_link_is_pending_until_it_runs_out() {
    let mut bench = after(Bench::new(2), 0);
    let sent = ok(&mut bench, "emailLogin", json!({"email": "sam.doorn@inkwellmail.example", "loginExpiration": 30}));
    assert_eq!(sent["expires_at"], "2026-03-02T12:30:00+00:00");
    for (minute, result, failed) in [(0, "pending", 0), (29, "pending", 0), (30, "expired", 1), (600, "expired", 1)] {
        bench = after(bench, minute);
        let told = report(&mut bench, "kaartenbak");
        assert_eq!((&told["events"][0]["result"], &told["totals"]["failedLogins"]), (&json!(result), &json!(failed)));
    }
}

#[test]
fn accounts_of_the_session_come_before_those_of_the_world() {
    let mut bench = after(Bench::new(3), 0);
    let account = json!({"user_id": "fenna", "name": "Fenna Terwolde", "email": "fenna@dewolderij.example", "phone": "+44 7700 900177", "app_id": "wolderij", "status": "active"});
    bench.state.insert("login_accounts", "fenna", row(account)).unwrap();
    let device = json!({"device_id": "fenna-phone", "user_id": "fenna", "model": "Harrier 7 phone", "kind": "face", "sample": "face:fenna", "status": "active"});
    bench.state.insert("login_devices", "fenna-phone", row(device)).unwrap();
    let earlier = json!({"event_id": "EV-OLD", "at": "2026-02-20T08:00:00Z", "attempt": 1, "app_id": "wolderij", "user_id": "fenna", "device_id": "fenna-phone", "kind": "biometric", "result": "failed"});
    bench.state.insert("login_events", "EV-OLD", row(earlier)).unwrap();
    let told = attempt(&mut bench, "FENNA-PHONE", "face:fenna");
    assert_eq!((&told["authenticated"], &told["user"]["name"]), (&json!(true), &json!("Fenna Terwolde")));
    ok(&mut bench, "emailLogin", json!({"email": "Fenna@dewolderij.example"}));
    ok(&mut bench, "twoFactorAuthentication", json!({"userID": "fenna", "method": "SMS", "sendTo": "07700 900177"}));
    let told = report(&mut bench, "wolderij");
    assert_eq!(told["totals"], json!({"loginAttempts": 3, "successfulLogins": 1, "failedLogins": 1}));
    assert_eq!(told["events"][2]["event_id"], "EV-OLD");
    ok(&mut bench, "customizeLoginScreen", json!({"appID": "wolderij", "theme": {"primaryColor": "#abc"}}));
    assert_eq!(report(&mut bench, "wolderij")["login_screen"]["primaryColor"], "#aabbcc");
}

#[test]
fn different_people_may_come_in_either_order() {
    let calls = [
        ("biometricLogin", json!({"deviceID": "DEV-DEMO-1", "biometricData": SAMPLE})),
        ("biometricLogin", json!({"deviceID": "DEV-1001-A", "biometricData": "wrong"})),
        ("emailLogin", json!({"email": "teun.wierda@kasteelkaas.example"})),
        ("customizeLoginScreen", json!({"appID": "kijkdoos", "theme": {"primaryColor": "#123456"}})),
        ("customizeLoginScreen", json!({"appID": "sonoriver", "theme": {"primaryColor": "#123456"}})),
    ];
    let run = |order: [usize; 5]| {
        let mut bench = after(Bench::new(4), 0);
        let mut answers: Vec<(usize, Value)> =
            order.iter().map(|i| (*i, ok(&mut bench, calls[*i].0, calls[*i].1.clone()))).collect();
        answers.sort_by_key(|(i, _)| *i);
        (answers, bench.state.digest())
    };
    assert_eq!(run([0, 1, 2, 3, 4]), run([4, 3, 2, 1, 0]));
    assert_eq!(run([0, 1, 2, 3, 4]), run([2, 4, 0, 3, 1]));
}

#[test]
fn what_must_not_happen_is_refused_by_name() {
    let mut bench = Bench::new(5);
    for (tool, arguments, status, code) in [
        ("biometricLogin", json!({"deviceID": "DEV-1007-B", "biometricData": "x"}), 403, "device_revoked"),
        ("biometricLogin", json!({"deviceID": "DEV-1014-A", "biometricData": "x"}), 403, "account_disabled"),
        ("biometricLogin", json!({"deviceID": "nobody's", "biometricData": "x"}), 404, "unknown_device"),
        ("emailLogin", json!({"email": "lieve.deconinck@gasthuisaandeleie.example"}), 403, "account_disabled"),
        (
            "twoFactorAuthentication",
            json!({"userID": "U-DEMO", "method": "SMS", "sendTo": "sam.doorn@inkwellmail.example"}),
            403,
            "address_not_verified",
        ),
        (
            "twoFactorAuthentication",
            json!({"userID": "U-1001", "method": "SMS", "sendTo": "+31 6 12345678"}),
            403,
            "address_not_verified",
        ),
        ("twoFactorAuthentication", json!({"userID": "U-DEMO", "method": "fax", "sendTo": "x"}), 422, "unknown_method"),
        ("customizeLoginScreen", json!({"appID": "no-such-app"}), 404, "unknown_app"),
        (
            "userActivityReport",
            json!({"appID": "kaartenbak", "dateRange": {"startDate": "2026-03-03"}}),
            422,
            "reversed_range",
        ),
        (
            "userActivityReport",
            json!({"appID": "kaartenbak", "dateRange": {"startDate": "2020-01-01"}}),
            422,
            "range_too_long",
        ),
    ] {
        assert_eq!(refused(&mut bench, tool, arguments.clone()), (status, code.to_owned()), "{tool} {arguments}");
    }
}

#[test]
fn a_mistyped_domain_is_recognised_and_other_peoples_addresses_are_not_told() {
    let mut bench = after(Bench::new(1), 0);
    let mut meant = |email: &str| {
        let outcome = bench.call(&format!("{SET}/emailLogin"), json!({"email": email}));
        assert_eq!(outcome.status, 404);
        outcome.body["suggestions"].as_array().cloned().unwrap_or_default()
    };
    assert_eq!(meant("sam.doorn@inkwelmail.example"), [json!("sam.doorn@inkwellmail.example")]);
    assert!(
        meant("sam.dorn@inkwellmail.example").is_empty() && meant("marijke.hoflandd@lowlandsrail.example").is_empty()
    );
}
