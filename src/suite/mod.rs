//! What was wanted: personas, their dialogues, and the gold of every turn. `docs/formats.md` explains the files.
//!
//! - [`Persona`]: who asks; never reaches the agent
//! - [`Dialogue`], [`Topic`], [`Turn`]: what is asked, in time order
//! - [`Gold`]: what would have been right, with provenance
//! - [`Suite::load`]: all of it, checked for shape

mod dialogue;
mod fact;
mod gold;
mod load;
mod persona;
mod raw;
mod tools;

pub use dialogue::{Dialogue, Subtype, Task, Topic, Turn, TurnRef};
pub use fact::{Fact, Said, facts};
pub use gold::{Argument, Ask, Calls, Gold, GoldCall, Match, Missing, Provenance, Source};
pub use load::Suite;
pub use persona::{Category, Communication, Fix, Foreign, Habits, Persona, Preference};
