use std::io::Write;
use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::{Arc, mpsc};
use std::thread::JoinHandle;

use anyhow::anyhow;
use clap::{ArgMatches, Args, Command, FromArgMatches, Subcommand};
use serde_json::json;
use tokio::sync::watch;

use super::common::Files;
use super::record::Proxy;
use super::selftest::Selftest;
use super::serve::{stop_on_signals, url, write_whole};
use crate::http::Doors;
use crate::proxy::{self, Court};
use crate::referee::{Status, TurnVerdict, VerdictKind};
use crate::session::{Engine, History, OpenRequest, Session, Start};

/// What is done with the referee: it judges an agent at work, or is judged itself.
#[derive(Debug)]
pub struct Referee {
    task: Task,
    files: Files,
}

#[derive(Debug)]
enum Task {
    Live(Box<Live>),
    Other(Other),
}

/// The options of the one, or the name of the other, which needs none of them; a derived group of options cannot be
/// left out as a whole.
impl Args for Referee {
    fn augment_args(command: Command) -> Command {
        let command = Other::augment_subcommands(Live::augment_args(Files::augment_args(command)));
        let command = command.args_conflicts_with_subcommands(true).subcommand_negates_reqs(true);
        command.subcommand_required(false).arg_required_else_help(false).about(ABOUT).after_help(EXAMPLES)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Referee {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let task = match matches.subcommand_name() {
            Some(_) => Task::Other(Other::from_arg_matches(matches)?),
            None => Task::Live(Box::new(Live::from_arg_matches(matches)?)),
        };
        Ok(Self { task, files: Files::from_arg_matches(matches)? })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

const ABOUT: &str = "Play the user's side in front of any tool server, and judge each turn as it ends";

const EXAMPLES: &str = "Examples:
  utb referee --upstream http://127.0.0.1:8000 --persona fenna-terwolde
  utb referee --upstream http://127.0.0.1:8000 --persona fenna-terwolde --turn t01.2 --agent my-agent
  curl http://127.0.0.1:8082/turn                the turn to play; tool calls go to /<tool set>/<tool>
  curl http://127.0.0.1:8083/verdicts            what the referee says so far
  utb referee selftest                           what the referee makes of gold with one change in it";

/// What else there is to do with the referee.
#[derive(Debug, Subcommand)]
enum Other {
    Selftest(Selftest),
}

/// A turn by turn verdict on an agent that is at work.
#[derive(Debug, Args)]
struct Live {
    /// Persona whose dialogue is played
    #[arg(long)]
    persona: String,
    /// Where it starts: position from 0, or id of a turn
    #[arg(long)]
    turn: Option<String>,
    /// How many turns are played; to the end when left out
    #[arg(long)]
    turns: Option<NonZeroUsize>,
    /// Seed of the world in which the history is played
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Whose past a turn starts from: gold or own
    #[arg(long, default_value = "gold")]
    history: History,
    /// Name under which the agent appears in scores
    #[arg(long, value_name = "NAME")]
    agent: Option<String>,
    /// Address of the agent's door; port 0 takes a free one
    #[arg(long, default_value = "127.0.0.1:8082", value_name = "ADDR")]
    addr: SocketAddr,
    /// Address of the operator's door, which has the verdicts; port 0 takes a free one
    #[arg(long, default_value = "127.0.0.1:8083", value_name = "ADDR")]
    operator_addr: SocketAddr,
    #[command(flatten)]
    proxy: Proxy,
    /// Write {"agent": URL, "operator": URL} here once both doors are open
    #[arg(long, value_name = "PATH")]
    ready_file: Option<PathBuf>,
}

impl Referee {
    pub fn run(self) -> anyhow::Result<ExitCode> {
        match self.task {
            Task::Other(Other::Selftest(selftest)) => selftest.run(&self.files),
            Task::Live(live) => live.run(&self.files),
        }
    }
}

impl Live {
    fn run(self, files: &Files) -> anyhow::Result<ExitCode> {
        let behind = self.proxy.behind()?;
        let agent = self.proxy.bind(self.addr, "--addr")?;
        let doors = Doors { agent, operator: self.proxy.bind(self.operator_addr, "--operator-addr")? };
        let engine = self.proxy.engine(&files.load()?, self.seed)?;
        let (session, ticket) =
            engine.open(self.request()).map_err(|e| anyhow!("{}{}", e.detail, meant(&e.suggestions)))?;
        engine.flush(ticket).map_err(|e| anyhow!(e.detail))?;
        let (over, turns) = mpsc::channel();
        let court = Arc::new(Court::new(engine.clone(), session.clone(), behind.keep, over));
        let printer = print_verdicts(engine, session, turns)?;
        let (stop, stopped) = watch::channel(false);
        stop_on_signals(stop)?;
        let (agent, operator) = (url(doors.agent.addr), url(doors.operator.addr));
        if let Some(path) = &self.ready_file {
            write_whole(path, &json!({ "agent": agent, "operator": operator }).to_string())?;
        }
        let (persona, upstream, journal) = (&self.persona, behind.target.authority(), self.proxy.journal());
        anstream::eprintln!(
            "utb: {persona} at {agent}, tools of {upstream}, verdicts at {operator}/verdicts, journal in {journal} \
             (Ctrl-C stops)"
        );
        proxy::referee(&court, doors, &behind, &stopped)?;
        drop(court);
        printer.join().map_err(|_| anyhow!("the printer of verdicts panicked"))?;
        Ok(ExitCode::SUCCESS)
    }

    fn request(&self) -> OpenRequest {
        let start = |text: &String| text.parse().map_or_else(|_| Start::Id(text.clone()), Start::Index);
        OpenRequest {
            persona: self.persona.clone(),
            turn: self.turn.as_ref().map(start),
            turns: self.turns,
            seed: Some(self.seed),
            history: self.history,
            agent: self.agent.clone(),
        }
    }
}

/// Prints the verdict on each turn that is over, on a thread of its own so that the agent does not wait for it.
fn print_verdicts(
    engine: Arc<Engine>,
    session: Arc<Session>,
    turns: mpsc::Receiver<String>,
) -> std::io::Result<JoinHandle<()>> {
    let print = move || {
        for turn in turns {
            let line = match engine.verdicts(&session) {
                Ok(verdicts) => verdicts.iter().find(|verdict| *verdict.turn == *turn).map(line),
                Err(problem) => Some(format!("{turn} cannot be judged: {}", problem.detail)),
            };
            // A reader that is gone is no reason to stop judging.
            let _ = writeln!(anstream::stdout(), "{}", line.unwrap_or_else(|| format!("{turn} is not in the suite")));
        }
    };
    std::thread::Builder::new().name("utb-verdicts".into()).spawn(print)
}

/// Turn, each verdict, and what decided.
fn line(verdict: &TurnVerdict) -> String {
    let outcomes: Vec<String> = VerdictKind::ALL.iter().filter_map(|kind| outcome(verdict, *kind)).collect();
    let why = verdict.decisive().map(|finding| format!(": {}: {}", finding.kind.id(), finding.sentence));
    format!("{} {}{}", verdict.turn, outcomes.join(", "), why.unwrap_or_default())
}

/// `exact pass`; nothing where that verdict was not given.
fn outcome(verdict: &TurnVerdict, kind: VerdictKind) -> Option<String> {
    let word = match (verdict.passes(kind)?, verdict.status) {
        (true, _) => "pass",
        (false, Status::Infrastructure) => "not judged",
        (false, _) => "fail",
    };
    Some(format!("{} {word}", kind.id()))
}

fn meant(suggestions: &[String]) -> String {
    match suggestions {
        [] => String::new(),
        names => format!(" There are: {}", names.join(", ")),
    }
}
