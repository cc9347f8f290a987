use serde::{Deserialize, Serialize};

use super::Gold;
use crate::expression::Template;

/// All topics of a persona in time order.
#[derive(Debug)]
pub struct Dialogue {
    /// Whose.
    pub persona: String,
    /// The file it was read from.
    pub file: String,
    /// The topics.
    pub topics: Vec<Topic>,
}

/// A run of turns on one subject.
#[derive(Debug)]
pub struct Topic {
    /// Unique within the dialogue.
    pub id: String,
    /// Line of the file, from 1.
    pub line: usize,
    /// For people.
    pub title: String,
    /// Tool sets whose tools are offered.
    pub toolsets: Vec<String>,
    /// Session clock when it begins, RFC 3339.
    pub clock: String,
    /// The turns.
    pub turns: Vec<Turn>,
}

/// One user request and all the agent does for it.
#[derive(Debug)]
pub struct Turn {
    /// Unique within the dialogue.
    pub id: String,
    /// Session clock, RFC 3339.
    pub clock: String,
    /// The user's words.
    pub user: String,
    /// Why the words alone do not suffice.
    pub subtype: Subtype,
    /// What kind of turn it is.
    pub task: Task,
    /// Preferences that become known through the user's words.
    pub reveals: Vec<String>,
    /// What is right.
    pub gold: Gold,
    /// Words that the agent has to say, each in one of its replies of this turn.
    pub says: Vec<String>,
    /// The assistant's closing words in the history, over the gold results.
    pub assistant: Template,
    /// The same as written.
    pub assistant_source: String,
}

/// A turn and where it stands.
#[derive(Clone, Copy, Debug)]
pub struct TurnRef<'a> {
    /// Position in the dialogue, from 0.
    pub index: usize,
    /// Its topic.
    pub topic: &'a Topic,
    /// The turn.
    pub turn: &'a Turn,
}

/// Subtype of a turn (paper, table 1); `Opening` is the first turn of a topic that needs nothing earlier.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Subtype {
    /// Nothing earlier is needed.
    #[default]
    Opening,
    /// Part of the request is left out.
    PartialInformation,
    /// What is left out was said in another topic.
    CrossTopic,
    /// What is left out was said long ago.
    LongRangeDependency,
}

/// Task type of a turn (paper, section 3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Task {
    /// ST: one call.
    #[default]
    SingleTool,
    /// MT: several calls.
    MultiTool,
    /// LOI: something needed was not said; ask or infer.
    LackOfInformation,
    /// No tool at all; not scored in the paper's tables.
    Chat,
}

impl Dialogue {
    /// All turns in order.
    pub fn turns(&self) -> impl Iterator<Item = TurnRef<'_>> {
        let pairs = self.topics.iter().flat_map(|topic| topic.turns.iter().map(move |turn| (topic, turn)));
        pairs.enumerate().map(|(index, (topic, turn))| TurnRef { index, topic, turn })
    }

    /// One turn by position.
    pub fn turn(&self, index: usize) -> Option<TurnRef<'_>> {
        self.turns().nth(index)
    }

    /// One turn by id.
    pub fn find(&self, id: &str) -> Option<TurnRef<'_>> {
        self.turns().find(|t| t.turn.id == id)
    }

    /// Number of turns.
    pub fn len(&self) -> usize {
        self.topics.iter().map(|topic| topic.turns.len()).sum()
    }

    /// Whether there are no turns.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
