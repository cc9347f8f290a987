//! The HTML report in a real browser: it holds 1,065 turns with 50,000 calls, filters, searches, opens a turn, runs none
//! of an agent's words, and asks the network for nothing.
//!
//! The browser is `$UTB_BROWSER`, one on the path, or one that Playwright can fetch. Where there is none of the three, the
//! test says so and checks nothing.

mod generated;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use usertoolbench::report::{Format, Html};

/// The largest file that is still quick to open and to send.
const LARGEST: usize = 6 << 20;

#[test]
fn a_report_of_a_whole_run_works_in_a_browser() {
    let page = Html.text(&generated::report());
    assert!(page.len() < LARGEST, "the report has {} bytes", page.len());
    assert!(!page.contains("alert("), "an agent's words stand in the file as they are");
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("browser");
    std::fs::create_dir_all(&dir).expect("a folder of one's own");
    let file = dir.join("report.html");
    std::fs::write(&file, page).expect("the file is written");
    let Some(python) = virtual_environment(&dir) else {
        return skipped("Playwright could not be installed (python3 with venv and pip, and a package registry)");
    };
    let Some(browser) = browser(&dir, &python) else {
        return skipped("there is no chromium on the path, and Playwright could not fetch one; set UTB_BROWSER to one");
    };
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/browser/check.py");
    let output = Command::new(python).arg(script).args([&file, &browser]).output().expect("python starts");
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{}:\n{out}{err}", browser.display());
}

#[expect(clippy::print_stderr, reason = "whoever runs the tests must see that this one checked nothing")]
fn skipped(why: &str) {
    eprintln!("\n*** NOT CHECKED: the HTML report in a browser: {why} ***\n");
}

/// The interpreter of a virtual environment with Playwright, which is made when it is not there.
fn virtual_environment(dir: &Path) -> Option<PathBuf> {
    let venv = dir.join("venv");
    let python = venv.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    let has = |python: &Path| works(Command::new(python).args(["-c", "import playwright"]));
    if !has(&python) {
        let base = if cfg!(windows) { "python" } else { "python3" };
        let made = works(Command::new(base).args(["-m", "venv", "--clear"]).arg(&venv));
        let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "playwright"];
        if !made || !works(Command::new(&python).args(pip)) {
            return None;
        }
    }
    has(&python).then_some(python)
}

fn browser(dir: &Path, python: &Path) -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("UTB_BROWSER") {
        return Some(named.into());
    }
    let on_path = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
    let installed = on_path.into_iter().find(|name| works(Command::new(name).arg("--version")));
    installed.map(PathBuf::from).or_else(|| fetched(dir, python))
}

/// Playwright's own browser, in a folder of ours.
fn fetched(dir: &Path, python: &Path) -> Option<PathBuf> {
    let browsers = dir.join("browsers");
    let playwright = |arguments: &[&str]| {
        let mut command = Command::new(python);
        command.args(arguments).env("PLAYWRIGHT_BROWSERS_PATH", &browsers);
        command
    };
    let asked =
        "from playwright.sync_api import sync_playwright as s\nwith s() as p: print(p.chromium.executable_path)";
    let found = || {
        let output = playwright(&["-c", asked]).stderr(Stdio::null()).output().ok()?;
        let path = PathBuf::from(String::from_utf8(output.stdout).ok()?.trim());
        path.exists().then_some(path)
    };
    found().or_else(|| {
        works(&mut playwright(&["-m", "playwright", "install", "chromium"]));
        found()
    })
}

fn works(command: &mut Command) -> bool {
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}
