use std::collections::{BTreeMap, BTreeSet};

use super::build::{Step, build};
use super::{CallRun, ReplyRun, Transcript, TurnRun};
use crate::catalogue::Catalogue;
use crate::journal::{Event, Record};
use crate::referee::notice::{Notice, NoticeKind};

/// Puts the records of many interleaved sessions together. A session is given out as soon as it is closed, so a long
/// journal takes the memory of the sessions that are open at a time.
///
/// A closed session may be reset, and may be forked. Nobody knows beforehand, so the collector only notes that it would
/// have needed it ([`Collected::wanted`]); a second one that is told to keep these sessions then has all it needs.
#[derive(Debug)]
pub struct Collector<'c> {
    catalogue: &'c Catalogue,
    /// Sessions that are kept to the end, closed or not.
    keep: BTreeSet<String>,
    wanted: BTreeSet<String>,
    open: BTreeMap<String, Gathered>,
    /// Sessions in which no user speaks: they are not judged, and may be without end.
    sandboxes: BTreeSet<String>,
    /// Sessions that were given out, and whether it was noticed that they went on.
    closed: BTreeMap<String, bool>,
    places: usize,
    notices: Vec<Notice>,
}

/// What is left when there are no more records.
#[derive(Debug)]
pub struct Collected {
    /// The sessions that were not given out yet, in the order in which they began.
    pub rest: Vec<Transcript>,
    /// What was noticed on the way.
    pub notices: Vec<Notice>,
    /// Sessions that were given out too early.
    pub wanted: BTreeSet<String>,
}

/// What was read of one session so far, by record number.
#[derive(Debug, Default)]
pub(super) struct Gathered {
    pub place: usize,
    pub steps: BTreeMap<u64, Step>,
    /// The turn in which its parent was when it was forked off.
    pub inherited: Option<TurnRun>,
}

impl<'c> Collector<'c> {
    /// One that has seen nothing. The catalogue tells the types of what came in a query.
    pub fn new(catalogue: &'c Catalogue, keep: BTreeSet<String>) -> Self {
        let (wanted, sandboxes) = (BTreeSet::new(), BTreeSet::new());
        let (open, closed) = (BTreeMap::new(), BTreeMap::new());
        Self { catalogue, keep, wanted, open, sandboxes, closed, places: 0, notices: Vec::new() }
    }

    /// Takes one record, and gives the whole session when this was its last.
    pub fn push(&mut self, record: &Record) -> Option<Transcript> {
        let id = &record.session;
        let before = self.opening(record);
        if self.sandboxes.contains(id) {
            return before;
        }
        if self.closed.contains_key(id) {
            self.after_close(record);
            return before;
        }
        let inherited = self.inherited(record);
        let places = &mut self.places;
        let gathered = self.open.entry(id.clone()).or_insert_with(|| {
            *places += 1;
            Gathered { place: *places - 1, inherited, ..Gathered::default() }
        });
        if let Some(text) = gathered.put(record, self.catalogue) {
            self.notices.push(Notice::new(NoticeKind::OutOfOrder, id, Some(record.n), text));
        }
        let closes = matches!(record.event, Event::Closed(_)) && !self.keep.contains(id);
        if closes { self.close(id) } else { before }
    }

    /// The end of all records.
    pub fn finish(mut self) -> Collected {
        let open: Vec<String> = self.open.keys().cloned().collect();
        let mut rest: Vec<Transcript> = open.iter().filter_map(|id| self.close(id)).collect();
        rest.sort_by_key(|transcript| transcript.place);
        Collected { rest, notices: self.notices, wanted: self.wanted }
    }

    /// A session of a name that was used before is another one: each server has a sandbox of the same name.
    fn opening(&mut self, record: &Record) -> Option<Transcript> {
        let (id, Event::Opened(opened)) = (&record.session, &record.event) else { return None };
        let is_new = self.open.get(id).is_none_or(|gathered| gathered.steps.contains_key(&record.n));
        let before = if is_new { self.close(id) } else { None };
        self.closed.remove(id);
        match opened.persona {
            Some(_) => self.sandboxes.remove(id),
            None => self.sandboxes.insert(id.clone()),
        };
        before
    }

    fn after_close(&mut self, record: &Record) {
        let id = &record.session;
        match record.event {
            Event::Reset(_) => drop(self.wanted.insert(id.clone())),
            Event::Forked(_) | Event::Snapshot(_) | Event::Closed(_) => {}
            _ if self.closed.insert(id.clone(), true) == Some(true) => {}
            _ => {
                let text = "the session goes on after it was closed; what comes after is not judged".into();
                self.notices.push(Notice::new(NoticeKind::AfterClose, id, Some(record.n), text));
            }
        }
    }

    fn close(&mut self, id: &str) -> Option<Transcript> {
        let gathered = self.open.remove(id)?;
        self.closed.insert(id.to_owned(), false);
        Some(build(id, gathered, &mut self.notices))
    }

    /// A fork goes on in the middle of its parent's turn.
    fn inherited(&mut self, record: &Record) -> Option<TurnRun> {
        let Event::Opened(opened) = &record.event else { return None };
        let parent = opened.parent.as_ref()?;
        match self.open.get(&parent.session) {
            Some(gathered) => gathered.turn_after(&parent.session, parent.events),
            None => {
                if self.closed.contains_key(&parent.session) {
                    self.wanted.insert(parent.session.clone());
                }
                None
            }
        }
    }
}

impl Gathered {
    fn put(&mut self, record: &Record, catalogue: &Catalogue) -> Option<String> {
        let last = self.steps.last_key_value().map(|(n, _)| *n);
        if self.steps.contains_key(&record.n) {
            return Some(format!("record {} stands twice; the first counts", record.n));
        }
        self.steps.insert(record.n, step(record, catalogue));
        let last = last.filter(|last| *last > record.n)?;
        Some(format!("record {} stands after record {last}; they are taken in the order of their numbers", record.n))
    }

    /// The turn that was open after so many records, as far as it had come.
    fn turn_after(&self, session: &str, events: u64) -> Option<TurnRun> {
        let before = self.steps.range(..events);
        let start = before.clone().rev().find(|(_, step)| matches!(step, Step::Started(..)));
        let inherited = if start.is_none() { self.inherited.clone() } else { None };
        let from = start.map_or(0, |(n, _)| *n);
        let steps = self.steps.range(from..events).map(|(n, step)| (*n, step.clone())).collect();
        let part = Self { place: 0, steps, inherited };
        let mut turn = build(session, part, &mut Vec::new()).turns.pop().filter(|turn| !turn.ended)?;
        // That it breaks off here is no fault: the fork goes on with it.
        turn.whole = turn.index.is_some();
        Some(turn)
    }
}

fn step(record: &Record, catalogue: &Catalogue) -> Step {
    match &record.event {
        Event::Opened(opened) => Step::Opened(opened.clone()),
        Event::TurnStarted(started) => Step::Started(started.turn.clone(), started.index, started.state.clone()),
        // A repetition under the same key was answered out of memory: nothing happened again.
        Event::Call(call) if call.retry_of.is_some() => Step::Aside,
        Event::Call(call) => Step::Call(call.turn.clone(), Box::new(CallRun::new(record.n, call, catalogue))),
        Event::Reply(reply) => Step::Reply(ReplyRun { n: record.n, at: 0, reply: reply.clone() }),
        Event::TurnEnded(ended) => Step::Ended(ended.turn.clone()),
        Event::Reset(reset) => Step::WentBack(reset.turn),
        Event::Closed(closed) => Step::Closed(closed.reason.clone()),
        Event::Exchange(_) => Step::PassedOn,
        Event::Forked(_) | Event::Snapshot(_) => Step::Aside,
    }
}
