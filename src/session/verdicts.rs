use serde_json::Value;

use super::engine::Engine;
use super::live::Session;
use crate::call::Problem;
use crate::journal::Record;
use crate::referee::TurnVerdict;

impl Engine {
    /// The verdicts on what a session has played so far.
    ///
    /// # Errors
    ///
    /// 500: the journal cannot be read.
    pub fn verdicts(&self, session: &Session) -> Result<Vec<TurnVerdict>, Problem> {
        let records = self.records_of(&session.id, session.journal_file)?;
        Ok(self.referee.judge(records.iter()))
    }

    /// The session's records as JSON values.
    ///
    /// # Errors
    ///
    /// 500: the journal cannot be read.
    pub fn journal_lines(&self, session: &Session) -> Result<Vec<Value>, Problem> {
        let records = self.records_of(&session.id, session.journal_file)?;
        let value = |record: &Record| serde_json::to_value(record).unwrap_or(Value::Null);
        Ok(records.iter().map(value).collect())
    }
}
