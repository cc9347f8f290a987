use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use clap::{Args, Subcommand};

use crate::assets::{Assets, Overlays};
use crate::convert::{ExportError, Exported, har, messages, otel};
use crate::suite::Suite;

/// Write a journal in another format; what the format has no place for is listed on standard error
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  utb export har journal --out run.har
  utb export otel journal --with-content --out spans.jsonl
  utb export messages journal --session 0qk3 --suite ./suite

Exit code 0: all of the journal was read. 1: it is broken; what stands before the fault is written.")]
pub struct Export {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// HTTP Archive 1.2, one entry a call or reply: for browsers' developer tools and proxies
    Har {
        #[command(flatten)]
        common: Common,
    },
    /// OpenTelemetry spans as OTLP/JSON, up to 64 a line: for whatever takes /v1/traces
    Otel {
        #[command(flatten)]
        common: Common,
        /// Add the arguments and results of calls
        #[arg(long)]
        with_content: bool,
    },
    /// Chat messages as OpenAI writes them, one line a turn
    Messages {
        #[command(flatten)]
        common: Common,
        /// Directory of personas and dialogues, laid over those built in, from which the user's first words come; left
        /// out, so are they
        #[arg(long, value_name = "DIR")]
        suite: Option<PathBuf>,
    },
}

#[derive(Debug, Args)]
struct Common {
    /// A journal: a file, or a directory of files
    journal: PathBuf,
    /// Only sessions whose name begins so
    #[arg(long, value_name = "PREFIX", default_value = "", hide_default_value = true)]
    session: String,
    /// Where to write; standard output when left out
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl Export {
    pub fn run(self) -> anyhow::Result<ExitCode> {
        match self.command {
            Command::Har { common } => common.write(har::export),
            Command::Otel { common, with_content } => {
                common.write(|journal, session, out| otel::export(journal, session, with_content, out))
            }
            Command::Messages { common, suite } => {
                let suite = suite.map(load).transpose()?;
                common.write(|journal, session, out| messages::export(journal, session, suite.as_ref(), out))
            }
        }
    }
}

fn load(dir: PathBuf) -> anyhow::Result<Suite> {
    let assets = Assets::load(&Overlays { suite: Some(dir), ..Overlays::default() })?;
    Ok(Suite::load(&assets.suite)?)
}

impl Common {
    fn write(
        &self,
        export: impl FnOnce(&Path, &str, &mut dyn Write) -> Result<Exported, ExportError>,
    ) -> anyhow::Result<ExitCode> {
        let exported = match &self.out {
            Some(path) => self.write_file(path, export),
            None => Ok(export(&self.journal, &self.session, &mut BufWriter::new(io::stdout().lock()))),
        };
        let exported = match exported? {
            // Who reads the beginning alone, as `head` does, has what was asked for.
            Err(ExportError::Write(e)) if e.kind() == io::ErrorKind::BrokenPipe => return Ok(ExitCode::SUCCESS),
            exported => exported?,
        };
        for line in exported.lost.lines() {
            anstream::eprintln!("utb: {line}");
        }
        if exported.items == 0 && exported.fault.is_none() {
            anstream::eprintln!("utb: nothing was found to export");
        }
        if let Some(fault) = &exported.fault {
            anstream::eprintln!("utb: {fault}");
        }
        Ok(ExitCode::from(u8::from(exported.fault.is_some())))
    }

    /// A reader must never see half a file, so it gets its name when it is whole.
    fn write_file(
        &self,
        path: &Path,
        export: impl FnOnce(&Path, &str, &mut dyn Write) -> Result<Exported, ExportError>,
    ) -> anyhow::Result<Result<Exported, ExportError>> {
        // Pipes and devices have no halves and must not be replaced.
        if path.metadata().is_ok_and(|meta| !meta.is_file()) {
            let file = File::options().write(true).open(path).with_context(|| path.display().to_string())?;
            return Ok(export(&self.journal, &self.session, &mut BufWriter::new(file)));
        }
        let mut unfinished = path.as_os_str().to_owned();
        unfinished.push(".part");
        let unfinished = PathBuf::from(unfinished);
        let file = File::create(&unfinished).with_context(|| unfinished.display().to_string())?;
        let exported = export(&self.journal, &self.session, &mut BufWriter::new(file));
        match &exported {
            Ok(_) => std::fs::rename(&unfinished, path).with_context(|| path.display().to_string())?,
            Err(_) => std::fs::remove_file(&unfinished)?,
        }
        Ok(exported)
    }
}
