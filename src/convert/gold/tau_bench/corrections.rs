//! Newer gold for tasks whose gold turned out to be wrong: tau2-bench publishes what it changed, before and after.

use serde_json::Value;

use crate::convert::gold::folder::Document;
use crate::convert::gold::{At, Folder, GoldError};

/// The corrections of a domain, from `gold_corrections_<domain>.json`.
pub(super) struct Corrections {
    document: Option<Document>,
}

/// One task's gold as it was and as it should be.
pub(super) struct Correction<'a> {
    /// How tau2-bench numbers the task; it is not the number that it has here.
    pub task: &'a str,
    before: Vec<At<'a>>,
    /// The new gold calls, with `name` and `arguments`.
    pub actions: Vec<At<'a>>,
    /// What the agent has to say.
    pub says: Vec<At<'a>>,
}

impl Corrections {
    /// Reads them, where there are any for a domain.
    pub fn read(folder: Option<&mut Folder>, domain: &str) -> Result<Self, GoldError> {
        let name = format!("gold_corrections_{domain}.json");
        let folder = folder.filter(|folder| folder.has(&name));
        Ok(Self { document: folder.map(|folder| folder.json(&name)).transpose()? })
    }

    /// All of them in their order.
    pub fn list(&self) -> Result<Vec<Correction<'_>>, GoldError> {
        let items = self.document.iter().flat_map(Document::values).map(|at| at.items());
        items.collect::<Result<Vec<_>, _>>()?.concat().iter().map(correction).collect()
    }
}

fn correction<'a>(at: &At<'a>) -> Result<Correction<'a>, GoldError> {
    let after = at.field("after")?;
    Ok(Correction {
        task: at.field("id")?.text()?,
        before: at.field("before")?.field("actions")?.items()?,
        actions: after.field("actions")?.items()?,
        says: after.maybe("communicate_info").map_or(Ok(Vec::new()), |at| at.items())?,
    })
}

impl Correction<'_> {
    /// Whether these gold calls are those that it corrects.
    pub fn is_of(&self, actions: &[At<'_>]) -> bool {
        let same = |(old, new): (&At<'_>, &At<'_>)| {
            old.value["name"] == new.value["name"] && arguments(old.value) == arguments(new.value)
        };
        self.before.len() == actions.len() && self.before.iter().zip(actions).all(same)
    }
}

/// Both projects' names for the arguments.
pub(super) fn arguments(action: &Value) -> Option<&Value> {
    action.get("kwargs").or_else(|| action.get("arguments"))
}

/// Whether an argument of a gold call is compared.
pub(super) fn is_compared(action: &Value, name: &str) -> bool {
    let compared = action.get("compare_args").and_then(Value::as_array);
    compared.is_none_or(|names| names.iter().any(|n| n == name))
}
