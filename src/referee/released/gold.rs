//! The gold of a turn, as the original reads it.

use super::crash::Exception;
use super::python::Py;

/// The name that stands for a question to the user.
pub const ASK: &str = "ask_user_for_required_parameters";

/// The name that stands for the closing text.
pub const ANSWER: &str = "prepare_to_answer";

/// One thing the agent should do.
#[derive(Clone, Debug)]
pub struct Node {
    /// Name of the tool, or one of the two above
    pub name: String,
    /// Arguments, as they stand in the dataset
    pub arguments: Py,
    /// What the tool answers, or what the agent says
    pub observation: Py,
    /// What the user replies to a question; nothing where the dataset has none
    pub user_input: Option<Py>,
    /// Nodes that come first; an index may stand more than once
    pub waits_for: Vec<usize>,
}

impl Node {
    /// Whether it is talk and no call.
    pub fn is_special(&self) -> bool {
        is_special(&self.name)
    }
}

/// Whether a name stands for talk.
pub fn is_special(name: &str) -> bool {
    name == ASK || name == ANSWER
}

/// Reads the nodes of a turn.
///
/// # Errors
///
/// What the original raises on nodes that are not as it expects them.
pub fn read(nodes: &Py) -> Result<Vec<Node>, Exception> {
    let nodes = nodes.as_list().ok_or(Exception::Type)?;
    nodes.iter().map(|node| read_node(node, nodes.len())).collect()
}

fn read_node(node: &Py, count: usize) -> Result<Node, Exception> {
    let action = item(node, "action")?;
    let observation = item(node, "observation")?.clone();
    let waits_for = item(node, "dependency_list")?.as_list().ok_or(Exception::Type)?;
    Ok(Node {
        name: item(action, "name")?.as_str().ok_or(Exception::Type)?.to_owned(),
        arguments: item(action, "arguments")?.clone(),
        observation,
        user_input: node.get("user_input").cloned(),
        waits_for: waits_for.iter().map(|index| dependency(index, count)).collect::<Result<_, _>>()?,
    })
}

/// Python's `value[key]`.
fn item<'a>(value: &'a Py, key: &str) -> Result<&'a Py, Exception> {
    match value {
        Py::Dict(_) => value.get(key).ok_or(Exception::Key),
        _ => Err(Exception::Type),
    }
}

/// Nodes are looked up by number, so whatever equals one will do.
fn dependency(index: &Py, count: usize) -> Result<usize, Exception> {
    if !index.is_hashable() {
        return Err(Exception::Type);
    }
    (0..count).find(|node| index.equals(&Py::int(*node))).ok_or(Exception::Key)
}
