//! The weather of every place in every hour, made from the seed and the climate of the place.
//!
//! All there is to know hangs on one hourly series: [`Local::hour`] gives an hour, [`Local::day`] adds up the hours of a
//! local day, and tools that tell a forecast, a history or the weather now read the same numbers. So what was forecast
//! for a day is what is later reported of it.
//!
//! ```text
//! normals    climate of a place: 640 known towns and what lies between        °C, mm, %
//! season     those normals at a point of the year
//! sun        height of the sun, solar time
//! sky        smooth noise over the map and in time: lows, fronts, showers
//! moisture   dew point and humidity
//! wind       wind out of the pressure gradient
//! local      the climate and the sky of one place, held by the caller
//! hour       one hour out of all these
//! condition  the words for it
//! day        a local day out of its hours
//! sunshine   how long the sun shines
//! ```
//!
//! An hour is named by `unix_hour`, the whole hours since 1970-01-01T00:00Z; its values hold until the next one begins. The
//! models stand for 2015 to 2035, and nothing breaks outside. A town's neighbours have much the same weather, and a
//! low-pressure system takes three to five days to pass.
//!
//! [`Local`] costs some microseconds to make, [`Local::hour`] less than one.

mod condition;
mod day;
mod hour;
mod local;
mod moisture;
mod normals;
mod season;
mod sky;
mod sun;
mod sunshine;
#[cfg(test)]
mod tests;
mod wind;

pub use condition::Condition;
pub use day::Day;
pub use hour::{Fall, Hour};
pub use local::{Local, Usual};
pub use sky::Sky;
pub use wind::compass;

use crate::world::Place;
use crate::world::Seed;

/// The weather of one hour; [`Local`] is cheaper for more than one.
pub fn hour(seed: Seed, place: &Place, unix_hour: i64) -> Hour {
    Local::new(&Sky::new(seed), place).hour(unix_hour)
}

/// The weather of one local day; [`Local`] is cheaper for more than one.
pub fn day(seed: Seed, place: &Place, date: jiff::civil::Date) -> Day {
    Local::new(&Sky::new(seed), place).day(date)
}

/// The number to one decimal, without a negative zero.
pub(crate) fn tenth(value: f64) -> f64 {
    (value * 10.0).round() / 10.0 + 0.0
}
