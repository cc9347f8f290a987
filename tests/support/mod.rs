//! A server that really runs, for tests that speak to it.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::Value;

/// How often the ready file is looked for, and how long between: a minute in all.
const LOOKS: u32 = 1200;
const LOOK: Duration = Duration::from_millis(50);

/// `utb serve` on free ports, with the built-in files and a journal of its own. It ends with its owner.
pub struct Server {
    /// URL of the agent door.
    #[allow(dead_code, reason = "not every test knocks at both doors")]
    pub agent: String,
    /// URL of the operator door.
    pub operator: String,
    process: Child,
    _scratch: tempfile::TempDir,
}

impl Server {
    /// Starts a server and waits until both doors are open.
    pub fn start() -> Self {
        let scratch = tempfile::tempdir().expect("a scratch folder");
        let (ready, journal) = (scratch.path().join("ready.json"), scratch.path().join("journal"));
        let free = "127.0.0.1:0";
        let mut process = Command::new(env!("CARGO_BIN_EXE_utb"))
            .args(["serve", "--agent-addr", free, "--operator-addr", free, "--ready-file"])
            .arg(&ready)
            .arg("--journal")
            .arg(journal)
            .stdout(Stdio::null())
            .spawn()
            .expect("utb starts");
        let urls = wait_for(&ready, &mut process);
        let url = |door: &str| urls[door].as_str().expect("the ready file names both doors").to_owned();
        Self { agent: url("agent"), operator: url("operator"), process, _scratch: scratch }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Nothing can be done about a server that is gone already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn wait_for(ready: &Path, process: &mut Child) -> Value {
    for _ in 0..LOOKS {
        if let Ok(text) = std::fs::read_to_string(ready) {
            return serde_json::from_str(&text).expect("the ready file is JSON");
        }
        if let Some(status) = process.try_wait().expect("the server is ours") {
            panic!("utb serve ended before it was ready: {status}");
        }
        std::thread::sleep(LOOK);
    }
    panic!("utb serve was not ready in {:?}", LOOK * LOOKS)
}
