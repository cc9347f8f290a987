use serde_json::Value;

use super::{Kind, Resolver, same};

/// Item by item.
pub(super) fn same_in_order(kind: &Kind<'_>, a: &[Value], b: &[Value], resolver: &dyn Resolver) -> bool {
    let item = kind.item();
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(&item, a, b, resolver))
}

/// As multisets: each item of the one has its own partner in the other.
pub(super) fn same_in_any_order(kind: &Kind<'_>, a: &[Value], b: &[Value], resolver: &dyn Resolver) -> bool {
    let item = kind.item();
    let mut left: Vec<&Value> = b.iter().collect();
    let mut take = |a: &Value| left.iter().position(|b| same(&item, a, b, resolver)).map(|at| left.swap_remove(at));
    a.len() == b.len() && a.iter().all(|a| take(a).is_some())
}
