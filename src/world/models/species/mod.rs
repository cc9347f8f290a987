//! Species at risk and some that are not: who they are, where they live, what endangers them.
//!
//! ```text
//! words   categories, and what the letters of habitats, threats and actions stand for
//! table   the rows of the tables
//! group   taxa, groups and names that stand for several species
//! list    the whole list, and how something is found in it
//! region  where species are asked for
//! ```

mod group;
mod list;
mod region;
mod table;
#[cfg(test)]
mod tests;
mod words;

pub use group::{Group, Rank};
pub use list::RedList;
pub use region::Region;
pub use table::{Part, Species, Taxon};
pub use words::{Status, actions, habitats, threats};
