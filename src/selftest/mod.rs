//! The referee judged: gold with one change in it is played and judged, and what should have come out is known.
//!
//! Each turn of a suite is changed in the ways that are written here, one at a time. Some changes matter and have to be
//! caught; some do not and have to be forgiven. Beside the suite stand turns made of the accepted examples of every tool,
//! and of a tool of its own that takes each kind of meaning, so that each comparator meets values, whatever a suite uses.
//!
//! - [`run`]: plays all cases and gives a [`Report`]
//! - [`Kind`]: the kinds of changes
//! - [`with_meanings`]: the tool that takes each kind of meaning
//! - `calls`, `slots`, `talk`, `strangers`: the changes, by subject
//! - `values`: a value that means something else, and one that means the same
//! - `examples`: turns made of the examples of the tools
//! - `play`: cases played on an engine of their own, judged out of its journal

mod calls;
mod case;
mod examples;
mod play;
mod report;
mod slots;
mod strangers;
mod talk;
mod turn;
mod values;

pub use case::Kind;
pub use examples::with_meanings;
pub use play::{Plan, run};
pub use report::{Exception, Outcome, Report, Row};
