//! The air of every place in every hour: six pollutants out of the size of the town, the habits of the country, the
//! season and the weather of the hour; and the index that the US EPA makes of them.
//!
//! ```text
//! sources  how much each country and some regions put into the air
//! hour     concentrations of one hour, and the index of the moment
//! day      a local day out of its hours: the averages that the index is defined on
//! aqi      breakpoints, index, categories
//! ```
//!
//! As with the weather, one hourly series decides: current values, history and forecast read the same hours.

mod aqi;
mod day;
mod hour;
mod sources;
#[cfg(test)]
mod tests;

pub use aqi::{Aqi, Category, Pollutant};
pub use day::AirDay;
pub use hour::{Air, AirHour};
