use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use minijinja::value::Value as Dynamic;
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use super::generate;
use super::program::{Change, EffectStep, Fail, Program, Step};
use super::render::render;
use super::scope::Context;
use crate::assets::{File, FileError, Files};
use crate::call::{Call, Effect, Outcome, Problem, ToolName, canonical};
use crate::catalogue::{Catalogue, Tool, arguments};
use crate::expression::{Scope, template};
use crate::world::{Clock, State, World};

/// All tools with their programs.
#[derive(Debug)]
pub struct Simulator {
    /// What there is.
    pub catalogue: Arc<Catalogue>,
    programs: BTreeMap<ToolName, Stored>,
}

/// A program as it stands in its file, compiled when it is first run.
#[derive(Debug)]
struct Stored {
    source: Value,
    compiled: OnceLock<Result<Program, template::Wrong>>,
}

/// Which tools may be called at the moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offer<'a> {
    /// All there are.
    All,
    /// Those of these tool sets.
    Only(&'a [String]),
    /// None any more.
    Nothing,
}

impl Offer<'_> {
    /// Whether the tools of a set may be called.
    pub fn holds(self, toolset: &str) -> bool {
        match self {
            Self::All => true,
            Self::Only(offered) => offered.iter().any(|o| o == toolset),
            Self::Nothing => false,
        }
    }

    fn refuses(self, catalogue: &Catalogue, tool: &ToolName) -> Option<Problem> {
        match self {
            Self::All => None,
            Self::Nothing => {
                let detail = "The session is finished; its last turn is over.";
                Some(Problem::new(409, "session_finished", detail))
            }
            Self::Only(offered) => {
                let known = catalogue.toolset(&tool.toolset).is_some();
                (known && !offered.contains(&tool.toolset)).then(|| {
                    let detail = format!("The tools of '{}' are not on offer in this turn.", tool.toolset);
                    Problem::new(404, "tool_not_offered", detail).suggesting(offered.to_vec())
                })
            }
        }
    }
}

/// Which other sessions would get the same answer to the same call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shared {
    /// None: something was written, or went wrong.
    No,
    /// Those of the same world and time with the same rows: the session's rows were looked at.
    OfState,
    /// All of the same world and time.
    OfWorld,
}

/// What a call came to, and what is to be kept of it.
#[derive(Clone, Debug)]
pub struct Reply {
    /// The arguments with defaults filled in, when they were valid.
    pub arguments: Option<Map<String, Value>>,
    /// The answer.
    pub outcome: Outcome,
    /// The state after the call, when it changed.
    pub state: Option<State>,
    /// Which other sessions would get the same answer.
    pub shared: Shared,
}

/// What a program came to.
struct Done {
    outcome: Outcome,
    state: Option<State>,
    shared: Shared,
}

impl Reply {
    /// A call that came to nothing.
    pub fn refused(arguments: Option<Map<String, Value>>, problem: &Problem) -> Self {
        Self { arguments, outcome: Outcome::problem(problem), state: None, shared: Shared::No }
    }
}

impl Simulator {
    /// Reads the programs of all tool sets. Files of the user's are compiled at once, ours when they are first run.
    ///
    /// # Errors
    ///
    /// The first file that is wrong, with line or pointer.
    pub fn load(catalogue: Arc<Catalogue>, responses: &Files) -> Result<Self, FileError> {
        let mut simulator = Self { catalogue, programs: BTreeMap::new() };
        for (path, file) in responses.iter().filter(|(path, _)| !path.contains('/')) {
            simulator.read(path, file)?;
        }
        Ok(simulator)
    }

    /// Compiles every program.
    ///
    /// # Errors
    ///
    /// The first that is wrong: tool, pointer, fault.
    pub fn compile_all(&self) -> Result<(), String> {
        for name in self.programs.keys() {
            self.program(name).transpose().map_err(|(at, e)| format!("{name}: {at}: {e}"))?;
        }
        Ok(())
    }

    /// Whether there is a program for the tool.
    pub fn has_program(&self, name: &ToolName) -> bool {
        self.programs.contains_key(name)
    }

    /// Answers a call. Nothing outside the arguments of this function has a say in the bytes of the answer.
    pub fn respond(&self, world: &Arc<World>, clock: &Clock, state: &State, call: Call) -> Reply {
        self.respond_within(Offer::All, world, clock, state, call)
    }

    /// Answers a call where only some tools are on offer.
    pub fn respond_within(
        &self,
        offer: Offer<'_>,
        world: &Arc<World>,
        clock: &Clock,
        state: &State,
        call: Call,
    ) -> Reply {
        if let Some(problem) = offer.refuses(&self.catalogue, &call.tool) {
            return Reply::refused(None, &problem);
        }
        let Some(tool) = self.catalogue.get(&call.tool) else {
            return Reply::refused(None, &self.catalogue.unknown(&call.tool.toolset, &call.tool.tool));
        };
        let arguments = match arguments::prepare(tool, call.arguments) {
            Ok(arguments) => arguments,
            Err(problem) => return Reply::refused(None, &problem),
        };
        match self.run(tool, world, clock, state, &arguments) {
            Ok(Done { outcome, state, shared }) => Reply { arguments: Some(arguments), outcome, state, shared },
            Err(problem) => Reply::refused(Some(arguments), &problem),
        }
    }

    fn run(
        &self,
        tool: &Tool,
        world: &Arc<World>,
        clock: &Clock,
        state: &State,
        arguments: &Map<String, Value>,
    ) -> Result<Done, Problem> {
        let program = match self.program(&tool.name) {
            Some(Ok(program)) => program,
            Some(Err((at, e))) => return Err(broken(tool, &format!("{at}: {e}"))),
            None => return generated(tool, world, clock, arguments),
        };
        let call = tool.writes().then(|| digest(world, tool, arguments));
        let identity = call.map(|call| repeated(&call, state.repeats(&call)));
        let context = Context::new(world.clone(), state.clone(), clock.clone(), identity, arguments);
        let scope = Scope::new(Dynamic::from_object(context.clone()));
        let scope = run_steps(program, scope).map_err(|e| stopped(tool, e))?;
        let failed = |e: String| broken(tool, &e);
        let (effects, next) = apply(&program.effects, &scope, state).map_err(failed)?;
        let next = next.map(|mut next| {
            call.into_iter().for_each(|call| next.count(call));
            next
        });
        let scope = match &next {
            Some(next) => scope.over(Dynamic::from_object(context.clone().after(next.clone()))),
            None => scope,
        };
        let body = program.body.json(&scope).map_err(failed)?.unwrap_or(Value::Null);
        check_answer(tool, &body)?;
        let rendered = match &program.render {
            Some(how) => {
                let format = how.format.eval(&scope).map_err(failed)?;
                render(format.as_str().unwrap_or("JSON"), &body, how).map_err(failed)?
            }
            None => None,
        };
        let shared = match (tool.writes(), context.state_was_read()) {
            (true, _) => Shared::No,
            (false, true) => Shared::OfState,
            (false, false) => Shared::OfWorld,
        };
        Ok(Done { outcome: Outcome { status: 200, body, rendered, effects }, state: next, shared })
    }

    fn program(&self, name: &ToolName) -> Option<Result<&Program, template::Wrong>> {
        let stored = self.programs.get(name)?;
        let tool = self.catalogue.get(name)?;
        let at = format!("/tools/{}", name.tool);
        let compiled = stored.compiled.get_or_init(|| Program::compile(&stored.source, tool, &at));
        Some(compiled.as_ref().map_err(Clone::clone))
    }

    fn read(&mut self, path: &str, file: &File) -> Result<(), FileError> {
        let wrong = |place: String, detail: String| FileError::new(&file.origin, place, detail);
        let source: Value = serde_json::from_slice(&file.bytes)
            .map_err(|e| wrong(format!("line {} column {}", e.line(), e.column()), e.to_string()))?;
        let toolset = source["toolset"].as_str().unwrap_or_default().to_owned();
        if format!("{toolset}.json") != path {
            return Err(wrong("/toolset".into(), format!("is '{toolset}', but the file is '{path}'")));
        }
        let tools = source["tools"].as_object();
        let tools = tools.ok_or_else(|| wrong("/tools".into(), "expected an object of programs".into()))?;
        for (name, program) in tools {
            let name = ToolName::new(&toolset, name);
            if self.catalogue.get(&name).is_none() {
                return Err(wrong(format!("/tools/{}", name.tool), "no tool spec has this name".into()));
            }
            self.programs.insert(name.clone(), Stored { source: program.clone(), compiled: OnceLock::new() });
            if file.overlaid {
                self.program(&name).transpose().map_err(|(at, e)| wrong(at, e))?;
            }
        }
        Ok(())
    }
}

/// A tool without a program: its answer follows from schema, seed and arguments.
fn generated(tool: &Tool, world: &World, clock: &Clock, arguments: &Map<String, Value>) -> Result<Done, Problem> {
    let body = generate::answer(tool, world, clock, arguments);
    check_answer(tool, &body)?;
    let shared = if tool.writes() { Shared::No } else { Shared::OfWorld };
    Ok(Done { outcome: Outcome::ok(body), state: None, shared })
}

/// How a program stopped before its answer.
enum Stop {
    /// It said no.
    Failed(Problem),
    /// It is wrong.
    Broken(String),
}

fn stopped(tool: &Tool, stop: Stop) -> Problem {
    match stop {
        Stop::Failed(problem) => problem,
        Stop::Broken(e) => broken(tool, &e),
    }
}

fn run_steps(program: &Program, mut scope: Scope) -> Result<Scope, Stop> {
    for step in &program.steps {
        match step {
            Step::Let(names) => scope = template::bind(names, &scope).map_err(Stop::Broken)?,
            Step::Fail(fail) => check(fail, &scope)?,
        }
    }
    Ok(scope)
}

fn check(fail: &Fail, scope: &Scope) -> Result<(), Stop> {
    if !fail.when.eval(scope).map_err(Stop::Broken)?.is_true() {
        return Ok(());
    }
    let detail = fail.detail.text(scope).map_err(Stop::Broken)?;
    let mut problem = Problem::new(fail.status, &fail.code, detail);
    if let Some(suggestions) = &fail.suggestions {
        let found = suggestions.eval(scope).map_err(Stop::Broken)?;
        let items = found.try_iter().map_err(|e| Stop::Broken(e.to_string()))?;
        problem.suggestions = items.map(|item| item.to_string()).collect();
    }
    Err(Stop::Failed(problem))
}

/// Changes a copy of the state: a program that breaks half-way leaves the session as it was.
fn apply(effects: &[EffectStep], scope: &Scope, state: &State) -> Result<(Vec<Effect>, Option<State>), String> {
    if effects.is_empty() {
        return Ok((Vec::new(), None));
    }
    let mut next = state.clone();
    let mut done = Vec::new();
    for effect in effects {
        if let Some(when) = &effect.when
            && !when.eval(scope)?.is_true()
        {
            continue;
        }
        let key = effect.key.eval(scope)?.to_string();
        let row = |template: &template::Template| match template.json(scope)? {
            Some(Value::Object(row)) => Ok(row),
            _ => Err(format!("a row of '{}' is not an object", effect.table)),
        };
        let changed = match &effect.change {
            Change::Insert(template) => next.insert(&effect.table, &key, row(template)?),
            Change::Update(template) => next.update(&effect.table, &key, row(template)?),
            Change::Delete => next.delete(&effect.table, &key),
        };
        done.push(changed.map_err(|e| e.to_string())?);
    }
    let changed = !done.is_empty();
    Ok((done, changed.then_some(next)))
}

/// Bytes that an answer may have, about.
const MAX_ANSWER: usize = 4 << 20;

fn check_answer(tool: &Tool, body: &Value) -> Result<(), Problem> {
    if weight(body) > MAX_ANSWER {
        return Err(broken(tool, &format!("the answer has more than {MAX_ANSWER} bytes")));
    }
    let validator = tool.output().map_err(|e| broken(tool, e))?;
    if validator.is_valid(body) {
        return Ok(());
    }
    let fault = validator.iter_errors(body).next().map(|e| format!("{}: {e}", e.instance_path()));
    Err(broken(tool, &format!("the answer breaks the output schema at {}", fault.unwrap_or_default())))
}

/// Size of a value as JSON, about.
fn weight(value: &Value) -> usize {
    match value {
        Value::String(s) => s.len() + 2,
        Value::Array(items) => items.iter().map(|item| weight(item) + 1).sum::<usize>() + 2,
        Value::Object(map) => map.iter().map(|(key, value)| key.len() + weight(value) + 4).sum::<usize>() + 2,
        _ => 5,
    }
}

/// A fault of ours or of the author of a spec, never of the caller.
fn broken(tool: &Tool, detail: &str) -> Problem {
    Problem::new(500, "broken_program", format!("The response program of {} is wrong: {detail}", tool.name))
}

/// What makes two calls the same: world, tool, arguments.
pub fn digest(world: &World, tool: &Tool, arguments: &Map<String, Value>) -> [u8; 16] {
    let mut hash = Sha256::new();
    hash.update(world.seed.0.to_le_bytes());
    for part in [tool.name.toolset.as_bytes(), tool.name.tool.as_bytes(), &canonical::object(arguments)] {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    half(hash)
}

/// The digest of the n-th time of the same call.
fn repeated(call: &[u8; 16], n: u32) -> [u8; 16] {
    half(Sha256::new().chain_update(call).chain_update(n.to_le_bytes()))
}

fn half(hash: Sha256) -> [u8; 16] {
    let whole: [u8; 32] = hash.finalize().into();
    std::array::from_fn(|i| whole[i])
}
