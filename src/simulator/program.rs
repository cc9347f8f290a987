//! Response programs: what `responses/<tool-set>.json` says about one tool.

use serde_json::{Map, Value};

use super::scope;
use crate::catalogue::Tool;
use crate::expression::template::{Bindings, Template, Wrong, bare, compile_names};
use crate::expression::{Expression, Names};

/// One tool's program.
#[derive(Debug)]
pub struct Program {
    /// In order.
    pub steps: Vec<Step>,
    /// After all steps, all or none.
    pub effects: Vec<EffectStep>,
    /// The answer.
    pub body: Template,
    /// The same answer in another media type.
    pub render: Option<Render>,
}

/// One step.
#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "a program has a handful of steps, read in place and never moved")]
pub enum Step {
    /// Binds names.
    Let(Bindings),
    /// Ends the call with an error.
    Fail(Fail),
}

/// When and how a call fails.
#[derive(Debug)]
pub struct Fail {
    /// The condition.
    pub when: Expression,
    /// Code of one of the spec's errors.
    pub code: String,
    /// Its status.
    pub status: u16,
    /// For a tired person.
    pub detail: Template,
    /// Likely intended names.
    pub suggestions: Option<Expression>,
}

/// A change to one row.
#[derive(Debug)]
pub struct EffectStep {
    /// State table.
    pub table: String,
    /// Key of the row.
    pub key: Expression,
    /// Where it holds the change is made; always, where there is none.
    pub when: Option<Expression>,
    /// What happens to it.
    pub change: Change,
}

/// What happens to a row; a template gives an object.
#[derive(Debug)]
pub enum Change {
    /// It is added.
    Insert(Template),
    /// Some columns change.
    Update(Template),
    /// It goes.
    Delete,
}

/// How the answer is written as CSV or XML.
#[derive(Debug)]
pub struct Render {
    /// Gives `JSON`, `XML` or `CSV`, in any case.
    pub format: Expression,
    /// Pointer to the rows.
    pub rows: String,
    /// Name of the XML root.
    pub root: String,
    /// Name of a row's XML element.
    pub item: String,
}

impl Program {
    /// Compiles the program of a tool; `at` is its JSON pointer.
    ///
    /// # Errors
    ///
    /// The pointer of the fault, and the fault.
    pub fn compile(source: &Value, tool: &Tool, at: &str) -> Result<Self, Wrong> {
        let map = object(source, at, &["steps", "effects", "body", "render"])?;
        let mut names = scope::names(tool.properties());
        let mut steps = Vec::new();
        for (i, step) in list(map.get("steps"), &format!("{at}/steps"))?.iter().enumerate() {
            steps.push(compile_step(step, tool, &mut names, &format!("{at}/steps/{i}"))?);
        }
        let mut effects = Vec::new();
        for (i, effect) in list(map.get("effects"), &format!("{at}/effects"))?.iter().enumerate() {
            let at = format!("{at}/effects/{i}");
            if !tool.writes() {
                return Err((at, "a tool with readOnlyHint has no effects".into()));
            }
            effects.push(compile_effect(effect, &names, &at)?);
        }
        let body = map.get("body").ok_or_else(|| (at.to_owned(), "'body' is missing".to_owned()))?;
        let body = Template::compile(body, &names, &format!("{at}/body"))?;
        let render = map.get("render").map(|r| compile_render(r, &names, &format!("{at}/render"))).transpose()?;
        Ok(Self { steps, effects, body, render })
    }
}

fn compile_step(source: &Value, tool: &Tool, names: &mut Names, at: &str) -> Result<Step, Wrong> {
    let map = object(source, at, &["let", "fail"])?;
    match (map.get("let"), map.get("fail")) {
        (Some(bindings), None) => {
            let (bound, more) = compile_names(bindings, names, &format!("{at}/let"))?;
            *names = more;
            Ok(Step::Let(bound))
        }
        (None, Some(fail)) => compile_fail(fail, tool, names, &format!("{at}/fail")).map(Step::Fail),
        _ => Err((at.to_owned(), "a step is either let or fail".into())),
    }
}

fn compile_fail(source: &Value, tool: &Tool, names: &Names, at: &str) -> Result<Fail, Wrong> {
    let map = object(source, at, &["when", "error", "detail", "suggestions"])?;
    let code = text(map, "error", at)?;
    let spec = tool.spec.errors.iter().find(|e| e.code == code);
    let status = spec.map(|e| e.status).ok_or_else(|| {
        let known: Vec<&str> = tool.spec.errors.iter().map(|e| e.code.as_str()).collect();
        (format!("{at}/error"), format!("the spec of {} lists {}, not '{code}'", tool.name, known.join(", ")))
    })?;
    let suggestions = map.get("suggestions").map(|s| bare(s, names, &format!("{at}/suggestions"))).transpose()?;
    Ok(Fail {
        when: bare(required(map, "when", at)?, names, &format!("{at}/when"))?,
        code,
        status,
        detail: Template::compile(required(map, "detail", at)?, names, &format!("{at}/detail"))?,
        suggestions,
    })
}

fn compile_effect(source: &Value, names: &Names, at: &str) -> Result<EffectStep, Wrong> {
    let map = object(source, at, &["insert", "update", "delete"])?;
    let Some((kind, inner)) = map.iter().next().filter(|_| map.len() == 1) else {
        return Err((at.to_owned(), "an effect is one of insert, update, delete".into()));
    };
    let at = format!("{at}/{kind}");
    let content = match kind.as_str() {
        "insert" => Some("row"),
        "update" => Some("set"),
        _ => None,
    };
    let allowed: Vec<&str> = ["table", "key", "when"].into_iter().chain(content).collect();
    let map = object(inner, &at, &allowed)?;
    let template = |key: &str| Template::compile(required(map, key, &at)?, names, &format!("{at}/{key}"));
    let change = match content {
        Some("row") => Change::Insert(template("row")?),
        Some(_) => Change::Update(template("set")?),
        None => Change::Delete,
    };
    let key = bare(required(map, "key", &at)?, names, &format!("{at}/key"))?;
    let when = map.get("when").map(|w| bare(w, names, &format!("{at}/when"))).transpose()?;
    Ok(EffectStep { table: text(map, "table", &at)?, key, when, change })
}

fn compile_render(source: &Value, names: &Names, at: &str) -> Result<Render, Wrong> {
    let map = object(source, at, &["format", "rows", "root", "item"])?;
    Ok(Render {
        format: bare(required(map, "format", at)?, names, &format!("{at}/format"))?,
        rows: text(map, "rows", at)?,
        root: text(map, "root", at)?,
        item: text(map, "item", at)?,
    })
}

fn object<'a>(source: &'a Value, at: &str, allowed: &[&str]) -> Result<&'a Map<String, Value>, Wrong> {
    let expected = || format!("expected an object with {}", allowed.join(", "));
    let map = source.as_object().ok_or_else(|| (at.to_owned(), expected()))?;
    match map.keys().find(|key| !allowed.contains(&key.as_str())) {
        Some(other) => Err((format!("{at}/{other}"), format!("is not known here; {}", expected()))),
        None => Ok(map),
    }
}

fn list<'a>(source: Option<&'a Value>, at: &str) -> Result<&'a [Value], Wrong> {
    match source {
        None => Ok(&[]),
        Some(Value::Array(items)) => Ok(items),
        Some(_) => Err((at.to_owned(), "expected an array".into())),
    }
}

fn required<'a>(map: &'a Map<String, Value>, key: &str, at: &str) -> Result<&'a Value, Wrong> {
    map.get(key).ok_or_else(|| (at.to_owned(), format!("'{key}' is missing")))
}

fn text(map: &Map<String, Value>, key: &str, at: &str) -> Result<String, Wrong> {
    let found = required(map, key, at)?.as_str().map(str::to_owned);
    found.ok_or_else(|| (format!("{at}/{key}"), "expected a string".into()))
}
