use std::ops::Range;
use std::sync::Arc;

use super::align::{Pairings, Terms};
use super::exact::{self, Case};
use super::judge::Referee;
use super::noted::{Concluded, conclude};
use super::provenance::Place;
use super::rehearsal::Rehearsals;
use super::relaxed;
use super::released;
use super::tally::{Tally, tally};
use super::transcript::{Transcript, TurnRun};
use super::verdict::{Clarification, Judgement, REFEREE_VERSION, Third, TurnVerdict};
use super::view::{TurnView, view};
use crate::journal::format::Opened;
use crate::script::{Scene, Script};
use crate::suite::{Gold, Persona, TurnRef};

/// The turns that a session was opened for. A fork is answerable from the turn in which it began.
pub(super) fn played(transcript: &Transcript, opened: &Opened, turns: &[TurnRef<'_>]) -> Option<Range<usize>> {
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
pub(super) type Seen = (TurnVerdict, Option<TurnView>);

/// One session before the referee.
pub(super) struct Seat<'a> {
    pub referee: &'a Referee,
    pub transcript: &'a Transcript,
    pub opened: &'a Opened,
    pub persona: &'a Persona,
    pub turns: &'a [TurnRef<'a>],
}

impl Seat<'_> {
    /// The verdicts on one of its turns.
    pub fn judge(&self, here: TurnRef<'_>) -> Seen {
        let place = Place { turns: self.turns, here };
        let run = self.transcript.turns.iter().find(|run| run.turn == here.turn.id && run.is_begun());
        let script = run.and_then(|run| self.script(here, run));
        let scene = script.as_ref().and_then(|script| script.turns.get(here.index));
        let (pairings, shelf, persona) = (Pairings::default(), &*self.referee.shelf, self.persona);
        let (terms, foreign) = (self.terms(scene, &pairings), persona.origin.is_some());
        let verdict = match run {
            Some(run) => self.played(&Case { terms, shelf, place, run, persona, foreign }),
            None => self.not_run(here),
        };
        let in_time = verdict.clarification.is_some_and(|asking| asking.asked);
        let see = || view(&terms, &place, &self.transcript.session, run, in_time);
        let view = self.referee.views.then(see);
        let gold = shelf.gold(&persona.id, here);
        (TurnVerdict { tally: Tally { gold, ..tally(&terms, &place, run, in_time, shelf) }, ..verdict }, view)
    }

    fn terms<'t>(&'t self, scene: Option<&'t Scene>, known: &'t Pairings) -> Terms<'t> {
        let gold = Rehearsals { rehearsal: self.referee.rehearsal.as_deref(), scene };
        Terms { catalogue: &self.referee.catalogue, resolver: &*self.referee.resolver, gold, known }
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
        let name = |name: &str| self.referee.shelf.name(name);
        TurnVerdict {
            session: name(&self.transcript.session),
            agent: self.opened.agent.as_deref().map(name),
            persona: name(&self.persona.id),
            turn: name(&here.turn.id),
            index: here.index,
            third: Third::of(here.index, self.turns.len()),
            task: here.turn.task,
            subtype: here.turn.subtype,
            clarification: (!is_chat).then_some(Clarification { needed, asked: false, right: false }),
            suite: name(&self.referee.suite.digest),
            catalogue: name(&self.opened.catalogue),
            referee: REFEREE_VERSION,
            released: Some(Judgement::default()),
            ..TurnVerdict::default()
        }
    }
}
