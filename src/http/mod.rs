//! The two doors over HTTP. Only this room, `mcp` and `proxy` know hyper and tokio.
//!
//! - [`serve`]: listeners and the shutdown signal come in as arguments
//! - [`over`]: one connection, without a socket
//! - [`agent`], [`operator`]: one route a function; what an agent can reach stands in the first and nowhere else
//! - [`accept()`], [`on_workers`]: connections and threads, for any service
//! - [`message`]: from hyper's requests to ours, and back

mod accept;
pub mod agent;
mod aside;
mod awake;
mod journal;
mod listen;
pub mod message;
pub mod operator;
mod server;
mod stream;

pub use accept::{Limits, accept, on_workers};
pub(crate) use aside::{aside, session};
pub(crate) use journal::answer as whole_journal;
pub use listen::{Listeners, bind};
pub(crate) use server::check_local;
pub use server::{Door, Doors, over, serve, settle};
pub use stream::{Answer, Feed, Streamed, Unfinished};
