//! Answers out of a journal instead of the simulator.

use std::collections::BTreeMap;
use std::path::Path;

use bytes::Bytes;
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use super::call::{self, Told};
use super::metrics::From;
use crate::call::{Problem, ToolName, canonical};
use crate::journal::format::CallRecord;
use crate::journal::{Event, JournalError, read};

/// What happens to a call that was not recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Miss {
    /// It is refused.
    Strict,
    /// The simulator answers it.
    Simulate,
}

/// Recorded answers by call. A call that was recorded several times gives its answers in their order, and the last one
/// from then on.
#[derive(Debug)]
pub struct Recorded {
    answers: BTreeMap<Key, Vec<Recording>>,
    /// What happens to other calls.
    pub miss: Miss,
}

type Key = (String, String, String);

#[derive(Debug)]
struct Recording {
    arguments: Option<String>,
    status: u16,
    body: Bytes,
    rendered: Option<crate::call::Rendered>,
    effects: Vec<crate::call::Effect>,
}

impl Recorded {
    /// Reads all calls of a journal.
    ///
    /// # Errors
    ///
    /// The journal cannot be read, or is broken; a torn last line is passed over.
    pub fn load(journal: &Path, miss: Miss) -> Result<Self, JournalError> {
        let mut answers: BTreeMap<Key, Vec<Recording>> = BTreeMap::new();
        for entry in read(journal)? {
            let record = match entry {
                Ok(entry) => entry.record,
                Err(JournalError::Torn { .. }) => break,
                Err(e) => return Err(e),
            };
            if let Event::Call(call) = record.event
                && call.retry_of.is_none()
            {
                answers.entry(key_of(&call)).or_default().push(recording(&call));
            }
        }
        Ok(Self { answers, miss })
    }

    /// The answer to the n-th call of this kind, if it was recorded. `prepared` are the arguments with defaults, where
    /// the tool is known and they are valid; `read` those as they came, where they are a JSON object.
    pub(super) fn answer(&self, wanted: &Wanted<'_>, n: u32) -> Option<Told> {
        let found = self.keys(wanted).find_map(|key| self.answers.get(&key))?;
        let recording = found.get(n as usize).or(found.last())?;
        Some(Told {
            arguments: recording.arguments.as_deref().map(call::raw_text),
            status: recording.status,
            body: recording.body.clone(),
            rendered: recording.rendered.clone(),
            effects: recording.effects.clone(),
            retry_of: None,
            from: From::Work,
        })
    }

    /// Why a call is refused (404).
    pub(super) fn refusal(&self, tool: &ToolName) -> Problem {
        let same_tool = |(toolset, name, _): &&Key| *toolset == tool.toolset && *name == tool.tool;
        let count = self.answers.keys().filter(same_tool).count();
        let detail = format!(
            "This call of {tool} is not in the journal that is replayed, which has {count} other calls of the tool. \
             Start with --replay-miss simulate to have such calls answered by the simulator."
        );
        Problem::new(404, "not_recorded", detail)
    }

    fn keys<'a>(&'a self, wanted: &'a Wanted<'_>) -> impl Iterator<Item = Key> + 'a {
        let objects = [wanted.prepared, wanted.read].into_iter().flatten();
        let objects = objects.map(|map| String::from_utf8_lossy(&canonical::object(map)).into_owned());
        let spelt = objects.chain([format!("raw {}", String::from_utf8_lossy(wanted.raw))]);
        spelt.map(|spelt| (wanted.tool.toolset.clone(), wanted.tool.tool.clone(), spelt))
    }
}

/// A call that is looked for.
pub(super) struct Wanted<'a> {
    pub tool: &'a ToolName,
    pub prepared: Option<&'a Map<String, Value>>,
    pub read: Option<&'a Map<String, Value>>,
    pub raw: &'a [u8],
}

impl Wanted<'_> {
    /// What makes two calls the same for counting.
    pub fn digest(&self) -> [u8; 16] {
        let map = self.prepared.or(self.read);
        let bytes = map.map_or_else(|| self.raw.to_vec(), canonical::object);
        let hash = Sha256::new().chain_update(self.tool.to_string()).chain_update([0]).chain_update(bytes);
        let whole: [u8; 32] = hash.finalize().into();
        std::array::from_fn(|i| whole[i])
    }
}

fn key_of(call: &CallRecord) -> Key {
    let spelt = match (&call.arguments, &call.raw) {
        (Some(arguments), _) => arguments.get().to_owned(),
        (None, raw) => format!("raw {}", raw.as_deref().unwrap_or_default()),
    };
    (call.toolset.clone(), call.tool.clone(), spelt)
}

fn recording(record: &CallRecord) -> Recording {
    Recording {
        arguments: record.arguments.as_ref().map(|raw| raw.get().to_owned()),
        status: record.status,
        body: Bytes::from(record.body.get().to_owned()),
        rendered: call::stored(record).answer.rendered,
        effects: record.effects.clone(),
    }
}
