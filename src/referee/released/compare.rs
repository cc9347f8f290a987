//! Arguments against gold, value by value; the first fault is the label.

use std::fmt::Write;

use super::check::CORRECT;
use super::python::{Py, repr};
use super::strings::{Strings, fault};

/// The method call that the comparison dies of: Python's `AttributeError`, which it reports as a label.
struct NoGet<'s>(&'s Py);

/// A label, or nothing where all is right.
type Compared<'s> = Result<Option<String>, NoGet<'s>>;

/// `correct`, or what differs.
///
/// `schemas` are the tool's properties. They are only looked into to walk down beside the values, and where that leads to
/// something that is no dict the comparison fails.
pub fn compare(predicted: &Py, gold: &Py, schemas: &Py, strings: Strings) -> String {
    match at(predicted, gold, schemas, "", strings) {
        Ok(None) => CORRECT.to_owned(),
        Ok(Some(label)) => label,
        Err(NoGet(value)) => {
            format!("error: comparison failed - '{}' object has no attribute 'get'", value.type_name())
        }
    }
}

fn at<'s>(predicted: &Py, gold: &Py, schema: &'s Py, path: &str, strings: Strings) -> Compared<'s> {
    let place = if path.is_empty() { String::new() } else { format!(" at '{path}'") };
    match (predicted, gold) {
        (Py::Dict(_), Py::Dict(entries)) => dicts(predicted, (gold, entries), schema, (path, &place), strings),
        (Py::List(a), Py::List(b)) if a.len() != b.len() => {
            Ok(Some(format!("error_match: array length mismatch{place}")))
        }
        (Py::List(a), Py::List(b)) => lists(a, b, schema, path, strings),
        (Py::Str(a), Py::Str(b)) => Ok(fault(a, b, strings).map(|fault| fault.label(&place))),
        _ if predicted.type_name() != gold.type_name() => {
            Ok(Some(format!("error_match: value type inconsistent{place}")))
        }
        _ if predicted.equals(gold) => Ok(None),
        _ => Ok(Some(format!("error_match: value mismatch{place}"))),
    }
}

fn dicts<'s>(
    predicted: &Py,
    (gold, entries): (&Py, &[(String, Py)]),
    schema: &'s Py,
    (path, place): (&str, &str),
    strings: Strings,
) -> Compared<'s> {
    if let Some(detail) = keys_differ(predicted, gold) {
        return Ok(Some(format!("error_match: args keys mismatch{place} ({detail})")));
    }
    let schemas = match schema {
        Py::Dict(_) => schema.get("properties").unwrap_or(schema),
        _ => NOTHING,
    };
    for (key, value) in entries {
        let below = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
        let schema = get(schemas, key)?;
        let found = at(predicted.get(key).unwrap_or(&Py::Null), value, schema, &below, strings)?;
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}

fn lists<'s>(predicted: &[Py], gold: &[Py], schema: &'s Py, path: &str, strings: Strings) -> Compared<'s> {
    let schema = get(schema, "items")?;
    for (i, (predicted, gold)) in predicted.iter().zip(gold).enumerate() {
        let found = at(predicted, gold, schema, &format!("{path}[{i}]"), strings)?;
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}

const NOTHING: &Py = &Py::Dict(Vec::new());

/// Python's `value.get(key, {})`.
fn get<'s>(value: &'s Py, key: &str) -> Result<&'s Py, NoGet<'s>> {
    match value {
        Py::Dict(_) => Ok(value.get(key).unwrap_or(NOTHING)),
        _ => Err(NoGet(value)),
    }
}

/// Which keys one has and the other has not, sorted: the original prints them in no fixed order.
fn keys_differ(predicted: &Py, gold: &Py) -> Option<String> {
    let missing = keys_without(gold, predicted);
    let extra = keys_without(predicted, gold);
    let mut detail = String::new();
    for (word, names) in [("missing", missing), ("extra", extra)] {
        if !names.is_empty() {
            let names: Vec<String> = names.into_iter().map(repr).collect();
            let comma = if detail.is_empty() { "" } else { ", " };
            let _ = write!(detail, "{comma}{word}: [{}]", names.join(", "));
        }
    }
    (!detail.is_empty()).then_some(detail)
}

fn keys_without<'p>(of: &'p Py, other: &Py) -> Vec<&'p str> {
    let Py::Dict(entries) = of else { return Vec::new() };
    let mut names: Vec<&str> =
        entries.iter().map(|(key, _)| key.as_str()).filter(|key| other.get(key).is_none()).collect();
    names.sort_unstable();
    names
}
