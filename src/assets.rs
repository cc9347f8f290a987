//! Files that come with the binary, and directories of the user's laid over them.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::call::hex;

// The three folders of the repository, as `build.rs` lists them.
include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// A file in the binary.
struct Embedded {
    path: &'static str,
    digest: &'static str,
    bytes: &'static [u8],
}

/// What stands behind the path of a file that came with the binary.
const BUILT_IN: &str = " (built in)";

/// One of the three kinds of files, by its path inside that kind: `train-booking.json`, `world/cities.json`.
///
/// A file of the user's replaces the embedded one of the same path; any other is added.
pub type Files = BTreeMap<String, File>;

/// One file, from the binary or from disk.
#[derive(Clone, Debug)]
pub struct File {
    /// What to call it in an error: `tool_specs/x.json (built in)` or the path on disk.
    pub origin: String,
    /// Whether it came from a directory of the user's.
    pub overlaid: bool,
    /// Its bytes.
    pub bytes: Cow<'static, [u8]>,
    /// SHA-256 in hex, where it is known without reading the file.
    digest: Option<&'static str>,
}

impl File {
    /// A file of the user's.
    pub fn overlaid(origin: impl Into<String>, bytes: Vec<u8>) -> Self {
        Self { origin: origin.into(), overlaid: true, bytes: bytes.into(), digest: None }
    }

    /// Its path, whether or not it is built in.
    pub fn name(&self) -> &str {
        self.origin.strip_suffix(BUILT_IN).unwrap_or(&self.origin)
    }

    /// SHA-256 over its bytes, in hex.
    fn digest(&self) -> Cow<'static, str> {
        self.digest.map_or_else(|| hex(&Sha256::digest(&self.bytes)).into(), Cow::Borrowed)
    }
}

/// All files `utb` works with.
#[derive(Clone, Debug)]
pub struct Assets {
    /// Tool specs, one a tool set.
    pub specs: Files,
    /// Response programs, and world tables under `world/`.
    pub responses: Files,
    /// Personas and dialogues.
    pub suite: Files,
}

/// Directories laid over the embedded files.
#[derive(Clone, Debug, Default)]
pub struct Overlays {
    /// `--specs`.
    pub specs: Option<PathBuf>,
    /// `--responses`.
    pub responses: Option<PathBuf>,
    /// `--suite`.
    pub suite: Option<PathBuf>,
}

/// A file that is wrong, with what a person needs to mend it.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub struct FileError {
    /// The file, as [`File::origin`] names it.
    pub file: String,
    /// JSON pointer, or `line N`, or empty for the file as a whole.
    pub place: String,
    /// What was found and what was expected.
    pub detail: String,
}

impl FileError {
    /// A fault at a place of a file.
    pub fn new(file: &str, place: impl Into<String>, detail: impl Into<String>) -> Self {
        Self { file: file.to_owned(), place: place.into(), detail: detail.into() }
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place.is_empty() {
            true => write!(f, "{}: {}", self.file, self.detail),
            false => write!(f, "{}: {}: {}", self.file, self.place, self.detail),
        }
    }
}

impl Assets {
    /// The embedded files alone.
    pub fn embedded() -> Self {
        Self {
            specs: embedded(TOOL_SPECS, "tool_specs"),
            responses: embedded(RESPONSES, "responses"),
            suite: embedded(SUITE, "suite"),
        }
    }

    /// The embedded files with directories laid over them.
    ///
    /// # Errors
    ///
    /// A directory or file that cannot be read.
    pub fn load(overlays: &Overlays) -> Result<Self, FileError> {
        let mut assets = Self::embedded();
        lay_over(&mut assets.specs, overlays.specs.as_deref())?;
        lay_over(&mut assets.responses, overlays.responses.as_deref())?;
        lay_over(&mut assets.suite, overlays.suite.as_deref())?;
        Ok(assets)
    }
}

/// SHA-256 over the paths of all these files and the digests of their bytes, in hex.
pub fn digest(kinds: &[&Files]) -> String {
    let mut hash = Sha256::new();
    for (path, file) in kinds.iter().copied().flatten() {
        for part in [path.as_bytes(), file.digest().as_bytes()] {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
    }
    hex(&hash.finalize())
}

fn embedded(files: &'static [Embedded], root: &str) -> Files {
    let file = |file: &Embedded| File {
        origin: format!("{root}/{}{BUILT_IN}", file.path),
        overlaid: false,
        bytes: file.bytes.into(),
        digest: Some(file.digest),
    };
    files.iter().map(|embedded| (embedded.path.to_owned(), file(embedded))).collect()
}

fn lay_over(files: &mut Files, dir: Option<&Path>) -> Result<(), FileError> {
    let Some(dir) = dir else { return Ok(()) };
    collect_disk(dir, "", files)
}

fn collect_disk(dir: &Path, prefix: &str, files: &mut Files) -> Result<(), FileError> {
    let unreadable = |path: &Path, e: std::io::Error| FileError::new(&path.display().to_string(), "", e.to_string());
    let entries = std::fs::read_dir(dir).map_err(|e| unreadable(dir, e))?;
    for entry in entries {
        let path = entry.map_err(|e| unreadable(dir, e))?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            collect_disk(&path, &format!("{prefix}{name}/"), files)?;
        } else if name.ends_with(".json") || name.ends_with(".jsonl") {
            let bytes = std::fs::read(&path).map_err(|e| unreadable(&path, e))?;
            files.insert(format!("{prefix}{name}"), File::overlaid(path.display().to_string(), bytes));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_on_disk_has_the_digest_of_what_is_built_in() {
        let built_in = Assets::embedded();
        let copies = |files: &Files| -> Files {
            let copy = |(path, file): (&String, &File)| (path.clone(), File::overlaid("copy", file.bytes.to_vec()));
            files.iter().map(copy).collect()
        };
        let (specs, responses, suite) = (copies(&built_in.specs), copies(&built_in.responses), copies(&built_in.suite));
        assert_eq!(
            digest(&[&specs, &responses, &suite]),
            digest(&[&built_in.specs, &built_in.responses, &built_in.suite])
        );
    }

    #[test]
    fn one_other_byte_gives_another_digest() {
        let mut assets = Assets::embedded();
        let before = digest(&[&assets.suite]);
        let (path, file) = assets.suite.pop_first().unwrap();
        let mut bytes = file.bytes.to_vec();
        bytes.push(b'\n');
        assets.suite.insert(path, File::overlaid("changed", bytes));
        assert_ne!(digest(&[&assets.suite]), before);
    }
}
