use serde_json::Value;

use super::engine::Engine;
use super::lines::{self, Lines};
use super::live::Session;
use crate::call::Problem;
use crate::journal::Event;
use crate::referee::TurnVerdict;

impl Engine {
    /// The verdicts on what a session has played so far. The journal is read for them.
    ///
    /// # Errors
    ///
    /// 500: the journal cannot be read.
    pub fn verdicts(&self, session: &Session) -> Result<Vec<TurnVerdict>, Problem> {
        // A fork goes on in the middle of a turn of its parent's, so the referee must see that too.
        let mut generations = vec![lines::records(self.lines(session)?)?];
        let mut parent = session.parent.clone();
        while let Some(from) = parent {
            let records = lines::records(self.lines_of(&from.session, session.root, from.events)?)?;
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

    /// The session's records so far, as they stand in the journal.
    ///
    /// # Errors
    ///
    /// 500: the journal cannot be read.
    pub fn lines(&self, session: &Session) -> Result<Lines, Problem> {
        let events = session.lock().events;
        self.lines_of(&session.id, session.began, events)
    }

    /// The session's records as JSON values.
    ///
    /// # Errors
    ///
    /// 500: the journal cannot be read.
    pub fn journal_lines(&self, session: &Session) -> Result<Vec<Value>, Problem> {
        let value = |json: Vec<u8>| serde_json::from_slice(&json).map_err(|e| lines::failed(&e));
        self.lines(session)?.map(|line| line.and_then(value)).collect()
    }
}
