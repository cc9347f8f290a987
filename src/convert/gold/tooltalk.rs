//! [ToolTalk](https://github.com/microsoft/ToolTalk): APIs with their effects, and conversations with the gold calls of
//! each turn.
//!
//! The project calls a conversation a success when every gold call was matched and no *bad action* was made: a call
//! that has an effect, succeeded, and stands for no gold call. Here each turn is judged: a conversation is a success
//! when all its turns pass the relaxed verdict.

use std::path::Path;

use jiff::civil::DateTime;
use serde_json::{Map, Value, json};

use super::{
    Argument, At, Call, Folder, GoldError, Imported, Plan, Run, RunTurn, Step, ToolSet, Topic, Turn, tool_set,
};
use crate::convert::Lost;
use crate::suite::Foreign;

const SLUG: &str = "tooltalk";

/// The argument that the project fills in itself for tools that need a login.
const TOKEN: &str = "session_token";

/// Arguments that the project compares as sets.
const SETS: [&str; 3] = ["attendees", "new_attendees", "to"];

const VERDICT: &str = "A conversation is a success of ToolTalk when all its turns pass the relaxed verdict.";

/// Reads a directory with `apis.json` and `conversations/**/*.json`.
///
/// # Errors
///
/// The first thing that is not as it should be, with its place.
pub fn import(dir: &Path) -> Result<Imported, GoldError> {
    let mut folder = Folder::open(dir)?;
    let mut lost = Lost::default();
    if !folder.has("apis.json") {
        return Err(folder.missing("holds no apis.json, which says what each API takes and whether it is an action"));
    }
    let mut tools = tools(&mut folder, &mut lost)?;
    let (mut plans, mut runs) = (Vec::new(), Vec::new());
    for name in folder.names("conversations/", ".json") {
        for at in folder.json(&name)?.values() {
            let (plan, run) = Conversation { tools: &tools, name: &name }.read(&at, &mut lost)?;
            if plans.iter().any(|other: &Plan| other.id == plan.id) {
                return Err(at.wrong(format!("a second conversation comes to the name '{}'", plan.id)));
            }
            plans.push(plan);
            runs.push(run);
        }
    }
    if plans.is_empty() {
        return Err(folder.missing("holds no conversations/…/<name>.json"));
    }
    for call in plans.iter().flat_map(Plan::turns).flat_map(Turn::calls) {
        loosen(&mut tools, call, &mut lost);
    }
    folder.note_unread(&mut lost);
    let source = format!("tooltalk:{}", folder.digest());
    Imported::new("ToolTalk", VERDICT, &[tools], &plans, vec![("gold".into(), runs)], &source, lost)
}

/// The APIs as functions: their parameters say one by one whether they are required.
fn tools(folder: &mut Folder, lost: &mut Lost) -> Result<ToolSet, GoldError> {
    let document = folder.json("apis.json")?;
    let mut actions = Vec::new();
    let mut functions = Vec::new();
    let apis = document.values().map(|at| at.items()).collect::<Result<Vec<_>, _>>()?.concat();
    for api in &apis {
        let name = api.field("name")?.text()?;
        if api.field("is_action")?.value == &Value::Bool(true) {
            actions.push(name.to_owned());
        }
        functions.push(json!({
            "name": name,
            "description": api.field("description")?.text()?,
            "parameters": object(&api.field("parameters")?)?,
            "outputSchema": output(&api.field("output")?)?,
        }));
    }
    let ats = functions.iter().zip(&apis).map(|(value, api)| At { value, ..api.clone() }).collect::<Vec<_>>();
    let mut tools = tool_set(SLUG, &ats, |name| !actions.iter().any(|action| action == name), lost)?;
    for tool in tools.tools_mut() {
        let has = |name: &&&str| tool["inputSchema"]["properties"].get(**name).is_some();
        let sets: Vec<String> = SETS.iter().filter(has).map(|name| format!("/{name}")).collect();
        tool["unordered"] = json!(sets);
    }
    Ok(tools.describe("ToolTalk", "Accounts, alarms, a calendar, mail, messages, reminders and the weather."))
}

/// A JSON Schema out of parameters that each say whether they are required.
fn object(parameters: &At<'_>) -> Result<Value, GoldError> {
    let (mut properties, mut required) = (Map::new(), Vec::new());
    for (name, at) in parameters.entries()? {
        let mut property = at.members()?.clone();
        if property.remove("required") == Some(Value::Bool(true)) {
            required.push(name);
        }
        properties.insert(name.to_owned(), Value::Object(property));
    }
    Ok(json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false}))
}

fn output(at: &At<'_>) -> Result<Value, GoldError> {
    Ok(json!({"type": "object", "properties": plain(&Value::Object(at.members()?.clone()))}))
}

/// The project writes `item` where JSON Schema has `items`.
fn plain(value: &Value) -> Value {
    match value {
        Value::Object(map) => {
            let named = |name: &String| if name == "item" { "items".to_owned() } else { name.clone() };
            Value::Object(map.iter().map(|(name, inner)| (named(name), plain(inner))).collect())
        }
        other => other.clone(),
    }
}

struct Conversation<'a> {
    tools: &'a ToolSet,
    name: &'a str,
}

/// What was said and done up to now.
#[derive(Default)]
struct Talk {
    turns: Vec<Turn>,
    runs: Vec<RunTurn>,
    /// What the user said since the assistant last spoke.
    words: Vec<String>,
    clock: String,
}

impl Conversation<'_> {
    fn read(&self, at: &At<'_>, lost: &mut Lost) -> Result<(Plan, Run), GoldError> {
        let mut talk = Talk { clock: clock(&at.field("metadata")?.field("timestamp")?)?, ..Talk::default() };
        lost.part("the time zone of a conversation, which names a place: its clock is kept as UTC");
        for message in at.field("conversation")?.items()? {
            match message.field("role")?.text()? {
                "user" => talk.words.push(message.field("text")?.text()?.to_owned()),
                "assistant" => self.assistant(&message, &mut talk, lost)?,
                other => return Err(message.field("role")?.wrong(format!("'{other}' is neither user nor assistant"))),
            }
        }
        if !talk.words.is_empty() {
            lost.part("the user's last words, to which the conversation has no answer");
        }
        Ok(self.finish(at, talk))
    }

    fn finish(&self, at: &At<'_>, talk: Talk) -> (Plan, Run) {
        let task = self.name.trim_start_matches("conversations/").trim_end_matches(".json").to_owned();
        let slug: String = task.to_lowercase().replace(|c: char| !c.is_ascii_alphanumeric(), "-");
        let id = format!("{SLUG}-{slug}");
        let mut attributes = Map::new();
        for name in ["user", "metadata"] {
            attributes.extend(at.maybe(name).map(|at| (name.to_owned(), at.value.clone())));
        }
        let topic = Topic {
            topic: "t01".into(),
            title: task.clone(),
            toolset: vec![SLUG.into()],
            clock: talk.clock,
            turns: talk.turns,
        };
        let origin = Foreign { project: "ToolTalk".into(), task, licence: Some("MIT".into()) };
        let (agent, session) = (Some("gold".into()), format!("{id}-gold"));
        let run = Run { session, agent, persona: id.clone(), turns: talk.runs };
        (Plan { id, origin, attributes, timezone: "UTC".into(), topics: vec![topic] }, run)
    }

    fn assistant(&self, message: &At<'_>, talk: &mut Talk, lost: &mut Lost) -> Result<(), GoldError> {
        let words = std::mem::take(&mut talk.words).join("\n");
        let said = message.field("text")?.text()?;
        let (mut calls, mut steps) = (Vec::new(), Vec::new());
        for (place, api) in message.maybe("apis").map_or(Ok(Vec::new()), |at| at.items())?.iter().enumerate() {
            let (call, step) = self.call(place, api, &words, lost)?;
            calls.push(call);
            steps.push(step);
        }
        steps.push(Step::Said { text: said.to_owned(), user: None });
        let (index, clock) = (talk.turns.len(), talk.clock.clone());
        let id = format!("t01.{}", index + 1);
        talk.turns.push(Turn::new(id.clone(), &clock, &words, calls, Vec::new(), said));
        talk.runs.push(RunTurn { id, index, clock, steps, ended: true });
        Ok(())
    }

    fn call(&self, place: usize, api: &At<'_>, words: &str, lost: &mut Lost) -> Result<(Call, Step), GoldError> {
        let request = api.field("request")?;
        let name = request.field("api_name")?;
        let tool = name.text()?;
        let schema = self.tools.schema(tool).ok_or_else(|| name.wrong(format!("apis.json has no '{tool}'")))?;
        let mut arguments = request.field("parameters")?.members()?.clone();
        if schema["properties"].get(TOKEN).is_none() && arguments.remove(TOKEN).is_some() {
            lost.part("the argument `session_token`, which the project fills in itself");
        }
        let argument = |(name, value): (&String, &Value)| (name.clone(), Argument::new(value.clone(), words));
        let call = Call::new(place, SLUG, tool, arguments.iter().map(argument).collect());
        let refused = api.maybe("exception");
        let body = match &refused {
            Some(exception) => json!({"status": 409, "code": "refused", "detail": exception.value}),
            None => api.field("response")?.value.clone(),
        };
        let (toolset, tool) = (SLUG.to_owned(), tool.to_owned());
        let step = Step::Call { toolset, tool, raw: json!(arguments).to_string(), ok: refused.is_none(), body };
        Ok((call, step))
    }
}

/// Gold is right by definition, so a list of values to which it does not keep is none. (The published list for the name
/// of an event is the one for its type.)
fn loosen(tools: &mut ToolSet, call: &Call, lost: &mut Lost) {
    let of_call = |tool: &&mut Value| tool["name"] == call.tool.as_str();
    let Some(tool) = tools.tools_mut().find(of_call) else { return };
    for (name, argument) in &call.arguments {
        let Some(property) = tool["inputSchema"]["properties"].get_mut(name) else { continue };
        let allowed = property.get("enum").and_then(Value::as_array);
        if allowed.is_some_and(|allowed| !allowed.contains(&argument["value"])) {
            property.as_object_mut().map(|property| property.remove("enum"));
            lost.part(format!("the list of values for `{name}` of {}, to which gold does not keep", call.tool));
        }
    }
}

/// `2023-09-11 09:00:00` as RFC 3339.
fn clock(at: &At<'_>) -> Result<String, GoldError> {
    let text = at.text()?;
    let time: DateTime = text.parse().map_err(|e| at.wrong(format!("'{text}' is no time: {e}")))?;
    Ok(time.strftime("%Y-%m-%dT%H:%M:%SZ").to_string())
}
