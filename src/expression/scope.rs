use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use minijinja::value::{Object, Value as Dynamic};

/// Items that all lists of one answer may have together.
const MAX_ITEMS: u32 = 20_000;

/// The names that are bound at one point, over a root that knows the rest; binding one more makes a new scope.
#[derive(Clone, Debug)]
pub struct Scope {
    root: Dynamic,
    innermost: Option<Arc<Binding>>,
    /// Items made so far by all lists of the call.
    made: Arc<AtomicU32>,
}

#[derive(Debug)]
struct Binding {
    name: Arc<str>,
    value: Dynamic,
    outer: Option<Arc<Binding>>,
}

impl Scope {
    /// A scope in which only the fields of this object are known.
    pub fn new(root: Dynamic) -> Self {
        Self { root, innermost: None, made: Arc::default() }
    }

    /// The same scope with one more name.
    pub fn bind(&self, name: &Arc<str>, value: Dynamic) -> Self {
        let binding = Binding { name: name.clone(), value, outer: self.innermost.clone() };
        Self { root: self.root.clone(), innermost: Some(Arc::new(binding)), made: self.made.clone() }
    }

    /// Counts an item of a list.
    ///
    /// # Errors
    ///
    /// All lists together have made more than `MAX_ITEMS`: lists within lists would otherwise have no bound.
    pub fn count_item(&self) -> Result<(), String> {
        match self.made.fetch_add(1, Ordering::Relaxed) {
            MAX_ITEMS.. => Err(format!("more than {MAX_ITEMS} items in one answer")),
            _ => Ok(()),
        }
    }

    /// What is bound to a name; nothing where that is undefined.
    pub fn lookup(&self, name: &str) -> Option<Dynamic> {
        let mut next = self.innermost.as_deref();
        while let Some(binding) = next {
            if &*binding.name == name {
                return Some(binding.value.clone());
            }
            next = binding.outer.as_deref();
        }
        self.root.get_attr(name).ok().filter(|value| !value.is_undefined())
    }

    /// The same names over another root.
    pub fn over(&self, root: Dynamic) -> Self {
        Self { root, innermost: self.innermost.clone(), made: self.made.clone() }
    }
}

impl Object for Scope {
    fn get_value(self: &Arc<Self>, key: &Dynamic) -> Option<Dynamic> {
        self.get_value_by_str(key.as_str()?)
    }

    fn get_value_by_str(self: &Arc<Self>, key: &str) -> Option<Dynamic> {
        self.lookup(key)
    }
}
