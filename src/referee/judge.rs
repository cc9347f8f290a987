use std::borrow::Borrow;
use std::collections::BTreeSet;
use std::fmt;
use std::path::Path;
use std::sync::Arc;

use super::compare::Resolver;
use super::hearing::{Hearing, SessionVerdicts};
use super::notice::{Notice, NoticeKind};
use super::rehearsal::Rehearsal;
use super::seat::{Seat, Seen, played};
use super::shelf::Shelf;
use super::transcript::Transcript;
use super::verdict::TurnVerdict;
use super::view::TurnView;
use crate::catalogue::Catalogue;
use crate::journal::{self, JournalError, Record};
use crate::suite::{Suite, TurnRef};

/// Judges journals by a suite.
#[derive(Clone)]
pub struct Referee {
    pub(super) suite: Arc<Suite>,
    pub(super) catalogue: Arc<Catalogue>,
    pub(super) resolver: Arc<dyn Resolver + Send + Sync>,
    pub(super) rehearsal: Option<Arc<dyn Rehearsal>>,
    pub(super) views: bool,
    pub(super) shelf: Arc<Shelf>,
}

/// What came of a journal.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Judged {
    /// Sorted by session, in the order in which they were opened, then by position in the dialogue.
    pub verdicts: Vec<TurnVerdict>,
    /// What a reader of the verdicts should know about the journal.
    pub notices: Vec<Notice>,
    /// A view for each verdict, where the referee makes them.
    pub views: Vec<TurnView>,
}

impl Judged {
    /// Whether the journal breaks off; what came before is judged.
    pub fn is_broken(&self) -> bool {
        self.notices.iter().any(|notice| notice.kind == NoticeKind::JournalBroken)
    }
}

impl fmt::Debug for Referee {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Referee").field("suite", &self.suite.digest).finish_non_exhaustive()
    }
}

impl Referee {
    /// A referee for this suite. The resolver says when two spellings mean the same thing of the world.
    pub fn new(suite: Arc<Suite>, catalogue: Arc<Catalogue>, resolver: Arc<dyn Resolver + Send + Sync>) -> Self {
        Self { suite, catalogue, resolver, rehearsal: None, views: false, shelf: Arc::default() }
    }

    /// The same referee, knowing what gold does in the world of a session.
    pub fn rehearsing(self, rehearsal: Arc<dyn Rehearsal>) -> Self {
        Self { rehearsal: Some(rehearsal), ..self }
    }

    /// The same referee, which also makes views of the turns. They hold every call, so they take memory.
    pub fn with_views(self) -> Self {
        Self { views: true, ..self }
    }

    /// The verdicts on these records, of one session or of several in any mixture. The same records give the same
    /// verdicts, whether they come out of a journal or out of a session that is still open.
    pub fn judge<'r>(&self, records: impl IntoIterator<Item = &'r Record>) -> Vec<TurnVerdict> {
        self.judge_records(records).verdicts
    }

    /// The same, with what was noticed about the records themselves.
    pub fn judge_records<'r>(&self, records: impl IntoIterator<Item = &'r Record>) -> Judged {
        let records: Vec<&Record> = records.into_iter().collect();
        let heard = || Ok(records.iter().map(|record| Ok::<_, JournalError>(*record)));
        // Records in memory are never unreadable.
        self.trial(heard, &mut |sessions| self.one_by_one(sessions)).unwrap_or_default()
    }

    /// Judges a journal: a file, or a directory of files. A journal that breaks off is judged up to there, and the last
    /// notice says where and why.
    ///
    /// # Errors
    ///
    /// There is no journal, or it cannot be read at all.
    pub fn judge_journal(&self, path: &Path) -> Result<Judged, JournalError> {
        self.judge_journal_by(path, &mut |sessions| self.one_by_one(sessions))
    }

    /// The same, with someone else seeing to it that each session is judged by [`Referee::judge_session`]: on several
    /// threads, and in any order. The outcome is the same.
    ///
    /// # Errors
    ///
    /// There is no journal, or it cannot be read at all.
    pub fn judge_journal_by(
        &self,
        path: &Path,
        judge: &mut dyn FnMut(&mut dyn Iterator<Item = Transcript>) -> Vec<SessionVerdicts>,
    ) -> Result<Judged, JournalError> {
        self.trial(|| Ok(journal::read(path)?.map(|entry| entry.map(|entry| entry.record))), judge)
    }

    fn one_by_one(&self, sessions: &mut dyn Iterator<Item = Transcript>) -> Vec<SessionVerdicts> {
        sessions.map(|transcript| self.judge_session(&transcript)).collect()
    }

    /// Hears all records, and once more where sessions turn out to have been given up too early.
    fn trial<R: Borrow<Record>, I: Iterator<Item = Result<R, JournalError>>>(
        &self,
        records: impl Fn() -> Result<I, JournalError>,
        judge: &mut dyn FnMut(&mut dyn Iterator<Item = Transcript>) -> Vec<SessionVerdicts>,
    ) -> Result<Judged, JournalError> {
        let mut keep = BTreeSet::new();
        loop {
            let again = !keep.is_empty();
            let mut hearing = Hearing::new(records()?, &self.catalogue, keep);
            let sessions = judge(&mut hearing);
            match hearing.fault.take() {
                None => {}
                Some(e @ JournalError::Unreadable { .. }) => return Err(e),
                Some(e) => hearing.notices.push(Notice::broken(e.to_string())),
            }
            keep = std::mem::take(&mut hearing.wanted);
            if keep.is_empty() || again {
                return Ok(hearing.conclude(sessions));
            }
        }
    }

    /// The verdicts on one session.
    pub fn judge_session(&self, transcript: &Transcript) -> SessionVerdicts {
        let mut notices = Vec::new();
        let (verdicts, views): (Vec<_>, Vec<Option<TurnView>>) =
            self.verdicts_on(transcript, &mut notices).into_iter().unzip();
        let views = views.into_iter().flatten().collect();
        SessionVerdicts { place: transcript.place, verdicts, views, notices }
    }

    fn verdicts_on(&self, transcript: &Transcript, notices: &mut Vec<Notice>) -> Vec<Seen> {
        let mut say = |kind, text: String| notices.push(Notice::new(kind, &transcript.session, None, text));
        let Some(opened) = &transcript.opened else {
            say(NoticeKind::NoOpening, "the opening of the session is missing, so it is not known whose it is".into());
            return Vec::new();
        };
        let Some(id) = &opened.persona else { return Vec::new() };
        let Some((persona, dialogue)) = self.suite.dialogue(id) else {
            say(NoticeKind::UnknownPersona, format!("the suite has no persona '{id}'"));
            return Vec::new();
        };
        if opened.suite.as_ref().is_some_and(|digest| *digest != self.suite.digest) {
            say(NoticeKind::OtherSuite, "the session was played from other suite files than it is judged by".into());
        }
        let turns: Vec<TurnRef<'_>> = dialogue.turns().collect();
        let index_of = |turn: &str| turns.iter().position(|t| t.turn.id == turn);
        for run in transcript.turns.iter().filter(|run| index_of(&run.turn).is_none()) {
            say(NoticeKind::UnknownTurn, format!("the dialogue of {id} has no turn '{}'", run.turn));
        }
        let Some(played) = played(transcript, opened, &turns) else {
            say(NoticeKind::NoTurns, "no turn of the dialogue was started".into());
            return Vec::new();
        };
        let seat = Seat { referee: self, transcript, opened, persona, turns: &turns };
        turns[played].iter().map(|turn| seat.judge(*turn)).collect()
    }
}
