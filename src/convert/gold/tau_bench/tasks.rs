use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::corrections::{Correction, Corrections, arguments, is_compared};
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

pub(super) fn read(
    folder: &mut Folder,
    domain: &str,
    tools: &ToolSet,
    corrections: &Corrections,
    lost: &mut Lost,
) -> Result<Read, GoldError> {
    let replays = replays(folder, domain, lost)?;
    let mut corrections = corrections.list()?;
    let document = folder.json(&format!("tasks_{domain}.json"))?;
    let mut read = Read { plans: BTreeMap::new(), gold: Vec::new() };
    for at in document.values().map(|at| at.items()).collect::<Result<Vec<_>, _>>()?.concat() {
        let number = at.field("task_id")?.count()?;
        let actions = at.field("actions")?.items()?;
        let correction = corrections.iter().position(|correction| correction.is_of(&actions));
        let correction = correction.map(|i| corrections.remove(i));
        let replay = replays.get(&number);
        let task = Task { domain, number, tools, replay, correction };
        let plan = task.plan(&at, &actions, lost)?;
        read.gold.extend(replay.map(|replay| task.gold_run(&plan, replay)));
        if read.plans.insert(number, plan).is_some() {
            return Err(at.wrong(format!("task {number} stands twice")));
        }
    }
    for Correction { task, .. } in corrections {
        lost.whole(format!(
            "the correction of {domain} task {task} of tau2-bench: no task has the gold that it corrects"
        ));
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
    correction: Option<Correction<'a>>,
}

impl Task<'_> {
    fn plan(&self, at: &At<'_>, actions: &[At<'_>], lost: &mut Lost) -> Result<Plan, GoldError> {
        let words = at.field("instruction")?.text()?;
        lost.part(
            "the user's own words: a task is an instruction for a simulated user, and stands as the user's words",
        );
        let says = match &self.correction {
            Some(correction) => correction.says.clone(),
            None => at.maybe("outputs").map_or(Ok(Vec::new()), |at| at.items())?,
        };
        let says = says.iter().map(|at| at.text().map(str::to_owned)).collect::<Result<Vec<_>, _>>()?;
        let mut calls = Vec::new();
        let actions = self.correction.as_ref().map_or(actions, |correction| &correction.actions);
        for (place, action) in actions.iter().enumerate() {
            calls.extend(self.call(place, action, words, lost)?);
        }
        let turn = Turn::new(TURN.into(), CLOCK, words, calls, says.clone(), &closing(&says));
        Ok(self.plan_of(at, turn))
    }

    fn plan_of(&self, at: &At<'_>, turn: Turn) -> Plan {
        let title = format!("{} {}", self.domain, self.number);
        let task = match &self.correction {
            Some(correction) => format!("{title}, with the gold of task {} of tau2-bench", correction.task),
            None => title.clone(),
        };
        let mut attributes = Map::new();
        attributes.extend(at.maybe("user_id").map(|id| ("user_id".to_owned(), id.value.clone())));
        let (toolset, clock) = (vec![self.tools.slug.clone()], CLOCK.to_owned());
        Plan {
            id: format!("tau-{}-{}", self.domain, self.number),
            origin: Foreign { project: "tau-bench".into(), task, licence: Some("MIT".into()) },
            attributes,
            timezone: ZONE.into(),
            topics: vec![Topic { topic: "t01".into(), title, toolset, clock, turns: vec![turn] }],
        }
    }

    fn call(&self, place: usize, at: &At<'_>, words: &str, lost: &mut Lost) -> Result<Option<Call>, GoldError> {
        let name = at.field("name")?.text()?;
        let wanted = match &self.correction {
            Some(_) => at.field("arguments")?,
            None => at.field("kwargs")?,
        };
        if self.tools.schema(name).is_none() {
            match name {
                "respond" => lost.part("the gold action `respond`, which is words and no call"),
                _ => return Err(at.wrong(format!("there is no tool '{name}' in tools_{}.json", self.domain))),
            }
            return Ok(None);
        }
        let argument = |(name, value): (&String, &Value)| match is_compared(at.value, name) {
            true => (name.clone(), Argument::new(value.clone(), words)),
            false => (name.clone(), Argument::free(value.clone())),
        };
        let arguments = wanted.members()?.iter().map(argument).collect();
        let mut call = Call::new(place, &self.tools.slug, name, arguments);
        let refused = self.answer(place, at, name)?.is_some_and(is_error);
        call.optional = !WRITING.contains(&name) || refused;
        if refused {
            let place = format!("{} {}, {name}", self.domain, self.number);
            lost.part(format!("that a gold call is needed, since it ends in an error in its own world: {place}"));
        }
        Ok(Some(call))
    }

    /// What the world of the project answered to a gold call. It was run with the gold of its time.
    fn answer(&self, place: usize, at: &At<'_>, name: &str) -> Result<Option<&str>, GoldError> {
        let Some(replay) = self.replay else { return Ok(None) };
        let same = |step: &&Replayed| step.name == name && Some(&step.arguments) == arguments(at.value);
        match (&self.correction, replay.get(place).filter(same)) {
            (None, Some(step)) => Ok(step.answer.as_deref()),
            (None, None) => {
                let file = format!("gold_replay_{}.jsonl", self.domain);
                Err(at.wrong(format!("{file} has no step {place} of {name} with these arguments for it")))
            }
            (Some(_), _) => Ok(replay.iter().find(same).and_then(|step| step.answer.as_deref())),
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
        let (session, agent) = (format!("{}-gold", plan.id), Some("gold".into()));
        Run { session, agent, persona: plan.id.clone(), turns: vec![turn] }
    }
}

/// Closing words that hold what has to be said.
fn closing(says: &[String]) -> String {
    match says {
        [] => "That is done.".into(),
        says => format!("That is done: {}.", says.join(", ")),
    }
}
