//! Our program as it really runs, and what it wrote.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::Value;
use usertoolbench::journal::format::{CallRecord, ExchangeRecord};
use usertoolbench::journal::{Event, JournalError, Record, read};

/// A minute in all.
const LOOKS: u32 = 1200;
const LOOK: Duration = Duration::from_millis(50);

/// `utb` as a server or proxy on free ports, with a journal of its own. It ends with its owner.
pub struct Utb {
    pub urls: Value,
    pub process: Child,
    pub journal: PathBuf,
    _scratch: tempfile::TempDir,
}

impl Utb {
    /// `utb serve`.
    pub fn serve(more: &[&str]) -> Self {
        let doors = ["serve", "--agent-addr", "127.0.0.1:0", "--operator-addr", "127.0.0.1:0"];
        Self::start(&[&doors, more].concat())
    }

    /// `utb record` in front of this URL.
    pub fn record(upstream: &str, more: &[&str]) -> Self {
        Self::start(&[&["record", "--upstream", upstream, "--addr", "127.0.0.1:0"], more].concat())
    }

    /// `utb referee` in front of this URL.
    pub fn referee(upstream: &str, more: &[&str]) -> Self {
        let doors = ["--addr", "127.0.0.1:0", "--operator-addr", "127.0.0.1:0"];
        Self::start(&[&["referee", "--upstream", upstream], &doors[..], more].concat())
    }

    fn start(arguments: &[&str]) -> Self {
        let scratch = tempfile::tempdir().unwrap();
        let (ready, journal) = (scratch.path().join("ready.json"), scratch.path().join("journal"));
        let mut process = Command::new(env!("CARGO_BIN_EXE_utb"))
            .args(arguments)
            .args(["--threads", "2", "--ready-file"])
            .arg(&ready)
            .arg("--journal")
            .arg(&journal)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let urls = wait_for(&ready, &mut process);
        Self { urls, process, journal, _scratch: scratch }
    }

    /// URL of the proxy, or of the agent door.
    pub fn url(&self) -> &str {
        let url = self.urls["proxy"].as_str().or(self.urls["agent"].as_str());
        url.expect("the ready file names it")
    }

    /// URL of the operator door.
    pub fn operator(&self) -> &str {
        self.urls["operator"].as_str().expect("the ready file names it")
    }

    /// Most memory that it ever had, in KiB, where the system tells.
    pub fn peak(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        line.trim().trim_end_matches(" kB").parse().ok()
    }

    /// Stops it as an operator would and gives what it printed.
    pub fn stop(&mut self) -> String {
        let id = self.process.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
        let status = self.process.wait().unwrap();
        assert_eq!(status.code(), Some(0));
        let mut printed = String::new();
        self.process.stdout.take().unwrap().read_to_string(&mut printed).unwrap();
        printed
    }

    /// What was journalled so far. The line that is being written does not count.
    pub fn records(&self) -> Vec<Record> {
        let entries = read(&self.journal).unwrap();
        let whole = entries.filter(|entry| !matches!(entry, Err(JournalError::Torn { .. })));
        whole.map(|entry| entry.expect("the journal is whole").record).collect()
    }

    /// The exchanges among them.
    pub fn exchanges(&self) -> Vec<ExchangeRecord> {
        let exchange = |record: Record| match record.event {
            Event::Exchange(exchange) => Some(*exchange),
            _ => None,
        };
        self.records().into_iter().filter_map(exchange).collect()
    }

    /// The last of them.
    pub fn last(&self) -> ExchangeRecord {
        self.exchanges().pop().expect("an exchange")
    }

    /// The calls among them.
    pub fn calls(&self) -> Vec<CallRecord> {
        let call = |record: Record| match record.event {
            Event::Call(call) => Some(*call),
            _ => None,
        };
        self.records().into_iter().filter_map(call).collect()
    }
}

impl Drop for Utb {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Runs `utb` to its end: exit code and standard output.
pub fn utb(arguments: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_utb")).args(arguments).output().unwrap();
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

/// What a process writes into its ready file.
pub fn wait_for(ready: &Path, process: &mut Child) -> Value {
    for _ in 0..LOOKS {
        if let Ok(text) = std::fs::read_to_string(ready) {
            return serde_json::from_str(&text).unwrap();
        }
        if let Some(status) = process.try_wait().unwrap() {
            panic!("it ended before it was ready: {status}");
        }
        std::thread::sleep(LOOK);
    }
    panic!("it was not ready in {:?}", LOOK * LOOKS)
}

/// Looks again and again until this holds.
pub fn until(what: &str, mut holds: impl FnMut() -> bool) {
    for _ in 0..LOOKS {
        if holds() {
            return;
        }
        std::thread::sleep(LOOK);
    }
    panic!("{what}: not in {:?}", LOOK * LOOKS)
}
