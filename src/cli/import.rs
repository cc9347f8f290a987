use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::{Args, Subcommand};

use crate::convert::gold::{Imported, bfcl, tau_bench, tooltalk, user_tool_bench};
use crate::convert::{Lost, functions, har};

/// Read what others wrote: recordings as journals, functions as tools, tasks with gold as a suite; what cannot be carried over is listed on standard error
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  utb import har recording.har --out recording
  utb journal show recording
  utb import functions tools.json --toolset airline --out my-tools
  utb serve --specs my-tools
  utb import tau-bench ./tau-bench --out tau
  utb score tau/journals/airline-gpt-4o --specs tau/tool_specs --suite tau/suite
  utb import tau-bench ./tau-bench --corrections ./tau2-bench --out tau-corrected
  utb import tooltalk ./tooltalk --out talk
  utb import bfcl ./bfcl --out bfcl")]
pub struct Import {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// HTTP Archive, as browsers and proxies record it: each GET and POST becomes a call of one session
    Har {
        /// The recording
        file: PathBuf,
        /// Directory of the new journal
        #[arg(long, value_name = "DIR")]
        out: PathBuf,
    },
    /// Function descriptions (OpenAI, Anthropic, Gemini, MCP), as a tool set that `utb serve --specs DIR` serves
    Functions {
        /// JSON: an array of functions, or an object with `tools` or `functions`
        file: PathBuf,
        /// Slug of the tool set; the file's name when left out
        #[arg(long)]
        toolset: Option<String>,
        /// Directory in which `<tool-set>.json` is written
        #[arg(long, value_name = "DIR")]
        out: PathBuf,
    },
    /// tau-bench: tools, tasks with gold, and trajectories, as a suite and journals
    TauBench {
        #[command(flatten)]
        gold: Gold,
        /// Directory of tau2-bench with gold_corrections_DOMAIN.json: newer gold for the tasks that it corrects
        #[arg(long, value_name = "DIR")]
        corrections: Option<PathBuf>,
    },
    /// BFCL: functions, requests and tasks with gold, as a suite and the journal of the gold
    Bfcl(Gold),
    /// ToolTalk: APIs and conversations with gold calls, as a suite and the journal of the gold
    #[command(name = "tooltalk")]
    ToolTalk(Gold),
    /// UserToolBench: topics of personas with gold, and recorded sessions, as a suite and journals
    Utb {
        /// A persona's topics (.jsonl), or sessions with what an agent did (.json)
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Tools by the names that topics use, where they do not write them out
        #[arg(long, value_name = "FILE")]
        toolsets: Option<PathBuf>,
        /// Directory for `tool_specs`, `suite`, `journals` and a `README.txt`
        #[arg(long, value_name = "DIR")]
        out: PathBuf,
    },
}

/// A directory of another project's files, and where to put what becomes of it.
#[derive(Debug, Args)]
struct Gold {
    /// Directory with the project's files
    dir: PathBuf,
    /// Directory for `tool_specs`, `suite`, `journals` and a `README.txt`
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

impl Import {
    pub fn run(self) -> anyhow::Result<ExitCode> {
        match self.command {
            Command::Har { file, out } => import_har(&file, &out),
            Command::Functions { file, toolset, out } => import_functions(&file, toolset, &out),
            Command::ToolTalk(gold) => save(&tooltalk::import(&gold.dir)?, &gold.out),
            Command::Utb { files, toolsets, out } => save(&user_tool_bench::import(&files, toolsets.as_deref())?, &out),
            Command::Bfcl(gold) => save(&bfcl::import(&gold.dir)?, &gold.out),
            Command::TauBench { gold, corrections } => {
                save(&tau_bench::import(&gold.dir, corrections.as_deref())?, &gold.out)
            }
        }
    }
}

fn import_har(file: &Path, out: &Path) -> anyhow::Result<ExitCode> {
    let bytes = std::fs::read(file).with_context(|| file.display().to_string())?;
    let imported = har::import(&bytes).with_context(|| file.display().to_string())?;
    drop(bytes);
    imported.save(out).with_context(|| format!("the journal {}", out.display()))?;
    print_lost(&imported.lost);
    let (session, calls, tools) = (&imported.session, imported.calls(), imported.tools().len());
    let left_out = imported.lost.left_out();
    anstream::println!("session {session}: {calls} calls of {tools} tools, {left_out} entries left out");
    Ok(ExitCode::SUCCESS)
}

fn import_functions(file: &Path, toolset: Option<String>, out: &Path) -> anyhow::Result<ExitCode> {
    let slug = toolset.unwrap_or_else(|| slug(file));
    let legal = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if slug.is_empty() || !slug.chars().all(legal) {
        bail!("'{slug}' cannot name a tool set: use lower-case letters, digits and hyphens (--toolset)");
    }
    let bytes = std::fs::read(file).with_context(|| file.display().to_string())?;
    let imported = functions::import(&bytes, &slug).with_context(|| file.display().to_string())?;
    let target = out.join(format!("{slug}.json"));
    std::fs::create_dir_all(out).with_context(|| out.display().to_string())?;
    let text = serde_json::to_string_pretty(&imported.spec)? + "\n";
    std::fs::write(&target, text).with_context(|| target.display().to_string())?;
    print_lost(&imported.lost);
    let count = imported.spec["tools"].as_array().map_or(0, Vec::len);
    anstream::println!("{}: {count} tools; serve them with: utb serve --specs {}", target.display(), out.display());
    Ok(ExitCode::SUCCESS)
}

fn save(imported: &Imported, out: &Path) -> anyhow::Result<ExitCode> {
    imported.save(out)?;
    print_lost(&imported.lost);
    let (project, tasks) = (imported.project, imported.tasks());
    let sessions: usize = imported.journals.iter().map(|journal| journal.sessions).sum();
    let out = out.display();
    anstream::println!("{project}: {tasks} tasks, {sessions} recorded runs; {out}/README.txt says how to use them");
    Ok(ExitCode::SUCCESS)
}

fn print_lost(lost: &Lost) {
    for line in lost.lines() {
        anstream::eprintln!("utb: {line}");
    }
}

/// `tools_airline.json` → `tools-airline`
fn slug(file: &Path) -> String {
    let stem = file.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default().to_lowercase();
    stem.split(|c: char| !c.is_ascii_alphanumeric()).filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-")
}
