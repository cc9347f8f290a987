//! Files of other projects with gold in them: a task file of tau-bench, a conversation of ToolTalk, requests of BFCL.

use std::path::Path;

use usertoolbench::convert::gold::{Imported, bfcl, tau_bench, tooltalk};

use super::Entry;

pub const ENTRY: Entry = Entry { name: "gold", seeds, run };

const CONVERSATION: &str = "conversations/easy/FindAlarms-easy.json";

fn fixture(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().map(|dir| dir.join("tests/fixtures").join(name));
    path.filter_map(|path| std::fs::read(path).ok()).next().unwrap_or_else(|| panic!("{name} is missing"))
}

fn seeds() -> Vec<Vec<u8>> {
    let lines = |name: &str, count: usize| {
        let file = fixture(name);
        file.split_inclusive(|b| *b == b'\n').take(count).collect::<Vec<_>>().concat()
    };
    let tasks: Vec<serde_json::Value> =
        serde_json::from_slice(&fixture("tau-bench/tasks_airline.json")).unwrap_or_default();
    vec![
        serde_json::to_vec(&tasks[..2]).unwrap_or_default(),
        fixture(&format!("tooltalk/{CONVERSATION}")),
        lines("bfcl/single_turn_live_parallel_multiple.jsonl", 1),
        lines("bfcl/multi_turn_miss_func.jsonl", 1),
    ]
}

/// The same bytes as a file of each project.
fn run(input: &[u8]) {
    // Several threads and processes may run this at a time.
    let thread: String = format!("{:?}", std::thread::current().id()).chars().filter(char::is_ascii_digit).collect();
    let dir = std::env::temp_dir().join(format!("utb-fuzz-gold-{}-{thread}", std::process::id()));
    let write = |name: &str, bytes: &[u8]| {
        let path = dir.join(name);
        let made = path.parent().map_or(Ok(()), std::fs::create_dir_all);
        made.and_then(|()| std::fs::write(path, bytes)).unwrap_or_else(|e| panic!("{name}: {e}"));
    };
    write("tau/tools_airline.json", &fixture("tau-bench/tools_airline.json"));
    write("tau/tasks_airline.json", input);
    write("tooltalk/apis.json", &fixture("tooltalk/apis.json"));
    write(&format!("tooltalk/{CONVERSATION}"), input);
    for name in ["gorilla_file_system", "posting_api"] {
        write(&format!("bfcl/function_docs/{name}.json"), &fixture(&format!("bfcl/function_docs/{name}.json")));
    }
    write("single/single_turn_parallel.jsonl", input);
    write("bfcl/multi_turn_base.jsonl", input);
    let imported = [
        tau_bench::import(&dir.join("tau"), None),
        tooltalk::import(&dir.join("tooltalk")),
        bfcl::import(&dir.join("single")),
        bfcl::import(&dir.join("bfcl")),
    ];
    drop(std::fs::remove_dir_all(&dir));
    imported.iter().for_each(|result| result.as_ref().map_or_else(|e| assert!(!e.to_string().is_empty()), holds));
}

/// What was taken has a dialogue for every persona, and no run without its records.
fn holds(imported: &Imported) {
    assert_eq!(imported.suite.len(), 2 * imported.tasks());
    assert!(imported.journals.iter().all(|journal| journal.records.len() >= 2 * journal.sessions));
}
