//! What an expression sees.

use std::sync::Arc;

use minijinja::value::{Object, Value as Dynamic};
use minijinja::{Error, ErrorKind};
use serde_json::{Map, Value};

use super::value;
use crate::world::{Clock, State, World};

/// Name under which functions find the [`Context`]; no expression can spell it.
const CONTEXT: &str = "$context";

/// Names that are always in scope, beside the functions.
pub const NAMES: [&str; 3] = ["args", "today", "now"];

/// Everything about one call that functions may ask for.
#[derive(Debug)]
pub struct Context {
    /// The seeded facts.
    pub world: Arc<World>,
    /// The session's rows at this moment of the call.
    pub state: State,
    /// The session's clock.
    pub clock: Clock,
    /// Digest of seed, tool, arguments and repetition, from which new ids are made; only writing tools have one.
    pub identity: Option<[u8; 16]>,
    args: Dynamic,
}

impl Context {
    /// The context of one call.
    pub fn new(
        world: Arc<World>,
        state: State,
        clock: Clock,
        identity: Option<[u8; 16]>,
        args: &Map<String, Value>,
    ) -> Self {
        let args = Dynamic::from_object(Arguments(value::from_object(args)));
        Self { world, state, clock, identity, args }
    }

    /// The same call after its effects.
    pub fn after(&self, state: State) -> Self {
        let (world, clock, args) = (self.world.clone(), self.clock.clone(), self.args.clone());
        Self { world, state, clock, identity: self.identity, args }
    }
}

impl Object for Context {}

/// The context of the call in which a function runs.
///
/// # Errors
///
/// The function was called outside a call, which only a test can do.
pub fn context(state: &minijinja::State<'_, '_>) -> Result<Arc<Context>, Error> {
    let found = state.lookup(CONTEXT).and_then(|v| v.downcast_object::<Context>());
    found.ok_or_else(|| Error::new(ErrorKind::InvalidOperation, "no call is being answered"))
}

/// The arguments: one that was not given is `none` rather than undefined. Misspelt names are found when a program is
/// compiled.
#[derive(Debug)]
struct Arguments(Dynamic);

impl Object for Arguments {
    fn get_value(self: &Arc<Self>, key: &Dynamic) -> Option<Dynamic> {
        self.get_value_by_str(key.as_str()?)
    }

    fn get_value_by_str(self: &Arc<Self>, key: &str) -> Option<Dynamic> {
        let value = self.0.get_attr(key).ok()?;
        Some(if value.is_undefined() { Dynamic::from(()) } else { value })
    }
}

/// The names that are bound at one point of a program; binding one more makes a new scope.
#[derive(Clone, Debug)]
pub struct Scope {
    context: Arc<Context>,
    innermost: Option<Arc<Binding>>,
}

#[derive(Debug)]
struct Binding {
    name: Arc<str>,
    value: Dynamic,
    outer: Option<Arc<Binding>>,
}

impl Scope {
    /// A scope in which nothing is bound yet.
    pub fn new(context: Arc<Context>) -> Self {
        Self { context, innermost: None }
    }

    /// The call.
    pub fn context(&self) -> &Arc<Context> {
        &self.context
    }

    /// The same scope with one more name.
    pub fn bind(&self, name: &Arc<str>, value: Dynamic) -> Self {
        let binding = Binding { name: name.clone(), value, outer: self.innermost.clone() };
        Self { context: self.context.clone(), innermost: Some(Arc::new(binding)) }
    }

    /// The same names over another context.
    pub fn over(&self, context: Arc<Context>) -> Self {
        Self { context, innermost: self.innermost.clone() }
    }

    fn bound(&self, key: &str) -> Option<&Dynamic> {
        let mut next = self.innermost.as_deref();
        while let Some(binding) = next {
            if &*binding.name == key {
                return Some(&binding.value);
            }
            next = binding.outer.as_deref();
        }
        None
    }
}

impl Object for Scope {
    fn get_value(self: &Arc<Self>, key: &Dynamic) -> Option<Dynamic> {
        self.get_value_by_str(key.as_str()?)
    }

    fn get_value_by_str(self: &Arc<Self>, key: &str) -> Option<Dynamic> {
        match key {
            "args" => Some(self.context.args.clone()),
            "today" => Some(Dynamic::from(self.context.clock.today().to_string())),
            "now" => Some(Dynamic::from(self.context.clock.text())),
            CONTEXT => Some(Dynamic::from_dyn_object(self.context.clone())),
            _ => self.bound(key).cloned(),
        }
    }
}
