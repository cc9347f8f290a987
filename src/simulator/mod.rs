//! What a tool answers: a pure function of catalogue, programs, world, clock, state and call.
//!
//! - [`Simulator::respond`]: the function
//! - [`program`]: one tool's response program, compiled from `responses/<tool-set>.json`
//! - [`generate`]: answers of tools that have a spec and no program
//! - [`functions`]: what expressions may call, one file a subject
//! - [`render`]: the same answer as CSV or XML

pub mod functions;
pub mod generate;
pub mod program;
pub mod render;
mod respond;
pub mod scope;

pub use crate::expression::value;
pub use respond::{Offer, Reply, Shared, Simulator, digest};
