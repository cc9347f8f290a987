//! Recorded sessions, with their rates.

use std::path::Path;

use super::difference::{Tally, differences};
use super::files::{ConformanceError, Row, Toolsets, whole};
use super::render;
use crate::referee::released::python::Py;
use crate::referee::released::rates::{
    ThirdRow, Turn, TurnScore, average, keep, metric, play, thirds, thirds_over_personas, turns,
};
use crate::referee::released::{Crash, Strings};

/// Plays every persona of a file again, and compares topics, verdicts, tables, thirds and means.
///
/// # Errors
///
/// A file that cannot be read or is not as it should be; a tool set that is not there; topics that make no session.
pub fn session(file: &Path, toolsets: &Toolsets) -> Result<Tally, ConformanceError> {
    let row = whole(file)?;
    let Py::Dict(personas) = row.field("personas")? else { return Err(row.fault("personas", "an object")) };
    let Py::Dict(expected) = row.field("expected")? else { return Err(row.fault("expected", "an object")) };
    let mut played = Vec::new();
    for (name, persona) in personas {
        played.push(Played::of(&row, name, persona, toolsets)?);
    }
    let mut tally = Tally::default();
    for (name, expected) in expected {
        let actual = match name.as_str() {
            "thirds_by_persona" => thirds_by_persona(&played),
            "thirds_mean_over_personas" => thirds_over_personas(&all_thirds(&played)),
            "mean_over_personas" => means(&played),
            _ => played.iter().find(|one| one.name == *name).map_or(Py::Null, Played::render),
        };
        tally.add(differences(name, &format!("/expected/{name}"), expected, &actual));
    }
    Ok(tally)
}

/// A persona's session, played.
struct Played {
    name: String,
    topics: Vec<String>,
    turns: Vec<Turn>,
    scores: Result<Vec<TurnScore>, Crash>,
}

impl Played {
    fn of(row: &Row<'_>, name: &str, persona: &Py, toolsets: &Toolsets) -> Result<Self, ConformanceError> {
        let list = |field: &str| persona.get(field).and_then(Py::as_list);
        let topics =
            list("topics").ok_or_else(|| row.fault("personas", "an object with the topics of each persona"))?;
        let topics = topics.iter().map(|topic| with_tools(row, topic, toolsets)).collect::<Result<Vec<_>, _>>()?;
        let fault = |why| ConformanceError::Topics { file: row.file.to_owned(), persona: name.to_owned(), why };
        let kept = keep(&topics).map_err(fault)?;
        let turns = turns(&kept, name).map_err(fault)?;
        let script = |script: &Py| script.get("predicted").and_then(Py::as_list).unwrap_or_default().to_vec();
        let scripts: Vec<Vec<Py>> = list("scripts").unwrap_or_default().iter().map(script).collect();
        let fails_at = persona.get("agent_fails_at_turn").and_then(Py::as_index);
        let scores = play(&turns, &scripts, fails_at, Strings::WithRouge);
        let id = |topic: &&Py| topic.get("id").and_then(Py::as_str).unwrap_or_default().to_owned();
        Ok(Self { name: name.to_owned(), topics: kept.iter().map(id).collect(), turns, scores })
    }

    fn scores(&self) -> &[TurnScore] {
        self.scores.as_deref().unwrap_or_default()
    }

    fn metric(&self) -> Py {
        metric(&self.turns, self.scores())
    }

    fn render(&self) -> Py {
        let texts = |texts: Vec<&String>| Py::List(texts.into_iter().map(Py::text).collect());
        let mut fields = vec![
            ("topic_order_after_dedupe", texts(self.topics.iter().collect())),
            ("num_turns", Py::int(self.turns.len())),
            ("task_types", texts(self.turns.iter().map(|turn| &turn.task_type).collect())),
            ("turn_subtypes", texts(self.turns.iter().filter_map(|turn| turn.subtype.as_ref()).collect())),
        ];
        match &self.scores {
            Ok(scores) => fields.push(("turns", Py::List(scores.iter().map(turn).collect()))),
            Err(crash) => fields.push(("crash", render::crash(*crash))),
        }
        fields.push(("metric", self.metric()));
        Py::Dict(fields.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
    }
}

fn turn(score: &TurnScore) -> Py {
    Py::dict([
        ("label", render::label(score.is_right)),
        ("is_optimal", Py::Bool(score.is_optimal)),
        ("complete_step", Py::int(score.steps_kept)),
    ])
}

/// In the order of the original's score files: their names go on with `__` after the persona.
fn all_thirds(played: &[Played]) -> Vec<ThirdRow> {
    let mut sorted: Vec<&Played> = played.iter().collect();
    sorted.sort_by_key(|one| format!("{}__", one.name));
    sorted.into_iter().flat_map(|one| thirds(&one.name, &one.turns, one.scores())).collect()
}

fn thirds_by_persona(played: &[Played]) -> Py {
    Py::List(all_thirds(played).iter().map(ThirdRow::render).collect())
}

/// The tables that were recorded: those whose rows are the same for every session.
fn means(played: &[Played]) -> Py {
    let tables: Vec<Py> = played.iter().map(Played::metric).collect();
    let Py::Dict(means) = average(&tables.iter().collect::<Vec<_>>()) else { return Py::Null };
    let recorded = |name: &str| name.ends_with("_info") && name != "layer_info";
    Py::Dict(means.into_iter().filter(|(name, _)| recorded(name)).collect())
}

/// A topic with its tools in place of their name.
fn with_tools(row: &Row<'_>, topic: &Py, toolsets: &Toolsets) -> Result<Py, ConformanceError> {
    let Py::Dict(entries) = topic else { return Err(row.fault("personas", "an object for each topic")) };
    let mut entries = entries.clone();
    if let Some(name) = topic.get("toolset") {
        let name = name.as_str().ok_or_else(|| row.fault("personas", "the name of a tool set in each topic"))?;
        entries.push(("tools".to_owned(), toolsets.of(row, name)?.clone()));
    }
    Ok(Py::Dict(entries))
}
