//! Trajectories: chat messages of a model, the tools and the simulated user.

use std::collections::BTreeMap;

use super::tasks::TURN;
use super::{CLOCK, Domain, body, is_error};
use crate::convert::Lost;
use crate::convert::gold::{At, Folder, GoldError, Plan, Run, RunTurn, Step};

/// How the simulated user ends the talk.
const STOP: &str = "###STOP###";

/// The tool that ends a run.
const TRANSFER: &str = "transfer_to_human_agents";

/// All recorded runs of a domain, a journal a file.
pub(super) fn of_domain(
    folder: &mut Folder,
    domain: &Domain,
    rewards: &mut BTreeMap<String, f64>,
    lost: &mut Lost,
) -> Result<Vec<(String, Vec<Run>)>, GoldError> {
    let mut journals = Vec::new();
    let begin = format!("trajectories_{}_", domain.name);
    for file in folder.names(&begin, ".jsonl").into_iter().filter(|name| !name.ends_with("_audit.jsonl")) {
        let agent = &file[begin.len()..file.len() - ".jsonl".len()];
        let mut runs = Vec::new();
        for at in folder.lines(&file)?.values() {
            let run = run(domain, agent, &at, lost)?;
            let reward = at.maybe("reward").and_then(|at| at.value.as_f64());
            if let Some(reward) = reward {
                rewards.insert(run.session.clone(), reward);
            }
            if runs.iter().any(|other: &Run| other.session == run.session) {
                return Err(at.wrong(format!("the run {} stands twice", run.session)));
            }
            runs.push(run);
        }
        journals.push((format!("{}-{agent}", domain.name), runs));
    }
    Ok(journals)
}

fn run(domain: &Domain, agent: &str, at: &At<'_>, lost: &mut Lost) -> Result<Run, GoldError> {
    let number = at.field("task_id")?.count()?;
    let trial = at.maybe("trial").map_or(Ok(0), |at| at.count())?;
    let no_task = || at.wrong(format!("tasks_{}.json has no task {number}", domain.name));
    let plan: &Plan = domain.plans.get(&number).ok_or_else(no_task)?;
    let mut talk = Talk { domain, steps: Vec::new(), stopped: false, lost };
    let messages = at.field("traj")?.items()?;
    for (i, message) in messages.iter().enumerate() {
        talk.hear(message, &messages[i + 1..])?;
    }
    let turn = RunTurn { id: TURN.into(), index: 0, clock: CLOCK.into(), ended: talk.stopped, steps: talk.steps };
    let session = format!("{}-{trial}-{agent}", plan.id);
    Ok(Run { session, agent: Some(agent.to_owned()), persona: plan.id.clone(), turns: vec![turn] })
}

struct Talk<'a> {
    domain: &'a Domain,
    steps: Vec<Step>,
    /// Whether the run came to its end.
    stopped: bool,
    lost: &'a mut Lost,
}

impl Talk<'_> {
    fn hear(&mut self, message: &At<'_>, later: &[At<'_>]) -> Result<(), GoldError> {
        match message.field("role")?.text()? {
            "system" => self.lost.part("the system message of a run"),
            "user" => self.user(message)?,
            "assistant" => match message.maybe("tool_calls").map(|calls| calls.items()).transpose()?.as_deref() {
                None | Some([]) => self.said(message)?,
                Some(calls) => {
                    if message.maybe("content").is_some() {
                        self.lost.part("words beside a call, which no user was given");
                    }
                    calls.iter().try_for_each(|call| self.call(call, later))?;
                }
            },
            "tool" => {}
            other => return Err(message.field("role")?.wrong(format!("'{other}' is no role of a message"))),
        }
        Ok(())
    }

    fn user(&mut self, message: &At<'_>) -> Result<(), GoldError> {
        let words = message.field("content")?.text()?;
        self.stopped = words.contains(STOP);
        match self.steps.last_mut() {
            Some(Step::Said { user, .. }) if !self.stopped => *user = Some(words.to_owned()),
            Some(_) if self.stopped => self.lost.part("the user's last words, after which nothing was asked"),
            _ => self.lost.part("the user's first words in a run: a session's first words are those of its suite"),
        }
        Ok(())
    }

    fn said(&mut self, message: &At<'_>) -> Result<(), GoldError> {
        let text = message.field("content")?.text()?.to_owned();
        self.steps.push(Step::Said { text, user: None });
        Ok(())
    }

    fn call(&mut self, call: &At<'_>, later: &[At<'_>]) -> Result<(), GoldError> {
        let function = call.field("function")?;
        let (id, tool) = (call.field("id")?.text()?, function.field("name")?.text()?.to_owned());
        let answer = later.iter().find(|message| message.value["tool_call_id"] == id);
        let Some(answer) = answer else {
            self.lost.part("a call that was never answered");
            return Ok(());
        };
        let answer = answer.field("content")?.text()?;
        self.stopped = tool == TRANSFER;
        let raw = function.field("arguments")?.text()?.to_owned();
        let (ok, body) = (!is_error(answer), body(answer));
        self.steps.push(Step::Call { toolset: self.domain.tools.slug.clone(), tool, raw, ok, body });
        Ok(())
    }
}
