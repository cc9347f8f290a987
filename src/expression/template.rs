//! JSON trees with expressions in their leaves.

use std::sync::Arc;

use minijinja::value::Value as Dynamic;
use serde_json::{Map, Value};

use super::engine::{Expression, Names};
use super::scope::Scope;
use super::value;

/// Names and what they are bound to, each seeing those before it.
pub type Bindings = Vec<(Arc<str>, Template)>;

/// A compiled template.
#[derive(Debug)]
pub enum Template {
    /// Stands for itself.
    Literal(Value),
    /// A string that is one expression: the value with its type.
    Typed(Expression),
    /// Text with expressions in it: a string.
    Text(Vec<Part>),
    /// Items, each of which may be left out.
    Array(Vec<Template>),
    /// Fields, each of which may be left out.
    Object(Vec<(String, Template)>),
    /// `$each`.
    Each {
        /// What the item is called.
        name: Arc<str>,
        /// The items.
        items: Expression,
        /// Which of them.
        when: Option<Expression>,
        /// What becomes of each.
        body: Box<Template>,
    },
    /// `$if`.
    If {
        /// Which of the two.
        condition: Expression,
        /// When it holds.
        then: Box<Template>,
        /// When it does not.
        otherwise: Option<Box<Template>>,
    },
    /// `$let`.
    Let {
        /// The names, each seeing those before it.
        names: Bindings,
        /// Where they hold.
        body: Box<Template>,
    },
}

/// A piece of text.
#[derive(Debug)]
pub enum Part {
    /// Stands for itself.
    Plain(String),
    /// Printed.
    Printed(Expression),
}

/// A place in a file and what is wrong there.
pub type Wrong = (String, String);

impl Template {
    /// Compiles a template; `at` is its JSON pointer.
    ///
    /// # Errors
    ///
    /// The pointer of the fault, and the fault.
    pub fn compile(source: &Value, names: &Names, at: &str) -> Result<Self, Wrong> {
        match source {
            Value::String(text) => compile_text(text, names).map_err(|e| (at.to_owned(), e)),
            Value::Array(items) => {
                let item = |(i, item)| Self::compile(item, names, &format!("{at}/{i}"));
                items.iter().enumerate().map(item).collect::<Result<_, _>>().map(Self::Array)
            }
            Value::Object(map) => match map.keys().find(|key| key.starts_with('$')) {
                Some(form) => compile_form(form, map, names, at),
                None => {
                    let field =
                        |(k, v): (&String, &Value)| Ok((k.clone(), Self::compile(v, names, &format!("{at}/{k}"))?));
                    map.iter().map(field).collect::<Result<_, _>>().map(Self::Object)
                }
            },
            literal => Ok(Self::Literal(literal.clone())),
        }
    }

    /// The JSON that the template stands for, or nothing when it leaves itself out.
    ///
    /// # Errors
    ///
    /// What went wrong in an expression.
    pub fn json(&self, scope: &Scope) -> Result<Option<Value>, String> {
        Ok(Some(match self {
            Self::Literal(value) => value.clone(),
            Self::Typed(expression) => value::to_json(&expression.eval(scope)?)?,
            Self::Text(parts) => Value::String(text(parts, scope)?),
            Self::Array(items) => {
                let all: Result<Vec<_>, _> = items.iter().map(|item| item.json(scope)).collect();
                Value::Array(all?.into_iter().flatten().collect())
            }
            Self::Object(fields) => {
                let mut map = Map::with_capacity(fields.len());
                for (name, field) in fields {
                    if let Some(value) = field.json(scope)? {
                        map.insert(name.clone(), value);
                    }
                }
                Value::Object(map)
            }
            Self::Each { name, items, when, body } => each(name, items, when.as_ref(), body, scope)?,
            Self::If { condition, then, otherwise } => match (condition.eval(scope)?.is_true(), otherwise) {
                (true, _) => return then.json(scope),
                (false, Some(otherwise)) => return otherwise.json(scope),
                (false, None) => return Ok(None),
            },
            Self::Let { names, body } => return body.json(&bind(names, scope)?),
        }))
    }

    /// The value for expressions to look into; unlike [`Template::json`] it keeps native objects as they are.
    ///
    /// # Errors
    ///
    /// What went wrong in an expression.
    pub fn value(&self, scope: &Scope) -> Result<Dynamic, String> {
        match self {
            Self::Typed(expression) => expression.eval(scope),
            Self::If { condition, then, otherwise } => match (condition.eval(scope)?.is_true(), otherwise) {
                (true, _) => then.value(scope),
                (false, Some(otherwise)) => otherwise.value(scope),
                (false, None) => Ok(Dynamic::from(())),
            },
            other => Ok(value::from_json(&other.json(scope)?.unwrap_or(Value::Null))),
        }
    }

    /// The text of a template that is a string.
    ///
    /// # Errors
    ///
    /// What went wrong in an expression.
    pub fn text(&self, scope: &Scope) -> Result<String, String> {
        match self.json(scope)? {
            Some(Value::String(text)) => Ok(text),
            Some(other) => Ok(other.to_string()),
            None => Ok(String::new()),
        }
    }
}

/// Binds names in turn.
///
/// # Errors
///
/// What went wrong in an expression.
pub fn bind(names: &[(Arc<str>, Template)], scope: &Scope) -> Result<Scope, String> {
    let mut scope = scope.clone();
    for (name, template) in names {
        let value = template.value(&scope)?;
        scope = scope.bind(name, value);
    }
    Ok(scope)
}

fn each(
    name: &Arc<str>,
    items: &Expression,
    when: Option<&Expression>,
    body: &Template,
    scope: &Scope,
) -> Result<Value, String> {
    let mut made = Vec::new();
    for item in items.eval(scope)?.try_iter().map_err(|e| e.to_string())? {
        scope.count_item()?;
        let inner = scope.bind(name, item);
        if let Some(condition) = when
            && !condition.eval(&inner)?.is_true()
        {
            continue;
        }
        made.extend(body.json(&inner)?);
    }
    Ok(Value::Array(made))
}

fn text(parts: &[Part], scope: &Scope) -> Result<String, String> {
    let mut out = String::new();
    for part in parts {
        match part {
            Part::Plain(plain) => out.push_str(plain),
            Part::Printed(expression) => out.push_str(&expression.eval(scope)?.to_string()),
        }
    }
    Ok(out)
}

fn compile_text(text: &str, names: &Names) -> Result<Template, String> {
    let mut parts = split(text)?;
    let compile = |source: &str| Expression::compile(source, names);
    if let [(true, source)] = parts.as_slice() {
        return compile(source).map(Template::Typed);
    }
    if parts.iter().all(|(is_expression, _)| !is_expression) {
        return Ok(Template::Literal(Value::String(text.to_owned())));
    }
    let part = |(is_expression, source): (bool, &str)| match is_expression {
        true => compile(source).map(Part::Printed),
        false => Ok(Part::Plain(source.to_owned())),
    };
    parts.drain(..).map(part).collect::<Result<_, _>>().map(Template::Text)
}

/// Cuts text at `{{ }}`; `true` marks an expression. Braces within an expression's quotes do not end it.
fn split(text: &str) -> Result<Vec<(bool, &str)>, String> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some(open) = rest.find("{{") {
        if open > 0 {
            parts.push((false, &rest[..open]));
        }
        let inner = &rest[open + 2..];
        let close = end_of_expression(inner).ok_or_else(|| format!("'{{{{' without '}}}}' in '{text}'"))?;
        parts.push((true, &inner[..close]));
        rest = &inner[close + 2..];
    }
    if !rest.is_empty() {
        parts.push((false, rest));
    }
    Ok(parts)
}

fn end_of_expression(text: &str) -> Option<usize> {
    let (mut quote, mut previous) = (None, ' ');
    for (i, c) in text.char_indices() {
        match quote {
            Some(q) if c == q && previous != '\\' => quote = None,
            Some(_) => {}
            None if c == '"' || c == '\'' => quote = Some(c),
            None if text[i..].starts_with("}}") => return Some(i),
            None => {}
        }
        previous = c;
    }
    None
}

fn compile_form(form: &str, map: &Map<String, Value>, names: &Names, at: &str) -> Result<Template, Wrong> {
    let wrong = |detail: String| (at.to_owned(), detail);
    let allowed: &[&str] = match form {
        "$each" | "$when" | "$do" => &["$each", "$when", "$do"],
        "$if" | "$then" | "$else" => &["$if", "$then", "$else"],
        "$let" | "$in" => &["$let", "$in"],
        other => return Err(wrong(format!("'{other}' is no form; there are $each, $if and $let"))),
    };
    if let Some(other) = map.keys().find(|key| !allowed.contains(&key.as_str())) {
        return Err(wrong(format!("'{other}' does not go with {}", allowed.join(", "))));
    }
    let get = |key: &str| map.get(key).ok_or_else(|| wrong(format!("'{key}' is missing")));
    let inner = |key: &str, names: &Names| Template::compile(get(key)?, names, &format!("{at}/{key}")).map(Box::new);
    match allowed[0] {
        "$each" => {
            let source = string(get("$each")?, &format!("{at}/$each"))?;
            let (name, items) =
                source.split_once(" in ").ok_or_else(|| wrong("expected \"name in EXPRESSION\"".into()))?;
            let more = names.with(name.trim());
            let when = map.get("$when").map(|w| bare(w, &more, &format!("{at}/$when"))).transpose()?;
            let items = Expression::compile(items, names).map_err(|e| (format!("{at}/$each"), e))?;
            Ok(Template::Each { name: name.trim().into(), items, when, body: inner("$do", &more)? })
        }
        "$if" => {
            let otherwise = map.contains_key("$else").then(|| inner("$else", names)).transpose()?;
            let condition = bare(get("$if")?, names, &format!("{at}/$if"))?;
            Ok(Template::If { condition, then: inner("$then", names)?, otherwise })
        }
        _ => {
            let (bound, more) = compile_names(get("$let")?, names, &format!("{at}/$let"))?;
            Ok(Template::Let { names: bound, body: inner("$in", &more)? })
        }
    }
}

/// Compiles `{"name": TEMPLATE, …}` and gives the names in scope after it.
///
/// # Errors
///
/// The pointer of the fault, and the fault.
pub fn compile_names(source: &Value, names: &Names, at: &str) -> Result<(Bindings, Names), Wrong> {
    let map = source.as_object().ok_or_else(|| (at.to_owned(), "expected an object of names".to_owned()))?;
    let (mut bound, mut names) = (Vec::new(), names.clone());
    for (name, template) in map {
        bound.push((Arc::from(name.as_str()), Template::compile(template, &names, &format!("{at}/{name}"))?));
        names = names.with(name);
    }
    Ok((bound, names))
}

/// Compiles an expression that is written without braces.
///
/// # Errors
///
/// The pointer of the fault, and the fault.
pub fn bare(source: &Value, names: &Names, at: &str) -> Result<Expression, Wrong> {
    let text = string(source, at)?;
    if text.contains("{{") {
        return Err((at.to_owned(), "an expression here is written without braces".into()));
    }
    Expression::compile(text, names).map_err(|e| (at.to_owned(), e))
}

fn string<'a>(source: &'a Value, at: &str) -> Result<&'a str, Wrong> {
    source.as_str().ok_or_else(|| (at.to_owned(), "expected a string".to_owned()))
}
