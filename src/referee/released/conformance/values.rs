//! Recorded comparisons of single values.

use std::path::Path;

use super::difference::{Disagreement, Tally, differences};
use super::files::{ConformanceError, Row, lines};
use crate::referee::released::python::{Py, dumps};
use crate::referee::released::strings::{Strings, is_chinese};
use crate::referee::released::{Checker, as_sent};

/// The quirk of texts that the original gives up on only for want of stack.
const RECURSION: &str = "long-text-recursion";

/// How the original reports an exception inside its comparison.
const EXCEPTION: &str = "error: comparison failed";

/// Checks every pair of a file again.
///
/// Rows with Chinese text hang on a word list, very long texts on the depth of Python's stack, and some labels on the words
/// of a Python exception: these are counted apart.
///
/// # Errors
///
/// A file that cannot be read, or the first row that is not as it should be.
pub fn values(file: &Path) -> Result<Tally, ConformanceError> {
    let mut tally = Tally::default();
    for row in lines(file)? {
        let found = pair(&row)?;
        if is_informative(&row)? { tally.add_informative(found) } else { tally.add(found) }
    }
    Ok(tally)
}

fn pair(row: &Row<'_>) -> Result<Vec<Disagreement>, ConformanceError> {
    let id = row.text("pair_id")?;
    let tools = as_sent(&tools(row.field("schema")?));
    let gold = Py::dict([("v", row.field("gold")?.clone())]);
    let predicted = Py::text(dumps(&Py::dict([("v", row.field("predicted")?.clone())])));
    let fields = [("check", Strings::WithRouge), ("check_without_rouge", Strings::WithoutRouge)];
    let mut found = Vec::new();
    for (name, strings) in fields {
        let checked = Checker::new(&tools, strings).check("f", &predicted, &gold);
        let said = checked.unwrap_or_else(|exception| exception.to_string());
        found.extend(differences(id, &format!("/{name}"), row.field(name)?, &Py::text(said)));
    }
    Ok(found)
}

/// One tool with a single argument that is required.
fn tools(schema: &Py) -> Py {
    let parameters = Py::dict([
        ("type", Py::text("object")),
        ("properties", Py::dict([("v", schema.clone())])),
        ("required", Py::List(vec![Py::text("v")])),
    ]);
    let function = Py::dict([("name", Py::text("f")), ("parameters", parameters)]);
    Py::List(vec![Py::dict([("type", Py::text("function")), ("function", function)])])
}

fn is_informative(row: &Row<'_>) -> Result<bool, ConformanceError> {
    let texts = [dumps(row.field("gold")?), dumps(row.field("predicted")?)];
    let quirk = row.value.get("quirk").and_then(Py::as_str);
    let check = row.field("check")?.as_str().unwrap_or_default();
    let is_segmented = texts.iter().any(|text| is_chinese(text));
    Ok(is_segmented || quirk == Some(RECURSION) || check.starts_with(EXCEPTION))
}
