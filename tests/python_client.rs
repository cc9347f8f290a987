//! `examples/agent.py` plays against a server that really runs, with the Python that is there and `requests` from the
//! registry: the README shows its loop, so it has to work.

mod support;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use support::Server;

#[test]
fn the_example_agent_plays_a_session_and_gets_its_verdicts() {
    let python = virtual_environment();
    let server = Server::start();
    let agent = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/agent.py");
    let played = run(Command::new(python).arg(agent).args([&server.operator, "3"]));
    let lines: Vec<&str> = played.lines().collect();
    assert_eq!(lines.len(), 7, "three turns, three verdicts and the sum:\n{played}");
    assert!(lines[6].ends_with("of 3 turns right"), "{played}");
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
