use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail};
use clap::Args;
use serde_json::json;
use tokio::sync::watch;

use super::common::{DurabilityArg, Files, Loaded};
use super::serve::{cores, park_idle, stop_on_signals, taken, url, write_whole};
use crate::http;
use crate::journal::{Durability, Writer};
use crate::proxy::{self, Behind, Target};
use crate::session::{Engine, Settings};

/// Time after which a session that nobody names leaves memory; it comes back from the journal.
const TTL: Duration = Duration::from_secs(3600);

/// Put a proxy in front of any tool server and journal everything that passes
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  utb record --upstream http://127.0.0.1:8000
  utb record --upstream https://tools.internal --upstream-ca ca.pem
  utb record --upstream http://127.0.0.1:8080 --addr 127.0.0.1:0 --ready-file ready.json --journal recording
  curl -H 'X-UTB-Session: morning' -d '{\"city\": \"Utrecht\"}' http://127.0.0.1:8082/city-weather/getRealtimeCity")]
pub struct Record {
    /// Address of the proxy; port 0 takes a free one
    #[arg(long, default_value = "127.0.0.1:8082", value_name = "ADDR")]
    addr: SocketAddr,
    #[command(flatten)]
    proxy: Proxy,
    /// Write {"proxy": URL} here once it is open
    #[arg(long, value_name = "PATH")]
    ready_file: Option<PathBuf>,
    #[command(flatten)]
    files: Files,
}

/// What both kinds of proxies take.
#[derive(Debug, Args)]
pub(super) struct Proxy {
    /// The tool server behind: http://HOST:PORT or https://HOST:PORT, with a path if you like
    #[arg(long, value_name = "URL")]
    upstream: Target,
    /// Certificates (PEM) to trust for an https server instead of those that this machine trusts
    #[arg(long, value_name = "FILE")]
    upstream_ca: Option<PathBuf>,
    /// Directory of the journal
    #[arg(long, default_value = "journal", value_name = "DIR")]
    journal: PathBuf,
    /// When a record counts as written
    #[arg(long, value_enum, default_value_t)]
    durability: DurabilityArg,
    /// Seconds that the server behind may be silent, before its answer or in the middle of it
    #[arg(long, default_value_t = 60, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..))]
    timeout: u64,
    /// Bytes of each body that the journal keeps; of a larger one it keeps size, SHA-256 and beginning
    #[arg(long, default_value_t = 1 << 20, value_name = "BYTES")]
    keep: usize,
    /// Worker threads; one a core when left out
    #[arg(long)]
    threads: Option<usize>,
}

impl Proxy {
    /// One listener a worker.
    pub(super) fn bind(&self, addr: SocketAddr, flag: &str) -> anyhow::Result<http::Listeners> {
        let threads = self.threads.unwrap_or_else(cores).max(1);
        let listeners = http::bind(addr, threads).with_context(|| taken(addr, flag))?;
        if self.upstream.authority() == listeners.addr.to_string() {
            bail!("--upstream is the proxy itself; {flag} must be another address");
        }
        Ok(listeners)
    }

    /// An engine that journals.
    pub(super) fn engine(&self, loaded: &Loaded, seed: u64) -> anyhow::Result<Arc<Engine>> {
        let suite = Arc::new(loaded.suite()?);
        let opened = Writer::open(&self.journal, Durability::from(self.durability));
        let (journal, torn) = opened.with_context(|| format!("the journal {}", self.journal.display()))?;
        if let Some(torn) = torn {
            let file = torn.file.display();
            anstream::eprintln!("utb: {file}: cut a torn last line of {} bytes; nothing answered is lost", torn.bytes);
        }
        let catalogue_digest = loaded.catalogue_digest();
        let settings = Settings { seed, max_sessions: usize::MAX, catalogue_digest, operator_token: None };
        let referee = loaded.referee(suite.clone());
        Ok(Arc::new(Engine::new(loaded.stage(suite), referee, journal, settings)?))
    }

    /// The server behind, as it was asked for.
    pub(super) fn behind(&self) -> anyhow::Result<Behind> {
        if self.upstream_ca.is_some() && !self.upstream.is_https() {
            bail!("--upstream-ca is for a server that speaks TLS; --upstream does not begin with https://");
        }
        let patience = Duration::from_secs(self.timeout);
        Ok(Behind::new(self.upstream.clone(), self.upstream_ca.as_deref(), patience, self.keep)?)
    }

    /// Where the journal is.
    pub(super) fn journal(&self) -> std::path::Display<'_> {
        self.journal.display()
    }
}

impl Record {
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let behind = self.proxy.behind()?;
        let listeners = self.proxy.bind(self.addr, "--addr")?;
        let engine = self.proxy.engine(&self.files.load()?, 0)?;
        let (stop, stopped) = watch::channel(false);
        stop_on_signals(stop)?;
        park_idle(engine.clone(), TTL, stopped.clone())?;
        let proxy = url(listeners.addr);
        if let Some(path) = &self.ready_file {
            write_whole(path, &json!({ "proxy": proxy }).to_string())?;
        }
        let (upstream, journal) = (behind.target.authority(), self.proxy.journal());
        anstream::eprintln!("utb: {proxy} records for {upstream}, journal in {journal} (Ctrl-C stops)");
        proxy::record(&engine, listeners, &behind, &stopped)?;
        Ok(ExitCode::SUCCESS)
    }
}
