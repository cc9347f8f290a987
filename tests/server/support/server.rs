use std::fs::File;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;
use usertoolbench::journal::{self, Event, Record, format::CallRecord};

use super::http::{Response, ask};

const BINARY: &str = env!("CARGO_BIN_EXE_utb");

/// A running server, which is killed when it is dropped. A test during which it wrote to its log fails.
pub struct Server {
    child: Child,
    pub agent: SocketAddr,
    pub operator: SocketAddr,
    home: TempDir,
    journal: PathBuf,
    noise_is_fine: bool,
}

impl Server {
    /// A server with a journal of its own.
    pub fn start(args: &[&str]) -> Self {
        let home = tempfile::tempdir().unwrap();
        let journal = home.path().join("journal");
        Self::start_in(home, journal, args)
    }

    /// A server on an existing journal.
    pub fn start_on(journal: &Path, args: &[&str]) -> Self {
        Self::start_in(tempfile::tempdir().unwrap(), journal.to_owned(), args)
    }

    fn start_in(home: TempDir, journal: PathBuf, args: &[&str]) -> Self {
        let ready = home.path().join("ready.json");
        let mut command = serve(&journal, args);
        command.arg("--ready-file").arg(&ready);
        let log = |name: &str| Stdio::from(File::create(home.path().join(name)).unwrap());
        let mut child = command.stdin(Stdio::null()).stdout(log("stdout")).stderr(log("stderr")).spawn().unwrap();
        let began = Instant::now();
        while !ready.exists() {
            let log = || std::fs::read_to_string(home.path().join("stderr")).unwrap();
            assert!(child.try_wait().unwrap().is_none(), "the server ended: {}", log());
            assert!(began.elapsed() < Duration::from_secs(60), "the server does not come up: {}", log());
            std::thread::sleep(Duration::from_millis(2));
        }
        let doors: Value = serde_json::from_slice(&std::fs::read(&ready).unwrap()).unwrap();
        let addr = |door: &str| doors[door].as_str().unwrap().strip_prefix("http://").unwrap().parse().unwrap();
        Self { child, agent: addr("agent"), operator: addr("operator"), home, journal, noise_is_fine: false }
    }

    /// The same, where something is expected in the log.
    pub fn noisy(mut self) -> Self {
        self.noise_is_fine = true;
        self
    }

    pub fn get(&self, target: &str) -> Response {
        ask(self.agent, "GET", target, &[], None)
    }

    pub fn post(&self, target: &str, body: &[u8]) -> Response {
        ask(self.agent, "POST", target, &[("Content-Type", "application/json")], Some(body))
    }

    pub fn post_json(&self, target: &str, body: &Value) -> Response {
        self.post(target, body.to_string().as_bytes())
    }

    /// A request at the operator door.
    pub fn operate(&self, method: &str, target: &str, body: Option<&Value>) -> Response {
        let body = body.map(Value::to_string);
        ask(self.operator, method, target, &[], body.as_deref().map(str::as_bytes))
    }

    /// Opens a session and gives its description.
    #[track_caller]
    pub fn open(&self, request: &Value) -> Value {
        self.operate("POST", "/sessions", Some(request)).expect(201)
    }

    /// What the server wrote to its log.
    pub fn log(&self) -> String {
        std::fs::read_to_string(self.home.path().join("stderr")).unwrap()
    }

    pub fn journal(&self) -> &Path {
        &self.journal
    }

    /// All records on disk, of which each must fit its chain.
    #[track_caller]
    pub fn records(&self) -> Vec<Record> {
        records(&self.journal)
    }

    /// The records of calls in one session, in order.
    #[track_caller]
    pub fn calls(&self, session: &str) -> Vec<CallRecord> {
        let of_session = self.records().into_iter().filter(|record| record.session == session);
        of_session.filter_map(|record| call_of(record.event)).collect()
    }

    pub fn signal(&self, name: &str) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args([&format!("-{name}"), &pid]).status().unwrap().success());
    }

    /// Waits for the end of the process.
    pub fn wait(&mut self) -> ExitStatus {
        let began = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(began.elapsed() < Duration::from_secs(30), "the server does not end");
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// Ends the server as an operator would, checks that it ends well, and gives its records.
    #[track_caller]
    pub fn stop(&mut self) -> Vec<Record> {
        self.signal("TERM");
        assert_eq!(self.wait().code(), Some(0), "{}", self.log());
        self.records()
    }
}

/// A command that came to its end.
pub struct Ran {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Ran {
    /// Standard output as JSON.
    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|e| panic!("{e}: {}{}", self.out, self.err))
    }
}

/// Runs `utb` in a process of its own.
pub fn utb(args: &[&str]) -> Ran {
    let output = Command::new(BINARY).args(args).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Ran { code: output.status.code(), out: text(&output.stdout), err: text(&output.stderr) }
}

/// Fails unless every recorded call of a journal gives the same bytes when it is made again.
#[track_caller]
pub fn replays(journal: &Path, args: &[&str]) {
    let ran = utb(&[&["replay", journal.to_str().unwrap()], args].concat());
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
}

impl Drop for Server {
    fn drop(&mut self) {
        let ended = self.child.try_wait();
        let _ = self.child.kill();
        let _ = self.child.wait();
        if std::thread::panicking() {
            return;
        }
        let log = self.log();
        assert!(self.noise_is_fine || log.is_empty(), "the server wrote to its log: {log}");
        drop(ended);
    }
}

/// The call, where an event is one.
pub fn call_of(event: Event) -> Option<CallRecord> {
    match event {
        Event::Call(call) => Some(*call),
        _ => None,
    }
}

/// The records of a journal directory, of which each must fit its chain.
#[track_caller]
pub fn records(journal: &Path) -> Vec<Record> {
    let entries = journal::read(journal).unwrap();
    entries.map(|entry| entry.unwrap_or_else(|e| panic!("{e}")).record).collect()
}

/// A start that must fail: what it says and how it ends.
pub fn refuse_to_start(journal: &Path, args: &[&str]) -> Output {
    let mut child = serve(journal, args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let began = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if began.elapsed() > Duration::from_secs(30) {
            let _ = child.kill();
            panic!("the server started with {args:?}");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    child.wait_with_output().unwrap()
}

/// `utb serve` with free ports where none are given.
fn serve(journal: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(BINARY);
    command.arg("serve").arg("--journal").arg(journal).args(args);
    for door in ["--agent-addr", "--operator-addr"] {
        if !args.contains(&door) {
            command.args([door, "127.0.0.1:0"]);
        }
    }
    command
}
