use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::thread::JoinHandle;

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use hyper::Method;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};
use tokio::sync::watch;

use super::common::{Files, Loaded, ReportFormat, Shown};
use super::serve::{cores, url};
use crate::agents::client::Client;
use crate::agents::{self, Agent, Blind, Oracle, Silent};
use crate::http::{self, Doors, Limits};
use crate::journal::{Durability, Record, WITHIN_RUN, Writer};
use crate::referee::TurnVerdict;
use crate::report;
use crate::session::{Engine, Settings};
use crate::suite::Suite;

/// Play the suite with built-in agents over real HTTP and print the score table
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  utb run                                    oracle and blind side by side
  utb run --agent silent --format json
  utb run --out out                          keep journals and verdicts
  utb run --url http://127.0.0.1:8081        against a server that runs already (its operator door)")]
pub struct Run {
    /// Agent to play; may be given several times
    #[arg(long, value_enum)]
    agent: Vec<Which>,
    /// Operator door of a server that runs already; without it a server is started in this process
    #[arg(long, value_name = "URL")]
    url: Option<String>,
    /// Token that the operator door of `--url` asks for
    #[arg(long, value_name = "TOKEN", env = "UTB_OPERATOR_TOKEN", hide_env_values = true)]
    operator_token: Option<String>,
    /// Persona to play; all when left out
    #[arg(long)]
    persona: Vec<String>,
    /// Seed of the world
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Directory in which the journal and the verdicts are kept
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    shown: Shown,
    #[command(flatten)]
    files: Files,
}

/// A built-in agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Which {
    /// Follows the gold; must score 100 %
    Oracle,
    /// Sees only the current request
    Blind,
    /// Answers without calling anything
    Silent,
}

impl Which {
    fn name(self) -> &'static str {
        match self {
            Self::Oracle => "oracle",
            Self::Blind => "blind",
            Self::Silent => "silent",
        }
    }

    fn make(self, loaded: &Loaded, suite: &Arc<Suite>, persona: &str) -> Box<dyn Agent> {
        match self {
            Self::Oracle => Box::new(Oracle::new(suite.clone(), persona)),
            Self::Blind => Box::new(Blind::new(loaded.simulator.catalogue.clone())),
            Self::Silent => Box::new(Silent),
        }
    }
}

impl Run {
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let loaded = self.files.load()?;
        let suite = Arc::new(loaded.suite()?);
        let personas = self.personas(&suite)?;
        let agents = if self.agent.is_empty() { vec![Which::Oracle, Which::Blind] } else { self.agent.clone() };
        let server = match &self.url {
            Some(_) => None,
            None => Some(Server::start(&loaded, &suite, self.seed, self.out.as_deref())?),
        };
        let operator = match (&self.url, &server) {
            (Some(url), _) => url.trim_end_matches('/').to_owned(),
            (None, Some(server)) => server.operator.clone(),
            (None, None) => bail!("no server"),
        };
        let bar = progress(agents.len() * personas.iter().map(|id| suite.dialogues[id].len()).sum::<usize>());
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let viewer = (self.shown.format == ReportFormat::Html).then(|| loaded.referee(suite.clone()).with_views());
        let whole = runtime.block_on(async {
            let client = Client::with_token(&operator, self.operator_token.clone());
            check_operator(&client, &operator).await?;
            let (mut verdicts, mut views): (Vec<TurnVerdict>, _) = (Vec::new(), Vec::new());
            for which in &agents {
                for persona in &personas {
                    bar.set_message(format!("{} {persona}", which.name()));
                    let open = json!({ "persona": persona, "seed": self.seed, "agent": which.name() });
                    let mut agent = which.make(&loaded, &suite, persona);
                    let played = agents::play(&client, &operator, &open, &mut *agent, &|| bar.inc(1)).await?;
                    let url = format!("{operator}/sessions/{}/verdicts", played.session);
                    let given = client.expect(Method::GET, &url, None).await?;
                    verdicts.extend(serde_json::from_value::<Vec<TurnVerdict>>(given)?);
                    if let Some(viewer) = &viewer {
                        let records = records(&client, &operator, &played.session).await?;
                        views.extend(viewer.judge_records(&records).views);
                    }
                }
            }
            anyhow::Ok(report::Report { views, ..report::Report::new(verdicts, Vec::new()) })
        })?;
        bar.finish_and_clear();
        if let Some(server) = server {
            server.stop()?;
        }
        if let Some(out) = &self.out {
            std::fs::create_dir_all(out)?;
            let path = out.join("verdicts.json");
            std::fs::write(&path, report::json(&whole)).with_context(|| path.display().to_string())?;
        }
        anstream::println!("{}", self.shown.text(&whole));
        Ok(ExitCode::SUCCESS)
    }

    fn personas(&self, suite: &Suite) -> anyhow::Result<Vec<String>> {
        let known: Vec<String> = suite.dialogues.keys().cloned().collect();
        if let Some(unknown) = self.persona.iter().find(|id| !known.contains(id)) {
            bail!("there is no persona '{unknown}'; there are {}", known.join(", "));
        }
        Ok(if self.persona.is_empty() { known } else { self.persona.clone() })
    }
}

/// What a session's journal says.
async fn records(client: &Client, operator: &str, session: &str) -> anyhow::Result<Vec<Record>> {
    let url = format!("{operator}/sessions/{session}/journal");
    let (status, bytes) = client.bytes(Method::GET, &url, Vec::new(), None).await?;
    if status != 200 {
        bail!("{url} answered {status}");
    }
    serde_json::from_slice(&bytes).with_context(|| format!("{url}: not a journal of this version"))
}

/// A server in this process.
struct Server {
    operator: String,
    stop: watch::Sender<bool>,
    thread: JoinHandle<std::io::Result<()>>,
    /// The journal's directory, when no one asked to keep it.
    _scratch: Option<tempfile::TempDir>,
}

impl Server {
    fn start(loaded: &Loaded, suite: &Arc<Suite>, seed: u64, out: Option<&Path>) -> anyhow::Result<Self> {
        let free = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        let doors = Doors { agent: http::bind(free, cores())?, operator: http::bind(free, cores())? };
        let scratch = if out.is_none() { Some(tempfile::tempdir()?) } else { None };
        let dir = out.map_or_else(
            || scratch.as_ref().map_or_else(PathBuf::new, |dir| dir.path().to_owned()),
            |out| out.join(WITHIN_RUN),
        );
        let (journal, _) = Writer::open(&dir, Durability::Os)?;
        let settings =
            Settings { seed, max_sessions: 100_000, catalogue_digest: loaded.catalogue_digest(), operator_token: None };
        let engine = Engine::new(loaded.stage(suite.clone()), loaded.referee(suite.clone()), journal, settings)?;
        let operator = url(doors.operator.addr);
        let (stop, stopped) = watch::channel(false);
        let serve = move || http::serve(&Arc::new(engine), doors, Limits::default(), &stopped);
        let thread = std::thread::Builder::new().name("utb-server".into()).spawn(serve)?;
        Ok(Self { operator, stop, thread, _scratch: scratch })
    }

    fn stop(self) -> anyhow::Result<()> {
        self.stop.send(true)?;
        self.thread.join().map_err(|_| anyhow::anyhow!("the server panicked"))??;
        Ok(())
    }
}

/// The two doors are easily mixed up, and only one of them opens sessions.
async fn check_operator(client: &Client, operator: &str) -> anyhow::Result<()> {
    let (status, found): (u16, Value) = client.send(Method::GET, &format!("{operator}/personas"), None).await?;
    match status {
        200 if found.is_array() => Ok(()),
        _ => bail!("{operator} is not an operator door (by default http://127.0.0.1:8081); --url takes that one"),
    }
}

/// A bar where a person watches, nothing where a program does.
fn progress(turns: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} turns  {msg}");
    ProgressBar::new(turns as u64).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
