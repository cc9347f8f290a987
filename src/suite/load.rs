use std::collections::{BTreeMap, BTreeSet};

use super::persona::Persona;
use super::{Dialogue, Topic, raw};
use crate::assets::{FileError, Files, digest};

/// All personas with their dialogues.
#[derive(Debug, Default)]
pub struct Suite {
    /// By id.
    pub personas: BTreeMap<String, Persona>,
    /// By persona.
    pub dialogues: BTreeMap<String, Dialogue>,
    /// SHA-256 over all files, in hex: which suite a verdict is about.
    pub digest: String,
}

impl Suite {
    /// Reads all files and checks their shape: ids are unique, references point back, clocks do not run backwards. What
    /// needs the tools is proved by `utb lint suite`.
    ///
    /// # Errors
    ///
    /// The first file that is wrong, with line and pointer.
    pub fn load(files: &Files) -> Result<Self, FileError> {
        let mut suite = Self { digest: digest(&[files]), ..Self::default() };
        for (path, file) in files {
            let wrong = |place: String, detail: String| FileError::new(&file.origin, place, detail);
            if let Some(id) = path.strip_prefix("personas/").and_then(|p| p.strip_suffix(".json")) {
                let persona: Persona = serde_json::from_slice(&file.bytes)
                    .map_err(|e| wrong(format!("line {} column {}", e.line(), e.column()), e.to_string()))?;
                if persona.id != id {
                    return Err(wrong("/id".into(), format!("is '{}', but the file is '{path}'", persona.id)));
                }
                suite.personas.insert(id.to_owned(), persona);
            } else if let Some(id) = path.strip_prefix("dialogues/").and_then(|p| p.strip_suffix(".jsonl")) {
                let dialogue =
                    raw::dialogue(id, file.name(), &file.bytes).map_err(|(place, detail)| wrong(place, detail))?;
                suite.dialogues.insert(id.to_owned(), dialogue);
            } else {
                let expected = "expected personas/<id>.json or dialogues/<id>.jsonl";
                return Err(wrong(String::new(), expected.into()));
            }
        }
        suite.check_pairs(files)?;
        Ok(suite)
    }

    /// The dialogue of a persona.
    pub fn dialogue(&self, persona: &str) -> Option<(&Persona, &Dialogue)> {
        Some((self.personas.get(persona)?, self.dialogues.get(persona)?))
    }

    /// Where a turn stands: file, line, and position among the turns of that line.
    pub fn place(&self, persona: &str, turn: &str) -> Option<(&str, usize, usize)> {
        let dialogue = self.dialogues.get(persona)?;
        let of_topic = |topic: &'_ Topic| topic.turns.iter().position(|t| t.id == turn).map(|at| (topic.line, at));
        let (line, at) = dialogue.topics.iter().find_map(of_topic)?;
        Some((&dialogue.file, line, at))
    }

    /// Every persona has a dialogue and the other way round, and what turns reveal exists.
    fn check_pairs(&self, files: &Files) -> Result<(), FileError> {
        let origin = |path: String| files.get(&path).map_or(path.clone(), |f| f.origin.clone());
        if let Some(id) = self.personas.keys().find(|id| !self.dialogues.contains_key(*id)) {
            let file = origin(format!("personas/{id}.json"));
            return Err(FileError::new(&file, "", format!("there is no dialogues/{id}.jsonl")));
        }
        for (id, dialogue) in &self.dialogues {
            let file = origin(format!("dialogues/{id}.jsonl"));
            let Some(persona) = self.personas.get(id) else {
                return Err(FileError::new(&file, "", format!("there is no personas/{id}.json")));
            };
            let known: BTreeSet<&str> = persona.preferences.iter().map(|p| p.id.as_str()).collect();
            for turn in dialogue.turns() {
                if let Some(unknown) = turn.turn.reveals.iter().find(|r| !known.contains(r.as_str())) {
                    let detail = format!("turn {} reveals '{unknown}', which is no preference of {id}", turn.turn.id);
                    return Err(FileError::new(&file, "", detail));
                }
            }
        }
        Ok(())
    }
}
