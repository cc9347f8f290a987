//! Figures over verdicts.

use proptest::prelude::*;
use serde_json::{Value, json};
use usertoolbench::referee::{
    AgentScore, Figure, Figures, Group, Measure, SlotOutcome, TurnVerdict, VerdictKind, scores,
};

use crate::bench::{Bench, PERSONA, Play, gold, with};

const BOOK: &str = "trains/bookTrain";

/// Eight turns of all tasks; train and class come from everywhere.
fn bench() -> Bench {
    let book = |from: Value| {
        let call = with(gold("a", BOOK, json!({})), "train", json!({"value": "ic1", "from": from}));
        with(call, "seat_level", json!({"value": "second_class", "from": {"preference": "seat-second-class"}}))
    };
    let calls = |from: Value| json!({"kind": "calls", "calls": [book(from)]});
    let ask = json!({
        "kind": "ask", "question": "Which train?", "reply": "The ic1.",
        "missing": [{"slot": "train", "toolset": "trains", "tool": "bookTrain", "words": ["train"]}],
        "then": [book(json!("reply"))],
    });
    let turn = |id: usize, task: &str, gold: Value| json!({"id": format!("t{id}"), "task": task, "gold": gold});
    let mut first = turn(1, "single_tool", calls(json!("stated")));
    first["reveals"] = json!(["seat-second-class"]);
    Bench::of(vec![
        first,
        turn(2, "single_tool", calls(json!({"turn": "t1"}))),
        turn(3, "multi_tool", calls(json!("derived"))),
        turn(4, "lack_of_information", ask),
        turn(5, "multi_tool", calls(json!({"turn": "t1"}))),
        turn(6, "lack_of_information", calls(json!({"turn": "t1"}))),
        turn(7, "chat", json!({"kind": "chat"})),
        turn(8, "single_tool", calls(json!({"turn": "t7"}))),
    ])
}

/// What an agent does in a turn.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Deed {
    Right,
    WrongTrain,
    WrongClass,
    Twice,
    Asks,
    Nothing,
}

fn act<'b>(play: Play<'b>, turn: usize, deed: Deed) -> Play<'b> {
    let play = if turn > 1 { play.start(&format!("t{turn}")) } else { play };
    let book = |play: Play<'b>, train: &str, class: &str| {
        play.call(BOOK, json!({"train": train, "seat_level": class}), json!({}))
    };
    let asked = |play: Play<'b>| if turn == 4 { play.ask("Which train?") } else { play };
    let played = match deed {
        _ if turn == 7 && deed != Deed::Asks => play,
        Deed::Right => book(asked(play), "ic1", "second_class"),
        Deed::WrongTrain => book(play, "ic9", "second_class"),
        Deed::WrongClass => book(asked(play), "ic1", "first_class"),
        Deed::Twice => book(book(asked(play), "ic1", "second_class"), "ic1", "second_class"),
        Deed::Asks => play.ask("Which train?"),
        Deed::Nothing => play,
    };
    played.end()
}

/// The verdicts on a session, which breaks off after these deeds.
fn session(bench: &Bench, name: &str, deeds: &[Deed]) -> Vec<TurnVerdict> {
    let mut play = Play::new(bench, name).start("t1");
    for (i, deed) in deeds.iter().enumerate() {
        play = act(play, i + 1, *deed);
    }
    bench.judge(&play.close("deleted").records).verdicts
}

fn score(verdicts: &[TurnVerdict]) -> AgentScore {
    scores(verdicts).remove(0)
}

fn parts(measure: Measure) -> (f64, f64) {
    (measure.numerator, measure.denominator)
}

fn exact(score: &AgentScore, figure: Figure) -> Measure {
    score.score(VerdictKind::Exact).figure(figure)
}

#[test]
fn one_who_is_right_throughout_has_all_figures_at_their_best() {
    let bench = bench();
    let score = score(&session(&bench, "s", &[Deed::Right; 8]));
    for (figure, measure) in &score.score(VerdictKind::Exact).figures {
        assert_eq!(measure.value, Some(1.0), "{}", figure.id());
        assert_eq!((measure.not_run, measure.infrastructure), (0.0, 0.0), "{}", figure.id());
    }
    let worst = [
        Figure::ShouldHaveAsked,
        Figure::AskedWrong,
        Figure::Unsupported,
        Figure::ShouldNotHaveAsked,
        Figure::Extra,
        Figure::IncorrectAction,
        Figure::Collateral,
        Figure::Repeated,
        Figure::Refused,
        Figure::Loops,
    ];
    let unused = [Figure::Result, Figure::Back8, Figure::Back16, Figure::Back32];
    let spent = [Figure::InputTokens, Figure::OutputTokens, Figure::Cost];
    let unused = [unused.as_slice(), &spent].concat();
    let numbers = [Figure::Calls, Figure::Latency, Figure::LatencyMedian, Figure::LatencyHigh];
    for (figure, measure) in score.conduct.iter().filter(|(figure, _)| !numbers.contains(figure)) {
        let expected = if unused.contains(figure) { None } else { Some(f64::from(u8::from(!worst.contains(figure)))) };
        assert_eq!(measure.value, expected, "{}", figure.id());
    }
    assert_eq!(parts(score.conduct[&Figure::Calls]), (7.0, 8.0));
    assert_eq!(parts(score.conduct[&Figure::Back0]), (2.0, 2.0), "the train of t1, and its class in the same turn");
    assert_eq!(parts(score.conduct[&Figure::Back4]), (5.0, 5.0));
}

#[test]
fn a_preference_is_kept_in_a_topic_or_it_is_not() {
    let bench = bench();
    let deeds =
        [Deed::Right, Deed::WrongClass, Deed::Right, Deed::Right, Deed::Right, Deed::Right, Deed::Right, Deed::Right];
    let score = score(&[session(&bench, "one", &deeds), session(&bench, "two", &[Deed::Right; 8])].concat());
    assert_eq!(score.preferences.len(), 1);
    let kept = &score.preferences[0];
    assert_eq!((kept.persona.as_str(), kept.preference.as_str()), (PERSONA, "seat-second-class"));
    assert_eq!(parts(kept.topics), (1.0, 2.0));
    assert_eq!(parts(score.conduct[&Figure::Consistency]), (1.0, 2.0));
    assert_eq!(parts(score.conduct[&Figure::Preference]), (13.0, 14.0));
    assert_eq!(parts(exact(&score, Figure::Session)), (1.0, 2.0));
}

#[test]
fn a_guess_at_what_only_the_user_can_say_is_not_right() {
    let bench = bench();
    let mut play = Play::new(&bench, "s").start("t4");
    play = play.call(BOOK, json!({"train": "ic1", "seat_level": "second_class"}), json!({})).end();
    let verdicts = bench.judge(&play.close("deleted").records).verdicts;
    let slots: Vec<SlotOutcome> = verdicts[0].tally.slots.iter().map(|slot| slot.outcome).collect();
    assert_eq!(slots, [SlotOutcome::Wrong, SlotOutcome::Right]);
    let score = score(&verdicts);
    assert_eq!(score.conduct[&Figure::Reply].numerator, 0.0);
    assert_eq!(score.conduct[&Figure::Unsupported].numerator, 1.0);
    assert_eq!(score.conduct[&Figure::ShouldHaveAsked].numerator, 1.0);
    assert_eq!(score.conduct[&Figure::Progress].numerator, 0.0);
    assert_eq!(parts(score.conduct[&Figure::Collateral]), (1.0, 1.0), "it booked before it asked");
}

#[test]
fn what_was_changed_without_need_is_counted_by_row() {
    let bench = bench();
    let deeds = [Deed::Right, Deed::Twice, Deed::WrongTrain];
    let score = score(&session(&bench, "s", &deeds));
    assert_eq!(parts(score.conduct[&Figure::Collateral]), (2.0, 4.0));
    assert_eq!(parts(score.conduct[&Figure::IncorrectAction]), (2.0, 8.0));
    assert_eq!(parts(score.conduct[&Figure::Repeated]), (1.0, 4.0));
    assert_eq!(parts(score.conduct[&Figure::Progress]), (2.0, 7.0));
    assert_eq!((score.turns, score.not_run), (8, 5));
}

#[test]
fn questions_have_precision_recall_and_their_mean() {
    let bench = bench();
    let mut deeds = [Deed::Right; 8];
    deeds[0] = Deed::Asks;
    let once_too_often = score(&session(&bench, "s", &deeds));
    assert_eq!(parts(once_too_often.conduct[&Figure::AskPrecision]), (1.0, 2.0));
    assert_eq!(parts(once_too_often.conduct[&Figure::AskRecall]), (1.0, 1.0));
    assert_eq!(parts(once_too_often.conduct[&Figure::AskF1]), (2.0, 3.0));
    assert_eq!(parts(once_too_often.conduct[&Figure::ShouldNotHaveAsked]), (1.0, 6.0));
}

#[test]
fn several_sessions_over_the_same_turns_are_trials() {
    let bench = bench();
    let one = session(&bench, "one", &[Deed::Right; 8]);
    assert_eq!(score(&one).score(VerdictKind::Exact).trials, []);
    let mut deeds = [Deed::Right; 8];
    deeds[2] = Deed::Nothing;
    let both = score(&[one, session(&bench, "two", &deeds)].concat());
    let trials = &both.score(VerdictKind::Exact).trials;
    assert_eq!(trials.iter().map(|t| t.k).collect::<Vec<_>>(), [1, 2]);
    assert_eq!((parts(trials[0].pass_at_k), parts(trials[0].pass_hat_k)), ((6.5, 7.0), (6.5, 7.0)));
    assert_eq!((parts(trials[1].pass_at_k), parts(trials[1].pass_hat_k)), ((7.0, 7.0), (6.0, 7.0)));
}

/// A question, with what the agent says it has spent.
fn say<'b>(play: Play<'b>, turn: &str, usage: Value) -> Play<'b> {
    let said =
        json!({"turn": turn, "text": "Hm.", "kind": "question", "declared": true, "user": "Yes.", "usage": usage});
    play.event(json!({"reply": said}))
}

#[test]
fn what_the_agent_says_it_spent_is_added_up_by_turn() {
    let bench = bench();
    let play = say(Play::new(&bench, "s").start("t1"), "t1", json!({"input_tokens": 100, "cost": 0.5}));
    let play = say(play, "t1", json!({"input_tokens": 20, "output_tokens": 3})).end();
    let play = say(play.start("t2"), "t2", json!({"input_tokens": 60})).end();
    let score = score(&bench.judge(&play.close("deleted").records).verdicts);
    assert_eq!(parts(score.conduct[&Figure::InputTokens]), (180.0, 2.0));
    assert_eq!(parts(score.conduct[&Figure::OutputTokens]), (3.0, 1.0));
    assert_eq!(parts(score.conduct[&Figure::Cost]), (0.5, 1.0));
}

fn deeds() -> impl Strategy<Value = Vec<Deed>> {
    let all = [Deed::Right, Deed::WrongTrain, Deed::WrongClass, Deed::Twice, Deed::Asks, Deed::Nothing];
    proptest::collection::vec(proptest::sample::select(all.to_vec()), 8)
}

/// The figures whose denominator gold alone decides.
fn by_gold(score: &AgentScore) -> Figures {
    let by_what_was_done = [
        Figure::AskPrecision,
        Figure::AskF1,
        Figure::AskSubject,
        Figure::Collateral,
        Figure::Extra,
        Figure::Repeated,
        Figure::Refused,
        Figure::Latency,
        Figure::LatencyMedian,
        Figure::LatencyHigh,
        Figure::InputTokens,
        Figure::OutputTokens,
        Figure::Cost,
    ];
    let conduct = score.conduct.iter().filter(|(figure, _)| !by_what_was_done.contains(figure));
    conduct.chain(&score.score(VerdictKind::Exact).figures).map(|(figure, measure)| (*figure, *measure)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    /// Nothing is dropped: breaking off takes no turn out of a denominator, and can make nothing better.
    #[test]
    fn breaking_off_never_pays(deeds in deeds(), after in 1_usize..8) {
        let bench = bench();
        let whole = by_gold(&score(&session(&bench, "s", &deeds)));
        let cut = by_gold(&score(&session(&bench, "s", &deeds[..after])));
        let better_low = [Figure::ShouldHaveAsked, Figure::AskedWrong, Figure::Unsupported, Figure::ShouldNotHaveAsked,
            Figure::IncorrectAction, Figure::Loops, Figure::Calls];
        for (figure, measure) in &whole {
            let cut = cut[figure];
            prop_assert_eq!(measure.denominator, cut.denominator, "{}", figure.id());
            if !better_low.contains(figure) {
                prop_assert!(cut.numerator <= measure.numerator, "{}", figure.id());
            }
        }
    }

    /// Every figure lies within its interval, its parts give its value, and the interval within 0 to 1 where it is a share.
    #[test]
    fn figures_add_up(deeds in deeds()) {
        let score = score(&session(&bench(), "s", &deeds));
        let verdict = Figure::of(Group::Verdict).map(|figure| (figure, exact(&score, figure)));
        for (figure, measure) in verdict.chain(score.conduct.iter().map(|(f, m)| (*f, *m))) {
            let Some(value) = measure.value else {
                prop_assert_eq!(measure.denominator, if figure == Figure::Average { 3.0 } else { 0.0 });
                continue;
            };
            if let (Some(low), Some(high)) = (measure.low, measure.high) {
                prop_assert!(low - 1e-6 <= value && value <= high + 1e-6, "{} {measure:?}", figure.id());
                prop_assert!((value - measure.numerator / measure.denominator).abs() < 2e-6, "{}", figure.id());
            }
            prop_assert!(measure.not_run + measure.infrastructure <= measure.denominator);
        }
    }

    /// The order in which verdicts come does not matter.
    #[test]
    fn figures_do_not_depend_on_the_order_of_verdicts(deeds in deeds(), turned in 0_usize..8) {
        let verdicts = session(&bench(), "s", &deeds);
        let mut other = verdicts.clone();
        other.rotate_left(turned);
        let (one, other) = (score(&verdicts), score(&other));
        for (figure, measure) in &one.conduct {
            prop_assert_eq!(parts(*measure), parts(other.conduct[figure]), "{}", figure.id());
        }
        for figure in Figure::of(Group::Verdict) {
            prop_assert_eq!(exact(&one, figure).value, exact(&other, figure).value, "{}", figure.id());
        }
    }
}
