//! The seeded facts, the same for every session of one seed, and what one session changed on top of them.
//!
//! - [`seed`]: named streams and noise whose values never change
//! - [`Clock`]: the session's clock; time moves only when the driver moves it
//! - [`facts`]: tables of `responses/world/`, and the models built from them once
//! - [`models`]: weather, air, shows, rates, trains, news
//! - [`Memo`]: what models have worked out lately
//! - [`State`]: a session's own rows, shared until they are written

mod alias;
mod clock;
pub mod facts;
pub mod gazetteer;
mod memo;
pub mod models;
mod place;
pub mod seed;
pub mod sphere;
mod spot;
mod state;

use std::sync::Arc;

pub use clock::{Clock, SANDBOX_TIME, SANDBOX_ZONE, zone};
pub use facts::Facts;
pub use memo::Memo;
pub use place::{Place, PlaceKey};
pub use seed::Seed;
pub use spot::{Spot, open_point};
pub use state::{Row, State, StateError};

/// Everything that is true whatever a session does.
#[derive(Debug)]
pub struct World {
    /// Decides all that is made up.
    pub seed: Seed,
    /// Tables and models; shared by worlds of all seeds.
    pub facts: Arc<Facts>,
}

impl World {
    /// The world of one seed.
    pub fn new(seed: u64, facts: Arc<Facts>) -> Self {
        Self { seed: Seed(seed), facts }
    }
}
