use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;

use super::{Agent, Planned, Seen, Step};
use crate::journal::format::ReplyKind;
use crate::script::{resolve, steps};
use crate::suite::{Gold, GoldCall, Suite};

/// Follows the gold, which it alone may read: what is right must come out at 100 %.
#[derive(Debug)]
pub struct Oracle {
    suite: Arc<Suite>,
    persona: String,
    turn: usize,
    asked: bool,
    /// Steps made.
    made: usize,
    answers: BTreeMap<String, Value>,
}

impl Oracle {
    /// An oracle for one persona's dialogue.
    pub fn new(suite: Arc<Suite>, persona: &str) -> Self {
        let persona = persona.to_owned();
        Self { suite, persona, turn: 0, asked: false, made: 0, answers: BTreeMap::new() }
    }

    fn take_in(&mut self, seen: Seen) {
        match seen {
            Seen::Turn(view) => {
                self.turn = view["turn"].as_u64().unwrap_or(0) as usize;
                (self.asked, self.made) = (false, 0);
                self.answers.clear();
            }
            Seen::Answers(answers) => {
                let made: Vec<String> = self.step(self.made - 1).into_iter().map(|call| call.id.clone()).collect();
                self.answers.extend(made.into_iter().zip(answers.into_iter().map(|(_, body)| body)));
            }
            Seen::User(_) => {}
        }
    }

    fn gold(&self) -> Option<&Gold> {
        let (_, dialogue) = self.suite.dialogue(&self.persona)?;
        dialogue.turn(self.turn).map(|turn| &turn.turn.gold)
    }

    /// The words that end a turn, with all that gold wants the user to be told.
    fn closing(&self) -> String {
        let dialogue = self.suite.dialogue(&self.persona).map(|(_, dialogue)| dialogue);
        let says = dialogue.and_then(|d| d.turn(self.turn)).map_or(&[][..], |turn| &turn.turn.says);
        match says {
            [] => "There you are.".to_owned(),
            says => format!("There you are: {}.", says.join("; ")),
        }
    }

    fn step(&self, n: usize) -> Vec<&GoldCall> {
        let calls = self.gold().map_or(&[][..], Gold::calls);
        let step = steps(calls).into_iter().nth(n).unwrap_or_default();
        step.into_iter().map(|i| &calls[i]).collect()
    }
}

impl Agent for Oracle {
    fn next(&mut self, seen: Seen) -> Step {
        self.take_in(seen);
        if let Some(ask) = self.gold().and_then(Gold::ask).filter(|_| !self.asked) {
            let step = Step::Say { text: ask.question.clone(), kind: ReplyKind::Question };
            self.asked = true;
            return step;
        }
        let calls = self.step(self.made);
        if calls.is_empty() {
            return Step::Say { text: self.closing(), kind: ReplyKind::Statement };
        }
        let plan = |call: &GoldCall| Planned {
            tool: call.tool.clone(),
            // A reference that leads nowhere means that the server's world is not ours: the verdict will say so.
            arguments: resolve(call, &|id| self.answers.get(id).cloned()).unwrap_or_default(),
        };
        let planned = calls.into_iter().map(plan).collect();
        self.made += 1;
        Step::Call(planned)
    }
}
