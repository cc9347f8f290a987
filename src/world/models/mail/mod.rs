//! Mail addresses: how they are written, where their mail goes, and how a slip of the pen is put right.
//!
//! Names under `.example` and `.test` are those of the invented [`internet`](super::internet), and whether mail arrives is what
//! its DNS says. Of the real internet only names are known: providers, throw-away domains, top-level domains. So nothing is
//! claimed to exist there.
//!
//! ```text
//! address   what a text is as an address (RFC 5321, 5322, 6531), or what is wrong with it
//! lists     what is known of names: providers, throw-away domains, tasks
//! domain    where mail for a domain goes at a moment
//! mailbox   what a server says of a mailbox
//! check     all of this as one verdict with a score
//! tidy      signs and spaces that do not belong into an address
//! typo      how far apart two names are for somebody who types
//! correct   the best address that was meant
//! ```

pub mod address;
pub mod check;
pub mod correct;
pub mod domain;
mod lists;
mod mailbox;
mod tidy;
mod typo;

pub use address::{Address, Fault};
pub use check::{Check, Status};
pub use correct::{Corrected, Level};
pub use domain::{Domain, Standing};
pub use lists::{Mail, Provider};
pub use mailbox::Mailbox;

use super::internet::At;

/// What is known of mail at a moment in one world.
#[derive(Clone, Copy, Debug)]
pub struct Post<'a> {
    /// Names.
    pub lists: &'a Mail,
    /// The internet at that moment.
    pub at: At<'a>,
}
