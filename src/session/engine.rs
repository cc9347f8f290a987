use std::io;
use std::sync::atomic::Ordering;
use std::sync::{Arc, RwLock};
use std::time::{Duration, Instant};

use jiff::Timestamp;
use jiff::fmt::temporal::DateTimePrinter;

use super::cache::Cache;
use super::keys::Keys;
use super::live::{Inner, Parts, Phase, Session, unknown_session};
use super::metrics::Metrics;
use super::recorded::Recorded;
use super::snapshots::Snapshots;
use super::store::{Next, Slot, Store};
use crate::call::Problem;
use crate::journal::format::{Closed, Opened};
use crate::journal::{Event, Record, VERSION, Writer};
use crate::referee::{Referee, Rehearsed};
use crate::replay::{Stage, StageError};
use crate::script::Script;
use crate::world::{Clock, State};

/// Name of the session behind URLs without one.
pub const SANDBOX: &str = "sandbox";

/// Everything a server needs, without knowing what a server is.
#[derive(Debug)]
pub struct Engine {
    /// Tools, tables and suite.
    pub stage: Arc<Stage>,
    /// Settings.
    pub settings: Settings,
    pub(super) referee: Referee,
    pub(super) journal: Writer,
    pub(super) store: Store,
    pub(super) cache: Cache,
    pub(super) metrics: Metrics,
    /// Answers of a journal that come before those of the simulator.
    pub(super) recorded: Option<Recorded>,
    pub(super) snapshots: RwLock<Snapshots>,
    began: Instant,
}

/// What an operator may choose.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Seed of sessions that do not name one, and of the sandbox.
    pub seed: u64,
    /// Sessions that may be open at once.
    pub max_sessions: usize,
    /// Digest of specs, programs and tables, for the journal.
    pub catalogue_digest: String,
    /// What a request to the operator door must carry as `Authorization: Bearer …`; anything will do when left out.
    pub operator_token: Option<String>,
}

impl Engine {
    /// Puts the parts together and opens the sandbox.
    ///
    /// # Errors
    ///
    /// The journal cannot be written.
    pub fn new(stage: Stage, referee: Referee, journal: Writer, settings: Settings) -> io::Result<Self> {
        let stage = Arc::new(stage);
        let rehearsal = Rehearsed::new(stage.clone(), settings.catalogue_digest.clone());
        let engine = Self {
            metrics: Metrics::new(&stage.simulator.catalogue),
            stage,
            settings,
            referee: referee.rehearsing(Arc::new(rehearsal)),
            journal,
            store: Store::default(),
            cache: Cache::default(),
            recorded: None,
            snapshots: RwLock::default(),
            began: now(),
        };
        engine.open_sandbox();
        engine.journal.flush_all()?;
        Ok(engine)
    }

    /// The same engine with the sandbox closed: an agent cannot then try things out of the referee's sight.
    pub fn without_sandbox(self) -> Self {
        if let Ok(session) = self.session(SANDBOX) {
            let mut inner = session.lock();
            inner.phase = Phase::Closed;
            self.record(SANDBOX, &mut inner, Event::Closed(Closed { reason: "deleted".into() }));
        }
        self.store.remove(SANDBOX);
        self
    }

    /// The same engine, answering recorded calls out of a journal.
    pub fn replaying(self, recorded: Recorded) -> Self {
        Self { recorded: Some(recorded), ..self }
    }

    /// A session by name; one that was parked comes back from the journal, which takes a while.
    ///
    /// # Errors
    ///
    /// 404: there is none. 500: the journal cannot be read. 503: it was parked, and there is no room for one more.
    pub fn session(&self, id: &str) -> Result<Arc<Session>, Problem> {
        loop {
            let session = match self.store.get(id).ok_or_else(unknown_session)? {
                Slot::Live(session) => Some(session),
                Slot::Parked(parked) => {
                    self.check_room()?;
                    self.store.revive(self.revive(id, &parked)?, &parked)
                }
            };
            if let Some(session) = session {
                session.last_used.store(self.seconds(), Ordering::Relaxed);
                return Ok(session);
            }
        }
    }

    /// A session by name, where that needs no journal: nothing for one that is parked.
    ///
    /// # Errors
    ///
    /// 404: there is none.
    pub fn session_at_hand(&self, id: &str) -> Result<Option<Arc<Session>>, Problem> {
        let Slot::Live(session) = self.store.get(id).ok_or_else(unknown_session)? else { return Ok(None) };
        session.last_used.store(self.seconds(), Ordering::Relaxed);
        Ok(Some(session))
    }

    /// Parks sessions that nobody asked for in this time; they come back from the journal when they are asked for.
    pub fn park_idle(&self, ttl: Duration) -> usize {
        let deadline = u64::from(self.seconds()).checked_sub(ttl.as_secs());
        let Some(deadline) = deadline else { return 0 };
        self.park(|session| u64::from(session.last_used.load(Ordering::Relaxed)) < deadline)
    }

    /// Parks all sessions that nobody holds at this moment.
    pub fn park_unheld(&self) -> usize {
        self.park(|_| true)
    }

    fn park(&self, idle: impl Fn(&Session) -> bool) -> usize {
        let all = self.store.all_live();
        let idle = all.iter().filter(|session| idle(session) && *session.id != *SANDBOX);
        idle.filter(|session| self.store.park(session)).count()
    }

    fn seconds(&self) -> u32 {
        self.began.elapsed().as_secs() as u32
    }

    /// The script of a persona under a seed.
    ///
    /// # Errors
    ///
    /// 404: there is no such persona. 500: its gold does not run.
    pub(super) fn script(&self, persona: &str, seed: u64) -> Result<Arc<Script>, Problem> {
        self.stage.script(persona, seed).map_err(|e| match e {
            StageError::UnknownPersona(id) => {
                let known: Vec<String> = self.stage.suite.dialogues.keys().cloned().collect();
                Problem::new(404, "unknown_persona", format!("There is no persona '{id}'.")).suggesting(known)
            }
            StageError::Broken(e) => Problem::new(500, "broken_suite", e),
        })
    }

    /// Journals an event of a session whose lock is held, and gives the ticket to [`Engine::flush`].
    pub(super) fn record(&self, session: &str, inner: &mut Inner, event: Event) -> u64 {
        let next = Next { n: inner.events, clock: inner.clock.text().to_owned() };
        inner.events += 1;
        self.put(session, next, event)
    }

    pub(super) fn put(&self, session: &str, next: Next, event: Event) -> u64 {
        let Next { n, clock } = next;
        self.journal.put(&Record { v: VERSION, session: session.to_owned(), n, wall: wall(), clock, event })
    }

    /// Makes a session known, as one that was just asked for.
    pub(super) fn insert(&self, session: Arc<Session>) {
        session.last_used.store(self.seconds(), Ordering::Relaxed);
        self.store.insert(session);
    }

    /// Counters in the text format of OpenMetrics.
    pub fn metrics(&self) -> String {
        self.metrics.text(self.store.live(), self.stage.kept_scripts())
    }

    /// Whether an answer must wait for [`Engine::flush`].
    pub fn must_flush(&self) -> bool {
        self.journal.must_flush()
    }

    /// Whether [`Engine::flush`] waits for a disk.
    pub fn flush_blocks(&self) -> bool {
        self.journal.flush_blocks()
    }

    /// Makes the record of this ticket safe.
    ///
    /// # Errors
    ///
    /// 500: the journal cannot be written, so the answer must not be given.
    pub fn flush(&self, ticket: u64) -> Result<(), Problem> {
        self.journal.flush(ticket).map_err(journal_failed)
    }

    /// The same, unless another thread is writing at this moment: then it says that it is not done.
    ///
    /// # Errors
    ///
    /// As for [`Engine::flush`].
    pub fn try_flush(&self, ticket: u64) -> Result<bool, Problem> {
        self.journal.try_flush(ticket).map_err(journal_failed)
    }

    /// Syncs what is finished of the journal, which takes a while; an error comes up with the next call.
    pub fn sync_journal(&self) {
        let _ = self.journal.sync_finished();
    }

    /// Closes all sessions and writes what is left.
    ///
    /// # Errors
    ///
    /// The journal cannot be written.
    pub fn shut_down(&self) -> io::Result<()> {
        let closed = || Event::Closed(Closed { reason: "shutdown".into() });
        for session in self.store.all_live() {
            let mut inner = session.lock();
            if !inner.is_over() {
                self.record(&session.id, &mut inner, closed());
            }
            inner.phase = Phase::Closed;
        }
        for (id, next) in self.store.all_open_parked() {
            self.put(&id, next, closed());
        }
        self.journal.flush_all()
    }

    fn open_sandbox(&self) {
        let session = self.userless(SANDBOX);
        self.record(SANDBOX, &mut session.lock(), Event::Opened(Box::new(self.opened(&session))));
        self.store.insert(Arc::new(session));
    }

    /// A session in which no user speaks; it is not in the store yet, nor in the journal.
    pub(super) fn userless(&self, id: &str) -> Session {
        let inner = Inner {
            state: State::default(),
            clock: Clock::sandbox(),
            events: 0,
            phase: Phase::Sandbox,
            past: Vec::new(),
            keys: Keys::default(),
        };
        let began = self.journal.place();
        Session::new(Parts {
            id: id.into(),
            world: self.stage.world(self.settings.seed),
            script: None,
            history: super::History::Gold,
            agent: None,
            start: 0,
            end: 0,
            began,
            root: began,
            parent: None,
            inner,
        })
    }

    /// What the journal says about a session's beginning.
    pub(super) fn opened(&self, session: &Session) -> Opened {
        let persona = session.script.as_ref().map(|script| script.persona.clone());
        Opened {
            utb: env!("CARGO_PKG_VERSION").into(),
            seed: session.world.seed.0,
            history: match session.history {
                super::History::Gold => "gold".into(),
                super::History::Own => "own".into(),
            },
            suite: persona.is_some().then(|| self.stage.suite.digest.clone()),
            persona,
            catalogue: self.settings.catalogue_digest.clone(),
            agent: session.agent.clone(),
            start: session.start,
            end: session.end,
            parent: session.parent.clone(),
        }
    }
}

/// The wall clock, which only the journal's `wall` and latencies ever show.
#[expect(clippy::disallowed_methods, reason = "the session layer stamps records")]
fn wall() -> String {
    const PRINTER: DateTimePrinter = DateTimePrinter::new().precision(Some(6));
    PRINTER.timestamp_to_string(&Timestamp::now())
}

#[expect(clippy::disallowed_methods, reason = "idle sessions are noticed in the session layer")]
fn now() -> Instant {
    Instant::now()
}

fn journal_failed(e: io::Error) -> Problem {
    let detail = format!("The journal cannot be written ({e}), and nothing is answered that is not in it.");
    Problem::new(500, "journal_failed", detail)
}
