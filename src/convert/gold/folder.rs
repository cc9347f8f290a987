use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde_json::Value;
use sha2::{Digest, Sha256};

use super::{At, GoldError};
use crate::call::hex;
use crate::convert::Lost;

/// A directory of published files. It remembers which were read, so that none is passed over in silence.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    names: BTreeSet<String>,
    read: BTreeSet<String>,
    digest: Sha256,
}

/// A file that was read.
#[derive(Debug)]
pub struct Document {
    name: String,
    /// Values with their lines; a file that is no JSON Lines has one, without a line.
    values: Vec<(Option<usize>, Value)>,
}

impl Document {
    /// The value of a JSON file, or each line of a JSON Lines file.
    pub fn values(&self) -> impl Iterator<Item = At<'_>> {
        let at = |(line, value)| At { file: &self.name, line, pointer: String::new(), value };
        self.values.iter().map(move |(line, value)| at((*line, value)))
    }
}

impl Folder {
    /// Looks into a directory, and one level below it.
    ///
    /// # Errors
    ///
    /// It cannot be read.
    pub fn open(path: &Path) -> Result<Self, GoldError> {
        let mut names = BTreeSet::new();
        list(path, "", &mut names)?;
        Ok(Self { path: path.to_owned(), names, read: BTreeSet::new(), digest: Sha256::new() })
    }

    /// A directory of which only files that are asked for by name matter.
    pub fn unlisted(path: &Path) -> Self {
        Self { path: path.to_owned(), names: BTreeSet::new(), read: BTreeSet::new(), digest: Sha256::new() }
    }

    /// Names of the files that begin and end so, in order; those of a folder as `folder/name`.
    pub fn names(&self, begin: &str, end: &str) -> Vec<String> {
        let fits =
            |name: &&String| name.starts_with(begin) && name.ends_with(end) && name.len() >= begin.len() + end.len();
        self.names.iter().filter(fits).cloned().collect()
    }

    /// Whether there is such a file.
    pub fn has(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    /// Reads a text.
    ///
    /// # Errors
    ///
    /// It is not there, cannot be read, or is not UTF-8.
    pub fn text(&mut self, name: &str) -> Result<String, GoldError> {
        let read = std::fs::read(self.path.join(name));
        let bytes = read.map_err(|source| GoldError::Unreadable { file: self.shown(name), source })?;
        self.read.insert(name.to_owned());
        self.digest.update(&bytes);
        String::from_utf8(bytes).map_err(|e| {
            let detail = format!("is not UTF-8 at byte {}", e.utf8_error().valid_up_to());
            GoldError::Wrong { file: name.to_owned(), line: None, pointer: String::new(), detail }
        })
    }

    /// Reads a JSON file.
    ///
    /// # Errors
    ///
    /// It cannot be read, or is no JSON.
    pub fn json(&mut self, name: &str) -> Result<Document, GoldError> {
        let text = self.text(name)?;
        let value = parse(name, &text, 1)?;
        Ok(Document { name: name.to_owned(), values: vec![(None, value)] })
    }

    /// Reads a file of one JSON value a line.
    ///
    /// # Errors
    ///
    /// It cannot be read, or a line is no JSON.
    pub fn lines(&mut self, name: &str) -> Result<Document, GoldError> {
        let text = self.text(name)?;
        let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let values = lines.map(|(i, line)| Ok((Some(i + 1), parse(name, line, i + 1)?))).collect::<Result<_, _>>()?;
        Ok(Document { name: name.to_owned(), values })
    }

    /// That a file is missing without which nothing can be done.
    pub fn missing(&self, detail: impl Into<String>) -> GoldError {
        GoldError::Missing { folder: self.path.display().to_string(), detail: detail.into() }
    }

    /// Notes the files that nobody read. Licences and read-mes are about the files and not of them.
    pub fn note_unread(&self, lost: &mut Lost) {
        let about = |name: &str| ["README", "LICENSE", "NOTICE"].iter().any(|word| name.starts_with(word));
        for name in self.names.iter().filter(|name| !self.read.contains(*name) && !about(name)) {
            lost.whole(format!("the file {name}"));
        }
    }

    /// SHA-256 of everything that was read, in the order of reading, in hex.
    pub fn digest(&self) -> String {
        hex(&self.digest.clone().finalize())
    }

    fn shown(&self, name: &str) -> String {
        self.path.join(name).display().to_string()
    }
}

fn list(dir: &Path, prefix: &str, names: &mut BTreeSet<String>) -> Result<(), GoldError> {
    let unreadable = |source| GoldError::Unreadable { file: dir.display().to_string(), source };
    for entry in std::fs::read_dir(dir).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else { continue };
        if path.is_dir() && prefix.split('/').count() < 3 {
            list(&path, &format!("{prefix}{name}/"), names)?;
        } else if path.is_file() {
            names.insert(format!("{prefix}{name}"));
        }
    }
    Ok(())
}

fn parse(name: &str, text: &str, first_line: usize) -> Result<Value, GoldError> {
    serde_json::from_str(text).map_err(|e| GoldError::Wrong {
        file: name.to_owned(),
        line: Some(first_line + e.line().max(1) - 1),
        pointer: String::new(),
        detail: format!("is not JSON: {e}"),
    })
}
