//! UserToolBench's own dataset: a persona's topics as a dialogue, and scripted agents as runs.
//!
//! A persona's file has one topic a line. A file of recorded sessions (`.json`) has several personas, and for each turn what
//! an agent did.

mod nodes;
mod scripts;
mod toolsets;

use std::path::{Path, PathBuf};

use serde_json::Map;

use super::{At, Folder, GoldError, Imported, Plan, Run, RunTurn, Topic, Turn};
use crate::convert::Lost;
use crate::suite::{Foreign, Subtype, Task};
use nodes::Nodes;
use toolsets::Toolsets;

const PROJECT: &str = "UserToolBench";
const VERDICT: &str = "A turn is right for UserToolBench when it passes the released verdict.";

/// The clock of topics that come before any with a time.
const NO_CLOCK: &str = "2000-01-01T00:00:00Z";

/// Reads files of personas, and tool sets that their topics may name.
///
/// # Errors
///
/// The first thing that is not as it should be, with its place.
pub fn import(files: &[PathBuf], toolsets: Option<&Path>) -> Result<Imported, GoldError> {
    let mut lost = Lost::default();
    let mut sets = Toolsets::read(toolsets)?;
    let (mut plans, mut golds, mut scripted) = (Vec::new(), Vec::new(), Vec::new());
    let mut digests = String::new();
    for path in files {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let mut folder = Folder::unlisted(path.parent().unwrap_or(Path::new("")));
        let document = if name.ends_with(".json") { folder.json(name)? } else { folder.lines(name)? };
        for persona in personas(name, &document.values().collect::<Vec<_>>(), &mut lost)? {
            let played = persona.play(&mut sets, &mut lost)?;
            if plans.iter().any(|other: &Plan| other.id == played.plan.id) {
                return Err(persona.at.wrong(format!("a second persona comes to the name '{}'", played.plan.id)));
            }
            plans.push(played.plan);
            golds.push(played.gold);
            scripted.extend(played.scripted);
        }
        digests.push_str(&folder.digest()[..16]);
    }
    let mut runs = vec![("gold".to_owned(), golds)];
    if !scripted.is_empty() {
        runs.push(("scripted".to_owned(), scripted));
    }
    let source = format!("usertoolbench:{digests}");
    Imported::new(PROJECT, VERDICT, &sets.used(), &plans, runs, &source, lost)
}

/// A persona's topics in the order in which they are played.
struct Persona<'a> {
    name: String,
    at: At<'a>,
    topics: Vec<At<'a>>,
    /// What an agent did, one for each turn; none in a persona's own file.
    scripts: Option<Vec<At<'a>>>,
    fails_at: Option<u64>,
}

/// What becomes of a persona.
struct Played {
    plan: Plan,
    gold: Run,
    scripted: Option<Run>,
}

fn personas<'a>(name: &str, values: &[At<'a>], lost: &mut Lost) -> Result<Vec<Persona<'a>>, GoldError> {
    let recorded = match values {
        [one] => one.maybe("personas"),
        _ => None,
    };
    let Some(recorded) = recorded else {
        let Some(at) = values.first().cloned() else { return Ok(Vec::new()) };
        let name = name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_owned();
        let topics = in_time(values.to_vec(), lost)?;
        return Ok(vec![Persona { name, at, topics, scripts: None, fails_at: None }]);
    };
    let expected = values[0].maybe("expected");
    let persona = |(name, at): (&str, At<'a>)| {
        let topics = at.field("topics")?.items()?;
        let order = expected.as_ref().and_then(|expected| expected.maybe(name)?.maybe("topic_order_after_dedupe"));
        let topics = match order {
            Some(order) => drawn(topics, &order, lost)?,
            None => in_time(topics, lost)?,
        };
        let scripts = at.maybe("scripts").map(|scripts| scripts.items()).transpose()?;
        let fails_at = at.maybe("agent_fails_at_turn").map(|at| at.count()).transpose()?;
        Ok(Persona { name: name.to_owned(), at, topics, scripts, fails_at })
    };
    recorded.entries()?.into_iter().map(persona).collect()
}

/// The topics that the evaluator kept, in its order.
fn drawn<'a>(topics: Vec<At<'a>>, order: &At<'_>, lost: &mut Lost) -> Result<Vec<At<'a>>, GoldError> {
    let mut kept = Vec::new();
    for id in order.items()? {
        let wanted = id.text()?;
        let found = topics.iter().find(|topic| topic.value["id"] == wanted);
        kept.push(found.ok_or_else(|| id.wrong(format!("there is no topic '{wanted}'")))?.clone());
    }
    (kept.len()..topics.len()).for_each(|_| lost.whole("a topic that has the time of another, as the evaluator drew"));
    Ok(kept)
}

/// All topics by time. The evaluator keeps one of those with the same time, by a draw; here nothing is dropped.
fn in_time<'a>(mut topics: Vec<At<'a>>, lost: &mut Lost) -> Result<Vec<At<'a>>, GoldError> {
    let mut times = Vec::new();
    for topic in &topics {
        times.push(time(topic)?);
    }
    let same = times.iter().enumerate().filter(|(i, time)| times[..*i].contains(time)).count();
    (0..same).for_each(|_| lost.part("that the evaluator plays one of the topics with the same time: all are kept"));
    topics.sort_by_cached_key(|topic| {
        let time = time(topic).ok().flatten();
        (time.is_none(), time, topic.value["id"].as_str().unwrap_or_default().to_owned())
    });
    Ok(topics)
}

/// The first `YYYY-MM-DD HH:MM:SS` of a topic's `env_info`, as RFC 3339.
fn time(topic: &At<'_>) -> Result<Option<String>, GoldError> {
    let Some(at) = topic.maybe("env_info") else { return Ok(None) };
    let text = at.text()?;
    let shape = |window: &[u8]| {
        let mut pairs = window.iter().zip(b"0000-00-00 00:00:00");
        pairs.all(|(byte, shape)| if *shape == b'0' { byte.is_ascii_digit() } else { byte == shape })
    };
    let Some(from) = text.as_bytes().windows(19).position(shape) else { return Ok(None) };
    let written = &text[from..from + 19];
    let time: jiff::civil::DateTime = written.parse().map_err(|e| at.wrong(format!("'{written}' is no time: {e}")))?;
    Ok(Some(time.strftime("%Y-%m-%dT%H:%M:%SZ").to_string()))
}

/// A field, or the one with `english_` in front where the plain one is empty.
fn field<'a>(topic: &At<'a>, name: &str) -> Option<At<'a>> {
    let is_empty = |at: &At<'_>| at.value.as_str() == Some("") || at.value.as_array().is_some_and(Vec::is_empty);
    topic.maybe(name).filter(|at| !is_empty(at)).or_else(|| topic.maybe(&format!("english_{name}")))
}

impl<'a> Persona<'a> {
    fn play(&self, sets: &mut Toolsets, lost: &mut Lost) -> Result<Played, GoldError> {
        let mut played = Session { clock: NO_CLOCK.to_owned(), ..Session::default() };
        for (i, topic) in self.topics.iter().enumerate() {
            let place = i + 1;
            played.topic(place, topic, sets, lost)?;
        }
        let id: String = self.name.to_lowercase().replace(|c: char| !c.is_ascii_alphanumeric(), "-");
        let run = |agent: &str, turns: Vec<RunTurn>| Run {
            session: format!("{id}-{agent}"),
            agent: Some(agent.to_owned()),
            persona: id.clone(),
            turns,
        };
        let scripted = match &self.scripts {
            Some(scripts) => Some(run("scripted", scripts::turns(scripts, self.fails_at, &played.nodes, lost)?)),
            None => None,
        };
        let origin = Foreign { project: PROJECT.into(), task: self.name.clone(), licence: None };
        let gold = run("gold", played.nodes.iter().map(Nodes::gold_run).collect());
        let (timezone, attributes) = ("UTC".to_owned(), Map::new());
        Ok(Played { plan: Plan { id, origin, attributes, timezone, topics: played.topics }, gold, scripted })
    }
}

/// A session as far as it is read.
#[derive(Default)]
struct Session {
    clock: String,
    topics: Vec<Topic>,
    nodes: Vec<Nodes>,
}

impl Session {
    fn topic(&mut self, place: usize, at: &At<'_>, sets: &mut Toolsets, lost: &mut Lost) -> Result<(), GoldError> {
        let list = |name: &str| field(at, name).map_or(Ok(Vec::new()), |list| list.items());
        let (tasks, golds, types) = (list("tasks")?, list("answer_list")?, list("task_types")?);
        if tasks.len() != golds.len() || tasks.len() != types.len() {
            return Err(at.wrong("tasks, answer_list and task_types have not as many entries"));
        }
        let subtypes = list("turn_subtypes")?;
        match time(at)? {
            Some(clock) => self.clock = clock,
            None => lost.part("the time of a topic that tells none: it has that of the one before"),
        }
        if at.maybe("messages").is_some() {
            lost.part("the `messages` of a topic, which no evaluator reads");
        }
        let toolset = sets.of(at, lost)?;
        let mut turns = Vec::new();
        for (k, ((task, gold), kind)) in tasks.iter().zip(&golds).zip(&types).enumerate() {
            let index = self.nodes.len();
            let subtype = match (index, k) {
                (0, _) => Subtype::Opening,
                (_, 0) => Subtype::CrossTopic,
                _ => subtype(subtypes.get(k - 1).ok_or_else(|| at.wrong("turn_subtypes is too short"))?, lost)?,
            };
            let mut nodes = Nodes::read(gold, &toolset, lost)?;
            (nodes.id, nodes.index, nodes.clock) = (format!("t{place:02}.{}", k + 1), index, self.clock.clone());
            let words = task.text()?;
            let turn = nodes.turn(words, sets, lost);
            let task = task_of(kind.text()?, &turn, lost);
            turns.push(turn.of_kind(subtype, task));
            self.nodes.push(nodes);
        }
        let title = at.value["id"].as_str().unwrap_or("a topic without id").to_owned();
        let (topic, clock) = (format!("t{place:02}"), self.clock.clone());
        self.topics.push(Topic { topic, title, toolset: vec![toolset], clock, turns });
        Ok(())
    }
}

fn subtype(at: &At<'_>, lost: &mut Lost) -> Result<Subtype, GoldError> {
    Ok(match at.text()? {
        "Partial Information" | "省略成分" => Subtype::PartialInformation,
        "Long-Range Dependency" | "Long-Term Memory" | "长期记忆" => Subtype::LongRangeDependency,
        "Cross-Topic" => Subtype::CrossTopic,
        other => {
            lost.part(format!("the subtype '{other}', which has none of its own here: it is partial_information"));
            Subtype::PartialInformation
        }
    })
}

fn task_of(written: &str, turn: &Turn, lost: &mut Lost) -> Task {
    match written {
        "Single-Tool" | "单工具" => Task::SingleTool,
        "Clarify" | "Clarification" | "澄清" => Task::LackOfInformation,
        "Chat" | "Chit-Chat" | "闲聊" => Task::Chat,
        "多工具" => Task::MultiTool,
        multi if multi.ends_with("Multi-Tool") => {
            if multi != "Multi-Tool" {
                lost.part(format!("that a turn is '{multi}': it is multi_tool"));
            }
            Task::MultiTool
        }
        other => {
            lost.part(format!("the task type '{other}': the turn's calls tell it"));
            turn.task()
        }
    }
}
