//! What is on in town: concerts, plays, opera, dance, comedy, musicals, exhibitions, shows for families, festivals.
//!
//! Each town has venues, more of them the larger it is. A venue's calendar is cut into blocks of whole weeks, and what
//! plays in a block follows from seed, town, venue and block alone. So a performance is found by its id without looking
//! through a programme, and a run of several evenings is one production with an id for each evening.
//!
//! ```text
//! acts       the performers and productions, by genre and language
//! venue      the houses of a town and their names
//! programme  what plays in a house on a date
//! price      tickets in local money, how many are left
//! id         names of performances, with check characters
//! show       a performance as tools tell it
//! ```

mod acts;
mod id;
mod price;
mod programme;
mod show;
#[cfg(test)]
mod tests;
mod venue;

pub use acts::{Act, Genre, Shows};
pub use price::Price;
pub use show::{Seats, Show};
pub use venue::{Venue, VenueKind};
