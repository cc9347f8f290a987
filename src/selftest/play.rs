use std::collections::{BTreeMap, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::Context;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::case::{Act, Case, Expect, Kind};
use super::report::{Exception, Outcome, Report};
use super::turn::Turn;
use super::{calls, examples, slots, strangers, talk};
use crate::call::{Effect, ToolName};
use crate::journal::format::{CallRecord, ReplyKind};
use crate::journal::{self, Durability, Event, Writer};
use crate::referee::{Referee, TurnVerdict, VerdictKind};
use crate::replay::Stage;
use crate::session::{Engine, Incoming, OpenRequest, ReplyRequest, Settings, Start, Via};
use crate::suite::Suite;

/// What is to be played.
pub struct Plan<'a> {
    /// Makes a stage and a referee for a suite.
    pub parts: &'a (dyn Fn(Arc<Suite>) -> (Stage, Referee) + Sync),
    /// Digest of specs, programs and tables, by which the referee knows the world that it is judging.
    pub catalogue: String,
    /// The suite whose turns are changed.
    pub suite: Arc<Suite>,
    /// Whether turns are made of the tools' examples, too.
    pub examples: bool,
    /// Seed of the world.
    pub seed: u64,
    /// Threads that play.
    pub threads: usize,
    /// Told of each turn that is played: how many of how many.
    pub progress: &'a (dyn Fn(usize, usize) + Sync),
}

/// Plays every case and says what came of it. Depends on nothing but the suite, the tools and the seed.
///
/// # Errors
///
/// The suite's gold does not run, or the journal of the cases cannot be written.
pub fn run(plan: &Plan<'_>) -> anyhow::Result<Report> {
    let mut report = Report::default();
    let bench = Bench::new(plan, plan.suite.clone(), false)?;
    let simulator = bench.engine.stage.simulator.clone();
    bench.run(&mut report)?;
    if plan.examples {
        let suite = Arc::new(examples::suite(&simulator.catalogue)?);
        Bench::new(plan, suite, true)?.run(&mut report)?;
    }
    Ok(report)
}

/// An engine with one suite.
struct Bench<'a> {
    plan: &'a Plan<'a>,
    engine: Engine,
    referee: Referee,
    suite: Arc<Suite>,
    journal: tempfile::TempDir,
    are_examples: bool,
}

/// A case that was played.
struct PlayedCase {
    persona: String,
    turn: String,
    session: String,
    case: Case,
    /// The session in which gold's calls were made as they are.
    oracle: String,
}

/// What came of a call.
struct Answered {
    status: u16,
    changed: bool,
    /// Digest of the answer.
    body: u64,
    /// Digest of the rows that changed, without their names; none where nothing did.
    rows: Option<u64>,
    /// Digests of the fields of the answer, and of the arguments.
    fields: BTreeMap<String, u64>,
    arguments: BTreeMap<String, u64>,
}

impl Answered {
    fn of(call: &CallRecord) -> Self {
        let changed = !call.effects.is_empty();
        let rows = changed.then(|| digest(&call.effects.iter().map(nameless).collect::<String>()));
        let (fields, arguments) = (of_fields(Some(&call.body)), of_fields(call.arguments.as_deref()));
        Self { status: call.status, changed, body: digest(call.body.get()), rows, fields, arguments }
    }

    /// Whether both answers say the same of anything but the arguments in which the calls differ.
    fn says_the_same(&self, other: &Self) -> bool {
        let differs = |name: &&String| self.arguments.get(*name) != other.arguments.get(*name);
        let names = self.fields.keys().chain(other.fields.keys());
        names.filter(|name| !differs(name)).all(|name| self.fields.get(name) == other.fields.get(name))
    }

    /// Whether a tool saw no difference between the two calls.
    fn is_like(&self, other: &Self) -> bool {
        self.body == other.body || (self.rows.is_some() && self.rows == other.rows)
    }
}

/// An effect without the name of its row, which is made of the arguments or chosen by them.
fn nameless(effect: &Effect) -> String {
    let is_name = |value: &Value| match value {
        Value::String(text) => *text == effect.key,
        Value::Number(number) => number.to_string() == effect.key,
        _ => false,
    };
    let row = |row: &Option<Map<String, Value>>| -> Option<String> {
        let fields = row.as_ref()?.iter().filter(|(_, value)| !is_name(value));
        Some(fields.map(|(name, value)| format!("{name}={value};")).collect())
    };
    format!("{} {:?} {:?}\n", effect.table, row(&effect.before), row(&effect.after))
}

impl<'a> Bench<'a> {
    fn new(plan: &'a Plan<'a>, suite: Arc<Suite>, are_examples: bool) -> anyhow::Result<Self> {
        let journal = tempfile::tempdir()?;
        let (writer, _) = Writer::open(journal.path(), Durability::None)?;
        let (stage, referee) = (plan.parts)(suite.clone());
        let settings = Settings {
            seed: plan.seed,
            max_sessions: usize::MAX,
            catalogue_digest: plan.catalogue.clone(),
            operator_token: None,
        };
        let engine = Engine::new(stage, referee.clone(), writer, settings)?;
        Ok(Self { plan, engine, referee, suite, journal, are_examples })
    }

    fn run(self, report: &mut Report) -> anyhow::Result<()> {
        let personas: Vec<&String> = self.suite.dialogues.keys().collect();
        let mut played = Vec::new();
        for of_persona in self.play_all(&personas)? {
            match of_persona {
                Some(cases) => played.extend(cases),
                None => report.unplayable += 1,
            }
        }
        self.engine.shut_down()?;
        let calls = self.calls()?;
        let mut verdicts = HashMap::new();
        for verdict in self.referee.judge_journal(self.journal.path())?.verdicts {
            verdicts.insert(verdict.session.clone(), verdict);
        }
        let mut turns: Vec<(&str, &str)> = played.iter().map(|case| (&*case.persona, &*case.turn)).collect();
        turns.dedup();
        report.turns += turns.len();
        for case in &played {
            let verdict = verdicts.get(&*case.session).context("a session that was played has no verdict")?;
            let of = |session: &String| calls.get(session).map_or(&[][..], Vec::as_slice);
            weigh(report, case, verdict, of(&case.session), of(&case.oracle));
        }
        Ok(())
    }

    /// The cases of each persona, in their order; nothing where its gold does not run.
    fn play_all(&self, personas: &[&String]) -> anyhow::Result<Vec<Option<Vec<PlayedCase>>>> {
        let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let work = || {
            let mut mine = Vec::new();
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let Some(persona) = personas.get(at) else { return Ok(mine) };
                mine.push((at, self.play_persona(persona)?));
                (self.plan.progress)(done.fetch_add(1, Ordering::Relaxed) + 1, personas.len());
            }
        };
        let mut all = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..self.plan.threads.max(1)).map(|_| scope.spawn(work)).collect();
            let mut all = Vec::new();
            for thread in threads {
                let mine: anyhow::Result<Vec<_>> =
                    thread.join().unwrap_or_else(|_| Err(anyhow::anyhow!("a thread that played cases panicked")));
                all.extend(mine?);
            }
            anyhow::Ok(all)
        })?;
        all.sort_by_key(|(at, _)| *at);
        Ok(all.into_iter().map(|(_, cases)| cases).collect())
    }

    fn play_persona(&self, persona: &str) -> anyhow::Result<Option<Vec<PlayedCase>>> {
        let script = match self.engine.stage.script(persona, self.plan.seed) {
            Ok(script) => script,
            // Two examples of a tool need not go together; the gold of a suite must.
            Err(_) if self.are_examples => return Ok(None),
            Err(e) => return Err(e.into()),
        };
        let (_, dialogue) = self.suite.dialogue(persona).context("a persona without a dialogue")?;
        let mut played = Vec::new();
        for (turn, scene) in dialogue.turns().zip(&script.turns) {
            let catalogue = &self.engine.stage.simulator.catalogue;
            let changed = Turn::new(catalogue, turn, scene, self.are_examples);
            if self.are_examples && changed.repeats_itself() {
                return Ok(None);
            }
            let mut oracle = String::new();
            for case in all(&changed) {
                let session = self.play(persona, turn.index, &case.acts)?;
                if case.kind == Kind::Oracle {
                    oracle = session.clone();
                }
                let (persona, turn) = (persona.to_owned(), scene.id.clone());
                played.push(PlayedCase { persona, turn, session, case, oracle: oracle.clone() });
            }
        }
        Ok(Some(played))
    }

    fn play(&self, persona: &str, index: usize, acts: &[Act]) -> anyhow::Result<String> {
        let failed = |problem: crate::call::Problem| anyhow::anyhow!(problem.detail);
        let request = OpenRequest {
            persona: persona.to_owned(),
            turn: Some(Start::Index(index)),
            turns: std::num::NonZeroUsize::new(1),
            ..OpenRequest::default()
        };
        let (session, _) = self.engine.open(request).map_err(failed)?;
        for act in acts {
            match act {
                Act::Call(made) => {
                    let raw = serde_json::to_vec(&made.arguments)?;
                    drop(self.engine.call(&session, incoming(&made.tool, &raw)));
                }
                Act::Say(text, kind) => {
                    let said = ReplyRequest { text: text.clone(), kind: Some(*kind), usage: None };
                    let (_, _) = self.engine.reply(&session, said).map_err(failed)?;
                    if *kind == ReplyKind::Statement {
                        break;
                    }
                }
            }
        }
        let id = session.id.to_string();
        drop(session);
        self.engine.close(&id).map_err(failed)?;
        Ok(id)
    }

    fn calls(&self) -> anyhow::Result<BTreeMap<String, Vec<Answered>>> {
        let mut calls: BTreeMap<String, Vec<Answered>> = BTreeMap::new();
        for entry in journal::read(self.journal.path())? {
            let record = entry?.record;
            if let Event::Call(call) = record.event {
                calls.entry(record.session).or_default().push(Answered::of(&call));
            }
        }
        Ok(calls)
    }
}

/// The fields of a JSON object, told apart within this process.
fn of_fields(raw: Option<&RawValue>) -> BTreeMap<String, u64> {
    let fields = raw.and_then(|raw| serde_json::from_str::<BTreeMap<String, Value>>(raw.get()).ok());
    let told = |(name, value): (String, Value)| (name, digest(&at_no_offset(value).to_string()));
    fields.unwrap_or_default().into_iter().map(told).collect()
}

/// The same value with its moments in UTC, since a moment is the same at any offset.
fn at_no_offset(value: Value) -> Value {
    match value {
        Value::String(text) => text.parse::<jiff::Timestamp>().map_or(text, |moment| moment.to_string()).into(),
        Value::Array(items) => items.into_iter().map(at_no_offset).collect(),
        Value::Object(fields) => fields.into_iter().map(|(name, value)| (name, at_no_offset(value))).collect(),
        other => other,
    }
}

/// Tells answers apart within this process, and that is all.
fn digest(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

fn all(turn: &Turn<'_>) -> Vec<Case> {
    [talk::cases(turn), calls::cases(turn), slots::cases(turn), strangers::cases(turn)].concat()
}

fn incoming<'r>(tool: &ToolName, raw: &'r [u8]) -> Incoming<'r> {
    Incoming { tool: tool.clone(), raw, arguments: None, via: Via::Post, key: None, trace: None }
}

/// Holds what came out against what had to.
fn weigh(report: &mut Report, played: &PlayedCase, verdict: &TurnVerdict, calls: &[Answered], gold: &[Answered]) {
    report.cases += 1;
    let case = &played.case;
    for (kind, expect) in [(VerdictKind::Exact, case.exact), (VerdictKind::Relaxed, case.relaxed)] {
        let Some(passed) = verdict.passes(kind) else { continue };
        let outcome = match expected(case, expect, calls, gold) {
            Some(expected) => Outcome::Laid { expected, passed },
            None => Outcome::Open,
        };
        report.count(kind, case.kind, outcome);
        if let Outcome::Laid { expected, .. } = outcome
            && expected != passed
        {
            let decisive = verdict.judgement(kind).and_then(|judgement| judgement.decisive.as_ref());
            report.exceptions.push(Exception {
                verdict: kind.id(),
                kind: case.kind.id(),
                persona: played.persona.clone(),
                turn: played.turn.clone(),
                what: case.what.clone(),
                expected: if expected { "pass" } else { "fail" },
                decisive: decisive.map(|finding| format!("{}: {}", finding.kind.id(), finding.sentence)),
            });
        }
    }
}

/// Whether the turn has to pass; nothing where that is not laid down.
fn expected(case: &Case, expect: Expect, calls: &[Answered], gold: &[Answered]) -> Option<bool> {
    let answered = calls.iter().all(|call| (200..300).contains(&call.status));
    let of_act = |at: usize| {
        let before = case.acts[..at].iter().filter(|act| matches!(act, Act::Call(_))).count();
        (before, calls.get(before))
    };
    match expect {
        Expect::Pass => Some(true),
        Expect::Fail => Some(false),
        Expect::PassIfAnswered => answered.then_some(true),
        Expect::FailIfChanged(at) => match of_act(at) {
            (_, Some(call)) if call.changed => Some(false),
            (_, Some(_)) if answered => Some(true),
            _ => None,
        },
        Expect::FailUnlessSame(at) => {
            let (place, call) = of_act(at);
            let same = call.zip(gold.get(place)).is_some_and(|(call, gold)| call.is_like(gold));
            (!same).then_some(false)
        }
        Expect::AsAnswered(at) => {
            let (place, call) = of_act(at);
            let (call, gold) = call.zip(gold.get(place))?;
            answered.then(|| call.says_the_same(gold))
        }
        Expect::Open => None,
    }
}
