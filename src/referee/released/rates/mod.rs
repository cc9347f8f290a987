//! Rates as the original works them out: one session a persona, tables of a session, thirds, means over personas.

mod exact;
mod means;
mod session;
mod tables;
mod topics;
mod twister;

pub use means::{ThirdRow, average, thirds, thirds_over_personas};
pub use session::{TurnScore, play};
pub use tables::metric;
pub use topics::{TopicsError, Turn, field, find_time, keep, subtype_name, task_name, turns};
