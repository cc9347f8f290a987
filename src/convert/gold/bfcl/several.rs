//! Tasks of several turns.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use super::python::{self, Written};
use super::{CLOCK, Harvest, origin, schema, slug};
use crate::convert::Lost;
use crate::convert::gold::{
    Argument, At, Call, Folder, GoldError, Plan, Run, RunTurn, Step, ToolSet, Topic, Turn, tool_set,
};

/// The classes whose functions are offered, and the files that describe them.
const CLASSES: [(&str, &str); 8] = [
    ("GorillaFileSystem", "gorilla_file_system"),
    ("MathAPI", "math_api"),
    ("MessageAPI", "message_api"),
    ("TicketAPI", "ticket_api"),
    ("TradingBot", "trading_bot"),
    ("TravelAPI", "travel_booking"),
    ("TwitterAPI", "posting_api"),
    ("VehicleControlAPI", "vehicle_control"),
];

/// Functions that change nothing that the project looks at, beside those that get, list, search or compute. The working
/// directory is not looked at.
const READING: [&str; 23] = [
    "cat",
    "cd",
    "check_tire_pressure",
    "diff",
    "displayCarStatus",
    "du",
    "estimate_distance",
    "estimate_drive_feasibility_by_mileage",
    "filter_stocks_by_price",
    "find",
    "find_nearest_tire_shop",
    "gallon_to_liter",
    "grep",
    "liter_to_gallon",
    "ls",
    "pwd",
    "retrieve_invoice",
    "sort",
    "tail",
    "verify_traveler_information",
    "view_messages_sent",
    "wc",
    "compute_exchange_rate",
];

fn reads(file: &str, function: &str) -> bool {
    let begins = ["get_", "list_", "search_"].iter().any(|verb| function.starts_with(verb));
    begins || file == "math_api" || function.ends_with("_get_login_status") || READING.contains(&function)
}

/// The functions of the classes, and the tool sets made of them: each class as it is, and without what a task holds back.
struct Shop<'a> {
    functions: BTreeMap<&'static str, Vec<At<'a>>>,
    sets: BTreeMap<String, ToolSet>,
}

pub(super) fn read(folder: &mut Folder, files: &[String], harvest: &mut Harvest) -> Result<(), GoldError> {
    let mut documents = Vec::new();
    for (_, file) in CLASSES {
        let path = format!("function_docs/{file}.json");
        if folder.has(&path) {
            documents.push((file, functions(folder, &path)?));
        }
    }
    let docs = documents.iter().map(|(file, list)| (*file, list.iter().map(Described::at).collect())).collect();
    let mut shop = Shop { functions: docs, sets: BTreeMap::new() };
    let executed = executed(folder)?;
    for file in files {
        for at in folder.lines(file)?.values() {
            let id = at.field("id")?.text()?;
            let task = Task { at: &at, id, executed: executed.get(id) };
            let (plan, run) = task.read(&mut shop, &mut harvest.lost)?;
            harvest.plans.push(plan);
            harvest.runs.extend(run);
        }
    }
    harvest.lost.part("whether a function changes something, which BFCL does not say: it is read off its name");
    harvest.tools.extend(shop.sets.into_values());
    Ok(())
}

/// A function description with the place from which it comes.
struct Described {
    file: String,
    line: Option<usize>,
    value: Value,
}

impl Described {
    fn at(&self) -> At<'_> {
        At { file: &self.file, line: self.line, pointer: String::new(), value: &self.value }
    }
}

fn functions(folder: &mut Folder, path: &str) -> Result<Vec<Described>, GoldError> {
    let document = folder.lines(path)?;
    let described = |at: At<'_>| {
        let value = Value::Object(schema::function(at.members()?));
        Ok(Described { file: path.to_owned(), line: at.line, value })
    };
    document.values().map(described).collect()
}

/// What the gold calls answered: by task, turn and call, with the text of the call.
type Executed = BTreeMap<String, Vec<Vec<(String, String)>>>;

fn executed(folder: &mut Folder) -> Result<Executed, GoldError> {
    let name = "gold_execution.jsonl";
    let mut executed = Executed::new();
    if !folder.has(name) {
        return Ok(executed);
    }
    for at in folder.lines(name)?.values() {
        let mut turns = Vec::new();
        for turn in at.field("turns")?.items()? {
            let pair = |at: &At<'_>| Ok((at.field("call")?.text()?.to_owned(), at.field("result")?.text()?.to_owned()));
            turns.push(turn.items()?.iter().map(pair).collect::<Result<Vec<_>, GoldError>>()?);
        }
        executed.insert(at.field("id")?.text()?.to_owned(), turns);
    }
    Ok(executed)
}

impl Shop<'_> {
    /// The slug of a class without these functions, which is made when it is first asked for.
    fn set(&mut self, class: &At<'_>, without: &BTreeSet<&str>, lost: &mut Lost) -> Result<String, GoldError> {
        let name = class.text()?;
        let known = CLASSES.iter().find(|(class, _)| *class == name).map(|(_, file)| *file);
        let file = known.ok_or_else(|| class.wrong(format!("'{name}' is no class whose functions are known")))?;
        let all =
            self.functions.get(file).ok_or_else(|| class.wrong(format!("there is no function_docs/{file}.json")))?;
        let held = |at: &At<'_>| at.value["name"].as_str().is_some_and(|name| without.contains(name));
        let held_back: Vec<&str> =
            all.iter().filter(|at| held(at)).filter_map(|at| at.value["name"].as_str()).collect();
        let mut id = slug(file);
        if !held_back.is_empty() {
            id = format!("{id}-without-{}", held_back.join("-").to_lowercase().replace('_', "-"));
        }
        if !self.sets.contains_key(&id) {
            let offered: Vec<At<'_>> = all.iter().filter(|at| !held(at)).cloned().collect();
            let set = tool_set(&id, &offered, |function| reads(file, function), lost)?;
            self.sets.insert(id.clone(), set.describe(name, &format!("The functions of {name}.")));
        }
        Ok(id)
    }
}

struct Task<'a> {
    at: &'a At<'a>,
    id: &'a str,
    executed: Option<&'a Vec<Vec<(String, String)>>>,
}

impl Task<'_> {
    fn read(&self, shop: &mut Shop<'_>, lost: &mut Lost) -> Result<(Plan, Option<Run>), GoldError> {
        let questions = self.at.field("question")?.items()?;
        let golds = self.at.field("ground_truth")?.items()?;
        if questions.len() != golds.len() {
            return Err(self.at.wrong(format!("{} turns have gold for {}", questions.len(), golds.len())));
        }
        let (mut topics, mut runs): (Vec<Topic>, Vec<RunTurn>) = (Vec::new(), Vec::new());
        for (index, (question, gold)) in questions.iter().zip(&golds).enumerate() {
            let sets = self.sets(index, shop, lost)?;
            let words = self.words(index, question, lost)?;
            if topics.last().is_none_or(|topic| topic.toolset != sets) {
                topics.push(self.topic(topics.len(), sets));
            }
            let Some(topic) = topics.last_mut() else { continue };
            let (turn, run) = self.turn(index, gold, (topic, &words), shop)?;
            topic.turns.push(turn);
            runs.push(run);
        }
        lost.part("the state in which a task begins: it is kept as an attribute, and no tool here knows it");
        Ok(self.finish(topics, runs))
    }

    fn finish(&self, topics: Vec<Topic>, turns: Vec<RunTurn>) -> (Plan, Option<Run>) {
        let mut attributes = Map::new();
        attributes.extend(self.at.maybe("initial_config").map(|at| ("initial_config".to_owned(), at.value.clone())));
        let id = slug(self.id);
        let (session, agent) = (format!("{id}-gold"), Some("gold".to_owned()));
        let run = Run { session, agent, persona: id.clone(), turns };
        let plan = Plan { id, origin: origin(self.id), attributes, timezone: "UTC".into(), topics };
        (plan, self.executed.map(|_| run))
    }

    /// A topic in which these tool sets are on offer.
    fn topic(&self, before: usize, toolset: Vec<String>) -> Topic {
        let (topic, title) = (format!("t{:02}", before + 1), self.id.to_owned());
        Topic { topic, title, toolset, clock: CLOCK.to_owned(), turns: Vec::new() }
    }

    fn turn(
        &self,
        index: usize,
        gold: &At<'_>,
        (topic, words): (&Topic, &str),
        shop: &Shop<'_>,
    ) -> Result<(Turn, RunTurn), GoldError> {
        let (mut calls, mut steps) = (Vec::new(), Vec::new());
        for (place, at) in gold.items()?.iter().enumerate() {
            let (call, step) = self.call(index, place, at, (&topic.toolset, words), shop)?;
            calls.push(call);
            steps.push(step);
        }
        steps.push(Step::Said { text: "That is done.".into(), user: None });
        let id = format!("{}.{}", topic.topic, topic.turns.len() + 1);
        let turn = Turn::new(id.clone(), CLOCK, words, calls, Vec::new(), "That is done.");
        Ok((turn, RunTurn { id, index, clock: CLOCK.into(), steps, ended: true }))
    }

    /// The tool sets on offer in a turn: those of the classes, without what is held back for good or up to a later turn.
    fn sets(&self, index: usize, shop: &mut Shop<'_>, lost: &mut Lost) -> Result<Vec<String>, GoldError> {
        let mut without = BTreeSet::new();
        for name in self.at.maybe("excluded_function").map_or(Ok(Vec::new()), |at| at.items())? {
            without.insert(name.text()?);
        }
        for (turn, names) in self.at.maybe("missed_function").map_or(Ok(Vec::new()), |at| at.entries())? {
            let turn: usize = turn.parse().map_err(|_| names.wrong("expected the number of a turn as its name"))?;
            for name in names.items()?.into_iter().filter(|_| index < turn) {
                without.insert(name.text()?);
            }
        }
        let classes = self.at.field("involved_classes")?.items()?;
        classes.iter().map(|class| shop.set(class, &without, lost)).collect()
    }

    fn words(&self, index: usize, question: &At<'_>, lost: &mut Lost) -> Result<String, GoldError> {
        let messages = question.items()?;
        let words = messages.iter().map(|at| at.field("content")?.text()).collect::<Result<Vec<_>, _>>()?;
        if !words.is_empty() {
            return Ok(words.join("\n"));
        }
        lost.part("how the project words that functions were added");
        let added = &self.at.value["missed_function"][index.to_string()];
        let names: Vec<&str> = added.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        Ok(format!("There are more functions now: {}. Try again.", names.join(", ")))
    }

    fn call(
        &self,
        index: usize,
        place: usize,
        at: &At<'_>,
        (sets, words): (&[String], &str),
        shop: &Shop<'_>,
    ) -> Result<(Call, Step), GoldError> {
        let text = at.text()?;
        let written = python::call(text).map_err(|e| at.wrong(format!("{text}: {e}")))?;
        let offered = |set: &&String| shop.sets.get(*set).is_some_and(|set| set.schema(&written.function).is_some());
        let no_function = || at.wrong(format!("{} is not on offer in this turn", written.function));
        let set = sets.iter().find(offered).ok_or_else(no_function)?;
        let schema = shop.sets[set].schema(&written.function).ok_or_else(no_function)?;
        let arguments = by_name(&written, schema).map_err(|e| at.wrong(format!("{text}: {e}")))?;
        let argument = |(name, value): (&String, &Value)| (name.clone(), Argument::new(value.clone(), words));
        let call = Call::new(place, set, &written.function, arguments.iter().map(argument).collect());
        let (ok, body) = self.answer(index, place, at, text)?;
        let raw = Value::Object(arguments).to_string();
        Ok((call, Step::Call { toolset: set.clone(), tool: written.function, raw, ok, body }))
    }

    /// What the gold call answered when it was run.
    fn answer(&self, index: usize, place: usize, at: &At<'_>, call: &str) -> Result<(bool, Value), GoldError> {
        let Some(executed) = self.executed else { return Ok((true, json!({}))) };
        match executed.get(index).and_then(|turn| turn.get(place)) {
            Some((run, result)) if run == call => Ok(answer(result)),
            _ => Err(at.wrong(format!("gold_execution.jsonl has another call than {call} here"))),
        }
    }
}

/// Arguments without a name take the names of the parameters in their order.
fn by_name(written: &Written, schema: &Value) -> Result<Map<String, Value>, String> {
    let mut names = schema["properties"].as_object().into_iter().flat_map(Map::keys);
    let mut arguments = Map::new();
    for value in &written.positional {
        let name = names.next().ok_or("has more arguments than the function has parameters")?;
        arguments.insert(name.clone(), value.clone());
    }
    for (name, value) in &written.named {
        if arguments.insert(name.clone(), value.clone()).is_some() {
            return Err(format!("gives '{name}' twice"));
        }
    }
    Ok(arguments)
}

/// What a function gave back; an error is an object that says so.
fn answer(result: &str) -> (bool, Value) {
    match serde_json::from_str(result) {
        Ok(body @ Value::Object(_)) => (body.get("error").is_none(), body),
        _ if result == "None" => (true, json!({})),
        _ => (true, json!({"result": result})),
    }
}
