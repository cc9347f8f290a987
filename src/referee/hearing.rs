use std::borrow::Borrow;
use std::collections::BTreeSet;
use std::vec;

use super::judge::Judged;
use super::notice::{Notice, NoticeKind};
use super::transcript::{Collected, Collector, Transcript};
use super::verdict::TurnVerdict;
use super::view::TurnView;
use crate::catalogue::Catalogue;
use crate::journal::Record;

/// The verdicts on one session, and what was noticed about it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SessionVerdicts {
    /// Place of the session among those of the journal, from 0.
    pub place: usize,
    /// On each turn that it was opened for.
    pub verdicts: Vec<TurnVerdict>,
    /// A view of each, where the referee makes them.
    pub views: Vec<TurnView>,
    /// What a reader of them should know.
    pub notices: Vec<Notice>,
}

/// Puts records together to sessions, one at a time, so that only those are in memory that are open in the journal.
pub(super) struct Hearing<'c, I, E> {
    records: I,
    collector: Option<Collector<'c>>,
    rest: vec::IntoIter<Transcript>,
    /// What was noticed about the records.
    pub notices: Vec<Notice>,
    /// Sessions that would have been needed longer.
    pub wanted: BTreeSet<String>,
    /// Why no more records could be read.
    pub fault: Option<E>,
}

impl<'c, I, E> Hearing<'c, I, E> {
    /// Of these records; sessions of these names are kept to the end.
    pub fn new(records: I, catalogue: &'c Catalogue, keep: BTreeSet<String>) -> Self {
        let collector = Some(Collector::new(catalogue, keep));
        let (rest, notices, wanted) = (Vec::new().into_iter(), Vec::new(), BTreeSet::new());
        Self { records, collector, rest, notices, wanted, fault: None }
    }

    /// What all sessions come to, in whatever order they were judged.
    pub fn conclude(self, mut sessions: Vec<SessionVerdicts>) -> Judged {
        sessions.sort_by_key(|session| session.place);
        // Made as long as it will be: of a hundred thousand verdicts, room for half as many more would be much.
        let verdicts = Vec::with_capacity(sessions.iter().map(|session| session.verdicts.len()).sum());
        let mut judged = Judged { verdicts, ..Judged::default() };
        for session in sessions {
            judged.verdicts.extend(session.verdicts);
            judged.views.extend(session.views);
            judged.notices.extend(session.notices);
        }
        judged.notices.extend(self.notices);
        // Where the journal breaks off is said last.
        judged.notices.sort_by_key(|notice| notice.kind == NoticeKind::JournalBroken);
        judged
    }

    fn finish(&mut self) {
        if let Some(collector) = self.collector.take() {
            let Collected { rest, notices, wanted } = collector.finish();
            self.rest = rest.into_iter();
            self.notices.extend(notices);
            self.wanted = wanted;
        }
    }
}

impl<I, R, E> Iterator for Hearing<'_, I, E>
where
    I: Iterator<Item = Result<R, E>>,
    R: Borrow<Record>,
{
    type Item = Transcript;

    fn next(&mut self) -> Option<Transcript> {
        while let Some(collector) = &mut self.collector {
            match self.records.next() {
                Some(Ok(record)) => {
                    if let Some(transcript) = collector.push(record.borrow()) {
                        return Some(transcript);
                    }
                }
                Some(Err(fault)) => {
                    self.fault = Some(fault);
                    self.finish();
                }
                None => self.finish(),
            }
        }
        self.rest.next()
    }
}
