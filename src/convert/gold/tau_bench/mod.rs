//! [tau-bench](https://github.com/sierra-research/tau-bench): tools, tasks, gold that was run, and trajectories of models.
//!
//! The project gives a reward when the world ends as it ends after the gold calls, and the agent said what it had to. A
//! world changes by calls that write and succeed; so these are needed, every other gold call is a way there and may be
//! left out, and an agent that makes the same writes passes the relaxed verdict.

mod corrections;
mod runs;
mod tasks;

use std::collections::BTreeMap;
use std::path::Path;

use corrections::Corrections;

use super::{Folder, GoldError, Imported, Plan, Run, ToolSet, tool_set};
use crate::convert::Lost;

/// The moment at which all its tasks play (its policies say so, in EST).
const CLOCK: &str = "2024-05-15T15:00:00-05:00";

/// A zone that keeps EST all year.
const ZONE: &str = "EST";

/// Tools that change its world when they succeed.
const WRITING: [&str; 13] = [
    "book_reservation",
    "cancel_pending_order",
    "cancel_reservation",
    "exchange_delivered_order_items",
    "modify_pending_order_address",
    "modify_pending_order_items",
    "modify_pending_order_payment",
    "modify_user_address",
    "return_delivered_order_items",
    "send_certificate",
    "update_reservation_baggages",
    "update_reservation_flights",
    "update_reservation_passengers",
];

const VERDICT: &str = "The relaxed verdict is tau-bench's reward.";

/// One of its domains, with what was read of it.
struct Domain {
    name: String,
    tools: ToolSet,
    /// By the number of the task.
    plans: BTreeMap<u64, Plan>,
    gold: Vec<Run>,
}

/// Reads a directory with `tools_<domain>.json` and `tasks_<domain>.json`, and where they are there
/// `gold_replay_<domain>.jsonl`, `policy_<domain>.md` and `trajectories_<domain>_<agent>.jsonl`.
///
/// A directory of tau2-bench with `gold_corrections_<domain>.json` gives newer gold to the tasks whose gold it corrects.
///
/// # Errors
///
/// The first thing that is not as it should be, with its place.
pub fn import(dir: &Path, corrections: Option<&Path>) -> Result<Imported, GoldError> {
    let mut folder = Folder::open(dir)?;
    let mut newer = corrections.map(Folder::open).transpose()?;
    if let Some(folder) = newer.iter().find(|folder| folder.names("gold_corrections_", ".json").is_empty()) {
        return Err(folder.missing("holds no gold_corrections_<domain>.json"));
    }
    let mut lost = Lost::default();
    let mut domains = Vec::new();
    for file in folder.names("tools_", ".json") {
        let name = file["tools_".len()..file.len() - ".json".len()].to_owned();
        domains.push(domain(&mut folder, newer.as_mut(), &name, &mut lost)?);
    }
    if domains.is_empty() {
        return Err(folder.missing("holds no tools_<domain>.json; expected tools_airline.json or tools_retail.json"));
    }
    let mut journals =
        vec![("gold".to_owned(), domains.iter_mut().flat_map(|d| std::mem::take(&mut d.gold)).collect())];
    let mut rewards = BTreeMap::new();
    for domain in &domains {
        journals.extend(runs::of_domain(&mut folder, domain, &mut rewards, &mut lost)?);
    }
    journals.retain(|(_, runs)| !runs.is_empty());
    folder.note_unread(&mut lost);
    let source = format!("tau-bench:{}", folder.digest());
    let (tools, plans): (Vec<_>, Vec<_>) = domains.into_iter().map(|d| (d.tools, d.plans)).unzip();
    let plans: Vec<Plan> = plans.into_iter().flat_map(BTreeMap::into_values).collect();
    let imported = Imported::new("tau-bench", VERDICT, &tools, &plans, journals, &source, lost)?;
    Ok(Imported { rewards, ..imported })
}

fn domain(folder: &mut Folder, newer: Option<&mut Folder>, name: &str, lost: &mut Lost) -> Result<Domain, GoldError> {
    let document = folder.json(&format!("tools_{name}.json"))?;
    let functions = document.values().map(|at| at.items()).collect::<Result<Vec<_>, _>>()?.concat();
    let slug = format!("tau-{name}");
    let policy = format!("policy_{name}.md");
    let description = if folder.has(&policy) { folder.text(&policy)? } else { String::new() };
    let tools = tool_set(&slug, &functions, |tool| !WRITING.contains(&tool), lost)?;
    let tools = tools.describe(&format!("tau-bench, {name}"), &description);
    let tasks::Read { plans, gold } = tasks::read(folder, name, &tools, &Corrections::read(newer, name)?, lost)?;
    Ok(Domain { name: name.to_owned(), tools, plans, gold })
}

/// A JSON answer as it is; any other text, and what is no object, as the text that the imported tools answer with.
fn body(text: &str) -> serde_json::Value {
    match (is_error(text), serde_json::from_str(text)) {
        (true, _) => serde_json::json!({"status": 409, "code": "refused", "detail": text}),
        (_, Ok(value @ serde_json::Value::Object(_))) => value,
        _ => serde_json::json!({"result": text}),
    }
}

/// How its tools say that they did nothing.
fn is_error(text: &str) -> bool {
    text.starts_with("Error")
}
