//! Logging in without a password: accounts, devices, and the rules of attempts, codes and screens.
//!
//! ```text
//! tables    applications, accounts and devices that every world has
//! attempts  who is locked out, and until when
//! address   whether a number or a mailbox is that of an account
//! colour    whether words can be read on a colour
//! ```

mod address;
mod attempts;
mod colour;
mod tables;

pub use address::{Method, fits, masked};
pub use attempts::{Attempt, Lock, MOST_FAILURES};
pub use colour::Colour;
pub use tables::{Account, App, Device, Login};
