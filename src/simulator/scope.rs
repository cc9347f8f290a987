//! What the expressions of a response program see.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};

use minijinja::value::{Object, Value as Dynamic};
use minijinja::{Environment, Error, ErrorKind};
use serde_json::{Map, Value};

use super::functions;
use crate::expression::{Names, plain_environment, value};
use crate::world::{Clock, State, World};

/// Name under which functions find the [`Context`]; no expression can spell it.
const CONTEXT: &str = "$context";

/// One environment for all programs: functions take what they need from the call's context.
static ENVIRONMENT: LazyLock<Environment<'static>> = LazyLock::new(|| {
    let mut env = plain_environment();
    functions::register(&mut env);
    env
});

/// The names that a program of a tool with these arguments may use before it binds its own.
pub fn names<'a>(arguments: impl Iterator<Item = &'a str>) -> Names {
    Names::within(&ENVIRONMENT, ["args", "today", "now"]).with_arguments(arguments)
}

/// Everything about one call that functions may ask for.
#[derive(Clone, Debug)]
pub struct Context {
    /// The seeded facts.
    pub world: Arc<World>,
    state: State,
    /// Whether a function has looked at the rows; shared by all contexts of the call.
    state_read: Arc<AtomicBool>,
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
        Self { world, state, state_read: Arc::default(), clock, identity, args }
    }

    /// The session's rows at this moment of the call.
    pub fn state(&self) -> &State {
        self.state_read.store(true, Ordering::Relaxed);
        &self.state
    }

    /// Whether the answer so far depends on the session's rows.
    pub fn state_was_read(&self) -> bool {
        self.state_read.load(Ordering::Relaxed)
    }

    /// The same call after its effects.
    pub fn after(self, state: State) -> Self {
        Self { state, ..self }
    }
}

impl Object for Context {
    fn get_value(self: &Arc<Self>, key: &Dynamic) -> Option<Dynamic> {
        self.get_value_by_str(key.as_str()?)
    }

    fn get_value_by_str(self: &Arc<Self>, key: &str) -> Option<Dynamic> {
        match key {
            "args" => Some(self.args.clone()),
            "today" => Some(Dynamic::from(self.clock.today().to_string())),
            "now" => Some(Dynamic::from(self.clock.text())),
            CONTEXT => Some(Dynamic::from_dyn_object(self.clone())),
            _ => None,
        }
    }
}

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
