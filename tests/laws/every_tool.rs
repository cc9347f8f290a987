//! What holds for every tool, whoever wrote it: hundreds of generated argument sets are answered with the same bytes again,
//! by another process, and in another order; answers fit their schema, and refusals are documented ones.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::process::Command;

use jsonschema::{Draft, Validator};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};
use usertoolbench::call::{Outcome, canonical};
use usertoolbench::catalogue::{Tool, ToolSet};

use crate::bench::{Bench, simulator};
use crate::generated::{Chance, arguments, texts};

/// Argument sets a tool. In a debug build, which people run while they write, a tenth.
const SETS: usize = if cfg!(debug_assertions) { 20 } else { 200 };

/// Texts of answers that are kept for later arguments.
const SEEN: usize = 400;

const SEED: u64 = 20_261;

struct Made<'a> {
    tool: &'a Tool,
    arguments: Map<String, Value>,
    outcome: Outcome,
}

/// All calls of a tool set in a row, in one session.
fn session(set: &ToolSet) -> Vec<Made<'_>> {
    let mut chance = Chance(SEED);
    let (mut bench, mut seen, mut made) = (Bench::new(SEED), Vec::new(), Vec::new());
    for _ in 0..SETS {
        for tool in &set.tools {
            let arguments = arguments(&mut chance, tool, &seen);
            let outcome = bench.call(&tool.name.to_string(), Value::Object(arguments.clone()));
            if outcome.is_ok() {
                texts("", &outcome.body, &mut seen);
                let over = seen.len().saturating_sub(SEEN);
                seen.drain(..over);
            }
            made.push(Made { tool, arguments, outcome });
        }
    }
    made
}

fn bytes(outcome: &Outcome) -> Vec<u8> {
    let mut bytes = outcome.status.to_le_bytes().to_vec();
    serde_json::to_writer(&mut bytes, &outcome.body).unwrap();
    bytes.extend(outcome.rendered.iter().flat_map(|rendered| rendered.text.bytes()));
    bytes
}

/// Digest of all answers of each tool set.
fn digests() -> BTreeMap<String, String> {
    let of = |set: &'static ToolSet| {
        let mut hash = Sha256::new();
        session(set).iter().for_each(|made| hash.update(bytes(&made.outcome)));
        let hex = hash.finalize().iter().fold(String::new(), |mut hex, byte| {
            let _ = write!(hex, "{byte:02x}");
            hex
        });
        (set.spec.toolset.clone(), hex)
    };
    in_parallel(of).into_iter().collect()
}

/// Does something for every tool set, on two threads.
fn in_parallel<T: Send>(each: impl Fn(&'static ToolSet) -> T + Sync) -> Vec<T> {
    let sets: Vec<&'static ToolSet> = simulator().catalogue.toolsets().collect();
    let half = |odd: usize| sets.iter().skip(odd).step_by(2).map(|set| each(set)).collect::<Vec<_>>();
    std::thread::scope(|scope| {
        let other = scope.spawn(|| half(1));
        let mut all = half(0);
        all.extend(other.join().unwrap());
        all
    })
}

fn validator(schema: &Value) -> Validator {
    jsonschema::options().with_draft(Draft::Draft202012).should_validate_formats(true).build(schema).unwrap()
}

#[test]
fn answers_fit_their_schema_and_refusals_are_documented() {
    let faults: Vec<String> = in_parallel(|set| {
        let made = session(set);
        let mut faults = Vec::new();
        for tool in &set.tools {
            let output = validator(&tool.spec.output_schema);
            let of_tool: Vec<&Made<'_>> = made.iter().filter(|made| made.tool.name == tool.name).collect();
            faults.extend(of_tool.iter().filter_map(|made| fault(made, &output)).take(3));
            if !of_tool.iter().any(|made| made.outcome.is_ok()) {
                faults.push(format!("{}: none of {} argument sets is answered", tool.name, of_tool.len()));
            }
        }
        faults
    })
    .concat();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

fn fault(made: &Made<'_>, output: &Validator) -> Option<String> {
    let Made { tool, arguments, outcome } = made;
    let call = || {
        let mut text = Value::Object(arguments.clone()).to_string();
        let end = text.char_indices().nth(300).map_or(text.len(), |(i, _)| i);
        text.truncate(end);
        format!("{} {text}", tool.name)
    };
    if outcome.is_ok() {
        let error = output.iter_errors(&outcome.body).next()?;
        return Some(format!("{}: the answer breaks its schema at {}: {error}", call(), error.instance_path()));
    }
    let code = outcome.body["code"].as_str().unwrap_or_default();
    let documented = (code, outcome.status) == ("invalid_arguments", 422)
        || tool.spec.errors.iter().any(|error| error.code == code && error.status == outcome.status);
    let has_words = outcome.body["detail"].as_str().is_some_and(|detail| detail.len() > 10);
    (!documented || !has_words).then(|| format!("{}: {} {}", call(), outcome.status, outcome.body))
}

#[test]
fn reads_give_the_same_bytes_in_any_order_and_again() {
    in_parallel(|set| {
        let mut chance = Chance(SEED + 1);
        let reads: Vec<&Tool> = set.tools.iter().filter(|tool| !tool.writes()).collect();
        let calls: Vec<(&Tool, Map<String, Value>)> =
            (0..SETS / 4).flat_map(|_| reads.clone()).map(|tool| (tool, arguments(&mut chance, tool, &[]))).collect();
        let answer = |(tool, arguments): &(&Tool, Map<String, Value>)| {
            bytes(&Bench::new(SEED).call(&tool.name.to_string(), Value::Object(arguments.clone())))
        };
        let forward: Vec<Vec<u8>> = calls.iter().map(answer).collect();
        let mut backward: Vec<Vec<u8>> = calls.iter().rev().map(answer).collect();
        backward.reverse();
        for ((call, a), b) in calls.iter().zip(&forward).zip(&backward) {
            assert_eq!(a, b, "{} {}", call.0.name, Value::Object(call.1.clone()));
        }
    });
}

#[test]
fn the_order_of_members_and_the_spelling_of_numbers_mean_nothing() {
    in_parallel(|set| {
        let mut chance = Chance(SEED + 2);
        for tool in set.tools.iter().flat_map(|tool| std::iter::repeat_n(tool, SETS / 10)) {
            let plain = arguments(&mut chance, tool, &[]);
            let reversed: Map<String, Value> = plain.clone().into_iter().rev().collect();
            let respelled: Map<String, Value> = serde_json::from_slice(&canonical::object(&plain)).unwrap();
            let answers = [plain.clone(), reversed, respelled]
                .map(|arguments| bytes(&Bench::new(SEED).call(&tool.name.to_string(), Value::Object(arguments))));
            assert!(answers.iter().all(|answer| *answer == answers[0]), "{} {plain:?}", tool.name);
        }
    });
}

#[test]
fn another_process_gives_the_same_bytes() {
    let exe = std::env::current_exe().unwrap();
    let output = Command::new(exe)
        .args(["--exact", "every_tool::digests_for_another_process", "--ignored", "--nocapture"])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let there: BTreeMap<String, String> = text
        .lines()
        .filter_map(|line| line.strip_prefix("digest ")?.split_once(' '))
        .map(|(set, digest)| (set.to_owned(), digest.to_owned()))
        .collect();
    assert_eq!(digests(), there);
}

#[test]
#[ignore = "prints what another test compares"]
#[expect(clippy::print_stdout, reason = "the other process reads it")]
fn digests_for_another_process() {
    println!();
    for (set, digest) in digests() {
        println!("digest {set} {digest}");
    }
}
