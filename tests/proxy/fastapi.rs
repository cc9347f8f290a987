//! `upstream.py`, with a Python that has FastAPI and uvicorn from the registry.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;

use crate::programs::wait_for;

/// A FastAPI application that runs. It ends with its owner.
pub struct FastApi {
    pub url: String,
    process: Child,
    _scratch: tempfile::TempDir,
}

impl FastApi {
    /// Starts the application and waits until it listens.
    pub fn start() -> Self {
        let scratch = tempfile::tempdir().unwrap();
        let ready = scratch.path().join("ready.json");
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/proxy/upstream.py");
        let mut process =
            Command::new(python()).arg("-B").arg(script).arg(&ready).stderr(Stdio::null()).spawn().unwrap();
        let url = wait_for(&ready, &mut process)["url"].as_str().unwrap().to_owned();
        Self { url, process, _scratch: scratch }
    }
}

impl Drop for FastApi {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The interpreter of `target/tmp/fastapi`, which is made when it is not there.
fn python() -> &'static Path {
    static PYTHON: OnceLock<PathBuf> = OnceLock::new();
    PYTHON.get_or_init(|| {
        let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fastapi");
        let python = dir.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
        if !has_fastapi(&python) {
            let base = if cfg!(windows) { "python" } else { "python3" };
            run(Command::new(base).args(["-m", "venv", "--clear"]).arg(&dir));
            let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "fastapi", "uvicorn"];
            run(Command::new(&python).args(install));
        }
        python
    })
}

fn has_fastapi(python: &Path) -> bool {
    let quiet = Command::new(python).args(["-c", "import fastapi, uvicorn"]).stderr(Stdio::null()).status();
    quiet.is_ok_and(|status| status.success())
}

fn run(command: &mut Command) {
    let output = command.output().unwrap_or_else(|e| panic!("{command:?} does not start ({e}); python3 is needed"));
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?} failed; python3 with venv and pip is needed:\n{error}");
}
