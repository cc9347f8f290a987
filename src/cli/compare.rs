use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};

use super::common::{Files, Loaded};
use crate::referee::{TurnVerdict, versus};
use crate::report::{Comparison, saved};

/// Compare two runs over the same turns: which turns differ and why, and whether that can be chance
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  utb compare before/journal after/journal
  utb compare out/journal out/journal --agent-a blind --agent-b oracle
  utb compare old.json new.json --format markdown")]
pub struct Compare {
    /// First run: a journal, or verdicts as JSON
    a: PathBuf,
    /// Second run, the same way
    b: PathBuf,
    /// Which agent of the first run, where it has several
    #[arg(long, value_name = "NAME")]
    agent_a: Option<String>,
    /// Which agent of the second run, where it has several
    #[arg(long, value_name = "NAME")]
    agent_b: Option<String>,
    /// How to print it
    #[arg(long, value_enum, default_value_t)]
    format: Shown,
    #[command(flatten)]
    files: Files,
}

/// How a comparison is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Shown {
    /// For people
    #[default]
    Table,
    /// For programs
    Json,
    /// For a page
    Markdown,
}

impl Compare {
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let loaded = self.files.load()?;
        let [a, b] = [&self.a, &self.b].map(|path| verdicts(&loaded, path));
        let (a, b) = (a?, b?);
        let (first, name_a) = of_agent(&a, self.agent_a.as_deref(), &self.a, "--agent-a")?;
        let (second, name_b) = of_agent(&b, self.agent_b.as_deref(), &self.b, "--agent-b")?;
        let [first_name, second_name] = names((&self.a, &name_a), (&self.b, &name_b));
        let comparison = Comparison { first: first_name, second: second_name, versus: versus(&first, &second) };
        if comparison.versus.kinds.is_empty() {
            bail!("{} and {} have no turn in common", self.a.display(), self.b.display());
        }
        match self.format {
            Shown::Table => anstream::println!("{}", comparison.table()),
            Shown::Json => anstream::println!("{}", comparison.json()),
            Shown::Markdown => anstream::println!("{}", comparison.markdown()),
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// The verdicts of a run: saved ones as they are, those of a journal as they are judged now.
pub(super) fn verdicts(loaded: &Loaded, path: &Path) -> anyhow::Result<Vec<TurnVerdict>> {
    if path.is_file() {
        let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
        if saved::is_document(&text) {
            return saved::read(&text).with_context(|| path.display().to_string());
        }
    }
    let referee = loaded.rehearsed_referee(std::sync::Arc::new(loaded.suite()?));
    Ok(referee.judge_journal(path)?.verdicts)
}

type OfAgent<'a> = (Vec<&'a TurnVerdict>, String);

fn of_agent<'a>(
    all: &'a [TurnVerdict],
    wanted: Option<&str>,
    path: &Path,
    option: &str,
) -> anyhow::Result<OfAgent<'a>> {
    let agents: BTreeSet<&str> = all.iter().map(|verdict| verdict.agent.as_deref().unwrap_or_default()).collect();
    let list =
        || agents.iter().map(|name| if name.is_empty() { "(no name)" } else { name }).collect::<Vec<_>>().join(", ");
    let name = match (wanted, agents.len()) {
        (_, 0) => bail!("{} has no verdicts", path.display()),
        (Some(name), _) if agents.contains(name) => name,
        (Some(name), _) => bail!("{} has no agent '{name}'; there are {}", path.display(), list()),
        (None, 1) => agents.first().copied().unwrap_or_default(),
        (None, _) => bail!("{} has several agents; choose one with {option}: {}", path.display(), list()),
    };
    let of_it = all.iter().filter(|verdict| verdict.agent.as_deref().unwrap_or_default() == name);
    Ok((of_it.collect(), name.to_owned()))
}

/// By their agents, where that tells them apart; else with their paths.
fn names((path_a, agent_a): (&Path, &str), (path_b, agent_b): (&Path, &str)) -> [String; 2] {
    let whole = |path: &Path, agent: &str| format!("{agent} ({})", path.display()).trim_start().to_owned();
    match agent_a == agent_b || agent_a.is_empty() || agent_b.is_empty() {
        true => [whole(path_a, agent_a), whole(path_b, agent_b)],
        false => [agent_a.to_owned(), agent_b.to_owned()],
    }
}
