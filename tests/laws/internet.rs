//! What the laws of the five tool sets on the invented internet share: names to ask for, and times to ask at.

use std::sync::OnceLock;

use serde_json::{Value, json};
use usertoolbench::assets::Assets;
use usertoolbench::world::Facts;

use crate::bench::Bench;

/// Moments from the past to the end of all tables.
pub const TIMES: [&str; 5] = [
    "2025-01-15T22:30:00+01:00",
    "2025-09-30T12:00:00+02:00",
    "2026-03-02T09:00:00+01:00",
    "2026-12-31T23:59:59+01:00",
    "2027-10-05T04:00:00+02:00",
];

/// Names and links that nobody here may say anything bad about.
pub const REAL: [&str; 6] = ["google.com", "www.github.com", "wikipedia.org", "bbc.co.uk", "example.com", "münchen.de"];

pub fn bench(seed: u64, time: &str) -> Bench {
    Bench::new(seed).at(time, "Europe/Amsterdam")
}

/// Rows of a world table as objects.
fn table(name: &str) -> Vec<Value> {
    let facts = Facts::load(&Assets::embedded().responses).unwrap();
    facts.rows(name).unwrap().to_vec()
}

pub fn domains() -> &'static [Value] {
    static ROWS: OnceLock<Vec<Value>> = OnceLock::new();
    ROWS.get_or_init(|| table("net_domains"))
}

pub fn threats() -> &'static [Value] {
    static ROWS: OnceLock<Vec<Value>> = OnceLock::new();
    ROWS.get_or_init(|| table("net_threats"))
}

pub fn hosts() -> &'static [Value] {
    static ROWS: OnceLock<Vec<Value>> = OnceLock::new();
    ROWS.get_or_init(|| [table("net_hosts"), table("net_devices")].concat())
}

pub fn families() -> &'static [Value] {
    static ROWS: OnceLock<Vec<Value>> = OnceLock::new();
    ROWS.get_or_init(|| table("net_families"))
}

/// Every so many of a list, from a place that the seed decides.
pub fn some(rows: &[Value], step: usize, seed: u64) -> impl Iterator<Item = &Value> {
    rows.iter().skip(seed as usize % step).step_by(step)
}

/// Links of every kind: listed pages, pages beside them, honest pages, short links, addresses, unknown and real hosts.
pub fn links(step: usize, seed: u64) -> Vec<String> {
    let mut links: Vec<String> = Vec::new();
    for threat in some(threats(), step, seed) {
        let expression = word(&threat["expression"]);
        links.push(format!("https://{expression}"));
        let host = expression.split('/').next().unwrap();
        links.extend([format!("http://sub.{host}/x"), format!("https://{host}/"), format!("https://{host}/help")]);
    }
    links.extend(some(domains(), step * 4, seed).map(|d| format!("https://www.{}/about", word(&d["domain"]))));
    links.extend(
        some(&table("net_links"), step.div_ceil(4), seed)
            .map(|l| format!("https://{}/{}", word(&l["host"]), word(&l["code"]))),
    );
    links.extend(some(hosts(), step * 8, seed).map(|h| format!("http://{}/", word(&h["address"]))));
    links.extend(REAL.iter().map(|name| format!("https://{name}/login")));
    links.push("https://nobody-has-this-name.example/".to_owned());
    links
}

pub fn word(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("{value} is no text"))
}

pub fn int(value: &Value) -> i64 {
    value.as_i64().unwrap_or_else(|| panic!("{value} is no integer"))
}

pub fn items(value: &Value) -> &[Value] {
    value.as_array().unwrap_or_else(|| panic!("{value} is no list"))
}

pub fn words(value: &Value) -> Vec<&str> {
    items(value).iter().map(word).collect()
}

/// Status and code of a call that must fail and change nothing.
pub fn refused(bench: &mut Bench, tool: &str, arguments: Value) -> (u16, String) {
    let before = bench.state.digest();
    let outcome = bench.call(tool, arguments.clone());
    assert!((400..500).contains(&outcome.status), "{tool} {arguments}: {} {}", outcome.status, outcome.body);
    assert_eq!(bench.state.digest(), before, "a refusal changes nothing");
    (outcome.status, word(&outcome.body["code"]).to_owned())
}

/// Texts that no tool may stumble over.
pub fn odd() -> Vec<Value> {
    let long = "a.".repeat(50_000);
    [
        long.as_str(),
        "🦊🦊",
        "شركة.example",
        "\u{202e}elpmaxe.",
        " ",
        "..",
        "-",
        "::",
        "[",
        "%",
        "https://",
        "a b c",
        "0.0.0.0/0",
        "'; --",
    ]
    .iter()
    .map(|text| json!(text))
    .collect()
}
