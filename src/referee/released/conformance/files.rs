//! Reading the files of recorded verdicts.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::referee::released::python::{Py, Unreadable, read};
use crate::referee::released::rates::TopicsError;

/// What is wrong with a file of recorded verdicts.
#[derive(Debug, Error)]
pub enum ConformanceError {
    /// It cannot be read
    #[error("{}: {why}", file.display())]
    File {
        /// The file
        file: PathBuf,
        /// Why
        why: io::Error,
    },
    /// A line, or the file, is not JSON
    #[error("{}:{line}: {why}", file.display())]
    Json {
        /// The file
        file: PathBuf,
        /// The line, from 1
        line: usize,
        /// Why
        why: Unreadable,
    },
    /// A field is missing or of another type
    #[error("{}:{line}: {pointer} is {found}; {expected} is expected", file.display())]
    Field {
        /// The file
        file: PathBuf,
        /// The line, from 1
        line: usize,
        /// JSON pointer to the field
        pointer: String,
        /// What stands there
        found: &'static str,
        /// What should
        expected: &'static str,
    },
    /// A row names tools that are not there
    #[error("{}:{line}: the tool set '{name}' is not in {}; add it there, or correct the row", file.display(), toolsets.display())]
    Toolset {
        /// The file
        file: PathBuf,
        /// The line, from 1
        line: usize,
        /// The name
        name: String,
        /// The file of tool sets
        toolsets: PathBuf,
    },
    /// The topics of a persona make no session
    #[error("{}: persona '{persona}': {why}", file.display())]
    Topics {
        /// The file
        file: PathBuf,
        /// The persona
        persona: String,
        /// Why
        why: TopicsError,
    },
}

/// The tools of all rows, by the names that the rows use.
#[derive(Debug)]
pub struct Toolsets {
    file: PathBuf,
    sets: Py,
}

impl Toolsets {
    /// Reads a file: one object, a list of tools under each name.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or is not such an object.
    pub fn load(file: &Path) -> Result<Self, ConformanceError> {
        let row = whole(file)?;
        match row.value {
            Py::Dict(_) => Ok(Self { file: file.to_owned(), sets: row.value }),
            _ => Err(row.fault("", "an object with a list of tools under each name")),
        }
    }

    /// The tools that a row names.
    pub(super) fn of(&self, row: &Row<'_>, name: &str) -> Result<&Py, ConformanceError> {
        self.sets.get(name).ok_or_else(|| ConformanceError::Toolset {
            file: row.file.to_owned(),
            line: row.line,
            name: name.to_owned(),
            toolsets: self.file.clone(),
        })
    }
}

/// One value of a file, with the place to name when something is wrong with it.
#[derive(Debug)]
pub(super) struct Row<'f> {
    pub file: &'f Path,
    pub line: usize,
    pub value: Py,
}

impl Row<'_> {
    /// A field that must be there.
    pub fn field(&self, name: &str) -> Result<&Py, ConformanceError> {
        self.value.get(name).ok_or_else(|| self.fault(name, "a field of this name"))
    }

    pub fn text(&self, name: &str) -> Result<&str, ConformanceError> {
        self.field(name)?.as_str().ok_or_else(|| self.fault(name, "text"))
    }

    pub fn list(&self, name: &str) -> Result<&[Py], ConformanceError> {
        self.field(name)?.as_list().ok_or_else(|| self.fault(name, "an array"))
    }

    /// The error for a field that is not as it should be.
    pub fn fault(&self, name: &str, expected: &'static str) -> ConformanceError {
        let found = if name.is_empty() { Some(&self.value) } else { self.value.get(name) };
        ConformanceError::Field {
            file: self.file.to_owned(),
            line: self.line,
            pointer: if name.is_empty() { "the whole".to_owned() } else { format!("/{name}") },
            found: found.map_or("missing", kind),
            expected,
        }
    }
}

/// A value's type, in JSON's words.
fn kind(value: &Py) -> &'static str {
    match value {
        Py::Null => "null",
        Py::Bool(_) => "a boolean",
        Py::Int(_) | Py::Float(_) => "a number",
        Py::Str(_) => "text",
        Py::List(_) => "an array",
        Py::Dict(_) => "an object",
    }
}

/// A file that is one value.
pub(super) fn whole(file: &Path) -> Result<Row<'_>, ConformanceError> {
    let text = text(file)?;
    let line = |why: &Unreadable| line_of(&text, why);
    let fault = |why| ConformanceError::Json { file: file.to_owned(), line: line(&why), why };
    let value = read(&text).map_err(fault)?;
    Ok(Row { file, line: 1, value })
}

/// A file with a value a line; empty lines are none.
pub(super) fn lines(file: &Path) -> Result<Vec<Row<'_>>, ConformanceError> {
    let text = text(file)?;
    let numbered = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let rows = numbered.map(|(i, line)| {
        let fault = |why| ConformanceError::Json { file: file.to_owned(), line: i + 1, why };
        Ok(Row { file, line: i + 1, value: read(line).map_err(fault)? })
    });
    rows.collect()
}

fn text(file: &Path) -> Result<String, ConformanceError> {
    std::fs::read_to_string(file).map_err(|why| ConformanceError::File { file: file.to_owned(), why })
}

fn line_of(text: &str, fault: &Unreadable) -> usize {
    match fault {
        Unreadable::NotJson(at) => text.as_bytes()[..*at].iter().filter(|byte| **byte == b'\n').count() + 1,
        _ => 1,
    }
}
