use super::collect::Gathered;
use super::{CallRun, ReplyRun, Transcript, TurnRun};
use crate::journal::format::Opened;
use crate::referee::notice::{Notice, NoticeKind};

/// A record, without what the referee does not look at.
#[derive(Clone, Debug)]
pub(super) enum Step {
    Opened(Box<Opened>),
    Started(String, usize, String),
    Call(Option<String>, Box<CallRun>),
    Reply(ReplyRun),
    Ended(String),
    /// Back to the beginning of the turn at this position; to a state alone where there is none.
    WentBack(Option<usize>),
    Closed(String),
    /// A request went on to another server; where it was a tool's, its call comes next.
    PassedOn,
    /// Nothing that bears on a verdict.
    Aside,
}

/// Puts one session together, in the order of its record numbers.
pub(super) fn build(session: &str, gathered: Gathered, notices: &mut Vec<Notice>) -> Transcript {
    let Gathered { place, steps, inherited } = gathered;
    let mut builder = Builder {
        session,
        opened: None,
        turns: Vec::new(),
        inherited,
        closed: None,
        resets: 0,
        passed_on: false,
        notices,
    };
    let mut expected = 0;
    for (n, step) in steps {
        if n != expected {
            builder.gap(expected, n);
        }
        expected = n + 1;
        builder.step(n, step);
    }
    builder.finish();
    let finished = builder.closed.as_deref() == Some("finished");
    Transcript { session: session.to_owned(), place, opened: builder.opened, turns: builder.turns, finished }
}

struct Builder<'a> {
    session: &'a str,
    opened: Option<Box<Opened>>,
    turns: Vec<TurnRun>,
    inherited: Option<TurnRun>,
    closed: Option<String>,
    resets: usize,
    passed_on: bool,
    notices: &'a mut Vec<Notice>,
}

impl Builder<'_> {
    fn step(&mut self, n: u64, step: Step) {
        match step {
            Step::Opened(opened) => self.opened = Some(opened),
            Step::Started(turn, index, state) => self.start(n, &turn, index, state),
            Step::Call(turn, call) => {
                let passed_on = std::mem::take(&mut self.passed_on);
                if let Some(run) = self.turn(n, turn.as_deref(), "a call") {
                    run.push_call(CallRun { passed_on, ..*call });
                }
            }
            Step::Reply(reply) => {
                let turn = reply.reply.turn.clone();
                if let Some(run) = self.turn(n, Some(&turn), "a reply") {
                    run.push_reply(reply);
                }
            }
            Step::Ended(turn) => {
                if let Some(run) = self.turn(n, Some(&turn), "the end of a turn") {
                    run.ended = true;
                }
            }
            Step::WentBack(to) => self.go_back(to),
            Step::Closed(reason) => drop(self.closed.get_or_insert(reason)),
            Step::PassedOn => self.passed_on = true,
            Step::Aside => {}
        }
    }

    fn start(&mut self, n: u64, turn: &str, index: usize, state: String) {
        self.inherited = None;
        if let Some(at) = self.turns.iter().position(|run| run.turn == turn) {
            self.turns.remove(at);
            self.say(NoticeKind::StartedAgain, n, format!("turn {turn} was started again; the last start counts"));
        }
        self.turns.push(TurnRun::new(turn, Some(index), Some(state)));
    }

    /// What was played from there on is to be played anew. Rows alone take nothing back that the agent did.
    fn go_back(&mut self, to: Option<usize>) {
        self.resets += 1;
        if let Some(to) = to {
            self.closed = None;
            self.turns.retain(|run| run.index.is_none_or(|index| index < to));
        }
    }

    /// The run that a record belongs to. A turn whose start is missing is begun, but is not whole.
    fn turn(&mut self, n: u64, turn: Option<&str>, what: &str) -> Option<&mut TurnRun> {
        let Some(turn) = turn else {
            self.say(NoticeKind::OutsideTurn, n, format!("{what} belongs to no turn and is not judged"));
            return None;
        };
        if let Some(at) = self.turns.iter().position(|run| run.turn == turn) {
            return Some(&mut self.turns[at]);
        }
        let run = match self.inherited.take_if(|run| run.turn == turn) {
            Some(run) => run,
            None => {
                let text = format!("{what} belongs to turn {turn}, of which no start was recorded");
                self.say(NoticeKind::OutsideTurn, n, text);
                TurnRun::new(turn, None, None)
            }
        };
        self.turns.push(run);
        self.turns.last_mut()
    }

    fn gap(&mut self, expected: u64, found: u64) {
        let text = match found - expected {
            1 => format!("record {expected} is missing"),
            _ => format!("records {expected} to {} are missing", found - 1),
        };
        self.say(NoticeKind::Gap, expected, text);
        if let Some(run) = self.turns.last_mut().filter(|run| !run.ended) {
            run.whole = false;
        }
    }

    fn finish(&mut self) {
        // A fork that did nothing still stands in the turn of its parent.
        self.turns.extend(self.inherited.take());
        // A turn that is open when the records end was cut off, unless its session was closed on purpose: then the
        // agent did not finish it.
        let on_purpose = self.closed.as_deref().is_some_and(|reason| reason != "shutdown");
        if let Some(run) = self.turns.last_mut().filter(|run| !run.ended && !on_purpose && run.is_begun()) {
            run.whole = false;
        }
        if self.resets > 0 {
            let text = format!("the session was reset {} times; of each turn the last attempt counts", self.resets);
            self.notices.push(Notice::new(NoticeKind::WentBack, self.session, None, text));
        }
    }

    fn say(&mut self, kind: NoticeKind, n: u64, text: String) {
        self.notices.push(Notice::new(kind, self.session, Some(n), text));
    }
}
