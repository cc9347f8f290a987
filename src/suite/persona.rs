use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// One person: what the agent has to find out, and never sees.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Persona {
    /// Slug; the files are called after it.
    pub id: String,
    /// Invented name.
    pub name: String,
    /// Who this is, in a few sentences.
    pub summary: String,
    /// How the person speaks.
    pub communication: Communication,
    /// IANA time zone of the session clock.
    pub timezone: String,
    /// Home town.
    pub home: String,
    /// Stable preferences, each fixing some arguments.
    pub preferences: Vec<Preference>,
    /// Ways of doing things.
    pub habits: Habits,
    /// Things that always hold.
    pub constraints: Vec<String>,
    /// Everything else that is particular to this person.
    pub attributes: Map<String, Value>,
    /// Rows with which a session's state begins: table → key → row.
    #[serde(default)]
    pub accounts: BTreeMap<String, BTreeMap<String, Map<String, Value>>>,
    /// Where persona and dialogue come from, when they are another project's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Foreign>,
}

/// Where a persona and its dialogue come from that were not written for this suite.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Foreign {
    /// The project.
    pub project: String,
    /// The task, as the project names it.
    pub task: String,
    /// Licence of its data, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub licence: Option<String>,
}

/// How a person speaks to an assistant.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Communication {
    /// Tone and manner.
    pub style: String,
    /// How questions are taken.
    pub clarification: String,
}

/// Ways of doing things (paper, profile schema).
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Habits {
    /// Money.
    pub budget: String,
    /// Travel.
    pub travel: String,
    /// Time.
    pub scheduling: String,
    /// Which services.
    pub services: String,
}

/// One stable preference.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Preference {
    /// Unique within the persona.
    pub id: String,
    /// Whether one would have guessed it.
    pub category: Category,
    /// The preference in a sentence.
    pub sentence: String,
    /// The arguments it decides.
    pub fixes: Vec<Fix>,
}

/// Whether a preference is what one would expect of such a person (paper, section 3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Category {
    /// As one would guess.
    Stereotypical,
    /// Contrary to what one would guess.
    AntiStereotypical,
    /// Neither.
    Neutral,
}

/// An argument that a preference decides.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Fix {
    /// Tool set.
    pub toolset: String,
    /// Tool.
    pub tool: String,
    /// Argument.
    pub slot: String,
    /// Its value, or nothing where the preference only narrows it.
    #[serde(default)]
    pub value: Option<Value>,
}
