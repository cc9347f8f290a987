//! Laws of `threat-reputation`: verdict and score go together, reports and subscriptions are remembered.
//!
//! Tables: `threat_reports` (key report_id: report_id, entity, entity_type, activity_type, description, reported_at as RFC
//! 3339) and `threat_subscriptions` (any key; one row for each change: subscription_id, email, frequency, revision from 1,
//! subscribed_at). The row with the highest revision is the subscription.

use serde_json::{Value, json};

use crate::bench::Bench;
use crate::internet::{
    REAL, TIMES, bench, domains, families, hosts, int, items, odd, refused, some, threats, word, words,
};

fn ok(bench: &mut Bench, tool: &str, arguments: Value) -> Value {
    bench.ok(&format!("threat-reputation/{tool}"), arguments)
}

fn no(bench: &mut Bench, tool: &str, arguments: Value) -> (u16, String) {
    refused(bench, &format!("threat-reputation/{tool}"), arguments)
}

/// The same session some hours later.
fn later(bench: &Bench, time: &str) -> Bench {
    bench.clone().at(time, "Europe/Amsterdam")
}

#[test]
fn verdict_score_and_blocklists_go_together() {
    for (seed, time) in TIMES.iter().enumerate() {
        let mut bench = bench(seed as u64, time);
        let names = some(domains(), 80, seed as u64).map(|d| d["domain"].clone());
        let addresses = some(hosts(), 200, seed as u64).map(|h| h["address"].clone());
        for entity in names.chain(addresses).chain(REAL.iter().map(|name| json!(name))) {
            let thought = ok(&mut bench, "checkReputation", json!({"entity": entity}));
            let (score, listed) = (thought["score"].as_i64(), int(&thought["blocklists"]["listed"]));
            let fits = match word(&thought["verdict"]) {
                "malicious" => score.is_some_and(|s| (0..20).contains(&s)) && listed > 4,
                "suspicious" => score.is_some_and(|s| (20..50).contains(&s)) && (1..5).contains(&listed),
                "clean" => score.is_some_and(|s| (50..=100).contains(&s)) && listed == 0,
                _ => score.is_none() && listed == 0 && thought["firstSeen"].is_null(),
            };
            assert!(fits && !items(&thought["reasons"]).is_empty(), "{thought}");
            if let (Some(first), Some(last)) = (thought["firstSeen"].as_str(), thought["lastSeen"].as_str()) {
                assert!(first <= last && last <= word(&thought["checkedAt"]), "{thought}");
            }
            let whole = ok(&mut bench, "getEntityDetails", json!({"entity": entity, "history": true}));
            for field in ["entity", "entityType", "verdict", "score", "reasons", "firstSeen", "lastSeen"] {
                assert_eq!(whole[field], thought[field], "{field} of {entity}");
            }
            let moments: Vec<&str> = items(&whole["history"]).iter().map(|e| word(&e["at"])).collect();
            assert!(moments.is_sorted_by(|a, b| a >= b) && moments.iter().all(|m| *m <= word(&thought["checkedAt"])));
            for other in items(&whole["related"]) {
                let again = ok(&mut bench, "classifyEntity", json!({"entity": other["entity"]}));
                assert_eq!(again["entityType"], other["entityType"]);
            }
        }
    }
}

#[test]
fn seeds_differ_in_scores_and_agree_in_verdicts() {
    let ask = |seed: u64, entity: &Value| ok(&mut bench(seed, TIMES[2]), "checkReputation", json!({"entity": entity}));
    let mut differ = 0;
    for domain in some(domains(), 60, 1) {
        let (a, b) = (ask(1, &domain["domain"]), ask(2, &domain["domain"]));
        assert_eq!(a["verdict"], b["verdict"]);
        differ += usize::from(a["score"] != b["score"]);
    }
    assert!(differ > 8, "{differ}");
}

#[test]
fn control_servers_are_bad_by_name_and_address() {
    let mut bench = bench(2, TIMES[2]);
    let (mut names, mut addresses) = (0, 0);
    for family in some(families(), 4, 1) {
        for domain in items(&family["domains"]) {
            let whole = ok(&mut bench, "getEntityDetails", json!({"entity": domain}));
            if whole["verdict"] != "malicious" {
                continue;
            }
            names += 1;
            assert_eq!(whole["category"], "Command and control");
            assert!(items(&whole["malwareFamilies"]).iter().any(|f| f["name"] == family["name"]), "{whole}");
            for host in items(&whole["hosting"]).iter().filter(|_| items(&whole["threats"])[0]["status"] == "active") {
                let thought = ok(&mut bench, "checkReputation", json!({"entity": host["ip"]}));
                assert_ne!(thought["verdict"], "clean", "{domain} {thought}");
                addresses += 1;
            }
            for id in words(&whole["samples"]) {
                let sample = bench.ok("malware-intel/retrieveMalwareDetails", json!({"sample_id": id}));
                assert!(items(&whole["malwareFamilies"]).iter().any(|f| f["name"] == sample["family"]["name"]));
            }
        }
    }
    assert!(names > 20 && addresses > 20, "{names} {addresses}");
}

#[test]
fn types_are_told_from_the_text_and_must_fit() {
    let mut bench = bench(1, TIMES[2]);
    for (entity, kind) in [
        ("192.0.2.1", "IP"),
        ("2001:db8:800::2", "IP"),
        ("account-check[.]example", "Domain"),
        ("WWW.lumenfjord.example.", "Domain"),
        ("https://lumenfjord.example", "URL"),
        ("lumenfjord.example/lamps", "URL"),
        ("hxxp://192.0.2.1/", "URL"),
        ("lumenfjord.example:8443", "URL"),
    ] {
        assert_eq!(ok(&mut bench, "checkReputation", json!({"entity": entity}))["entityType"], kind, "{entity}");
        for wanted in ["IP", "Domain", "URL"] {
            let outcome =
                bench.call("threat-reputation/checkReputation", json!({"entity": entity, "entityType": wanted}));
            assert_eq!(outcome.is_ok(), wanted == kind, "{entity} as {wanted}");
            assert!(outcome.is_ok() || outcome.body["code"] == "type_mismatch");
        }
    }
}

#[test]
fn a_report_is_seen_at_once_goes_through_hands_and_comes_once() {
    let mut bench = bench(3, "2026-03-02T09:00:00+01:00");
    let bad = threats()
        .iter()
        .find(|t| word(&t["first"]) < "2025-01-01" && t["until"].is_null() && word(&t["expression"]).ends_with('/'))
        .unwrap();
    let bad = word(&bad["expression"]).trim_end_matches('/');
    for (entity, outcome) in
        [(bad, "confirmed"), ("www.lumenfjord.example", "rejected"), ("github.com", "inconclusive")]
    {
        let call = json!({"entity": entity, "activityType": "Phishing", "description": "came by text message"});
        let before = ok(&mut bench, "checkReputation", json!({"entity": entity}));
        let made = ok(&mut bench, "reportSuspiciousActivity", call.clone());
        assert_eq!(
            (&made["status"], &made["outcome"], &made["currentVerdict"]),
            (&json!("received"), &Value::Null, &before["verdict"])
        );
        assert_eq!(ok(&mut bench, "checkReputation", json!({"entity": entity})), before, "a report changes no verdict");
        let shown =
            |bench: &mut Bench| items(&ok(bench, "getEntityDetails", json!({"entity": entity}))["reports"])[0].clone();
        assert_eq!(
            (&shown(&mut bench)["reportId"], &shown(&mut bench)["description"]),
            (&made["reportId"], &json!("came by text message"))
        );
        assert_eq!(no(&mut bench, "reportSuspiciousActivity", call), (409, "already_reported".into()));
        assert_eq!(shown(&mut later(&bench, "2026-03-02T13:00:01+01:00"))["status"], "under_review");
        let closed = shown(&mut later(&bench, "2026-03-04T09:00:00+01:00"));
        assert_eq!((&closed["status"], &closed["outcome"]), (&json!("closed"), &json!(outcome)), "{entity}");
    }
    let other = json!({"entity": bad, "activityType": "Malware"});
    ok(&mut bench, "reportSuspiciousActivity", other);
    assert_eq!(items(&ok(&mut bench, "getEntityDetails", json!({"entity": bad}))["reports"]).len(), 2);
    ok(&mut bench, "reportSuspiciousActivity", json!({"entity": format!("https://{bad}/pay"), "activityType": "Spam"}));
    assert_eq!(
        items(&ok(&mut bench, "getEntityDetails", json!({"entity": bad}))["reports"]).len(),
        3,
        "pages belong to their host"
    );
    assert_eq!(bench.state.rows("threat_reports").count(), 5);
}

#[test]
fn a_subscription_comes_once_and_can_change_its_pace() {
    let mut bench = bench(4, "2026-03-02T09:00:00+01:00");
    let call = |email: &str, frequency: &str| json!({"email": email, "frequency": frequency});
    let made = ok(&mut bench, "subscribeThreatIntelligence", json!({"email": "Fenna@inkwellmail.example"}));
    assert_eq!(
        (&made["frequency"], &made["change"], &made["email"]),
        (&json!("Daily"), &json!("created"), &json!("fenna@inkwellmail.example"))
    );
    assert_eq!(made["firstDigestOn"], "2026-03-03");
    assert_eq!(
        no(&mut bench, "subscribeThreatIntelligence", call("fenna@INKWELLMAIL.example", "Daily")),
        (409, "already_subscribed".into())
    );
    let weekly = ok(&mut bench, "subscribeThreatIntelligence", call("fenna@inkwellmail.example", "Weekly"));
    assert_eq!(
        (&weekly["change"], &weekly["previousFrequency"], &weekly["subscriptionId"]),
        (&json!("changed"), &json!("Daily"), &made["subscriptionId"])
    );
    assert_eq!(weekly["firstDigestOn"], "2026-03-09");
    assert_eq!(no(&mut bench, "subscribeThreatIntelligence", call("fenna@inkwellmail.example", "Weekly")).0, 409);
    let back = ok(&mut bench, "subscribeThreatIntelligence", call("fenna@inkwellmail.example", "Daily"));
    assert_eq!(back["previousFrequency"], "Weekly");
    let other = ok(&mut bench, "subscribeThreatIntelligence", call("desk@northwind-logistics.example", "Monthly"));
    assert_eq!((&other["change"], &other["firstDigestOn"]), (&json!("created"), &json!("2026-04-01")));
    for threat in items(&other["highlights"]) {
        let url = format!("https://{}", word(&threat["expression"]));
        assert_eq!(ok(&mut bench, "checkReputation", json!({"entity": url}))["verdict"], "malicious");
    }
    assert_eq!(items(&other["highlights"]).len(), 5);
}

#[test]
fn odd_texts_are_met_by_a_refusal_or_an_unknown() {
    let mut bench = bench(1, TIMES[2]);
    for tool in ["checkReputation", "classifyEntity", "getEntityDetails"] {
        for text in odd() {
            let outcome = bench.call(&format!("threat-reputation/{tool}"), json!({"entity": text}));
            assert!(
                outcome.status == 422 || outcome.body["verdict"] == "unknown",
                "{tool} {}: {}",
                outcome.status,
                outcome.body
            );
        }
    }
    assert_eq!(
        no(&mut bench, "checkReputation", json!({"entity": "the man on the phone"})),
        (422, "malformed_entity".into())
    );
}
