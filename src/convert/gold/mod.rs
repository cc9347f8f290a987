//! Gold of other projects: their tasks as a suite, their recorded runs as journals.
//!
//! One module a project reads its files and says what its fields mean. What they share:
//!
//! - [`Folder`], [`At`], [`GoldError`]: the files as they were published, and what is wrong with them, with the place
//! - [`Plan`]: personas with dialogues, as the files of a suite will hold them
//! - [`Run`]: what an agent did, as the records of a session
//! - [`tools`]: function descriptions with what is known of their effects
//! - [`Imported`]: all of it, checked by the readers that will read it, and saved
//!
//! A persona is a task: the peers reset their world for each, so no history leads from one to the next.

pub mod bfcl;
mod folder;
mod imported;
mod place;
mod plan;
mod run;
pub mod tau_bench;
mod tools;
pub mod tooltalk;
pub mod user_tool_bench;

pub use folder::Folder;
pub use imported::{Imported, Journal, SaveError};
pub use place::{At, GoldError};
pub use plan::{Argument, Call, Gold, Match, Missing, Plan, Topic, Turn};
pub use run::{Run, RunTurn, Step};
pub use tools::{ToolSet, tool_set};
