use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;

use anyhow::{Context, bail};
use clap::Args;

use super::common::{Files, ReportFormat, Shown};
use super::serve::cores;
use crate::referee::transcript::Transcript;
use crate::referee::{Referee, SessionVerdicts, rejudged};
use crate::report::{self, Report, saved};
use crate::suite::Suite;

/// Judge a journal and print the scores; exit code 1 when the journal is broken
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  utb score ./journal
  utb score journal-000001.jsonl --format json
  utb score ./journal --threads 8
  utb score ./journal --format junit --out junit.xml
  utb score ./journal --format html --out report.html
  utb score ./journal --suite ./my-suite --agent my-agent
  utb score ./journal --suite ./my-suite --against verdicts.json")]
pub struct Score {
    /// Journal to judge: a file, or a directory of files
    journal: PathBuf,
    /// Verdicts as they were before, as JSON: print which ones have changed, and by which line of gold; exit code 1 when
    /// one has
    #[arg(long, value_name = "FILE", conflicts_with_all = ["out", "verdict"])]
    against: Option<PathBuf>,
    /// Where to write them; standard output when left out
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Only what this agent did
    #[arg(long, value_name = "NAME")]
    agent: Option<String>,
    /// Threads that judge, each a session at a time; as many as there are processors when left out
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    #[command(flatten)]
    shown: Shown,
    #[command(flatten)]
    files: Files,
}

impl Score {
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let loaded = self.files.load()?;
        let suite = Arc::new(loaded.suite()?);
        let mut referee = loaded.rehearsed_referee(suite.clone());
        if self.shown.format == ReportFormat::Html {
            referee = referee.with_views();
        }
        let threads = self.threads.map_or_else(cores, NonZeroUsize::get);
        let judged = referee.judge_journal_by(&self.journal, &mut |sessions| spread(&referee, threads, sessions))?;
        let code = ExitCode::from(u8::from(judged.is_broken()));
        let mut whole = Report::from(judged);
        if let Some(name) = &self.agent {
            whole.verdicts.retain(|verdict| verdict.agent.as_deref() == Some(name));
        }
        if let Some(before) = &self.against {
            return self.compare(before, &whole, &suite);
        }
        let text = self.shown.text(&whole);
        match &self.out {
            Some(path) => write(path, &text)?,
            None => anstream::println!("{text}"),
        }
        Ok(code)
    }

    /// Old verdicts against new ones.
    fn compare(&self, before: &Path, now: &Report, suite: &Suite) -> anyhow::Result<ExitCode> {
        let text = std::fs::read_to_string(before).with_context(|| before.display().to_string())?;
        let mut then = saved::read(&text).with_context(|| before.display().to_string())?;
        if let Some(name) = &self.agent {
            then.retain(|verdict| verdict.agent.as_deref() == Some(name));
        }
        let result = rejudged(&then, &now.verdicts, suite);
        match self.shown.format {
            ReportFormat::Table => anstream::println!("{}", report::rejudged(&result)),
            ReportFormat::Json => anstream::println!("{}", serde_json::to_string_pretty(&result)?),
            _ => bail!("--against prints a table or JSON; leave --format out, or say --format json"),
        }
        Ok(ExitCode::from(u8::from(!result.changed.is_empty())))
    }
}

/// Sessions that wait to be judged, for each thread: enough that none is idle, few enough that memory stays flat.
const WAITING: usize = 4;

/// Judges sessions on so many threads, while this one reads the journal.
fn spread(referee: &Referee, threads: usize, sessions: &mut dyn Iterator<Item = Transcript>) -> Vec<SessionVerdicts> {
    if threads == 1 {
        return sessions.map(|session| referee.judge_session(&session)).collect();
    }
    let (put, take) = mpsc::sync_channel::<Transcript>(threads * WAITING);
    let take = Arc::new(Mutex::new(take));
    let judge = &|take: Arc<Mutex<mpsc::Receiver<Transcript>>>| {
        let next = || take.lock().unwrap_or_else(PoisonError::into_inner).recv().ok();
        std::iter::from_fn(next).map(|session| referee.judge_session(&session)).collect::<Vec<_>>()
    };
    thread::scope(|scope| {
        let start = |_| {
            let take = take.clone();
            scope.spawn(move || judge(take))
        };
        let judges: Vec<_> = (0..threads).map(start).collect();
        drop(take);
        for session in sessions {
            // When all judges panicked there is none to take it, and joining them says so.
            if put.send(session).is_err() {
                break;
            }
        }
        drop(put);
        let join = |judge: thread::ScopedJoinHandle<'_, Vec<SessionVerdicts>>| {
            judge.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        judges.into_iter().flat_map(join).collect()
    })
}

/// A file has no colours.
fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    let plain = anstream::adapter::strip_str(text);
    std::fs::write(path, format!("{plain}\n")).with_context(|| path.display().to_string())
}
