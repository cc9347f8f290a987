//! Finding works by their titles and by the people behind them, as a shop's search box does: music and books share it.
//!
//! `words` cuts and folds text → `index` knows where each word stands → `search` ranks what holds all words of a query →
//! `person` finds one name among many.

mod index;
mod person;
mod search;
#[cfg(test)]
mod tests;
mod words;

pub use index::{Entry, Index};
pub use person::{Match, Names};
pub use search::Rank;
pub use words::{key, words};
