//! The records of one session out of a journal that is being written, without reading what came before it.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use super::chain;
use super::format::{Record, VERSION};
use super::reader::{JournalError, files};

/// Where in a journal a line begins: number of the file and byte offset in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place(u64);

/// Bits of the offset. Files are closed long before they have so many bytes.
const OFFSET: u32 = 40;

impl Place {
    /// Before everything.
    pub const START: Self = Self(0);

    pub(super) fn new(file: u32, offset: u64) -> Self {
        // What is too far to be written down is looked for from the beginning of its file.
        let offset = if offset >> OFFSET == 0 { offset } else { 0 };
        Self(u64::from(file) << OFFSET | offset)
    }

    pub(super) fn bits(self) -> u64 {
        self.0
    }

    pub(super) fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    fn file(self) -> u64 {
        self.0 >> OFFSET
    }

    fn offset(self) -> u64 {
        self.0 & ((1 << OFFSET) - 1)
    }
}

/// The first so many records of a session, each as the JSON text that stands in the journal, without its chain.
///
/// Lines of other sessions are passed over without being looked at. A line of this session must follow from the chain
/// that the line before it carries, and from the record before it by number: one that was changed, dropped or put in is
/// noticed. That the whole journal is whole, only [`super::read`] tells.
#[derive(Debug)]
pub struct SessionLines {
    files: std::vec::IntoIter<PathBuf>,
    current: Option<Current>,
    /// How a line of this session begins, up to its number.
    prefix: Vec<u8>,
    next: u64,
    events: u64,
}

#[derive(Debug)]
struct Current {
    path: PathBuf,
    reader: BufReader<File>,
    offset: u64,
    line: Vec<u8>,
    /// The end of the line before, with its chain.
    seal: Vec<u8>,
}

/// Finds the first `events` records of a session that begins at this place or later. All of them must have been
/// flushed.
///
/// # Errors
///
/// The directory or the first file cannot be read.
pub fn of_session(dir: &Path, session: &str, from: Place, events: u64) -> Result<SessionLines, JournalError> {
    let found = files(dir).map_err(|source| JournalError::Unreadable { file: dir.to_owned(), source })?;
    let mut later = found.into_iter().filter(|(number, _)| u64::from(*number) >= from.file()).peekable();
    let is_first = later.peek().is_some_and(|(number, _)| u64::from(*number) == from.file());
    let mut files = later.map(|(_, path)| path).collect::<Vec<_>>().into_iter();
    let current = match is_first.then(|| files.next()).flatten() {
        Some(path) => Some(Current::open(path, from.offset())?),
        None => None,
    };
    let prefix = format!("{{\"v\":{VERSION},\"session\":{},\"n\":", serde_json::json!(session)).into_bytes();
    Ok(SessionLines { files, current, prefix, next: 0, events })
}

/// The record that a line of [`SessionLines`] holds.
///
/// # Errors
///
/// It is none.
pub fn parse(json: &[u8]) -> Result<Record, String> {
    serde_json::from_slice(json).map_err(|e| format!("not a record: {e}"))
}

impl SessionLines {
    fn step(&mut self) -> Result<Option<Vec<u8>>, JournalError> {
        while self.next < self.events {
            let Some(current) = &mut self.current else {
                let Some(path) = self.files.next() else { return Ok(None) };
                self.current = Some(Current::open(path, 0)?);
                continue;
            };
            match current.next_line()? {
                false => self.current = None,
                true if current.line.starts_with(&self.prefix) => {
                    let json = current.check()?;
                    let number = number(&json[self.prefix.len()..]);
                    if number != Some(self.next) {
                        let found = number.map_or("none".into(), |n| n.to_string());
                        let detail = format!("record {} of the session should stand here, found {found}", self.next);
                        return Err(current.damaged(detail));
                    }
                    current.pass();
                    self.next += 1;
                    return Ok(Some(json));
                }
                true => current.pass(),
            }
        }
        Ok(None)
    }
}

/// Ends at the first error, and at the last record that was wanted or that there is.
impl Iterator for SessionLines {
    type Item = Result<Vec<u8>, JournalError>;

    fn next(&mut self) -> Option<Self::Item> {
        let item = self.step().transpose();
        if matches!(item, Some(Err(_))) {
            self.events = 0;
        }
        item
    }
}

fn number(digits: &[u8]) -> Option<u64> {
    let end = digits.iter().position(|b| !b.is_ascii_digit())?;
    std::str::from_utf8(&digits[..end]).ok()?.parse().ok()
}

impl Current {
    fn open(path: PathBuf, offset: u64) -> Result<Self, JournalError> {
        let (mut seal, mut line) = (Vec::new(), Vec::new());
        let mut open = || {
            let mut file = File::open(&path)?;
            if let Some(before) = offset.checked_sub(chain::SEAL as u64 + 1) {
                file.seek(SeekFrom::Start(before))?;
                seal.resize(chain::SEAL + 1, 0);
                file.read_exact(&mut seal)?;
            }
            // The buffer is as large as it pays for a file of which most is passed over.
            Ok(BufReader::with_capacity(1 << 17, file))
        };
        match open() {
            Ok(reader) => {
                seal.pop();
                line.reserve(1 << 12);
                Ok(Self { path, reader, offset, line, seal })
            }
            Err(source) => Err(JournalError::Unreadable { file: path, source }),
        }
    }

    /// Reads a line without its newline; false at the end, and at a line that is being written at this moment.
    fn next_line(&mut self) -> Result<bool, JournalError> {
        self.line.clear();
        let read = self.reader.read_until(b'\n', &mut self.line);
        read.map_err(|source| JournalError::Unreadable { file: self.path.clone(), source })?;
        Ok(self.line.pop() == Some(b'\n'))
    }

    /// Goes on to the next line.
    fn pass(&mut self) {
        self.offset += self.line.len() as u64 + 1;
        self.seal.clear();
        self.seal.extend_from_slice(&self.line[self.line.len().saturating_sub(chain::SEAL)..]);
    }

    /// The line without its chain, which must follow from that of the line before.
    fn check(&self) -> Result<Vec<u8>, JournalError> {
        let before = chain::carried(&self.seal).ok_or_else(|| self.damaged("no line before this one".into()))?;
        chain::open(&mut before.clone(), &self.line).map_err(|detail| self.damaged(detail))
    }

    fn damaged(&self, detail: String) -> JournalError {
        JournalError::Damaged { file: self.path.clone(), byte: self.offset, detail }
    }
}

#[cfg(test)]
mod tests {
    use super::super::format::{Closed, Event};
    use super::super::{Durability, Writer};
    use super::*;

    fn record(session: &str, n: u64) -> Record {
        let event = Event::Closed(Closed { reason: "test".into() });
        Record { v: VERSION, session: session.into(), n, wall: String::new(), clock: String::new(), event }
    }

    /// Records of three sessions in turn over several files, and the places at which they begin.
    fn journal(dir: &Path) -> Vec<Place> {
        let (writer, _) = Writer::open_rotating(dir, Durability::Os, 2_000).unwrap();
        let mut places = Vec::new();
        for session in 0..3 {
            places.push(writer.place());
            writer.put(&record(&format!("s{session}"), 0));
            if session != 1 {
                writer.flush_all().unwrap();
            }
        }
        for n in 1..40 {
            for session in 0..3 {
                writer.put(&record(&format!("s{session}"), n));
            }
            writer.flush_all().unwrap();
        }
        places
    }

    fn numbers(dir: &Path, session: &str, from: Place, events: u64) -> Result<Vec<u64>, String> {
        let lines = of_session(dir, session, from, events).map_err(|e| e.to_string())?;
        lines.map(|line| line.map_err(|e| e.to_string()).and_then(|json| Ok(parse(&json)?.n))).collect()
    }

    #[test]
    fn a_session_is_read_from_where_it_began_over_all_files_and_no_further_than_wanted() {
        let dir = tempfile::tempdir().unwrap();
        let places = journal(dir.path());
        assert_eq!(places[1], places[2], "a record that is not written yet has no place; the one before will do");
        for (session, from) in ["s0", "s1", "s2"].iter().zip(places) {
            assert_eq!(numbers(dir.path(), session, from, u64::MAX), Ok((0..40).collect()));
            assert_eq!(numbers(dir.path(), session, from, 3), Ok((0..3).collect()));
        }
        assert_eq!(numbers(dir.path(), "s", Place::new(1, 0), u64::MAX), Ok(vec![]));
    }

    #[test]
    fn a_line_that_was_changed_or_dropped_is_noticed_and_one_that_is_being_written_is_not_there_yet() {
        let dir = tempfile::tempdir().unwrap();
        let from = journal(dir.path())[0];
        let path = dir.path().join("journal-000002.jsonl");
        let whole = std::fs::read_to_string(&path).unwrap();
        let lines: Vec<&str> = whole.lines().collect();
        let mine = lines.iter().position(|line| line.contains("\"s0\"")).unwrap();
        let with = |lines: Vec<String>| {
            std::fs::write(&path, lines.join("\n") + "\n").unwrap();
            numbers(dir.path(), "s0", from, u64::MAX)
        };
        let mut lines: Vec<String> = lines.into_iter().map(str::to_owned).collect();
        let line = std::mem::replace(&mut lines[mine], whole.lines().nth(mine).unwrap().replace("test", "rest"));
        let fault = with(lines.clone()).unwrap_err();
        assert!(fault.contains("journal-000002.jsonl at byte") && fault.contains("the chain is broken"), "{fault}");
        lines.remove(mine);
        let fault = with(lines.clone()).unwrap_err();
        assert!(fault.contains("should stand here"), "{fault}");
        lines.insert(mine, line);
        assert_eq!(with(lines), Ok((0..40).collect()));
        let all = files(dir.path()).unwrap();
        let last = &all[all.len() - 1].1;
        let torn = std::fs::read(last).unwrap();
        std::fs::write(last, [&torn[..], b"{\"v\":1,\"session\":\"s0\",\"n\":40"].concat()).unwrap();
        assert_eq!(numbers(dir.path(), "s0", from, u64::MAX), Ok((0..40).collect()));
    }
}
