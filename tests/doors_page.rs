//! Every example of `docs/doors.md`, and those of the README, are sent to a server that really runs, and the answer is
//! what the page shows; the answers that have a schema in `docs/schemas/` fit it.
//!
//! In the page's answers `"…"` stands for any value, at the end of an array for any further items, and as the name of
//! a field for any further fields. `$S` is the session that was opened last.

mod support;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;

use serde_json::Value;
use support::Server;

/// Where the page says the doors are.
const AGENT: &str = "http://127.0.0.1:8080";
const OPERATOR: &str = "http://127.0.0.1:8081";

#[test]
fn every_example_gives_the_answer_that_is_shown() {
    let server = Server::start();
    let mut session = String::new();
    let readme = examples(include_str!("../README.md"));
    let page = examples(&page());
    assert!(!readme.is_empty() && page.len() > 20, "{} and {} examples found", readme.len(), page.len());
    for example in readme.iter().chain(&page) {
        let request = Request::parse(&example.command.replace("$S", &session));
        let answer = send(&server, &request);
        let at = format!("`{}`", example.command);
        assert_eq!(answer.status, example.status, "{at} answers {}", answer.body);
        match &example.shown {
            Shown::Json(shown) => {
                let found = serde_json::from_str(&answer.body).unwrap_or_else(|e| panic!("{at}: {e}: {}", answer.body));
                compare("", shown, &found).unwrap_or_else(|e| panic!("{at}: {e}\nin {found:#}"));
                check_schema(&request, &answer, &found);
                if answer.status == 201 && request.creates_session() {
                    session = found["id"].as_str().expect("a session has an id").to_owned();
                }
            }
            Shown::Text(shown) => {
                lines(shown, &answer.body).unwrap_or_else(|e| panic!("{at}: {e}\nin {}", answer.body))
            }
        }
    }
}

#[test]
fn every_route_stands_on_the_page() {
    let page = page();
    for (file, source) in
        [("agent", include_str!("../src/http/agent.rs")), ("operator", include_str!("../src/http/operator.rs"))]
    {
        // Routes are arms such as `["sessions", id, "fork"] if post =>`; their last word is what the page must show.
        let arms = source.lines().filter(|line| line.trim_start().starts_with('[') && line.contains("=>"));
        let words = arms.filter_map(|line| line.split(']').next()).flat_map(|arm| arm.split('"').skip(1).step_by(2));
        let missing: Vec<&str> = words.filter(|word| !page.contains(&format!("/{word}"))).collect();
        assert!(missing.is_empty(), "docs/doors.md says nothing of {missing:?}, which src/http/{file}.rs serves");
    }
}

#[test]
fn every_code_of_a_caller_stands_on_the_page() {
    let page = page();
    let mut sources = Vec::new();
    collect(&root().join("src"), &mut sources);
    let mut codes: Vec<(&str, &str)> = sources.iter().flat_map(|source| codes(source)).collect();
    codes.sort_unstable();
    codes.dedup();
    assert!(codes.len() > 20, "only {} codes found", codes.len());
    let missing: Vec<_> = codes.iter().filter(|(_, code)| !page.contains(&format!("`{code}`"))).collect();
    assert!(missing.is_empty(), "docs/doors.md says nothing of {missing:?}");
}

#[test]
fn the_comparison_can_fail() {
    let json = |text: &str| serde_json::from_str::<Value>(text).expect("JSON");
    let same = |shown: &str, found: &str| compare("", &json(shown), &json(found)).is_ok();
    assert!(same(r#"{"a": "…", "b": [1, "…"], "…": "…"}"#, r#"{"a": {}, "b": [1, 2, 3], "c": 4}"#));
    assert!(!same(r#"{"a": "…"}"#, r#"{"a": 1, "b": 2}"#), "a further field");
    assert!(!same(r#"{"a": 1, "…": "…"}"#, r#"{"b": 2}"#), "a missing field");
    assert!(!same(r#"[1, "…"]"#, "[2, 3]"), "another item");
    assert!(!same("[1]", "[1, 2]"), "a further item");
    assert!(!same("1", "1.5"));
    assert!(lines("a\n…\nc", "a\nb\nc\n").is_ok() && lines("…", "a\nb").is_ok());
    assert!(lines("a", "a\nb").is_err() && lines("a\n…\nd", "a\nb\nc").is_err() && lines("b", "a\nb").is_err());
}

/// Status and code of each `Problem::new(404, "code", …` that is no fault of the program.
fn codes(source: &str) -> impl Iterator<Item = (&str, &str)> {
    let calls = source.split("Problem::new(").skip(1).filter_map(|rest| rest.split_once(", \""));
    let found = calls.filter_map(|(status, rest)| Some((status, rest.split_once('"')?.0)));
    found.filter(|(status, _)| status.len() == 3 && (status.starts_with('4') || *status == "503"))
}

fn collect(dir: &Path, sources: &mut Vec<String>) {
    for path in std::fs::read_dir(dir).expect("src is there").map(|entry| entry.expect("an entry").path()) {
        match path.is_dir() {
            true => collect(&path, sources),
            false => sources.push(std::fs::read_to_string(&path).expect("source is text")),
        }
    }
}

/// One command of the page and what it shows below.
struct Example {
    command: String,
    status: u16,
    shown: Shown,
}

enum Shown {
    Json(Value),
    Text(String),
}

fn page() -> String {
    std::fs::read_to_string(root().join("docs/doors.md")).expect("docs/doors.md is there")
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A block of `sh`, then one of `json` (or `csv`, `xml`) with the status behind the language.
fn examples(page: &str) -> Vec<Example> {
    let blocks: Vec<(&str, &str)> = page.split("```").skip(1).step_by(2).filter_map(|b| b.split_once('\n')).collect();
    let shown = |pair: &&[(&str, &str)]| pair[0].0 == "sh" && pair[0].1.starts_with("curl ") && pair[1].0 != "sh";
    let pairs = blocks.windows(2).filter(shown);
    pairs.map(|pair| example(pair[0].1, pair[1].0, pair[1].1)).collect()
}

fn example(command: &str, info: &str, shown: &str) -> Example {
    let command = command.replace("\\\n", " ").trim().to_owned();
    let (language, status) = info.split_once(' ').unwrap_or((info, "200"));
    let shown = match language {
        "json" => Shown::Json(serde_json::from_str(shown).unwrap_or_else(|e| panic!("`{command}`: {e}: {shown}"))),
        _ => Shown::Text(shown.trim_end().to_owned()),
    };
    Example { status: status.parse().expect("a status stands behind the language"), command, shown }
}

/// What `curl` would send.
#[derive(Debug, Default)]
struct Request {
    method: String,
    url: String,
    headers: Vec<String>,
    body: String,
}

impl Request {
    /// Reads as much of curl's command line as the page uses.
    fn parse(command: &str) -> Self {
        let mut words = words(command).into_iter();
        assert_eq!(words.next().as_deref(), Some("curl"), "`{command}` is no curl command");
        let mut request = Self { method: "GET".into(), ..Self::default() };
        while let Some(word) = words.next() {
            let mut value = || words.next().unwrap_or_else(|| panic!("`{command}` ends after {word}"));
            match word.as_str() {
                "-s" => {}
                "-X" => request.method = value(),
                "-H" => request.headers.push(value()),
                "-d" => {
                    request.body = value();
                    request.method = "POST".into();
                }
                url => request.url = url.to_owned(),
            }
        }
        request
    }

    fn creates_session(&self) -> bool {
        self.method == "POST" && self.url.ends_with("/sessions")
    }
}

/// Splits as a shell does, as far as quotes go.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut quote, mut word) = (Vec::new(), None, String::new());
    for c in line.chars() {
        match (c, quote) {
            ('\'' | '"', None) => quote = Some(c),
            (_, Some(open)) if c == open => quote = None,
            (' ', None) => words.push(std::mem::take(&mut word)),
            _ => word.push(c),
        }
    }
    words.push(word);
    words.retain(|word| !word.is_empty());
    words
}

/// Where an answer is not what is shown.
fn compare(at: &str, shown: &Value, found: &Value) -> Result<(), String> {
    match (shown, found) {
        (Value::String(any), _) if any == "…" => Ok(()),
        (Value::Object(a), Value::Object(b)) => {
            let open = a.contains_key("…");
            if let Some(more) = b.keys().find(|name| !a.contains_key(*name) && !open) {
                return Err(format!("{at}/{more} is not shown"));
            }
            for (name, value) in a.iter().filter(|(name, _)| *name != "…") {
                let other = b.get(name).ok_or_else(|| format!("{at}/{name} is not there"))?;
                compare(&format!("{at}/{name}"), value, other)?;
            }
            Ok(())
        }
        (Value::Array(a), Value::Array(b)) => {
            let open = a.last().is_some_and(|last| last == "…");
            let items = &a[..a.len() - usize::from(open)];
            if b.len() < items.len() || (b.len() > items.len() && !open) {
                return Err(format!("{at} has {} items, shown are {}", b.len(), items.len()));
            }
            items.iter().zip(b).enumerate().try_for_each(|(i, (x, y))| compare(&format!("{at}/{i}"), x, y))
        }
        _ if shown == found => Ok(()),
        _ => Err(format!("{at} is {found}, shown is {shown}")),
    }
}

/// Where a text is not what is shown; a line `…` stands for any lines.
fn lines(shown: &str, found: &str) -> Result<(), String> {
    let (mut rest, mut open) = (found.lines(), false);
    for line in shown.lines() {
        let there = match (line, open) {
            ("…", _) => true,
            (_, true) => rest.any(|other| other == line),
            (_, false) => rest.next() == Some(line),
        };
        if !there {
            return Err(format!("the line '{line}' is not there"));
        }
        open = line == "…";
    }
    match rest.next() {
        Some(line) if !open => Err(format!("the line '{line}' is not shown")),
        _ => Ok(()),
    }
}

/// Answers of one kind have one schema.
fn check_schema(request: &Request, answer: &Answer, body: &Value) {
    let path = request.url.split('?').next().unwrap_or_default();
    let name = match answer.status {
        400.. => "problem",
        201 if request.creates_session() || path.ends_with("/fork") => "session",
        200 if path.ends_with("/turn") => "turn",
        200 if path.ends_with("/reply") => "reply",
        _ => return,
    };
    let file = root().join(format!("docs/schemas/{name}.schema.json"));
    let text = std::fs::read_to_string(&file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    let schema: Value = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    let validator = jsonschema::options().should_validate_formats(true).build(&schema);
    let validator = validator.unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    let faults: Vec<String> = validator.iter_errors(body).map(|e| format!("{}: {e}", e.instance_path())).collect();
    assert!(faults.is_empty(), "{} of {} breaks {name}.schema.json: {faults:#?}", request.method, request.url);
}

struct Answer {
    status: u16,
    body: String,
}

/// Sends what the page says, to where the door really is; addresses in the answer are put back.
fn send(server: &Server, request: &Request) -> Answer {
    let doors = [(AGENT, &server.agent), (OPERATOR, &server.operator)];
    let door = |(shown, real)| Some((request.url.strip_prefix(shown)?, real));
    let (path, real): (&str, &String) = doors.into_iter().find_map(door).expect("a URL of the page");
    let addr = real.trim_start_matches("http://");
    let mut stream = TcpStream::connect(addr).expect("the door is open");
    let headers: String = request.headers.iter().map(|header| format!("{header}\r\n")).collect();
    let path = if path.is_empty() { "/" } else { path };
    let head = format!("{} {path} HTTP/1.1\r\nHost: {addr}\r\nConnection: close\r\n{headers}", request.method);
    let message = format!("{head}Content-Length: {}\r\n\r\n{}", request.body.len(), request.body);
    stream.write_all(message.as_bytes()).expect("the request is sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("the answer is text");
    let (head, body) = answer.split_once("\r\n\r\n").expect("an answer has a head");
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("an answer has a status");
    let body = doors.iter().fold(body.to_owned(), |body, (shown, real)| body.replace(real.as_str(), shown));
    Answer { status, body }
}
