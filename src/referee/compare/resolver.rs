/// Knows when two spellings name the same thing of the world, for the kinds of `sameAs`: `place`, `currency`,
/// `station`, `language`, `country`. (`time`, `caseless` and `spelling` need no world and never get here.)
///
/// A closure of the same arguments is one.
pub trait Resolver {
    /// Whether both name the same thing of this kind. Equal text is the same without asking.
    fn same(&self, kind: &str, a: &str, b: &str) -> bool;
}

impl<F: Fn(&str, &str, &str) -> bool> Resolver for F {
    fn same(&self, kind: &str, a: &str, b: &str) -> bool {
        self(kind, a, b)
    }
}

/// Knows no world: only equal text is the same.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoResolver;

impl Resolver for NoResolver {
    fn same(&self, _: &str, a: &str, b: &str) -> bool {
        super::text::same(a, b)
    }
}
