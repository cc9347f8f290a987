//! What the made-up part of the world does: one file or folder a model, each a pure function of seed, facts and time.

pub mod air;
pub mod news;
pub mod rates;
pub mod shows;
pub mod trains;
pub mod weather;
