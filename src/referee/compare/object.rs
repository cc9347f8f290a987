use serde_json::{Map, Value};

use super::{Kind, Resolver};

/// Key by key, in any order of the keys.
pub(super) fn same(kind: &Kind<'_>, a: &Map<String, Value>, b: &Map<String, Value>, resolver: &dyn Resolver) -> bool {
    let field =
        |(name, a): (&String, &Value)| b.get(name).is_some_and(|b| super::same(&kind.field(name), a, b, resolver));
    a.len() == b.len() && a.iter().all(field)
}
