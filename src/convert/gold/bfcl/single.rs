//! Requests of one turn.

use serde_json::{Map, Value, json};

use super::{CLOCK, Harvest, accepted, origin, schema, slug};
use crate::convert::gold::tools::legal;
use crate::convert::gold::{
    Argument, At, Call, GoldError, Match, Plan, Run, RunTurn, Step, ToolSet, Topic, Turn, tool_set,
};

const TURN: &str = "t01.1";

/// Reads a request with its functions and its gold.
pub(super) fn read(at: &At<'_>, harvest: &mut Harvest) -> Result<(), GoldError> {
    let id = at.field("id")?.text()?;
    let tools = tools(id, &at.field("function")?, harvest)?;
    let words = words(&at.field("question")?)?;
    let (mut calls, mut steps) = (Vec::new(), Vec::new());
    for (place, call) in at.field("ground_truth")?.items()?.iter().enumerate() {
        let (call, step) = gold_call(place, call, &tools, &words)?;
        calls.push(call);
        steps.push(step);
    }
    let turn = Turn::new(TURN.into(), CLOCK, &words, calls, Vec::new(), "That is done.");
    steps.push(Step::Said { text: "That is done.".into(), user: None });
    let topic = Topic {
        topic: "t01".into(),
        title: id.into(),
        toolset: vec![tools.slug.clone()],
        clock: CLOCK.into(),
        turns: vec![turn],
    };
    let (persona, timezone, topics) = (slug(id), "UTC".to_owned(), vec![topic]);
    harvest.runs.push(Run {
        session: format!("{persona}-gold"),
        agent: Some("gold".into()),
        persona: persona.clone(),
        turns: vec![RunTurn { id: TURN.into(), index: 0, clock: CLOCK.into(), steps, ended: true }],
    });
    harvest.plans.push(Plan { id: persona, origin: origin(id), attributes: Map::new(), timezone, topics });
    harvest.tools.push(tools);
    Ok(())
}

fn tools(id: &str, functions: &At<'_>, harvest: &mut Harvest) -> Result<ToolSet, GoldError> {
    let lost = &mut harvest.lost;
    let items = functions.items()?;
    let made =
        items.iter().map(|at| Ok(Value::Object(schema::function(at.members()?)))).collect::<Result<Vec<_>, _>>()?;
    let ats = items.iter().zip(&made).map(|(at, value)| At { value, ..at.clone() }).collect::<Vec<_>>();
    // None of these functions exists, so any call that was not wanted counts.
    let mut tools = tool_set(&slug(id), &ats, |_| false, lost)?;
    for tool in tools.tools_mut() {
        for _ in 0..schema::without_defaults(&mut tool["inputSchema"]) {
            lost.part("the default of an argument, which is not the same as leaving it out");
        }
        let names = tool["inputSchema"]["properties"].as_object().into_iter().flat_map(Map::keys);
        tool["sameAs"] = names.map(|name| (name.clone(), json!("spelling"))).collect::<Map<_, _>>().into();
    }
    Ok(tools.describe(id, "Functions of one request."))
}

/// The user's words; what else stands in front of them is for the model.
fn words(question: &At<'_>) -> Result<String, GoldError> {
    let mut words = Vec::new();
    for message in question.items()?.iter().map(|turn| turn.items()).collect::<Result<Vec<_>, _>>()?.concat() {
        words.push(message.field("content")?.text()?);
    }
    Ok(words.join("\n"))
}

/// `{"function": {"parameter": [accepted values]}}`
fn gold_call(place: usize, at: &At<'_>, tools: &ToolSet, words: &str) -> Result<(Call, Step), GoldError> {
    let entries = at.entries()?;
    let [(function, parameters)] = entries.as_slice() else { return Err(at.wrong("expected one function")) };
    let tool = legal(function);
    let Some(schema) = tools.schema(&tool) else { return Err(parameters.wrong("this function is not on offer")) };
    let (mut arguments, mut written) = (Vec::new(), Map::new());
    for (name, list) in parameters.entries()? {
        let Some(property) = schema["properties"].get(name) else {
            return Err(list.wrong(format!("{function} has no parameter of this name")));
        };
        let values = accepted::values(&list)?;
        let needed = schema["required"].as_array().is_some_and(|names| names.iter().any(|n| n == name));
        let value = playable(&values, property, needed);
        if !value.is_null() {
            written.insert(name.to_owned(), value.clone());
        }
        let mut argument = Argument::new(value, words);
        if values.len() > 1 {
            argument.matching = Some(Match::AnyOf(values));
        }
        arguments.push((name.to_owned(), argument));
    }
    let step = Step::Call {
        toolset: tools.slug.clone(),
        tool: tool.clone(),
        raw: Value::Object(written).to_string(),
        ok: true,
        body: json!({"result": ""}),
    };
    Ok((Call::new(place, &tools.slug, &tool, arguments), step))
}

/// The first accepted value that the schema takes; nothing where the argument may be left out and none is.
fn playable(values: &[Value], property: &Value, needed: bool) -> Value {
    let validator = jsonschema::validator_for(property).ok();
    let is_valid = |value: &Value| validator.as_ref().is_some_and(|validator| validator.is_valid(value));
    let takes = |value: &&Value| !value.is_null() && **value != "" && is_valid(value);
    let or = if needed { values.iter().find(|value| !value.is_null()) } else { None };
    values.iter().find(takes).or(or).cloned().unwrap_or_default()
}
