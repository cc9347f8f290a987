//! Whether this verdict is the original's: recorded verdicts, field by field.
//!
//! The files are described in `tests/fixtures/evaluator-cases/README.md`.

mod cases;
mod difference;
mod files;
mod render;
mod sessions;
mod values;

pub use cases::cases;
pub use difference::{Disagreement, Tally};
pub use files::{ConformanceError, Toolsets};
pub use sessions::session;
pub use values::values;
