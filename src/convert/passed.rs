//! What passed through a proxy: an exchange, and behind it the call that it was.

use std::collections::VecDeque;

use super::source::Source;
use crate::journal::{Event, Record};

/// Records of other sessions that may stand between an exchange and its call, which are written one after the other while
/// others write too. A call that is farther off is exported by itself.
const BETWEEN: usize = 256;

/// Records in their order; with an exchange comes its call, where it was one.
#[derive(Debug)]
pub(super) struct Paired<'s> {
    source: &'s mut Source,
    ahead: VecDeque<Record>,
}

impl<'s> Paired<'s> {
    /// The records of a source.
    pub fn over(source: &'s mut Source) -> Self {
        Self { source, ahead: VecDeque::new() }
    }

    /// The call that follows an exchange in its session.
    fn call_of(&mut self, exchange: &Record) -> Option<Record> {
        for i in 0..BETWEEN {
            if i == self.ahead.len() {
                self.ahead.push_back(self.source.next()?);
            }
            let next = &self.ahead[i];
            if next.session == exchange.session {
                let is_its_call = matches!(next.event, Event::Call(_)) && next.n == exchange.n + 1;
                return if is_its_call { self.ahead.remove(i) } else { None };
            }
        }
        None
    }
}

impl Iterator for Paired<'_> {
    type Item = (Record, Option<Record>);

    fn next(&mut self) -> Option<Self::Item> {
        let record = self.ahead.pop_front().or_else(|| self.source.next())?;
        let call = if matches!(record.event, Event::Exchange(_)) { self.call_of(&record) } else { None };
        Some((record, call))
    }
}
