use std::collections::BTreeSet;
use std::fmt;
use std::sync::LazyLock;

use minijinja::value::Value as Dynamic;
use minijinja::{AutoEscape, Environment, UndefinedBehavior};

use super::direct::Direct;
use super::scope::Scope;

/// Steps one expression may take; the longest of ours takes a few hundred.
const FUEL: u64 = 100_000;

/// An environment with MiniJinja's filters and tests, fuel, and no functions.
pub fn plain_environment() -> Environment<'static> {
    let mut env = Environment::new();
    // MiniJinja's own global functions would be names that an author does not expect.
    for global in ["range", "dict", "debug", "namespace"] {
        env.remove_global(global);
    }
    env.set_undefined_behavior(UndefinedBehavior::SemiStrict);
    env.set_auto_escape_callback(|_| AutoEscape::None);
    env.set_fuel(Some(FUEL));
    env
}

static PLAIN: LazyLock<Environment<'static>> = LazyLock::new(plain_environment);

/// One compiled expression.
pub struct Expression {
    compiled: minijinja::Expression<'static, 'static>,
    direct: Option<Direct>,
    source: String,
}

impl fmt::Debug for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Expression({})", self.source)
    }
}

impl PartialEq for Expression {
    fn eq(&self, other: &Self) -> bool {
        self.source == other.source
    }
}

/// The names that an expression may use, and the environment it runs in.
#[derive(Clone, Debug)]
pub struct Names {
    env: &'static Environment<'static>,
    bound: BTreeSet<String>,
    arguments: Option<BTreeSet<String>>,
}

impl Names {
    /// These names, in an environment that has functions.
    pub fn within<'a>(env: &'static Environment<'static>, bound: impl IntoIterator<Item = &'a str>) -> Self {
        Self { env, bound: bound.into_iter().map(str::to_owned).collect(), arguments: None }
    }

    /// These names and no functions.
    pub fn only<'a>(bound: impl IntoIterator<Item = &'a str>) -> Self {
        Self::within(&PLAIN, bound)
    }

    /// The same, where `args.x` must be one of these arguments.
    pub fn with_arguments<'a>(mut self, arguments: impl Iterator<Item = &'a str>) -> Self {
        self.arguments = Some(arguments.map(str::to_owned).collect());
        self
    }

    /// The same with one more name.
    pub fn with(&self, name: &str) -> Self {
        let mut more = self.clone();
        more.bound.insert(name.to_owned());
        more
    }

    fn check(&self, name: &str) -> Result<(), String> {
        let mut parts = name.split('.');
        let first = parts.next().unwrap_or_default();
        if !self.bound.contains(first) && self.env.globals().all(|(global, _)| global != first) {
            return Err(format!("'{first}' is not defined here"));
        }
        match (first, parts.next(), &self.arguments) {
            ("args", Some(argument), Some(known)) if !known.contains(argument) => {
                Err(format!("the tool has no argument '{argument}'"))
            }
            _ => Ok(()),
        }
    }
}

impl Expression {
    /// Compiles an expression and checks its names.
    ///
    /// # Errors
    ///
    /// A syntax error, or a name that is not defined.
    pub fn compile(source: &str, names: &Names) -> Result<Self, String> {
        let wrong = |e: &dyn fmt::Display| format!("in '{}': {e}", source.trim());
        let compiled = names.env.compile_expression_owned(source.to_owned()).map_err(|e| wrong(&e))?;
        let mut used: Vec<String> = compiled.undeclared_variables(true).into_iter().collect();
        used.sort_unstable();
        used.iter().try_for_each(|name| names.check(name)).map_err(|e| wrong(&e))?;
        Ok(Self { compiled, direct: Direct::parse(source), source: source.trim().to_owned() })
    }

    /// The expression as written.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Evaluates the expression.
    ///
    /// # Errors
    ///
    /// What the engine says; with checked names this is a fault of the author, not of the caller.
    pub fn eval(&self, scope: &Scope) -> Result<Dynamic, String> {
        match self.direct.as_ref().and_then(|direct| direct.eval(scope)) {
            Some(value) => Ok(value),
            None => self.eval_by_engine(scope),
        }
    }

    pub(super) fn eval_by_engine(&self, scope: &Scope) -> Result<Dynamic, String> {
        let result = self.compiled.eval(Dynamic::from_object(scope.clone()));
        result.map_err(|e| format!("in '{}': {}", self.source, describe(&e)))
    }
}

fn describe(error: &minijinja::Error) -> String {
    match error.detail() {
        Some(detail) => format!("{}: {detail}", error.kind()),
        None => error.kind().to_string(),
    }
}
