//! Papers and their signatures.
//!
//! Each quarter every paper of the table is drawn up anew and sent to its signers on days that are the same in every world;
//! when they read it and whether they sign follows from the seed. A session may fill, brand, start, stop and restart papers;
//! what came of it is worked out from its acts and the clock each time, so there is no state but the acts.
//!
//! ```text
//! tables   papers, people, looks and templates that every world has
//! paper    one document: a paper of a quarter, or one of the session's
//! course   what signers do after they were asked
//! history  everything that has happened to a document until now
//! ```

mod course;
mod history;
mod paper;
mod tables;
#[cfg(test)]
mod tests;

pub use course::{Nudge, Signing};
pub use history::{Act, Acts, Deed, Entry, History, Status, Undo};
pub use paper::{Origin, Paper};
pub use tables::{Branding, Person, Signatures, Template};
