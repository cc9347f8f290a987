//! Climate: what the daily weather of the model comes to over months and years.
//!
//! ```text
//! month   one month of one place out of its days; a year of them is remembered
//! area    cities, regions, countries and parts of the world as the places that stand for them
//! average months of several years and places as one
//! koppen  the class of a climate
//! ```

mod area;
mod average;
mod koppen;
mod month;
#[cfg(test)]
mod tests;

pub use area::{Area, AreaKind, Climate};
pub use average::{Average, average};
pub use koppen::{Koppen, classify};
pub use month::{Month, year};
