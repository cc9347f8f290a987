use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::{CLOCK, WRITING, ZONE, body, is_error};
use crate::convert::Lost;
use crate::convert::gold::{Argument, At, Call, Folder, GoldError, Plan, Run, RunTurn, Step, ToolSet, Topic, Turn};
use crate::suite::Foreign;

/// Id of the one turn that a task has.
pub(super) const TURN: &str = "t01.1";

/// What the tasks of a domain came to.
pub(super) struct Read {
    /// By the number of the task.
    pub plans: BTreeMap<u64, Plan>,
    /// The gold as it was run.
    pub gold: Vec<Run>,
}

/// A gold call that was run: its answer, or none where the project does not run it against its world.
struct Replayed {
    name: String,
    arguments: Value,
    answer: Option<String>,
}

pub(super) fn read(folder: &mut Folder, domain: &str, tools: &ToolSet, lost: &mut Lost) -> Result<Read, GoldError> {
    let replays = replays(folder, domain, lost)?;
    let document = folder.json(&format!("tasks_{domain}.json"))?;
    let mut read = Read { plans: BTreeMap::new(), gold: Vec::new() };
    for at in document.values() {
        for at in at.items()? {
            let number = at.field("task_id")?.count()?;
            let replay = replays.get(&number);
            let task = Task { domain, number, tools, replay };
            let plan = task.plan(&at, lost)?;
            read.gold.extend(replay.map(|replay| task.gold_run(&plan, replay)));
            if read.plans.insert(number, plan).is_some() {
                return Err(at.wrong(format!("task {number} stands twice")));
            }
        }
    }
    Ok(read)
}

fn replays(folder: &mut Folder, domain: &str, lost: &mut Lost) -> Result<BTreeMap<u64, Vec<Replayed>>, GoldError> {
    let name = format!("gold_replay_{domain}.jsonl");
    if !folder.has(&name) {
        lost.part(format!("which gold calls of {domain} end in an error: there is no {name}"));
        return Ok(BTreeMap::new());
    }
    let mut replays = BTreeMap::new();
    for at in folder.lines(&name)?.values() {
        let steps = at.field("steps")?.items()?.iter().map(replayed).collect::<Result<_, _>>()?;
        replays.insert(at.field("task_id")?.count()?, steps);
    }
    Ok(replays)
}

fn replayed(at: &At<'_>) -> Result<Replayed, GoldError> {
    let answer = at.maybe("observation").map(|at| at.text().map(str::to_owned)).transpose()?;
    let name = at.field("name")?.text()?.to_owned();
    Ok(Replayed { name, arguments: Value::Object(at.field("kwargs")?.members()?.clone()), answer })
}

struct Task<'a> {
    domain: &'a str,
    number: u64,
    tools: &'a ToolSet,
    replay: Option<&'a Vec<Replayed>>,
}

impl Task<'_> {
    fn plan(&self, at: &At<'_>, lost: &mut Lost) -> Result<Plan, GoldError> {
        let Self { domain, number, tools, .. } = self;
        let words = at.field("instruction")?.text()?;
        lost.part(
            "the user's own words: a task is an instruction for a simulated user, and stands as the user's words",
        );
        let actions = at.field("actions")?.items()?;
        let mut calls = Vec::new();
        for (place, action) in actions.iter().enumerate() {
            calls.extend(self.call(place, action, words, lost)?);
        }
        let says: Vec<String> = match at.maybe("outputs") {
            Some(outputs) => {
                outputs.items()?.iter().map(|at| at.text().map(str::to_owned)).collect::<Result<_, _>>()?
            }
            None => Vec::new(),
        };
        let turn = Turn::new(TURN.into(), CLOCK, words, calls, says.clone(), &closing(&says));
        let mut attributes = Map::new();
        attributes.extend(at.maybe("user_id").map(|id| ("user_id".to_owned(), id.value.clone())));
        let origin =
            Foreign { project: "tau-bench".into(), task: format!("{domain} {number}"), licence: Some("MIT".into()) };
        let topic = Topic {
            topic: "t01".into(),
            title: format!("{domain} {number}"),
            toolset: vec![tools.slug.clone()],
            clock: CLOCK.into(),
            turns: vec![turn],
        };
        let id = format!("tau-{domain}-{number}");
        Ok(Plan { id, origin, attributes, timezone: ZONE.into(), topics: vec![topic] })
    }

    fn call(&self, place: usize, at: &At<'_>, words: &str, lost: &mut Lost) -> Result<Option<Call>, GoldError> {
        let name = at.field("name")?.text()?;
        let kwargs = at.field("kwargs")?;
        if self.tools.schema(name).is_none() {
            match name {
                "respond" => lost.part("the gold action `respond`, which is words and no call"),
                _ => return Err(at.wrong(format!("there is no tool '{name}' in tools_{}.json", self.domain))),
            }
            return Ok(None);
        }
        let argument = |(name, value): (&String, &Value)| (name.clone(), Argument::new(value.clone(), words));
        let arguments = kwargs.members()?.iter().map(argument).collect();
        let mut call = Call::new(place, &self.tools.slug, name, arguments);
        let answer = self.answer(place, at, name)?;
        call.optional = !WRITING.contains(&name) || answer.is_some_and(is_error);
        if answer.is_some_and(is_error) {
            let place = format!("{} {}, {name}", self.domain, self.number);
            lost.part(format!("that a gold call is needed, since it ends in an error in its own world: {place}"));
        }
        Ok(Some(call))
    }

    /// What the world of the project answered to a gold call.
    fn answer(&self, place: usize, at: &At<'_>, name: &str) -> Result<Option<&str>, GoldError> {
        let Some(replay) = self.replay else { return Ok(None) };
        match replay.get(place) {
            Some(step) if step.name == name => Ok(step.answer.as_deref()),
            _ => Err(at.wrong(format!("gold_replay_{}.jsonl has no step {place} of {name} for it", self.domain))),
        }
    }

    fn gold_run(&self, plan: &Plan, replay: &[Replayed]) -> Run {
        let says: Vec<String> = plan.turns().flat_map(|turn| turn.says.clone()).collect();
        let call = |step: &Replayed| {
            let answer = step.answer.clone().unwrap_or_else(|| "Transfer successful".into());
            Step::Call {
                toolset: self.tools.slug.clone(),
                tool: step.name.clone(),
                raw: step.arguments.to_string(),
                ok: !is_error(&answer),
                body: body(&answer),
            }
        };
        let mut steps: Vec<Step> = replay.iter().filter(|s| self.tools.schema(&s.name).is_some()).map(call).collect();
        steps.push(Step::Said { text: closing(&says), user: None });
        let turn = RunTurn { id: TURN.into(), index: 0, clock: CLOCK.into(), steps, ended: true };
        Run {
            session: format!("{}-gold", plan.id),
            agent: Some("gold".into()),
            persona: plan.id.clone(),
            turns: vec![turn],
        }
    }
}

/// Closing words that hold what has to be said.
fn closing(says: &[String]) -> String {
    match says {
        [] => "That is done.".into(),
        says => format!("That is done: {}.", says.join(", ")),
    }
}
