//! What is on disk: one JSON line an event, chained by SHA-256, written before anything is answered.
//!
//! - [`mod@format`]: record types and their version; they outlive the code, so live types are never written
//! - [`Writer`]: one writer for all sessions, which batches; [`write()`]: records that are all there already
//! - [`read`]: records of a file or a directory of files, checked against the chain
//! - [`of_session`]: the records of one session out of a journal that is being written

mod chain;
pub mod format;
mod reader;
mod session;
mod writer;

pub use chain::{GENESIS, seal};
pub use format::{Event, Header, Record, VERSION};
pub use reader::{Entry, JournalError, Records, Tail, WITHIN_RUN, file_after, read, read_file, unchecked};
pub use session::{Place, SessionLines, of_session, parse};
pub use writer::{Durability, ROTATE_AT, Writer, write};
