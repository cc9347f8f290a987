use std::collections::BTreeMap;
use std::path::Path;
use std::sync::mpsc;
use std::thread;

use serde::Serialize;
use serde_json::Value;
use serde_json::value::to_raw_value;

use super::compare::{Class, Difference, Divergence, compare};
use super::live::Live;
use super::stage::Stage;
use crate::call::canonical;
use crate::journal::format::CallRecord;
use crate::journal::{Entry, Event, JournalError, read};
use crate::simulator::Reply;

/// Records that go to a thread at a time: one by one they would cost more to hand over than to replay.
const BATCH: usize = 256;

/// Batches that may wait for one thread.
const QUEUE: usize = 8;

/// What came of replaying a journal.
#[derive(Debug, Default, Serialize)]
pub struct Summary {
    /// Sessions.
    pub sessions: usize,
    /// Calls that were answered again.
    pub calls: u64,
    /// Of these, calls whose answer is the same to the byte.
    pub equal: u64,
    /// Calls whose body never arrived, so that there is nothing to answer again.
    pub not_replayable: u64,
    /// Sessions that could not be rebuilt, and why.
    pub unplayable: BTreeMap<String, String>,
    /// The others, in the order of the journal.
    pub divergences: Vec<Divergence>,
}

impl Summary {
    /// Whether everything that was recorded was answered the same.
    pub fn is_equal(&self) -> bool {
        self.divergences.is_empty() && self.unplayable.is_empty()
    }

    /// Counts a call that was answered again, with what differs.
    pub fn count(&mut self, entry: &Entry, call: &CallRecord, difference: Option<Difference>) {
        self.calls += 1;
        let Some((class, pointer, recorded, now)) = difference else {
            self.equal += 1;
            return;
        };
        self.divergences.push(Divergence {
            session: entry.record.session.clone(),
            n: entry.record.n,
            place: format!("{} line {}", entry.file.display(), entry.line),
            tool: format!("{}/{}", call.toolset, call.tool),
            class,
            pointer,
            recorded,
            now,
        });
    }

    fn absorb(&mut self, other: Self) {
        self.sessions += other.sessions;
        self.calls += other.calls;
        self.equal += other.equal;
        self.not_replayable += other.not_replayable;
        self.unplayable.extend(other.unplayable);
        self.divergences.extend(other.divergences);
    }
}

/// A summary, and what was wrong with the journal: what stands before the fault was replayed.
#[derive(Debug)]
pub struct Outcome {
    /// What came of it.
    pub summary: Summary,
    /// Why it ends early.
    pub fault: Option<JournalError>,
}

/// Answers every recorded call again and compares bytes. A session stays on one thread, so the order of its calls
/// holds; forks stay with their parents.
///
/// # Errors
///
/// There is no journal.
pub fn drive(stage: &Stage, journal: &Path, seed: Option<u64>, threads: usize) -> Result<Outcome, JournalError> {
    let records = read(journal)?;
    thread::scope(|scope| {
        let mut queues = Vec::new();
        let mut workers = Vec::new();
        for _ in 0..threads.max(1) {
            let (queue, waiting) = mpsc::sync_channel::<Vec<Entry>>(QUEUE);
            queues.push((queue, Vec::with_capacity(BATCH)));
            workers.push(scope.spawn(move || Worker::new(stage, seed).run(waiting)));
        }
        let mut homes: BTreeMap<String, usize> = BTreeMap::new();
        let mut fault = None;
        for entry in records {
            let entry = match entry {
                Ok(entry) => entry,
                Err(e) => {
                    fault = Some(e);
                    break;
                }
            };
            let next = homes.len() % queues.len();
            let home = *homes.entry(entry.record.session.clone()).or_insert(next);
            if let Event::Forked(forked) = &entry.record.event {
                homes.insert(forked.child.clone(), home);
            }
            let (queue, batch) = &mut queues[home];
            batch.push(entry);
            if batch.len() == BATCH && queue.send(std::mem::replace(batch, Vec::with_capacity(BATCH))).is_err() {
                break;
            }
        }
        for (queue, batch) in queues {
            // A thread that is gone has panicked, which the join below notices.
            let _ = queue.send(batch);
        }
        let mut summary = Summary::default();
        for worker in workers {
            match worker.join() {
                Ok(part) => summary.absorb(part),
                // What the thread had found is lost, so nothing may be called equal.
                Err(_) => drop(summary.unplayable.insert("-".into(), "a replay thread panicked".into())),
            }
        }
        summary.divergences.sort_by(|a, b| (&a.place, a.n).cmp(&(&b.place, b.n)));
        Ok(Outcome { summary, fault })
    })
}

struct Worker<'a> {
    stage: &'a Stage,
    seed: Option<u64>,
    live: BTreeMap<String, Past>,
    /// Forks whose own first record has not come yet.
    forked: BTreeMap<String, Live>,
    summary: Summary,
}

/// A session as it is and as it was: a fork may leave from an earlier moment. States share what they have in common,
/// so a moment costs little.
struct Past {
    live: Live,
    /// After which record, what.
    moments: Vec<(u64, Live)>,
}

impl Past {
    fn mark(&mut self, n: u64) {
        self.moments.push((n, self.live.clone()));
    }

    /// The session as it was after so many of its records.
    fn after(&self, events: u64) -> Live {
        let moment = self.moments.iter().rev().find(|(n, _)| *n < events);
        moment.map_or_else(|| self.live.clone(), |(_, live)| live.clone())
    }
}

impl<'a> Worker<'a> {
    fn new(stage: &'a Stage, seed: Option<u64>) -> Self {
        Self { stage, seed, live: BTreeMap::new(), forked: BTreeMap::new(), summary: Summary::default() }
    }

    fn run(mut self, waiting: mpsc::Receiver<Vec<Entry>>) -> Summary {
        for entry in waiting.into_iter().flatten() {
            self.take(&entry);
        }
        self.summary
    }

    fn take(&mut self, entry: &Entry) {
        let record = &entry.record;
        match &record.event {
            Event::Opened(opened) => {
                self.summary.sessions += 1;
                let live = match self.forked.remove(&record.session) {
                    Some(forked) => Ok(forked),
                    None => Live::open(self.stage, opened, &record.clock, self.seed),
                };
                match live {
                    Ok(live) => {
                        let moments = vec![(record.n, live.clone())];
                        self.live.insert(record.session.clone(), Past { live, moments });
                    }
                    Err(e) => drop(self.summary.unplayable.insert(record.session.clone(), e.to_string())),
                }
            }
            Event::Forked(forked) => {
                if let Some(past) = self.live.get(&record.session) {
                    self.forked.insert(forked.child.clone(), past.after(forked.events));
                }
            }
            Event::Call(call) => self.call(entry, call),
            Event::Closed(closed) if closed.is_for_good() => drop(self.live.remove(&record.session)),
            _ => {
                if let Some(past) = self.live.get_mut(&record.session)
                    && past.live.follow(record)
                {
                    past.mark(record.n);
                }
            }
        }
    }

    fn call(&mut self, entry: &Entry, call: &CallRecord) {
        let Some(past) = self.live.get_mut(&entry.record.session) else {
            // A call after the end has nothing behind it but the refusal that was recorded.
            self.summary.not_replayable += 1;
            return;
        };
        let Some(reply) = past.live.answer(self.stage, call) else {
            self.summary.not_replayable += 1;
            return;
        };
        if reply.state.is_some() {
            past.mark(entry.record.n);
        }
        self.summary.count(entry, call, full_difference(call, &reply));
    }
}

/// The first difference between a recorded answer and one that came over the wire, where effects do not show.
pub fn difference(call: &CallRecord, status: u16, now: &[u8]) -> Option<Difference> {
    if call.status != status {
        return Some((Class::Status, String::new(), call.status.into(), status.into()));
    }
    let recorded = call.rendered.as_ref().map_or(call.body.get(), |rendered| &rendered.text);
    if recorded.as_bytes() == now {
        return None;
    }
    let text = String::from_utf8_lossy(now);
    let values = serde_json::from_str::<Value>(recorded).ok().zip(serde_json::from_str(&text).ok());
    let texts = || (Class::Text, String::new(), recorded.into(), text.clone().into());
    Some(values.and_then(|(recorded, now)| compare(&recorded, &now)).unwrap_or_else(texts))
}

fn full_difference(call: &CallRecord, reply: &Reply) -> Option<Difference> {
    let outcome = &reply.outcome;
    if call.status != outcome.status {
        return Some((Class::Status, String::new(), call.status.into(), outcome.status.into()));
    }
    let now = to_raw_value(&outcome.body).ok()?;
    if call.body.get() != now.get() {
        let recorded: Value = serde_json::from_str(call.body.get()).unwrap_or(Value::Null);
        let texts = || (Class::Text, String::new(), call.body.get().into(), now.get().into());
        return Some(compare(&recorded, &outcome.body).unwrap_or_else(texts));
    }
    let recorded = call.rendered.as_ref().map(|r| r.text.as_str());
    let rendered = outcome.rendered.as_ref().map(|r| r.text.as_str());
    if recorded != rendered {
        return Some((Class::Text, String::new(), recorded.into(), rendered.into()));
    }
    let effects = |effects| serde_json::to_value(effects).unwrap_or(Value::Null);
    let (before, after) = (effects(&call.effects), effects(&outcome.effects));
    (canonical::bytes(&before) != canonical::bytes(&after)).then_some((Class::Effects, String::new(), before, after))
}
