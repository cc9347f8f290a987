//! Whether gold can be made at all with the tools there are.

use serde_json::{Map, Value};

use super::gold::{Gold, GoldCall, Source};
use super::{Dialogue, Suite};
use crate::assets::{FileError, Files};
use crate::catalogue::arguments::{escape, prepare};
use crate::catalogue::{Catalogue, Tool};

impl Suite {
    /// Checks the dialogues that are not built in against the tools: each gold call is of a tool on offer, and its
    /// schema takes the arguments. What is built in is proved by `utb lint suite` before it is built in.
    ///
    /// # Errors
    ///
    /// The first call that cannot be made, with file, line and pointer.
    pub fn check_tools(&self, files: &Files, catalogue: &Catalogue) -> Result<(), FileError> {
        for (id, dialogue) in &self.dialogues {
            let Some(file) = files.get(&format!("dialogues/{id}.jsonl")).filter(|file| file.overlaid) else { continue };
            if let Err((topic, pointer, detail)) = check(dialogue, catalogue) {
                let place = format!("line {} {pointer}", line_of(&file.bytes, topic));
                return Err(FileError::new(&file.origin, place, detail));
            }
        }
        Ok(())
    }
}

/// Topic by position, pointer into its line, and what is wrong.
type Wrong = (usize, String, String);

/// A topic is a line, and empty lines are none.
fn line_of(bytes: &[u8], topic: usize) -> usize {
    let text = String::from_utf8_lossy(bytes);
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines.map(|(i, _)| i + 1).nth(topic).unwrap_or_default()
}

fn check(dialogue: &Dialogue, catalogue: &Catalogue) -> Result<(), Wrong> {
    for (t, topic) in dialogue.topics.iter().enumerate() {
        if let Some((i, unknown)) = topic.toolsets.iter().enumerate().find(|(_, set)| catalogue.toolset(set).is_none())
        {
            let at = if topic.toolsets.len() == 1 { "/toolset".to_owned() } else { format!("/toolset/{i}") };
            return Err((t, at, format!("there is no tool set '{unknown}'")));
        }
        for (i, turn) in topic.turns.iter().enumerate() {
            let wrong = |(at, detail): (String, String)| (t, format!("/turns/{i}/gold{at}"), detail);
            check_gold(&turn.gold, catalogue).map_err(wrong)?;
        }
    }
    Ok(())
}

fn check_gold(gold: &Gold, catalogue: &Catalogue) -> Result<(), (String, String)> {
    if let Gold::Ask(ask) = gold {
        for (i, missing) in ask.missing.iter().enumerate() {
            let at = format!("/missing/{i}");
            let tool = find(catalogue, &missing.toolset, &missing.tool).map_err(|e| (format!("{at}/tool"), e))?;
            if tool.property(&missing.slot).is_none() {
                return Err((format!("{at}/slot"), format!("{} has no argument '{}'", missing.tool, missing.slot)));
            }
        }
    }
    let at = if gold.ask().is_some() { "/then" } else { "/calls" };
    for (i, call) in gold.calls().iter().enumerate() {
        let tool = find(catalogue, &call.toolset, &call.tool).map_err(|e| (format!("{at}/{i}/tool"), e))?;
        check_arguments(call, tool).map_err(|(pointer, e)| (format!("{at}/{i}/arguments{pointer}"), e))?;
    }
    Ok(())
}

fn find<'c>(catalogue: &'c Catalogue, toolset: &str, tool: &str) -> Result<&'c Tool, String> {
    catalogue.find(toolset, tool).ok_or_else(|| format!("{toolset} has no tool '{tool}'"))
}

/// What a result will give is not known here; what it is given to must at least be there.
fn check_arguments(call: &GoldCall, tool: &Tool) -> Result<(), (String, String)> {
    if let Some((name, _)) = call.arguments.iter().find(|(name, _)| tool.property(name).is_none()) {
        return Err((format!("/{}", escape(name)), format!("{} has no such argument", call.tool)));
    }
    if let Some(missing) = tool.required().find(|name| call.argument(name).is_none()) {
        return Err((String::new(), format!("{} needs '{missing}'", call.tool)));
    }
    let value = |source: &Source| match source {
        Source::Value(value) => Some(value.clone()),
        Source::Path { .. } | Source::Pick { .. } => None,
    };
    let known = call.arguments.iter().filter_map(|(name, a)| Some((name.clone(), value(&a.source)?)));
    let known: Map<String, Value> = known.collect();
    let names: Vec<String> = known.keys().map(|name| format!("/{}", escape(name))).collect();
    let Err(problem) = prepare(tool, known) else { return Ok(()) };
    let of = |pointer: &str| names.iter().any(|name| pointer == name || pointer.starts_with(&format!("{name}/")));
    let fault = problem.errors.into_iter().find(|fault| of(&fault.pointer));
    fault.map_or(Ok(()), |fault| Err((fault.pointer, fault.detail)))
}
