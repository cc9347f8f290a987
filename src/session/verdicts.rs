use serde_json::Value;

use super::engine::Engine;
use super::live::Session;
use crate::call::Problem;
use crate::journal::{Event, Record};
use crate::referee::TurnVerdict;

impl Engine {
    /// The verdicts on what a session has played so far.
    ///
    /// # Errors
    ///
    /// 500: the journal cannot be read.
    pub fn verdicts(&self, session: &Session) -> Result<Vec<TurnVerdict>, Problem> {
        // A fork goes on in the middle of a turn of its parent's, so the referee must see that too.
        let mut generations = vec![self.records_of(&session.id, session.journal_file)?];
        let mut parent = session.parent.clone();
        while let Some(from) = parent {
            let mut records = self.records_of(&from.session, session.journal_file)?;
            records.retain(|record| record.n < from.events);
            parent = records
                .iter()
                .find_map(|record| match &record.event {
                    Event::Opened(opened) => Some(opened.parent.clone()),
                    _ => None,
                })
                .flatten();
            generations.push(records);
        }
        let verdicts = self.referee.judge(generations.iter().rev().flatten());
        Ok(verdicts.into_iter().filter(|verdict| *verdict.session == *session.id).collect())
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
