//! Laws of `document-signing`: a document is the same in every view, and nothing that has happened ever changes.
//!
//! Tables: `sign_documents` (key document_id: document_id, title, kind, path, owner, fields as name → value or a list of
//! names, signers, in_order, created_at, sent_at, branding_id) are papers that came with the session; `sign_templates` (key
//! template_id: template_id, name, sections, document_id, path, created_at); `sign_actions` (document_id, at, number, action
//! `start`, `stop`, `restart`, `undo`, `fill` or `brand`, signers, field, value, branding_id); `sign_reminders` (key
//! reminder_id: reminder_id, email, message, documents, sent_at); `sign_brandings` (key branding_id: name, color, typeface,
//! tagline).

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::bench::{Bench, items, word};

const SET: &str = "document-signing";

fn ok(bench: &mut Bench, tool: &str, arguments: Value) -> Value {
    bench.ok(&format!("{SET}/{tool}"), arguments)
}

fn refused(bench: &mut Bench, tool: &str, arguments: Value) -> (u16, String) {
    let (status, code, _) = bench.refused(&format!("{SET}/{tool}"), arguments);
    (status, code)
}

/// The bench so many hours after eight in the morning of the second of March 2026, UTC.
fn after(bench: Bench, hours: i64) -> Bench {
    let start: jiff::Timestamp = "2026-03-02T08:00:00Z".parse().unwrap();
    bench.at(&(start + jiff::Span::new().hours(hours)).to_string(), "UTC")
}

fn status(bench: &mut Bench, id: &str) -> Value {
    ok(bench, "getDocumentStatus", json!({"documentId": id}))
}

fn act(bench: &mut Bench, id: &str, action: &str) -> Value {
    ok(bench, "manageSigningWorkflow", json!({"documentId": id, "action": action}))
}

/// Whether a paper of this quarter is drawn up already.
fn exists(bench: &mut Bench, id: &str) -> bool {
    bench.call("document-signing/getDocumentStatus", json!({"documentId": id})).is_ok()
}

/// A draft of the session with two signers.
fn draft(bench: &mut Bench) -> (String, String) {
    let made =
        ok(bench, "createTemplate", json!({"templateName": "Boat rental", "sections": ["Renter", "Boat", "Price"]}));
    (word(&made["document_id"]).to_owned(), word(&made["document_path"]).to_owned())
}

fn quarter_paper() -> impl Strategy<Value = String> {
    (prop::sample::select(&["2025Q3", "2025Q4", "2026Q1"][..]), 1..=52)
        .prop_map(|(quarter, n)| format!("DOC-{quarter}-{n:02}"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn a_document_makes_sense_at_any_time(seed: u64, id in quarter_paper(), hours in -4000..4000_i64) {
        let mut bench = after(Bench::new(seed), hours);
        let outcome = bench.call("document-signing/getDocumentStatus", json!({"documentId": id}));
        if outcome.status == 404 {
            return Ok(());
        }
        let doc = outcome.body;
        let now = (jiff::Timestamp::from_second(1_772_438_400).unwrap() + jiff::Span::new().hours(hours)).to_string();
        let of = |signer: &Value| word(&signer["status"]).to_owned();
        let signers = items(&doc["signers"]);
        let signed = signers.iter().filter(|s| of(s) == "signed").count();
        prop_assert_eq!(doc["signed"].as_u64(), Some(signed as u64));
        prop_assert_eq!(doc["status"] == "completed", signed == signers.len());
        prop_assert_eq!(doc["status"] == "declined", signers.iter().any(|s| of(s) == "declined"));
        prop_assert_eq!(items(&doc["waiting_for"]).is_empty(), doc["status"] != "in_progress");
        prop_assert_eq!(doc["sent_at"].is_null(), doc["status"] == "draft");
        let times: Vec<&str> = items(&doc["history"]).iter().map(|entry| word(&entry["at"])).collect();
        prop_assert!(times.is_sorted() && times[times.len() - 1][..16] <= now[..16], "{:?} at {}", times, now);
        let empty = items(&doc["fields"]).iter().filter(|field| field["value"].is_null()).count();
        prop_assert_eq!(doc["empty_fields"].as_u64(), Some(empty as u64));
        prop_assert!(empty == 0 || doc["status"] == "draft", "what is out is filled in");
    }

    #[test]
    fn what_has_happened_never_changes(seed: u64, id in quarter_paper(), steps in prop::collection::vec((1..300_i64, 0..5_u8), 3..9)) {
        let (mut bench, mut hours) = (after(Bench::new(seed), 0), 0);
        prop_assume!(exists(&mut bench, &id));
        let mut told: Vec<Value> = Vec::new();
        for (wait, what) in steps {
            hours += wait;
            bench = after(bench, hours);
            let doc = status(&mut bench, &id);
            let entries: Vec<Value> = items(&doc["history"]).iter().map(|e| json!([e["at"], e["event"], e["who"]])).collect();
            for old in &told {
                prop_assert!(entries.contains(old), "{} has forgotten {}", id, old);
            }
            told = entries;
            let action = ["start", "stop", "restart", "undo"].get(usize::from(what)).copied();
            if let Some(action) = action {
                let outcome = bench.call("document-signing/manageSigningWorkflow", json!({"documentId": id, "action": action}));
                prop_assert_eq!(outcome.is_ok(), items(&doc["actions"]).contains(&json!(action)), "{} of {}", action, doc["status"]);
            } else if let Some(email) = items(&doc["waiting_for"]).first() {
                bench.call("document-signing/sendReminder", json!({"recipientEmail": email}));
            }
        }
    }

    #[test]
    fn a_draft_is_filled_branded_sent_and_signed(seed: u64, values in prop::collection::vec("[A-Za-z0-9 ]{1,20}[a-z]", 3)) {
        let mut bench = after(Bench::new(seed), 0);
        let (id, path) = draft(&mut bench);
        for (field, value) in ["renter", "BOAT", "Price"].iter().zip(&values) {
            let filled = ok(&mut bench, "importDocumentData", json!({"documentPath": path, "data": {"fieldName": field, "value": value}}));
            prop_assert!(filled["previous_value"].is_null() && filled["value"] == value.trim());
        }
        ok(&mut bench, "applyBranding", json!({"documentId": id, "brandingId": "havbris"}));
        let doc = status(&mut bench, &id);
        let shown: Vec<&str> = items(&doc["fields"]).iter().map(|field| word(&field["value"])).collect();
        prop_assert_eq!(shown, values.iter().map(|v| v.trim()).collect::<Vec<_>>());
        prop_assert_eq!((&doc["branding"]["branding_id"], &doc["empty_fields"], &doc["path"]), (&json!("havbris"), &json!(0), &json!(path)));
        let signers = json!(["ada@people.example", "ben@people.example"]);
        let sent = ok(&mut bench, "manageSigningWorkflow", json!({"documentId": id, "action": "start", "signers": signers}));
        prop_assert_eq!(&sent["waiting_for"], &json!(["ada@people.example"]), "one after the other");
        let field = json!({"documentPath": path, "data": {"fieldName": "Price", "value": "more"}});
        prop_assert_eq!(refused(&mut bench, "importDocumentData", field), (409, "document_locked".to_owned()));
        let mut bench = after(bench, 24 * 31);
        let end = status(&mut bench, &id);
        prop_assert!(["completed", "declined", "expired"].contains(&word(&end["status"])), "{}", end["status"]);
        let refusal = refused(&mut bench, "applyBranding", json!({"documentId": id, "brandingId": "plain"}));
        prop_assert_eq!(refusal, (409, "document_closed".to_owned()));
    }

    #[test]
    fn reminders_go_to_whom_a_document_waits_for(seed: u64, id in quarter_paper(), hours in 0..400_i64) {
        let mut bench = after(Bench::new(seed), hours);
        prop_assume!(exists(&mut bench, &id));
        let doc = status(&mut bench, &id);
        for signer in items(&doc["signers"]) {
            let outcome = bench.call("document-signing/sendReminder", json!({"recipientEmail": signer["email"]}));
            let waits = items(&doc["waiting_for"]).contains(&signer["email"]);
            if outcome.is_ok() {
                let named = items(&outcome.body["documents"]).iter().any(|other| other["document_id"] == id.as_str());
                prop_assert_eq!(named, waits, "{}", signer["email"]);
                for other in items(&outcome.body["documents"]) {
                    let other = status(&mut bench, word(&other["document_id"]));
                    prop_assert!(items(&other["waiting_for"]).contains(&signer["email"]));
                }
                let again = json!({"recipientEmail": word(&signer["email"]).to_uppercase()});
                prop_assert_eq!(refused(&mut bench, "sendReminder", again), (409, "already_reminded".to_owned()));
            } else {
                prop_assert!(!waits && outcome.body["code"] == "nothing_pending", "{}", outcome.body);
            }
        }
        let waiting = items(&doc["waiting_for"]).len() as u64;
        prop_assert_eq!(status(&mut bench, &id)["reminders"].as_u64(), doc["reminders"].as_u64().map(|n| n + waiting));
    }

    #[test]
    fn nothing_that_is_typed_breaks_a_tool(seed: u64, text in "\\PC{1,60}") {
        let mut bench = Bench::new(seed);
        for (tool, arguments) in [
            ("getDocumentStatus", json!({"documentId": text})),
            ("sendReminder", json!({"recipientEmail": "karl-heinz.brandt@briefkasten9.example", "message": text})),
            ("createTemplate", json!({"templateName": text, "sections": [text, "other"]})),
            ("importDocumentData", json!({"documentPath": text, "data": {"fieldName": text, "value": text}})),
            ("importDocumentData", json!({"documentPath": "2026Q1/contracts/supply/goods-trains.pdf", "data": {"fieldName": "Rate", "value": text}})),
            ("applyBranding", json!({"documentId": "DOC-2026Q1-05", "brandingId": text})),
            ("manageSigningWorkflow", json!({"documentId": text, "action": text})),
            ("manageSigningWorkflow", json!({"documentId": "DOC-2026Q1-05", "action": text})),
        ] {
            let outcome = bench.call(&format!("{SET}/{tool}"), arguments.clone());
            prop_assert!(outcome.status < 500, "{} {}: {}", tool, arguments, outcome.body);
        }
    }
}

#[test]
fn an_undo_works_once_and_not_after_somebody_signed() {
    let mut bench = after(Bench::new(3), 0);
    let (id, _) = draft(&mut bench);
    let start = json!({"documentId": id, "action": "start", "signers": ["ada@people.example"]});
    let undo = json!({"documentId": id, "action": "undo"});
    let nothing = (409, "nothing_to_undo".to_owned());
    assert_eq!(refused(&mut bench, "manageSigningWorkflow", undo.clone()), nothing);
    ok(&mut bench, "manageSigningWorkflow", start.clone());
    assert_eq!(act(&mut bench, &id, "undo")["status"], "draft");
    assert_eq!(refused(&mut bench, "manageSigningWorkflow", undo.clone()), nothing);
    ok(&mut bench, "manageSigningWorkflow", start);
    let before = status(&mut bench, &id);
    act(&mut bench, &id, "stop");
    assert_eq!(act(&mut bench, &id, "undo")["status"], "in_progress");
    let again = status(&mut bench, &id);
    assert_eq!((&again["signers"], &again["expires_at"]), (&before["signers"], &before["expires_at"]));
    act(&mut bench, &id, "restart");
    for hours in (24..24 * 29).step_by(24) {
        bench = after(bench, hours);
        let doc = status(&mut bench, &id);
        let undo = bench.call("document-signing/manageSigningWorkflow", undo.clone());
        if doc["status"] == "completed" {
            assert_eq!(undo.body["code"], "document_completed");
            return;
        }
        assert!(undo.is_ok());
        act(&mut bench, &id, "restart");
    }
}

#[test]
fn a_draft_goes_out_by_itself_unless_it_was_sent_before() {
    let mut went = 0;
    for n in 1..=52 {
        let id = format!("DOC-2026Q1-{n:02}");
        let mut bench = after(Bench::new(4), 0);
        let outcome = bench.call("document-signing/getDocumentStatus", json!({"documentId": id}));
        if !outcome.is_ok() || outcome.body["status"] != "draft" {
            continue;
        }
        went += 1;
        let mut alone = after(bench.clone(), 24 * 31);
        let own = status(&mut alone, &id);
        assert_ne!(own["status"], "draft", "{id}");
        let field = own["fields"][0]["name"].clone();
        ok(
            &mut bench,
            "importDocumentData",
            json!({"documentPath": own["path"], "data": {"fieldName": field, "value": "ours"}}),
        );
        act(&mut bench, &id, "start");
        let mut later = after(bench, 24 * 31);
        let doc = status(&mut later, &id);
        assert_eq!((&doc["rounds"], &doc["fields"][0]["value"]), (&json!(1), &json!("ours")), "{id}");
    }
    assert!(went >= 3, "{went} drafts");
}

#[test]
fn names_of_templates_are_taken_once() {
    let mut bench = Bench::new(5);
    let call = |name: &str| json!({"templateName": name, "sections": ["One"]});
    let exists = (409, "template_exists".to_owned());
    assert_eq!(refused(&mut bench, "createTemplate", call(" power of ATTORNEY ")), exists);
    let first = ok(&mut bench, "createTemplate", call("Boat rental"));
    assert_eq!(refused(&mut bench, "createTemplate", call("BOAT RENTAL")), exists);
    let second = ok(&mut bench, "createTemplate", call("Boat, rental"));
    assert_ne!(first["document_path"], second["document_path"], "two names may have one slug, not one path");
}

#[test]
fn papers_of_the_session_come_first() {
    let mut bench = after(Bench::new(6), 0);
    let paper = json!({"document_id": "FENNA-LEASE", "title": "Lease of a loom", "fields": {"Rent": "EUR 40", "Start": null}, "signers": ["fenna@dewolderij.example"], "created_at": "2026-02-01T09:00:00Z", "sent_at": "2026-03-02T07:59:00Z"});
    bench.state.insert("sign_documents", "FENNA-LEASE", paper.as_object().unwrap().clone()).unwrap();
    let look = json!({"name": "De Wolderij", "color": "#aa3377"});
    bench.state.insert("sign_brandings", "wolderij", look.as_object().unwrap().clone()).unwrap();
    let doc = status(&mut bench, "fenna-lease");
    assert_eq!((&doc["status"], &doc["waiting_for"]), (&json!("in_progress"), &json!(["fenna@dewolderij.example"])));
    assert_eq!(
        ok(&mut bench, "applyBranding", json!({"documentId": "FENNA-LEASE", "brandingId": "Wolderij"}))["branding"]["color"],
        "#aa3377"
    );
    let reminded = ok(&mut bench, "sendReminder", json!({"recipientEmail": "fenna@dewolderij.example"}));
    assert_eq!(reminded["documents"][0]["document_id"], "FENNA-LEASE");
    let (status_code, code) = refused(
        &mut bench,
        "importDocumentData",
        json!({"documentPath": "/documents/lease-of-a-loom.pdf", "data": {"fieldName": "Start", "value": "now"}}),
    );
    assert_eq!((status_code, code.as_str()), (409, "document_locked"));
}

#[test]
fn acts_on_different_documents_may_come_in_either_order() {
    let calls = [
        ("manageSigningWorkflow", json!({"documentId": "DOC-2026Q1-05", "action": "start"})),
        ("applyBranding", json!({"documentId": "DOC-2026Q1-12", "brandingId": "kasteel-kaas"})),
        (
            "importDocumentData",
            json!({"documentPath": "/2026Q1/research/agreements/phages-milk.pdf", "data": {"fieldName": "Budget", "value": "1"}}),
        ),
        ("createTemplate", json!({"templateName": "Boat rental", "sections": ["Boat"]})),
    ];
    let run = |order: [usize; 4]| {
        let mut bench = after(Bench::new(7), 0);
        let mut answers: Vec<(usize, Value)> =
            order.iter().map(|i| (*i, ok(&mut bench, calls[*i].0, calls[*i].1.clone()))).collect();
        answers.sort_by_key(|(i, _)| *i);
        (answers, bench.state.digest())
    };
    assert_eq!(run([0, 1, 2, 3]), run([3, 2, 1, 0]));
}

#[test]
fn the_examples_hold_in_every_world() {
    for seed in 0..40 {
        let mut bench = after(Bench::new(seed), 0);
        for (id, wanted) in [("05", "draft"), ("44", "draft"), ("12", "in_progress")] {
            assert_eq!(status(&mut bench, &format!("DOC-2026Q1-{id}"))["status"], wanted, "{id} {seed}");
        }
        ok(&mut bench, "sendReminder", json!({"recipientEmail": "karl-heinz.brandt@briefkasten9.example"}));
    }
}

#[test]
fn spelling_does_not_make_another_template_or_another_person() {
    let mut bench = after(Bench::new(3), 0);
    draft(&mut bench);
    let again = json!({"templateName": " boat   RENTAL ", "sections": ["A"]});
    assert_eq!(bench.call("document-signing/createTemplate", again).body["code"], "template_exists");
    let twice = json!({"templateName": "Boat sale", "sections": ["Price  now", "price now"]});
    assert_eq!(bench.call("document-signing/createTemplate", twice).body["code"], "duplicate_section");
    let made = ok(&mut bench, "createTemplate", json!({"templateName": "Boat sale", "sections": ["Price"]}));
    let id = word(&made["document_id"]).to_owned();
    ok(
        &mut bench,
        "manageSigningWorkflow",
        json!({"documentId": id, "action": "start", "signers": ["fenna@inkwellmail.example"]}),
    );
    let sent = ok(&mut bench, "sendReminder", json!({"recipientEmail": "FENNA@inkwellmail.example"}));
    assert_eq!(sent["recipient"], "fenna@inkwellmail.example");
}

#[test]
fn plain_is_the_look_of_what_has_none() {
    let mut bench = after(Bench::new(3), 0);
    let (id, _) = draft(&mut bench);
    let plain = json!({"documentId": id, "brandingId": "plain"});
    let before = bench.state.digest();
    assert_eq!(bench.call("document-signing/applyBranding", plain.clone()).body["code"], "already_applied");
    assert_eq!(bench.state.digest(), before);
    ok(&mut bench, "applyBranding", json!({"documentId": id, "brandingId": "havbris"}));
    assert_eq!(ok(&mut bench, "applyBranding", plain)["previous_branding_id"], "havbris");
}
