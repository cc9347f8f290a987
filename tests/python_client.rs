//! `examples/agent.py` plays against a server that really runs, with the Python that is there and `requests` from the
//! registry: the README shows its loop, so it has to work.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::Value;

/// How often the ready file is looked for, and how long in all.
const LOOK: Duration = Duration::from_millis(50);
const LOOKS: usize = 1200;

#[test]
fn the_example_agent_plays_a_session_and_gets_its_verdicts() {
    let python = virtual_environment();
    let scratch = tempfile::tempdir().expect("a scratch folder");
    let server = Server::start(scratch.path());
    let agent = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/agent.py");
    let played = run(Command::new(python).arg(agent).args([&server.operator, "3"]));
    let lines: Vec<&str> = played.lines().collect();
    assert_eq!(lines.len(), 7, "three turns, three verdicts and the sum:\n{played}");
    assert!(lines[6].ends_with("of 3 turns right"), "{played}");
}

/// A server that ends with the test.
struct Server {
    process: Child,
    operator: String,
}

impl Server {
    fn start(scratch: &Path) -> Self {
        let ready = scratch.join("ready.json");
        let free = "127.0.0.1:0";
        let mut process = Command::new(env!("CARGO_BIN_EXE_utb"))
            .args(["serve", "--agent-addr", free, "--operator-addr", free])
            .arg("--ready-file")
            .arg(&ready)
            .arg("--journal")
            .arg(scratch.join("journal"))
            .stdout(Stdio::null())
            .spawn()
            .expect("utb starts");
        for _ in 0..LOOKS {
            if let Ok(text) = std::fs::read_to_string(&ready) {
                let urls: Value = serde_json::from_str(&text).expect("the ready file is JSON");
                let operator = urls["operator"].as_str().expect("the ready file names the operator door").to_owned();
                return Self { process, operator };
            }
            if let Some(status) = process.try_wait().expect("the server is ours") {
                panic!("utb serve ended before it was ready: {status}");
            }
            std::thread::sleep(LOOK);
        }
        panic!("utb serve was not ready in {:?}", LOOK * LOOKS as u32)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Nothing can be done about a server that is gone already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The interpreter of `target/python-client`, which is made when it is not there.
fn virtual_environment() -> PathBuf {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("python-client");
    let python = dir.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    if !has_requests(&python) {
        let base = if cfg!(windows) { "python" } else { "python3" };
        run(Command::new(base).args(["-m", "venv", "--clear"]).arg(&dir));
        run(Command::new(&python).args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "requests"]));
    }
    python
}

fn has_requests(python: &Path) -> bool {
    let quiet = Command::new(python).args(["-c", "import requests"]).stderr(Stdio::null()).status();
    quiet.is_ok_and(|status| status.success())
}

/// Output of a command that must succeed.
fn run(command: &mut Command) -> String {
    let output = command.output();
    let output =
        output.unwrap_or_else(|e| panic!("{command:?} does not start ({e}); this test needs python3 with venv"));
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{command:?} failed; this test needs python3 with venv and pip:\n{out}{err}");
    out.into_owned()
}
