//! Rules about `suite/`: the gold runs, every value is where its provenance says, and nothing leaks.

use std::sync::Arc;

use serde_json::Value;

use super::spelling::{flat, holds, stands_in};
use super::{Finding, Level};
use crate::catalogue::Catalogue;
use crate::referee::compare::says;
use crate::script::{Scene, Script, play};
use crate::simulator::Simulator;
use crate::suite::{Argument, Dialogue, Gold, GoldCall, Persona, Provenance, Source, Suite, TurnRef};
use crate::world::World;

/// Checks every turn of every dialogue, in each of these worlds.
pub fn suite(suite: &Suite, simulator: &Simulator, worlds: &[Arc<World>]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (id, dialogue) in &suite.dialogues {
        let Some(persona) = suite.personas.get(id) else { continue };
        let mut rules = Rules { persona, dialogue, catalogue: &simulator.catalogue, findings: &mut findings };
        rules.persona();
        for turn in dialogue.turns() {
            rules.calls(turn);
            rules.assistant(turn);
        }
        for world in worlds {
            match play(simulator, world, persona, dialogue) {
                Ok(script) => rules.script(&script),
                Err(e) => rules.say("gold-runs", "", format!("seed {}: {e}", world.seed.0)),
            }
        }
    }
    findings.sort();
    findings.dedup();
    findings
}

struct Rules<'a> {
    persona: &'a Persona,
    dialogue: &'a Dialogue,
    catalogue: &'a Catalogue,
    findings: &'a mut Vec<Finding>,
}

impl Rules<'_> {
    fn say(&mut self, rule: &'static str, turn: &str, detail: impl Into<String>) {
        self.say_as(Level::Fault, rule, turn, detail);
    }

    fn say_as(&mut self, level: Level, rule: &'static str, turn: &str, detail: impl Into<String>) {
        let file = format!("suite/dialogues/{}.jsonl", self.dialogue.persona);
        self.findings.push(Finding { file, place: format!("turn {turn}"), rule, level, detail: detail.into() });
    }

    /// A persona has what the paper's profiles have, and its preferences name real arguments.
    fn persona(&mut self) {
        let persona = self.persona;
        for preference in &persona.preferences {
            for fix in &preference.fixes {
                let tool = self.catalogue.find(&fix.toolset, &fix.tool);
                if tool.and_then(|tool| tool.property(&fix.slot)).is_none() {
                    let detail = format!(
                        "'{}' fixes {}/{} {}, which is no argument",
                        preference.id, fix.toolset, fix.tool, fix.slot
                    );
                    self.say("preference-fixes", "-", detail);
                }
            }
        }
        let categories: Vec<_> = persona.preferences.iter().map(|p| p.category).collect();
        let is_ours = persona.origin.is_none();
        if is_ours && (1..categories.len()).all(|i| categories[i] == categories[0]) {
            self.say("preference-categories", "-", "all preferences are of one category");
        }
    }

    fn calls(&mut self, turn: TurnRef<'_>) {
        let id = turn.turn.id.clone();
        for toolset in &turn.topic.toolsets {
            if self.catalogue.toolset(toolset).is_none() {
                self.say("toolset-exists", &id, format!("there is no tool set '{toolset}'"));
            }
        }
        for call in turn.turn.gold.calls() {
            let Some(tool) = self.catalogue.find(&call.toolset, &call.tool) else {
                self.say("tool-exists", &id, format!("there is no tool {}/{}", call.toolset, call.tool));
                continue;
            };
            for slot in tool.required().filter(|slot| call.argument(slot).is_none()) {
                self.say("required-given", &id, format!("'{}' leaves out {slot}", call.id));
            }
            for (name, argument) in &call.arguments {
                if let Err(detail) = self.provenance(turn, call, name, argument) {
                    self.say("provenance", &id, format!("'{}' {name}: {detail}", call.id));
                }
            }
        }
        if let Gold::Ask(ask) = &turn.turn.gold {
            let answered = |c: &GoldCall| c.arguments.iter().any(|(_, a)| a.from == Provenance::Reply);
            if !ask.then.calls.iter().any(answered) {
                self.say("ask-is-used", &id, "no argument comes from the user's reply");
            }
            for missing in &ask.missing {
                if !missing.words.iter().any(|word| holds(&flat(&ask.question), &flat(word))) {
                    self.say("ask-is-about", &id, format!("the question holds none of the words for {}", missing.slot));
                }
            }
        }
    }

    fn provenance(&self, turn: TurnRef<'_>, call: &GoldCall, name: &str, argument: &Argument) -> Result<(), String> {
        let Source::Value(value) = &argument.source else {
            return match argument.from {
                Provenance::Result => Ok(()),
                _ => Err("comes from a result, so 'from' is \"result\"".into()),
            };
        };
        let spelt = |words: &str| stands_in(value, words) || quoted_note_stands_in(argument, words);
        match &argument.from {
            Provenance::Stated if spelt(&turn.turn.user) => Ok(()),
            Provenance::Stated => Err(format!("{value} does not stand in the user's words")),
            Provenance::Turn(id) => {
                let earlier = self.dialogue.find(id).ok_or("that turn does not exist")?;
                let reply = earlier.turn.gold.ask().map_or("", |ask| &ask.reply);
                let words = format!("{} {reply} {}", earlier.turn.user, earlier.turn.assistant_source);
                if spelt(&words) { Ok(()) } else { Err(format!("{value} does not stand in the words of {id}")) }
            }
            Provenance::Reply => {
                let reply = turn.turn.gold.ask().map(|ask| ask.reply.as_str()).ok_or("no reply is scripted")?;
                if spelt(reply) { Ok(()) } else { Err(format!("{value} does not stand in the reply")) }
            }
            Provenance::Preference(id) => self.preference(turn, call, name, value, id),
            Provenance::Derived if argument.note.is_some() => Ok(()),
            Provenance::Derived => Err("a derived value needs a note that says how".into()),
            Provenance::Result => Err("'from' is \"result\", but the value is written out".into()),
            Provenance::Free => Ok(()),
            Provenance::Unknown if self.persona.origin.is_some() => Ok(()),
            Provenance::Unknown => Err("whoever writes a turn knows where its values come from".into()),
        }
    }

    fn preference(
        &self,
        turn: TurnRef<'_>,
        call: &GoldCall,
        name: &str,
        value: &Value,
        id: &str,
    ) -> Result<(), String> {
        let preference = self.persona.preferences.iter().find(|p| p.id == id);
        let preference = preference.ok_or_else(|| format!("there is no preference '{id}'"))?;
        let here = |fix: &&crate::suite::Fix| fix.toolset == call.toolset && fix.tool == call.tool && fix.slot == name;
        let fix = preference.fixes.iter().find(here).ok_or_else(|| format!("'{id}' does not fix this slot"))?;
        if fix.value.as_ref().is_some_and(|fixed| fixed != value) {
            return Err(format!("'{id}' fixes it to {}", fix.value.as_ref().unwrap_or(&Value::Null)));
        }
        let revealed = self.dialogue.turns().take(turn.index).any(|t| t.turn.reveals.iter().any(|r| r == id));
        if revealed { Ok(()) } else { Err(format!("'{id}' is used before it is revealed")) }
    }

    /// Another seed gives other figures, so none may be typed into the closing words. What others wrote down belongs to
    /// their one world.
    fn assistant(&mut self, turn: TurnRef<'_>) {
        if self.persona.origin.is_some() {
            return;
        }
        let mut plain = String::new();
        let mut rest = turn.turn.assistant_source.as_str();
        while let Some((before, inner)) = rest.split_once("{{") {
            plain.push_str(before);
            rest = inner.split_once("}}").map_or("", |(_, after)| after);
        }
        plain.push_str(rest);
        let reply = turn.turn.gold.ask().map_or("", |ask| &ask.reply);
        let said = flat(&format!("{} {reply}", turn.turn.user));
        let figures = plain.split(|c: char| !c.is_ascii_digit()).filter(|figure| !figure.is_empty());
        for figure in figures.filter(|figure| !holds(&said, figure)) {
            self.say("figures-from-results", &turn.turn.id, format!("'{figure}' is typed into the closing words"));
        }
    }

    /// What the agent sees along the way.
    fn script(&mut self, script: &Script) {
        let mut history = String::new();
        for (scene, turn) in script.turns.iter().zip(self.dialogue.turns()) {
            history.push_str(&flat(&scene.user));
            history.push('\n');
            self.unrecoverable(turn, &history);
            self.no_leak(turn, scene);
            self.says(turn, scene);
            for message in &scene.messages {
                history.push_str(&flat(message["content"].as_str().unwrap_or_default()));
                history.push('\n');
            }
        }
    }

    /// What must be asked for may not stand in what was said before.
    fn unrecoverable(&mut self, turn: TurnRef<'_>, history: &str) {
        let Gold::Ask(ask) = &turn.turn.gold else { return };
        for missing in &ask.missing {
            let calls = ask.then.calls.iter().filter(|c| c.toolset == missing.toolset && c.tool == missing.tool);
            let value =
                calls.filter_map(|call| call.argument(&missing.slot)).find_map(|argument| match &argument.source {
                    Source::Value(value) if argument.from == Provenance::Reply => Some(value.clone()),
                    _ => None,
                });
            match value {
                Some(value) if spelt_out(&value, history) => {
                    let detail = format!("{} = {value} can be read in the history", missing.slot);
                    // Another project's gold asks where it asks; whoever measures with it should know.
                    let level = if self.persona.origin.is_some() { Level::Note } else { Level::Fault };
                    self.say_as(level, "unrecoverable", &turn.turn.id, detail);
                }
                Some(_) => {}
                None => {
                    self.say("ask-is-used", &turn.turn.id, format!("no call takes {} from the reply", missing.slot))
                }
            }
        }
    }

    /// What the agent has to say stands in the closing words.
    fn says(&mut self, turn: TurnRef<'_>, scene: &Scene) {
        let closing = scene.messages.last().and_then(|message| message["content"].as_str()).unwrap_or_default();
        for words in turn.turn.says.iter().filter(|words| !says(closing, words)) {
            self.say("says", &turn.turn.id, format!("the closing words do not hold '{words}'"));
        }
    }

    /// A profile's own sentences may not reach the agent.
    fn no_leak(&mut self, turn: TurnRef<'_>, scene: &Scene) {
        let seen: String = scene.messages.iter().map(|m| flat(m["content"].as_str().unwrap_or_default())).collect();
        let sentences = self.persona.preferences.iter().map(|p| p.sentence.clone());
        let profile = sentences.chain([self.persona.summary.clone(), self.persona.communication.style.clone()]);
        for sentence in profile.filter(|s| seen.contains(&flat(s))) {
            self.say("no-leak", &turn.turn.id, format!("the profile's '{sentence}' stands in the dialogue"));
        }
    }
}

/// A value that people would write in so many ways (a bare small number, a class) is not looked for in every digit of
/// the history: only whole text values and larger numbers count.
fn spelt_out(value: &Value, history: &str) -> bool {
    match value {
        Value::Number(n) if n.as_f64().is_some_and(|n| n.abs() < 100.0) => false,
        Value::Bool(_) => false,
        other => stands_in(other, history),
    }
}

/// A note may quote how a value is put in words: `"note": "'the capital' is Paris"`.
fn quoted_note_stands_in(argument: &Argument, words: &str) -> bool {
    let quoted = argument.note.as_deref().and_then(|note| note.split('\'').nth(1));
    quoted.is_some_and(|quoted| holds(&flat(words), &flat(quoted)))
}
