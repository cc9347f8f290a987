//! Gold against journal: what was right, what was not, and which forgotten word made it wrong. Reads the suite, the tool
//! specs and a journal, so any old journal can be judged again. It plays nothing itself: what gold does where it is played
//! is told by a [`Rehearsal`], if there is one.
//!
//! - [`Referee`]: judges a journal, or the records of a session; the same records always give the same verdicts
//! - [`Rehearsal`]: what gold does in the world of a session, told from outside
//! - [`transcript`]: records as turns
//! - [`compare`]: when two values mean the same
//! - [`align`]: which call stands for which gold call
//! - `exact`, `relaxed`: the verdicts; one of another kind is a module beside them and a field of [`TurnVerdict`]
//! - [`Finding`], [`FindingKind`]: what was noticed; `docs/findings.md` lists the kinds
//! - [`scores`]: verdicts as figures; `docs/scores.md` defines them
//! - `tally`: what is counted beside the verdicts
//! - `shelf`: what is the same in many verdicts, kept once
//! - [`versus()`]: two runs over the same turns
//! - [`rejudged`]: the same journal judged twice
//! - [`TurnView`]: a turn as a person wants to see it
//! - [`stats`]: intervals and tests

pub mod align;
pub mod compare;
mod exact;
mod finding;
mod hearing;
mod judge;
mod noted;
mod notice;
mod provenance;
mod rehearsal;
mod rejudge;
mod relaxed;
pub mod released;
mod score;
mod seat;
mod shelf;
pub mod stats;
mod tally;
pub mod transcript;
mod verdict;
mod versus;
mod view;
mod wanted;

pub use compare::{NoResolver, Resolver};
pub use finding::{Finding, FindingKind, Origin, ProvenanceNote, findings_page};
pub use hearing::SessionVerdicts;
pub use judge::{Judged, Referee};
pub use notice::{Notice, NoticeKind};
pub use rehearsal::{Rehearsal, Rehearsed};
pub use rejudge::{Cause, Change, How, Rejudged, VerdictChange, rejudged};
pub use score::page::scores_page;
pub use score::{
    AgentScore, Figure, Figures, Group, KindScore, Measure, PreferenceScore, Trials, Unit, by_agent, scores,
};
pub use tally::{SlotOutcome, SlotTally, Tally};
pub use verdict::{Clarification, Judgement, REFEREE_VERSION, Status, Third, TurnVerdict, VerdictKind};
pub use versus::{Flip, KindVersus, TurnName, Versus, versus};
pub use view::{CallView, StepView, TurnView, WantedView};
pub use wanted::{Difference, Wanted};
