//! Sun, moon, planets and stars: where they stand, when they rise and set, phases and eclipses. All of it is real; the seed
//! has no say.
//!
//! ```text
//! moment    time scales, sidereal time, the Earth's axis
//! sun       position of the sun           (Meeus 25)
//! moon      position of the moon          (Meeus 47, with moon_terms)
//! planets   positions, brightness         (Standish's Kepler orbits)
//! stars     bright stars, meteor showers
//! horizon   heights over a place, when they pass the horizon
//! day       all these on one local date at one place
//! phase     phases of the moon
//! eclipse   eclipses of sun and moon
//! ```
//!
//! Good for 1900 to 2100. Sunrise and moonrise are right to a minute where the horizon is flat; near the poles, where the
//! sun creeps along it, to some minutes. The weather has a sun of its own (`weather/sun.rs`), good to half a degree, because
//! it needs one for every hour.

mod day;
mod eclipse;
mod horizon;
mod moment;
mod moon;
mod moon_terms;
mod phase;
mod planets;
mod stars;
mod sun;
#[cfg(test)]
mod tests;

pub use day::{BodyDay, DayKind, MoonDay, SkyDay, SunDay};
pub use eclipse::{Eclipse, EclipseKind, Look, eclipse_between};
pub use phase::{MONTH, Phase, next as next_phase};
pub use planets::{Planet, Sight, constellation};
pub use stars::{DEEP_SKY, SHOWERS, STARS, Shower, Star};
