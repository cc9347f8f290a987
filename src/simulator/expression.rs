//! Expressions, compiled when a program is loaded: MiniJinja's, with fuel and with every name checked.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use minijinja::value::Value as Dynamic;
use minijinja::{AutoEscape, Environment, UndefinedBehavior};

use super::functions;
use super::scope::{NAMES, Scope};

/// Steps one expression may take; the longest of ours takes about a hundred.
const FUEL: u64 = 100_000;

/// One environment for all programs: functions take what they need from the call's context.
static ENVIRONMENT: LazyLock<Environment<'static>> = LazyLock::new(|| {
    let mut env = Environment::new();
    // MiniJinja's own global functions would be names that a program's author does not expect.
    for global in ["range", "dict", "debug", "namespace"] {
        env.remove_global(global);
    }
    env.set_undefined_behavior(UndefinedBehavior::SemiStrict);
    env.set_auto_escape_callback(|_| AutoEscape::None);
    env.set_fuel(Some(FUEL));
    functions::register(&mut env);
    env
});

/// One compiled expression.
#[derive(Debug)]
pub struct Expression(minijinja::Expression<'static, 'static>);

/// The names that an expression may use.
#[derive(Clone, Debug, Default)]
pub struct Names {
    bound: BTreeSet<String>,
    arguments: Option<BTreeSet<String>>,
}

impl Names {
    /// Names for a tool with these arguments.
    pub fn of_tool<'a>(arguments: impl Iterator<Item = &'a str>) -> Self {
        let mut names = Self::default();
        names.bound.extend(NAMES.map(str::to_owned));
        names.arguments = Some(arguments.map(str::to_owned).collect());
        names
    }

    /// Names for an expression that sees only these.
    pub fn only<'a>(bound: impl IntoIterator<Item = &'a str>) -> Self {
        Self { bound: bound.into_iter().map(str::to_owned).collect(), arguments: None }
    }

    /// The same with one more.
    pub fn with(&self, name: &str) -> Self {
        let mut more = self.clone();
        more.bound.insert(name.to_owned());
        more
    }

    fn check(&self, name: &str) -> Result<(), String> {
        let mut parts = name.split('.');
        let first = parts.next().unwrap_or_default();
        if !self.bound.contains(first) && ENVIRONMENT.globals().all(|(global, _)| global != first) {
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
        let wrong = |e: &dyn std::fmt::Display| format!("in '{}': {e}", source.trim());
        let compiled = ENVIRONMENT.compile_expression_owned(source.to_owned()).map_err(|e| wrong(&e))?;
        let mut used: Vec<String> = compiled.undeclared_variables(true).into_iter().collect();
        used.sort_unstable();
        used.iter().try_for_each(|name| names.check(name)).map_err(|e| wrong(&e))?;
        Ok(Self(compiled))
    }

    /// Evaluates the expression.
    ///
    /// # Errors
    ///
    /// What the engine says; with checked names this is a fault of the program, not of the caller.
    pub fn eval(&self, scope: &Scope) -> Result<Dynamic, String> {
        self.0.eval(Dynamic::from_object(scope.clone())).map_err(|e| describe(&e))
    }

    /// Evaluates an expression that needs nothing but these values.
    ///
    /// # Errors
    ///
    /// As for [`Expression::eval`].
    pub fn eval_over(&self, values: Dynamic) -> Result<Dynamic, String> {
        self.0.eval(values).map_err(|e| describe(&e))
    }
}

fn describe(error: &minijinja::Error) -> String {
    match error.detail() {
        Some(detail) => format!("{}: {detail}", error.kind()),
        None => error.kind().to_string(),
    }
}
