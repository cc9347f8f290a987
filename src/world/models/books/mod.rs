//! Books in Polish: who wrote them, in which editions they came out, how well they sell.
//!
//! ```text
//! tables     rows of the tables
//! catalogue  authors, books and genres, and how they are found
//! edition    the editions of a book, with ISBN and price
//! contents   its table of contents
//! sales      what a week's customers buy and how readers rate it
//! featured   what the editors show in a month
//! shelf      what happens to a reader's shelf
//! ```

mod catalogue;
mod contents;
mod edition;
mod featured;
mod sales;
mod shelf;
mod tables;
#[cfg(test)]
mod tests;

pub use catalogue::{ANNOUNCED, Author, Book, Books, Genre};
pub use contents::{Chapter, contents};
pub use edition::{Edition, Format};
pub use featured::{Featured, Reason};
pub use sales::{Line, Sales, sales_day};
pub use shelf::{Change, Entry, Kind, STATUSES, Wish};
