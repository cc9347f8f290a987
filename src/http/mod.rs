//! The two doors over HTTP. Only this room and `mcp` know hyper and tokio.
//!
//! - [`serve`]: listeners and the shutdown signal come in as arguments
//! - [`agent`], [`operator`]: one route a function; what an agent can reach stands in the first and nowhere else
//! - [`message`]: from hyper's requests to ours, and back

pub mod agent;
mod listen;
pub mod message;
pub mod operator;
mod server;

pub use listen::{Listeners, bind};
pub use server::{Doors, Limits, serve, settle};
