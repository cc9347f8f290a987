use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::Path;

use sha2::{Digest, Sha256};

use super::check::{At, HarError, items, member, members};
use super::entry::{Reader, Taken};
use crate::call::hex;
use crate::convert::{Lost, time};
use crate::journal::format::{Closed, Opened};
use crate::journal::{self, Event, Record, VERSION};
use crate::world::Clock;

/// Versions of the format that are read: 1.3 was only ever proposed, but is written.
const VERSIONS: [&str; 4] = ["", "1.1", "1.2", "1.3"];

/// A recording as a session of a journal.
#[derive(Debug)]
pub struct Imported {
    /// Name of the session: `har-` and the beginning of the file's SHA-256.
    pub session: String,
    /// Its records in order: it is opened as a sandbox, and every call stands in the order of the file.
    pub records: Vec<Record>,
    /// What could not be carried over, by entry.
    pub lost: Lost,
}

/// Reads an HTTP Archive.
///
/// # Errors
///
/// The file is no HTTP Archive: the first fault, with its JSON pointer.
pub fn import(file: &[u8]) -> Result<Imported, HarError> {
    let digest = hex(&Sha256::digest(file));
    let text = std::str::from_utf8(file)
        .map_err(|e| HarError::new("", format!("is not UTF-8 at byte {}, and HAR is nothing else", e.valid_up_to())))?;
    // The format lets a byte order mark stand there.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    serde_json::from_str::<serde::de::IgnoredAny>(text).map_err(|e| HarError::new("", format!("is not JSON: {e}")))?;
    let log = members("", text)?;
    let log = members("/log", member("", &log, "log")?.get())?;
    check_version(member("/log", &log, "version")?.get())?;
    members("/log/creator", member("/log", &log, "creator")?.get())?;
    let entries = items("/log/entries", member("/log", &log, "entries")?)?;
    let mut reader = Reader::default();
    let mut taken = Vec::new();
    for (index, raw) in entries.into_iter().enumerate() {
        let pointer = format!("/log/entries/{index}");
        let value = serde_json::from_str(raw.get()).map_err(|e| HarError::new(&pointer, e.to_string()))?;
        taken.extend(reader.take(index, &At { pointer, value: &value })?);
    }
    Ok(Session::new(&digest).records(taken, reader.finish()))
}

fn check_version(raw: &str) -> Result<(), HarError> {
    let version: String =
        serde_json::from_str(raw).map_err(|_| HarError::new("/log/version", "expected a string, such as \"1.2\""))?;
    match VERSIONS.contains(&version.as_str()) {
        true => Ok(()),
        false => Err(HarError::new("/log/version", format!("is {version:?}; HAR 1.1 to 1.3 can be read"))),
    }
}

/// The session that a file becomes.
struct Session {
    name: String,
    digest: String,
    records: Vec<Record>,
}

impl Session {
    fn new(digest: &str) -> Self {
        Self { name: format!("har-{}", &digest[..16]), digest: digest.to_owned(), records: Vec::new() }
    }

    fn records(mut self, taken: Vec<Taken>, mut lost: Lost) -> Imported {
        let began = taken.first().map_or(0, |first| time::began(first.answered, first.call.micros));
        let ended = taken.iter().map(|taken| taken.answered).max().unwrap_or(began);
        let sandbox = Clock::sandbox().text().to_owned();
        let clock = taken.first().and_then(|first| first.clock.clone()).unwrap_or_else(|| sandbox.clone());
        self.put(began, &clock, Event::Opened(Box::new(self.opened())));
        let last = taken.last().and_then(|last| last.clock.clone()).unwrap_or_else(|| sandbox.clone());
        let mut numbers: BTreeMap<(String, u64), u64> = BTreeMap::new();
        for Taken { index, mut call, answered, clock, from, retry_of } in taken {
            let n = self.records.len() as u64;
            if let Some((session, old)) = retry_of {
                call.retry_of = numbers.get(&(session, old)).copied();
                if call.retry_of.is_none() {
                    lost.part_of_entry(index, "_retryOf: the call that it repeats is not in the file");
                }
            }
            numbers.extend(from.map(|from| (from, n)));
            self.put(answered, clock.as_deref().unwrap_or(&sandbox), Event::Call(call));
        }
        self.put(ended, &last, Event::Closed(Closed { reason: "finished".into() }));
        Imported { session: self.name, records: self.records, lost }
    }

    fn put(&mut self, wall: i64, clock: &str, event: Event) {
        let (session, n) = (self.name.clone(), self.records.len() as u64);
        let (wall, clock) = (time::text(wall), clock.to_owned());
        self.records.push(Record { v: VERSION, session, n, wall, clock, event });
    }

    fn opened(&self) -> Opened {
        Opened {
            utb: env!("CARGO_PKG_VERSION").into(),
            seed: 0,
            persona: None,
            history: "gold".into(),
            suite: None,
            // No catalogue of ours answered these calls; what did is known by the file alone.
            catalogue: format!("har:{}", self.digest),
            agent: None,
            start: 0,
            end: 0,
            parent: None,
        }
    }
}

impl Imported {
    /// Calls that were carried over.
    pub fn calls(&self) -> usize {
        self.records.iter().filter(|record| matches!(record.event, Event::Call(_))).count()
    }

    /// Names of the tools that were called, as `tool set/tool`.
    pub fn tools(&self) -> BTreeSet<String> {
        let name = |record: &Record| match &record.event {
            Event::Call(call) => Some(format!("{}/{}", call.toolset, call.tool)),
            _ => None,
        };
        self.records.iter().filter_map(name).collect()
    }

    /// Writes the session into a new journal.
    ///
    /// # Errors
    ///
    /// The directory cannot be made or written, or holds a journal already.
    pub fn save(&self, dir: &Path) -> io::Result<()> {
        if let Some(there) = journal_in(dir)? {
            let detail = format!("{} is there already; a recording becomes a journal of its own", there.display());
            return Err(io::Error::new(io::ErrorKind::AlreadyExists, detail));
        }
        journal::write(dir, &self.records)
    }
}

fn journal_in(dir: &Path) -> io::Result<Option<std::path::PathBuf>> {
    let entries = match std::fs::read_dir(dir) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(None),
        entries => entries?,
    };
    for entry in entries {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "jsonl") {
            return Ok(Some(path));
        }
    }
    Ok(None)
}
