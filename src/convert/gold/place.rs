use serde_json::{Map, Value};

use crate::call::strict::kind;

/// A file of another project that cannot be read as what it should be.
#[derive(Debug, thiserror::Error)]
pub enum GoldError {
    /// A file or directory cannot be read at all.
    #[error("{file} cannot be read: {source}")]
    Unreadable {
        /// The file.
        file: String,
        /// What the system says.
        source: std::io::Error,
    },
    /// The directory holds none of the files that are needed.
    #[error("{folder}: {detail}")]
    Missing {
        /// The directory.
        folder: String,
        /// What was looked for.
        detail: String,
    },
    /// Something stands there that was not expected.
    #[error("{file}: {}{}{detail}", line_text(*.line), pointer_text(.pointer))]
    Wrong {
        /// The file.
        file: String,
        /// Line, from 1, where the file is read line by line or is no JSON.
        line: Option<usize>,
        /// JSON pointer, within the line where there is one; empty for the whole.
        pointer: String,
        /// What was found and what was expected.
        detail: String,
    },
    /// What was made of the files is refused by its own reader: something in them has no counterpart here.
    #[error("what was made of {project} cannot be used: {detail}")]
    Unusable {
        /// The project.
        project: &'static str,
        /// What the reader says.
        detail: String,
    },
}

fn line_text(line: Option<usize>) -> String {
    line.map_or_else(String::new, |line| format!("line {line}: "))
}

fn pointer_text(pointer: &str) -> String {
    if pointer.is_empty() { String::new() } else { format!("{pointer}: ") }
}

/// A value and where it stands.
#[derive(Clone, Debug)]
pub struct At<'a> {
    /// Name of the file.
    pub file: &'a str,
    /// Its line, from 1, where the file is read line by line.
    pub line: Option<usize>,
    /// JSON pointer.
    pub pointer: String,
    /// What stands there.
    pub value: &'a Value,
}

impl<'a> At<'a> {
    /// What is wrong with it.
    pub fn wrong(&self, detail: impl Into<String>) -> GoldError {
        let (file, pointer) = (self.file.to_owned(), self.pointer.clone());
        GoldError::Wrong { file, line: self.line, pointer, detail: detail.into() }
    }

    fn expected(&self, what: &str) -> GoldError {
        self.wrong(format!("expected {what}, found {}", kind(self.value)))
    }

    fn inner(&self, name: &str, value: &'a Value) -> Self {
        let name = name.replace('~', "~0").replace('/', "~1");
        Self { pointer: format!("{}/{name}", self.pointer), value, ..*self }
    }

    /// A member that must be there.
    ///
    /// # Errors
    ///
    /// It is not, or this is no object.
    pub fn field(&self, name: &str) -> Result<Self, GoldError> {
        self.members()?;
        self.maybe(name).ok_or_else(|| self.wrong(format!("the member '{name}' is missing")))
    }

    /// A member that may be there; `null` counts as absent.
    pub fn maybe(&self, name: &str) -> Option<Self> {
        let value = self.value.get(name).filter(|value| !value.is_null())?;
        Some(self.inner(name, value))
    }

    /// The members of an object.
    ///
    /// # Errors
    ///
    /// It is none.
    pub fn members(&self) -> Result<&'a Map<String, Value>, GoldError> {
        self.value.as_object().ok_or_else(|| self.expected("an object"))
    }

    /// The members of an object, each with its place.
    ///
    /// # Errors
    ///
    /// It is none.
    pub fn entries(&self) -> Result<Vec<(&'a str, Self)>, GoldError> {
        Ok(self.members()?.iter().map(|(name, value)| (name.as_str(), self.inner(name, value))).collect())
    }

    /// The items of an array.
    ///
    /// # Errors
    ///
    /// It is none.
    pub fn items(&self) -> Result<Vec<Self>, GoldError> {
        let items = self.value.as_array().ok_or_else(|| self.expected("an array"))?;
        Ok(items.iter().enumerate().map(|(i, item)| self.inner(&i.to_string(), item)).collect())
    }

    /// A text.
    ///
    /// # Errors
    ///
    /// It is none.
    pub fn text(&self) -> Result<&'a str, GoldError> {
        self.value.as_str().ok_or_else(|| self.expected("a text"))
    }

    /// A whole number that is not negative.
    ///
    /// # Errors
    ///
    /// It is none.
    pub fn count(&self) -> Result<u64, GoldError> {
        self.value.as_u64().ok_or_else(|| self.expected("a whole number"))
    }
}
