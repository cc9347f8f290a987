//! Reading a file that others wrote: every fault is told with its place.

use std::collections::BTreeMap;

use serde_json::Value;
use serde_json::value::RawValue;

use crate::call::strict::kind;

/// A file that is no HTTP Archive.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {detail}", if pointer.is_empty() { "the file" } else { pointer.as_str() })]
pub struct HarError {
    /// JSON pointer; empty for the file as a whole.
    pub pointer: String,
    /// What was found and what was expected.
    pub detail: String,
}

impl HarError {
    /// A fault at a place.
    pub(super) fn new(pointer: impl Into<String>, detail: impl Into<String>) -> Self {
        Self { pointer: pointer.into(), detail: detail.into() }
    }
}

/// Members of an object, not yet read: entries may be large, and are read one at a time.
pub(super) type Members<'a> = BTreeMap<String, &'a RawValue>;

/// The members of the object at a place.
pub(super) fn members<'a>(pointer: &str, raw: &'a str) -> Result<Members<'a>, HarError> {
    serde_json::from_str(raw).map_err(|_| expected(pointer, "an object", found(raw)))
}

/// A member that must be there.
pub(super) fn member<'a>(pointer: &str, members: &Members<'a>, name: &str) -> Result<&'a RawValue, HarError> {
    members.get(name).copied().ok_or_else(|| HarError::new(format!("{pointer}/{name}"), "is missing"))
}

/// The items of the array at a place.
pub(super) fn items<'a>(pointer: &str, raw: &'a RawValue) -> Result<Vec<&'a RawValue>, HarError> {
    serde_json::from_str(raw.get()).map_err(|_| expected(pointer, "an array", found(raw.get())))
}

/// The JSON type of a text that is JSON, by its first character.
fn found(raw: &str) -> &'static str {
    match raw.trim_start().bytes().next() {
        Some(b'{') => "an object",
        Some(b'[') => "an array",
        Some(b'"') => "a string",
        Some(b't' | b'f') => "a boolean",
        Some(b'n') => "null",
        _ => "a number",
    }
}

fn expected(pointer: &str, what: &str, found: &str) -> HarError {
    HarError::new(pointer, format!("expected {what}, found {found}"))
}

/// A value and its place in the file.
#[derive(Clone, Debug)]
pub(super) struct At<'a> {
    /// JSON pointer.
    pub pointer: String,
    /// What stands there.
    pub value: &'a Value,
}

impl<'a> At<'a> {
    /// A member that must be there.
    pub fn field(&self, name: &str) -> Result<At<'a>, HarError> {
        self.object()?;
        self.maybe(name).ok_or_else(|| HarError::new(format!("{}/{name}", self.pointer), "is missing"))
    }

    /// A member that may be there; `null` counts as absent, as many recorders write it.
    pub fn maybe(&self, name: &str) -> Option<At<'a>> {
        let value = self.value.get(name).filter(|value| !value.is_null())?;
        Some(At { pointer: format!("{}/{name}", self.pointer), value })
    }

    /// That it is an object.
    pub fn object(&self) -> Result<(), HarError> {
        match self.value {
            Value::Object(_) => Ok(()),
            _ => Err(self.expected("an object")),
        }
    }

    /// The text that it is.
    pub fn text(&self) -> Result<&'a str, HarError> {
        self.value.as_str().ok_or_else(|| self.expected("a string"))
    }

    /// The number that it is.
    pub fn number(&self) -> Result<f64, HarError> {
        self.value.as_f64().ok_or_else(|| self.expected("a number"))
    }

    /// The whole number that it is; recorders write some as `200.0`.
    pub fn integer(&self) -> Result<i64, HarError> {
        let whole = |n: &f64| n.fract() == 0.0 && n.abs() < 1e15;
        let number = self.value.as_i64().or_else(|| self.value.as_f64().filter(whole).map(|n| n as i64));
        number.ok_or_else(|| self.expected("a whole number"))
    }

    /// Its items, each with its place.
    pub fn items(&self) -> Result<Vec<At<'a>>, HarError> {
        let Value::Array(items) = self.value else { return Err(self.expected("an array")) };
        let at = |(i, value)| At { pointer: format!("{}/{i}", self.pointer), value };
        Ok(items.iter().enumerate().map(at).collect())
    }

    /// Its items as pairs of `name` and `value`.
    pub fn pairs(&self) -> Result<Vec<(&'a str, &'a str)>, HarError> {
        self.items()?.iter().map(|pair| Ok((pair.field("name")?.text()?, pair.field("value")?.text()?))).collect()
    }

    /// A text that may be there.
    pub fn maybe_text(&self, name: &str) -> Result<Option<&'a str>, HarError> {
        self.maybe(name).map(|at| at.text()).transpose()
    }

    /// A fault at this place.
    pub fn wrong(&self, detail: impl Into<String>) -> HarError {
        HarError::new(&self.pointer, detail)
    }

    fn expected(&self, what: &str) -> HarError {
        expected(&self.pointer, what, kind(self.value))
    }
}
