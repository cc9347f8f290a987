use std::io;
use std::path::Path;

use super::Lost;
use crate::journal::{JournalError, Record, Records, read};

/// What became of an export. What stands before a fault was exported.
#[derive(Debug)]
pub struct Exported {
    /// Entries, spans or lines that were written.
    pub items: u64,
    /// What the format has no place for.
    pub lost: Lost,
    /// Why it ends early.
    pub fault: Option<JournalError>,
}

/// Why there is no export.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// There is no journal.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// It cannot be written.
    #[error("cannot write: {0}")]
    Write(#[from] io::Error),
}

/// The records of a journal, of the sessions that were asked for. It ends at the first fault and keeps it, so that an
/// export can close what it has opened.
#[derive(Debug)]
pub(super) struct Source {
    records: Records,
    session: String,
    fault: Option<JournalError>,
}

impl Source {
    /// Records of the sessions whose name begins so; of all of them when it is empty.
    ///
    /// # Errors
    ///
    /// There is no journal.
    pub fn open(journal: &Path, session: &str) -> Result<Self, JournalError> {
        Ok(Self { records: read(journal)?, session: session.to_owned(), fault: None })
    }

    /// What is to be told after the last record.
    pub fn finish(self, items: u64, lost: Lost) -> Exported {
        Exported { items, lost, fault: self.fault }
    }
}

impl Iterator for Source {
    type Item = Record;

    fn next(&mut self) -> Option<Record> {
        loop {
            match self.records.next()? {
                Ok(entry) if entry.record.session.starts_with(&self.session) => return Some(entry.record),
                Ok(_) => {}
                Err(fault) => {
                    self.fault = Some(fault);
                    return None;
                }
            }
        }
    }
}
