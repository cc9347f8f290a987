//! Months of several years and places as one.

use super::month::Month;
use crate::world::models::weather::tenth;

/// What months come to on average.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Average {
    /// Mean of the days' mean temperatures in °C, to 0.1.
    pub mean: f64,
    /// Mean of the days' highest temperatures in °C, to 0.1.
    pub high: f64,
    /// Mean of the days' lowest temperatures in °C, to 0.1.
    pub low: f64,
    /// Highest hourly temperature at any of the places in °C.
    pub highest: f64,
    /// Lowest hourly temperature at any of the places in °C.
    pub lowest: f64,
    /// Rain and melted snow a month in mm, to 0.1.
    pub precipitation: f64,
    /// The part that fell as snow or sleet in mm, to 0.1.
    pub snow: f64,
    /// Days a month with 1 mm or more, to 0.1.
    pub wet_days: f64,
    /// Days a month with frost, to 0.1.
    pub frost_days: f64,
    /// Hours of sunshine a month, to 0.1.
    pub sunshine: f64,
    /// Mean relative humidity in whole %.
    pub humidity: i64,
    /// Mean wind in m/s, to 0.1.
    pub wind: f64,
}

/// The average of months, of which there must be one at least: temperatures over all their days, amounts a month.
pub fn average(months: &[Month]) -> Average {
    let count = months.len().max(1) as f64;
    let days = f64::from(months.iter().map(|m| m.days).sum::<u32>().max(1));
    let sum = |of: fn(&Month) -> f64| months.iter().map(of).sum::<f64>();
    let a_day = |of: fn(&Month) -> f64| tenth(sum(of) / days);
    let a_month = |of: fn(&Month) -> f64| tenth(sum(of) / count);
    Average {
        mean: a_day(|m| m.mean),
        high: a_day(|m| m.high),
        low: a_day(|m| m.low),
        highest: months.iter().map(|m| m.highest).fold(f64::NEG_INFINITY, f64::max),
        lowest: months.iter().map(|m| m.lowest).fold(f64::INFINITY, f64::min),
        precipitation: a_month(|m| m.precipitation),
        snow: a_month(|m| m.snow),
        wet_days: a_month(|m| f64::from(m.wet_days)),
        frost_days: a_month(|m| f64::from(m.frost_days)),
        sunshine: a_month(|m| m.sunshine),
        humidity: (sum(|m| m.humidity) / days).round() as i64,
        wind: a_day(|m| m.wind),
    }
}
