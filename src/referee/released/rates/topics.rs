//! From the topics of a persona's file to the turns of one session.

use thiserror::Error;

use super::twister::Twister;
use crate::referee::released::python::Py;

/// The seed of the original's draw between topics with one time.
const SEED: u32 = 42;

/// One turn of a session.
#[derive(Clone, Debug)]
pub struct Turn {
    /// Id of its topic
    pub topic: String,
    /// What the user says
    pub request: Py,
    /// Its gold
    pub gold: Py,
    /// The tools on offer
    pub tools: Py,
    /// Kind of turn, by the names of the tables
    pub task_type: String,
    /// Subtype by the names of the tables; none for the first turn of the session
    pub subtype: Option<String>,
}

/// Topics that the original cannot make a session of.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TopicsError {
    /// A time that no calendar has
    #[error("topic '{0}': '{1}' is no date and time; correct its env_info")]
    Time(String, String),
    /// Fields that should be as long as each other
    #[error("topic '{0}': tasks, answer_list and task_types have {1}, {2} and {3} entries; they must have as many")]
    Lengths(String, usize, usize, usize),
    /// Too few subtypes
    #[error("topic '{0}': turn_subtypes has {1} entries; each turn but the first needs one")]
    Subtypes(String, usize),
    /// A field of another type
    #[error("topic '{0}': {1} is a {2}; {3} is expected")]
    Type(String, &'static str, &'static str, &'static str),
}

/// The topics that are kept, in the order in which they are played.
///
/// # Errors
///
/// What the original would stop at.
pub fn keep(topics: &[Py]) -> Result<Vec<&Py>, TopicsError> {
    let mut groups: Vec<(Time, Vec<&Py>)> = Vec::new();
    for topic in topics {
        let time = time(topic)?;
        match groups.iter_mut().find(|(other, _)| *other == time) {
            Some((_, group)) => group.push(topic),
            None => groups.push((time, vec![topic])),
        }
    }
    let mut draw = Twister::new(SEED);
    let mut kept: Vec<(Time, &Py)> = Vec::new();
    for (time, mut group) in groups {
        group.sort_by_key(|topic| id(topic));
        kept.push((time, group[draw.choice(group.len())]));
    }
    kept.sort_by_key(|(time, topic)| (time.clone(), id(topic)));
    Ok(kept.into_iter().map(|(_, topic)| topic).collect())
}

/// The turns of topics that were kept. `stem` names topics without an id.
///
/// # Errors
///
/// What the original would stop at.
pub fn turns(topics: &[&Py], stem: &str) -> Result<Vec<Turn>, TopicsError> {
    let mut turns = Vec::new();
    for (i, topic) in topics.iter().enumerate() {
        let name = topic.get("id").map_or_else(|| format!("{stem}_topic_{i}"), |_| id(topic).to_owned());
        let list = |field| list(topic, &name, field);
        let (tasks, gold, types) = (list("tasks")?, list("answer_list")?, list("task_types")?);
        if tasks.len() != gold.len() || tasks.len() != types.len() {
            return Err(TopicsError::Lengths(name, tasks.len(), gold.len(), types.len()));
        }
        let subtypes = list("turn_subtypes")?;
        for (k, ((task, gold), task_type)) in tasks.iter().zip(gold).zip(types).enumerate() {
            let subtype = match (turns.is_empty(), k) {
                (true, _) => None,
                (false, 0) => Some("Cross-Topic".to_owned()),
                _ => {
                    let written = subtypes.get(k - 1).ok_or(TopicsError::Subtypes(name.clone(), subtypes.len()))?;
                    Some(subtype_name(text(written, &name, "turn_subtypes")?).to_owned())
                }
            };
            turns.push(Turn {
                topic: name.clone(),
                request: task.clone(),
                gold: gold.clone(),
                tools: field(topic, "tools").cloned().unwrap_or(Py::List(Vec::new())),
                task_type: task_name(text(task_type, &name, "task_types")?).to_owned(),
                subtype,
            });
        }
    }
    Ok(turns)
}

/// When a topic plays; without a time, after all others.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Time {
    At(String),
    Never,
}

fn time(topic: &Py) -> Result<Time, TopicsError> {
    let written = match topic.get("env_info") {
        None | Some(Py::Null) => return Ok(Time::Never),
        Some(Py::Str(text)) => text,
        Some(other) => return Err(TopicsError::Type(id(topic).into(), "env_info", other.type_name(), "text")),
    };
    let Some(found) = find_time(written) else { return Ok(Time::Never) };
    match found.parse::<jiff::civil::DateTime>() {
        Ok(at) if at.year() > 0 => Ok(Time::At(found.to_owned())),
        _ => Err(TopicsError::Time(id(topic).into(), found.to_owned())),
    }
}

/// The first `YYYY-MM-DD HH:MM:SS` of a text.
pub fn find_time(text: &str) -> Option<&str> {
    const SHAPE: &[u8] = b"dddd-dd-dd dd:dd:dd";
    let fits = |window: &[u8]| {
        window.iter().zip(SHAPE).all(|(byte, shape)| if *shape == b'd' { byte.is_ascii_digit() } else { byte == shape })
    };
    let at = text.as_bytes().windows(SHAPE.len()).position(fits)?;
    Some(&text[at..at + SHAPE.len()])
}

fn id(topic: &Py) -> &str {
    topic.get("id").and_then(Py::as_str).unwrap_or_default()
}

/// A field, or the one with `english_` in front where the plain one is empty.
pub fn field<'p>(topic: &'p Py, name: &str) -> Option<&'p Py> {
    let is_empty = |value: &Py| match value {
        Py::Null => true,
        Py::Str(text) => text.is_empty(),
        Py::List(items) => items.is_empty(),
        _ => false,
    };
    topic.get(name).filter(|value| !is_empty(value)).or_else(|| topic.get(&format!("english_{name}")))
}

fn list<'p>(topic: &'p Py, id: &str, name: &'static str) -> Result<&'p [Py], TopicsError> {
    match field(topic, name) {
        None | Some(Py::Null) => Ok(&[]),
        Some(Py::List(items)) => Ok(items),
        Some(other) => Err(TopicsError::Type(id.to_owned(), name, other.type_name(), "a list")),
    }
}

fn text<'p>(value: &'p Py, id: &str, name: &'static str) -> Result<&'p str, TopicsError> {
    value.as_str().ok_or_else(|| TopicsError::Type(id.to_owned(), name, value.type_name(), "text"))
}

/// The name of a kind of turn in the tables.
pub fn task_name(written: &str) -> &str {
    match written {
        "单工具" => "Single-Tool",
        "多工具" => "Multi-Tool",
        "澄清" | "Clarification" => "Clarify",
        "闲聊" | "Chit-Chat" => "Chat",
        other => other,
    }
}

/// The name of a subtype in the tables.
pub fn subtype_name(written: &str) -> &str {
    match written {
        "指代" => "Coreferential Reference",
        "省略成分" => "Partial Information",
        "长期记忆" | "Long-Term Memory" => "Long-Range Dependency",
        other => other,
    }
}
