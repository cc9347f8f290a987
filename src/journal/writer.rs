use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};

use super::chain::{GENESIS, seal};
use super::format::{Header, Record, VERSION};
use super::reader::{Tail, file_name, files, mend};
use super::session::Place;
use crate::call::hex;

/// When a record counts as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Durability {
    /// It is in memory; a crash loses what was not flushed.
    None,
    /// It was handed to the operating system; it survives the death of the process.
    Os,
    /// It was synced to the disk; it survives the death of the machine.
    Disk,
}

/// Bytes at which a file is closed and the next one begun, unless someone says otherwise.
pub const ROTATE_AT: u64 = 256 << 20;

/// Bytes at which records are written even when no one waits for them.
const FULL: usize = 1 << 20;

/// Files that were finished and wait to be synced by [`Writer::sync_finished`]. One more is synced where it is finished,
/// so that a writer whom nobody helps keeps no files open.
const UNSYNCED: usize = 4;

/// Writes records of all sessions into one directory.
///
/// Writing takes two short locks instead of a thread of its own: whoever comes first to [`Writer::flush`] writes all
/// that the others have put in by then, so a busy server writes a batch a wake-up and an idle one writes at once.
#[derive(Debug)]
pub struct Writer {
    pending: Mutex<Pending>,
    out: Mutex<Out>,
    durability: Durability,
    dir: PathBuf,
    /// Up to where records were written; asked for without waiting for one who writes.
    place: AtomicU64,
    /// How many records were written since the start; asked for in the same way.
    written: AtomicU64,
    /// Held as long as the writer lives, so that two processes never write into one directory.
    _lock: File,
}

/// Records that were put in and not yet written.
#[derive(Debug, Default)]
struct Pending {
    batch: Batch,
    /// Records put in since the start.
    count: u64,
}

#[derive(Debug, Default)]
struct Batch {
    records: Vec<u8>,
    ends: Vec<usize>,
}

#[derive(Debug)]
struct Out {
    dir: PathBuf,
    file: File,
    number: u32,
    size: u64,
    rotate_at: u64,
    chain: [u8; 32],
    batch: Batch,
    lines: Vec<u8>,
    /// Files that were finished and are not synced.
    finished: Vec<File>,
    failed: Option<io::ErrorKind>,
}

impl Writer {
    /// Opens a directory for a new file of records. Earlier files stay as they are, but for a torn last line, which is
    /// cut and reported.
    ///
    /// # Errors
    ///
    /// The directory or file cannot be made, or another process writes there.
    pub fn open(dir: &Path, durability: Durability) -> io::Result<(Self, Option<Tail>)> {
        Self::open_rotating(dir, durability, ROTATE_AT)
    }

    /// The same with files of about so many bytes.
    ///
    /// # Errors
    ///
    /// As for [`Writer::open`].
    pub fn open_rotating(dir: &Path, durability: Durability, rotate_at: u64) -> io::Result<(Self, Option<Tail>)> {
        std::fs::create_dir_all(dir)?;
        let lock = OpenOptions::new().create(true).truncate(false).write(true).open(dir.join(".lock"))?;
        lock.try_lock().map_err(|_| io::Error::other("another process writes its journal there"))?;
        let earlier = files(dir)?;
        let (torn, previous) = mend_last(&earlier)?;
        let number = 1 + earlier.last().map_or(0, |(number, _)| *number);
        let mut chain = GENESIS;
        let (file, size) = create(dir, number, &previous, &mut chain)?;
        let (batch, lines, finished) = (Batch::default(), Vec::new(), Vec::new());
        let out =
            Out { dir: dir.to_owned(), file, number, size, rotate_at, chain, batch, lines, finished, failed: None };
        let (place, written, dir) = (AtomicU64::new(out.place().bits()), AtomicU64::new(0), dir.to_owned());
        let (pending, out) = (Mutex::default(), Mutex::new(out));
        let writer = Self { pending, out, durability, dir, place, written, _lock: lock };
        Ok((writer, torn))
    }

    /// Puts a record in, and gives the ticket with which to [`Writer::flush`]. Records of one session must be put in
    /// in their order.
    pub fn put(&self, record: &Record) -> u64 {
        let mut pending = lock(&self.pending);
        serde_json::to_writer(&mut pending.batch.records, record).expect("a record is JSON and memory does not fail");
        let end = pending.batch.records.len();
        pending.batch.ends.push(end);
        pending.count += 1;
        pending.count
    }

    /// Whether the promised durability, or the memory that is taken, asks for a flush before the answer.
    pub fn must_flush(&self) -> bool {
        self.durability != Durability::None || lock(&self.pending).batch.records.len() > FULL
    }

    /// Whether a flush waits for the disk, and so must not run on a thread that others wait for.
    pub fn flush_blocks(&self) -> bool {
        self.durability == Durability::Disk
    }

    /// A place before all records that are put in from now on, and behind all but the latest.
    pub fn place(&self) -> Place {
        Place::from_bits(self.place.load(Ordering::Acquire))
    }

    /// Where the files are.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Writes everything that was put in, unless the record of this ticket was written already.
    ///
    /// # Errors
    ///
    /// The file could not be written: what was put in since is not safe, nor is anything later.
    pub fn flush(&self, ticket: u64) -> io::Result<()> {
        match self.is_written(ticket) {
            true => Ok(()),
            false => self.write(lock(&self.out), ticket),
        }
    }

    /// The same, unless another thread is writing at this moment: then it says that it is not done.
    ///
    /// # Errors
    ///
    /// As for [`Writer::flush`].
    pub fn try_flush(&self, ticket: u64) -> io::Result<bool> {
        if self.is_written(ticket) {
            return Ok(true);
        }
        match self.out.try_lock() {
            Ok(out) => self.write(out, ticket).map(|()| true),
            Err(TryLockError::Poisoned(poisoned)) => self.write(poisoned.into_inner(), ticket).map(|()| true),
            Err(TryLockError::WouldBlock) => Ok(false),
        }
    }

    fn is_written(&self, ticket: u64) -> bool {
        self.written.load(Ordering::Acquire) >= ticket
    }

    fn write(&self, mut out: MutexGuard<'_, Out>, ticket: u64) -> io::Result<()> {
        if let Some(kind) = out.failed {
            // Nothing will ever be written again, so nothing need wait for it.
            lock(&self.pending).batch = Batch::default();
            return Err(kind.into());
        }
        if self.is_written(ticket) {
            return Ok(());
        }
        let mut pending = lock(&self.pending);
        std::mem::swap(&mut pending.batch, &mut out.batch);
        let count = pending.count;
        drop(pending);
        let result = out.append(self.durability);
        match &result {
            Ok(()) => {
                self.written.store(count, Ordering::Release);
                self.place.store(out.place().bits(), Ordering::Release);
            }
            Err(e) => out.failed = Some(e.kind()),
        }
        result
    }

    /// Writes everything that was put in.
    ///
    /// # Errors
    ///
    /// As for [`Writer::flush`].
    pub fn flush_all(&self) -> io::Result<()> {
        self.flush(u64::MAX)
    }

    /// Syncs files that are finished. It takes as long as the disk takes, and nobody who writes waits for it.
    ///
    /// # Errors
    ///
    /// A file could not be synced: then nothing more is written.
    pub fn sync_finished(&self) -> io::Result<()> {
        let finished = std::mem::take(&mut lock(&self.out).finished);
        let result = finished.iter().try_for_each(File::sync_data);
        if let Err(e) = &result {
            lock(&self.out).failed = Some(e.kind());
        }
        result
    }
}

/// Writes records that are all there already as a journal of their own.
///
/// # Errors
///
/// The directory cannot be made or written, or another process writes into it.
pub fn write(dir: &Path, records: &[Record]) -> io::Result<()> {
    let (writer, _) = Writer::open(dir, Durability::Os)?;
    for record in records {
        let ticket = writer.put(record);
        if writer.must_flush() {
            writer.flush(ticket)?;
        }
    }
    writer.flush_all()
}

impl Out {
    fn place(&self) -> Place {
        Place::new(self.number, self.size)
    }

    fn append(&mut self, durability: Durability) -> io::Result<()> {
        let mut start = 0;
        for end in &self.batch.ends {
            seal(&mut self.chain, &self.batch.records[start..*end], &mut self.lines);
            start = *end;
        }
        self.batch.records.clear();
        self.batch.ends.clear();
        self.file.write_all(&self.lines)?;
        if durability == Durability::Disk {
            self.file.sync_data()?;
        }
        self.size += self.lines.len() as u64;
        self.lines.clear();
        if self.size >= self.rotate_at {
            self.rotate(durability)?;
        }
        Ok(())
    }

    /// A whole file takes the disk a fifth of a second, in which no call would be answered: it is synced aside. A file of
    /// which each record was synced has nothing left to sync.
    fn rotate(&mut self, durability: Durability) -> io::Result<()> {
        self.number += 1;
        let previous = std::mem::replace(&mut self.chain, GENESIS);
        let (file, size) = create(&self.dir, self.number, &previous, &mut self.chain)?;
        let finished = std::mem::replace(&mut self.file, file);
        self.size = size;
        match durability {
            Durability::Disk => Ok(()),
            Durability::None | Durability::Os if self.finished.len() < UNSYNCED => {
                self.finished.push(finished);
                Ok(())
            }
            Durability::None | Durability::Os => finished.sync_data(),
        }
    }
}

/// Mends the last file, and gives the chain to go on from: of the last file that has a line, since death may have left
/// one without.
fn mend_last(earlier: &[(u32, PathBuf)]) -> io::Result<(Option<Tail>, [u8; 32])> {
    let mut torn = None;
    for (_, path) in earlier.iter().rev() {
        let (tail, chain) = mend(path)?;
        torn = torn.or(tail);
        if let Some(chain) = chain {
            return Ok((torn, chain));
        }
    }
    Ok((torn, GENESIS))
}

/// Begins a file with its header, which ties it to the file before.
fn create(dir: &Path, number: u32, previous: &[u8; 32], chain: &mut [u8; 32]) -> io::Result<(File, u64)> {
    let mut file = OpenOptions::new().create_new(true).append(true).open(dir.join(file_name(number)))?;
    let header = Header { journal: VERSION, file: number, previous: hex(previous) };
    let mut line = Vec::new();
    seal(chain, &serde_json::to_vec(&header)?, &mut line);
    file.write_all(&line)?;
    Ok((file, line.len() as u64))
}

/// A panic while a lock was held leaves nothing half-done here: both structures change in one step.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::format::{Closed, Event};
    use crate::journal::read;

    fn record(n: u64) -> Record {
        let event = Event::Closed(Closed { reason: "test".into() });
        Record { v: VERSION, session: "s".into(), n, wall: String::new(), clock: String::new(), event }
    }

    #[test]
    fn what_was_flushed_is_read_back_in_order_across_files() {
        let dir = tempfile::tempdir().unwrap();
        for start in [0, 10] {
            let (writer, torn) = Writer::open(dir.path(), Durability::Os).unwrap();
            assert!(torn.is_none());
            let tickets: Vec<u64> = (start..start + 10).map(|n| writer.put(&record(n))).collect();
            writer.flush(tickets[9]).unwrap();
        }
        let numbers: Vec<u64> = read(dir.path()).unwrap().map(|entry| entry.unwrap().record.n).collect();
        assert_eq!(numbers, (0..20).collect::<Vec<_>>());
    }

    #[test]
    fn a_torn_line_is_cut_when_the_next_writer_opens() {
        let dir = tempfile::tempdir().unwrap();
        let (writer, _) = Writer::open(dir.path(), Durability::Os).unwrap();
        writer.put(&record(0));
        writer.flush_all().unwrap();
        drop(writer);
        let path = dir.path().join(file_name(1));
        let mut file = OpenOptions::new().append(true).open(&path).unwrap();
        file.write_all(b"{\"v\":1,\"session\":\"s\",\"n\":1").unwrap();
        assert!(read(dir.path()).unwrap().last().unwrap().is_err(), "a reader reports it");
        let (writer, torn) = Writer::open(dir.path(), Durability::Os).unwrap();
        assert_eq!(torn.unwrap().bytes, 26);
        writer.put(&record(1));
        writer.flush_all().unwrap();
        assert_eq!(read(dir.path()).unwrap().filter_map(Result::ok).count(), 2);
        assert!(read(dir.path()).unwrap().all(|entry| entry.is_ok()));
    }

    #[test]
    fn files_rotate_by_size_and_a_missing_one_is_noticed() {
        let dir = tempfile::tempdir().unwrap();
        let (writer, _) = Writer::open_rotating(dir.path(), Durability::Os, 1_000).unwrap();
        for n in 0..50 {
            let ticket = writer.put(&record(n));
            writer.flush(ticket).unwrap();
        }
        drop(writer);
        let numbers: Vec<u64> = read(dir.path()).unwrap().map(|entry| entry.unwrap().record.n).collect();
        assert_eq!(numbers, (0..50).collect::<Vec<_>>());
        assert!(files(dir.path()).unwrap().len() > 5);
        std::fs::remove_file(dir.path().join(file_name(3))).unwrap();
        let fault = read(dir.path()).unwrap().find_map(Result::err).unwrap();
        assert!(fault.to_string().contains("journal-000004.jsonl line 1: this file does not follow"), "{fault}");
    }

    #[test]
    fn two_writers_do_not_share_a_directory() {
        let dir = tempfile::tempdir().unwrap();
        let _first = Writer::open(dir.path(), Durability::Os).unwrap();
        assert!(Writer::open(dir.path(), Durability::Os).is_err());
    }
}
