//! Recorded turns.

use std::path::Path;

use super::difference::{Disagreement, Tally, differences};
use super::files::{ConformanceError, Row, Toolsets, lines};
use super::render;
use crate::referee::released::python::Py;
use crate::referee::released::{Graph, Strings, judge, read_gold};

/// Judges every turn of a file again and compares each field of its verdicts, with and without the packages, and what its
/// gold expands to.
///
/// # Errors
///
/// A file that cannot be read, or the first row that is not as it should be.
pub fn cases(file: &Path, toolsets: &Toolsets) -> Result<Tally, ConformanceError> {
    let mut tally = Tally::default();
    for row in lines(file)? {
        tally.add(case(&row, toolsets)?);
    }
    Ok(tally)
}

fn case(row: &Row<'_>, toolsets: &Toolsets) -> Result<Vec<Disagreement>, ConformanceError> {
    let id = row.text("case_id")?;
    let gold = row.field("gold")?;
    let total = row.list("gold")?.len();
    let messages = row.list("predicted")?;
    let tools = toolsets.of(row, row.text("toolset")?)?;
    let expected = row.field("expected")?;
    let say = |strings| render::outcome(&judge(gold, messages, tools, strings), total);
    let mut found = differences(id, "/expected", expected, &say(Strings::WithRouge));
    let (pointer, without) = match row.value.get("expected_without_rouge") {
        Some(without) => ("/expected_without_rouge", without),
        // It is left out where nothing changes.
        None => ("/expected", expected),
    };
    let other = differences(id, pointer, without, &say(Strings::WithoutRouge));
    found.extend(other.into_iter().filter(|new| !found.contains(new)).collect::<Vec<_>>());
    if let Some(graph) = row.value.get("graph") {
        found.extend(differences(id, "/graph", graph, &expansion(gold)));
    }
    Ok(found)
}

fn expansion(gold: &Py) -> Py {
    read_gold(gold).map_or(Py::Null, |nodes| render::graph(&Graph::new(&nodes).expand()))
}
