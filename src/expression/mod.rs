//! JSON trees with MiniJinja expressions in their leaves: the one small language of response programs and of the suite.
//!
//! - [`Template`], [`template`]: the trees
//! - [`Expression`], [`Names`]: compiled expressions, every name of which is known to exist
//! - [`Scope`]: what an expression sees
//! - [`value`]: between JSON and the engine's values

mod direct;
mod engine;
mod scope;
pub mod template;
pub mod value;

pub use engine::{Expression, Names, plain_environment};
pub use scope::Scope;
pub use template::Template;
