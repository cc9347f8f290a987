use std::sync::{Arc, OnceLock};

use jiff::{Timestamp, ToSpan};

use super::*;
use crate::assets::Assets;
use crate::world::facts::Facts;
use crate::world::seed::Seed;

fn signatures() -> Arc<Signatures> {
    static FACTS: OnceLock<Facts> = OnceLock::new();
    FACTS.get_or_init(|| Facts::load(&Assets::embedded().responses).unwrap()).model::<Signatures>()
}

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

fn act(number: i64, at: Timestamp, deed: Deed) -> Act {
    Act { at, number, deed }
}

/// What a document tells of the past must not depend on when it is asked.
fn past(history: &History, until: Timestamp) -> Vec<Entry> {
    history.entries.iter().filter(|entry| entry.at <= until).cloned().collect()
}

#[test]
fn papers_of_all_states_exist_at_any_time() {
    for now in ["2025-02-10T10:00:00Z", "2026-03-02T08:00:00Z", "2027-11-20T12:00:00Z"].map(at) {
        let mut seen = [0; 6];
        for paper in signatures().papers(now, 120, None) {
            let history = History::of(Seed(5), &paper, &Acts::default(), now);
            seen[history.status as usize] += 1;
            assert_eq!(signatures().paper(&paper.id.to_lowercase(), now).map(|p| p.path), Some(paper.path.clone()));
            assert!(signatures().paper(&paper.id, paper.created - 1.second()).is_none());
        }
        assert!(seen[..5].iter().all(|n| *n > 0) && seen.iter().sum::<usize>() > 60, "{now}: {seen:?}");
    }
}

#[test]
fn the_past_stays_whenever_one_looks() {
    let start = at("2026-02-01T08:00:00Z");
    for seed in 0..6 {
        for paper in signatures().papers(start, 40, None) {
            let acts = Acts {
                acts: vec![
                    act(1, start + 1.hour(), Deed::Fill("Fee".into(), "1".into())),
                    act(2, start + 2.hours(), Deed::Start(vec!["a@b.example".into(), "c@b.example".into()])),
                    act(3, start + 90.hours(), Deed::Stop),
                    act(4, start + 130.hours(), Deed::Undo),
                    act(5, start + 260.hours(), Deed::Restart(Vec::new())),
                    act(6, start + 300.hours(), Deed::Undo),
                ],
                nudges: vec![Nudge { id: "R1".into(), email: "a@b.example".into(), at: start + 40.hours() }],
            };
            let mut before = History::of(Seed(seed), &paper, &acts, start);
            for hours in (10..1500).step_by(70) {
                let now = start + hours.hours();
                let after = History::of(Seed(seed), &paper, &acts, now);
                let seen = now - 70.hours();
                let (mut a, mut b) = (past(&before, seen), past(&after, seen));
                // A deed is known as taken back from the undo on.
                a.iter_mut().chain(&mut b).for_each(|entry| entry.note = None);
                assert_eq!(a, b, "{} at {now}", paper.id);
                before = after;
            }
        }
    }
}

#[test]
fn signers_in_order_are_asked_one_after_the_other() {
    let now = at("2026-03-02T08:00:00Z");
    for paper in signatures().papers(now, 200, None).into_iter().filter(|paper| paper.in_order) {
        let history = History::of(Seed(8), &paper, &Acts::default(), now);
        for pair in history.signings.windows(2) {
            assert!(pair[1].asked.is_none_or(|asked| Some(asked) == pair[0].signed), "{}", paper.id);
        }
        let all = history.signings.iter().all(|s| s.signed.is_some());
        assert_eq!(all, history.status == Status::Completed, "{}", paper.id);
    }
}

#[test]
fn an_undo_takes_back_one_act_and_no_more() {
    let start = at("2026-02-01T08:00:00Z");
    let mut paper = signatures().papers(start, 10, None).pop().unwrap();
    paper.sent = None;
    let signers = vec!["a@b.example".to_owned()];
    let of = |acts: Vec<Act>| History::of(Seed(1), &paper, &Acts { acts, nudges: Vec::new() }, start + 3.minutes());
    let begun = act(1, start, Deed::Start(signers));
    assert_eq!((of(vec![begun.clone()]).status, of(vec![begun.clone()]).undo), (Status::InProgress, Undo::Possible));
    let back = of(vec![begun.clone(), act(2, start + 1.minute(), Deed::Undo)]);
    assert_eq!((back.status, back.undo, back.rounds), (Status::Draft, Undo::Nothing, 0));
    let stopped = of(vec![begun.clone(), act(2, start + 1.minute(), Deed::Stop)]);
    assert_eq!(stopped.status, Status::Stopped);
    let again = of(vec![begun, act(2, start + 1.minute(), Deed::Stop), act(3, start + 2.minutes(), Deed::Undo)]);
    assert_eq!((again.status, again.undo), (Status::InProgress, Undo::Nothing));
}

#[test]
fn reminders_help_and_never_hinder() {
    let now = at("2026-03-02T08:00:00Z");
    let mut helped = 0;
    for seed in 0..8 {
        for paper in signatures().papers(now, 60, None) {
            let plain = History::of(Seed(seed), &paper, &Acts::default(), now);
            let Some(waiting) = plain.waiting().next() else { continue };
            let nudges = vec![Nudge { id: "R1".into(), email: waiting.email.to_uppercase(), at: now }];
            let later = now + 72.hours();
            let signed = |acts: &Acts| {
                let told = History::of(Seed(seed), &paper, acts, later);
                let of = told.signings.iter().find(|s| s.email == waiting.email).and_then(|s| s.signed.or(s.declined));
                of.unwrap_or(later + 1.hour())
            };
            let (without, with) = (signed(&Acts::default()), signed(&Acts { acts: Vec::new(), nudges }));
            assert!(with <= without, "{}", paper.id);
            helped += usize::from(with < without);
        }
    }
    assert!(helped > 10, "{helped}");
}
