//! Laws of `host-exposure`: searches narrow, pages join, and a machine is the same in every tool. There are no tables.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::bench::Bench;
use crate::internet::{TIMES, bench, hosts, int, items, odd, refused, some, word, words};

fn ok(bench: &mut Bench, tool: &str, arguments: Value) -> Value {
    bench.ok(&format!("host-exposure/{tool}"), arguments)
}

fn no(bench: &mut Bench, tool: &str, arguments: Value) -> (u16, String) {
    refused(bench, &format!("host-exposure/{tool}"), arguments)
}

/// All machines that a search finds, page by page.
fn all(bench: &mut Bench, mut query: Value) -> Vec<Value> {
    let mut found = Vec::new();
    for page in 1.. {
        query["page"] = json!(page);
        let answer = ok(bench, "searchHosts", query.clone());
        let rows = items(&answer["hosts"]);
        found.extend(rows.to_vec());
        if page >= int(&answer["pages"]) {
            assert_eq!(found.len() as i64, int(&answer["total"]), "{query}");
            query["page"] = json!(page + 1);
            assert!(items(&ok(bench, "searchHosts", query)["hosts"]).is_empty(), "behind the last page is nothing");
            return found;
        }
    }
    found
}

fn addresses(rows: &[Value]) -> BTreeSet<String> {
    rows.iter().map(|h| word(&h["ip"]).to_owned()).collect()
}

fn number(address: &str) -> u32 {
    u32::from(address.parse::<std::net::Ipv4Addr>().unwrap())
}

#[test]
fn pages_join_in_order_without_repeats() {
    let mut bench = bench(1, TIMES[2]);
    for query in
        [json!({"location": "Netherlands"}), json!({"software_version": "Postfix"}), json!({"hostname": "mail"})]
    {
        let found = all(&mut bench, query);
        let numbers: Vec<u32> = found.iter().map(|h| number(word(&h["ip"]))).collect();
        assert!(numbers.is_sorted_by(|a, b| a < b) && !numbers.is_empty());
    }
}

#[test]
fn a_narrower_search_finds_a_part_of_the_wider() {
    let mut bench = bench(2, TIMES[2]);
    let mut chain = |queries: &[Value]| {
        let mut wider: Option<BTreeSet<String>> = None;
        for query in queries {
            let found = addresses(&all(&mut bench, query.clone()));
            assert!(wider.as_ref().is_none_or(|wider| found.is_subset(wider)), "{query}");
            assert!(!found.is_empty(), "{query}");
            wider = Some(found);
        }
    };
    chain(&[json!({"location": "Europe"}), json!({"location": "NL"}), json!({"location": "Amsterdam"})]);
    chain(&[
        json!({"location": "USA"}),
        json!({"location": "California"}),
        json!({"location": "San Jose, California"}),
    ]);
    chain(&[
        json!({}),
        json!({"software_version": "OpenSSH"}),
        json!({"software_version": "OpenSSH < 9.6"}),
        json!({"software_version": "OpenSSH < 8.0"}),
    ]);
    chain(&[
        json!({"software_version": "nginx"}),
        json!({"software_version": "nginx 1"}),
        json!({"software_version": "nginx 1.18"}),
    ]);
    chain(&[
        json!({"hostname": "northwind-logistics.example"}),
        json!({"hostname": "*.northwind-logistics.example"}),
        json!({"hostname": "mx1.northwind-logistics.example"}),
    ]);
    chain(&[
        json!({"hostname": "198.51.100.0/24"}),
        json!({"hostname": "198.51.100.0/26"}),
        json!({"hostname": "198.51.100.0/26", "location": "New York City"}),
    ]);
}

#[test]
fn spellings_of_a_search_mean_the_same() {
    let mut bench = bench(3, TIMES[2]);
    for pair in [
        [json!({"location": "NL"}), json!({"location": "the Netherlands"})],
        [json!({}), json!({"location": "Global"})],
        [json!({"software_version": "Apache 2.4.49"}), json!({"software_version": "httpd/2.4.49"})],
        [json!({"hostname": "LUMENFJORD.example"}), json!({"hostname": "lumenfjord.example."})],
    ] {
        let [a, b] = pair.map(|query| ok(&mut bench, "searchHosts", query));
        assert_eq!(a["hosts"], b["hosts"]);
    }
}

#[test]
fn a_block_holds_the_addresses_that_its_bits_say() {
    let mut bench = bench(4, TIMES[3]);
    let every = all(&mut bench, json!({}));
    assert!(every.len() > 1_000);
    for (net, length) in
        [("198.51.100.0", 24), ("198.51.100.64", 27), ("198.18.0.0", 18), ("192.0.2.77", 32), ("203.0.113.9", 29)]
    {
        let mask = u32::MAX << (32 - length);
        let within = |h: &&Value| number(word(&h["ip"])) & mask == number(net) & mask;
        let wanted: Vec<&Value> = every.iter().filter(within).collect();
        let found = all(&mut bench, json!({"hostname": format!("{net}/{length}")}));
        assert_eq!(found.iter().collect::<Vec<_>>(), wanted, "{net}/{length}");
    }
}

#[test]
fn what_is_searched_for_runs_where_it_is_found() {
    for seed in 0..2 {
        let mut bench = bench(seed, TIMES[2]);
        for (query, product, fits) in [
            ("Apache 2.4.49", "Apache HTTP Server", (|v: &str| v == "2.4.49") as fn(&str) -> bool),
            ("OpenSSH 8", "OpenSSH", |v| v.starts_with("8.")),
            ("WordPress", "WordPress", |_| true),
            ("redis", "Redis", |_| true),
        ] {
            for host in all(&mut bench, json!({"software_version": query})) {
                let runs =
                    items(&host["software"]).iter().any(|s| s["product"] == product && fits(word(&s["version"])));
                assert!(runs, "{query}: {host}");
            }
        }
    }
}

#[test]
fn a_machine_is_the_same_in_every_tool() {
    for (seed, time) in [(5, TIMES[1]), (6, TIMES[2]), (7, TIMES[4])] {
        let mut bench = bench(seed, time);
        for row in some(hosts(), 160, seed) {
            let ip = &row["address"];
            let outcome = bench.call("host-exposure/retrieveHostDetails", json!({"ip": ip}));
            if !outcome.is_ok() {
                assert!(word(&row["since"]) > &time[..10], "{row}");
                continue;
            }
            let host = outcome.body;
            let found = all(&mut bench, json!({"hostname": ip}));
            let [summary] = found.as_slice() else { panic!("{ip} is found {} times", found.len()) };
            for field in ["ip", "ipv6", "hostnames", "organisation", "operating_system", "software"] {
                assert_eq!(summary[field], host[field], "{field}");
            }
            let ports: Vec<&Value> = items(&host["open_ports"]).iter().map(|p| &p["port"]).collect();
            assert_eq!(ports, items(&summary["open_ports"]).iter().collect::<Vec<_>>());
            let scan = bench.ok("link-and-domain/scanOpenPorts", json!({"ipAddress": ip, "portRange": "all"}));
            assert_eq!(ports, items(&scan["open_ports"]).iter().map(|p| &p["port"]).collect::<Vec<_>>());
            assert_eq!(scan["hostnames"], host["hostnames"]);
            for severity in ["critical", "high", "medium", "low"] {
                let count = items(&host["vulnerabilities"]).iter().filter(|v| v["severity"] == severity).count() as i64;
                assert_eq!(count, int(&summary["vulnerabilities"][severity]));
            }
            let scores: Vec<f64> =
                items(&host["vulnerabilities"]).iter().map(|v| v["score"].as_f64().unwrap()).collect();
            assert!(scores.is_sorted_by(|a, b| a >= b), "worst first");
            for fault in items(&host["vulnerabilities"]).iter().filter(|v| v["published_on"].is_string()) {
                assert!(word(&fault["published_on"]) <= &time[..10], "{fault}");
            }
            for name in words(&host["hostnames"]) {
                let answer = bench.ok("link-and-domain/retrieveDNSInfo", json!({"hostname": name}));
                assert!(items(&answer["records"]).iter().any(|r| r["value"] == *ip), "{name} {ip}");
            }
            let thought = bench.ok("threat-reputation/checkReputation", json!({"entity": ip}));
            assert_eq!(
                (&thought["verdict"], &thought["score"]),
                (&host["reputation"]["verdict"], &host["reputation"]["score"])
            );
            assert!(word(&host["observation"]["first_seen"]) <= &word(&host["observation"]["last_seen"])[..10]);
            if let Some(six) = host["ipv6"].as_str() {
                assert_eq!(ok(&mut bench, "retrieveHostDetails", json!({"ip": six})), host);
            }
        }
    }
}

#[test]
fn a_certificate_is_found_by_its_fingerprint_and_its_faults_are_its_machines() {
    let mut bench = bench(8, TIMES[2]);
    let mut faults = 0;
    for row in some(hosts(), 60, 8).filter(|row| !items(&row["certificates"]).is_empty()) {
        let outcome = bench.call("host-exposure/retrieveHostDetails", json!({"ip": row["address"]}));
        if !outcome.is_ok() {
            continue;
        }
        for shown in items(&outcome.body["certificates"]).iter().take(2) {
            let ask = |protocol: &str| json!({"certificate_sha256": shown["sha256"], "protocol": protocol});
            let report = ok(&mut bench, "identifyVulnerabilities", ask("tls"));
            for field in ["subject", "issuer", "valid_from", "valid_until", "status", "alternative_names"] {
                assert_eq!(report["certificate"][field], shown[field]);
            }
            assert!(items(&report["endpoints"]).iter().any(|e| e["ip"] == row["address"]), "{shown}");
            let total: i64 = ["critical", "high", "medium", "low"].map(|s| int(&report["summary"][s])).iter().sum();
            assert_eq!(total, items(&report["vulnerabilities"]).len() as i64);
            let known: BTreeSet<&str> =
                items(&outcome.body["vulnerabilities"]).iter().map(|v| word(&v["id"])).collect();
            let here = format!("{}:", word(&row["address"]));
            for fault in items(&report["vulnerabilities"]) {
                let own = items(&fault["endpoints"]).is_empty()
                    || words(&fault["endpoints"]).iter().any(|e| e.starts_with(&here));
                assert!(!own || known.contains(word(&fault["id"])), "{fault}");
                faults += usize::from(own);
            }
            let https = ok(&mut bench, "identifyVulnerabilities", ask("HTTPS"));
            let part: BTreeSet<String> = items(&https["endpoints"]).iter().map(Value::to_string).collect();
            let whole: BTreeSet<String> = items(&report["endpoints"]).iter().map(Value::to_string).collect();
            assert!(part.is_subset(&whole));
            let spelt: String = word(&shown["sha256"])
                .to_uppercase()
                .as_bytes()
                .chunks(2)
                .map(|c| format!("{}:", String::from_utf8_lossy(c)))
                .collect();
            let again = json!({"certificate_sha256": spelt.trim_end_matches(':'), "protocol": "TLS"});
            assert_eq!(ok(&mut bench, "identifyVulnerabilities", again), report);
        }
    }
    assert!(faults > 20, "{faults}");
}

#[test]
fn fields_choose_parts_and_change_none() {
    let mut bench = bench(9, TIMES[2]);
    let whole = ok(&mut bench, "retrieveHostDetails", json!({"ip": "198.51.100.1"}));
    for field in whole.as_object().unwrap().keys().filter(|k| !["ip", "ipv6"].contains(&k.as_str())) {
        let part = ok(&mut bench, "retrieveHostDetails", json!({"ip": "198.51.100.1", "fields": [field]}));
        assert_eq!(part.as_object().unwrap().len(), 3, "{part}");
        assert_eq!(part[field], whole[field]);
    }
    let other = ok(&mut bench, "retrieveHostDetails", json!({"ip": "198.51.100.1", "fields": ["Ports", "cves"]}));
    assert_eq!((&other["open_ports"], &other["vulnerabilities"]), (&whole["open_ports"], &whole["vulnerabilities"]));
    assert_eq!(ok(&mut bench, "retrieveHostDetails", json!({"ip": "198.51.100.1", "fields": []})), whole);
}

#[test]
fn what_is_not_known_is_refused_with_a_reason() {
    let mut bench = bench(1, TIMES[2]);
    for ip in ["8.8.8.8", "192.168.1.1", "198.19.255.254", "2001:db8:ffff::1"] {
        assert_eq!(no(&mut bench, "retrieveHostDetails", json!({"ip": ip})), (404, "unknown_host".into()));
    }
    assert_eq!(no(&mut bench, "retrieveHostDetails", json!({"ip": "300.1.1.1"})), (422, "malformed_address".into()));
    assert_eq!(
        no(&mut bench, "retrieveHostDetails", json!({"ip": "198.51.100.1", "fields": ["colour"]})),
        (422, "unknown_field".into())
    );
    assert_eq!(no(&mut bench, "searchHosts", json!({"hostname": "port:443"})), (422, "malformed_hostname".into()));
    assert_eq!(
        no(&mut bench, "searchHosts", json!({"location": "Zwolderveen aan Zee"})),
        (404, "unknown_location".into())
    );
    let nothing = ok(&mut bench, "searchHosts", json!({"software_version": "ngnix"}));
    assert_eq!((&nothing["total"], &nothing["similar_software"]), (&json!(0), &json!(["nginx"])));
    for text in odd() {
        for (tool, argument) in [
            ("searchHosts", "hostname"),
            ("searchHosts", "location"),
            ("searchHosts", "software_version"),
            ("retrieveHostDetails", "ip"),
        ] {
            let outcome = bench.call(&format!("host-exposure/{tool}"), json!({argument: text}));
            assert!([200, 404, 422].contains(&outcome.status), "{tool} {}: {}", outcome.status, outcome.body);
        }
    }
}
