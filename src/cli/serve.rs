use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use clap::{Args, ValueEnum};
use serde_json::json;
use tokio::sync::watch;

use super::common::{DurabilityArg, Files};
use crate::http::{self, Doors, Limits};
use crate::journal::{ROTATE_AT, Writer};
use crate::session::{Engine, Miss, Recorded, Settings};

/// Serve the tools: the agent door and the operator door
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  utb serve
  utb serve --agent-addr 127.0.0.1:0 --operator-addr 127.0.0.1:0 --ready-file ready.json
  curl -d '{\"city\": \"Utrecht\"}' http://127.0.0.1:8080/city-weather/getRealtimeCity")]
pub struct Serve {
    /// Address of the agent door; port 0 takes a free one
    #[arg(long, default_value = "127.0.0.1:8080", value_name = "ADDR")]
    agent_addr: SocketAddr,
    /// Address of the operator door; port 0 takes a free one
    #[arg(long, default_value = "127.0.0.1:8081", value_name = "ADDR")]
    operator_addr: SocketAddr,
    /// Seed of the world
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Directory of the journal, in which every call is recorded
    #[arg(long, default_value = "journal", value_name = "DIR")]
    journal: PathBuf,
    /// When a record counts as written
    #[arg(long, value_enum, default_value_t)]
    durability: DurabilityArg,
    /// Size of a journal file, in MiB, at which the next one is begun
    #[arg(long, default_value_t = ROTATE_AT >> 20, value_name = "MIB")]
    rotate_mib: u64,
    /// Write {"agent": URL, "operator": URL} here once both doors are open
    #[arg(long, value_name = "PATH")]
    ready_file: Option<PathBuf>,
    /// Worker threads; one a core when left out
    #[arg(long)]
    threads: Option<usize>,
    /// What requests to the operator door must carry as `Authorization: Bearer TOKEN`: use it where an agent can reach
    /// that port
    #[arg(long, value_name = "TOKEN", env = "UTB_OPERATOR_TOKEN", hide_env_values = true)]
    operator_token: Option<String>,
    /// Serve tools only within sessions, so that an agent cannot try calls that no one judges
    #[arg(long)]
    no_sandbox: bool,
    /// Sessions that may be in memory at once; one more is refused, also one that would have to come back
    #[arg(long, default_value_t = 100_000)]
    max_sessions: usize,
    /// Seconds after which a session that nobody asks for leaves memory; it comes back from the journal
    #[arg(long, default_value_t = 3600, value_name = "SECONDS")]
    session_ttl: u64,
    /// Seconds in which the head of a request must have come
    #[arg(long, default_value_t = 10, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..))]
    header_timeout: u64,
    /// Answer recorded calls out of this journal instead of the simulator
    #[arg(long, value_name = "JOURNAL")]
    replay: Option<PathBuf>,
    /// What happens to calls that the replayed journal does not have
    #[arg(long, value_enum, default_value_t, requires = "replay")]
    replay_miss: MissArg,
    #[command(flatten)]
    files: Files,
}

/// What happens to calls that a replayed journal does not have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum MissArg {
    /// They are refused with 404 `not_recorded`
    #[default]
    Strict,
    /// The simulator answers them
    Simulate,
}

impl From<MissArg> for Miss {
    fn from(arg: MissArg) -> Self {
        match arg {
            MissArg::Strict => Self::Strict,
            MissArg::Simulate => Self::Simulate,
        }
    }
}

impl Serve {
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let threads = self.threads.unwrap_or_else(cores).max(1);
        let bind = |addr, flag| http::bind(addr, threads).with_context(|| taken(addr, flag));
        let doors = Doors {
            agent: bind(self.agent_addr, "--agent-addr")?,
            operator: bind(self.operator_addr, "--operator-addr")?,
        };
        let loaded = self.files.load()?;
        let suite = Arc::new(loaded.suite()?);
        let opened = Writer::open_rotating(&self.journal, self.durability.into(), self.rotate_mib << 20);
        let (journal, torn) = opened.with_context(|| format!("the journal {}", self.journal.display()))?;
        if let Some(torn) = torn {
            let file = torn.file.display();
            anstream::eprintln!("utb: {file}: cut a torn last line of {} bytes; nothing answered is lost", torn.bytes);
        }
        let settings = Settings {
            seed: self.seed,
            max_sessions: self.max_sessions,
            catalogue_digest: loaded.catalogue_digest(),
            operator_token: self.operator_token.clone(),
        };
        let referee = loaded.referee(suite.clone());
        let engine = Engine::new(loaded.stage(suite), referee, journal, settings)?;
        let engine = match &self.replay {
            Some(journal) => engine.replaying(Recorded::load(journal, self.replay_miss.into())?),
            None => engine,
        };
        let engine = if self.no_sandbox { engine.without_sandbox() } else { engine };
        let (agent, operator) = (url(doors.agent.addr), url(doors.operator.addr));
        let (stop, stopped) = watch::channel(false);
        stop_on_signals(stop)?;
        if let Some(path) = &self.ready_file {
            write_whole(path, &json!({ "agent": agent, "operator": operator }).to_string())?;
        }
        let journal = self.journal.display();
        anstream::println!("utb: tools at {agent}, sessions at {operator}, journal in {journal} (Ctrl-C stops)");
        let engine = Arc::new(engine);
        park_idle(engine.clone(), Duration::from_secs(self.session_ttl), stopped.clone())?;
        let limits = Limits { header_timeout: Duration::from_secs(self.header_timeout), ..Limits::default() };
        http::serve(&engine, doors, limits, &stopped)?;
        Ok(ExitCode::SUCCESS)
    }
}

pub(super) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

pub(super) fn url(addr: SocketAddr) -> String {
    format!("http://{addr}")
}

pub(super) fn taken(addr: SocketAddr, flag: &str) -> String {
    format!("cannot listen on {addr} (choose another address with {flag}, or port 0 for a free one)")
}

/// A reader must never see half a file.
pub(super) fn write_whole(path: &std::path::Path, text: &str) -> anyhow::Result<()> {
    let unfinished = path.with_extension("tmp");
    std::fs::write(&unfinished, text).with_context(|| unfinished.display().to_string())?;
    std::fs::rename(&unfinished, path).with_context(|| path.display().to_string())
}

/// Looks for idle sessions and finished files of the journal now and then, on a thread of its own so that no call waits for it.
pub(super) fn park_idle(engine: Arc<Engine>, ttl: Duration, stopped: watch::Receiver<bool>) -> std::io::Result<()> {
    let pause = (ttl / 4).clamp(Duration::from_millis(250), Duration::from_secs(5));
    let watch = move || {
        while !*stopped.borrow() {
            std::thread::sleep(pause);
            engine.park_idle(ttl);
            engine.sync_journal();
        }
    };
    std::thread::Builder::new().name("utb-idle".into()).spawn(watch).map(drop)
}

/// Turns SIGINT and SIGTERM into the end of service; a second one ends the process at once. They are listened for from
/// here on, so that a signal that follows the ready file finds its listener.
pub(super) fn stop_on_signals(stop: watch::Sender<bool>) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let mut signals = {
        let _inside = runtime.enter();
        Signals::listen()?
    };
    std::thread::Builder::new().name("utb-signals".into()).spawn(move || {
        runtime.block_on(async {
            signals.next().await;
            let _ = stop.send(true);
            signals.next().await;
            std::process::exit(130);
        });
    })?;
    Ok(())
}

#[cfg(unix)]
struct Signals {
    interrupt: tokio::signal::unix::Signal,
    terminate: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Signals {
    fn listen() -> std::io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self { interrupt: signal(SignalKind::interrupt())?, terminate: signal(SignalKind::terminate())? })
    }

    async fn next(&mut self) {
        tokio::select! { _ = self.interrupt.recv() => {}, _ = self.terminate.recv() => {} }
    }
}

#[cfg(not(unix))]
struct Signals;

#[cfg(not(unix))]
impl Signals {
    fn listen() -> std::io::Result<Self> {
        Ok(Self)
    }

    async fn next(&mut self) {
        let _ = tokio::signal::ctrl_c().await;
    }
}
