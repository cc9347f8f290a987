use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use super::chain::{self, GENESIS};
use super::format::{Header, Record, VERSION};
use crate::call::hex;

/// Name of a journal's directory within that of a run.
pub const WITHIN_RUN: &str = "journal";

/// A record and where it stands.
#[derive(Debug)]
pub struct Entry {
    /// File.
    pub file: PathBuf,
    /// Line, from 1; line 1 is the header.
    pub line: u64,
    /// The record.
    pub record: Record,
}

/// A line that was being written when the writer died.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tail {
    /// File.
    pub file: PathBuf,
    /// Length of the torn line.
    pub bytes: u64,
}

/// What is wrong with a journal, and where.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// It cannot be read at all.
    #[error("{}: {source}", file.display())]
    Unreadable {
        /// File or directory.
        file: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// There is nothing in it.
    #[error("{}: there is no journal (no journal-*.jsonl files here or in journal/)", .0.display())]
    Absent(PathBuf),
    /// A line is not what it should be.
    #[error("{} line {line}: {detail}", file.display())]
    Bad {
        /// File.
        file: PathBuf,
        /// Line, from 1.
        line: u64,
        /// What is wrong.
        detail: String,
    },
    /// A line of one session is not what it should be.
    #[error("{} at byte {byte}: {detail}", file.display())]
    Damaged {
        /// File.
        file: PathBuf,
        /// Where the line begins.
        byte: u64,
        /// What is wrong.
        detail: String,
    },
    /// The last line was being written when the writer died; everything before it is whole.
    #[error("{} line {line}: the last line is torn ({bytes} bytes); everything before it is whole", file.display())]
    Torn {
        /// File.
        file: PathBuf,
        /// Line, from 1.
        line: u64,
        /// Its length.
        bytes: u64,
    },
}

/// Reads a journal: a file, a directory of files as one, or a directory in which `utb run --out` left one.
///
/// # Errors
///
/// There is nothing to read. What is wrong with single lines comes out of the iterator, which ends there.
pub fn read(path: &Path) -> Result<Records, JournalError> {
    let unreadable = |source| JournalError::Unreadable { file: path.to_owned(), source };
    let meta = path.metadata().map_err(unreadable)?;
    if meta.is_file() {
        return Ok(read_file(path));
    }
    let mut found = files(path).map_err(unreadable)?;
    let within = path.join(WITHIN_RUN);
    if found.is_empty() && within.is_dir() {
        found = files(&within).map_err(|source| JournalError::Unreadable { file: within, source })?;
    }
    if found.is_empty() {
        return Err(JournalError::Absent(path.to_owned()));
    }
    Ok(Records::over(found.into_iter().map(|(_, path)| path).collect()))
}

/// Reads one file of a journal.
pub fn read_file(path: &Path) -> Records {
    Records::over(vec![path.to_owned()])
}

/// The records of a journal in order; ends at the first error.
#[derive(Debug)]
pub struct Records {
    files: std::vec::IntoIter<PathBuf>,
    current: Option<Open>,
    previous: Option<[u8; 32]>,
    failed: bool,
}

#[derive(Debug)]
struct Open {
    path: PathBuf,
    reader: BufReader<File>,
    line: u64,
    chain: [u8; 32],
    buffer: Vec<u8>,
}

impl Records {
    fn over(files: Vec<PathBuf>) -> Self {
        Self { files: files.into_iter(), current: None, previous: None, failed: false }
    }

    fn step(&mut self) -> Result<Option<Entry>, JournalError> {
        loop {
            let Some(open) = &mut self.current else {
                let Some(path) = self.files.next() else { return Ok(None) };
                self.current = Some(Open::new(path, self.previous)?);
                continue;
            };
            match open.next_line()? {
                Some(json) => return open.entry(&json).map(Some),
                None => {
                    // A file that death left without its header says nothing about the ones around it.
                    if open.line > 0 {
                        self.previous = Some(open.chain);
                    }
                    self.current = None;
                }
            }
        }
    }
}

impl Iterator for Records {
    type Item = Result<Entry, JournalError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let item = self.step().transpose();
        self.failed = matches!(item, Some(Err(_)));
        item
    }
}

impl Open {
    fn new(path: PathBuf, previous: Option<[u8; 32]>) -> Result<Self, JournalError> {
        let unreadable = |source| JournalError::Unreadable { file: path.clone(), source };
        let reader = BufReader::with_capacity(1 << 16, File::open(&path).map_err(unreadable)?);
        let mut open = Self { path, reader, line: 0, chain: GENESIS, buffer: Vec::new() };
        let Some(json) = open.next_line()? else { return Ok(open) };
        let header: Header = serde_json::from_slice(&json).map_err(|e| open.bad(format!("not a header: {e}")))?;
        if header.journal != VERSION {
            let detail = format!("written in format {}; this utb reads format {VERSION}", header.journal);
            return Err(open.bad(detail));
        }
        if previous.is_some_and(|chain| hex(&chain) != header.previous) {
            return Err(open.bad("this file does not follow the one before: a file is missing or was changed".into()));
        }
        Ok(open)
    }

    /// The next line without its chain.
    fn next_line(&mut self) -> Result<Option<Vec<u8>>, JournalError> {
        self.buffer.clear();
        let read = self.reader.read_until(b'\n', &mut self.buffer);
        let bytes = read.map_err(|source| JournalError::Unreadable { file: self.path.clone(), source })?;
        if bytes == 0 {
            return Ok(None);
        }
        self.line += 1;
        if self.buffer.pop() != Some(b'\n') {
            return Err(JournalError::Torn { file: self.path.clone(), line: self.line, bytes: bytes as u64 });
        }
        let opened = chain::open(&mut self.chain, &self.buffer);
        opened.map(Some).map_err(|detail| self.bad(detail))
    }

    fn entry(&self, json: &[u8]) -> Result<Entry, JournalError> {
        let record: Record = serde_json::from_slice(json).map_err(|e| self.bad(format!("not a record: {e}")))?;
        if record.v != VERSION {
            return Err(self.bad(format!("written in format {}; this utb reads format {VERSION}", record.v)));
        }
        Ok(Entry { file: self.path.clone(), line: self.line, record })
    }

    fn bad(&self, detail: String) -> JournalError {
        JournalError::Bad { file: self.path.clone(), line: self.line, detail }
    }
}

/// A sealed line as a record, without checking the chain it hangs on.
pub fn unchecked(line: &[u8]) -> Option<Record> {
    let cut = line.len().checked_sub(chain::SEAL)?;
    let json = [&line[..cut], b"}"].concat();
    serde_json::from_slice(&json).ok()
}

/// The file that follows this one in its directory.
pub fn file_after(path: &Path) -> Option<PathBuf> {
    let dir = path.parent()?;
    files(dir).ok()?.into_iter().map(|(_, other)| other).find(|other| *other > *path)
}

/// Name of the n-th file of a directory.
pub(super) fn file_name(number: u32) -> String {
    format!("journal-{number:06}.jsonl")
}

/// The files of a directory by number.
pub(super) fn files(dir: &Path) -> io::Result<Vec<(u32, PathBuf)>> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(dir)? {
        let path = entry?.path();
        let name = path.file_name().and_then(|n| n.to_str()).unwrap_or_default();
        let number = name.strip_prefix("journal-").and_then(|n| n.strip_suffix(".jsonl")).and_then(|n| n.parse().ok());
        if let Some(number) = number {
            found.push((number, path));
        }
    }
    found.sort_unstable();
    Ok(found)
}

/// Cuts a torn last line off a file, and gives the chain of the last whole line, where there is one.
pub(super) fn mend(path: &Path) -> io::Result<(Option<Tail>, Option<[u8; 32]>)> {
    let mut file = File::options().read(true).write(true).open(path)?;
    let (end, last) = last_line(&mut file)?;
    let length = file.metadata()?.len();
    let torn = (end < length).then(|| Tail { file: path.to_owned(), bytes: length - end });
    if torn.is_some() {
        file.set_len(end)?;
        file.sync_data()?;
    }
    Ok((torn, chain::carried(&last)))
}

/// Where the last whole line ends, and the line.
fn last_line(file: &mut File) -> io::Result<(u64, Vec<u8>)> {
    let length = file.metadata()?.len();
    let mut window = 1 << 16;
    loop {
        let start = length.saturating_sub(window);
        file.seek(SeekFrom::Start(start))?;
        let mut tail = Vec::new();
        file.read_to_end(&mut tail)?;
        let newline = tail.iter().rposition(|b| *b == b'\n');
        let before = newline.and_then(|end| tail[..end].iter().rposition(|b| *b == b'\n'));
        match (newline, before) {
            (Some(end), Some(before)) => return Ok((start + end as u64 + 1, tail[before + 1..end].to_vec())),
            (Some(end), None) if start == 0 => return Ok((end as u64 + 1, tail[..end].to_vec())),
            (None, _) if start == 0 => return Ok((0, Vec::new())),
            _ => window *= 4,
        }
    }
}
