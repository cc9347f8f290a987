//! A labour market: employers, their vacancies, and what becomes of applications.
//!
//! Every employer has a few desks. The calendar of a desk is cut into stretches of ten to thirteen weeks, and each
//! stretch has one vacancy, which is posted and closed within it. So a vacancy is found by its id without looking through
//! a market, and at any moment a little more than half of the desks have one open. What a desk looks for in a stretch,
//! where, for how much and until when follows from the seed; which days a stretch has does not, so that an id that has
//! been posted in one world has been posted in all.
//!
//! ```text
//! tables       roles, employers, offices, pay by country
//! id           names of vacancies
//! dice         made-up values
//! posting      the vacancy of a desk and a stretch
//! pay          what it pays
//! words        spellings that are compared
//! lexicon      which roles and employers a word is about
//! query        what someone looks for, and how well a vacancy fits
//! salary       what someone wants to earn
//! location     where someone looks
//! text         the vacancy in sentences
//! application  what becomes of an application
//! ```

mod application;
mod dice;
mod id;
mod kinds;
mod lexicon;
mod location;
mod pay;
mod posting;
mod query;
mod salary;
mod tables;
#[cfg(test)]
mod tests;
mod text;
mod words;

pub use application::{Application, Event, Fate, Stage, sample_month};
pub use kinds::{Contract, Level, Reach, Workplace};
pub use location::{Location, Spot};
pub use pay::{Money, Pay, Span};
pub use posting::Posting;
pub use query::{Hit, Query, Wanted, types_named};
pub use salary::Asked;
pub use tables::{Employer, Jobs, Office, Ratings, Role};
