//! The relaxed verdict on the suite as it is: what agents without a mind get, and what is as good as gold.

use std::sync::Arc;

use serde_json::{Map, Value, json};
use usertoolbench::call::ToolName;
use usertoolbench::referee::TurnVerdict;
use usertoolbench::script::{Scene, Script};
use usertoolbench::suite::Gold;

use crate::parts::Bench;

type Calls = Vec<(ToolName, Map<String, Value>)>;

/// A bench, and the dialogue that is played on it.
struct Stage {
    bench: Bench,
    script: Arc<Script>,
}

/// One turn of it.
struct Turn<'a> {
    index: usize,
    scene: &'a Scene,
    gold: &'a Gold,
}

impl Stage {
    fn new() -> Self {
        let bench = Bench::new();
        let persona = bench.engine.stage.suite.dialogues.keys().next().unwrap().clone();
        let script = bench.engine.stage.script(&persona, 0).unwrap();
        Self { bench, script }
    }

    fn turns(&self) -> impl Iterator<Item = Turn<'_>> {
        let dialogue = &self.bench.engine.stage.suite.dialogues[&self.script.persona];
        let turns = dialogue.turns().zip(&self.script.turns).enumerate();
        turns.map(|(index, (turn, scene))| Turn { index, scene, gold: &turn.turn.gold })
    }

    /// The verdict on one turn in which this was said and these calls were made.
    fn play(&self, turn: &Turn<'_>, question: Option<&str>, calls: &Calls) -> TurnVerdict {
        let session = self.bench.open(json!({"turn": turn.index, "turns": 1}));
        if let Some(question) = question {
            self.bench.say(&session, question);
        }
        for (tool, arguments) in calls {
            self.bench.call(&session, &format!("{}/{}", tool.toolset, tool.tool), Value::Object(arguments.clone()));
        }
        self.bench.say(&session, "Done.");
        self.bench.engine.verdicts(&session).unwrap().remove(0)
    }

    /// Each tool on offer once, with these arguments or those of its first example.
    fn everything(&self, turn: &Turn<'_>, arguments: &dyn Fn(&ToolName) -> Option<Map<String, Value>>) -> Calls {
        let catalogue = &self.bench.engine.stage.simulator.catalogue;
        let offered = catalogue.tools().filter(|tool| turn.scene.toolsets.contains(&tool.name.toolset.to_string()));
        let first = |tool: &usertoolbench::catalogue::Tool| {
            let example = json!(tool.spec.examples.accepted[0])["arguments"].as_object().unwrap().clone();
            (tool.name.clone(), arguments(&tool.name).unwrap_or(example))
        };
        offered.map(first).collect()
    }
}

impl Turn<'_> {
    fn calls(&self) -> Calls {
        self.scene.calls.iter().map(|call| (call.tool.clone(), call.arguments.clone())).collect()
    }

    fn question(&self) -> Option<&str> {
        self.gold.ask().map(|ask| ask.question.as_str())
    }

    fn changes(&self) -> bool {
        self.scene.calls.iter().any(|call| !call.outcome.effects.is_empty())
    }
}

#[test]
fn gold_is_right_by_every_verdict() {
    let stage = Stage::new();
    for turn in stage.turns() {
        let verdict = stage.play(&turn, turn.question(), &turn.calls());
        assert!(verdict.exact.pass && verdict.relaxed.pass, "{}: {:#?}", verdict.turn, verdict.findings);
    }
}

#[test]
fn gold_backwards_and_with_a_needless_question_is_as_good() {
    let stage = Stage::new();
    for turn in stage.turns() {
        let mut calls = turn.calls();
        calls.reverse();
        let question = turn.question().unwrap_or("Shall I go ahead?");
        let verdict = stage.play(&turn, Some(question), &calls);
        assert!(verdict.relaxed.pass, "{}: {:#?}", verdict.turn, verdict.findings);
    }
}

#[test]
fn who_does_nothing_or_everything_gets_no_turn_that_needs_a_call() {
    let stage = Stage::new();
    for turn in stage.turns().filter(|turn| !turn.scene.calls.is_empty()) {
        let nothing = stage.play(&turn, None, &Vec::new());
        assert!(!nothing.relaxed.pass, "{}", nothing.turn);
        let examples = stage.everything(&turn, &|_| None);
        for question in [None, turn.question()] {
            let verdict = stage.play(&turn, question, &examples);
            assert!(!verdict.relaxed.pass, "{}: {:#?}", verdict.turn, verdict.findings);
        }
        // Even one who knows the right arguments gets nothing by calling all of a large set.
        let right = |tool: &ToolName| turn.calls().into_iter().find(|(name, _)| name == tool).map(|(_, a)| a);
        let needed = turn.calls().len();
        let round = stage.everything(&turn, &right);
        if round.len() > needed + 2 {
            let verdict = stage.play(&turn, turn.question(), &round);
            assert!(!verdict.relaxed.pass, "{}: {:#?}", verdict.turn, verdict.findings);
        }
    }
}

#[test]
fn doing_it_twice_fails_where_it_changes_something() {
    let stage = Stage::new();
    let mut changing = 0;
    for turn in stage.turns().filter(|turn| !turn.scene.calls.is_empty()) {
        let twice: Calls = turn.calls().into_iter().flat_map(|call| [call.clone(), call]).collect();
        let verdict = stage.play(&turn, turn.question(), &twice);
        changing += usize::from(turn.changes());
        assert!(!verdict.exact.pass);
        assert_eq!(verdict.relaxed.pass, !turn.changes(), "{}: {:#?}", verdict.turn, verdict.findings);
    }
    assert!(changing > 0, "no turn of the suite changes anything");
}

#[test]
fn who_guesses_instead_of_asking_gets_nothing() {
    let stage = Stage::new();
    for turn in stage.turns().filter(|turn| turn.question().is_some()) {
        let verdict = stage.play(&turn, None, &turn.calls());
        assert!(!verdict.relaxed.pass, "{}: {:#?}", verdict.turn, verdict.findings);
    }
}

#[test]
fn of_a_booking_the_row_counts_and_not_the_spelling() {
    let stage = Stage::new();
    let turn = stage.turns().find(|turn| turn.scene.id == "t03.1").unwrap();
    let mut calls = turn.calls();
    let verdict = stage.play(&turn, None, &calls);
    assert!(verdict.relaxed.pass);
    let (_, booking) = calls.iter_mut().find(|(tool, _)| &*tool.tool == "bookTrainTickets").unwrap();
    let other = if booking["seat_level"] == "first_class" { "second_class" } else { "first_class" };
    booking.insert("seat_level".into(), other.into());
    let verdict = stage.play(&turn, None, &calls);
    assert!(!verdict.relaxed.pass);
    assert_eq!(verdict.relaxed.decisive.unwrap().pointer.as_deref(), Some("/seat_level"));
}
