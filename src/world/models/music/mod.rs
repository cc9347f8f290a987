//! Recorded music: artists, what they released or will release, how much it is played, and the words of some songs.
//!
//! ```text
//! tables     rows as they are on disk
//! terms      genres and moods, and what people call them
//! catalogue  artists, albums and tracks by id and by name; what a day knows of them
//! plays      how often a track is played in a week
//! chart      the hundred most played of a week
//! playlist   tracks of a genre and mood
//! ```
//!
//! Titles, dates, lengths and names are the same in every world; how much is played differs between seeds. A record is
//! announced [`ANNOUNCED`] days before it is out; before that nobody knows of it.

mod catalogue;
mod chart;
mod playlist;
mod plays;
mod tables;
mod terms;
#[cfg(test)]
mod tests;

pub use catalogue::{ANNOUNCED, Album, Artist, Hit, Kind, Lyrics, Music, Track};
pub use chart::{Chart, Line, Of};
pub use plays::{Plays, chart_day};
pub use terms::{GENRES, MOODS, genre, mood};
