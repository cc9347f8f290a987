//! What the user says who is asked.

use serde_json::{Value, json};

use crate::parts::Bench;

fn ask(bench: &Bench, turn: &str, questions: &[&str]) -> Vec<String> {
    let session = bench.open(json!({"turn": turn, "turns": 1}));
    let said = |question: &&str| bench.say(&session, question)["message"].as_str().unwrap_or_default().to_owned();
    questions.iter().map(said).collect()
}

#[test]
fn who_is_asked_for_what_is_missing_says_it_and_then_that_it_was_said() {
    let bench = Bench::new();
    let said = ask(&bench, "t01.3", &["What is the amount on his invoice?", "And the amount, please?"]);
    let suite = &bench.engine.stage.suite;
    let turn = suite.dialogues.values().next().unwrap().find("t01.3").unwrap();
    let reply = &turn.turn.gold.ask().unwrap().reply;
    assert_eq!(said, [reply.clone(), format!("As I said: {reply}")]);
}

#[test]
fn who_is_asked_for_what_was_said_says_so_and_loses_patience() {
    let bench = Bench::new();
    let said =
        ask(&bench, "t01.1", &["What amount?", "What amount?", "Which currency, and what amount?", "What amount?"]);
    assert_eq!(said[0], "That is in what I wrote: 6480.");
    assert_eq!(said[1], "I have told you already: 6480.");
    assert!(said[2].contains("GBP") && said[2].contains("6480"), "{said:?}");
    assert_eq!(said[3], "", "patience is at an end");
}

#[test]
fn who_is_asked_for_several_things_answers_each() {
    let said = ask(&Bench::new(), "t01.3", &["What amount is it, and in which currency do you want it?"]).remove(0);
    assert!(said.starts_with("SEK 41,750, it says.") && said.contains("You know how I like it: EUR."), "{said}");
}

#[test]
fn who_is_asked_for_something_else_has_nothing_to_add() {
    let said = ask(&Bench::new(), "t01.1", &["Do you like the sea?"]);
    assert_eq!(said, ["I have nothing to add to that. Please go by what you know."]);
}

#[test]
fn nothing_of_the_profile_is_said_that_was_not_said_before() {
    let bench = Bench::new();
    let suite = bench.engine.stage.suite.clone();
    let (persona, dialogue) = suite.dialogue(suite.dialogues.keys().next().unwrap()).unwrap();
    let everything: Vec<String> = {
        let fixes = persona.preferences.iter().flat_map(|preference| &preference.fixes);
        fixes.map(|fix| format!("What {} do you want?", fix.slot.replace('_', " "))).collect()
    };
    let all = everything.join(" ");
    for turn in dialogue.turns() {
        let until_here = dialogue.turns().take(turn.index + 1);
        let revealed: Vec<&String> = until_here.flat_map(|turn| &turn.turn.reveals).collect();
        let said = ask(&bench, &turn.turn.id, &[&all]).remove(0);
        for secret in persona.preferences.iter().filter(|preference| !revealed.contains(&&preference.id)) {
            assert!(!said.contains(&secret.sentence), "{}: {said}", turn.turn.id);
            for fix in &secret.fixes {
                let value = match &fix.value {
                    Some(Value::String(text)) => text.replace('_', " "),
                    Some(other) => other.to_string(),
                    None => continue,
                };
                let elsewhere = format!("{:?}", turn.turn.gold).contains(&format!("{:?}", fix.value));
                assert!(elsewhere || !said.contains(&value), "{}: {said}", turn.turn.id);
            }
        }
    }
}
