//! The lints are seen to fail: good files are broken in one place each, and the rule that must speak does.

#![expect(clippy::unwrap_used, reason = "a test that fails says so by panicking")]

mod gold;

use std::sync::Arc;

use usertoolbench::assets::{Assets, Files};
use usertoolbench::catalogue::Catalogue;
use usertoolbench::lint::{self, Finding, Level};
use usertoolbench::simulator::Simulator;
use usertoolbench::suite::Suite;
use usertoolbench::world::{Facts, World};

/// Replaces a text that must be there once or more, at its first place.
fn broken(files: &Files, path: &str, from: &str, to: &str) -> Files {
    let mut files = files.clone();
    let file = files.get_mut(path).unwrap();
    let text = String::from_utf8(file.bytes.to_vec()).unwrap();
    assert!(text.contains(from), "{path} has no '{from}'");
    file.bytes = text.replacen(from, to, 1).into_bytes().into();
    files
}

fn rules(findings: &[Finding]) -> Vec<&'static str> {
    findings.iter().map(|finding| finding.rule).collect()
}

fn simulator(assets: &Assets) -> (Simulator, Arc<World>) {
    let catalogue = Arc::new(Catalogue::load(&assets.specs).unwrap());
    let facts = Arc::new(Facts::load(&assets.responses).unwrap());
    (Simulator::load(catalogue, &assets.responses).unwrap(), Arc::new(World::new(0, facts)))
}

#[test]
fn a_fault_in_a_dialogue_is_found() {
    let assets = Assets::embedded();
    let (simulator, world) = simulator(&assets);
    let path = "dialogues/fenna-terwolde.jsonl";
    let lint = |files: &Files| lint::suite(&Suite::load(files).unwrap(), &simulator, std::slice::from_ref(&world));
    assert_eq!(lint(&assets.suite), []);
    for (rule, from, to) in [
        ("provenance", "\"value\": 6480, \"from\": \"stated\"", "\"value\": 6481, \"from\": \"stated\""),
        ("provenance", "\"reveals\": [\"one-trade-paper\", \"fit-before-fresh\"]", "\"reveals\": []"),
        ("provenance", "\"value\": \"first_class\"", "\"value\": \"second_class\""),
        ("figures-from-results", "at {{ a.rate }} to the pound today", "at 1.15 to the pound today"),
        ("unrecoverable", "\"user\": \"Morning. ", "\"user\": \"Morning. The weaver wants 41,750. "),
        ("tool-exists", "\"tool\": \"convertCurrency\", \"after\"", "\"tool\": \"convertMoney\", \"after\""),
        ("gold-runs", "\"value\": \"GBP\", \"from\": \"stated\"", "\"value\": \"GBX\", \"from\": \"stated\""),
        (
            "no-leak",
            "\"user\": \"Morning. ",
            "\"user\": \"Judges every foreign price and every currency by what it is in euros, never the other way round. ",
        ),
    ] {
        let findings = lint(&broken(&assets.suite, path, from, to));
        assert!(rules(&findings).contains(&rule), "{rule} does not notice '{to}': {findings:?}");
    }
}

#[test]
fn a_fault_in_a_spec_is_found() {
    let assets = Assets::embedded();
    let path = "currency-exchange.json";
    let lint = |files: &Files| lint::specs(&Catalogue::load(files).unwrap());
    assert_eq!(lint(&assets.specs), []);
    for (rule, from, to) in [
        ("description-parts", "When to use:", "Whenever:"),
        ("schema-closed", "\"additionalProperties\": false", "\"additionalProperties\": true"),
        ("schema-compiles", "\"type\": \"string\"", "\"type\": \"strin\""),
        ("hints-agree", "\"destructiveHint\": false", "\"destructiveHint\": true"),
    ] {
        let findings = lint(&broken(&assets.specs, path, from, to));
        assert!(rules(&findings).contains(&rule), "{rule} does not notice '{to}': {findings:?}");
    }
}

#[test]
fn a_fault_in_a_program_is_found() {
    let mut assets = Assets::embedded();
    let (whole, world) = simulator(&assets);
    assert_eq!(lint::responses(&whole, &world), []);
    let path = "currency-exchange.json";
    for (rule, from, to) in [
        ("program-compiles", "args.amount", "args.amont"),
        ("example-accepted", "\"convertedAmount\"", "\"converted\""),
        ("example-refused", "\"error\": \"unknown_currency\"", "\"error\": \"date_out_of_range\""),
    ] {
        let responses = assets.responses.clone();
        assets.responses = broken(&responses, path, from, to);
        let findings = lint::responses(&simulator(&assets).0, &world);
        assets.responses = responses;
        assert!(rules(&findings).contains(&rule), "{rule} does not notice '{to}': {findings:?}");
    }
}

#[test]
fn a_tool_without_a_program_is_a_fault_of_ours_and_a_note_on_the_users() {
    let mut assets = Assets::embedded();
    assets.responses.remove("currency-exchange.json");
    let tools = Catalogue::load(&assets.specs).unwrap().toolset("currency-exchange").unwrap().tools.len();
    for (overlaid, level) in [(false, Level::Fault), (true, Level::Note)] {
        assets.specs.get_mut("currency-exchange.json").unwrap().overlaid = overlaid;
        let (simulator, world) = simulator(&assets);
        let findings = lint::responses(&simulator, &world);
        assert_eq!(findings.len(), tools);
        assert!(findings.iter().all(|f| f.rule == "program-exists" && f.level == level), "{findings:?}");
    }
}
