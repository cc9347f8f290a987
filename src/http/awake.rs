//! A worker that waits for its next request without going to sleep, for a moment and where that pays.
//!
//! Waking a sleeping core costs more than answering: 40 µs and more on a virtual machine, where an answer takes 15. A
//! client that asks again as soon as it was answered pays it for every call. So where few clients are connected and the
//! last request came right after the answer before it, the worker looks for the next one for as long again. Who asks now
//! and then pays nothing and costs nothing.

use std::cell::Cell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use tokio::sync::Notify;

/// How soon a request must follow the last answer to be waited for, and how long it is waited for.
const MOMENT: Duration = Duration::from_micros(100);

/// Connections up to which it pays: with more of them there is always something to do.
const FEW: usize = 2;

/// What one worker knows about the requests of one door.
#[derive(Debug, Default)]
pub(super) struct Awake {
    /// Connections that are open.
    pub open: Cell<usize>,
    answered: Cell<Option<Instant>>,
    /// Whether the last request came soon.
    soon: Cell<bool>,
    stirred: Notify,
}

impl Awake {
    /// Starts to watch, within a [`tokio::task::LocalSet`].
    pub fn start() -> Rc<Self> {
        let awake = Rc::new(Self::default());
        // With one core, whoever is waited for could not run meanwhile.
        if std::thread::available_parallelism().is_ok_and(|cores| cores.get() > 1) {
            tokio::task::spawn_local(awake.clone().watch());
        }
        awake
    }

    /// A request has come.
    pub fn asked(&self) {
        self.soon.set(self.answered.get().is_some_and(|answered| answered.elapsed() < MOMENT));
    }

    /// It was answered.
    #[expect(clippy::disallowed_methods, reason = "how long a thread stays awake is in no answer")]
    pub fn answered(&self) {
        self.answered.set(Some(Instant::now()));
        if self.soon.get() && self.open.get() <= FEW {
            self.stirred.notify_one();
        }
    }

    async fn watch(self: Rc<Self>) {
        loop {
            self.stirred.notified().await;
            while self.answered.get().is_some_and(|answered| answered.elapsed() < MOMENT) {
                // The runtime looks for what has come in, and does not sleep, since this task wants to go on.
                tokio::task::yield_now().await;
            }
        }
    }
}
