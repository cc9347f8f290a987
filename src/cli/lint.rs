use std::process::ExitCode;

use clap::{Args, ValueEnum};

use super::common::{Files, Output};
use crate::lint::{self, Level};
use crate::suite::Suite;

/// Check specs, responses and suite; exit code 1 when something is wrong
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  utb lint\n  utb lint specs responses\n  utb lint suite --suite ./my-suite")]
pub struct Lint {
    /// What to check; everything when nothing is named
    what: Vec<What>,
    /// How to print what is wrong
    #[arg(long, value_enum, default_value_t)]
    format: Output,
    #[command(flatten)]
    files: Files,
}

/// Seeds under which the gold must run: what holds only in one world is not gold.
const WORLDS: [u64; 4] = [0, 1, 2, 3_141_592_653];

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum What {
    Specs,
    Responses,
    Suite,
}

impl Lint {
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let loaded = self.files.load()?;
        let wanted = |what| self.what.is_empty() || self.what.contains(&what);
        let mut findings = Vec::new();
        if wanted(What::Specs) {
            findings.extend(lint::specs(&loaded.simulator.catalogue));
        }
        if wanted(What::Responses) {
            findings.extend(lint::responses(&loaded.simulator, &loaded.world(0)));
        }
        if wanted(What::Suite) {
            let worlds: Vec<_> = WORLDS.iter().map(|seed| loaded.world(*seed)).collect();
            findings.extend(lint::suite(&Suite::load(&loaded.assets.suite)?, &loaded.simulator, &worlds));
        }
        let faults = findings.iter().filter(|finding| finding.level == Level::Fault).count();
        match self.format {
            Output::Json => anstream::println!("{}", serde_json::to_string_pretty(&findings)?),
            Output::Table => {
                findings.iter().for_each(|finding| anstream::println!("{finding}"));
                let notes =
                    if faults < findings.len() { format!(", {} notes", findings.len() - faults) } else { "".into() };
                anstream::println!("{faults} findings{notes}");
            }
        }
        Ok(ExitCode::from(u8::from(faults > 0)))
    }
}
