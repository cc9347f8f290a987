//! Asking where gold acts, acting where gold asks, and doing nothing.

use super::case::{Act, Case, Expect, Kind};
use super::turn::Turn;
use crate::suite::Gold;

/// A question that is about nothing any tool could need.
const BESIDE: &str = "Do you like the weather on Saturn?";

pub(super) fn cases(turn: &Turn<'_>) -> Vec<Case> {
    let mut cases = vec![Case::both(Kind::Oracle, "as gold", turn.around(turn.made()), Expect::Pass)];
    match turn.gold {
        Gold::Chat => cases.push(small_talk(turn)),
        Gold::Calls(_) => cases.extend([idle(), instead(), needless(turn)]),
        Gold::Ask(_) => cases.extend([idle(), unasked(turn), beside(turn), only(turn)]),
    }
    cases
}

fn idle() -> Case {
    Case::both(Kind::Nothing, "only the closing words", vec![Act::close()], Expect::Fail)
}

fn instead() -> Case {
    let acts = vec![Act::ask(BESIDE), Act::close()];
    Case::both(Kind::AskInstead, "a question and no call", acts, Expect::Fail)
}

/// A question costs the user patience and exact the turn; it does no harm.
fn needless(turn: &Turn<'_>) -> Case {
    let acts = [vec![Act::ask(BESIDE)], turn.made(), vec![Act::close()]].concat();
    Case {
        kind: Kind::AskFirst,
        what: "a question before the first call".into(),
        acts,
        exact: Expect::Fail,
        relaxed: Expect::PassIfAnswered,
    }
}

/// Where no tool is needed, a question is talk.
fn small_talk(turn: &Turn<'_>) -> Case {
    let acts = [vec![Act::ask(BESIDE)], turn.made(), vec![Act::close()]].concat();
    Case::both(Kind::AskFirst, "a question in a turn that needs no tool", acts, Expect::Pass)
}

fn unasked(turn: &Turn<'_>) -> Case {
    let acts = [turn.made(), vec![Act::close()]].concat();
    Case::both(Kind::ActInstead, "the calls and no question", acts, Expect::Fail)
}

fn beside(turn: &Turn<'_>) -> Case {
    let acts = [vec![Act::ask(BESIDE)], turn.made(), vec![Act::close()]].concat();
    Case::both(Kind::AskWrong, "a question about Saturn", acts, Expect::Fail)
}

fn only(turn: &Turn<'_>) -> Case {
    let expect = if turn.scene.calls.is_empty() { Expect::Pass } else { Expect::Fail };
    Case::both(Kind::AskOnly, "the question and no call", turn.around(Vec::new()), expect)
}
