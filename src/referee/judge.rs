use std::collections::BTreeSet;
use std::convert::Infallible;
use std::fmt;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use super::align::Terms;
use super::compare::Resolver;
use super::exact::{self, Case};
use super::noted::{Concluded, conclude};
use super::notice::{Notice, NoticeKind};
use super::provenance::Place;
use super::rehearsal::{Rehearsal, Rehearsals};
use super::relaxed;
use super::released;
use super::tally::tally;
use super::transcript::{Collected, Collector, Transcript, TurnRun};
use super::verdict::{Clarification, Judgement, REFEREE_VERSION, Third, TurnVerdict};
use super::view::{TurnView, view};
use crate::catalogue::Catalogue;
use crate::journal::format::Opened;
use crate::journal::{self, JournalError, Record};
use crate::script::{Scene, Script};
use crate::suite::{Gold, Persona, Suite, TurnRef};

/// Judges journals by a suite.
#[derive(Clone)]
pub struct Referee {
    suite: Arc<Suite>,
    catalogue: Arc<Catalogue>,
    resolver: Arc<dyn Resolver + Send + Sync>,
    rehearsal: Option<Arc<dyn Rehearsal>>,
    views: bool,
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
        Self { suite, catalogue, resolver, rehearsal: None, views: false }
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
        let hear = |court: &mut Court<'_>| records.iter().for_each(|record| court.hear(record));
        self.trial(|court| {
            hear(court);
            Ok::<_, Infallible>(())
        })
        .unwrap_or_else(|never| match never {})
    }

    /// Judges a journal: a file, or a directory of files. A journal that breaks off is judged up to there, and the last
    /// notice says where and why.
    ///
    /// # Errors
    ///
    /// There is no journal, or it cannot be read at all.
    pub fn judge_journal(&self, path: &Path) -> Result<Judged, JournalError> {
        self.trial(|court| {
            for entry in journal::read(path)? {
                match entry {
                    Ok(entry) => court.hear(&entry.record),
                    Err(e @ JournalError::Unreadable { .. }) => return Err(e),
                    Err(e) => court.notices.push(Notice::broken(e.to_string())),
                }
            }
            Ok(())
        })
    }

    /// Hears all records, and once more where sessions turn out to have been given up too early.
    fn trial<E>(&self, mut hear: impl FnMut(&mut Court<'_>) -> Result<(), E>) -> Result<Judged, E> {
        let mut court = Court::new(self, BTreeSet::new());
        hear(&mut court)?;
        let (judged, wanted) = court.conclude();
        if wanted.is_empty() {
            return Ok(judged);
        }
        let mut again = Court::new(self, wanted);
        hear(&mut again)?;
        Ok(again.conclude().0)
    }

    fn judge_session(&self, transcript: &Transcript, notices: &mut Vec<Notice>) -> Vec<Seen> {
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

/// The turns that a session was opened for. A fork is answerable from the turn in which it began.
fn played(transcript: &Transcript, opened: &Opened, turns: &[TurnRef<'_>]) -> Option<Range<usize>> {
    let index_of = |turn: &str| turns.iter().position(|t| t.turn.id == turn);
    let indices = || transcript.turns.iter().filter_map(|run| index_of(&run.turn));
    let first = indices().min();
    if opened.end > opened.start {
        let start = if opened.parent.is_some() { first? } else { opened.start };
        let end = opened.end.min(turns.len());
        return Some(start.min(end)..end);
    }
    // A journal that does not say so: to the end, unless the session was finished before.
    let end = if transcript.finished { indices().max()? + 1 } else { turns.len() };
    Some(first?..end)
}

/// A verdict, and the turn as a person wants to see it.
type Seen = (TurnVerdict, Option<TurnView>);

/// One session before the referee.
struct Seat<'a> {
    referee: &'a Referee,
    transcript: &'a Transcript,
    opened: &'a Opened,
    persona: &'a Persona,
    turns: &'a [TurnRef<'a>],
}

impl Seat<'_> {
    fn judge(&self, here: TurnRef<'_>) -> Seen {
        let place = Place { turns: self.turns, here };
        let run = self.transcript.turns.iter().find(|run| run.turn == here.turn.id);
        let script = run.and_then(|run| self.script(here, run));
        let scene = script.as_ref().and_then(|script| script.turns.get(here.index));
        let foreign = self.persona.origin.is_some();
        let verdict = match run {
            Some(run) => self.played(&Case { terms: self.terms(scene), place, run, foreign }),
            None => self.not_run(here),
        };
        let in_time = verdict.clarification.is_some_and(|asking| asking.asked);
        let see = || view(&self.terms(scene), &place, &self.transcript.session, run, in_time);
        let view = self.referee.views.then(see);
        (TurnVerdict { tally: tally(&self.terms(scene), &place, run, in_time), ..verdict }, view)
    }

    fn terms<'t>(&'t self, scene: Option<&'t Scene>) -> Terms<'t> {
        let gold = Rehearsals { rehearsal: self.referee.rehearsal.as_deref(), scene };
        Terms { catalogue: &self.referee.catalogue, resolver: &*self.referee.resolver, gold }
    }

    fn played(&self, case: &Case<'_>) -> TurnVerdict {
        let (mut noted, clarification) = exact::judge(case);
        relaxed::judge(case, &mut noted);
        let Concluded { status, exact, relaxed, findings } = conclude(noted);
        let released = Some(released::turn::judge(case, &exact));
        let seen = self.not_run(case.place.here);
        TurnVerdict { status, released, exact, relaxed, findings, clarification, ..seen }
    }

    /// Gold as it was played, where this turn began in the state in which gold begins it.
    fn script(&self, here: TurnRef<'_>, run: &TurnRun) -> Option<Arc<Script>> {
        let rehearsal = self.referee.rehearsal.as_ref()?;
        let script = rehearsal.script(&self.persona.id, self.opened.seed, &self.opened.catalogue)?;
        let scene = script.turns.get(here.index)?;
        (run.state.as_deref() == Some(&*scene.digest)).then_some(script)
    }

    fn not_run(&self, here: TurnRef<'_>) -> TurnVerdict {
        let needed = matches!(here.turn.gold, Gold::Ask(_));
        let is_chat = matches!(here.turn.gold, Gold::Chat);
        TurnVerdict {
            session: self.transcript.session.clone(),
            agent: self.opened.agent.clone(),
            persona: self.persona.id.clone(),
            turn: here.turn.id.clone(),
            index: here.index,
            third: Third::of(here.index, self.turns.len()),
            task: here.turn.task,
            subtype: here.turn.subtype,
            clarification: (!is_chat).then_some(Clarification { needed, asked: false, right: false }),
            suite: self.referee.suite.digest.clone(),
            catalogue: self.opened.catalogue.clone(),
            referee: REFEREE_VERSION,
            released: Some(Judgement::default()),
            ..TurnVerdict::default()
        }
    }
}

/// Hears records, and judges each session when it is whole.
struct Court<'a> {
    referee: &'a Referee,
    collector: Collector<'a>,
    sessions: Vec<(usize, Vec<Seen>)>,
    notices: Vec<Notice>,
}

impl<'a> Court<'a> {
    fn new(referee: &'a Referee, keep: BTreeSet<String>) -> Self {
        let collector = Collector::new(&referee.catalogue, keep);
        Self { referee, collector, sessions: Vec::new(), notices: Vec::new() }
    }

    fn hear(&mut self, record: &Record) {
        if let Some(transcript) = self.collector.push(record) {
            let seen = self.referee.judge_session(&transcript, &mut self.notices);
            self.sessions.push((transcript.place, seen));
        }
    }

    /// What came of it, and the sessions that would have been needed longer.
    fn conclude(self) -> (Judged, BTreeSet<String>) {
        let Self { referee, collector, mut sessions, mut notices } = self;
        let Collected { rest, notices: noticed, wanted } = collector.finish();
        for transcript in rest {
            sessions.push((transcript.place, referee.judge_session(&transcript, &mut notices)));
        }
        sessions.sort_by_key(|(place, _)| *place);
        notices.extend(noticed);
        // Where the journal breaks off is said last.
        notices.sort_by_key(|notice| notice.kind == NoticeKind::JournalBroken);
        let (verdicts, views): (Vec<_>, Vec<_>) = sessions.into_iter().flat_map(|(_, seen)| seen).unzip();
        (Judged { verdicts, notices, views: views.into_iter().flatten().collect() }, wanted)
    }
}
