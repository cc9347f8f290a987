//! Laws of `link-and-domain`: names, addresses, ports and certificates are those of one internet; checks are remembered,
//! rules applied.
//!
//! Tables: `link_checks` (key check_id: check_id, user_id, url, verdict as `safe` … `unknown`, action, checked_at as RFC
//! 3339) and `link_categories` (any key; one row for each change: category_id, category, rules as a list of texts, active,
//! revision from 1, changed_at). The row with the highest revision is the category; all but category and rules may be
//! left out.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use crate::bench::Bench;
use crate::internet::{REAL, TIMES, bench, domains, hosts, int, items, odd, refused, some, threats, word, words};

fn ok(bench: &mut Bench, tool: &str, arguments: Value) -> Value {
    bench.ok(&format!("link-and-domain/{tool}"), arguments)
}

fn no(bench: &mut Bench, tool: &str, arguments: Value) -> (u16, String) {
    refused(bench, &format!("link-and-domain/{tool}"), arguments)
}

#[test]
fn what_is_behind_a_domain_is_what_dns_and_scan_say() {
    for (seed, time) in [(1, TIMES[2]), (7, TIMES[3])] {
        let mut bench = bench(seed, time);
        for domain in some(domains(), 90, seed) {
            let found = ok(&mut bench, "searchDomain", json!({"domain": domain["domain"], "includeSubdomains": true}));
            let mut addresses = BTreeSet::new();
            for name in items(&found["hostnames"]) {
                let answer = ok(&mut bench, "retrieveDNSInfo", json!({"hostname": name["hostname"]}));
                assert_eq!(answer["status"], "NOERROR", "{name}");
                let of = |kind: &str| -> Vec<Value> {
                    items(&answer["records"]).iter().filter(|r| r["type"] == kind).map(|r| r["value"].clone()).collect()
                };
                assert_eq!(&of("A"), items(&name["addresses"]), "{name}");
                assert_eq!(of("CNAME").first().unwrap_or(&Value::Null), &name["alias_of"]);
                addresses.extend(of("A").iter().map(|a| word(a).to_owned()));
            }
            let machines: BTreeSet<String> = items(&found["hosts"]).iter().map(|h| word(&h["ip"]).to_owned()).collect();
            assert_eq!(addresses, machines, "{}", domain["domain"]);
            for host in items(&found["hosts"]).iter().take(3) {
                let scan = ok(&mut bench, "scanOpenPorts", json!({"ipAddress": host["ip"], "portRange": "all"}));
                let ports = |list: &Value| -> Vec<Value> {
                    items(list).iter().map(|p| json!([p["port"], p["service"], p["product"], p["version"]])).collect()
                };
                assert_eq!(ports(&host["open_ports"]), ports(&scan["open_ports"]));
            }
        }
    }
}

#[test]
fn a_registration_was_made_then_changed_and_is_paid_for() {
    for (seed, time) in TIMES.iter().enumerate() {
        let mut bench = bench(seed as u64, time);
        let now = word(&ok(&mut bench, "scanOpenPorts", json!({"ipAddress": "192.0.2.1"}))["scanned_at"]).to_owned();
        for domain in some(domains(), 25, seed as u64) {
            let entry = ok(&mut bench, "getWHOISInfo", json!({"domain": domain["domain"]}));
            let registered = ["registered", "suspended"].contains(&word(&entry["status"]));
            assert_eq!(registered, entry["registration"].is_object(), "{entry}");
            if !registered {
                assert_eq!(entry["status"], "available");
                continue;
            }
            let dates = &entry["registration"];
            let [created, updated, expires] = ["created_at", "updated_at", "expires_at"].map(|d| word(&dates[d]));
            assert!(created < updated && updated <= now.as_str() && now.as_str() < expires, "{entry}");
            for server in words(&dates["name_servers"]) {
                let answer = ok(&mut bench, "retrieveDNSInfo", json!({"hostname": server}));
                assert!(!items(&answer["records"]).is_empty(), "{server} of {}", domain["domain"]);
            }
            let ns = ok(&mut bench, "retrieveDNSInfo", json!({"hostname": domain["domain"], "recordType": "NS"}));
            let servers: Vec<&Value> = items(&ns["records"]).iter().map(|r| &r["value"]).collect();
            assert_eq!(servers, items(&dates["name_servers"]).iter().collect::<Vec<_>>());
        }
    }
}

#[test]
fn mail_goes_to_machines_that_take_it() {
    let mut bench = bench(3, TIMES[2]);
    let mut served = 0;
    for domain in some(domains(), 20, 3) {
        let mail = ok(&mut bench, "retrieveDNSInfo", json!({"hostname": domain["domain"], "recordType": "MX"}));
        let priorities: Vec<i64> = items(&mail["records"]).iter().map(|r| int(&r["priority"])).collect();
        assert!(priorities.is_sorted());
        for record in items(&mail["records"]).iter().filter(|r| r["value"] != ".") {
            let answer = ok(&mut bench, "retrieveDNSInfo", json!({"hostname": record["value"]}));
            for address in items(&answer["records"]) {
                let scan = ok(&mut bench, "scanOpenPorts", json!({"ipAddress": address["value"], "portRange": "25"}));
                assert_eq!(items(&scan["open_ports"]).len(), 1, "{record}");
                served += 1;
            }
        }
    }
    assert!(served > 25, "{served}");
}

#[test]
fn new_names_resolve_and_a_longer_look_finds_no_less() {
    let mut seen = 0;
    for (seed, time) in TIMES.iter().enumerate() {
        let mut bench = bench(seed as u64, time);
        for domain in some(domains(), 90, seed as u64).map(|d| &d["domain"]).chain([&json!("kitebrowser.example")]) {
            let mut before: BTreeSet<String> = BTreeSet::new();
            for hours in [24, 168, 8_760] {
                let news = ok(&mut bench, "identifyNewSubdomains", json!({"domain": domain, "interval": hours}));
                let names: BTreeSet<String> =
                    items(&news["subdomains"]).iter().map(|s| word(&s["hostname"]).to_owned()).collect();
                assert!(before.is_subset(&names), "{domain} {hours}: {before:?} {names:?}");
                assert_eq!(names.len(), items(&news["subdomains"]).len(), "each name once");
                for found in items(&news["subdomains"]) {
                    let moment = word(&found["detected_at"]);
                    assert!(moment > word(&news["from"]) && moment <= word(&news["to"]), "{found}");
                    assert!(!items(&found["records"]).is_empty(), "{found}");
                    assert_eq!(found["change"] == "modified", found["certificate_sha256"].is_string());
                    seen += 1;
                }
                before = names;
            }
        }
    }
    assert!(seen > 100, "{seen}");
}

#[test]
fn a_check_is_in_the_report_of_its_user_at_once_and_in_no_others() {
    let mut bench = bench(11, TIMES[2]);
    let report = |bench: &mut Bench, user: i64| {
        ok(bench, "getActivityReport", json!({"user_id": user, "include_details": true}))
    };
    let (before, other) = (report(&mut bench, 17), report(&mut bench, 18));
    let links = [
        "https://www.lumenfjord.example/",
        "https://account-check.example/signin",
        "https://github.com/",
        "https://nobody.example/",
    ];
    let mut counts: BTreeMap<String, i64> = BTreeMap::new();
    for link in links {
        let check = ok(&mut bench, "verifyLink", json!({"url": link, "user_id": 17}));
        *counts.entry(word(&check["verdict"]).to_owned()).or_default() += 1;
        let now = report(&mut bench, 17);
        let event = &items(&now["details"]).iter().find(|e| e["event_id"] == check["check_id"]).expect("it is told");
        assert_eq!(
            (&event["subject"], &event["result"], &event["time"]),
            (&check["normalized_url"], &check["verdict"], &check["checked_at"])
        );
    }
    let after = report(&mut bench, 17);
    for (verdict, count) in &counts {
        assert_eq!(int(&after["totals"][verdict]) - int(&before["totals"][verdict]), *count, "{verdict}");
    }
    assert_eq!(int(&after["totals"]["links_checked"]) - int(&before["totals"]["links_checked"]), 4);
    assert_eq!(report(&mut bench, 18), other);
    assert_eq!(int(&report(&mut bench, 0)["totals"]["links_checked"]), 0);
}

#[test]
fn ranges_side_by_side_are_the_whole_and_the_past_stays() {
    for user in [1, 17, 4_711] {
        let ask = |time: &str, from: &str, to: &str| {
            let range = json!({"start_date": from, "end_date": to});
            ok(
                &mut bench(5, time),
                "getActivityReport",
                json!({"user_id": user, "date_range": range, "include_details": true}),
            )
        };
        let whole = ask(TIMES[2], "2026-01-01", "2026-02-28");
        let (a, b) = (ask(TIMES[2], "2026-01-01", "2026-01-19"), ask(TIMES[2], "2026-01-20", "2026-02-28"));
        for count in ["links_checked", "safe", "caution", "unsafe", "unknown", "blocked"] {
            let [w, a, b] = [&whole, &a, &b].map(|r| int(&r["totals"][count]));
            assert_eq!(w, a + b, "{count}");
        }
        let joined: Vec<Value> = [items(&b["details"]), items(&a["details"])].concat();
        assert_eq!(joined, items(&whole["details"]));
        let days: i64 = items(&whole["by_day"]).iter().map(|d| int(&d["links_checked"])).sum();
        assert_eq!(days, int(&whole["totals"]["links_checked"]));
        assert_eq!(ask(TIMES[4], "2026-01-01", "2026-02-28"), whole, "what was done stays done");
    }
}

#[test]
fn ranges_that_cannot_be_are_refused() {
    let mut bench = bench(1, TIMES[2]);
    let ask = |from: &str, to: &str| json!({"user_id": 17, "date_range": {"start_date": from, "end_date": to}});
    assert_eq!(no(&mut bench, "getActivityReport", ask("2026-03-01", "2026-02-28")), (422, "bad_date_range".into()));
    assert_eq!(no(&mut bench, "getActivityReport", ask("2025-01-01", "2026-01-02")), (422, "range_too_long".into()));
    assert_eq!(int(&ok(&mut bench, "getActivityReport", ask("2025-01-01", "2026-01-01"))["days"]), 366);
    let open = ok(&mut bench, "getActivityReport", json!({"user_id": 17, "date_range": {}}));
    assert_eq!((word(&open["start_date"]), word(&open["end_date"])), ("2026-02-01", "2026-03-02"));
    let from = ok(&mut bench, "getActivityReport", json!({"user_id": 17, "date_range": {"start_date": "2026-02-20"}}));
    assert_eq!((word(&from["end_date"]), int(&from["days"])), ("2026-03-02", 11));
}

#[test]
fn rules_decide_what_a_check_says_and_the_last_word_counts() {
    let mut bench = bench(2, TIMES[2]);
    let set = |bench: &mut Bench, name: &str, rules: Value, active: bool| {
        ok(bench, "manageLinkCategories", json!({"category": name, "rules": rules, "active": active}))
    };
    let check = |bench: &mut Bench, url: &str| ok(bench, "verifyLink", json!({"url": url}));
    let casino = "https://www.luckytern.example/";
    assert_eq!(check(&mut bench, casino)["action"], "none");
    let made = set(&mut bench, "Games of chance", json!(["warn content:gambling", "block keyword:jackpot"]), true);
    assert_eq!(
        (&made["change"], &made["previous"], &made["categories_total"]),
        (&json!("created"), &Value::Null, &json!(1))
    );
    assert_eq!(check(&mut bench, casino)["action"], "warn");
    assert_eq!(check(&mut bench, "https://www.luckytern.example/jackpot")["action"], "block");
    assert_eq!(check(&mut bench, "https://www.lumenfjord.example/")["action"], "none");
    let same = set(&mut bench, " games OF chance ", json!(["warn content:gambling", "block keyword:jackpot"]), true);
    assert_eq!(
        (&same["change"], &same["category_id"], &same["category"]),
        (&json!("unchanged"), &made["category_id"], &made["category"])
    );
    let changed = set(&mut bench, "games of chance", json!(["Block luckytern.example"]), true);
    assert_eq!(
        (&changed["change"], &changed["previous"]["rules"]),
        (&json!("updated"), &json!(["warn content:gambling", "block keyword:jackpot"]))
    );
    assert_eq!(check(&mut bench, casino)["action"], "block");
    let off = set(&mut bench, "games of chance", json!(["Block luckytern.example"]), false);
    assert_eq!((&off["change"], &off["categories_total"]), (&json!("updated"), &json!(1)));
    assert_eq!(check(&mut bench, casino)["action"], "none");
    set(&mut bench, "Bad", json!(["Block all phishing and malware", "Ask Ingrid"]), true);
    let bad = check(&mut bench, "https://account-check.example/signin");
    assert_eq!((&bad["action"], &bad["categories"][0]["category"]), (&json!("block"), &json!("Bad")));
    let report = ok(&mut bench, "getActivityReport", json!({"user_id": 0, "include_details": true}));
    assert_eq!((int(&report["totals"]["category_changes"]), int(&report["totals"]["blocked"])), (5, 3));
    assert_eq!(
        no(&mut bench, "manageLinkCategories", json!({"category": "Bad", "rules": ["colour:red"]})),
        (422, "bad_rule".into())
    );
}

#[test]
fn a_seeded_category_is_applied() {
    let mut bench = bench(2, TIMES[2]);
    let row = json!({"category": "Suppliers", "rules": ["allow domain:northwind-logistics.example"]});
    bench.state.insert("link_categories", "c1", row.as_object().unwrap().clone()).unwrap();
    let check = ok(&mut bench, "verifyLink", json!({"url": "northwind-logistics.example/track"}));
    assert_eq!((&check["action"], &check["categories"][0]["category"]), (&json!("allow"), &json!("Suppliers")));
    let changed = ok(&mut bench, "manageLinkCategories", json!({"category": "suppliers", "rules": []}));
    assert_eq!((&changed["change"], &changed["category_id"]), (&json!("updated"), &json!("c1")));
}

#[test]
fn scans_in_pieces_are_the_whole_scan() {
    let mut bench = bench(4, TIMES[2]);
    let mut open = 0;
    for host in some(hosts(), 90, 4) {
        let mut scan =
            |range: &str| ok(&mut bench, "scanOpenPorts", json!({"ipAddress": host["address"], "portRange": range}));
        let whole = scan("all");
        let pieces = ["1-100", "101-1000,1001-9999", "10000-65535"].map(&mut scan);
        let joined: Vec<Value> = pieces.iter().flat_map(|p| items(&p["open_ports"]).to_vec()).collect();
        assert_eq!(&joined, items(&whole["open_ports"]));
        for part in pieces.iter().chain([&whole]) {
            let sum =
                items(&part["open_ports"]).len() as i64 + int(&part["closed_ports"]) + int(&part["filtered_ports"]);
            assert_eq!(sum, int(&part["scanned_ports"]), "{part}");
        }
        assert_eq!(int(&whole["scanned_ports"]), 65_535);
        assert_eq!(items(&scan("common")["open_ports"]), joined, "common ports hold all that is served here");
        open += joined.len();
    }
    assert!(open > 40, "{open}");
    let local = ok(&mut bench, "scanOpenPorts", json!({"ipAddress": "192.168.1.1"}));
    assert_eq!((&local["status"], &local["scanned_ports"]), (&json!("not_scanned"), &json!(0)));
    assert_eq!(ok(&mut bench, "scanOpenPorts", json!({"ipAddress": "8.8.8.8"}))["status"], "not_scanned");
}

#[test]
fn nothing_is_claimed_about_the_real_internet() {
    for time in TIMES {
        let mut bench = bench(6, time);
        for name in REAL {
            let check = ok(&mut bench, "verifyLink", json!({"url": format!("https://{name}/login")}));
            assert_eq!(
                (&check["verdict"], &check["accessible"], &check["failure"]),
                (&json!("unknown"), &Value::Null, &json!("not_monitored"))
            );
            assert!(items(&check["threats"]).is_empty());
            assert_eq!(ok(&mut bench, "retrieveDNSInfo", json!({"hostname": name}))["status"], "REFUSED");
            assert!(ok(&mut bench, "getWHOISInfo", json!({"domain": name}))["registration"].is_null());
            assert_eq!(ok(&mut bench, "searchDomain", json!({"domain": name}))["status"], "not_covered");
            assert_eq!(ok(&mut bench, "identifyNewSubdomains", json!({"domain": name}))["status"], "not_covered");
        }
    }
}

#[test]
fn a_free_name_is_free_everywhere() {
    let mut bench = bench(6, TIMES[2]);
    let free = json!({"domain": "lumenfjrod.example"});
    let entry = ok(&mut bench, "getWHOISInfo", free.clone());
    assert_eq!(entry["status"], "available");
    assert!(words(&entry["similar_domains"]).contains(&"lumenfjord.example"));
    assert_eq!(ok(&mut bench, "searchDomain", free.clone())["status"], "not_registered");
    assert_eq!(ok(&mut bench, "identifyNewSubdomains", free)["status"], "not_registered");
    assert_eq!(ok(&mut bench, "retrieveDNSInfo", json!({"hostname": "www.lumenfjrod.example"}))["status"], "NXDOMAIN");
    let check = ok(&mut bench, "verifyLink", json!({"url": "https://lumenfjrod.example/"}));
    assert_eq!((&check["verdict"], &check["failure"]), (&json!("unknown"), &json!("host_not_found")));
}

#[test]
fn before_its_day_a_bad_name_is_free_and_after_it_is_listed() {
    let later = threats()
        .iter()
        .filter(|t| word(&t["first"]) > "2026-04-01" && word(&t["first"]) < "2026-12-01" && t["until"].is_null());
    let mut seen = 0;
    for threat in later.filter(|t| word(&t["expression"]).ends_with('/')).take(15) {
        let host = word(&threat["expression"]).trim_end_matches('/');
        let check = |time: &str| ok(&mut bench(8, time), "verifyLink", json!({"url": host}));
        assert_ne!(check(TIMES[2])["verdict"], "unsafe", "{host}");
        assert_eq!(check(TIMES[3])["verdict"], "unsafe", "{host}");
        seen += 1;
    }
    assert!(seen > 10, "{seen}");
}

#[test]
fn a_visit_ends_where_it_says() {
    let mut bench = bench(9, TIMES[2]);
    let plain = ok(&mut bench, "verifyLink", json!({"url": "http://northwind-logistics.example/track/1"}));
    assert_eq!(
        (&plain["final_url"], &plain["http_status"]),
        (&json!("https://northwind-logistics.example/track/1"), &json!(200))
    );
    assert_eq!(plain["redirects"][0]["status"], 301);
    let lost = ok(&mut bench, "verifyLink", json!({"url": "https://northwind-logistics.example/no/such/page"}));
    assert_eq!(
        (&lost["accessible"], &lost["http_status"], &lost["verdict"]),
        (&json!(false), &json!(404), &json!("safe"))
    );
    let news = bench.ok("news-media/searchArticles", json!({"keywords": "energy"}));
    for article in items(&news["articles"]).iter().take(5) {
        let check = ok(&mut bench, "verifyLink", json!({"url": article["url"]}));
        assert_eq!((&check["http_status"], &check["verdict"]), (&json!(200), &json!("safe")), "{}", article["url"]);
        assert!(word(&check["title"]).starts_with(word(&article["title"])));
    }
}

#[test]
fn odd_texts_are_met_by_a_refusal_or_an_empty_answer() {
    let mut bench = bench(1, TIMES[2]);
    let calls = [
        ("verifyLink", "url"),
        ("searchDomain", "domain"),
        ("retrieveDNSInfo", "hostname"),
        ("getWHOISInfo", "domain"),
        ("identifyNewSubdomains", "domain"),
        ("scanOpenPorts", "ipAddress"),
    ];
    for (tool, argument) in calls {
        for text in odd() {
            let outcome = bench.call(&format!("link-and-domain/{tool}"), json!({argument: text}));
            assert!(outcome.status == 200 || outcome.status == 422, "{tool} {}: {}", outcome.status, outcome.body);
        }
    }
    for text in odd() {
        let outcome = bench.call("link-and-domain/scanOpenPorts", json!({"ipAddress": "192.0.2.1", "portRange": text}));
        assert_eq!(outcome.status, 422, "{}", outcome.body);
        let outcome = bench.call("link-and-domain/manageLinkCategories", json!({"category": "x", "rules": [text]}));
        assert!(outcome.status == 200 || outcome.status == 422, "{}", outcome.body);
    }
}
