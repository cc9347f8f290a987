//! Records of one session, read back from the journal one by one.

use std::fmt::Display;

use super::engine::Engine;
use crate::call::Problem;
use crate::journal::{self, Place, Record, SessionLines};

/// Records of one session as JSON texts; ends at the first error.
#[derive(Debug)]
pub struct Lines {
    lines: SessionLines,
    id: String,
    events: u64,
    read: u64,
}

impl Engine {
    /// The first so many records of a session that began at this place or later.
    pub(super) fn lines_of(&self, id: &str, began: Place, events: u64) -> Result<Lines, Problem> {
        self.journal.flush_all().map_err(|e| failed(&e))?;
        let lines = journal::of_session(self.journal.dir(), id, began, events).map_err(|e| failed(&e))?;
        Ok(Lines { lines, id: id.to_owned(), events, read: 0 })
    }
}

impl Iterator for Lines {
    type Item = Result<Vec<u8>, Problem>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.lines.next() {
            Some(line) => {
                self.read += 1;
                Some(line.map_err(|e| failed(&e)))
            }
            None if self.read < self.events => {
                let read = std::mem::replace(&mut self.read, self.events);
                let detail = format!("the journal ends after {read} of {} records of session {}", self.events, self.id);
                Some(Err(failed(&detail)))
            }
            None => None,
        }
    }
}

/// All of them, parsed.
pub fn records(lines: Lines) -> Result<Vec<Record>, Problem> {
    lines.map(|line| line.and_then(|json| parse(&json))).collect()
}

/// One of them, parsed.
pub fn parse(json: &[u8]) -> Result<Record, Problem> {
    journal::parse(json).map_err(|e| failed(&e))
}

/// 500: the journal cannot be read.
pub fn failed(e: &dyn Display) -> Problem {
    Problem::new(500, "journal_failed", e.to_string())
}
