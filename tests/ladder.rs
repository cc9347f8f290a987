//! Holds the ladder of rooms that `src/lib.rs` draws: a room uses those below it and none above, the pure rooms stay
//! free of I/O machinery, and no file grows past what one can read.
//!
//! The check reads text and not the compiler's mind: comments and literals are taken out, then every path that starts
//! at `crate`, at `super` or at `std` is followed to the first name that matters.

#![expect(clippy::unwrap_used, reason = "a test that fails says so by panicking")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Lines that a source file may have.
const LONGEST: usize = 600;

/// The lowest room that may know what time it is and what a thread is.
const IMPURE_FROM: &str = "session";

/// Crates that only the rooms above `session` may name: those that speak over a network.
const NETWORK: [&str; 4] = ["hyper", "hyper_util", "socket2", "tokio"];

/// Types of the wall clock, which nothing below `session` may name.
const CLOCKS: [&str; 2] = ["Instant", "SystemTime"];

/// Rooms whose rung is kept though they are not built yet. One that is built must leave this list.
const PLANNED: [&str; 0] = [];

/// Pairs that the order would allow and the design does not: the referee reads gold and journal, nothing else.
const APART: [(&str, &str); 1] = [("referee", "simulator")];

/// Faults that stand, each with its reason. One that is found no longer must leave this list.
const STANDING: [(&str, &str); 1] = [(
    "src/replay/drive.rs: replay names std::thread",
    "sessions are spread over threads to be judged sooner; each stays on one, so no answer can depend on it",
)];

#[test]
fn no_room_uses_a_higher_one() {
    let ladder = Ladder::of(&lib());
    let files = sources("src");
    assert!(files.len() > 50, "only {} files found in src/", files.len());
    let found: BTreeSet<String> = files.iter().flat_map(|(path, text)| ladder.faults(path, text)).collect();
    let standing: BTreeSet<String> = STANDING.iter().map(|(fault, _)| (*fault).to_owned()).collect();
    let new: Vec<&String> = found.difference(&standing).collect();
    assert!(new.is_empty(), "the ladder in src/lib.rs does not hold:\n{new:#?}");
    let gone: Vec<&String> = standing.difference(&found).collect();
    assert!(gone.is_empty(), "found no longer, so take them off STANDING in tests/ladder.rs:\n{gone:#?}");
}

#[test]
fn the_list_in_lib_rs_names_the_rooms_that_exist() {
    let lib = lib();
    let ladder = Ladder::of(&lib);
    let listed: BTreeSet<&str> = ladder.levels.iter().flatten().map(String::as_str).collect();
    let declared = lib.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'));
    let declared: BTreeSet<&str> = declared.collect();
    let on_disk = rooms_on_disk();
    assert_eq!(declared, on_disk.iter().map(String::as_str).collect(), "left: `pub mod` lines; right: src/");
    let with_planned: BTreeSet<&str> = declared.iter().copied().chain(PLANNED).collect();
    assert_eq!(listed, with_planned, "left: the list in the docs of src/lib.rs; right: its `pub mod` lines");
    let built: Vec<&str> = PLANNED.into_iter().filter(|room| declared.contains(room)).collect();
    assert!(built.is_empty(), "{built:?} are built now: take them off PLANNED in tests/ladder.rs");
}

#[test]
fn files_stay_short_enough_to_read() {
    let all = ["src", "tests", "benches", "examples"].iter().flat_map(|dir| sources(dir));
    let long: Vec<String> = all.filter_map(|(path, text)| too_long(&path, &text)).collect();
    assert!(long.is_empty(), "files over {LONGEST} lines, each probably two rooms in one:\n{}", long.join("\n"));
}

#[test]
fn a_planted_fault_is_found() {
    let ladder =
        Ladder::of("//! ```text\n//! top     x\n//! a · b   y\n//! session z\n//! referee z\n//! simulator z\n//! ```");
    let faults = |path: &str, text: &str| ladder.faults(path, text).len();
    assert_eq!(faults("src/session/x.rs", "use crate::top::Thing;"), 1, "a plain path");
    assert_eq!(faults("src/session/x.rs", "use crate::{simulator::X, a::{B, C}, top};"), 2, "paths in a group");
    assert_eq!(faults("src/session/deep/x.rs", "fn f() { super::super::super::top::go() }"), 1, "a path that climbs");
    assert_eq!(faults("src/session/mod.rs", "use super::a;"), 1, "a path that climbs from mod.rs");
    assert_eq!(faults("src/session.rs", "use super::a;"), 1, "a room of one file");
    assert_eq!(faults("src/a/x.rs", "use crate::b::Y;"), 0, "rooms of one level may use each other");
    assert_eq!(faults("src/referee/x.rs", "crate::simulator::respond()"), 1, "the referee and the simulator");
    assert_eq!(faults("src/simulator/x.rs", "use std::{fmt, thread};"), 1, "threads");
    assert_eq!(faults("src/simulator/x.rs", "use std::time::Instant;"), 1, "the wall clock");
    assert_eq!(faults("src/session/x.rs", "use std::time::Instant; use std::thread;"), 0, "session may");
    assert_eq!(faults("src/session/x.rs", "async fn f() { tokio::task::yield_now().await }"), 1, "the network");
    assert_eq!(faults("src/nowhere/x.rs", ""), 1, "a room that the list does not name");
    let harmless = r##"
        // use crate::top;
        /* tokio /* nested */ crate::top */
        /// See [`crate::top`] and SystemTime.
        const A: &str = "crate::top \" tokio"; const B: &str = r#"crate::top " tokio"#;
        const C: char = '"'; fn f<'a>(x: &'a str) -> &'a str { x }
        use super::thing; use crate::simulator::X;
    "##;
    assert_eq!(ladder.faults("src/session/deep/x.rs", harmless), Vec::<String>::new(), "comments and literals");
    assert!(too_long("x.rs", &"\n".repeat(LONGEST + 1)).is_some() && too_long("x.rs", &"\n".repeat(LONGEST)).is_none());
}

/// The rooms from top to ground; those of one level may use each other.
struct Ladder {
    levels: Vec<Vec<String>>,
}

impl Ladder {
    /// Reads the list out of the documentation of `src/lib.rs`.
    fn of(lib: &str) -> Self {
        let docs = lib.lines().filter_map(|line| line.strip_prefix("//!"));
        let list = docs.skip_while(|line| line.trim() != "```text").skip(1).take_while(|line| line.trim() != "```");
        let levels: Vec<Vec<String>> = list.map(level).collect();
        assert!(!levels.is_empty(), "src/lib.rs has no list of rooms between ```text and ```");
        Self { levels }
    }

    fn height(&self, room: &str) -> Option<usize> {
        self.levels.iter().rev().position(|level| level.iter().any(|name| name == room))
    }

    /// What a file does that its room must not.
    fn faults(&self, path: &str, text: &str) -> Vec<String> {
        let Some((room, depth)) = place(path) else {
            return Vec::new();
        };
        let Some(height) = self.height(&room) else {
            return vec![format!("{path}: src/lib.rs does not list the room '{room}'")];
        };
        let tokens = tokens(text);
        let mut faults = Vec::new();
        for used in rooms_used(&tokens, depth) {
            if self.height(&used).is_some_and(|other| other > height) {
                faults.push(format!("{path}: {room} uses {used}, which is above it"));
            }
            if APART.contains(&(room.as_str(), used.as_str())) {
                faults.push(format!("{path}: {room} must not know {used}"));
            }
        }
        let impure = self.height(IMPURE_FROM).unwrap_or_default();
        for token in &tokens {
            let network = height <= impure && NETWORK.contains(&token.as_str());
            let clock = height < impure && CLOCKS.contains(&token.as_str());
            if network || clock {
                faults.push(format!("{path}: {room} names {token}"));
            }
        }
        if height < impure && heads(&tokens, "std").contains("thread") {
            faults.push(format!("{path}: {room} names std::thread"));
        }
        faults
    }
}

/// `http · mcp   the two doors` names two rooms.
fn level(line: &str) -> Vec<String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let joined = |i: usize| i == 0 || words[i - 1] == "·";
    let names = (0..words.len()).filter(|i| joined(*i) && words[*i] != "·");
    names.map(|i| words[i].to_owned()).collect()
}

/// The room of a file, and how many `super`s lead from it to the root; none for `lib.rs` and `main.rs`.
fn place(path: &str) -> Option<(String, usize)> {
    let inside = path.strip_prefix("src/")?.strip_suffix(".rs")?;
    let mut modules: Vec<&str> = inside.split('/').collect();
    if modules.last() == Some(&"mod") {
        modules.pop();
    }
    match modules[0] {
        "lib" | "main" => None,
        room => Some((room.to_owned(), modules.len())),
    }
}

/// Names right below the crate's root that a file uses.
fn rooms_used(tokens: &[String], depth: usize) -> BTreeSet<String> {
    let mut used = heads(tokens, "crate");
    let climb = ["super", "::"].repeat(depth);
    for (i, window) in tokens.windows(climb.len()).enumerate() {
        if *window == *climb {
            used.extend(names_at(&tokens[i + climb.len()..]));
        }
    }
    used
}

/// What follows `root::`, alone or in a group.
fn heads(tokens: &[String], root: &str) -> BTreeSet<String> {
    let starts = tokens.windows(2).enumerate().filter(|(_, pair)| pair[0] == root && pair[1] == "::");
    starts.flat_map(|(i, _)| names_at(&tokens[i + 2..])).collect()
}

/// The first names of a path or of a group of paths.
fn names_at(tokens: &[String]) -> Vec<String> {
    match tokens.first().map(String::as_str) {
        Some("{") => names_in_group(&tokens[1..]),
        Some(_) => vec![tokens[0].clone()],
        None => Vec::new(),
    }
}

fn names_in_group(tokens: &[String]) -> Vec<String> {
    let (mut names, mut nested, mut first) = (Vec::new(), 0, true);
    for token in tokens {
        match token.as_str() {
            "{" => nested += 1,
            "}" if nested == 0 => break,
            "}" => nested -= 1,
            "," if nested == 0 => first = true,
            _ if first => {
                names.push(token.clone());
                first = false;
            }
            _ => {}
        }
    }
    names
}

/// Words, `::`, braces and commas of a source text without its comments and literals.
fn tokens(text: &str) -> Vec<String> {
    let (mut rest, mut tokens) = (text, Vec::new());
    while let Some(c) = rest.chars().next() {
        let length = match c {
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => block_comment(rest),
            '"' => string(rest),
            '\'' => char_or_lifetime(rest),
            'r' | 'b' | 'c' if literal(rest).is_some() => literal(rest).unwrap_or(1),
            _ if is_word(c) => {
                let length = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
                tokens.push(rest[..length].to_owned());
                length
            }
            ':' if rest.starts_with("::") => {
                tokens.push("::".to_owned());
                2
            }
            _ => {
                tokens.extend("{},".contains(c).then(|| c.to_string()));
                c.len_utf8()
            }
        };
        rest = &rest[length..];
    }
    tokens
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn block_comment(text: &str) -> usize {
    let (mut open, mut at) = (0, 0);
    while at < text.len() {
        match &text.as_bytes()[at..] {
            [b'/', b'*', ..] => (open, at) = (open + 1, at + 2),
            [b'*', b'/', ..] => (open, at) = (open - 1, at + 2),
            _ => at += 1,
        }
        if open == 0 {
            return at;
        }
    }
    text.len()
}

/// Length of `"…"`, with escapes.
fn string(text: &str) -> usize {
    let mut escaped = false;
    for (i, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return i + 1,
            _ => {}
        }
    }
    text.len()
}

/// Length of a literal with a prefix (`b"…"`, `r#"…"#`), or none where a word begins.
fn literal(text: &str) -> Option<usize> {
    let prefix = text.find(|c: char| !"rbc".contains(c)).filter(|length| *length <= 2)?;
    let hashes = text[prefix..].find(|c| c != '#')?;
    let body = prefix + hashes;
    match text[body..].starts_with('"') {
        true if text[..prefix].contains('r') => {
            let close = format!("\"{}", "#".repeat(hashes));
            Some(text[body + 1..].find(&close).map_or(text.len(), |end| body + 1 + end + close.len()))
        }
        true if hashes == 0 => Some(body + string(&text[body..])),
        _ => None,
    }
}

/// `'a'` is passed over; of `'a` only the tick.
fn char_or_lifetime(text: &str) -> usize {
    let escaped = text[1..].starts_with('\\');
    let mut inside = text.char_indices().skip(if escaped { 3 } else { 2 });
    match escaped {
        true => inside.find(|(_, c)| *c == '\'').map_or(text.len(), |(i, _)| i + 1),
        false => inside.next().filter(|(_, c)| *c == '\'').map_or(1, |(i, _)| i + 1),
    }
}

fn too_long(path: &str, text: &str) -> Option<String> {
    let lines = text.lines().count();
    (lines > LONGEST).then(|| format!("{path}: {lines} lines"))
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn lib() -> String {
    fs::read_to_string(root().join("src/lib.rs")).unwrap()
}

/// Folders of `src/` that hold a `mod.rs`, and its files but for `lib.rs` and `main.rs`.
fn rooms_on_disk() -> BTreeSet<String> {
    let entries = fs::read_dir(root().join("src")).unwrap().map(|entry| entry.unwrap().path());
    let room = |path: &PathBuf| path.join("mod.rs").exists() || path.extension().is_some_and(|e| e == "rs");
    let names = entries.filter(room).map(|path| path.file_stem().unwrap().to_string_lossy().into_owned());
    names.filter(|name| name != "lib" && name != "main").collect()
}

/// Rust files below a folder of the package: path from its root, and text.
fn sources(dir: &str) -> Vec<(String, String)> {
    let mut files = Vec::new();
    collect(&root().join(dir), &mut files);
    files.sort();
    files
}

fn collect(dir: &Path, files: &mut Vec<(String, String)>) {
    let Ok(entries) = fs::read_dir(dir) else { return };
    for path in entries.map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|e| e == "rs") {
            let name = path.strip_prefix(root()).unwrap().to_string_lossy().replace('\\', "/");
            files.push((name, fs::read_to_string(&path).unwrap()));
        }
    }
}
