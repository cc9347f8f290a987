use serde_json::Value;

use super::engine::Engine;
use super::live::Session;
use crate::call::Problem;
use crate::journal::{self, Record};
use crate::referee::TurnVerdict;

impl Engine {
    /// The session's records, read back from disk.
    ///
    /// # Errors
    ///
    /// 500: the journal cannot be read.
    pub fn journal_of(&self, session: &Session) -> Result<Vec<Record>, Problem> {
        let failed = |e: &dyn std::fmt::Display| Problem::new(500, "journal_failed", e.to_string());
        self.journal.flush_all().map_err(|e| failed(&e))?;
        let mut records = Vec::new();
        let from = session.journal_file;
        for entry in journal::read_from(&self.journal.dir(), from).map_err(|e| failed(&e))? {
            let entry = entry.map_err(|e| failed(&e))?;
            if *entry.record.session == *session.id {
                records.push(entry.record);
            }
        }
        Ok(records)
    }

    /// The verdicts on what a session has played so far.
    ///
    /// # Errors
    ///
    /// 500: the journal cannot be read.
    pub fn verdicts(&self, session: &Session) -> Result<Vec<TurnVerdict>, Problem> {
        let records = self.journal_of(session)?;
        Ok(self.referee.judge(records.iter()))
    }

    /// The session's records as JSON values.
    ///
    /// # Errors
    ///
    /// 500: the journal cannot be read.
    pub fn journal_lines(&self, session: &Session) -> Result<Vec<Value>, Problem> {
        let records = self.journal_of(session)?;
        let value = |record: &Record| serde_json::to_value(record).unwrap_or(Value::Null);
        Ok(records.iter().map(value).collect())
    }
}
