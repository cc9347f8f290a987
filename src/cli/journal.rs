use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::{Args, Subcommand};
use serde_json::{Value, json};

use super::common::Output;
use crate::journal::format::{CallRecord, ExchangeRecord, ReplyKind};
use crate::journal::{self, Event, JournalError, Record};

/// Check and read journals
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  utb journal verify journal
  utb journal show journal --tool convertCurrency
  utb journal show journal --session 0qk3 --turn t01.2
  utb journal show journal --status 422 --follow")]
pub struct Journal {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Check structure and chain, and name the first bad record; exit code 1 when there is one
    Verify {
        /// A journal: a file, or a directory of files
        journal: PathBuf,
        /// How to print what was found
        #[arg(long, value_enum, default_value_t)]
        format: Output,
    },
    /// Print a readable timeline
    Show {
        /// A journal: a file, or a directory of files
        journal: PathBuf,
        #[command(flatten)]
        filter: Filter,
        /// Go on with what is written from now on
        #[arg(long)]
        follow: bool,
    },
}

/// Which records are shown; all of the conditions must hold.
#[derive(Debug, Args)]
struct Filter {
    /// Sessions whose name begins so
    #[arg(long)]
    session: Option<String>,
    /// Records of this turn
    #[arg(long)]
    turn: Option<String>,
    /// Calls of this tool (NAME or TOOLSET/NAME)
    #[arg(long)]
    tool: Option<String>,
    /// Calls and exchanges answered with this status
    #[arg(long)]
    status: Option<u16>,
}

impl Journal {
    pub fn run(self) -> anyhow::Result<ExitCode> {
        match self.command {
            Command::Verify { journal, format } => verify(&journal, format),
            Command::Show { journal, filter, follow } => show(&journal, &filter, follow),
        }
    }
}

fn verify(path: &Path, format: Output) -> anyhow::Result<ExitCode> {
    let (mut records, mut fault, mut last) = (0u64, None, std::collections::BTreeMap::<String, u64>::new());
    for entry in journal::read(path)? {
        match entry {
            Ok(entry) => {
                records += 1;
                let record = &entry.record;
                let expected = match &record.event {
                    // The sandbox opens anew with every start of a server.
                    Event::Opened(_) => 0,
                    _ => last.get(&record.session).map_or(0, |n| n + 1),
                };
                if record.n != expected {
                    let detail = format!("record {} of session {} follows {expected}", record.n, record.session);
                    fault = Some(JournalError::Bad { file: entry.file, line: entry.line, detail });
                    break;
                }
                last.insert(record.session.clone(), record.n);
                // A long journal has more sessions than fit in memory.
                if matches!(&record.event, Event::Closed(closed) if closed.is_for_good()) {
                    last.remove(&record.session);
                }
            }
            Err(e) => fault = Some(e),
        }
    }
    let torn = matches!(fault, Some(JournalError::Torn { .. }));
    match format {
        Output::Json => {
            let fault = fault.as_ref().map(ToString::to_string);
            anstream::println!(
                "{}",
                json!({ "records": records, "ok": fault.is_none(), "torn": torn, "fault": fault })
            );
        }
        Output::Table => match &fault {
            None => anstream::println!("{records} records, structure and chain are whole"),
            Some(e) => anstream::println!("{records} records are whole, then: {e}"),
        },
    }
    Ok(ExitCode::from(u8::from(fault.is_some())))
}

fn show(path: &Path, filter: &Filter, follow: bool) -> anyhow::Result<ExitCode> {
    let mut seen = None;
    for entry in journal::read(path)? {
        match entry {
            Ok(entry) => {
                print_if(filter, &entry.record);
                seen = Some((entry.file, entry.line));
            }
            Err(JournalError::Torn { file, line, .. }) if follow => seen = Some((file, line - 1)),
            Err(e) => {
                anstream::eprintln!("utb: {e}");
                return Ok(ExitCode::from(1));
            }
        }
    }
    if follow {
        let first = || journal::file_after(&path.join("journal")).unwrap_or_else(|| path.to_owned());
        let (file, lines) = seen.unwrap_or_else(|| (first(), 0));
        follow_file(file, lines, filter)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Prints what is appended to a file after so many lines, and moves on to the next file when one appears.
fn follow_file(mut file: PathBuf, mut skip: u64, filter: &Filter) -> anyhow::Result<()> {
    let mut reader = BufReader::new(std::fs::File::open(&file)?);
    let mut line = String::new();
    loop {
        if reader.read_line(&mut line)? > 0 && line.ends_with('\n') {
            if skip > 0 {
                skip -= 1;
            } else if let Some(record) = journal::unchecked(line.trim_end().as_bytes()) {
                print_if(filter, &record);
            }
            line.clear();
            continue;
        }
        std::thread::sleep(Duration::from_millis(100));
        if let Some(next) = journal::file_after(&file).filter(|_| line.is_empty()) {
            reader = BufReader::new(std::fs::File::open(&next)?);
            file = next;
        }
    }
}

fn print_if(filter: &Filter, record: &Record) {
    if filter.wants(record) {
        anstream::println!("{}", line(record));
    }
}

impl Filter {
    fn wants(&self, record: &Record) -> bool {
        let session = self.session.as_ref().is_none_or(|s| record.session.starts_with(s.as_str()));
        let turn = self.turn.as_deref().is_none_or(|t| turn_of(&record.event) == Some(t));
        let call = match &record.event {
            Event::Call(call) => Some(call),
            _ => None,
        };
        let named =
            |call: &CallRecord, tool: &str| call.tool == tool || format!("{}/{}", call.toolset, call.tool) == tool;
        let tool = self.tool.as_deref().is_none_or(|tool| call.is_some_and(|call| named(call, tool)));
        let status = self.status.is_none_or(|status| status_of(&record.event) == Some(status));
        session && turn && tool && status
    }
}

fn turn_of(event: &Event) -> Option<&str> {
    match event {
        Event::TurnStarted(started) => Some(&started.turn),
        Event::Call(call) => call.turn.as_deref(),
        Event::Reply(reply) => Some(&reply.turn),
        Event::TurnEnded(ended) => Some(&ended.turn),
        Event::Exchange(exchange) => exchange.turn.as_deref(),
        _ => None,
    }
}

fn status_of(event: &Event) -> Option<u16> {
    match event {
        Event::Call(call) => Some(call.status),
        Event::Exchange(exchange) => exchange.status,
        _ => None,
    }
}

fn line(record: &Record) -> String {
    let short: String = record.session.chars().take(8).collect();
    let turn = turn_of(&record.event).unwrap_or("-");
    format!("{}  {short:<8} {:>4}  {turn:<8} {}", record.clock, record.n, what(&record.event))
}

fn what(event: &Event) -> String {
    match event {
        Event::Opened(opened) => {
            let persona = opened.persona.as_deref().unwrap_or("sandbox");
            let agent = opened.agent.as_deref().map_or(String::new(), |agent| format!(", agent {agent}"));
            format!("opened   {persona}, seed {}{agent}", opened.seed)
        }
        Event::TurnStarted(started) => format!("turn     {} begins", started.index),
        Event::Call(call) => called(call),
        Event::Reply(reply) => {
            let kind = if reply.kind == ReplyKind::Question { "asks" } else { "says" };
            let user = reply.user.as_deref().map_or(String::new(), |words| format!("  ← {words:?}"));
            format!("{kind}     {:?}{user}", reply.text)
        }
        Event::TurnEnded(_) => "turn     ends".into(),
        Event::Forked(forked) => format!("forked   to {}", forked.child),
        Event::Snapshot(snapshot) => format!("snapshot {}", &snapshot.state[..12.min(snapshot.state.len())]),
        Event::Reset(reset) => format!("reset    to {}", reset.to),
        Event::Exchange(exchange) => exchanged(exchange),
        Event::Closed(closed) => format!("closed   {}", closed.reason),
    }
}

fn exchanged(exchange: &ExchangeRecord) -> String {
    let status = exchange.status.map_or("-".into(), |status| status.to_string());
    let query = exchange.query.as_deref().map_or(String::new(), |query| format!("?{query}"));
    let fault = exchange.fault.map_or(String::new(), |fault| format!("  {}", fault.word()));
    let (method, path, size) = (&exchange.method, &exchange.path, exchange.response.bytes);
    format!("{status:<8} {method} {path}{query} → {size} bytes{fault}")
}

fn called(call: &CallRecord) -> String {
    let arguments = call.arguments.as_ref().map(|raw| raw.get());
    let arguments = arguments.or(call.raw.as_deref()).unwrap_or("?");
    let effects = match call.effects.len() {
        0 => String::new(),
        n => format!("  {n} row{} changed", if n == 1 { "" } else { "s" }),
    };
    let failed = match call.status {
        200 => String::new(),
        _ => {
            let body: Value = serde_json::from_str(call.body.get()).unwrap_or(Value::Null);
            format!("  {}", body["detail"].as_str().unwrap_or_default())
        }
    };
    format!("{:<8} {}/{} {arguments}{effects}{failed}", call.status, call.toolset, call.tool)
}
