//! A local day, added up from its hours.

use std::sync::{Arc, LazyLock};

use jiff::civil::Date;
use jiff::tz::TimeZone;

use super::condition::Condition;
use super::hour::{Fall, Hour};
use super::local::Local;
use super::tenth;
use crate::world::{Memo, PlaceKey, Seed};

/// A day of a place in a world.
type Which = (Seed, Arc<PlaceKey>, Date);

/// Days that were asked for lately; 5 MiB at most.
static DAYS: LazyLock<Memo<Which, Day>> = LazyLock::new(|| Memo::new(16_000));

/// The weather of one local day. Every value comes from the rounded values of its hours, so sums and bounds hold exactly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Day {
    /// The local date.
    pub date: Date,
    /// Lowest hourly temperature in °C.
    pub low: f64,
    /// Highest hourly temperature in °C.
    pub high: f64,
    /// Mean of the hourly temperatures in °C, to 0.1.
    pub mean: f64,
    /// Lowest and highest hourly apparent temperature in °C.
    pub apparent_low: f64,
    /// Highest hourly apparent temperature in °C.
    pub apparent_high: f64,
    /// Mean relative humidity in whole %.
    pub humidity: i64,
    /// Mean pressure at sea level in hPa, to 0.1.
    pub pressure: f64,
    /// Mean hourly wind in m/s, to 0.1.
    pub wind_mean: f64,
    /// Highest hourly wind in m/s.
    pub wind_max: f64,
    /// Highest gust in m/s.
    pub wind_gust: f64,
    /// Where the wind of the windiest hour (the first of them) comes from, in whole degrees.
    pub wind_direction: i64,
    /// Mean cloud in whole %.
    pub cloud: i64,
    /// Sum in mm (snow melted), to 0.1.
    pub precipitation: f64,
    /// The part of it that fell as snow or sleet, in mm melted, to 0.1.
    pub snow: f64,
    /// Hours with at least 0.1 mm.
    pub wet_hours: usize,
    /// Least visibility in km.
    pub visibility: f64,
    /// Highest ultraviolet index.
    pub uv_index: f64,
    /// The word for the day.
    pub condition: Condition,
    /// How many hours it has: 23, 24 or 25.
    pub hours: usize,
}

impl Local {
    /// The whole hours of a local day, as hours since 1970-01-01T00:00Z.
    ///
    /// Those that begin within the day on the clock of the place: 24 mostly, 23 or 25 when the clock is changed. Where the
    /// offset is not a whole hour, they begin at half past or a quarter past by the local clock.
    pub fn hours_of(&self, date: Date) -> std::ops::Range<i64> {
        self.first_hour(date)..self.first_hour(date.saturating_add(jiff::SignedDuration::from_hours(24)))
    }

    /// The first whole hour at or after the start of a local day.
    fn first_hour(&self, date: Date) -> i64 {
        first_hour(date, &self.zone)
    }

    /// The weather of each hour of a day on the clock of any zone, which need not be that of the place.
    pub fn hours_in(&self, date: Date, zone: &TimeZone) -> Vec<Hour> {
        let next = date.saturating_add(jiff::SignedDuration::from_hours(24));
        (first_hour(date, zone)..first_hour(next, zone)).map(|h| self.hour(h)).collect()
    }

    /// The weather of a local day.
    pub fn day(&self, date: Date) -> Day {
        DAYS.get(&(self.sky.seed, self.place.clone(), date), || {
            let hours: Vec<Hour> = self.hours_of(date).map(|h| self.hour(h)).collect();
            Day::of(date, &hours)
        })
    }
}

/// The first whole hour at or after the start of a day on the clock of a zone.
fn first_hour(date: Date, zone: &TimeZone) -> i64 {
    let start = date.to_datetime(jiff::civil::Time::midnight());
    // Only dates next to the years -9999 and 9999 have no instant.
    let seconds = zone.to_timestamp(start).map_or(0, |t| t.as_second());
    -(-seconds).div_euclid(3600)
}

impl Day {
    /// A day out of its hours, of which there must be one at least.
    pub fn of(date: Date, hours: &[Hour]) -> Day {
        let least = |of: fn(&Hour) -> f64| hours.iter().map(of).fold(f64::INFINITY, f64::min);
        let most = |of: fn(&Hour) -> f64| hours.iter().map(of).fold(f64::NEG_INFINITY, f64::max);
        let sum = |of: fn(&Hour) -> f64| hours.iter().map(of).sum::<f64>();
        let mean = |of: fn(&Hour) -> f64| sum(of) / hours.len() as f64;
        Day {
            date,
            low: least(|h| h.temperature),
            high: most(|h| h.temperature),
            mean: tenth(mean(|h| h.temperature)),
            apparent_low: least(|h| h.apparent),
            apparent_high: most(|h| h.apparent),
            humidity: mean(|h| h.humidity as f64).round() as i64,
            pressure: tenth(mean(|h| h.pressure)),
            wind_mean: tenth(mean(|h| h.wind_speed)),
            wind_max: most(|h| h.wind_speed),
            wind_gust: most(|h| h.wind_gust),
            wind_direction: windiest(hours),
            cloud: mean(|h| h.cloud as f64).round() as i64,
            precipitation: tenth(sum(|h| h.precipitation)),
            snow: tenth(sum(|h| if frozen(h) { h.precipitation } else { 0.0 })),
            wet_hours: hours.iter().filter(|h| h.precipitation > 0.0).count(),
            visibility: least(|h| h.visibility),
            uv_index: most(|h| h.uv_index),
            condition: word(hours),
            hours: hours.len(),
        }
    }
}

fn frozen(hour: &Hour) -> bool {
    matches!(hour.fall, Fall::Snow | Fall::Sleet)
}

fn windiest(hours: &[Hour]) -> i64 {
    let first = hours.first();
    hours
        .iter()
        .fold(first, |most, h| most.filter(|m| m.wind_speed >= h.wind_speed).or(Some(h)))
        .map_or(0, |h| h.wind_direction)
}

/// What falls, when it is worth a word: 0.5 mm in all, two wet hours, or a twelfth of the hours. Else fog or mist that lasts,
/// else the mean cloud. A single hour keeps its own word.
fn word(hours: &[Hour]) -> Condition {
    if let [hour] = hours {
        return hour.condition;
    }
    let count = |is: fn(&Hour) -> bool| hours.iter().filter(|h| is(h)).count();
    let total: f64 = hours.iter().map(|h| h.precipitation).sum();
    let wet = count(|h| h.precipitation > 0.0);
    if total > 0.45 || wet >= 2 || wet * 12 > hours.len() {
        return wet_word(hours);
    }
    let (fog, mist) = (count(|h| h.condition == Condition::Fog), count(|h| h.condition == Condition::Mist));
    if fog >= 6 || fog * 4 > hours.len() {
        return Condition::Fog;
    }
    if (fog + mist) * 2 > hours.len() {
        return Condition::Mist;
    }
    let cloud: i64 = hours.iter().map(|h| h.cloud).sum();
    Condition::of_cloud(cloud / hours.len().max(1) as i64)
}

/// Thunder, or the worst word of what brought a good part of the water: that of its worst hour, or that of its sum.
fn wet_word(hours: &[Hour]) -> Condition {
    if hours.iter().any(|h| h.condition == Condition::Thunderstorm) {
        return Condition::Thunderstorm;
    }
    let of = |fall: Fall| hours.iter().filter(move |h| h.fall == fall);
    let sum = |fall: Fall| of(fall).map(|h| h.precipitation).sum::<f64>();
    let kinds = [Fall::Rain, Fall::Sleet, Fall::Snow];
    let total: f64 = kinds.into_iter().map(sum).sum();
    let counts = |fall: &Fall| sum(*fall) > 2.45 || sum(*fall) * 3.0 >= total;
    let word =
        |fall: Fall| of(fall).map(|h| h.condition).max().map(|worst| worst.max(Condition::of_sum(fall, sum(fall))));
    // One of three kinds always brings a third.
    kinds.into_iter().filter(counts).filter_map(word).max().unwrap_or(Condition::Drizzle)
}
