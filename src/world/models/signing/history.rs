//! Everything that has happened to a document until now.

use jiff::Timestamp;

use super::course::{Nudge, Outcome, Round, Signing, round};
use super::paper::Paper;
use crate::world::seed::Seed;

/// How a document stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Nobody was asked yet.
    Draft,
    /// Out for signature.
    InProgress,
    /// All have signed.
    Completed,
    /// Somebody said no.
    Declined,
    /// Not all signed in time.
    Expired,
    /// Called back.
    Stopped,
}

impl Status {
    /// A code that never changes, e.g. `in_progress`.
    pub fn code(self) -> &'static str {
        ["draft", "in_progress", "completed", "declined", "expired", "stopped"][self as usize]
    }

    /// What may be done with the workflow.
    pub fn actions(self) -> &'static [&'static str] {
        match self {
            Status::Draft => &["start"],
            Status::InProgress => &["stop", "restart"],
            Status::Completed => &[],
            Status::Declined | Status::Expired | Status::Stopped => &["restart"],
        }
    }
}

/// Something that a session did with a document.
#[derive(Clone, Debug, PartialEq)]
pub enum Deed {
    /// Asked signers, in this order; an empty list stands for those planned.
    Start(Vec<String>),
    /// Called it back.
    Stop,
    /// Began anew, with these signers; an empty list stands for those of before.
    Restart(Vec<String>),
    /// Took back the last start, stop or restart.
    Undo,
    /// Filled a field.
    Fill(String, String),
    /// Gave it a look.
    Brand(String),
}

/// A deed and when it was done.
#[derive(Clone, Debug, PartialEq)]
pub struct Act {
    /// When.
    pub at: Timestamp,
    /// Which of the acts on this document, from 1.
    pub number: i64,
    /// What.
    pub deed: Deed,
}

/// All that a session did about a document.
#[derive(Clone, Debug, Default)]
pub struct Acts {
    /// On the document.
    pub acts: Vec<Act>,
    /// Reminders to people.
    pub nudges: Vec<Nudge>,
}

/// A line of the history.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// When.
    pub at: Timestamp,
    /// What, e.g. `signed`.
    pub what: &'static str,
    /// Address of who did it or whom it concerns; none for the service.
    pub who: Option<String>,
    /// More about it: a field, a look, a reason.
    pub note: Option<String>,
}

/// A document as it stands.
#[derive(Clone, Debug)]
pub struct History {
    /// How it stands.
    pub status: Status,
    /// Signers of the last round; of a draft, those who are planned.
    pub signings: Vec<Signing>,
    /// When the last round began.
    pub started: Option<Timestamp>,
    /// When the last round runs out.
    pub expires: Option<Timestamp>,
    /// When it was over: signed by all, declined, run out or called back.
    pub ended: Option<Timestamp>,
    /// Rounds so far.
    pub rounds: usize,
    /// Fields and what stands in them.
    pub fields: Vec<(String, Option<String>)>,
    /// Its look.
    pub branding: Option<String>,
    /// All that happened, oldest first.
    pub entries: Vec<Entry>,
    /// Whether an undo would find something, and nobody has signed since.
    pub undo: Undo,
}

/// What an undo would come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undo {
    /// It would take back the last act.
    Possible,
    /// There is no act that was not taken back.
    Nothing,
    /// Somebody has signed or declined since.
    TooLate,
}

/// A round that began, and what became of it.
struct Began {
    start: Timestamp,
    round: Round,
}

impl History {
    /// What has happened to a paper by now.
    pub fn of(seed: Seed, paper: &Paper, acts: &Acts, now: Timestamp) -> History {
        let mut told = Telling::new(seed, paper, acts, now);
        told.go();
        told.history
    }

    /// Signers whose turn it is.
    pub fn waiting(&self) -> impl Iterator<Item = &Signing> {
        let open = self.status == Status::InProgress;
        self.signings.iter().filter(move |s| open && s.asked.is_some() && s.signed.is_none() && s.declined.is_none())
    }
}

struct Telling<'a> {
    seed: Seed,
    paper: &'a Paper,
    nudges: &'a [Nudge],
    acts: Vec<Act>,
    now: Timestamp,
    current: Option<Began>,
    /// Since when an act holds that will be taken back: nothing goes on meanwhile.
    paused: Option<Timestamp>,
    filled: Vec<(Timestamp, String, String)>,
    history: History,
}

impl<'a> Telling<'a> {
    fn new(seed: Seed, paper: &'a Paper, acts: &'a Acts, now: Timestamp) -> Self {
        let mut done: Vec<Act> = acts.acts.iter().filter(|act| act.at <= now).cloned().collect();
        done.sort_by_key(|a| (a.at, a.number));
        let planned =
            |email: &String| Signing { email: email.clone(), asked: None, viewed: None, signed: None, declined: None };
        let history = History {
            status: Status::Draft,
            signings: paper.signers.iter().map(planned).collect(),
            started: None,
            expires: None,
            ended: None,
            rounds: 0,
            fields: paper.draft_fields(),
            branding: paper.branding.clone(),
            entries: vec![entry(paper.created, "created", Some(&paper.owner).filter(|o| !o.is_empty()), None)],
            undo: Undo::Nothing,
        };
        Self {
            seed,
            paper,
            nudges: &acts.nudges,
            acts: done,
            now,
            current: None,
            paused: None,
            filled: Vec::new(),
            history,
        }
    }

    fn go(&mut self) {
        let acts = std::mem::take(&mut self.acts);
        let undone = undone(&acts);
        self.history.undo = if last_is_open(&acts) { Undo::Possible } else { Undo::Nothing };
        // A paper goes out by itself unless the session has started it before.
        let plan = self.paper.sent.filter(|at| *at <= self.now);
        let mut plan = plan.map(|at| Act { at, number: 0, deed: Deed::Start(Vec::new()) });
        for (i, act) in acts.iter().enumerate() {
            if self.paused.is_none() && plan.as_ref().is_some_and(|p| p.at <= act.at) {
                plan.take().into_iter().for_each(|p| self.command(&p, true));
            }
            if undone.contains(&i) {
                let until = acts[i..].iter().find(|a| a.deed == Deed::Undo).map_or(act.at, |a| a.at);
                self.suspend(act, until);
                continue;
            }
            if act.deed == Deed::Undo {
                self.resume(act.at);
                plan.iter_mut().for_each(|p| p.at = p.at.max(act.at));
            }
            self.command(act, false);
        }
        plan.into_iter().for_each(|p| self.command(&p, true));
        self.catch_up(self.now);
        if self.history.undo == Undo::Possible {
            let since = acts.iter().rev().find(|act| is_workflow(&act.deed)).map_or(self.now, |act| act.at);
            let answered = |s: &Signing| s.signed.or(s.declined).is_some_and(|at| at > since);
            if self.history.signings.iter().any(answered) {
                self.history.undo = Undo::TooLate;
            }
        }
        self.history.entries.sort_by_key(|entry| entry.at);
    }

    /// Does what was asked for, where the document is in a state for it.
    fn command(&mut self, act: &Act, planned: bool) {
        self.catch_up(act.at);
        let status = self.history.status;
        match &act.deed {
            Deed::Start(signers) if status == Status::Draft => self.begin(act.at, signers, planned),
            Deed::Restart(signers) if status.actions().contains(&"restart") => {
                self.history.entries.push(entry(act.at, "restarted", None, None));
                self.begin(act.at, signers, false);
            }
            Deed::Stop if status == Status::InProgress => {
                self.history.status = Status::Stopped;
                self.history.ended = Some(act.at);
                self.history.entries.push(entry(act.at, "stopped", None, None));
                self.leave(act.at);
            }
            Deed::Undo => self.history.entries.push(entry(act.at, "undone", None, None)),
            Deed::Fill(field, value) => {
                self.filled.push((act.at, field.clone(), value.clone()));
                for (known, stands) in self.history.fields.iter_mut().filter(|(known, _)| known == field) {
                    *stands = Some(value.clone());
                    self.history.entries.push(entry(act.at, "field_filled", None, Some(known)));
                }
            }
            Deed::Brand(look) => {
                self.history.branding = Some(look.clone());
                self.history.entries.push(entry(act.at, "branded", None, Some(look)));
            }
            _ => {}
        }
    }

    /// A round with these signers, or those who signed or were planned before.
    fn round(&self, at: Timestamp, signers: &[String], number: usize) -> Round {
        let last = self.current.as_ref().map_or(&self.history.signings, |began| &began.round.signings);
        let known: Vec<String> = last.iter().map(|signing| signing.email.clone()).collect();
        let signers = if signers.is_empty() { &known } else { signers };
        let key = [self.paper.id.as_str(), &number.to_string()];
        round(self.seed, &key, signers, self.paper.in_order, at, self.nudges)
    }

    fn begin(&mut self, at: Timestamp, signers: &[String], planned: bool) {
        self.leave(at);
        self.history.rounds += 1;
        let round = self.round(at, signers, self.history.rounds);
        if planned {
            self.fill_in();
        }
        let owner = Some(&self.paper.owner).filter(|owner| planned && !owner.is_empty());
        self.history.entries.push(entry(at, "sent", owner, None));
        self.history.status = Status::InProgress;
        self.history.started = Some(at);
        self.history.expires = Some(at + jiff::Span::new().hours(super::course::DAYS * 24));
        self.history.ended = None;
        self.current = Some(Began { start: at, round });
    }

    /// What was left empty in a draft is filled in by its owner before it goes out; what the session wrote stays.
    fn fill_in(&mut self) {
        for ((_, stands), (field, value)) in self.history.fields.iter_mut().zip(&self.paper.fields) {
            if !self.filled.iter().any(|(_, known, _)| known == field) {
                stands.clone_from(value);
            }
        }
    }

    /// Tells an act that will be taken back, and what came of it until then; what was before it waits.
    fn suspend(&mut self, act: &Act, until: Timestamp) {
        self.catch_up(act.at);
        self.paused = Some(act.at);
        let status = self.history.status;
        let note = Some("taken back later");
        let signers = match &act.deed {
            Deed::Start(signers) if status == Status::Draft => signers,
            Deed::Restart(signers) if status.actions().contains(&"restart") => {
                self.history.entries.push(entry(act.at, "restarted", None, note));
                signers
            }
            Deed::Stop if status == Status::InProgress => {
                self.history.entries.push(entry(act.at, "stopped", None, note));
                return;
            }
            _ => return,
        };
        let mut round = self.round(act.at, signers, self.history.rounds + 1);
        let (ends, what) = (round.ends, ended(round.outcome).1);
        round.cut(until);
        self.history.entries.push(entry(act.at, "sent", None, note));
        self.tell(&Began { start: act.at, round }, until.min(ends));
        if ends <= until {
            self.history.entries.push(entry(ends, what, None, None));
        }
    }

    /// Ends a pause: what the signers would have done meanwhile they do as much later.
    fn resume(&mut self, at: Timestamp) {
        let (Some(since), Some(began)) = (self.paused.take(), &mut self.current) else { return };
        let later = at.duration_since(since);
        began.round.shift(since, later);
        self.history.expires = self.history.expires.map(|expires| expires + later);
    }

    /// Tells what the signers of the current round have done by a moment.
    fn catch_up(&mut self, at: Timestamp) {
        let Some(began) = self.current.as_ref().filter(|_| self.paused.is_none()) else { return };
        if began.round.ends <= at {
            let (ends, (status, what)) = (began.round.ends, ended(began.round.outcome));
            self.history.status = status;
            self.history.ended = Some(ends);
            self.leave(ends);
            self.history.entries.push(entry(ends, what, None, None));
        } else if at == self.now {
            self.leave(at);
        }
    }

    /// Ends the telling of the current round at a moment.
    fn leave(&mut self, at: Timestamp) {
        let Some(mut began) = self.current.take() else { return };
        began.round.cut(at);
        self.tell(&began, at);
        self.history.signings = began.round.signings;
    }

    /// Tells what happened in a round until a moment.
    fn tell(&mut self, began: &Began, at: Timestamp) {
        for signing in &began.round.signings {
            let who = Some(&signing.email);
            let times = [
                ("asked", signing.asked),
                ("viewed", signing.viewed),
                ("signed", signing.signed),
                ("declined", signing.declined),
            ];
            let told = times.into_iter().filter_map(|(what, time)| time.map(|time| entry(time, what, who, None)));
            self.history.entries.extend(told);
            let reminders = self.nudges.iter().filter(|n| n.email.to_lowercase() == signing.email.to_lowercase());
            let turn = |n: &&Nudge| {
                let over = signing.signed.or(signing.declined).unwrap_or(at);
                signing.asked.is_some_and(|asked| asked <= n.at) && n.at <= over && n.at >= began.start
            };
            self.history.entries.extend(reminders.filter(turn).map(|n| entry(n.at, "reminded", who, None)));
        }
    }
}

fn entry(at: Timestamp, what: &'static str, who: Option<&String>, note: Option<&str>) -> Entry {
    Entry { at, what, who: who.cloned(), note: note.map(str::to_owned) }
}

/// How a document stands after its round, and what is told of it.
fn ended(outcome: Outcome) -> (Status, &'static str) {
    match outcome {
        Outcome::Completed => (Status::Completed, "completed"),
        Outcome::Declined => (Status::Declined, "ended"),
        Outcome::Expired => (Status::Expired, "expired"),
    }
}

fn is_workflow(deed: &Deed) -> bool {
    matches!(deed, Deed::Start(_) | Deed::Stop | Deed::Restart(_) | Deed::Undo)
}

/// Indices of the acts that were taken back: of each undo, the workflow act before it.
fn undone(acts: &[Act]) -> Vec<usize> {
    let (mut last, mut undone) = (None, Vec::new());
    for (i, act) in acts.iter().enumerate().filter(|(_, act)| is_workflow(&act.deed)) {
        match act.deed {
            Deed::Undo => undone.extend(last.take()),
            _ => last = Some(i),
        }
    }
    undone
}

/// Whether the last workflow act is one that was not taken back.
fn last_is_open(acts: &[Act]) -> bool {
    acts.iter().rev().find(|act| is_workflow(&act.deed)).is_some_and(|act| act.deed != Deed::Undo)
}
