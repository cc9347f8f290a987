//! Places by name.

use minijinja::Environment;

pub(super) fn register(_env: &mut Environment<'static>) {}
