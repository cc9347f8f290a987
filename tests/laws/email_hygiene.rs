//! Laws of `email-hygiene`: one internet with the DNS tool, corrections that help and end, and the same word for the same thing.
//!
//! No tables: the tools of this set only read.

use std::collections::BTreeSet;

use proptest::prelude::*;
use serde_json::{Value, json};
use usertoolbench::assets::Assets;

use crate::bench::Bench;
use crate::internet::{TIMES, bench, domains, items, some, word};

fn validate(bench: &mut Bench, email: &str) -> Value {
    bench.ok("email-hygiene/validateEmail", json!({"email": email}))
}

fn correct(bench: &mut Bench, email: &str, level: u8) -> Value {
    bench.ok("email-hygiene/correctEmail", json!({"email": email, "correction_level": level}))
}

fn disposable(bench: &mut Bench, email: &str, check_mx: bool) -> Value {
    bench.ok("email-hygiene/detectDisposableEmail", json!({"email": email, "check_mx": check_mx}))
}

/// Domains that people write to: of the world and of the real internet, and some that there are not.
fn known_domains() -> Vec<&'static str> {
    vec![
        "gmail.com",
        "yahoo.com",
        "hotmail.co.uk",
        "outlook.com",
        "live.nl",
        "web.de",
        "qq.com",
        "mailinator.com",
        "yopmail.com",
        "inkwellmail.example",
        "pigeonry.example",
        "letterbarn.example",
        "postduif.example",
        "wegwerfpost.example",
        "northwind-logistics.example",
        "zwaluwbank.example",
        "lowlandsrail.example",
        "puffinpost.example",
        "interop-mail.test",
        "account-check.example",
        "54xe.example",
        "nobody-has-this.example",
        "example.com",
        "printer.local",
        "unlisted-name.com",
        "mail.inkwellmail.example",
        "münchen.example",
        "a.b.c.zwaluwbank.example",
        "kiln-lab.test",
        "strange.zzzz",
    ]
}

/// An address as it is typed by somebody with cold fingers: a good one with up to three slips.
fn typed() -> impl Strategy<Value = String> {
    let local = prop::sample::select(vec![
        "ada",
        "fenna",
        "info",
        "j.de.vries",
        "x7q9z",
        "ada+news",
        "jürgen",
        "\"ada l\"",
        "o'neil",
    ]);
    let slips = prop::collection::vec((0..7_u8, any::<prop::sample::Index>(), "[a-z.@ ,0-9<>-]"), 0..3);
    (local, prop::sample::select(known_domains()), slips).prop_map(|(local, domain, slips)| {
        let mut text: Vec<char> = format!("{local}@{domain}").chars().collect();
        for (kind, at, sign) in slips {
            let at = at.index(text.len().max(1));
            match kind {
                0 if text.len() > 1 => drop(text.remove(at)),
                1 if at + 1 < text.len() => text.swap(at, at + 1),
                2 => text.insert(at, sign.chars().next().unwrap_or('x')),
                3 => text.insert(at, text[at]),
                4 => text[at] = sign.chars().next().unwrap_or('x'),
                5 => text.insert(0, ' '),
                _ => text.push('>'),
            }
        }
        text.into_iter().collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(160))]

    #[test]
    fn a_correction_is_final_and_mail_reaches_it_better(email in typed(), time in 0..TIMES.len(), seed in 0..3_u64) {
        let mut bench = bench(seed, TIMES[time]);
        for level in [1, 2] {
            let found = correct(&mut bench, &email, level);
            let meant = word(&found["corrected_email"]).to_owned();
            let again = correct(&mut bench, &meant, level);
            prop_assert_eq!(&again["corrected_email"], &found["corrected_email"], "{}", email);
            prop_assert_eq!(&again["changed"], false);
            let (before, after) = (validate(&mut bench, &email), validate(&mut bench, &meant));
            for (side, check) in [("before", &before), ("after", &after)] {
                prop_assert_eq!(found[side].clone(), json!({"status": check["status"], "score": check["score"]}));
            }
            let score = |check: &Value| check["score"].as_i64().unwrap();
            if found["changed"] == true {
                prop_assert!(score(&after) > score(&before), "{email} -> {meant}: {} {}", before["score"], after["score"]);
                prop_assert!(!items(&found["corrections"]).is_empty() && !found["confidence"].is_null());
                prop_assert!(after["syntax"]["valid"] == true);
            } else {
                prop_assert_eq!(meant.as_str(), email.as_str());
                prop_assert!(items(&found["corrections"]).is_empty() && found["confidence"].is_null());
            }
            if level == 1 {
                let suggestion = (found["changed"] == true).then(|| meant.clone());
                prop_assert_eq!(before["suggestion"].as_str(), suggestion.as_deref());
            }
        }
    }

    #[test]
    fn what_is_somebodys_is_never_corrected(email in typed(), seed in 0..3_u64) {
        let mut bench = bench(seed, TIMES[2]);
        let check = validate(&mut bench, &email);
        if check["syntax"]["valid"] != true || check["domain"].is_null() {
            return Ok(());
        }
        let domain = word(&check["domain"]["name"]).to_owned();
        let registered = bench.ok("link-and-domain/getWHOISInfo", json!({"domain": domain}))["status"].clone();
        let taken = ["registered", "suspended", "reserved"].contains(&registered.as_str().unwrap());
        if taken || !check["domain"]["provider"].is_null() || check["is_disposable"] == true {
            prop_assert_eq!(&correct(&mut bench, &email, 2)["changed"], false, "{}", email);
        }
    }

    #[test]
    fn throw_away_is_one_thing_everywhere(email in typed(), time in 0..TIMES.len()) {
        let mut bench = bench(1, TIMES[time]);
        let check = validate(&mut bench, &email);
        if check["syntax"]["valid"] != true {
            let outcome = bench.call("email-hygiene/detectDisposableEmail", json!({"email": email, "check_mx": true}));
            prop_assert_eq!(outcome.status, 422);
            prop_assert_eq!(&outcome.body["code"], "malformed_email");
            return Ok(());
        }
        let (with, without) = (disposable(&mut bench, &email, true), disposable(&mut bench, &email, false));
        for found in [&with, &without] {
            prop_assert_eq!(&found["is_disposable"], &check["is_disposable"]);
            prop_assert_eq!(found["is_disposable"] == true, found["category"] == "disposable");
            prop_assert_eq!(found["is_disposable"] == true, found["matched_domain"].is_string());
            prop_assert_eq!(found["category"] == "free_provider", check["is_free"] == true);
        }
        prop_assert!(without["mx"].is_null());
        if !check["domain"].is_null() {
            prop_assert_eq!(&with["mx"]["servers"], &check["domain"]["mail_servers"]);
            prop_assert_eq!(&with["mx"]["status"], &check["domain"]["status"]);
        }
        let rank = |found: &Value| ["allow", "review", "block"].iter().position(|r| found["recommendation"] == *r);
        prop_assert!(rank(&with) >= rank(&without), "a look at the servers makes nobody more welcome");
    }

    #[test]
    fn the_case_of_a_domain_and_needless_quotes_mean_nothing(email in typed(), seed in 0..3_u64) {
        let mut bench = bench(seed, TIMES[2]);
        let check = validate(&mut bench, &email);
        let Some(normalized) = check["normalized"].as_str().map(str::to_owned) else { return Ok(()) };
        let mut other = validate(&mut bench, &normalized);
        let (local, domain) = normalized.rsplit_once('@').unwrap();
        let mut loud = validate(&mut bench, &format!("{local}@{}", domain.to_ascii_uppercase()));
        for again in [&mut other, &mut loud] {
            again["email"] = json!(email);
            prop_assert_eq!(&*again, &check);
        }
    }

    #[test]
    fn patience_never_tells_less(email in typed(), short in 1..29_u64, seed in 0..4_u64) {
        let mut bench = bench(seed, TIMES[2]);
        let quick = bench.ok("email-hygiene/validateEmail", json!({"email": email, "timeout": short}));
        let slow = bench.ok("email-hygiene/validateEmail", json!({"email": email, "timeout": 120}));
        prop_assert_eq!(&slow["timed_out"], false);
        prop_assert!(quick["seconds"].as_f64() <= slow["seconds"].as_f64() && quick["seconds"].as_f64() <= Some(short as f64));
        if quick["timed_out"] == false {
            prop_assert_eq!(&quick, &slow);
        } else {
            prop_assert!(quick["seconds"].as_f64() == Some(short as f64) && quick["mailbox"]["reply"].is_null());
        }
        prop_assert_eq!(&validate(&mut bench, &email), &slow, "the default is enough");
    }

    #[test]
    fn texts_of_any_kind_are_answered(email in "\\PC{1,80}") {
        let mut bench = bench(3, TIMES[2]);
        let check = validate(&mut bench, &email);
        prop_assert_eq!(check["syntax"]["valid"] == true, check["syntax"]["fault"].is_null());
        prop_assert_eq!(check["syntax"]["valid"] == true, !check["normalized"].is_null());
        correct(&mut bench, &email, 2);
    }
}

#[test]
fn the_domain_is_that_of_the_dns_tool() {
    for (seed, time) in TIMES.iter().enumerate() {
        let mut bench = bench(seed as u64, time);
        let names = some(domains(), 120, seed as u64).map(|d| word(&d["domain"]).to_owned());
        for name in names.chain(["nobody-has-this.example", "gone.test", "gmail.com", "example.org"].map(str::to_owned))
        {
            let check = validate(&mut bench, &format!("info@{name}"));
            let dns = bench.ok("link-and-domain/retrieveDNSInfo", json!({"hostname": name, "recordType": "MX"}));
            let whois = bench.ok("link-and-domain/getWHOISInfo", json!({"domain": name}));
            let status = word(&check["domain"]["status"]);
            let dns_status = match status {
                "not_covered" | "reserved" => "REFUSED",
                "no_such_domain" | "suspended" => "NXDOMAIN",
                _ => "NOERROR",
            };
            assert_eq!(dns["status"], dns_status, "{name}: {status}");
            let registered = match status {
                "not_covered" | "reserved" | "suspended" => status,
                "no_such_domain" => "available",
                _ => "registered",
            };
            assert_eq!(whois["status"], registered, "{name}");
            let listed: BTreeSet<(i64, &str)> =
                items(&dns["records"]).iter().map(|r| (r["priority"].as_i64().unwrap(), word(&r["value"]))).collect();
            let servers = items(&check["domain"]["mail_servers"]);
            let told: BTreeSet<(i64, &str)> =
                servers.iter().filter_map(|s| Some((s["priority"].as_i64()?, word(&s["name"])))).collect();
            assert_eq!(status == "refuses_mail", listed.contains(&(0, ".")));
            if status != "refuses_mail" {
                assert_eq!(told, listed, "{name}");
            }
            for server in servers {
                let a =
                    bench.ok("link-and-domain/retrieveDNSInfo", json!({"hostname": server["name"], "recordType": "A"}));
                let addresses: Vec<&Value> =
                    items(&a["records"]).iter().filter(|r| r["type"] == "A").map(|r| &r["value"]).collect();
                assert_eq!(items(&server["addresses"]).iter().collect::<Vec<_>>(), addresses);
            }
        }
    }
}

#[test]
fn what_others_call_bad_is_not_welcome() {
    let mut bench = bench(5, TIMES[2]);
    for domain in some(domains(), 300, 5) {
        let name = word(&domain["domain"]);
        let thought = bench.ok("threat-reputation/checkReputation", json!({"entity": name}));
        let found = disposable(&mut bench, &format!("ada@{name}"), false);
        if thought["verdict"] == "malicious" && found["category"] != "organisation" {
            assert_eq!(
                found["recommendation"],
                if found["category"] == "unknown" { "review" } else { "block" },
                "{name}"
            );
        }
        if found["category"] == "deceptive" {
            assert_ne!(thought["verdict"], "clean", "{name}");
            assert_ne!(validate(&mut bench, &format!("ada@{name}"))["status"], "valid");
        }
    }
}

/// Addresses that stand in a text.
fn addresses(text: &str) -> BTreeSet<String> {
    let ends = |c: char| !(c.is_alphanumeric() || "@.+_-'".contains(c));
    let words = text.split(ends).map(|word| word.trim_matches(['.', '-', '\'', '_']));
    words.filter(|word| word.contains('@') && !word.starts_with('@')).map(str::to_owned).collect()
}

#[test]
fn addresses_of_the_world_are_good_ones() {
    let assets = Assets::embedded();
    let people = &assets.responses["world/people.json"].bytes;
    let accounts = &assets.responses["world/login_accounts.json"].bytes;
    let mut seen = 0;
    for text in [people, accounts].map(|bytes| String::from_utf8_lossy(bytes).into_owned()) {
        for address in addresses(&text) {
            for seed in 0..2 {
                let mut bench = Bench::new(seed).at("2026-03-02T09:00:00+01:00", "Europe/Amsterdam");
                let check = validate(&mut bench, &address);
                assert!(["valid", "risky"].contains(&word(&check["status"])), "{check}");
                assert_eq!(check["is_role"], false, "{address}");
                assert_eq!(check["suggestion"], Value::Null, "{address}");
            }
            seen += 1;
        }
    }
    assert!(seen > 30, "{seen}");
}

#[test]
fn mailboxes_that_other_tools_name_are_there() {
    let mut bench = bench(2, TIMES[2]);
    let assets = Assets::embedded();
    let mut seen = 0;
    for (path, file) in assets.specs.iter().chain(&assets.suite).filter(|(path, _)| !path.contains("email-hygiene")) {
        for address in addresses(&String::from_utf8_lossy(&file.bytes)) {
            let check = validate(&mut bench, &address);
            if check["domain"]["status"] == "receives_mail" {
                assert_ne!(check["mailbox"]["status"], "no_such_mailbox", "{path}: {check}");
                seen += 1;
            }
        }
    }
    assert!(seen > 8, "{seen}");
}

#[test]
fn slips_that_anybody_makes_are_put_right() {
    let mut bench = bench(0, TIMES[2]);
    for (typed, level, meant) in [
        ("ada@gmial.com", 1, "ada@gmail.com"),
        ("ada@gmail.con", 1, "ada@gmail.com"),
        ("ada@@gmail,com", 1, "ada@gmail.com"),
        ("ada@yaho.com", 1, "ada@yahoo.com"),
        ("ada@hotmial.co.uk", 1, "ada@hotmail.co.uk"),
        ("ada@outlok.com", 1, "ada@outlook.com"),
        ("ada@inkwelmail.example", 1, "ada@inkwellmail.example"),
        ("desk@northwind-logistic.example", 1, "desk@northwind-logistics.example"),
        ("ada@inkwellmail.exmaple", 1, "ada@inkwellmail.example"),
        ("Ada Lovelace <ada@pigeonry.example>", 1, "ada@pigeonry.example"),
        ("ada@gmailcom", 1, "ada@gmail.com"),
        ("adagmail.com", 2, "ada@gmail.com"),
        ("ada.gmail.com", 2, "ada@gmail.com"),
        ("ada at pigeonry dot example", 2, "ada@pigeonry.example"),
        ("ada@gmail", 2, "ada@gmail.com"),
        ("ada@ymail.com", 2, "ada@ymail.com"),
        ("ada@mail.com", 2, "ada@mail.com"),
        ("ada@abc.com", 2, "ada@abc.com"),
        ("ada", 2, "ada"),
        ("hotmail.com", 2, "hotmail.com"),
    ] {
        assert_eq!(correct(&mut bench, typed, level)["corrected_email"], meant, "{typed}");
    }
}
