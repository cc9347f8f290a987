//! Laws of `url-safety`: a link is listed or not, and every tool of every set says the same of it. There are no tables.

use serde_json::{Value, json};

use crate::bench::Bench;
use crate::internet::{REAL, TIMES, bench, int, items, links, odd, refused, some, threats, word, words};

const TYPES: [&str; 4] = ["MALWARE", "SOCIAL_ENGINEERING", "UNWANTED_SOFTWARE", "POTENTIALLY_HARMFUL_APPLICATION"];

fn ok(bench: &mut Bench, tool: &str, arguments: Value) -> Value {
    bench.ok(&format!("url-safety/{tool}"), arguments)
}

#[test]
fn every_tool_says_the_same_of_a_link() {
    let mut bad = 0;
    for (seed, time) in TIMES.iter().enumerate() {
        let mut bench = bench(seed as u64, time);
        for link in links(80, seed as u64) {
            let checked = ok(&mut bench, "checkUrlsSafety", json!({"urls": [link], "threatTypes": TYPES}));
            let listed = checked["results"][0]["safe"] == false;
            bad += usize::from(listed);
            let details = ok(&mut bench, "getUrlThreatDetails", json!({"url": link}));
            assert_eq!(details["listed"], json!(listed), "{link}");
            let verified = bench.ok("link-and-domain/verifyLink", json!({"url": link}));
            assert_eq!(verified["verdict"] == "unsafe", listed, "{link}: {verified}");
            let thought = bench.ok("threat-reputation/checkReputation", json!({"entity": link, "entityType": "URL"}));
            assert_eq!(thought["verdict"] == "malicious", listed, "{link}: {thought}");
            let whole = bench.ok("threat-reputation/getEntityDetails", json!({"entity": link}));
            let class = bench.ok("threat-reputation/classifyEntity", json!({"entity": link}));
            assert_eq!(
                (&whole["verdict"], &whole["score"], &class["verdict"]),
                (&thought["verdict"], &thought["score"], &thought["verdict"])
            );
            assert_eq!((&whole["category"], &thought["category"]), (&class["category"], &class["category"]));
            let told = match word(&thought["verdict"]) {
                "clean" => "safe",
                "suspicious" => "caution",
                "malicious" => "unsafe",
                _ => "unknown",
            };
            assert_eq!(verified["verdict"], told, "{link}");
            assert_eq!(verified["reasons"], thought["reasons"]);
        }
    }
    assert!(bad > 40, "{bad}");
}

#[test]
fn a_page_of_a_bad_domain_is_bad_and_a_bad_page_makes_its_domain_suspicious() {
    let mut bench = bench(4, TIMES[2]);
    let (mut whole, mut part) = (0, 0);
    for threat in some(threats(), 6, 1) {
        let expression = word(&threat["expression"]);
        let (host, path) = expression.split_once('/').unwrap();
        let now =
            ok(&mut bench, "checkUrlsSafety", json!({"urls": [format!("https://{expression}")], "threatTypes": TYPES}));
        if now["unsafeCount"] == 0 {
            continue;
        }
        let domain = bench.ok("threat-reputation/checkReputation", json!({"entity": host}));
        if path.is_empty() {
            assert_eq!(domain["verdict"], "malicious", "{expression}");
            let below = json!({"urls": [format!("http://a.b.{host}/any/page?x=1")], "threatTypes": TYPES});
            assert_eq!(ok(&mut bench, "checkUrlsSafety", below)["unsafeCount"], 1, "{expression}");
            whole += 1;
        } else {
            assert_eq!(domain["verdict"], "suspicious", "{expression}");
            let front = json!({"urls": [format!("https://{host}/")], "threatTypes": TYPES});
            assert_eq!(ok(&mut bench, "checkUrlsSafety", front)["unsafeCount"], 0, "{expression}");
            part += 1;
        }
    }
    assert!(whole > 30 && part > 1, "{whole} {part}");
}

#[test]
fn lists_side_by_side_are_all_lists() {
    let mut bench = bench(3, TIMES[2]);
    let urls: Vec<String> = links(25, 3).into_iter().take(100).collect();
    let every = ok(&mut bench, "checkUrlsSafety", json!({"urls": urls, "threatTypes": TYPES}));
    assert_eq!(items(&every["results"]).len(), urls.len());
    let mut found: Vec<Vec<Value>> = vec![Vec::new(); urls.len()];
    for kind in TYPES {
        let one = ok(&mut bench, "checkUrlsSafety", json!({"urls": urls, "threatTypes": [kind]}));
        for (i, result) in items(&one["results"]).iter().enumerate() {
            assert_eq!(result["url"], json!(urls[i]), "in the order given");
            assert_eq!(result["safe"], json!(items(&result["matches"]).is_empty()));
            found[i].extend(items(&result["matches"]).to_vec());
            let others = items(&every["results"][i]["matches"]).iter().any(|m| m["threatType"] != kind);
            assert_eq!(result["listedForOtherTypes"], json!(others), "{result}");
        }
    }
    for (result, found) in items(&every["results"]).iter().zip(&found) {
        assert_eq!(items(&result["matches"]).len(), found.len());
        assert!(items(&result["matches"]).iter().all(|m| found.contains(m)));
        assert_eq!(result["listedForOtherTypes"], false);
    }
    let standard = ok(&mut bench, "checkUrlsSafety", json!({"urls": urls}));
    assert_eq!(words(&standard["threatTypes"]), TYPES[..2]);
    let count = items(&every["results"]).iter().filter(|r| r["safe"] == false).count();
    assert_eq!(int(&every["unsafeCount"]), count as i64);
}

#[test]
fn platforms_and_entries_filter_and_nothing_is_lost() {
    let mut bench = bench(5, TIMES[2]);
    let mut files = 0;
    for threat in some(threats(), 12, 2) {
        let url = format!("https://{}", word(&threat["expression"]));
        let ask = |bench: &mut Bench, platforms: Value, entries: Value| {
            ok(
                bench,
                "getUrlThreatDetails",
                json!({"url": url, "platformTypes": platforms, "threatEntryTypes": entries}),
            )
        };
        let whole = ask(&mut bench, json!(["ANY_PLATFORM"]), json!(["URL", "EXECUTABLE"]));
        let total = items(&whole["threats"]).len() as i64;
        assert_eq!(int(&whole["hiddenByFilters"]), 0);
        assert_eq!(total > 0, whole["listed"] == true);
        for platform in ["WINDOWS", "LINUX", "OSX", "ANDROID", "IOS", "ANY_MOBILE", "ALL_PLATFORMS"] {
            let part = ask(&mut bench, json!([platform]), json!(["URL", "EXECUTABLE"]));
            assert_eq!(items(&part["threats"]).len() as i64 + int(&part["hiddenByFilters"]), total, "{url}");
            assert!(items(&part["threats"]).iter().all(|t| items(&whole["threats"]).contains(t)));
            for found in items(&part["threats"]) {
                let own = words(&found["platformTypes"]);
                let fits = match platform {
                    "ANY_MOBILE" => own.contains(&"ANDROID") || own.contains(&"IOS"),
                    "ALL_PLATFORMS" => own.len() == 5,
                    one => own.contains(&one),
                };
                assert!(fits, "{platform}: {found}");
            }
        }
        for found in items(&whole["threats"]).iter().filter(|t| t["threatEntryType"] == "EXECUTABLE") {
            let sample =
                bench.ok("malware-intel/retrieveMalwareDetails", json!({"sample_id": found["sample"]["sampleId"]}));
            assert_eq!(sample["hashes"]["sha256"], found["sample"]["sha256"]);
            assert_eq!(sample["family"]["name"], found["malwareFamily"]["name"]);
            files += 1;
        }
    }
    assert!(files > 2, "{files}");
}

#[test]
fn nothing_real_is_listed_and_odd_texts_are_refused() {
    let mut bench = bench(6, TIMES[4]);
    let urls: Vec<String> = REAL.iter().map(|name| format!("http://{name}/")).collect();
    assert_eq!(ok(&mut bench, "checkUrlsSafety", json!({"urls": urls, "threatTypes": TYPES}))["unsafeCount"], 0);
    for text in odd() {
        for (tool, arguments) in
            [("checkUrlsSafety", json!({"urls": [text]})), ("getUrlThreatDetails", json!({"url": text}))]
        {
            let outcome = bench.call(&format!("url-safety/{tool}"), arguments);
            assert!([200, 422].contains(&outcome.status), "{tool} {}: {}", outcome.status, outcome.body);
        }
    }
    let (status, code) =
        refused(&mut bench, "url-safety/checkUrlsSafety", json!({"urls": ["https://a.example/", "call me"]}));
    assert_eq!((status, code.as_str()), (422, "malformed_url"));
}
