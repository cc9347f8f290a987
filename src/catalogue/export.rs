//! Tool lists in the shapes that agents' clients take.

mod openapi;
mod vendors;

pub use openapi::openapi;
pub use vendors::{Format, named, tools};
