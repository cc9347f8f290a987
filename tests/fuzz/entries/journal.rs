//! A journal file: as it is, and with every line sealed, since no fuzzer finds a SHA-256.

use std::cell::RefCell;
use std::path::Path;
use std::sync::LazyLock;

use tempfile::TempDir;
use usertoolbench::journal::{self, Durability, Event, GENESIS, Record, Writer, seal};

use super::Entry;

pub const ENTRY: Entry = Entry { name: "journal", seeds, run };

thread_local! {
    /// A folder of which the only file is written again for every input.
    static DIR: RefCell<TempDir> = RefCell::new(tempfile::tempdir().unwrap());
}

/// A whole journal.
static WHOLE: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let dir = tempfile::tempdir().unwrap();
    let (writer, _) = Writer::open(dir.path(), Durability::Os).unwrap();
    for n in 0..5 {
        let event = Event::Closed(journal::format::Closed { reason: format!("reason {n}") });
        let (session, wall, clock) = ("s".into(), String::new(), String::new());
        writer.put(&Record { v: journal::VERSION, session, n, wall, clock, event });
    }
    writer.flush_all().unwrap();
    std::fs::read(dir.path().join("journal-000001.jsonl")).unwrap()
});

/// A line of each kind, for sealing.
const LINES: &str = r#"{"journal":1,"file":1,"previous":"0000000000000000000000000000000000000000000000000000000000000000"}
{"v":1,"session":"s","n":0,"wall":"2026-03-02T09:00:00Z","clock":"2026-03-02T09:00:00+01:00","event":{"opened":{"utb":"0.1.0","seed":0,"history":"gold","catalogue":"","start":0,"end":0}}}
{"v":1,"session":"s","n":1,"wall":"","clock":"","event":{"call":{"toolset":"a","tool":"b","via":"post","raw":"{}","arguments":{},"status":200,"body":{"x":1},"effects":[{"table":"t","key":"k","after":{"c":1}}],"micros":3}}}
{"v":1,"session":"s","n":2,"wall":"","clock":"","event":{"reply":{"turn":"t1","text":"?","kind":"question","declared":false,"user":"!"}}}
{"v":1,"session":"s","n":3,"wall":"","clock":"","event":{"closed":{"reason":"deleted"}}}
"#;

fn seeds() -> Vec<Vec<u8>> {
    vec![WHOLE.clone(), LINES.as_bytes().to_vec()]
}

fn run(input: &[u8]) {
    DIR.with_borrow(|dir| {
        let path = dir.path().join("journal-000001.jsonl");
        std::fs::write(&path, input).unwrap();
        let fault = journal::read_file(&path).any(|entry| entry.is_err());
        // A cut at the end of a line cannot be seen in one file; any other change of a whole journal must be.
        let is_start = WHOLE.starts_with(input) && (input.is_empty() || input.ends_with(b"\n"));
        assert!(fault || input.is_empty() || *input == **WHOLE || is_start, "a change went unnoticed");
        session(dir.path());
        std::fs::write(&path, sealed(input)).unwrap();
        for entry in journal::read_file(&path).flatten() {
            let text = serde_json::to_string(&entry.record).unwrap();
            assert!(journal::parse(text.as_bytes()).is_ok(), "what was read can be written and read: {text}");
        }
        session(dir.path());
        // What a writer that opens after this death would do.
        let _ = Writer::open(dir.path(), Durability::Os);
        let _ = std::fs::remove_file(dir.path().join("journal-000002.jsonl"));
    });
}

fn session(dir: &Path) {
    for line in journal::of_session(dir, "s", journal::Place::START, u64::MAX).unwrap().flatten() {
        let _ = journal::parse(&line);
    }
}

/// Seals all lines that look like an object.
fn sealed(input: &[u8]) -> Vec<u8> {
    let (mut chain, mut out) = (GENESIS, Vec::new());
    for line in input.split(|byte| *byte == b'\n').filter(|line| line.ends_with(b"}")) {
        seal(&mut chain, line, &mut out);
    }
    out
}
