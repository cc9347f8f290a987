//! Finding places and countries by what people call them.
//!
//! `fold` makes spellings comparable → `names` looks a folded name up, `listed` knows how lists of countries spell them →
//! `country` and `tables` hold and read the facts →
//! `query` takes a text apart → `lookup` finds the place → `suggest` helps with the misspelt ones.

mod area;
mod country;
mod fold;
mod listed;
mod lookup;
mod names;
mod query;
mod suggest;
mod tables;
#[cfg(test)]
mod tests;

pub use country::{Country, Region};
pub use fold::fold;
pub use lookup::{Found, Gazetteer, REACH_KM};
pub use query::coordinates;
pub use tables::read_countries;
