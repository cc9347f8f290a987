//! Death under load, again and again on one journal: what was answered is in it, and all of it can be repeated.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use serde_json::Value;
use usertoolbench::journal::{self, Event, JournalError, Record};

use crate::load::{CLIENTS, Deeds, journalled, under_load};
use crate::support::{Chance, Server, everyone, records, utb};

/// What a journal is after its writer was killed, as the library and the two commands see it.
struct Dead {
    records: Vec<Record>,
    /// Length of its torn last line.
    torn: Option<u64>,
}

impl Dead {
    /// Reads a journal that nobody has mended yet.
    fn read(dir: &Path) -> Self {
        let (mut whole, mut torn) = (Vec::new(), None);
        for entry in journal::read(dir).unwrap() {
            match entry {
                Ok(entry) => whole.push(entry.record),
                Err(JournalError::Torn { bytes, .. }) => torn = Some(bytes),
                Err(e) => panic!("{e}"),
            }
        }
        Self { records: whole, torn }
    }
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// The newest file of a journal.
fn newest(dir: &Path) -> PathBuf {
    let files = std::fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path());
    files.filter(|path| path.extension().is_some_and(|end| end == "jsonl")).max().unwrap()
}

/// Writes half a record, as a writer does that dies in the middle of it.
fn tear(dir: &Path, chance: &mut Chance) -> u64 {
    let path = newest(dir);
    let text = std::fs::read(&path).unwrap();
    let line = text.split(|byte| *byte == b'\n').rfind(|line| !line.is_empty()).unwrap();
    let half = &line[..1 + chance.below(line.len() - 1)];
    File::options().append(true).open(&path).unwrap().write_all(half).unwrap();
    half.len() as u64
}

/// Fails unless every answered deed is in the journal as often as it was answered.
#[track_caller]
fn holds(journalled: &Deeds, answered: &Deeds) {
    for (deed, times) in answered {
        assert!(journalled.get(deed).is_some_and(|found| found >= times), "answered and not journalled: {deed:?}");
    }
}

/// Fails when a call was made twice under one key, though nothing was taken back in between.
#[track_caller]
fn once(records: &[Record]) {
    let mut made = BTreeSet::new();
    for record in records {
        match &record.event {
            Event::Opened(_) | Event::Reset(_) => made.retain(|(session, _)| *session != &record.session),
            Event::Call(call) if call.retry_of.is_none() => {
                let Some(key) = &call.idempotency_key else { continue };
                assert!(made.insert((&record.session, key)), "{} {key} was done twice", record.session);
            }
            _ => {}
        }
    }
}

/// Fails unless `verify` and `replay` say what they must of a journal, torn or whole.
#[track_caller]
fn verified_and_replayed(dir: &Path, suite: &Path, torn: Option<u64>, records: usize) {
    let code = Some(i32::from(torn.is_some()));
    let told = |fault: &Value| match torn {
        Some(bytes) => assert!(fault.as_str().unwrap().contains(&format!("torn ({bytes} bytes)")), "{fault}"),
        None => assert!(fault.is_null(), "{fault}"),
    };
    let (dir, suite) = (text(dir), text(suite));
    let verified = utb(&["journal", "verify", dir, "--format", "json"]);
    let found = verified.json();
    assert_eq!((verified.code, found["records"].as_u64()), (code, Some(records as u64)), "{found}");
    assert_eq!(found["torn"], torn.is_some(), "{found}");
    told(&found["fault"]);
    let replay = ["replay", dir, "--suite", suite, "--format", "json"];
    let (alone, spread) = (utb(&[&replay[..], &["--threads", "1"]].concat()), utb(&replay));
    for replayed in [&alone, &spread] {
        let summary = replayed.json();
        assert_eq!(replayed.code, code, "{}{}", replayed.out, replayed.err);
        let count = |name: &str| summary[name].as_u64().unwrap();
        assert_eq!(summary["divergences"], serde_json::json!([]));
        assert_eq!(summary["unplayable"], serde_json::json!({}));
        assert_eq!(count("equal"), count("calls"), "{summary}");
        told(&summary["fault"]);
    }
    assert_eq!(alone.out, spread.out, "threads change nothing");
}

fn dies_again_and_again(durability: &str) {
    let rounds = std::env::var("UTB_CRASH_ROUNDS").map_or(3, |rounds| rounds.parse().unwrap());
    let home = tempfile::tempdir().unwrap();
    let suite = everyone(home.path());
    let dir = home.path().join("journal");
    let start = || Server::start_on(&dir, &["--suite", text(&suite), "--durability", durability]).noisy();
    let mut chance = Chance::new(u64::from(std::process::id()));
    let (mut answered, mut torn) = (Deeds::new(), None);
    for round in 0..rounds {
        let server = start();
        let cut = torn.map(|bytes| format!("cut a torn last line of {bytes} bytes"));
        assert!(cut.map_or(server.log().is_empty(), |cut| server.log().contains(&cut)), "{}", server.log());
        // The tear is mended, and the life that begins has said no more than that its sandbox is open.
        let mended = records(&dir);
        holds(&journalled(&mended), &answered);
        verified_and_replayed(&dir, &suite, None, mended.len());
        let (seed, deeds) = (chance.next(), 50 + chance.below(400));
        let of_round = under_load(&server, seed, deeds, || server.signal("KILL"));
        drop(server);
        for (deed, times) in of_round.answered {
            *answered.entry(deed).or_default() += times;
        }
        let dead = Dead::read(&dir);
        let found = journalled(&dead.records);
        holds(&found, &answered);
        once(&dead.records);
        let more = found.values().sum::<usize>() - answered.values().sum::<usize>();
        assert!(more <= (round + 1) * CLIENTS, "only what was in flight may be journalled and not answered: {more}");
        torn = dead.torn.or_else(|| (round % 2 == 0).then(|| tear(&dir, &mut chance)));
        verified_and_replayed(&dir, &suite, torn, dead.records.len());
    }
    let all = start().stop();
    holds(&journalled(&all), &answered);
    verified_and_replayed(&dir, &suite, None, all.len());
}

#[test]
fn what_was_answered_survives_sigkill() {
    dies_again_and_again("os");
}

#[test]
fn what_was_answered_survives_sigkill_where_the_disk_is_waited_for() {
    dies_again_and_again("disk");
}

/// A small journal that another process wrote, with forks, resets, snapshots and writing tools in it.
fn journal_of_another(home: &Path) -> (PathBuf, PathBuf) {
    let (suite, dir) = (everyone(home), home.join("journal"));
    let mut server = Server::start_on(&dir, &["--suite", text(&suite)]);
    let done = under_load(&server, 7, 200, || server.signal("TERM"));
    assert_eq!(server.wait().code(), Some(0), "{}", server.log());
    let kinds = |name: &str| done.answered.keys().any(|deed| deed.is(name));
    for name in ["fork", "reset", "snapshot", "train-booking/"] {
        assert!(kinds(name), "the load has no {name}: {:?}", done.answered);
    }
    (dir, suite)
}

#[test]
fn a_changed_byte_is_named_by_verify_and_by_replay() {
    let home = tempfile::tempdir().unwrap();
    let (dir, suite) = journal_of_another(home.path());
    let all = records(&dir).len();
    verified_and_replayed(&dir, &suite, None, all);
    let file = newest(&dir);
    let whole = std::fs::read(&file).unwrap();
    let mut chance = Chance::new(3);
    for round in 0..10 {
        let at = match round {
            0 => 0,
            1 => whole.len() - 1,
            _ => chance.below(whole.len()),
        };
        let line = 1 + whole[..at].iter().filter(|byte| **byte == b'\n').count();
        let mut changed = whole.clone();
        // Another digit, letter or sign, so that what is left is as much like a record as it can be.
        changed[at] ^= 1;
        std::fs::write(&file, changed).unwrap();
        let place = format!("{} line {line}:", file.display());
        let (verify, replay) = (["journal", "verify", text(&dir)], ["replay", text(&dir), "--suite", text(&suite)]);
        for command in [&verify[..], &replay, &[&replay[..], &["--threads", "1"]].concat()] {
            let ran = utb(command);
            assert_eq!(ran.code, Some(1), "byte {at}: {command:?}: {}{}", ran.out, ran.err);
            assert!(format!("{}{}", ran.out, ran.err).contains(&place), "{place} {command:?}: {}{}", ran.out, ran.err);
        }
        for command in [&verify[..], &replay] {
            let ran = utb(&[command, &["--format", "json"]].concat());
            assert!(ran.json()["fault"].as_str().is_some_and(|fault| fault.contains(&place)), "{place} {}", ran.out);
        }
    }
    std::fs::write(&file, whole).unwrap();
    verified_and_replayed(&dir, &suite, None, all);
}
