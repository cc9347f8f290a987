//! Sensors of cities: temperature, humidity, air quality, traffic and noise, by the hour.
//!
//! The first sensor of each kind of weather and air is a reference: it shows what the weather and air models say of the city. The
//! others stand in warmer, shadier or busier places and differ by a fixed amount and a little noise. What a sensor shows now is
//! the newest value of its series.

mod reading;
mod sensor;
#[cfg(test)]
mod tests;

pub use reading::Readings;
pub use sensor::{Kind, Sensor, sensors};
