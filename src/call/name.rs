use std::fmt;

/// A tool as the world knows it: two tool sets may each have a tool of the same name.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ToolName {
    /// Slug of the tool set, e.g. `currency-exchange`.
    pub toolset: String,
    /// Name within the tool set, e.g. `convertCurrency`.
    pub tool: String,
}

impl ToolName {
    /// Names a tool.
    pub fn new(toolset: impl Into<String>, tool: impl Into<String>) -> Self {
        Self { toolset: toolset.into(), tool: tool.into() }
    }

    /// Whether a tool may be called this: the intersection of what agent clients accept.
    pub fn is_legal(tool: &str) -> bool {
        let mut chars = tool.chars();
        let starts_well = chars.next().is_some_and(|c| c.is_ascii_alphabetic());
        starts_well && tool.len() <= 64 && chars.all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-')
    }
}

impl fmt::Display for ToolName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.toolset, self.tool)
    }
}
